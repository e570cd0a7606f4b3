"""Where a deal stood when a player did something, and what that player held then."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from referee.mus.deal import Stage
from referee.mus.events import Misdealt
from referee.mus.exchange import Discard
from referee.mus.hands import Hand
from referee.mus.keinuak import Moment, moment_of
from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.deal import TableDeal, WaitsFor
from referee.table.events import DealStep
from referee.table.state import TableMatch, TableState

_CHANGES = 64
"""Changes that are remembered: far more than happen while one gesture lasts."""
_BEFORE_THE_CUT = (Stage.DEAL, Stage.MUS_TALK, Stage.DISCARD)


@dataclass(frozen=True, slots=True)
class Standing:
    """A running deal at one moment."""

    rules: Ruleset
    deal: int
    """Number of its `DealStarted` in the log."""
    said: tuple[DealStep, ...]
    moment: Moment | None
    """None when nobody tells: the bets are entered in one screen."""

    def hand(self, deal: TableDeal, seat: Seat) -> Hand | None:
        """What a seat held then, of a deal whose cards lie open.

        None where it cannot be told: the seat exchanged cards since, or may have done so.
        """
        since = deal.steps[len(self.said) :]
        exchanged = any(
            isinstance(step, Misdealt) or (isinstance(step, Discard) and step.seat is seat)
            for step in since
        )
        corrected = deal.steps[: len(self.said)] != self.said
        if deal.hands is None or exchanged or corrected or deal.play.stage in _BEFORE_THE_CUT:
            return None
        return deal.hands[seat]


class Standings:
    """How a table stood lately, on the clock of one source's frames."""

    def __init__(self) -> None:
        self._changes: deque[tuple[float, Standing | None]] = deque(maxlen=_CHANGES)

    def note(self, time_s: float, state: TableState) -> None:
        """How the table stands when a frame is looked at."""
        standing = standing_of(state)
        if not self._changes or self._changes[-1][1] != standing:
            self._changes.append((time_s, standing))

    def at(self, time_s: float) -> Standing | None:
        """How it stood then; None when no deal was running, or its cards lay open."""
        for since_s, standing in reversed(self._changes):
            if since_s <= time_s:
                return standing
        return None


def standing_of(state: TableState) -> Standing | None:
    """How a table stands now; None while no cards are held that nobody has seen."""
    match, deal = state.match, state.deal
    if match is None or deal is None or deal.reading:
        return None
    spoken = deal.waits_for is WaitsFor.CALLS and _is_called(match, deal)
    moment = moment_of(deal.play) if spoken else None
    return Standing(match.opened.ruleset, deal.seq, deal.steps, moment)


def deal_of(state: TableState, seq: int) -> TableDeal | None:
    """The running deal or one of this match by the number of its `DealStarted`."""
    match = state.match
    deals = [*match.deals, match.deal] if match else []
    return next((deal for deal in deals if deal and deal.seq == seq), None)


def _is_called(match: TableMatch, deal: TableDeal) -> bool:
    """Whether people tell what is said; before the first word, whether they did the last time."""
    last = match.last_deal
    return bool(deal.steps or (last and last.steps))
