"""Second detections of a card that is already seen."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import CardSighting

_SAME_FACE = 0.3
"""Two sightings of one face that share this much of their area are one card."""


def quad_overlap(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    """Shared area of two convex quads (4, 2) over the area of both, 0 to 1."""
    first, second = a.astype(np.float32), b.astype(np.float32)
    shared = float(cv2.intersectConvexConvex(first, second)[0])
    union = cv2.contourArea(first) + cv2.contourArea(second) - shared
    return shared / union if union > 0 else 0.0


def without_ghosts(sightings: Iterable[CardSighting]) -> tuple[CardSighting, ...]:
    """The sightings, best found first, less those that a better one explains."""
    kept: list[CardSighting] = []
    for sighting in sorted(sightings, key=lambda s: -s.found):
        if not any(_explains(better, sighting) for better in kept):
            kept.append(sighting)
    return tuple(kept)


def seen_better(
    quads: NDArray[np.floating], faces: NDArray[np.integer], sure: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of some detections (n,), best found first, a better one explains.

    That one is surely read, as the same face, and lies where they do: (n, 4, 2) px.
    """
    explained = np.zeros(len(quads), bool)
    for i in range(len(quads)):
        better = np.flatnonzero(sure[:i] & (faces[:i] == faces[i]))
        explained[i] = any(quad_overlap(quads[j], quads[i]) > _SAME_FACE for j in better)
    return explained


def _explains(better: CardSighting, other: CardSighting) -> bool:
    same = better.card == other.card
    return same and quad_overlap(better.quad, other.quad) > _SAME_FACE
