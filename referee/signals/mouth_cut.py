"""A mouth cut out of the picture, level and always of one size, for whatever looks at it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

EYES_PX = 64
"""Distance of the eyes in the cut-out, px."""
SIZE = (154, 160)
"""Width and height, px."""
MOUTH_AT = (77, 77)
"""Where the middle between the corners of the mouth comes to lie."""
RIGHT_CORNER, LEFT_CORNER = 61, 291

_RIGHT_EYE, _LEFT_EYE = [33, 133], [263, 362]

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MouthCut:
    """One mouth with level eyes, EYES_PX apart."""

    picture: NDArray[np.uint8]
    """(160, 154, 3) BGR, unmirrored: the player's left is at the right."""
    points: Points
    """(478, 2) the face's landmarks in it, px."""


def cut_mouth(image: NDArray[np.uint8], points: Points) -> MouthCut:
    """`points` (478, 2 or 3), px of the BGR image. Those that are unknown (NaN) stay so."""
    points = points[:, :2]
    right_eye, left_eye = points[_RIGHT_EYE].mean(axis=0), points[_LEFT_EYE].mean(axis=0)
    along = left_eye - right_eye
    distance = float(np.hypot(*along))
    cos, sin = along / distance
    turn = np.array([[cos, sin], [-sin, cos]]) * EYES_PX / distance
    shift = MOUTH_AT - turn @ points[[RIGHT_CORNER, LEFT_CORNER]].mean(axis=0)
    into = np.hstack([turn, shift[:, np.newaxis]])
    cut = cv2.warpAffine(image, into, SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return MouthCut(np.asarray(cut, np.uint8), points @ turn.T + shift)
