"""Cards laid one at a time: from readings of a still table to "laid", in order, and "swept".

A trick is the cards laid in turn since the last sweep. What is laid stays laid, also while later
cards or a hand cover it, and is swept once none of the trick is left where the cards are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.vision.reveal import CERTAIN
from referee.vision.sighting import CardSighting

VOTES = 2
"""Readings in a row that must agree on a card before it is laid."""
ASK_AFTER = 8
"""Readings after which a card that stays doubtful is laid all the same, for a person to name."""
SWEPT_AFTER = 3
"""Readings in a row without any card of the trick before it is swept."""
_REACH = 0.3
"""Two sightings of one card lie closer than this share of its length."""
_PERHAPS = 0.1
"""Two readings of one place may be of one card when both give some card this much."""


@dataclass(frozen=True)
class CardLaid:
    """One card joined the trick."""

    sighting: CardSighting
    """As last read before it was laid."""
    time_s: float
    """Of the reading that decided it."""
    certain: bool
    """False when a person must name the card."""
    order_known: bool
    """False when it came into view in one reading with another card."""

    @property
    def card(self) -> Card | None:
        """The card as it is most likely read."""
        return self.sighting.card


@dataclass(frozen=True)
class Swept:
    """The trick was taken away."""

    trick: tuple[CardLaid, ...]
    """In the order in which the cards were laid."""
    time_s: float


@dataclass(frozen=True)
class NotSwept:
    """The last sweep was none: the cards had been covered, and the trick goes on."""

    trick: tuple[CardLaid, ...]
    time_s: float


TrickEvent: TypeAlias = CardLaid | Swept | NotSwept


@dataclass(eq=False)
class _Pending:
    """A card in view that is not laid yet."""

    sighting: CardSighting
    together: bool
    seen: int = 0
    agreed: int = 0

    def add(self, sighting: CardSighting, threshold: float) -> None:
        same = sighting.card == self.sighting.card
        sure = sighting.confidence >= threshold
        self.agreed = (self.agreed + 1 if same else 1) if sure else 0
        self.seen += 1
        self.sighting = sighting

    @property
    def certain(self) -> bool:
        return self.agreed >= VOTES


class TrickWatch:
    """Takes the readings of one deal, one after the other.

    `standing` are cards that lie open and are never played, such as the trump turned up. `area`
    is the convex polygon (n, 2) px in which cards are played, in either direction; without one
    the whole picture counts. No card of a deal is laid twice.
    """

    def __init__(
        self,
        standing: Iterable[Card] = (),
        area: NDArray[np.float64] | None = None,
        *,
        threshold: float = CERTAIN,
    ) -> None:
        self._standing = frozenset(standing)
        self._area = area
        self._threshold = threshold
        self._pending: list[_Pending] = []
        self._trick: list[CardLaid] = []
        self._before: tuple[CardLaid, ...] = ()
        """The last trick swept."""
        self._gone: set[Card] = set()
        self._missing = 0

    @property
    def trick(self) -> tuple[CardLaid, ...]:
        """The cards laid since the last sweep, in order."""
        return tuple(self._trick)

    def in_play(self, sightings: Sequence[CardSighting]) -> list[CardSighting]:
        """The open cards where cards are played, but for those that only stand there."""
        return [sighting for sighting in sightings if self._is_in_play(sighting)]

    def see(self, sightings: Sequence[CardSighting], time_s: float) -> tuple[TrickEvent, ...]:
        """What one more reading decides, in the order in which it happened."""
        in_play = self.in_play(sightings)
        events: list[TrickEvent] = []
        if self._reappeared(in_play):
            self._trick, self._before = list(self._before), ()
            self._gone -= {laid.card for laid in self._trick if laid.card}
            events.append(NotSwept(self.trick, time_s))
        present = self._is_present(in_play)
        self._follow([s for s in in_play if not self._is_known(s, present=present)])
        self._missing = 0 if present or not self._trick else self._missing + 1
        if self._missing >= SWEPT_AFTER:
            events.append(self._sweep(time_s))
        if not self._missing:
            events += self._lay(time_s)
        return tuple(events)

    def _is_in_play(self, sighting: CardSighting) -> bool:
        if sighting.face_down or sighting.card in self._standing:
            return False
        return self._area is None or _holds(self._area, sighting.centre)

    def _is_present(self, sightings: Sequence[CardSighting]) -> bool:
        """Whether some of the trick lies there still.

        Once a card of it is gone, another card where one of it lay is the next lead: whoever takes
        a trick may lay at once.
        """
        there = [laid for laid in self._trick if _lies_there(laid, sightings)]
        if len(there) == len(self._trick):
            return bool(there)
        return not all(_is_replaced(laid, sightings) for laid in there)

    def _is_known(self, sighting: CardSighting, *, present: bool) -> bool:
        """Whether a sighting is of a card that is laid, or was in this deal.

        A doubtful one where a card of a `present` trick lies may be that card half covered.
        """
        sure = sighting.confidence >= self._threshold
        if sure and sighting.card in self._gone:
            return True
        return any(
            (sure and sighting.card == laid.card)
            or (
                _same_place(sighting, laid.sighting)
                and ((present and not sure) or _perhaps_same(sighting, laid.sighting))
            )
            for laid in self._trick
        )

    def _reappeared(self, sightings: Sequence[CardSighting]) -> bool:
        """Whether the last trick lies where it lay, and nothing was laid since.

        One card proves that if it is surely read, two if they are not: the next lead may lie where
        the last one did, and look like it.
        """
        if self._trick:
            return False
        again = [
            laid.certain and sighting.confidence >= self._threshold
            for laid in self._before
            for sighting in sightings
            if laid.card == sighting.card and _same_place(sighting, laid.sighting)
        ]
        return any(again) or len(again) > 1

    def _follow(self, sightings: Sequence[CardSighting]) -> None:
        """Keep what is still in view, and begin what is new; what is lost must begin again."""
        kept: list[_Pending] = []
        new: list[CardSighting] = []
        for sighting in sightings:
            near = (p for p in self._pending if _same_place(sighting, p.sighting))
            pending = next((p for p in near if p not in kept), None)
            if pending is None:
                new.append(sighting)
            else:
                pending.add(sighting, self._threshold)
                kept.append(pending)
        self._pending = [pending for pending in self._pending if pending in kept]
        for sighting in new:
            begun = _Pending(sighting, together=len(new) > 1)
            begun.add(sighting, self._threshold)
            self._pending.append(begun)

    def _sweep(self, time_s: float) -> Swept:
        self._before, self._trick, self._missing = self.trick, [], 0
        self._gone |= {laid.card for laid in self._before if laid.card and laid.certain}
        return Swept(self._before, time_s)

    def _lay(self, time_s: float) -> list[TrickEvent]:
        """Lay what is decided; a card waits for those that came into view before it."""
        events: list[TrickEvent] = []
        while self._pending and (self._pending[0].certain or self._pending[0].seen >= ASK_AFTER):
            first = self._pending.pop(0)
            laid = CardLaid(first.sighting, time_s, first.certain, not first.together)
            self._trick.append(laid)
            events.append(laid)
        return events


def _same_place(a: CardSighting, b: CardSighting) -> bool:
    length = float(np.linalg.norm(b.quad[0] - b.quad[3]))
    return float(np.linalg.norm(a.centre - b.centre)) < _REACH * length


def _perhaps_same(a: CardSighting, b: CardSighting) -> bool:
    """Whether two readings of one place may be of the same card."""
    mine, others = (
        {c.card for c in sighting.candidates if c.confidence >= _PERHAPS} | {sighting.card}
        for sighting in (a, b)
    )
    return bool(mine & others)


def _is_replaced(laid: CardLaid, sightings: Sequence[CardSighting]) -> bool:
    """Whether another card lies where this one lay."""
    at_its_place = [s for s in sightings if _same_place(s, laid.sighting)]
    return bool(at_its_place) and not any(_perhaps_same(s, laid.sighting) for s in at_its_place)


def _lies_there(laid: CardLaid, sightings: Sequence[CardSighting]) -> bool:
    """Whether the card is in view, or an open card lies on its middle."""
    return any(
        (laid.certain and sighting.card == laid.card)
        or _same_place(sighting, laid.sighting)
        or _holds(sighting.quad, laid.sighting.centre)
        for sighting in sightings
    )


def _holds(polygon: NDArray[np.float64], point: NDArray[np.float64]) -> bool:
    """Whether a convex polygon (n, 2) holds a point: it lies on one side of every edge."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    to_point = point - polygon
    sides = edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0]
    return bool(np.all(sides >= 0) or np.all(sides <= 0))
