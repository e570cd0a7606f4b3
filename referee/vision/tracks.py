"""The cards of a table that lies still: what several readings together say about each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.vision.sighting import Candidate, CardSighting

_REACH = 0.15
"""Two sightings of one card lie closer than this share of its length."""
_NAMED = 6
"""Candidates kept for a card."""


@dataclass
class _Track:
    """One card over several readings: the sum of what each said about it."""

    quad: NDArray[np.float64]
    weights: dict[Card | None, float] = field(default_factory=dict)
    found: float = 0.0
    seen: int = 0
    not_of: list[str] = field(default_factory=list)

    def add(self, sighting: CardSighting) -> None:
        self.quad = sighting.quad
        self.found = max(self.found, sighting.found)
        self.seen += 1
        if sighting.not_of:
            self.not_of.append(sighting.not_of)
        for candidate in sighting.candidates:
            known = self.weights.get(candidate.card, 0.0)
            self.weights[candidate.card] = known + candidate.confidence

    def distance(self, sighting: CardSighting) -> float:
        return float(np.linalg.norm(self.quad.mean(axis=0) - sighting.centre))

    def sighting(self) -> CardSighting:
        ranked = sorted(self.weights.items(), key=lambda item: -item[1])
        candidates = tuple(Candidate(card, weight / self.seen) for card, weight in ranked[:_NAMED])
        not_of = self.not_of[-1] if 2 * len(self.not_of) > self.seen else None
        return CardSighting(self.quad, candidates, self.found, not_of)


class StillTable:
    """What has been read since the table came to rest."""

    def __init__(self) -> None:
        self._tracks: list[_Track] = []
        self.readings = 0

    def add(self, sightings: Sequence[CardSighting]) -> None:
        """One more reading."""
        self.readings += 1
        free = list(self._tracks)
        for sighting in sightings:
            reach = _REACH * float(np.linalg.norm(sighting.quad[0] - sighting.quad[3]))
            near = [track for track in free if track.distance(sighting) < reach]
            if near:
                track = min(near, key=lambda t: t.distance(sighting))
                free = [t for t in free if t is not track]
            else:
                track = _Track(sighting.quad)
                self._tracks.append(track)
            track.add(sighting)

    def sightings(self) -> list[CardSighting]:
        """Cards seen in more than half of the readings."""
        return [t.sighting() for t in self._tracks if t.seen * 2 > self.readings]
