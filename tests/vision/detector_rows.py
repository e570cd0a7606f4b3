"""What the detector says of cards, written by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.vision.quads import keypoints_of_quads
from tests.vision.table_views import card_at

Array = NDArray[Any]


def upright(x: float, y: float, length: float = 95.0, turn: float = 0.0) -> Array:
    """A card in a picture, px, its centre at (x, y); turned counter-clockwise."""
    return card_at(0, 0, turn) * (length / 95, -length / 95) + (x, y)


def raw_rows(*found: tuple[Array, float]) -> Array:
    """The detector's output (13, anchors) for quads and scores."""
    rows = []
    for quad, score in found:
        points = np.column_stack([keypoints_of_quads(quad), np.ones(4)])
        rows.append([score, *points.ravel()])
    return np.array(rows, np.float32).reshape(-1, 13).T
