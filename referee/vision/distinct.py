"""A pack holds each card once: what one sighting surely is, another cannot be.

Certain readings stay as they are, so that a card read twice with certainty remains a fault. The
doubtful ones are weighed anew (mean field): with p[i, k] the reader's odds that sighting i is card
k, and q the current belief,

    q[i, k]  ~  p[i, k] * product over j != i of (1 - q[j, k])

normalised per sighting together with the odds of cards that are not among its candidates. A card
that the game's pack lacks is not impossible, a strange card may lie there, but unlikely: its odds
count for less to begin with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.cards import Card, Pack
from referee.vision.sighting import Candidate, CardSighting

_ROUNDS = 4
_STRANGE = 0.05
"""Weight of a card that is not in the pack against one that is."""


def distinct(
    sightings: Sequence[CardSighting], certain: float, pack: Pack | None = None
) -> list[CardSighting]:
    """The sightings with the odds of those below confidence `certain` weighed against the rest."""
    if pack is not None:
        sightings = [_of_pack(sighting, pack) for sighting in sightings]
    cards = sorted({c.card for s in sightings for c in s.candidates if c.card is not None})
    if not cards:
        return list(sightings)
    column = {card: k for k, card in enumerate(cards)}
    odds = np.zeros((len(sightings), len(cards)))
    for i, sighting in enumerate(sightings):
        for candidate in sighting.candidates:
            if candidate.card is not None:
                odds[i, column[candidate.card]] = candidate.confidence
    rest = np.maximum(1 - odds.sum(axis=1), 1e-6)
    doubtful = np.array([s.confidence < certain for s in sightings])
    belief = odds.copy()
    for _ in range(_ROUNDS):
        free = np.clip(1 - belief, 1e-6, 1)
        others = np.exp(np.log(free).sum(axis=0) - np.log(free))
        weighed = odds * others
        weighed /= (weighed.sum(axis=1) + rest)[:, None]
        belief = np.where(doubtful[:, None], weighed, odds)
    return [
        _weighed(sighting, belief[i], column) if doubtful[i] else sighting
        for i, sighting in enumerate(sightings)
    ]


def _of_pack(sighting: CardSighting, pack: Pack) -> CardSighting:
    """The sighting with the odds of cards outside the pack reduced, all normalised again."""
    strange = [c.card is not None and c.card not in pack for c in sighting.candidates]
    if not any(strange):
        return sighting
    odds = [
        c.confidence * (_STRANGE if odd else 1)
        for c, odd in zip(sighting.candidates, strange, strict=True)
    ]
    rest = max(0.0, 1 - sum(c.confidence for c in sighting.candidates))
    whole = sum(odds) + rest
    candidates = (
        Candidate(c.card, value / whole) for c, value in zip(sighting.candidates, odds, strict=True)
    )
    return replace(sighting, candidates=tuple(sorted(candidates, key=lambda c: -c.confidence)))


def _weighed(sighting: CardSighting, belief: np.ndarray, column: dict[Card, int]) -> CardSighting:
    """The sighting with new confidences; a back keeps the share that the cards leave it."""
    up = [c for c in sighting.candidates if c.card is not None]
    down = [c for c in sighting.candidates if c.card is None]
    new = [Candidate(c.card, float(belief[column[c.card]])) for c in up if c.card is not None]
    left = max(0.0, 1 - sum(c.confidence for c in new))
    new += [Candidate(None, min(c.confidence, left)) for c in down]
    return replace(sighting, candidates=tuple(sorted(new, key=lambda c: -c.confidence)))
