"""What requests about the table may hold. Rules are not checked here: the table refuses."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.mus.betting import Status, Word
from referee.mus.hands import Lance
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.talk import MusWord
from referee.seats import Pair, Seat
from referee.table.codec import event_from_json
from referee.table.commands import Correct
from referee.table.events import (
    BetsEntered,
    Corrected,
    MatchOpened,
    NotedBets,
    Player,
    RevealCommitted,
    ScoreSet,
)
from referee.table.seen import CardRead
from referee.table.verdict import Verdict

LARGEST = 9999
"""The largest number that anything at a table may have."""

Amount = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Annotated[int, Field(ge=1, le=10**9)]
Text = Annotated[str, Field(max_length=500)]
Name = Annotated[str, Field(max_length=40)]
CardCode = Annotated[str, Field(max_length=40, description="As `12O`; see the README.")]
Label = Annotated[
    str, Field(pattern=r"^[ABCD][1-9][0-9]?$", description="Seat and place, as `A2`.")
]


class Body(BaseModel):
    """Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class NewMatch(Body):
    """A match: rules by name, who deals first, who sits where."""

    ruleset: Name | None = Field(None, description="Without one, the table's own.")
    dealer: Seat = Seat.D
    players: dict[Seat, Name] = {}
    corrido: bool = False

    def event(self, usual: str) -> MatchOpened:
        """Under the `usual` ruleset unless one is named; raises UnreadableError for an unknown."""
        players = tuple(Player(seat, name) for seat, name in self.players.items() if name.strip())
        return MatchOpened(
            Ruleset.preset(self.ruleset or usual), self.dealer, players, self.corrido
        )


class Note(Body):
    """A remark to go with it."""

    note: Text = ""


class NewDeal(Body):
    """Who is mano, where it is not whose turn it is."""

    mano: Seat | None = None


class OneSeat(Body):
    """A seat."""

    seat: Seat


class MusSaid(OneSeat):
    """A word about mus."""

    word: MusWord


class Discarded(OneSeat):
    """How many cards."""

    count: Annotated[int, Field(ge=0, le=4)]


class Called(OneSeat):
    """A word in a lance; `amount` for bet and raise."""

    word: Word
    amount: Amount = 0


class DeclaredBody(OneSeat):
    """Pares or juego, yes or no."""

    lance: Lance
    holds: bool


class Misdeal(Body):
    """The seat that demands an exchange, where the house asks."""

    forced_by: Seat | None = None


class LanceEnd(Body):
    """How a lance ended. `amount` is what was accepted; in a refusal, what had been before."""

    lance: Lance
    status: Status
    amount: Amount = 0
    refuser: Pair | None = None


class AllBets(Body):
    """The bets of a deal; a lance that is left out was passed."""

    bets: Annotated[list[LanceEnd], Field(max_length=5)]
    mano: Seat | None = None
    peretes: Annotated[list[Seat], Field(max_length=4)] = []
    deal: Number | None = None

    def event(self) -> BetsEntered:
        """Raises UnreadableError for an end that no lance can have."""
        ends = [NotedBets(b.lance, Noted(b.status, b.amount, b.refuser)) for b in self.bets]
        return BetsEntered(tuple(ends), self.mano, tuple(self.peretes))


class TypedHands(Body):
    """Four cards for every seat."""

    hands: dict[Seat, Annotated[list[CardCode], Field(max_length=9)]]

    def event(self) -> RevealCommitted:
        """Raises RefereeError for what is no card."""
        return RevealCommitted(
            tuple(
                CardRead(f"{seat}{place}", Card.parse(text))
                for seat, cards in self.hands.items()
                for place, text in enumerate(cards, 1)
            )
        )


class NamedCard(Body):
    """The card at a place of a reveal."""

    label: Label
    card: CardCode | None
    deal: Number | None = None

    def parsed(self) -> Card | None:
        """Raises RefereeError for what is no card."""
        return Card.parse(self.card) if self.card is not None else None


class AgreedScore(Body):
    """Points of each pair; winners of the finished games in order, where they change too."""

    score: dict[Pair, Amount]
    games: Annotated[list[Pair], Field(max_length=200)] | None = None
    dealer: Seat | None = None
    note: Text = ""

    def event(self) -> ScoreSet:
        """A pair that is left out has none."""
        score = Score(self.score.get(Pair.AC, 0), self.score.get(Pair.BD, 0))
        games = tuple(self.games) if self.games is not None else None
        return ScoreSet(score, games, self.dealer, self.note)


class Target(Note):
    """The number of an event."""

    target: Number


class Correction(Target):
    """What really happened in the place of an event, as the log writes events; empty: nothing."""

    instead: Annotated[list[dict[str, Any]], Field(max_length=20)] = []
    undo_misfits: bool = False

    def intent(self) -> Correct:
        """Raises RefereeError for what is no event."""
        events = [event_from_json(event) for event in self.instead]
        for event in events:
            if isinstance(event, Corrected):
                raise NotAllowedError("a correction cannot stand in the place of an event")
        plain = tuple(event for event in events if not isinstance(event, Corrected))
        return Correct(self.target, plain, self.note, self.undo_misfits)


class Ruling(Note):
    """The referee's answer."""

    verdict: Verdict


class Remark(Body):
    """A remark, about an event or about nothing in particular."""

    text: Annotated[str, Field(min_length=1, max_length=500)]
    about: Number | None = None
