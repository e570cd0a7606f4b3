"""The hand-over from pixels: what it refuses, and how a face is measured."""

from dataclasses import fields

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.signals.face_shape import LANDMARKS, measure_face
from referee.signals.gesture import Gesture, GestureEvent
from referee.signals.observation import (
    BLENDSHAPES,
    Face,
    FaceObservation,
    FaceState,
    HeadPose,
    MouthScores,
    Sight,
)
from tests.signals.faces import NEUTRAL_SHAPE, face, seen


def landmarks() -> NDArray[np.float64]:
    """An unmirrored face, px: eyes level at y 200, 60 px apart; the player's left at the right."""
    points = np.full((LANDMARKS, 3), np.nan)
    for index, x, y in (
        *((33, 155, 200), (133, 185, 200), (362, 215, 200), (263, 245, 200)),
        *((160, 165, 195), (144, 165, 205), (158, 175, 195), (153, 175, 205)),
        *((387, 235, 195), (373, 235, 205), (385, 225, 195), (380, 225, 205)),
        *((105, 165, 176), (66, 170, 176), (63, 175, 176)),
        *((334, 235, 176), (296, 230, 176), (293, 225, 176)),
        *((2, 200, 240), (61, 176, 262), (291, 224, 262), (0, 200, 250), (13, 200, 258)),
        *((14, 200, 260), (17, 200, 270)),
    ):
        points[index] = (x, y, 0)
    return points


def test_a_face_is_measured_in_eye_distances() -> None:
    shape = measure_face(landmarks())
    assert shape.eye_distance_px == pytest.approx(60)
    assert shape.left_eye_open == pytest.approx(10 / 30)
    assert shape.right_brow_height == pytest.approx(24 / 60)
    assert shape.mouth_width == pytest.approx(48 / 60)
    assert (shape.corners_aside, shape.lower_lip_aside) == pytest.approx((0, 0))
    assert shape.mouth_slant == pytest.approx(0)
    assert (shape.mouth_center.x, shape.mouth_center.y) == pytest.approx((200, 262))


def turned(points: NDArray[np.float64], axis: int, degrees: float) -> NDArray[np.float64]:
    a, b = {0: (1, 2), 1: (0, 2), 2: (0, 1)}[axis]
    turn = np.eye(3)
    turn[[a, b], [a, b]] = np.cos(np.radians(degrees))
    turn[a, b], turn[b, a] = np.sin(np.radians(degrees)), -np.sin(np.radians(degrees))
    return points @ turn


@pytest.mark.parametrize("axis", [0, 1, 2], ids=["nod", "turn", "tilt"])
@pytest.mark.parametrize("degrees", [-40, 15, 70])
def test_moving_the_head_changes_no_distance(axis: int, degrees: float) -> None:
    before = measure_face(landmarks())
    after = measure_face(turned(landmarks(), axis, degrees) * 2)
    for field in fields(before):
        if field.name not in ("eye_distance_px", "mouth_center"):
            assert getattr(after, field.name) == pytest.approx(getattr(before, field.name))


def test_a_mouth_at_the_image_right_is_towards_the_players_left() -> None:
    points = landmarks()
    points[[14, 17, 61, 291], 0] += 6
    assert measure_face(points).corners_aside == pytest.approx(0.1)
    assert measure_face(points).lower_lip_aside == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("points", "fault"),
    [
        (np.zeros((LANDMARKS, 2)), r"\(478, 2\); allowed: \(478, 3\)"),
        (np.zeros((LANDMARKS, 3)), "two eyes are in one place"),
        (np.where(np.arange(LANDMARKS)[:, None] == 14, np.nan, landmarks()), "lower_lip nan"),
    ],
)
def test_landmarks_that_cannot_be_measured(points: NDArray[np.float64], fault: str) -> None:
    with pytest.raises(UnreadableError, match=fault):
        measure_face(points)


def test_there_are_51_blendshapes() -> None:
    assert len(BLENDSHAPES) == 51


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"blendshapes": {}}, "blendshapes missing: browDownLeft"),
        (
            {"blendshapes": {**dict.fromkeys(BLENDSHAPES, 0.0), "jawOpen": 1.2}},
            "outside 0 to 1: jawOpen 1.2",
        ),
    ],
)
def test_a_face_checks_its_blendshapes(changes: dict[str, dict[str, float]], fault: str) -> None:
    with pytest.raises(UnreadableError, match=fault):
        Face(pose=HeadPose(0, 0, 0), shape=NEUTRAL_SHAPE, **changes)


def test_blendshapes_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        face().blendshapes["jawOpen"] = 1.0  # type: ignore[index]


def test_other_values_out_of_range() -> None:
    for make in (
        lambda: HeadPose(float("nan"), 0, 0),
        lambda: Sight(mouth=1.5),
        lambda: MouthScores(tongue_out=-0.1),
        lambda: seen(float("inf")),
    ):
        with pytest.raises(UnreadableError):
            make()


def test_a_face_belongs_to_seen() -> None:
    with pytest.raises(UnreadableError, match="state no_face with a face"):
        FaceObservation("A", 0.0, FaceState.NO_FACE, face())
    with pytest.raises(UnreadableError, match="state seen without a face"):
        FaceObservation("A", 0.0, FaceState.SEEN)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"recognised_s": 0.5}, "recognised at 0.5 s, started at 1.0 s"),
        ({"end_s": 0.9}, "ends at 0.9 s"),
        ({"strength": 2.0}, "strength is 2.0"),
        ({"gesture": Gesture.OTHER}, "needs a description"),
    ],
)
def test_an_event_checks_itself(changes: dict[str, object], fault: str) -> None:
    fields = {
        **{"player": "A", "gesture": Gesture.WINK, "start_s": 1.0, "recognised_s": 1.2},
        **{"end_s": 1.5, "side": None, "strength": 0.7, "visibility": 1.0},
    }
    event = GestureEvent(**fields)  # type: ignore[arg-type]
    assert event.duration_s == 0.5
    with pytest.raises(UnreadableError, match=fault):
        GestureEvent(**(fields | changes))  # type: ignore[arg-type]
