"""What the mouth itself shows and no blendshape tells: a bitten lip's side, a tongue's side.

Lips and tongue are pinker than skin. Below the upper lip's edge a mouth shows a band of pink, the
lower lip; where a part of it is bitten the band is gone there, and a tongue makes it long and
leans to its side. Measured on a level cut-out of the mouth against the same face's cheeks, so
light and complexion matter little; where lips stand out too little nothing is claimed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.signals.mouth_cut import EYES_PX, LEFT_CORNER, RIGHT_CORNER, SIZE, MouthCut, Points
from referee.signals.mouth_model import MouthReading
from referee.signals.observation import MouthScores

MIN_CONTRAST = 3.5
"""Least difference in pinkness between lips and cheeks, in levels of Lab."""
TONGUE_SHOWS = 0.15
"""Score of the tongue from which its side is looked for."""

_BLUE = 0.6
"""Pinkness is a* less this share of b*: tongue and lips are redder than skin, and less yellow."""
_BAND = 0.45
_MIN_LIP = 0.08
_SIDE_DEG, _SIDE_TIP = 11.0, 0.10
"""Where a tongue's lean is halfway between straight and to a side: angle of its mass below the
upper lip, degrees, and shift of its tip, mouth widths."""
_YAW_SHIFT = 0.45
"""A tongue points out of the mouth: its tip shifts by this times sin(yaw), mouth widths."""

_UPPER_INNER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308]
_UPPER_OUTER = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291]
_CHEEKS = [50, 280, 205, 425, 36, 266]
_OUTLINE = [
    *(10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377),
    *(152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109),
]
_UPPER_MIDDLE = 13

_AROUND = np.arange(-3, 4)


@dataclass(frozen=True, slots=True)
class _Pink:
    """Where the cut-out is pink below the upper lip, and the landmarks in it."""

    mask: NDArray[np.bool_]
    points: Points

    @property
    def corners(self) -> tuple[float, float]:
        """Where the mouth begins and ends, px from the left."""
        return float(self.points[RIGHT_CORNER, 0]), float(self.points[LEFT_CORNER, 0])


def score_mouth(cut: MouthCut, yaw_deg: float, tongue_out: float | None) -> MouthScores:
    """The scores of one mouth.

    `tongue_out` is handed through; sides are None where the lips stand out too little to tell.
    A bite in the middle is left to blendshapes and landmarks, which tell it well.
    """
    pink = _find_pink(cut)
    if pink is None:
        return MouthScores(tongue_out=tongue_out)
    if tongue_out is not None and tongue_out >= TONGUE_SHOWS:
        lean = _lean(pink, yaw_deg)
        return MouthScores(
            tongue_out=tongue_out,
            tongue_left=max(lean, 0.0),
            tongue_right=max(-lean, 0.0),
            bite_left=0.0,
            bite_right=0.0,
        )
    right, left = _lower_lip(pink)
    return MouthScores(
        tongue_out=tongue_out,
        tongue_left=0.0,
        tongue_right=0.0,
        bite_left=_missing(left, right),
        bite_right=_missing(right, left),
    )


def has_side(measured: MouthScores) -> bool:
    """Whether anything to a side was measured, which the network could take away."""
    sides = (
        measured.tongue_left, measured.tongue_right, measured.bite_left, measured.bite_right,
    )  # fmt: skip
    return any(sides)


def agreed(measured: MouthScores, read: MouthReading) -> MouthScores:
    """What was measured, as far as the network does not see the same to the other side.

    It was taught by two drawn heads and one man, and errs on people whom it does not know: so it
    can take a side away and never claims one.
    """
    return replace(
        measured,
        tongue_left=_unless(measured.tongue_left, read["tongue_right"]),
        tongue_right=_unless(measured.tongue_right, read["tongue_left"]),
        bite_left=_unless(measured.bite_left, read["bite_right"]),
        bite_right=_unless(measured.bite_right, read["bite_left"]),
    )


def _unless(score: float | None, other: float) -> float | None:
    return None if score is None else score * min(1.0, max(0.0, 1.0 - other))


def _find_pink(cut: MouthCut) -> _Pink | None:
    at = cut.points
    colours = cv2.cvtColor(cut.picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab = cv2.GaussianBlur(colours, (0, 0), 1.0)
    pinkness = lab[..., 1] - _BLUE * lab[..., 2]
    skin = _skin(pinkness, at[_CHEEKS])
    lip_area = _filled(at[_UPPER_OUTER + _UPPER_INNER[::-1]])
    if not lip_area.any():
        return None
    contrast = float(np.median(pinkness[lip_area])) - skin
    if contrast < MIN_CONTRAST:
        return None
    mask = (pinkness > skin + 0.45 * contrast) & _below_upper_lip(at) & _filled(at[_OUTLINE])
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return _Pink(opened.astype(np.bool_), at)


def _skin(values: NDArray[np.float32], at: Points) -> float:
    """The middle of the medians about points (n, 2), which are moved into the picture."""
    x, y = np.clip(at, 3, np.array(SIZE) - 4).astype(int).T
    patches = values[y[:, None, None] + _AROUND[:, None], x[:, None, None] + _AROUND]
    return float(np.median(np.median(patches.reshape(len(at), -1), axis=1)))


def _filled(outline: Points) -> NDArray[np.bool_]:
    area = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(area, [np.round(outline).astype(np.int32)], (1,))
    return area.astype(np.bool_)


def _below_upper_lip(at: Points) -> NDArray[np.bool_]:
    """From the upper lip's inner edge down, and a little beyond the corners of the mouth."""
    columns, rows = np.arange(SIZE[0]), np.arange(SIZE[1])[:, np.newaxis]
    edge = np.interp(columns, at[_UPPER_INNER, 0], at[_UPPER_INNER, 1])
    start, end = at[RIGHT_CORNER, 0], at[LEFT_CORNER, 0]
    reach = 0.15 * (end - start)
    inside = (columns >= start - reach) & (columns <= end + reach)
    return np.asarray((rows > edge + 1) & inside, np.bool_)


def _lower_lip(pink: _Pink) -> tuple[float, float]:
    """Height of the pink band under the right and the left third of the mouth."""
    start, end = pink.corners
    columns = start + (end - start) * np.linspace(0.2, 0.8, 15)
    heights = []
    for column in np.clip(np.round(columns), 0, SIZE[0] - 1).astype(int):
        edge = np.interp(column, pink.points[_UPPER_INNER, 0], pink.points[_UPPER_INNER, 1])
        band = pink.mask[int(edge) : int(edge + _BAND * EYES_PX), column]
        heights.append(band.sum() / EYES_PX)
    right, _, left = np.array(heights).reshape(3, 5).mean(axis=1).tolist()
    return right, left


def _missing(part: float, other: float) -> float:
    """From 0 to 1 that the lip is gone here while it shows there; 0.5 at a third of it left."""
    if other < _MIN_LIP:
        return 0.0
    return float(np.clip((1 - part / other - 0.4) / 0.52, 0, 1))


def _lean(pink: _Pink, yaw_deg: float) -> float:
    """How far the tongue is to a side: -1 to 1, positive to the player's left, 0.5 halfway."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pink.mask.astype(np.uint8))
    if count < 2:
        return 0.0
    rows, columns = np.nonzero(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()))
    x, y = pink.points[_UPPER_MIDDLE]
    angle = float(np.degrees(np.arctan2(columns.mean() - x, rows.mean() - y)))
    start, end = pink.corners
    tip = columns[rows >= np.percentile(rows, 80)].mean() - (start + end) / 2
    shift = float(tip / (end - start)) - _YAW_SHIFT * float(np.sin(np.radians(yaw_deg)))
    if angle * shift <= 0:
        return 0.0
    lean = min(abs(angle) / _SIDE_DEG, abs(shift) / _SIDE_TIP) / 2
    return float(np.copysign(min(lean, 1.0), angle))
