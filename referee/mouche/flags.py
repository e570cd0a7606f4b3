"""Questions for the human referee: what the cards seen so far say about earlier acts.

A flag is never a penalty, and the deal goes on: the article does not say what a fault costs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.mouche.events import Answer, Questioned
from referee.mouche.hands import HAND_SIZE, is_mouche, spoken_cards
from referee.mouche.ledger import Note, NoteKind
from referee.mouche.ruleset import OpenPoint, Ruleset
from referee.mouche.seats import Seat
from referee.mouche.tricks import Duty, Trick, breaches


class FlagKind(StrEnum):
    """What may have been a fault."""

    NOT_FOLLOWED = "not_followed"
    NOT_TRUMPED = "not_trumped"
    NOT_OVERTRUMPED = "not_overtrumped"
    NOT_BEATEN = "not_beaten"
    FALSE_ANSWER = "false_answer"
    """A player lied about saving the mouche."""
    MOUCHE_UNDECLARED = "mouche_undeclared"
    """A mouche was played instead of being declared before the first card."""


@dataclass(frozen=True, slots=True)
class Flag:
    """One question: what was seen, and the rule that it rests on."""

    kind: FlagKind
    seat: Seat
    seen: str
    """A sentence without its full stop."""
    rule: str
    trick: int = 0
    """Of the fault, 1 for the first; 0 when it was no card."""
    laid: Card | None = None
    """The card that is in question."""
    proof: Card | None = None
    """The card that proves it."""

    def __str__(self) -> str:
        return f"{self.seen}? Rule: {self.rule}"


def revokes(tricks: Sequence[Trick], ruleset: Ruleset) -> tuple[Flag, ...]:
    """Every card laid against a duty, as soon as a later card of its player proves it."""
    return tuple(
        Flag(
            _KINDS[found.duty],
            found.play.seat,
            str(found),
            found.duty.rule,
            trick=found.trick,
            laid=found.play.card,
            proof=found.proof,
        )
        for found in breaches(tricks, ruleset.must_beat)
    )


def not_beaten(tricks: Sequence[Trick], ruleset: Ruleset) -> tuple[Note, ...]:
    """Notes on cards that did not beat another, where the house asks for no such thing."""
    if ruleset.must_beat:
        return ()
    return tuple(
        Note(NoteKind.NOT_BEATEN, ruleset, OpenPoint.MUST_BEAT, found.play.seat, breach=found)
        for found in breaches(tricks, True)
        if found.duty is Duty.BEAT
    )


def mouche_flags(
    seen: Mapping[Seat, Sequence[Card]],
    answers: Sequence[Questioned],
    silent: Sequence[Seat],
) -> Iterator[Flag]:
    """Lies about a mouche, and mouches that were played.

    `seen` are the cards as dealt of each seat that stuck, as far as they are known; `silent` are
    those that can no longer declare and have not.
    """
    for given in answers:
        holds = _holds_mouche(seen.get(given.asked, ()))
        if holds is None or given.answer not in _CLAIMS or _CLAIMS[given.answer] is holds:
            continue
        cards = spoken_cards(seen[given.asked])
        said = f"{given.asked} said {given.answer} when asked for the mouche, but held {cards}"
        yield Flag(FlagKind.FALSE_ANSWER, given.asked, said, "evade or keep silent, but do not lie")
    for seat in silent:
        held = seen.get(seat, ())
        if _holds_mouche(held):
            said = f"{seat} stuck with {spoken_cards(held)} and did not declare the mouche"
            rule = "a mouche is declared before the first trick"
            yield Flag(FlagKind.MOUCHE_UNDECLARED, seat, said, rule)


def _holds_mouche(cards: Sequence[Card]) -> bool | None:
    """None while the cards seen could still be either."""
    if len({card.suit for card in cards}) > 1:
        return False
    return is_mouche(cards) if len(cards) == HAND_SIZE else None


_CLAIMS = {Answer.YES: True, Answer.NO: False}
"""Silence counts as yes, but is no lie."""
_KINDS = {
    Duty.FOLLOW: FlagKind.NOT_FOLLOWED,
    Duty.TRUMP: FlagKind.NOT_TRUMPED,
    Duty.OVERTRUMP: FlagKind.NOT_OVERTRUMPED,
    Duty.BEAT: FlagKind.NOT_BEATEN,
}
