"""What a picture lets be seen of a drawn head: blur, glare, and a glass before the mouth."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.samples.head import Head, draw_head
from referee.signals.clear_view import ClearView
from referee.signals.landmarks import MediaPipeFace
from referee.signals.observation import Sight

Image = NDArray[np.uint8]
Change = Callable[[Image], Image]


@pytest.fixture(scope="module")
def model() -> Iterator[MediaPipeFace]:
    model = MediaPipeFace()
    yield model
    model.close()


@pytest.fixture
def points(model: MediaPipeFace) -> NDArray[np.float64]:
    """Of the clear head: landmarks are placed on a spoilt picture as if nothing were."""
    model.forget()
    seen = model.look(draw_head(), 0.0)
    assert seen is not None
    return seen.points


def blurred(share: float) -> Change:
    """By a share of the eye distance, which is 72 px."""
    return lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 72 * share), np.uint8)


def glaring(x: int) -> Change:
    def spoil(image: Image) -> Image:
        return np.asarray(cv2.ellipse(image.copy(), (x, 230), (20, 12), 0, 0, 360, (250,) * 3, -1))

    return spoil


def covered(colour: tuple[int, int, int]) -> Change:
    """A mug before mouth and chin."""

    def spoil(image: Image) -> Image:
        return np.asarray(cv2.rectangle(image.copy(), (190, 280), (290, 370), colour, -1))

    return spoil


def as_it_is(image: Image) -> Image:
    return image


CLEAR, BLUR = Sight(), Sight(0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("spoil", "sight"),
    [
        (as_it_is, CLEAR),
        (blurred(0.15), BLUR),
        (glaring(276), Sight(left_eye=0.0)),
        (glaring(204), Sight(right_eye=0.0)),
        (covered((200, 120, 40)), Sight(mouth=0.0)),
        (covered((40, 30, 30)), Sight(mouth=0.0)),
    ],
    ids=["clear", "blurred", "glare left", "glare right", "a blue mug", "a dark mug"],
)
def test_what_is_spoilt_is_not_seen(
    points: NDArray[np.float64], spoil: Change, sight: Sight
) -> None:
    view = ClearView()
    assert view.look(draw_head(), points, 0.0) == CLEAR
    assert view.look(spoil(draw_head()), points, 0.1) == sight
    assert view.look(draw_head(), points, 3.0) == CLEAR


@pytest.mark.parametrize("size", [140, 240, 480])
def test_focus_does_not_depend_on_the_size_of_the_face(model: MediaPipeFace, size: int) -> None:
    model.forget()
    seen = model.look(draw_head(size), 0.0)
    assert seen is not None
    assert ClearView().look(draw_head(size), seen.points, 0.0) == CLEAR


def test_a_tongue_covers_no_mouth(points: NDArray[np.float64]) -> None:
    view = ClearView()
    view.look(draw_head(), points, 0.0)
    assert view.look(draw_head(head=Head(tongue_out=True)), points, 0.1).mouth == 1.0


def test_what_lies_before_the_mouth_at_first_is_not_usual_for_ever(
    points: NDArray[np.float64],
) -> None:
    view, mug = ClearView(), covered((40, 30, 30))(draw_head())
    view.look(mug, points, 0.0)
    assert view.look(draw_head(), points, 0.1).mouth == 0.0
    for time_s in range(1, 60):
        sight = view.look(draw_head(), points, float(time_s))
    assert sight == CLEAR


def test_between_two_looks_the_last_one_holds(points: NDArray[np.float64]) -> None:
    view, spoilt = ClearView(), blurred(0.15)(draw_head())
    assert view.look(draw_head(), points, 0.0) == CLEAR
    assert view.look(spoilt, points, 0.04) == CLEAR
    assert view.look(spoilt, points, 0.08) == BLUR


def test_a_face_outside_the_picture_is_not_seen(points: NDArray[np.float64]) -> None:
    assert ClearView().look(draw_head(), points - [2000, 0, 0], 0.0) == BLUR
