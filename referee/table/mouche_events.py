"""What is written in the log of a table that plays Mouche, beside the rules' own events.

A card is written down as it was laid open; who laid it, and whether it is the card turned up or
one of a trick, follows from the rules. So a card that was read wrong is put right alone, and the
cards after it find their places anew.
"""

from dataclasses import dataclass
from typing import TypeAlias

from referee.cards import Card
from referee.errors import UnreadableError
from referee.mouche.events import (
    Anted,
    Dealt,
    Decision,
    MoucheDeclared,
    Questioned,
    Uncontested,
)
from referee.mouche.flags import FlagKind
from referee.mouche.ledger import EntryKind
from referee.mouche.ruleset import Ruleset
from referee.mouche.seats import Seat, Table
from referee.table.seen import Alternative
from referee.table.verdict import Verdict


@dataclass(frozen=True, slots=True)
class MoucheOpened:
    """A game of Mouche begins with full purses; `dealer` deals first."""

    ruleset: Ruleset
    players: tuple[str, ...]
    """A name for each seat from P1, counter-clockwise; the seat itself is shown for an empty one.
    """
    dealer: Seat

    def __post_init__(self) -> None:
        self.ruleset.pack_of(self.table)
        self.table.require(self.dealer)

    @property
    def table(self) -> Table:
        """How many play."""
        return Table(len(self.players))

    def __str__(self) -> str:
        return (
            f"game of Mouche opened under {self.ruleset.name}, {len(self.players)} players, "
            f"{self.dealer} deals first"
        )


@dataclass(frozen=True, slots=True)
class MoucheClosed:
    """The game of Mouche is over."""

    note: str = ""

    def __str__(self) -> str:
        return "game of Mouche closed" + (f": {self.note}" if self.note else "")


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card was laid open: the one turned up, or the next of a trick."""

    card: Card | None
    """As it is most likely read; None when nobody can tell."""
    confidence: float = 1.0
    alternatives: tuple[Alternative, ...] = ()
    """Likeliest first."""
    camera: str | None = None
    """None when a person says so."""
    certain: bool = True
    """False when a person must name the card."""
    order_known: bool = True
    """False when it came into view together with another card."""

    def __post_init__(self) -> None:
        for confidence in (self.confidence, *(a.confidence for a in self.alternatives)):
            if not 0 <= confidence <= 1:
                raise UnreadableError(f"a confidence is 0 to 1, not {confidence}")
        if self.card is None and self.certain:
            raise UnreadableError("a card that is certain has a name")

    def __str__(self) -> str:
        card = self.card.french if self.card else "an unknown card"
        doubt = "" if self.certain else ", doubtful"
        doubt += "" if self.order_known else ", order unknown"
        return f"{card} laid" + (f", read by {self.camera}{doubt}" if self.camera else "")


@dataclass(frozen=True, slots=True)
class TrickSwept:
    """A camera has seen a trick being taken away."""

    camera: str

    def __str__(self) -> str:
        return f"trick swept, seen by {self.camera}"


@dataclass(frozen=True, slots=True)
class ToldTokens:
    """One line of a ledger as it was told."""

    seat: Seat
    kind: EntryKind
    jetons: int


@dataclass(frozen=True, slots=True)
class MoucheSettled:
    """A deal is over, and this is what people were told. Amounts are jetons."""

    purses: tuple[int, ...]
    """Of each seat from P1, after the deal."""
    basket: int
    """In the pool, before the next ante."""
    waiting: tuple[int, ...] = ()
    """Fines that wait for later pools, next first."""
    tokens: tuple[ToldTokens, ...] = ()

    def __str__(self) -> str:
        purses = ", ".join(f"P{i} {purse}" for i, purse in enumerate(self.purses, 1))
        return f"deal settled: {purses}; pool {self.basket}"


@dataclass(frozen=True, slots=True)
class StakesSet:
    """Between two deals, purses and pool are put to what lies on the table."""

    purses: tuple[int, ...]
    """Of each seat from P1; below 0 for a debt."""
    basket: int
    waiting: tuple[int, ...] = ()
    dealer: Seat | None = None
    """Who deals next; None leaves it."""
    note: str = ""

    def __str__(self) -> str:
        purses = ", ".join(f"P{i} {purse}" for i, purse in enumerate(self.purses, 1))
        dealer = f", {self.dealer} deals" if self.dealer else ""
        note = f": {self.note}" if self.note else ""
        return f"tokens set to {purses}; pool {self.basket}{dealer}{note}"


@dataclass(frozen=True, slots=True)
class FlagRuled:
    """The referee's answer to a question that the cards of a deal raise."""

    deal: int
    """Number of the deal's `Anted` in the log."""
    kind: FlagKind
    seat: Seat
    trick: int
    """Of the card in question, 1 for the first; 0 when it was no card."""
    verdict: Verdict
    note: str = ""

    def __str__(self) -> str:
        what = f"{self.seat} {self.kind}" + (f" in trick {self.trick}" if self.trick else "")
        verdict = self.verdict.replace("_", " ")
        return f"{what.replace('_', ' ')}: {verdict}" + (f", {self.note}" if self.note else "")


MoucheStep: TypeAlias = Dealt | Decision | Questioned | MoucheDeclared | Uncontested
"""What people say and do during a deal, as `referee.mouche` knows it, but for the cards."""

MoucheEvent: TypeAlias = (
    MoucheOpened
    | MoucheClosed
    | Anted
    | Dealt
    | Decision
    | Questioned
    | MoucheDeclared
    | Uncontested
    | CardLaid
    | TrickSwept
    | MoucheSettled
    | StakesSet
    | FlagRuled
)
"""Every event of a game of Mouche. The ante begins a deal."""
