"""What the picture itself lets be seen of a face: blur, glare on spectacles, a glass before the
mouth.

Landmarks are placed on a face that is out of focus or half covered as surely as on a clear one.
What they say there is worth little, and this is what tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.signals.observation import Sight
from referee.signals.ramps import above, below

SHARP = (0.10, 0.14)
"""Edges of the better eye over its contrast, from useless to plain. Focused faces of every size
that is read reach 0.15; at a blur of a twelfth of the eye distance all are below 0.13."""
GLARE = (0.1, 0.3)
"""Share of an eye that is white, from harmless to hiding it; lights mirrored in an eye are less."""
WHITE = 235
"""Least level of every channel in a glare."""
COVERED = (28.0, 40.0)
"""How far the chin is from its usual colour beside the cheeks, in Lab, from a shadow to something
before it. Jaws that drop and heads that turn stay below 30."""
EVERY_S = 0.06
"""Focus, light and cups do not change faster; in between the last look holds."""
USUAL_S = 20.0
"""Time constant of what is usual: longer than a sip."""

_UNIT_PX = 24
"""Eye distance at which all faces are compared: that of the smallest that are read."""
_LEFT_EYE, _RIGHT_EYE = [263, 362, 385, 387, 380, 373], [33, 133, 158, 160, 153, 144]
_CHIN = [18, 200, 199, 43, 273, 106, 335]
_CHEEKS = [50, 280, 205, 425]

_AROUND = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])

Image = NDArray[np.uint8]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Small:
    """A face at _UNIT_PX, and its landmarks there (478, 2)."""

    image: Image
    points: Points

    def about(self, indices: list[int], margin: float) -> Image:
        """The box that holds some landmarks."""
        at = self.points[indices]
        low = np.maximum(np.floor(at.min(axis=0) - margin), 0).astype(int)
        high = np.ceil(at.max(axis=0) + margin).astype(int)
        return self.image[low[1] : high[1], low[0] : high[0]]


class ClearView:
    """Looks at one player's face in picture after picture."""

    def __init__(self) -> None:
        self._usual: NDArray[np.float32] | None = None
        self._last: Sight | None = None
        self._time_s = 0.0

    def look(self, image: Image, points: Points, time_s: float) -> Sight:
        """What can be seen; `points` (478, 2 or 3), px of the BGR image."""
        if self._last is None or time_s - self._time_s >= EVERY_S:
            self._last = self._see(image, points, time_s)
            self._time_s = time_s
        return self._last

    def _see(self, image: Image, points: Points, time_s: float) -> Sight:
        small = _shrink(image, points[:, :2])
        if small is None:
            return Sight(0.0, 0.0, 0.0, 0.0)
        focus = above(max(_edges(small, _LEFT_EYE), _edges(small, _RIGHT_EYE)), *SHARP)
        return Sight(
            left_eye=min(focus, below(_glare(small, _LEFT_EYE), *GLARE)),
            right_eye=min(focus, below(_glare(small, _RIGHT_EYE), *GLARE)),
            brows=focus,
            mouth=min(focus, below(self._unusual(small, time_s), *COVERED)),
        )

    def _unusual(self, small: _Small, time_s: float) -> float:
        """How far most of the chin is from its usual colour; a tongue hides only the middle."""
        lab = np.asarray(cv2.cvtColor(small.image, cv2.COLOR_BGR2LAB), np.uint8)
        colours = _colours(lab, small.points[_CHIN + _CHEEKS])
        cheek = np.median(colours[len(_CHIN) :], axis=0)
        chin = np.asarray(colours[: len(_CHIN)] - cheek, np.float32)
        usual = chin if self._usual is None else self._usual
        away = float(np.median(np.linalg.norm(chin - usual, axis=1)))
        share = 1 - exp(-(time_s - self._time_s) / USUAL_S)
        self._usual = np.asarray(usual + share * (chin - usual), np.float32)
        return away


def _shrink(image: Image, points: Points) -> _Small | None:
    """None where the face lies outside the picture."""
    eyes = points[[263, 362]].mean(axis=0) - points[[33, 133]].mean(axis=0)
    distance = float(np.hypot(*eyes))
    margin = 0.2 * distance
    low = np.maximum(points.min(axis=0) - margin, 0).astype(int)
    high = np.minimum(points.max(axis=0) + margin, image.shape[1::-1]).astype(int)
    if distance < 1 or (high - low).min() < 1:
        return None
    scale = _UNIT_PX / distance
    size = np.maximum(np.round((high - low) * scale), 1).astype(int)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    part = image[low[1] : high[1], low[0] : high[0]]
    small = cv2.resize(part, (int(size[0]), int(size[1])), interpolation=how)
    return _Small(np.asarray(small, np.uint8), (points - low) * scale)


def _edges(small: _Small, eye: list[int]) -> float:
    """Strength of the edges about an eye over the contrast there; 0 where there is no eye."""
    part = small.about(eye, 3.0)
    if part.size == 0:
        return 0.0
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    dark, light = np.percentile(grey, (5, 95))
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean()
    return float(edges / max(light - dark, 8.0))


def _glare(small: _Small, eye: list[int]) -> float:
    """The share of an eye that is white."""
    part = small.about(eye, 1.5)
    return float((part.min(axis=2) > WHITE).mean()) if part.size else 0.0


def _colours(lab: Image, at: Points) -> NDArray[np.float32]:
    """The middle colours (n, 3) of nine pixels each about points (n, 2)."""
    limit = np.array(lab.shape[1::-1]) - 1
    places = np.clip(np.round(at).astype(int)[:, np.newaxis] + _AROUND, 0, limit)
    return np.asarray(np.median(lab[places[..., 1], places[..., 0]], axis=1), np.float32)
