"""Distances of a face that no blendshape tells, from its landmarks.

All lengths are in eye distances (between the two eye centres), in the head's own axes: x from
the right eye to the left, y down from the eyes to the base of the nose. Turning or tilting the
head therefore hardly changes them, as it does distances in the picture.
"""

from dataclasses import dataclass, fields
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError

LANDMARKS = 478
"""Points of MediaPipe's face mesh with irises."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the picture, px, x to the right and y down."""

    x: float
    y: float

    def __post_init__(self) -> None:
        if not (isfinite(self.x) and isfinite(self.y)):
            raise UnreadableError(f"{self}: a point has two finite coordinates")


@dataclass(frozen=True, slots=True)
class FaceShape:
    """The distances that the features need."""

    eye_distance_px: float
    """Between the eye centres, px of the picture: the only length that is not relative."""
    mouth_center: Point
    """Midway between the corners of the mouth, px of the picture."""
    left_eye_open: float
    """Between the lids, over the width of the eye."""
    right_eye_open: float
    left_brow_height: float
    """From the eyes up to the brow."""
    right_brow_height: float
    mouth_width: float
    mouth_open: float
    """Between the lips."""
    corners_aside: float
    """How far the corners of the mouth are from below the nose, towards the player's left."""
    lower_lip_aside: float
    """The same for the middle of the lower lip."""
    mouth_slant: float
    """How much lower the left corner of the mouth is than the right one."""
    lower_lip: float
    """Visible height of the lower lip at its middle."""
    upper_lip: float

    def __post_init__(self) -> None:
        wrong = [
            f"{f.name} {value}"
            for f in fields(self)
            if isinstance(value := getattr(self, f.name), float) and not isfinite(value)
        ]
        if wrong or self.eye_distance_px <= 0:
            raise UnreadableError(
                f"face shape: {', '.join(wrong) or 'eye distance not above 0'}; "
                "every distance is a finite number"
            )


def measure_face(landmarks: NDArray[np.float64]) -> FaceShape:
    """The distances of one face.

    `landmarks`: (478, 3), MediaPipe's numbering, x and y in px of the unmirrored picture, z in
    the same unit (MediaPipe's z times the width of the picture that it was given). Rows that are
    not used here may be NaN. Raises UnreadableError for another shape or for NaN where a point
    is needed.
    """
    if landmarks.shape != (LANDMARKS, 3):
        raise UnreadableError(f"landmarks of shape {landmarks.shape}; allowed: ({LANDMARKS}, 3)")
    points = landmarks.astype(np.float64)
    head = _in_head_axes(points)

    def apart(a: int, b: int) -> float:
        return float(np.linalg.norm(head[a] - head[b]))

    nose_x = head[_NOSE_BASE, 0]
    right_corner, left_corner = head[_MOUTH_CORNERS]
    mouth = points[_MOUTH_CORNERS].mean(axis=0)
    return FaceShape(
        eye_distance_px=float(np.hypot(*(_left_eye(points) - _right_eye(points))[:2])),
        mouth_center=Point(float(mouth[0]), float(mouth[1])),
        left_eye_open=(apart(385, 380) + apart(387, 373)) / 2 / apart(263, 362),
        right_eye_open=(apart(158, 153) + apart(160, 144)) / 2 / apart(33, 133),
        left_brow_height=-float(head[[334, 296, 293], 1].mean()),
        right_brow_height=-float(head[[105, 66, 63], 1].mean()),
        mouth_width=apart(*_MOUTH_CORNERS),
        mouth_open=apart(13, 14),
        corners_aside=float((left_corner[0] + right_corner[0]) / 2 - nose_x),
        lower_lip_aside=float(head[[14, 17], 0].mean() - nose_x),
        mouth_slant=float(left_corner[1] - right_corner[1]),
        lower_lip=apart(14, 17),
        upper_lip=apart(0, 13),
    )


_NOSE_BASE = 2
_MOUTH_CORNERS = [61, 291]


def _right_eye(points: NDArray[np.float64]) -> NDArray[np.float64]:
    center: NDArray[np.float64] = points[[33, 133]].mean(axis=0)
    return center


def _left_eye(points: NDArray[np.float64]) -> NDArray[np.float64]:
    center: NDArray[np.float64] = points[[263, 362]].mean(axis=0)
    return center


def _in_head_axes(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(478, 3) in eye distances from midway between the eyes; none of the four points moves."""
    origin = (_left_eye(points) + _right_eye(points)) / 2
    along = _left_eye(points) - _right_eye(points)
    scale = np.linalg.norm(along)
    if not scale > 0:
        raise UnreadableError("landmarks: the two eyes are in one place")
    x = along / scale
    down = points[_NOSE_BASE] - origin
    down -= x * (down @ x)
    height = np.linalg.norm(down)
    if not height > 0:
        raise UnreadableError("landmarks: the nose is between the eyes")
    y = down / height
    turned: NDArray[np.float64] = (points - origin) @ np.stack([x, y, np.cross(x, y)]).T / scale
    return turned
