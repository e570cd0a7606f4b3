"""What happens at a table during one deal."""

from dataclasses import dataclass
from typing import TypeAlias

from referee.cards import Card
from referee.mus.betting import Call
from referee.mus.exchange import Discard
from referee.mus.hands import Lance
from referee.mus.showdown import FourHands
from referee.mus.talk import MusCall
from referee.seats import Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are dealt, four each; `order` is the pack from the top, None when unseen."""

    order: tuple[Card, ...] | None = None

    def __str__(self) -> str:
        return "deal"


@dataclass(frozen=True, slots=True)
class Misdealt:
    """A card was seen or a wrong count found before the first exchange.

    What follows is the house's `exposed_card`; where the choice is the players', `forced_by`
    is the seat that demands an exchange, None when all play on.
    """

    forced_by: Seat | None = None

    def __str__(self) -> str:
        return "misdeal" + (f", {self.forced_by} forces mus" if self.forced_by else "")


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The discards became a new stock; `order` is from the top, None when unseen."""

    order: tuple[Card, ...] | None = None

    def __str__(self) -> str:
        return "shuffle"


@dataclass(frozen=True, slots=True)
class PereteDeclared:
    """A seat openly declares 4-5-6-7 before grande is spoken."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} perete"


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat says whether it holds pares or juego."""

    lance: Lance
    seat: Seat
    holds: bool

    def __str__(self) -> str:
        return f"{self.seat} {self.lance} {'yes' if self.holds else 'no'}"


@dataclass(frozen=True, slots=True)
class Revealed:
    """All four show their cards."""

    hands: FourHands

    def __str__(self) -> str:
        return "reveal"


@dataclass(frozen=True, slots=True)
class LanceBets:
    """The calls of one lance; none when all passed or nobody could bet."""

    lance: Lance
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """After a false declaration the referee says which bets count; other lances stand."""

    bets: tuple[LanceBets, ...] = ()

    def __str__(self) -> str:
        return f"ruling on {', '.join(b.lance for b in self.bets) or 'no lance'}"


Event: TypeAlias = (
    Dealt
    | Misdealt
    | MusCall
    | Discard
    | Shuffled
    | PereteDeclared
    | Call
    | Declared
    | Revealed
    | Ruled
)
