"""What is written in the log of a table: everything that was seen, said or decided.

An event is a fact with a number: it is never edited. What turns out to be wrong is put right by
a later `Corrected` that names the number. What follows from the rules (whose turn it is, the
cards a dealer gives, the points) is in no event but in the state, which is derived; only
`DealSettled` repeats what people were told, so that later changes can be shown beside it.

Cards that nobody at the table may know yet are in no event either: `HandSealed` says that a
camera has seen a hand, and the cards lie elsewhere (`referee.table.hidden`).
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from referee.cards import Card
from referee.errors import UnreadableError
from referee.mus.betting import Call
from referee.mus.events import Declared, Misdealt, PereteDeclared, Ruled
from referee.mus.exchange import Discard
from referee.mus.hands import Lance
from referee.mus.irregularities import Irregularity
from referee.mus.keinuak import Gesture, Infraction
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.talk import MusCall
from referee.seats import Pair, Seat
from referee.table.mouche_events import MoucheEvent
from referee.table.seen import (
    DOUBTFUL_BELOW,
    CameraStatus,
    CardRead,
    Evidence,
    require_label,
)
from referee.table.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where; the name is whatever the table wants to be shown."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match begins; `dealer` deals first."""

    ruleset: Ruleset
    dealer: Seat
    players: tuple[Player, ...] = ()
    """At most one for a seat."""
    corrido: bool = False
    """Where the house leaves it to the pairs: whether they agreed to play mus corrido."""

    def __post_init__(self) -> None:
        seats = [player.seat for player in self.players]
        if len(set(seats)) != len(seats):
            raise UnreadableError(f"two players at one seat: {', '.join(seats)}")

    def __str__(self) -> str:
        return f"match opened under {self.ruleset.name}, {self.dealer} deals first"


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The match is over, won or broken off."""

    note: str = ""

    def __str__(self) -> str:
        return "match closed" + (f": {self.note}" if self.note else "")


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The cards are dealt; `mano` speaks first."""

    mano: Seat

    def __str__(self) -> str:
        return f"deal started, mano {self.mano}"


DealStep: TypeAlias = Misdealt | MusCall | Discard | PereteDeclared | Call | Declared | Ruled
"""What is said and done during a deal, as `referee.mus` knows it.

Dealing, serving and shuffling unseen cards follow by themselves and are not written down.
"""


@dataclass(frozen=True, slots=True)
class NotedBets:
    """What was noted about one lance."""

    lance: Lance
    noted: Noted


@dataclass(frozen=True, slots=True)
class BetsEntered:
    """The bets of the whole deal, entered in one screen; a lance left out was passed.

    They stand in place of all that was said call by call in this deal.
    """

    bets: tuple[NotedBets, ...] = ()
    mano: Seat | None = None
    """Who was mano in the end, where mus corrido moved it."""
    peretes: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        lances = [bets.lance for bets in self.bets]
        twice = sorted({lance for lance in lances if lances.count(lance) > 1})
        if twice:
            raise UnreadableError(f"the bets of {', '.join(twice)} are entered twice")

    def __str__(self) -> str:
        said = ", ".join(f"{bets.lance} {bets.noted}" for bets in self.bets)
        return f"bets entered: {said or 'all passed'}"


@dataclass(frozen=True, slots=True)
class RevealCommitted:
    """All four hands lie open and were read once and for all, or typed by a person."""

    cards: tuple[CardRead, ...]
    camera: str | None = None
    """None when a person typed the hands."""
    evidence: Evidence | None = None
    doubtful_below: float = DOUBTFUL_BELOW

    def __post_init__(self) -> None:
        labels = [read.label for read in self.cards]
        twice = sorted({label for label in labels if labels.count(label) > 1})
        if twice:
            raise UnreadableError(
                f"a reveal has one card for a label; {', '.join(twice)} comes twice"
            )

    def __str__(self) -> str:
        return f"reveal of {len(self.cards)} cards " + (
            f"read by {self.camera}" if self.camera else "typed"
        )


@dataclass(frozen=True, slots=True)
class CardNamed:
    """A person says which card lies at a label: confirmed, or read wrong.

    May name a card that was overlooked; None says that no card lies there.
    """

    reveal: int
    """Number of the `RevealCommitted`."""
    label: str
    card: Card | None

    def __post_init__(self) -> None:
        require_label(self.label)

    def __str__(self) -> str:
        return f"{self.label} is " + (f"{self.card.code}" if self.card else "no card")


@dataclass(frozen=True, slots=True)
class ToldPoints:
    """One line of a ledger as it was told; `where` is the lance, or `perete`."""

    pair: Pair
    where: str
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class DealSettled:
    """A deal is over, and this is what people were told."""

    score: Score
    """Of the game, after the deal."""
    game_to: Pair | None = None
    """Who won the game with it."""
    points: tuple[ToldPoints, ...] = ()

    def __str__(self) -> str:
        won = f", the game to {self.game_to}" if self.game_to else ""
        return f"deal settled: {self.score}{won}"


@dataclass(frozen=True, slots=True)
class ScoreSet:
    """The score is put to what the table agrees on: before the running deal, or now."""

    score: Score
    games: tuple[Pair, ...] | None = None
    """Winners of the finished games, in order; None leaves them."""
    dealer: Seat | None = None
    """Who deals the running or the next deal; None leaves it."""
    note: str = ""

    def __str__(self) -> str:
        games = "" if self.games is None else f", games {' '.join(self.games) or 'none'}"
        dealer = f", {self.dealer} deals" if self.dealer else ""
        return f"score set to {self.score}{games}{dealer}" + (f": {self.note}" if self.note else "")


@dataclass(frozen=True, slots=True)
class FlagRaised:
    """A question for the human referee: what was seen, and which rule it may touch.

    Before the reveal a flag says nothing that only the cards can tell.
    """

    seat: Seat
    question: str
    """An English sentence, without its full stop."""
    irregularity: Irregularity | None = None
    gesture: Gesture | None = None
    infraction: Infraction | None = None
    confidence: float = 1.0
    evidence: Evidence | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.confidence <= 1:
            raise UnreadableError(f"a confidence is 0 to 1, not {self.confidence}")

    def __str__(self) -> str:
        return f"flag at {self.seat}: {self.question}"


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """The referee's answer to a flag."""

    flag: int
    """Number of the `FlagRaised`."""
    verdict: Verdict
    note: str = ""

    def __str__(self) -> str:
        verdict = self.verdict.replace("_", " ")
        return f"flag {self.flag}: {verdict}" + (f", {self.note}" if self.note else "")


@dataclass(frozen=True, slots=True)
class Noticed:
    """A remark, about an event or about nothing in particular."""

    text: str
    about: int | None = None

    def __str__(self) -> str:
        return (f"about {self.about}: " if self.about else "") + self.text


@dataclass(frozen=True, slots=True)
class CameraChanged:
    """A camera came, went, moved or got worse."""

    camera: str
    status: CameraStatus
    message: str = ""

    def __str__(self) -> str:
        return f"camera {self.camera} {self.status}" + (f": {self.message}" if self.message else "")


@dataclass(frozen=True, slots=True)
class HandSealed:
    """A hand camera has seen a hand; the seal proves later which cards, and tells none of them."""

    seat: Seat
    seal: str

    def __str__(self) -> str:
        return f"hand of {self.seat} sealed"


@dataclass(frozen=True, slots=True)
class Corrected:
    """Event `target` is replaced by others, in its place; by none: it is undone.

    Everything after it is worked out anew. A correction is itself undone by one more.
    """

    target: int
    instead: "tuple[Correctable, ...]" = ()
    note: str = ""

    def __str__(self) -> str:
        how = f"is {', then '.join(map(str, self.instead))}" if self.instead else "is undone"
        return f"{self.target} {how}" + (f": {self.note}" if self.note else "")


Correctable: TypeAlias = (
    MatchOpened
    | MatchClosed
    | DealStarted
    | Misdealt
    | MusCall
    | Discard
    | PereteDeclared
    | Call
    | Declared
    | Ruled
    | BetsEntered
    | RevealCommitted
    | CardNamed
    | DealSettled
    | ScoreSet
    | FlagRaised
    | RulingGiven
    | Noticed
    | CameraChanged
    | HandSealed
    | MoucheEvent
)
"""Every event but a correction."""

Event: TypeAlias = Correctable | Corrected


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its number in the log, 1 for the first, and when and by whom."""

    seq: int
    at: datetime
    """UTC, as the machine's clock said it; the order of events is `seq`, not this."""
    by: str
    """Who or what said so, such as `camera:top` or a user's name."""
    event: Event

    def __post_init__(self) -> None:
        if self.seq < 1:
            raise UnreadableError(f"events are numbered from 1, not {self.seq}")
        if self.at.tzinfo is not UTC:
            raise UnreadableError(f"event {self.seq}: the time must be in UTC, not {self.at}")
