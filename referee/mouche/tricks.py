"""Tricks: who wins, what may be played, and which cards prove that something else was due.

One relation says it all: a card laid on a trick breaks a duty if the player held another card
that was due instead. What is legal follows from the cards in the hand, and a revoke from the
cards of the same hand that are seen later.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from referee.cards import Card, Suit
from referee.mouche.hands import strength
from referee.mouche.seats import Seat

TRICKS = 5


@dataclass(frozen=True, slots=True)
class Play:
    """A card that a seat lays on the trick."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"{self.seat} {self.card.french}"


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards laid in turn since the last trick."""

    trump: Suit
    plays: tuple[Play, ...] = ()

    def __str__(self) -> str:
        return ", ".join(str(play) for play in self.plays)

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None before the lead."""
        return self.plays[0].card.suit if self.plays else None

    @property
    def winning(self) -> Play | None:
        """The highest trump, else the highest card of the suit led; None before the lead."""
        return max(self.plays, key=lambda play: self._height(play.card), default=None)

    def beats(self, card: Card) -> bool:
        """Whether a card would win the trick as it lies."""
        winning = self.winning
        return winning is None or self._height(card) > self._height(winning.card)

    def laid(self, play: Play) -> Self:
        """The trick with one more card."""
        return replace(self, plays=(*self.plays, play))

    def legal(self, hand: Sequence[Card], must_beat: bool = False) -> tuple[Card, ...]:
        """The cards of a hand that break no duty; some always do not."""
        return tuple(
            card
            for card in hand
            if not any(broken_duty(self, card, other, must_beat) for other in hand)
        )

    def _height(self, card: Card) -> tuple[int, int]:
        rank = 2 if card.suit is self.trump else 1 if card.suit is self.led else 0
        return rank, strength(card)


class Duty(StrEnum):
    """What a player owes a trick; the sentence is the rule."""

    FOLLOW = "follow"
    TRUMP = "trump"
    OVERTRUMP = "overtrump"
    BEAT = "beat"

    @property
    def rule(self) -> str:
        """The rule that it rests on."""
        return _RULES[self]

    @property
    def breach(self) -> str:
        """What a player who broke it did."""
        return _BREACHES[self]


def broken_duty(trick: Trick, laid: Card, held: Card, must_beat: bool) -> Duty | None:
    """The duty that a card laid on a trick breaks because another was held; None if none.

    `trick` is as it lay before the card. With `must_beat`, or to tell whether it would matter,
    following with a card that does not beat the trick breaks BEAT.
    """
    led, trump, winning = trick.led, trick.trump, trick.winning
    if led is None or winning is None:
        return None
    if laid.suit is led:
        beaten = held.suit is led and trick.beats(held) and not trick.beats(laid)
        return Duty.BEAT if must_beat and beaten else None
    if held.suit is led:
        return Duty.FOLLOW
    if held.suit is not trump:
        return None
    if winning.card.suit is not trump:
        return None if laid.suit is trump else Duty.TRUMP
    return Duty.OVERTRUMP if trick.beats(held) and not trick.beats(laid) else None


@dataclass(frozen=True, slots=True)
class Breach:
    """A card that another card of the same hand, seen later, proves to have been a fault."""

    duty: Duty
    play: Play
    on: Play
    """The card that was winning the trick when it was laid."""
    trick: int
    """Of the fault, 1 for the first."""
    proof: Card
    proof_trick: int
    """When the proof was laid."""

    def __str__(self) -> str:
        seat = self.play.seat
        return (
            f"{seat} laid {self.play.card.french} on {self.on.card.french} in trick {self.trick}, "
            f"but held {self.proof.french}, seen in trick {self.proof_trick}: {self.duty.breach}"
        )


def breaches(tricks: Sequence[Trick], must_beat: bool) -> tuple[Breach, ...]:
    """Every fault that the cards laid so far prove, in the order in which they were proved.

    A card breaks each duty at most once. All cards of a hand were held from the first trick on,
    since nothing is drawn between tricks.
    """
    found: dict[tuple[Play, Duty], Breach] = {}
    laid: list[tuple[int, Trick, Play]] = []
    for number, before, play in _history(tricks):
        for earlier, trick, fault in laid:
            winning = trick.winning
            if fault.seat is not play.seat or winning is None:
                continue
            duty = broken_duty(trick, fault.card, play.card, must_beat)
            if duty and (fault, duty) not in found:
                breach = Breach(duty, fault, winning, earlier, play.card, number)
                found[fault, duty] = breach
        laid.append((number, before, play))
    return tuple(found.values())


def _history(tricks: Sequence[Trick]) -> Iterator[tuple[int, Trick, Play]]:
    """Every play with the number of its trick and how that lay before it."""
    for number, trick in enumerate(tricks, 1):
        for i, play in enumerate(trick.plays):
            yield number, Trick(trick.trump, trick.plays[:i]), play


_RULES = {
    Duty.FOLLOW: "follow the suit led if you can",
    Duty.TRUMP: "if you cannot follow suit, trump if you can",
    Duty.OVERTRUMP: "if you cannot follow suit, beat a trump on the table if you can",
    Duty.BEAT: "if you follow suit, beat the winning card if you can",
}
_BREACHES = {
    Duty.FOLLOW: "did not follow suit",
    Duty.TRUMP: "did not trump",
    Duty.OVERTRUMP: "did not overtrump",
    Duty.BEAT: "did not beat the card",
}
