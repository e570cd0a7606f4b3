"""Distances of a face that no blendshape tells, from its landmarks.

All lengths are in eye distances (between the two eye centres), in axes turned so that the eyes
are level: x towards the player's own left, y down.
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
    """From the eye's centre up to the brow."""
    right_brow_height: float
    mouth_width: float
    mouth_open: float
    """Between the lips."""
    mouth_aside: float
    """How far the middle of the mouth is from below the nose, towards the player's left."""
    lower_lip: float
    """Visible height of the lower lip at its middle."""
    lower_lip_left: float
    lower_lip_right: float
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

    `landmarks`: (478, 2 or more), px of the unmirrored picture, MediaPipe's numbering. Rows that
    are not used here may be NaN. Raises UnreadableError for another shape or for NaN where a
    point is needed.
    """
    if landmarks.ndim != 2 or landmarks.shape[0] != LANDMARKS or landmarks.shape[1] < 2:
        raise UnreadableError(f"landmarks of shape {landmarks.shape}; allowed: ({LANDMARKS}, 2)")
    points = landmarks[:, :2].astype(np.float64)
    right_eye = points[[33, 133]].mean(axis=0)
    left_eye = points[[263, 362]].mean(axis=0)
    along = left_eye - right_eye
    scale = float(np.hypot(*along))
    if not scale > 0:
        raise UnreadableError("landmarks: the two eyes are in one place")
    cos, sin = along / scale
    level = (points - (left_eye + right_eye) / 2) @ np.array([[cos, -sin], [sin, cos]]) / scale

    def apart(a: int, b: int) -> float:
        return float(np.hypot(*(level[a] - level[b])))

    def brow_height(brow: list[int], eye: list[int]) -> float:
        return float(level[eye, 1].mean() - level[brow, 1].mean())

    corners = level[[61, 291]]
    center = points[[61, 291]].mean(axis=0)
    return FaceShape(
        eye_distance_px=scale,
        mouth_center=Point(float(center[0]), float(center[1])),
        left_eye_open=(apart(385, 380) + apart(387, 373)) / 2 / apart(263, 362),
        right_eye_open=(apart(158, 153) + apart(160, 144)) / 2 / apart(33, 133),
        left_brow_height=brow_height([334, 296, 293], [263, 362]),
        right_brow_height=brow_height([105, 66, 63], [33, 133]),
        mouth_width=apart(61, 291),
        mouth_open=apart(13, 14),
        mouth_aside=float(corners[:, 0].mean() - level[2, 0]),
        lower_lip=apart(14, 17),
        lower_lip_left=apart(402, 405),
        lower_lip_right=apart(178, 181),
        upper_lip=apart(0, 13),
    )
