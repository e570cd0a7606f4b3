"""What requests about a table of Mouche may hold. Rules are not checked here: the table refuses."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from referee.cards import Card, Notation, parse_cards
from referee.mouche.events import Answer, Choice, Decision, MoucheDeclared, Questioned
from referee.mouche.flags import FlagKind
from referee.mouche.hands import Mouche
from referee.mouche.ruleset import DealPattern, Ruleset
from referee.mouche.seats import MOST_PLAYERS, Seat
from referee.table.mouche_commands import NameLaid
from referee.table.mouche_events import CardLaid, FlagRuled, MoucheOpened, StakesSet
from referee.table.verdict import Verdict
from referee.web.routes.bodies import Amount, Body, Name, Note, Number

CardCode = Annotated[str, Field(max_length=20, description="As `Kh`, `Td` or `As`.")]
LARGEST_PURSE = 10**6


class NewGame(Body):
    """A game: rules by name, who sits where from P1, who deals first."""

    ruleset: Name | None = Field(None, description="Without one, the table's own.")
    players: Annotated[list[Name], Field(min_length=3, max_length=MOST_PLAYERS)]
    dealer: Seat

    def event(self, usual: Ruleset) -> MoucheOpened:
        """Under the table's rules unless others are named; raises RefereeError."""
        named = self.ruleset if self.ruleset != usual.name else None
        rules = Ruleset.preset(named) if named else usual
        return MoucheOpened(rules, tuple(name.strip() for name in self.players), self.dealer)


class DealtBody(Body):
    """In which packets the dealer deals, once for the whole game."""

    pattern: DealPattern


class LaidBody(Body):
    """A card that lies open: the one turned up, or the next of the trick."""

    card: CardCode

    def event(self) -> CardLaid:
        """Raises RefereeError for what is no card."""
        return CardLaid(Card.parse(self.card, Notation.FRENCH))


class NamedBody(Body):
    """Which card it was; null when no card was laid, or no trick was swept."""

    card: CardCode | None

    def intent(self, seq: int) -> NameLaid:
        """Raises RefereeError for what is no card."""
        return NameLaid(seq, Card.parse(self.card, Notation.FRENCH) if self.card else None)


class DecisionBody(Body):
    """What a seat does with its cards; `count` for an exchange."""

    seat: Seat
    choice: Choice
    count: Annotated[int, Field(ge=0, le=5)] = 0

    def event(self) -> Decision:
        """Raises UnreadableError for an exchange without a count, or a count without one."""
        return Decision(self.seat, self.choice, self.count)


class AskedBody(Body):
    """Somebody asks a player who sticks whether he saves the mouche."""

    asker: Seat
    asked: Seat
    answer: Answer

    def event(self) -> Questioned:
        """The question with its answer."""
        return Questioned(self.asker, self.asked, self.answer)


class MoucheBody(Body):
    """Five cards of one suit, as dealt."""

    seat: Seat
    cards: Annotated[list[CardCode], Field(min_length=1, max_length=9)]

    def event(self) -> MoucheDeclared:
        """Raises RefereeError for what is no card or no mouche."""
        return MoucheDeclared(Mouche(self.seat, parse_cards(",".join(self.cards), Notation.FRENCH)))


class StakesBody(Note):
    """Purses from P1 and the pool, as they lie on the table."""

    purses: Annotated[
        list[Annotated[int, Field(ge=-LARGEST_PURSE, le=LARGEST_PURSE)]],
        Field(min_length=3, max_length=MOST_PLAYERS),
    ]
    basket: Amount
    waiting: list[Annotated[int, Field(ge=1, le=9999)]] = Field(default_factory=list, max_length=50)
    dealer: Seat | None = None

    def event(self) -> StakesSet:
        """The tokens as they are agreed on."""
        waiting = tuple(self.waiting)
        return StakesSet(tuple(self.purses), self.basket, waiting, self.dealer, self.note)


class RulingBody(Note):
    """The referee's answer to a question that the cards of a deal raise."""

    deal: Number
    kind: FlagKind
    seat: Seat
    trick: Annotated[int, Field(ge=0, le=5)]
    verdict: Verdict

    def event(self) -> FlagRuled:
        """The ruling."""
        return FlagRuled(self.deal, self.kind, self.seat, self.trick, self.verdict, self.note)
