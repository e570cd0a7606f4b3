"""Read the hand that a player lifts to a camera of their own, as on televised tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.hands_in_view import HAND_SIZE
from referee.vision.reveal import CERTAIN
from referee.vision.reveal_watch import VOTES, Reader
from referee.vision.sighting import CardSighting
from referee.vision.stillness import Stillness

LOOK_EVERY_S = 0.25
"""Time between two looks at a camera before which something moves."""
WITHIN_S = 2.0
"""Readings count together when they are no further apart than this."""


@dataclass(frozen=True)
class SeenHand:
    """Four cards of one player. Secret until the reveal."""

    seat: Seat
    cards: frozenset[Card]
    frame: Frame


class HandWatch:
    """Takes the frames of a hand camera and tells each hand once.

    A held hand never lies still, so the same four certain cards in enough looks are what counts.
    A hand that is lifted again is not told again; one with other cards, after an exchange, is.
    """

    def __init__(self, seat: Seat, reader: Reader, *, threshold: float = CERTAIN) -> None:
        self.seat = seat
        self._reader = reader
        self._threshold = threshold
        self._stillness = Stillness()
        self._looked_s: float | None = None
        self._empty_stretch: int | None = None
        self._cards: frozenset[Card] = frozenset()
        self._votes = 0
        self._voted_s = 0.0
        self._told: frozenset[Card] | None = None
        self._may_repeat = False

    def feed(self, frame: Frame) -> SeenHand | None:
        """Take the next frame; a hand when this frame is the one that decides it."""
        still = self._stillness.feed(frame)
        if still.stretch == self._empty_stretch:
            return None  # nothing has changed since nobody held a card up
        if self._looked_s is not None and frame.time_s - self._looked_s < LOOK_EVERY_S - 1e-6:
            return None
        self._looked_s = frame.time_s
        sightings = self._reader.read(frame, lambda seen: len(self._certain(seen)) == HAND_SIZE)
        self._empty_stretch = None if sightings else still.stretch
        if not sightings and self._may_repeat:
            self._told, self._may_repeat = None, False
        cards = self._certain(sightings)
        if len(cards) != HAND_SIZE:
            return None
        again = cards == self._cards and frame.time_s - self._voted_s <= WITHIN_S
        self._votes = self._votes + 1 if again else 1
        self._cards, self._voted_s = cards, frame.time_s
        if self._votes < VOTES or cards == self._told:
            return None
        self._told = cards
        return SeenHand(self.seat, cards, frame)

    def _certain(self, sightings: Sequence[CardSighting]) -> frozenset[Card]:
        return frozenset(
            s.card for s in sightings if s.card is not None and s.confidence >= self._threshold
        )

    def begin_deal(self) -> None:
        """New cards are dealt: once the old hand is out of sight, the same may come again."""
        if self._empty_stretch is None:
            self._may_repeat = True
        else:
            self._told = None
