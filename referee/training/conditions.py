"""What labels do not say about a card in a picture: how large, how sharp, how light it is.

All are measured on the grey pixels of the upright box about the card, in the picture itself:

- `length`: the mean of the two long edges of its corners, px; of a box, its longer side.
- `blur`: the width (standard deviation, px) of its edges, as if all had one. The energy of a
  gradient, sum |g|^2, of an edge of width s goes with 1 / s. Blurred once more by t = 1.5 px, the
  width is sqrt(s^2 + t^2), so r = energy after / energy before = s / sqrt(s^2 + t^2), and
  s = t r / sqrt(1 - r^2). About 0.6 in a sharp picture; noise and fine print make it smaller.
- `light`: the level, 0 to 255, that one in ten of its pixels exceed: the paper of the card.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_AGAIN = 1.5
"""How much a card is blurred to see how sharp it was, px."""
_RIM = 8
"""How far the box reaches beyond the card, px, so that the edges of the card lie within."""


@dataclass(frozen=True)
class Conditions:
    """Length and blur in px, light 0..255: see the module."""

    length: float
    blur: float
    light: float


def conditions_of(picture: Image, quad: NDArray[np.float64]) -> Conditions:
    """Conditions of the card with corners or box `quad` (4, 2) px in a BGR picture."""
    edges = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    length = float(max(edges[0] + edges[2], edges[1] + edges[3]) / 2)
    height, width = picture.shape[:2]
    low, high = np.floor(quad.min(axis=0)) - _RIM, np.ceil(quad.max(axis=0)) + _RIM
    x0, y0 = np.clip(low, 0, (width - 2, height - 2)).astype(int)
    x1, y1 = np.clip(high, (x0 + 2, y0 + 2), (width, height)).astype(int)
    grey = cv2.cvtColor(picture[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY).astype(np.float32)
    before = _energy(grey)
    after = _energy(cv2.GaussianBlur(grey, (0, 0), _AGAIN))
    ratio = min(after / before, 0.999) if before > 0 else 0.999
    blur = _AGAIN * ratio / math.sqrt(1 - ratio**2)
    return Conditions(length, blur, float(np.quantile(grey, 0.9)))


def _energy(grey: NDArray[Any]) -> float:
    down, across = np.gradient(grey)
    return float((down**2 + across**2).sum())
