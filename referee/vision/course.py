"""A deck while it is being taught live: what was shown, and what a person said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.vision.showing import Showing
from referee.vision.teaching import Lesson, lesson

MOST_SHOWINGS = 600
"""Showings after which no more is looked at: fifteen of each card, and some 300 MB of pictures."""


@dataclass(frozen=True)
class Course:
    """The `cards` of the pack, the reader's `classes`, and everything that is known so far.

    Every change gives another course, so that who looks at one sees it whole.
    """

    cards: tuple[Card, ...]
    classes: tuple[str, ...]
    shown: tuple[Showing, ...] = ()
    named: Mapping[int, Card] = field(default_factory=dict)
    """What a person said a card is, by its number."""
    left_out: frozenset[int] = frozenset()
    """Numbers of showings that count for nothing."""

    @cached_property
    def lesson(self) -> Lesson:
        """Which card is which, and what is missing, doubtful or too many."""
        counted = [showing for showing in self.shown if showing.number not in self.left_out]
        return lesson(counted, self.cards, self.classes, named=self.named)

    @property
    def full(self) -> bool:
        """Whether so much was shown that no more is looked at."""
        return len(self.shown) >= MOST_SHOWINGS

    def looked(self, shown: Sequence[Showing]) -> Course:
        """After another look; `shown` is copied, for it goes on to change."""
        return replace(self, shown=tuple(replace(s, plates=list(s.plates)) for s in shown))

    def name(self, number: int, card: Card) -> Course:
        """A person says what a card is. Raises NotAllowedError."""
        self.showing(number)
        if card not in self.cards:
            raise NotAllowedError(
                f"{card.code} is not in this pack of {len(self.cards)}",
                "not_in_taught_pack",
                card=card.code,
            )
        return replace(self, named={**self.named, number: card})

    def leave_out(self, number: int) -> Course:
        """A person says that this is no card of the deck. Raises NotAllowedError."""
        showing = self.showing(number)
        gone = {number, *showing.also}
        named = {n: card for n, card in self.named.items() if n not in gone}
        return replace(self, named=named, left_out=self.left_out | gone)

    def showing(self, number: int) -> Showing:
        """The card with that number. Raises NotAllowedError where there is none (any longer)."""
        for showing in self.lesson.shown:
            if showing.number == number:
                return showing
        raise NotAllowedError(
            f"card {number} is not there any more; look at the page again",
            "no_such_showing",
            n=number,
        )
