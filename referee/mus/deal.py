"""A whole deal as a state machine: immutable states, one event at a time.

Deal -> mus talk <-> exchange -> grande -> chica -> pares declared -> pares -> juego declared
-> juego or punto -> reveal -> over. An accepted ordago goes straight to the reveal; a refusal
that takes a pair to the target ends the deal at once. The cards may be unknown until the
reveal; what the seats declared is then checked against them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from referee.cards import format_cards
from referee.errors import NotAllowedError, RefereeError
from referee.mus.betting import BettingRound, Call, LegalCall, Status
from referee.mus.events import (
    Dealt,
    Declared,
    Event,
    Misdealt,
    PereteDeclared,
    Revealed,
    Ruled,
    Shuffled,
)
from referee.mus.exchange import HAND_SIZE, Discard, Exchange, Piles
from referee.mus.hands import Lance
from referee.mus.ruleset import ExposedCard, FirstHand, Ruleset
from referee.mus.score import START, Score
from referee.mus.settlement import Settlement, settle, settle_before_reveal
from referee.mus.showdown import FourHands, Showdown
from referee.mus.talk import MusCall, Talk
from referee.seats import Seat


class Stage(StrEnum):
    """Where a deal stands."""

    DEAL = "deal"
    MUS_TALK = "mus_talk"
    DISCARD = "discard"
    GRANDE = "grande"
    CHICA = "chica"
    PARES_DECL = "pares_decl"
    PARES = "pares"
    JUEGO_DECL = "juego_decl"
    JUEGO = "juego"
    PUNTO = "punto"
    REVEAL = "reveal"
    RULING = "ruling"
    """A declaration was false: the referee says which bets count."""
    OVER = "over"


class Step(StrEnum):
    """What may happen outside the betting of a lance."""

    DEAL = "deal"
    MISDEAL = "misdeal"
    """A card was seen or a count was wrong; what follows is the house's rule."""
    MUS = "mus"
    NO_MUS = "no_mus"
    DISCARD = "discard"
    SHUFFLE = "shuffle"
    PERETE = "perete"
    DECLARE = "declare"
    """Say, truthfully, whether one holds pares or juego."""
    REVEAL = "reveal"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class LegalStep:
    """A step allowed now, by whom (None: the dealer or the table), and how many cards."""

    step: Step
    seat: Seat | None = None
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        who = f"{self.seat} " if self.seat else ""
        return f"{who}{self.step}" + (f" {self.least} to {self.most}" if self.most else "")


@dataclass(frozen=True, slots=True)
class Deal:
    """The state of one deal; `apply` returns the next."""

    ruleset: Ruleset
    mano: Seat
    """Who speaks first; under mus corrido it moves until somebody cuts."""
    score: Score = START
    """Before the deal."""
    corrido: bool = False
    """Whether this deal is played as mus corrido."""
    stage: Stage = Stage.DEAL
    piles: Piles | None = None
    talk: Talk | None = None
    out_of_turn: tuple[MusCall, ...] = ()
    """Words about mus that stand although it was not that seat's turn."""
    exchange: Exchange | None = None
    exchanged: bool = False
    """Whether cards have been exchanged, after which no fault is one of the first deal."""
    round: BettingRound | None = None
    """The lance being bet on."""
    closed: tuple[BettingRound, ...] = ()
    """Lances whose betting is over, in order."""
    declared: tuple[Declared, ...] = ()
    peretes: tuple[Seat, ...] = ()
    hands: FourHands | None = None
    """Once revealed."""
    false_declarations: tuple[Declared, ...] = ()
    """Declarations that the cards belie, found at the reveal."""
    settlement: Settlement | None = None
    """Once the deal is over."""

    def __post_init__(self) -> None:
        if self.corrido and self.ruleset.first_hand is FirstHand.PLAIN:
            raise NotAllowedError(
                f"{self.ruleset.name} plays no mus corrido; allowed with first_hand = 'corrido'",
                "no_corrido",
                ruleset=self.ruleset.name,
            )
        if self.stage is Stage.DEAL:
            self._paid()  # refuses a score that has already won the game

    @property
    def dealer(self) -> Seat:
        """The seat on mano's left."""
        return self.mano.previous

    @property
    def running_score(self) -> Score:
        """The score with what has been paid so far, such as refused bets."""
        return self.settlement.score_after if self.settlement else self._paid().score_after

    def legal(self) -> tuple[LegalCall | LegalStep, ...]:
        """Everything that may happen now; empty when the deal is over."""
        if self.round:
            peretes = (LegalStep(Step.PERETE, seat) for seat in self._may_declare_perete())
            return (*self.round.legal(), *peretes)
        if self.talk:
            words = (
                LegalStep(step, seat)
                for seat in self.talk.in_turn()
                for step in (Step.MUS, Step.NO_MUS)
            )
            return (*words, *([LegalStep(Step.MISDEAL)] if self._as_first_dealt() else []))
        if self.exchange:
            seat = self.exchange.next_to_lay
            if seat is None:
                return (LegalStep(Step.SHUFFLE),)
            least = self.exchange.ruleset.discard_min
            return (LegalStep(Step.DISCARD, seat, least, HAND_SIZE),)
        if self.stage in _DECLARING:
            return (LegalStep(Step.DECLARE, self._next_to_declare()),)
        steps = {Stage.DEAL: Step.DEAL, Stage.REVEAL: Step.REVEAL, Stage.RULING: Step.RULE}
        return (LegalStep(steps[self.stage]),) if self.stage in steps else ()

    def apply(self, event: Event) -> "Deal":
        """The deal after an event; raises RefereeError, naming what was allowed."""
        match event:
            case Dealt() if self.stage is Stage.DEAL:
                piles = Piles.deal(self.ruleset, self.mano, event.order)
                return replace(self, piles=piles)._talk_begins()
            case Misdealt() if self._as_first_dealt():
                return self._misdealt(event)
            case MusCall() if self.talk:
                return self._said(self.talk.say(event))
            case Discard() if self.exchange:
                return self._exchanged(self.exchange.lay(event))
            case Shuffled() if self.exchange:
                return self._exchanged(self.exchange.shuffle(event.order))
            case PereteDeclared() if event.seat in self._may_declare_perete():
                return replace(self, peretes=(*self.peretes, event.seat))._over_if_won()
            case Call() if self.round:
                return self._called(self.round.apply(event))
            case Declared() if _DECLARING.get(self.stage) is event.lance:
                if event.seat is self._next_to_declare():
                    return self._declares(event)
            case Revealed() if self.stage is Stage.REVEAL:
                return self._reveals(event.hands)
            case Ruled() if self.stage is Stage.RULING:
                return self._settled({bets.lance: bets.calls for bets in event.bets})
        legal = self.legal()
        allowed = ", ".join(map(str, legal)) or "nothing, the deal is over"
        raise NotAllowedError(
            f"{self.stage}: {event!s} is not allowed; allowed: {allowed}",
            "step" if legal else "step_over",
            stage=self.stage,
            said=event,
            allowed=legal,
        )

    def _talk_begins(self) -> "Deal":
        talk = Talk(self.ruleset.mus_talk, self.mano)
        return replace(self, stage=Stage.MUS_TALK, talk=talk, exchange=None)

    def _misdealt(self, event: Misdealt) -> "Deal":
        policy = self.ruleset.exposed_card
        if policy is ExposedCard.REDEAL:
            return Deal(self.ruleset, self.mano, self.score, self.corrido)
        if event.forced_by and policy is not ExposedCard.OFFERED:
            raise NotAllowedError(
                f"{self.stage}: {event!s} is not allowed; {self.ruleset.name} has exposed_card "
                f"= {policy.value!r}, so nobody is asked; allowed: misdeal",
                "misdeal_unasked",
                ruleset=self.ruleset.name,
            )
        if policy is ExposedCard.MUS_VISTO or event.forced_by:
            return self._exchanges(replace(self.ruleset, discard_min=0))
        return self

    def _said(self, talk: Talk) -> "Deal":
        after = replace(self, talk=talk)
        if talk.cut_by or talk.all_mus:
            after = replace(self, talk=None, out_of_turn=(*self.out_of_turn, *talk.out_of_turn))
        if talk.cut_by:
            mano = talk.cut_by if self.corrido else self.mano
            return replace(after, mano=mano)._opens(Lance.GRANDE)
        return after._exchanges(self.ruleset) if talk.all_mus else after

    def _exchanges(self, rules: Ruleset) -> "Deal":
        if self.piles is None:
            raise NotAllowedError("cards are exchanged once they are dealt")
        exchange = Exchange(rules, self.mano, self.piles)
        return replace(self, stage=Stage.DISCARD, talk=None, exchange=exchange)

    def _exchanged(self, exchange: Exchange) -> "Deal":
        if not exchange.done:
            return replace(self, exchange=exchange, piles=exchange.piles)
        mano = self.mano.next if self.corrido else self.mano
        return replace(self, mano=mano, piles=exchange.piles, exchanged=True)._talk_begins()

    def _opens(self, lance: Lance) -> "Deal":
        """Open the betting of a lance, or pass it over when not both pairs hold it."""
        order: tuple[Seat, ...] = self.mano.order_from()
        if lance in (Lance.PARES, Lance.JUEGO):
            order = tuple(seat for seat in order if self._holds(lance, seat))
            if len({seat.pair for seat in order}) < 2:
                return self._after(lance)
        betting = BettingRound(lance, self.ruleset, order, self.running_score)
        return replace(self, stage=Stage(lance), round=betting)

    def _called(self, betting: BettingRound) -> "Deal":
        if betting.outcome is None:
            return replace(self, round=betting)
        after = replace(self, round=None, closed=(*self.closed, betting))
        if betting.outcome.status is Status.ORDAGO:
            return replace(after, stage=Stage.REVEAL)
        if betting.outcome.status is Status.REFUSED:
            after = after._over_if_won()
        return after if after.settlement else after._after(betting.lance)

    def _after(self, lance: Lance) -> "Deal":
        match lance:
            case Lance.GRANDE:
                return self._opens(Lance.CHICA)
            case Lance.CHICA:
                return replace(self, stage=Stage.PARES_DECL)
            case Lance.PARES:
                return replace(self, stage=Stage.JUEGO_DECL)
            case Lance.JUEGO | Lance.PUNTO:
                return replace(self, stage=Stage.REVEAL)
        assert_never(lance)

    def _declares(self, event: Declared) -> "Deal":
        after = replace(self, declared=(*self.declared, event))
        if after._next_to_declare():
            return after
        said = [d for d in after.declared if d.lance is event.lance]
        if event.lance is Lance.JUEGO and not any(d.holds for d in said):
            return after._opens(Lance.PUNTO)
        return after._opens(event.lance)

    def _reveals(self, hands: FourHands) -> "Deal":
        Showdown.of(self.ruleset, hands, self.mano)  # refuses cards that the pack lacks
        if self.piles:
            for seat in Seat:
                dealt = self.piles.hand(seat)
                if None not in dealt and set(dealt) != set(hands[seat].cards):
                    held = format_cards([card for card in dealt if card])
                    raise NotAllowedError(
                        f"reveal: {seat} shows {hands[seat]}, but was dealt {held}"
                    )
        belied = tuple(d for d in self.declared if d.holds is not self._holds_by_cards(hands, d))
        after = replace(self, hands=hands, false_declarations=belied)
        if belied:
            return replace(after, stage=Stage.RULING)
        return after._settled({})

    def _settled(self, ruled: Mapping[Lance, Sequence[Call]]) -> "Deal":
        """Over, with the bets as they were said except where the referee ruled otherwise."""
        if self.hands is None:
            raise NotAllowedError("a deal is settled after the reveal")
        said = {betting.lance: betting.calls for betting in self.closed}
        settlement = settle(
            self.ruleset, self.hands, self.mano, self.score, {**said, **ruled}, self.peretes
        )
        return replace(self, stage=Stage.OVER, settlement=settlement)

    def _over_if_won(self) -> "Deal":
        """Points paid before the reveal can win the game; then no card is shown."""
        paid = self._paid()
        if paid.decision is None:
            return self
        return replace(self, stage=Stage.OVER, round=None, settlement=paid)

    def _paid(self) -> Settlement:
        outcomes = {b.lance: b.outcome for b in self.closed if b.outcome}
        return settle_before_reveal(self.ruleset, self.mano, self.score, outcomes, self.peretes)

    def _as_first_dealt(self) -> bool:
        """Whether the talk is on and no card has been exchanged yet."""
        return self.talk is not None and not self.exchanged

    def _may_declare_perete(self) -> tuple[Seat, ...]:
        """Between the mus talk and the first word of grande, where the house pays for it."""
        opening = self.round and self.round.lance is Lance.GRANDE and not self.round.calls
        if not opening or not self.ruleset.perete_bonus:
            return ()
        return tuple(seat for seat in self.mano.order_from() if seat not in self.peretes)

    def _next_to_declare(self) -> Seat | None:
        lance = _DECLARING[self.stage]
        done = sum(declared.lance is lance for declared in self.declared)
        return self.mano.order_from()[done] if done < len(Seat) else None

    def _holds(self, lance: Lance, seat: Seat) -> bool:
        return any(d.holds for d in self.declared if d.lance is lance and d.seat is seat)

    def _holds_by_cards(self, hands: FourHands, declared: Declared) -> bool:
        value = hands[declared.seat].value(self.ruleset.kings)
        return value.has_pares if declared.lance is Lance.PARES else value.has_juego


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a list of events goes: the last good state and, if any, the first refusal."""

    deal: Deal
    applied: int
    """How many events were applied."""
    error: RefereeError | None = None
    """Why the next one was not."""


def replay(start: Deal, events: Iterable[Event]) -> Replay:
    """Apply events in order until the end or the first that is refused."""
    deal, applied = start, 0
    for event in events:
        try:
            deal = deal.apply(event)
        except RefereeError as error:
            return Replay(deal, applied, error)
        applied += 1
    return Replay(deal, applied)


_DECLARING = {Stage.PARES_DECL: Lance.PARES, Stage.JUEGO_DECL: Lance.JUEGO}
