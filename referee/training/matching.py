"""Which labelled card a sighting is of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from referee.training.labels import LabelledCard
from referee.vision.ghosts import quad_overlap
from referee.vision.sighting import CardSighting

_OVERLAP, _BOX_OVERLAP = 0.5, 0.2
"""Shared area over the area of both from which two outlines are of one card. A box about what
shows of a card is a loose outline of it."""


def match(
    truth: Sequence[LabelledCard], sightings: Sequence[CardSighting], *, boxes: bool
) -> dict[int, int]:
    """Index of a labelled card -> index of the sighting that overlaps it most, one to one."""
    overlaps = np.zeros((len(truth), len(sightings)))
    for i, label in enumerate(truth):
        for j, sighting in enumerate(sightings):
            if boxes:
                overlaps[i, j] = box_overlap(label.quad, sighting.quad)
            else:
                overlaps[i, j] = quad_overlap(label.quad, sighting.quad)
    pairs: dict[int, int] = {}
    least = _BOX_OVERLAP if boxes else _OVERLAP
    while overlaps.size and overlaps.max() >= least:
        i, j = divmod(int(overlaps.argmax()), len(sightings))
        pairs[i] = j
        overlaps[i, :] = overlaps[:, j] = 0
    return pairs


def box_overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Shared area of the boxes about two outlines (n, 2) over the area of both, 0 to 1."""
    (a_low, a_high), (b_low, b_high) = (a.min(0), a.max(0)), (b.min(0), b.max(0))
    low, high = np.maximum(a_low, b_low), np.minimum(a_high, b_high)
    shared = float(np.prod(np.maximum(high - low, 0)))
    union = float(np.prod(a_high - a_low) + np.prod(b_high - b_low)) - shared
    return shared / union if union > 0 else 0.0
