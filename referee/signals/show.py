"""A picture of what was seen: landmarks on the face, bars of its features, gestures by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame
from referee.signals.gesture import GestureEvent
from referee.signals.observation import Face, FaceObservation, FaceState, MouthScores
from referee.signals.recogniser import WatchState
from referee.signals.session import Step

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

HEIGHT, PANEL = 540, 330
_INK, _DIM, _PAPER = (235, 235, 235), (150, 150, 150), (32, 30, 28)
_CALM, _HOT, _POINT, _HAND = (200, 160, 90), (60, 150, 255), (160, 230, 120), (255, 180, 80)
_HALF = 95
"""Length of a bar to one side, px."""
_NAMED = 4
"""How many past gestures are listed."""

_CONTOURS = (
    (33, 160, 158, 133, 153, 144, 33),
    (263, 387, 385, 362, 380, 373, 263),
    (70, 63, 105, 66, 107),
    (300, 293, 334, 296, 336),
    (61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146, 61),
    (78, 80, 13, 310, 308, 318, 14, 88, 78),
    (10, 284, 389, 454, 361, 397, 400, 152, 176, 172, 132, 234, 162, 54, 10),
    (168, 6, 197, 195, 5, 4),
)


@dataclass(frozen=True, slots=True)
class _Bar:
    name: str
    value: float | None
    """0 to 1, or -1 to 1 for what has a side; None where it was not seen."""
    has_sides: bool = False


def draw_step(frame: Frame, step: Step, past: Sequence[GestureEvent] = ()) -> Image:
    """One picture HEIGHT px high: the frame with its landmarks, and a panel beside it.

    Bars to both sides grow in the picture's direction: the player's left is at the right.
    """
    scale = HEIGHT / frame.image.shape[0]
    picture = np.asarray(cv2.resize(frame.image, None, fx=scale, fy=scale), np.uint8)
    _draw_points(picture, step, scale)
    panel = np.full((HEIGHT, PANEL, 3), _PAPER, np.uint8)
    _write(panel, f"{step.view.observation.time_s:6.2f} s   {_state(step)}", 24, _INK)
    for row, bar in enumerate(_bars(step.view.observation)):
        _draw_bar(panel, bar, 58 + 25 * row)
    lines = [*((name(e), _HOT) for e in step.running), *((name(e), _DIM) for e in _last(past))]
    for row, (text, colour) in enumerate(lines[:6]):
        _write(panel, text, 412 + 23 * row, colour)
    return np.hstack([picture[:HEIGHT], panel])


def name(event: GestureEvent) -> str:
    """`wink right 0.6-1.4 s`."""
    until = "..." if event.end_s is None else f"{event.end_s:.1f} s"
    side = f" {event.side}" if event.side else ""
    what = event.description or event.gesture.replace("_", " ") + side
    return f"{what} {event.start_s:.1f}-{until}"


def _last(events: Sequence[GestureEvent]) -> Iterable[GestureEvent]:
    return reversed(events[-_NAMED:])


def _state(step: Step) -> str:
    seen = step.view.observation.state
    if seen is not FaceState.SEEN:
        return f"cannot tell: {seen.replace('_', ' ')}"
    if step.state is WatchState.CALIBRATING:
        return f"calibrating {step.calibrated_percent} %"
    return step.state.replace("_", " ")


def _draw_points(picture: Image, step: Step, scale: float) -> None:
    if step.view.face is not None:
        at = np.round(step.view.face[:, :2] * scale).astype(int)
        for contour in _CONTOURS:
            for a, b in pairwise(contour):
                cv2.line(picture, at[a].tolist(), at[b].tolist(), _POINT, 1, cv2.LINE_AA)
    for hand in step.view.hands:
        for x, y in np.round(hand * scale).astype(int).tolist():
            cv2.circle(picture, (x, y), 3, _HAND, -1, cv2.LINE_AA)
    body = step.view.observation.body
    if body is not None:
        left, right = (
            (round(p.x * scale), round(p.y * scale))
            for p in (body.left_shoulder, body.right_shoulder)
        )
        cv2.line(picture, left, right, _HAND, 2, cv2.LINE_AA)
    if step.running:
        cv2.rectangle(picture, (2, 2), (picture.shape[1] - 3, HEIGHT - 3), _HOT, 3)


def _bars(observation: FaceObservation) -> list[_Bar]:
    face = observation.face
    if face is None:
        return [_Bar(bar.name, None, bar.has_sides) for bar in _face_bars(None)]
    return _face_bars(face)


def _face_bars(face: Face | None) -> list[_Bar]:
    def shape(*names: str) -> float | None:
        return None if face is None else sum(face.blendshapes[n] for n in names) / len(names)

    def sides(left: float | None, right: float | None) -> float | None:
        return None if left is None or right is None else left - right

    mouth = face.mouth if face is not None and face.sight.mouth > 0 else MouthScores()
    pose = None if face is None else face.pose
    return [
        _Bar("left eye shut", shape("eyeBlinkLeft")),
        _Bar("right eye shut", shape("eyeBlinkRight")),
        _Bar("brows up", shape("browOuterUpLeft", "browOuterUpRight")),
        _Bar("jaw open", shape("jawOpen")),
        _Bar("mouth aside", sides(shape("mouthLeft"), shape("mouthRight")), True),
        _Bar("pucker", shape("mouthPucker")),
        _Bar("smile", shape("mouthSmileLeft", "mouthSmileRight")),
        _Bar("tongue out", mouth.tongue_out),
        _Bar("tongue aside", sides(mouth.tongue_left, mouth.tongue_right), True),
        _Bar("lip bitten aside", sides(mouth.bite_left, mouth.bite_right), True),
        _Bar("head tilt", None if pose is None else pose.roll_deg / 30, True),
        _Bar("head turn", None if pose is None else pose.yaw_deg / 45, True),
        _Bar("chin up", None if pose is None else pose.pitch_deg / 30, True),
    ]


def _draw_bar(panel: Image, bar: _Bar, y: int) -> None:
    _write(panel, bar.name, y + 5, _INK if bar.value is not None else _DIM, 0.42)
    left = PANEL - 15 - 2 * _HALF
    cv2.rectangle(panel, (left, y - 8), (left + 2 * _HALF, y + 8), (58, 54, 50), -1)
    if bar.value is None:
        _write(panel, "not seen", y + 4, _DIM, 0.36, left + 6)
        return
    start = left + _HALF if bar.has_sides else left
    length = round(np.clip(bar.value, -1, 1) * (_HALF if bar.has_sides else 2 * _HALF))
    colour = _HOT if abs(bar.value) >= 0.5 else _CALM
    ends = sorted((start, start + length))
    cv2.rectangle(panel, (ends[0], y - 8), (ends[1], y + 8), colour, -1)
    if bar.has_sides:
        cv2.line(panel, (start, y - 9), (start, y + 9), _DIM, 1)


def _write(
    panel: Image, text: str, y: int, colour: Colour, size: float = 0.46, x: int = 14
) -> None:
    plain = text.encode("ascii", "replace").decode()
    cv2.putText(panel, plain, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
