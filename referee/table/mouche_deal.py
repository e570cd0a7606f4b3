"""A deal of Mouche at the table: what was said, the cards as they were laid, what waits."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.mouche.deal import Deal, Stage
from referee.mouche.events import Dealt, Shuffled, TurnedUp
from referee.mouche.flags import Flag
from referee.mouche.seats import Seat
from referee.mouche.settlement import Settlement
from referee.mouche.steps import LegalStep
from referee.mouche.tricks import Play
from referee.table.mouche_events import (
    CardLaid,
    FlagRuled,
    MoucheSettled,
    MoucheStep,
    ToldTokens,
    TrickSwept,
)


class Asked(StrEnum):
    """Why what a camera saw waits for a person."""

    DOUBTFUL = "doubtful"
    """The card is not certain."""
    ORDER = "order"
    """It came into view together with another: whose is it?"""
    IMPOSSIBLE = "impossible"
    """It cannot be that card: it lies elsewhere, or is in no pack."""
    MISSING = "missing"
    """The trick was swept before everybody's card was seen."""


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """What a person must say before the cards after it count."""

    seq: int
    """Of the `CardLaid` or `TrickSwept` in question."""
    kind: Asked
    seat: Seat | None
    """Whose card it is by the rules; None for the card turned up."""
    seen: CardLaid | TrickSwept
    message: str
    """An English sentence, without its full stop."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that counts, and the event that says so."""

    seq: int
    seat: Seat | None
    """None for the card turned up."""
    card: Card


@dataclass(frozen=True, slots=True)
class Seen:
    """What a camera saw after a card that is in question; it counts once that is answered."""

    seq: int
    event: CardLaid | TrickSwept


@dataclass(frozen=True, slots=True)
class FlagNow:
    """A question for the referee that the cards raise, and the answer, if there is one."""

    flag: Flag
    ruling: FlagRuled | None = None
    ruling_seq: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A ruling and the number of its event."""

    seq: int
    ruling: FlagRuled

    def answers(self, flag: Flag) -> bool:
        """Whether it is about this flag."""
        ruling = self.ruling
        return (ruling.kind, ruling.seat, ruling.trick) == (flag.kind, flag.seat, flag.trick)


@dataclass(frozen=True, slots=True)
class MoucheTableDeal:
    """One deal, running or settled; every method returns the next state."""

    number: int
    """In its game, from 1."""
    seq: int
    """Number of its `Anted`."""
    play: Deal
    laid: tuple[Laid, ...] = ()
    """The card turned up and those of the tricks, in order."""
    question: CardQuestion | None = None
    waiting: tuple[Seen, ...] = ()
    given: tuple[Given, ...] = ()
    told: MoucheSettled | None = None
    told_seq: int | None = None

    @property
    def settlement(self) -> Settlement | None:
        """Once the deal is over."""
        return self.play.settlement

    @property
    def flags(self) -> tuple[FlagNow, ...]:
        """What the cards seen so far ask of the referee."""
        by_flag = {flag: self._given(flag) for flag in self.play.flags}
        return tuple(
            FlagNow(flag, given.ruling, given.seq) if given else FlagNow(flag)
            for flag, given in by_flag.items()
        )

    def _given(self, flag: Flag) -> Given | None:
        return next((given for given in self.given if given.answers(flag)), None)

    def legal(self) -> tuple[LegalStep, ...]:
        """What may happen now; nothing while a card is in question."""
        return () if self.question else self.play.legal()

    def after_step(self, step: MoucheStep) -> "MoucheTableDeal":
        """After something was said or done; raises NotAllowedError, naming what was allowed."""
        self._require_no_question()
        if isinstance(step, Dealt) and step.order:
            raise NotAllowedError("nobody knows the order of the pack; deal without it")
        return replace(self, play=by_itself(self.play.apply(step)))

    def after_card(self, seq: int, laid: CardLaid) -> "MoucheTableDeal":
        """After a card was laid open. One that a camera saw and that cannot count as it is waits
        for a person; raises NotAllowedError where nobody lays a card now."""
        if self.question and laid.camera:
            return replace(self, waiting=(*self.waiting, Seen(seq, laid)))
        self._require_no_question()
        if self.play.stage not in (Stage.TURN_UP, Stage.TRICKS):
            allowed = ", ".join(map(str, self.play.legal())) or "nothing, the deal is over"
            raise NotAllowedError(
                f"{self.play.stage}: no card is laid open now; allowed: {allowed}",
                "no_card_now",
                allowed=self.play.legal(),
            )
        seat = self.play.play.next_to_play if self.play.play else None
        whose = f"{seat}'s card" if seat else "the card turned up"
        if not laid.certain or laid.card is None:
            message = f"{whose} is doubtful, perhaps {laid.card.french if laid.card else 'any'}"
            return self._asking(seq, Asked.DOUBTFUL, seat, laid, message)
        if not laid.order_known:
            message = f"{whose} came with another card, perhaps it is {laid.card.french}"
            return self._asking(seq, Asked.ORDER, seat, laid, message)
        try:
            return self._counted(seq, seat, laid.card)
        except NotAllowedError as error:
            if laid.camera is None:
                raise
            return self._asking(seq, Asked.IMPOSSIBLE, seat, laid, f"{whose}: {error}")

    def after_sweep(self, seq: int, swept: TrickSwept) -> "MoucheTableDeal":
        """After a camera saw a trick being taken away; every card of it should have been seen."""
        if self.question:
            return replace(self, waiting=(*self.waiting, Seen(seq, swept)))
        play = self.play.play
        if play is None or not play.trick.plays:
            return self
        there = len(play.trick.plays)
        message = (
            f"trick {play.number} was swept when {there} of {len(play.seats)} cards had been seen: "
            f"what did {play.next_to_play} lay"
        )
        return self._asking(seq, Asked.MISSING, play.next_to_play, swept, message)

    def after_ruling(self, seq: int, ruling: FlagRuled) -> "MoucheTableDeal":
        """After the referee's answer; raises NotAllowedError unless such a flag is open."""
        given = Given(seq, ruling)
        for now in self.flags:
            if given.answers(now.flag):
                if now.ruling:
                    raise NotAllowedError(
                        f"this flag was ruled on as event {now.ruling_seq}",
                        "question_ruled",
                        by=now.ruling_seq,
                    )
                return replace(self, given=(*self.given, given))
        known = "; ".join(now.flag.seen for now in self.flags) or "none"
        raise NotAllowedError(
            f"no such flag in deal {self.number}; there are: {known}",
            "no_such_question",
            n=self.number,
        )

    def after_told(self, seq: int, told: MoucheSettled) -> "MoucheTableDeal":
        """After people were told what the deal comes to."""
        if not self.settlement:
            raise NotAllowedError(
                f"the deal is not over ({self.play.stage}); play it to its end", "not_settled"
            )
        return replace(self, told=told, told_seq=seq)

    def _counted(self, seq: int, seat: Seat | None, card: Card) -> "MoucheTableDeal":
        event = Play(seat, card) if seat else TurnedUp(card)
        return replace(self, play=self.play.apply(event), laid=(*self.laid, Laid(seq, seat, card)))

    def _asking(
        self,
        seq: int,
        kind: Asked,
        seat: Seat | None,
        seen: CardLaid | TrickSwept,
        message: str,
    ) -> "MoucheTableDeal":
        return replace(self, question=CardQuestion(seq, kind, seat, seen, message))

    def _require_no_question(self) -> None:
        if self.question:
            raise NotAllowedError(
                f"event {self.question.seq} waits for a person: {self.question.message}; "
                "name that card first, or undo it",
                "card_waits",
                n=self.question.seq,
            )


def by_itself(play: Deal) -> Deal:
    """What nobody needs to say: cards are dealt as in the first deal, and discards shuffled when
    they must."""
    while True:
        if play.stage is Stage.DEAL and play.pattern:
            play = play.apply(Dealt(play.pattern))
        elif play.stage is Stage.SHUFFLE:
            play = play.apply(Shuffled())
        else:
            return play


def told_of(settlement: Settlement) -> MoucheSettled:
    """What people are told when a deal is settled."""
    pool = settlement.after.pool
    tokens = tuple(ToldTokens(e.seat, e.kind, e.jetons) for e in settlement.ledger)
    return MoucheSettled(settlement.after.purses, pool.basket, pool.waiting, tokens)


def changes_of(deal: MoucheTableDeal) -> tuple[str, ...]:
    """English sentences, without full stops, on what is no longer as it was told; usually none."""
    if deal.told is None or deal.settlement is None:
        return ()
    before, now = deal.told, told_of(deal.settlement)
    gone = Counter(before.tokens) - Counter(now.tokens)
    new = Counter(now.tokens) - Counter(before.tokens)
    sentences = [f"no longer {_line(one)}" for one in gone.elements()]
    sentences += [f"now {_line(one)}" for one in new.elements()]
    if before.basket != now.basket:
        sentences.append(f"the pool holds {now.basket}, not {before.basket} as told")
    return tuple(sentences)


def _line(told: ToldTokens) -> str:
    return f"{told.seat} {told.jetons:+d} ({told.kind})"
