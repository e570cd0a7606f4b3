"""What lies about on a table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import default_rng

from referee.training.surfaces import draw_hand

MM = 1.5


def drawn_at(x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
    picture = np.full((90, 120, 3), 200, np.uint8)
    ids = np.zeros((90, 120), np.int16)
    draw_hand(default_rng(3), picture, ids, np.array([x, y]), MM)
    return picture, ids


def test_a_hand_hides_what_it_lies_on() -> None:
    picture, ids = drawn_at(60, 45)
    assert (ids == -1).any()
    assert (picture != 200).any()


@pytest.mark.parametrize("far", [1e5, -1e9, 1e40, np.inf, np.nan])
def test_a_hand_at_a_card_far_outside_the_picture_draws_nothing(far: float) -> None:
    picture, ids = drawn_at(far, 45)
    assert (ids == 0).all()
    assert (picture == 200).all()
