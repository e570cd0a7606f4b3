"""Rectangles of a picture."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import UnreadableError
from referee.signals.box import Box

places = st.integers(-500, 500)
sizes = st.integers(1, 500)
boxes = st.builds(Box, places, places, sizes, sizes)


def test_a_box_is_read_as_it_is_written() -> None:
    assert Box.parse("640,80,320,300") == Box(640, 80, 320, 300)


@given(boxes)
def test_what_is_written_is_read_again(box: Box) -> None:
    assert Box.parse(str(box)) == box


@pytest.mark.parametrize("text", ["", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,0,4", "1,2,3,-4"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="box"):
        Box.parse(text)


@given(boxes, boxes)
def test_a_box_moved_into_another_lies_inside_and_is_as_large_as_can_be(a: Box, b: Box) -> None:
    moved = a.moved_into(b)
    assert b.holds(moved)
    assert (moved.width, moved.height) == (min(a.width, b.width), min(a.height, b.height))
    if b.holds(a):
        assert moved == a


def test_a_box_around_points_holds_them() -> None:
    assert Box.around(np.array([[10.2, 20.0], [30.5, 40.9]])) == Box(10, 20, 21, 21)


def test_a_box_cuts_its_part_out() -> None:
    image = np.arange(60 * 80 * 3, dtype=np.uint8).reshape(60, 80, 3)
    assert np.array_equal(Box(10, 20, 30, 5).cut(image), image[20:25, 10:40])
