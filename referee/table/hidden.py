"""Hands that a camera has seen but the table has not: kept apart, shown late or not at all.

No event and no state holds such a hand. The log says `HandSealed` with a digest of the cards and
a random salt; the hand itself goes into a table of its own, which nothing reads but
`UnrevealedHands`. What that gives is as old as it is asked to be, measured on a clock that nobody
can set.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Self

from referee.cards import Card, format_cards
from referee.seats import Seat
from referee.table.events import HandSealed

KEPT_S = 24 * 3600.0
"""No output may be later than this, so that older hands are forgotten."""
SALT_BYTES = 16
"""Enough that the few possible hands cannot be tried one by one."""


@dataclass(frozen=True, slots=True)
class HiddenHand:
    """A hand nobody may see yet; its cards are in no text made of it."""

    seat: Seat
    cards: tuple[Card, ...] = field(repr=False)
    salt: bytes = field(repr=False)

    @property
    def seal(self) -> str:
        """Proves later that these were the cards, and tells none of them now."""
        text = f"{self.seat} {format_cards(self.cards)}"
        return sha256(self.salt + text.encode()).hexdigest()

    @property
    def event(self) -> HandSealed:
        """What the log says of it."""
        return HandSealed(self.seat, self.seal)


@dataclass(frozen=True, slots=True)
class UnrevealedHands:
    """Hands as a hand camera saw them, each with when; times are seconds of a monotonic clock.

    After a restart nobody knows how long ago a hand was seen, so it counts from then on.
    """

    _seen: tuple[tuple[float, HiddenHand | None], ...] = field(default=(), repr=False)

    def with_hand(self, hand: HiddenHand, time_s: float) -> Self:
        """After a camera has seen a hand."""
        return type(self)((*self._seen, (time_s, hand)))

    def gathered(self, time_s: float) -> Self:
        """After the cards went back into the pack. What nobody can be shown is forgotten."""
        seen = (*self._seen, (time_s, None))
        old = [i for i, (when, hand) in enumerate(seen) if hand is None and when <= time_s - KEPT_S]
        return type(self)(seen[old[-1] :] if old else seen)

    def as_of(self, time_s: float) -> dict[Seat, tuple[Card, ...]]:
        """The hands as they were known at a time: now less the delay of who asks."""
        hands: dict[Seat, tuple[Card, ...]] = {}
        for when, hand in self._seen:
            if when > time_s:
                break
            if hand is None:
                hands.clear()
            else:
                hands[hand.seat] = hand.cards
        return hands
