"""The state of a table: what the events in its log come to.

Everything here is derived and nothing is stored: `referee.table.fold` makes it from the log. No
hand that is not yet open appears in it, because no event holds one.
"""

from dataclasses import dataclass
from datetime import datetime

from referee.errors import NotAllowedError, Refusal
from referee.mus.betting import LegalCall
from referee.mus.deal import LegalStep
from referee.mus.match import Match
from referee.mus.score import START, Score
from referee.seats import Pair, Seat
from referee.table.deal import TableDeal
from referee.table.events import (
    CameraChanged,
    Event,
    FlagRaised,
    MatchClosed,
    MatchOpened,
    Noticed,
    RulingGiven,
)
from referee.table.mouche_game import Games


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match, its finished deals and the running one."""

    number: int
    """In the log, from 1."""
    seq: int
    """Number of the `MatchOpened`."""
    opened: MatchOpened
    opened_at: datetime
    standing: Match
    """Before the running deal, or now when none is running."""
    deals: tuple[TableDeal, ...] = ()
    """Those that are settled and told, in order."""
    deal: TableDeal | None = None
    """The running one."""
    closed: MatchClosed | None = None

    @property
    def score(self) -> Score:
        """Of the running game, with what has been paid so far."""
        return self.deal.score if self.deal else self.standing.score

    @property
    def last_deal(self) -> TableDeal | None:
        """The last one that is settled, whose ledger people look at."""
        return self.deals[-1] if self.deals else None

    def player(self, seat: Seat) -> str:
        """The name shown for a seat, the seat itself when none was given."""
        names = {player.seat: player.name for player in self.opened.players}
        return names.get(seat) or seat.value


@dataclass(frozen=True, slots=True)
class Flag:
    """A question for the referee and the answer, if there is one."""

    seq: int
    raised: FlagRaised
    at: datetime
    match: int | None
    deal: int | None
    """Number in its match of the deal that was running, else of the last one."""
    ruling: RulingGiven | None = None
    ruling_seq: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A remark in the log."""

    seq: int
    at: datetime
    noticed: Noticed


@dataclass(frozen=True, slots=True)
class Misfit:
    """An event that is not possible where it stands, usually since something before it was
    corrected; it counts for nothing until it is corrected or undone."""

    seq: int
    event: Event
    reason: Refusal

    def __str__(self) -> str:
        return f"{self.seq} ({self.event}): {self.reason}"


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that is known at a table."""

    seq: int = 0
    """Number of the last event."""
    matches: tuple[TableMatch, ...] = ()
    """The last one runs unless it is closed."""
    flags: tuple[Flag, ...] = ()
    notes: tuple[Note, ...] = ()
    cameras: tuple[CameraChanged, ...] = ()
    """How each camera does, in the order in which they first spoke."""
    misfits: tuple[Misfit, ...] = ()
    mouche: Games = ()
    """Games of Mouche; the last one runs unless it is closed."""

    @property
    def match(self) -> TableMatch | None:
        """The running match, or the last one."""
        return self.matches[-1] if self.matches else None

    @property
    def deal(self) -> TableDeal | None:
        """The running deal."""
        return self.match.deal if self.match and not self.match.closed else None

    @property
    def score(self) -> Score:
        """Of the running game."""
        return self.match.score if self.match else START

    @property
    def winner(self) -> Pair | None:
        """Who has won the match."""
        return self.match.standing.winner if self.match else None

    def legal(self) -> tuple[LegalCall | LegalStep, ...]:
        """What people may say or do now in the running deal."""
        return self.deal.legal() if self.deal else ()

    def flag(self, seq: int) -> Flag:
        """The flag of that number; raises NotAllowedError naming those there are."""
        for flag in self.flags:
            if flag.seq == seq:
                return flag
        known = ", ".join(str(flag.seq) for flag in self.flags) or "none"
        raise NotAllowedError(f"no flag {seq}; there are: {known}", "no_flag", n=seq)


EMPTY = TableState()
"""Before anything happened."""
