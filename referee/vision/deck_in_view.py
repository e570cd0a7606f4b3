"""Which taught deck lies on the table, and which cards are clearly not of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.vision.ghosts import quad_overlap
from referee.vision.sighting import CardSighting
from referee.vision.taught import TaughtDeck

Look = Callable[[NDArray[np.float64]], NDArray[np.float32]]
"""Quads (n, 4, 2) px to features (n, 2, D), one row for each way up."""
DOUBT = 0.5
"""What the confidence in a card comes to that is not of the deck or the pack."""
_APART = 0.02
"""Cards that share less of their area than this do not hide each other."""


def likeliest(decks: Sequence[TaughtDeck], features: NDArray[np.floating]) -> TaughtDeck | None:
    """The deck that cards with `features` (n, 2, D) look most like; None when they look like none.

    The middle card decides: some are hidden, and a stranger or two may lie among them.
    """
    seen = [float(np.median(_likeness(deck, features))) for deck in decks]
    best = int(np.argmax(seen))
    return decks[best] if seen[best] >= decks[best].floor else None


def strangers_named(
    cards: Sequence[CardSighting], deck: TaughtDeck | None, look: Look
) -> tuple[CardSighting, ...]:
    """The cards; those that lie apart from all others and are clearly not of `deck` say so.

    A card that lies under or over others looks little like itself; of it nothing is said.
    """
    if deck is None:
        return tuple(cards)
    apart = [i for i, card in enumerate(cards) if not card.face_down and _lies_apart(i, cards)]
    if not apart:
        return tuple(cards)
    likeness = _likeness(deck, look(np.stack([cards[i].quad for i in apart])))
    strange = {i for i, like in zip(apart, likeness, strict=True) if like < deck.floor}
    return tuple(
        stranger(card, f"deck {deck.name}") if i in strange else card
        for i, card in enumerate(cards)
    )


def stranger(card: CardSighting, not_of: str | None) -> CardSighting:
    """The card as one that is not of that deck or pack, and so is never read with confidence.

    None changes nothing.
    """
    if not_of is None:
        return card
    doubted = (replace(c, confidence=DOUBT * c.confidence) for c in card.candidates)
    return replace(card, candidates=tuple(doubted), not_of=not_of)


def _likeness(deck: TaughtDeck, features: NDArray[np.floating]) -> NDArray[np.float64]:
    ways = [deck.likeness(features[:, way]) for way in range(features.shape[1])]
    return np.asarray(np.max(ways, axis=0))


def _lies_apart(index: int, cards: Sequence[CardSighting]) -> bool:
    quad = cards[index].quad
    return all(i == index or quad_overlap(quad, c.quad) < _APART for i, c in enumerate(cards))
