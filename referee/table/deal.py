"""A deal at the table: what was said, what the cards showed, and what it comes to."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.errors import NotAllowedError, RefereeError, Refusal
from referee.mus.betting import BettingRound, Call, LegalCall, Outcome, Status, Word, play_lance
from referee.mus.deal import Deal, LegalStep, Stage, Step
from referee.mus.events import Dealt, Revealed, Shuffled
from referee.mus.hands import Lance
from referee.mus.score import Score
from referee.mus.settlement import Settlement, settle, settle_before_reveal
from referee.mus.showdown import FourHands, Showdown
from referee.seats import Seat
from referee.table.events import BetsEntered, DealSettled, DealStep
from referee.table.reading import Reading


class WaitsFor(StrEnum):
    """What a deal needs next."""

    CALLS = "calls"
    """Somebody speaks, discards or declares; `legal` says who and what."""
    CARDS = "cards"
    """The reveal."""
    NAMES = "names"
    """Cards are doubtful or missing; the reading's `open` says which."""
    BETS = "bets"
    """The cards lie open, but what was bet is not known or not possible; `problem` says why."""
    RULING = "ruling"
    """A declaration was false: the referee says which bets count."""
    NOTHING = "nothing"
    """It is settled."""


@dataclass(frozen=True, slots=True)
class TableDeal:
    """One deal, running or settled; every method returns the next state.

    The calls may be said one by one or entered in one screen, before or after the reveal.
    """

    number: int
    """In its match, from 1."""
    seq: int
    """Number of the `DealStarted`."""
    begun: Deal
    """When its cards had just been dealt."""
    play: Deal
    """As far as it was said call by call, with the hands once they lie open."""
    steps: tuple[DealStep, ...] = ()
    bets: BetsEntered | None = None
    bets_seq: int | None = None
    """Number of the `BetsEntered`."""
    reading: Reading | None = None
    settlement: Settlement | None = None
    problem: Refusal | None = None
    """Why the bets entered do not go with the cards."""
    told: DealSettled | None = None
    told_seq: int | None = None

    @classmethod
    def start(cls, number: int, seq: int, play: Deal) -> "TableDeal":
        """A deal whose cards have just been dealt."""
        begun = _by_itself(play)
        return cls(number, seq, begun, begun)

    @property
    def mano(self) -> Seat:
        """Who is mano, where mus corrido may have moved it."""
        return (self.bets and self.bets.mano) or self.play.mano

    @property
    def score_before(self) -> Score:
        """Of the game, before the deal."""
        return self.begun.score

    @property
    def score(self) -> Score:
        """Of the game, with what has been paid so far."""
        return self.settlement.score_after if self.settlement else self.play.running_score

    @property
    def hands(self) -> FourHands | None:
        """Once they lie open and nothing about them is in doubt."""
        return self.reading.hands if self.reading else None

    @property
    def waits_for(self) -> WaitsFor:
        """What it needs next."""
        if self.settlement:
            return WaitsFor.NOTHING
        if self.reading and not self.hands:
            return WaitsFor.NAMES
        if self.bets:
            return WaitsFor.BETS if self.reading else WaitsFor.CARDS
        if self.play.stage is Stage.RULING:
            return WaitsFor.RULING
        if self.reading:
            return WaitsFor.BETS
        if self.play.stage is Stage.REVEAL:
            return WaitsFor.CARDS
        return WaitsFor.CALLS

    def legal(self) -> tuple[LegalCall | LegalStep, ...]:
        """What people may say or do now; the reveal comes from a camera or from a typed hand."""
        if self.bets or self.settlement:
            return ()
        return tuple(
            option
            for option in self.play.legal()
            if not (isinstance(option, LegalStep) and option.step is Step.REVEAL)
        )

    def after_step(self, step: DealStep) -> "TableDeal":
        """After something was said or done; raises NotAllowedError, naming what was allowed."""
        if self.bets:
            raise NotAllowedError(
                f"{step} is not allowed: the bets of this deal were entered in one screen as "
                f"event {self.bets_seq}; undo that to go on call by call",
                "bets_on_one_screen",
                said=step,
                n=self.bets_seq,
            )
        play = _by_itself(self.play.apply(step))
        return replace(self, play=play, steps=(*self.steps, step))._settled()

    def after_bets(self, seq: int, bets: BetsEntered) -> "TableDeal":
        """After the bets were entered in one screen; if the cards lie open they must go with
        them."""
        if self.bets:
            raise NotAllowedError(
                f"the bets of this deal were entered as event {self.bets_seq}; correct that",
                "bets_entered",
                n=self.bets_seq,
            )
        after = replace(self, bets=bets, bets_seq=seq)._settled()
        if after.problem:
            raise NotAllowedError(after.problem, after.problem.kind, **after.problem.data)
        return after

    def after_reveal(self, reading: Reading) -> "TableDeal":
        """After all four hands were laid open."""
        if self.reading:
            raise NotAllowedError(
                f"the reveal of this deal is committed as event {self.reading.seq}; "
                "name the cards that were read wrong, or undo it",
                "revealed",
                n=self.reading.seq,
            )
        if self.settlement:
            raise NotAllowedError("the deal was over before the cards were shown", "over_unseen")
        return replace(self, reading=reading)._settled()

    def after_told(self, seq: int, told: DealSettled) -> "TableDeal":
        """After people were told what the deal comes to."""
        if not self.settlement:
            raise NotAllowedError(
                f"the deal is not settled, it waits for {self.waits_for}", "not_settled"
            )
        return replace(self, told=told, told_seq=seq)

    def with_score(self, score: Score) -> "TableDeal":
        """The same deal begun at another score."""
        begun = replace(self.begun, score=score)
        deal = TableDeal(self.number, self.seq, begun, begun)
        for step in self.steps:
            deal = deal.after_step(step)
        asides = replace(deal, bets=self.bets, bets_seq=self.bets_seq, reading=self.reading)
        return asides._settled()

    def _settled(self) -> "TableDeal":
        """The same deal with what it comes to, as far as that can be told."""
        if self.bets:
            try:
                return replace(self, settlement=self._by_bets(self.bets), problem=None)
            except RefereeError as error:
                return replace(self, settlement=None, problem=error.refusal)
        play = self.play
        if self.hands and play.stage is Stage.REVEAL:
            play = play.apply(Revealed(self.hands))
        return replace(self, play=play, settlement=play.settlement)

    def _by_bets(self, entered: BetsEntered) -> Settlement | None:
        """The settlement by bets that were entered; None while the cards must decide."""
        rules, score, hands = self.play.ruleset, self.play.score, self.hands
        noted = {bets.lance: bets.noted for bets in entered.bets}
        if hands is None:
            order = self.mano.order_from()
            outcomes = {
                lance: _outcome(BettingRound(lance, rules, order, score), one.calls)
                for lance, one in noted.items()
                if one.status is Status.REFUSED
            }
            paid = settle_before_reveal(rules, self.mano, score, outcomes, entered.peretes)
            return paid if paid.decision else None
        showdown = Showdown.of(rules, hands, self.mano)
        calls: dict[Lance, tuple[Call, ...]] = {}
        for lance, one in noted.items():
            if one.status is Status.PASO:
                continue
            comparison = showdown.compare(lance)
            # where nobody bets `settle` says why to whoever speaks
            calls[lance] = (Call(Seat.A, Word.PASS),)
            if comparison and comparison.contested:
                seats = tuple(holding.seat for holding in comparison.holdings)
                calls[lance] = one.calls(BettingRound(lance, rules, seats, score))
        return settle(rules, hands, self.mano, score, calls, entered.peretes)


def _outcome(start: BettingRound, calls: Callable[[BettingRound], tuple[Call, ...]]) -> Outcome:
    closed = play_lance(start, calls(start))
    if closed.outcome is None:
        raise NotAllowedError(f"{start.lance} is not finished", "lance_open", lance=start.lance)
    return closed.outcome


def _by_itself(play: Deal) -> Deal:
    """What nobody needs to say: unseen cards are dealt, and discards shuffled when they must."""
    while True:
        if play.stage is Stage.DEAL:
            play = play.apply(Dealt())
        elif play.exchange and play.exchange.next_to_lay is None:
            play = play.apply(Shuffled())
        else:
            return play
