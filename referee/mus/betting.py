"""One lance of calls: who may say what, and what came of it.

A call is the decision of a pair, spoken by one of its seats. Until somebody bets, the seats
that take part speak in order from mano; once an offer stands, only the other pair answers,
whichever of its seats that take part speaks, whether or not it passed before. What two
partners say at the same time becomes one call through `pair_answer`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from referee.errors import AmbiguousError, NotAllowedError, UnreadableError
from referee.mus.hands import Lance
from referee.mus.ruleset import BetOverRest, Ruleset
from referee.mus.score import Score
from referee.seats import Pair, Seat


class Word(StrEnum):
    """What may be said in a lance."""

    PASS = "pass"
    BET = "bet"
    RAISE = "raise"
    ACCEPT = "accept"
    REFUSE = "refuse"
    ORDAGO = "ordago"

    @property
    def takes_amount(self) -> bool:
        """Whether a number goes with the word."""
        return self in (Word.BET, Word.RAISE)


class Status(StrEnum):
    """How a lance closed."""

    PASO = "paso"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ORDAGO = "ordago"
    """An ordago was accepted."""
    UNCONTESTED = "uncontested"
    """Only one pair takes part, so nobody bets."""
    VOID = "void"
    """Nobody takes part."""


@dataclass(frozen=True, slots=True)
class Call:
    """What a seat says for its pair; the amount is a bet's size or how much a raise adds."""

    seat: Seat
    word: Word
    amount: int = 0

    def __post_init__(self) -> None:
        if self.word.takes_amount and self.amount < 1:
            raise UnreadableError(
                f"{self.seat} says {self.word} without how much; write {_EXAMPLE}"
            )
        if not self.word.takes_amount and self.amount:
            raise UnreadableError(
                f"{self.word} takes no number, but {self.seat} says {self.amount}"
            )

    def __str__(self) -> str:
        return f"{self.seat} {self.word}" + (f" {self.amount}" if self.amount else "")

    @classmethod
    def parse(cls, text: str) -> Self:
        """`A bet 2`, `b raise 4`, `C pass`; raises UnreadableError."""
        parts = text.split()
        if len(parts) not in (2, 3) or (len(parts) == 3 and not parts[2].isdecimal()):
            raise UnreadableError(f"cannot read the call {text!r}; write {_EXAMPLE}")
        if parts[1].lower() not in list(Word):
            raise UnreadableError(
                f"cannot read the call {text!r}: {parts[1]!r} is not said in a lance; "
                f"allowed: {', '.join(Word)}"
            )
        amount = int(parts[2]) if len(parts) == 3 else 0
        return cls(Seat.parse(parts[0]), Word(parts[1].lower()), amount)


@dataclass(frozen=True, slots=True)
class LegalCall:
    """A word a seat may say now, with the least number where it takes one."""

    seat: Seat
    word: Word
    least: int = 0

    def __str__(self) -> str:
        return f"{self.seat} {self.word}" + (f" {self.least} or more" if self.least else "")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the betting of a lance ended.

    `amount` is what was accepted, or what the refusal pays; the other fields are those of a
    refusal: the pair it pays, the total refused (0 for an ordago) and the stake accepted before
    (0 when the first bet was refused).
    """

    status: Status
    amount: int = 0
    pair: Pair | None = None
    offer: int = 0
    stake: int = 0


PASO = Outcome(Status.PASO)


@dataclass(frozen=True, slots=True)
class BettingRound:
    """The state of one lance's betting; `apply` returns the next state."""

    lance: Lance
    ruleset: Ruleset
    eligible: tuple[Seat, ...]
    """The seats that take part, in order from mano."""
    score: Score | None = None
    """Points before the lance; needed only where a number that reaches the target is an ordago."""
    calls: tuple[Call, ...] = ()
    stake: int = 0
    """Last accepted total, what a refusal leaves."""
    offer: int = 0
    """Total awaiting an answer."""
    owner: Pair | None = None
    """The pair whose bet, raise or ordago awaits an answer."""
    ordago: bool = False
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        if not self.calls:
            pairs = {seat.pair for seat in self.eligible}
            if len(pairs) != 2:
                raise _no_betting(self.lance, pairs.pop() if pairs else None)

    def legal(self) -> tuple[LegalCall, ...]:
        """Every word that may be said now and by whom; empty when the lance is closed."""
        if self.outcome:
            return ()
        if self.owner is None:
            seat = self.eligible[len(self.calls)]
            return (
                LegalCall(seat, Word.PASS),
                LegalCall(seat, Word.BET, self.ruleset.open_min),
                LegalCall(seat, Word.ORDAGO),
            )
        answers = [(Word.ACCEPT, 0), (Word.REFUSE, 0)]
        if not self.ordago:
            answers += [(Word.RAISE, self._least_raise), (Word.ORDAGO, 0)]
        return tuple(
            LegalCall(seat, word, least)
            for seat in self.eligible
            if seat.pair is not self.owner
            for word, least in answers
        )

    def apply(self, call: Call) -> "BettingRound":
        """The state after a call; raises NotAllowedError naming what was allowed instead."""
        word = call.word
        if self.outcome is not None or call.seat not in self.eligible:
            raise self._refused(call)
        if self.owner is None:
            if call.seat is not self.eligible[len(self.calls)]:
                raise self._refused(call)
            if word is Word.PASS:
                closed = PASO if len(self.calls) + 1 == len(self.eligible) else None
                return self._after(call, 0, 0, None, False, closed)
            if word is Word.BET and call.amount >= self.ruleset.open_min:
                return self._offer(call, 0, call.amount)
        else:
            if call.seat.pair is self.owner:
                raise self._refused(call)
            if word is Word.ACCEPT:
                return self._close(call, self._accepted())
            if word is Word.REFUSE:
                return self._close(call, self._paid_refusal())
            if self.ordago:
                raise self._refused(call)
            if word is Word.RAISE and call.amount >= self._least_raise:
                return self._offer(call, self.offer, self.offer + call.amount)
        if word is Word.ORDAGO:
            return self._after(call, self.offer, 0, call.seat.pair, True, None)
        raise self._refused(call)

    @property
    def _least_raise(self) -> int:
        return self.offer if self.ruleset.raise_doubles else self.ruleset.raise_min

    def _offer(self, call: Call, stake: int, offer: int) -> "BettingRound":
        pair = call.seat.pair
        if self.ruleset.bet_over_rest is BetOverRest.ORDAGO:
            if self.score is None:
                raise NotAllowedError(
                    f"{self.lance}: {call} may be an ordago here; give the score before the lance"
                )
            if offer >= self.ruleset.target - self.score[pair]:
                return self._after(call, stake, 0, pair, True, None)
        return self._after(call, stake, offer, pair, False, None)

    def _accepted(self) -> Outcome:
        if self.ordago:
            return Outcome(Status.ORDAGO)
        return Outcome(Status.ACCEPTED, self.offer)

    def _paid_refusal(self) -> Outcome:
        """The last accepted stake, or the fixed price of a first bet, to the pair that offered."""
        if not self.stake:
            amount = self.ruleset.refuse_first
        elif self.lance in (Lance.GRANDE, Lance.CHICA):
            amount = self.stake
        else:
            amount = self.stake + self.ruleset.deje_extra
        return Outcome(Status.REFUSED, amount, self.owner, self.offer, self.stake)

    def _close(self, call: Call, outcome: Outcome) -> "BettingRound":
        return self._after(call, self.stake, self.offer, self.owner, self.ordago, outcome)

    def _after(
        self,
        call: Call,
        stake: int,
        offer: int,
        owner: Pair | None,
        ordago: bool,
        outcome: Outcome | None,
    ) -> "BettingRound":
        return BettingRound(
            self.lance,
            self.ruleset,
            self.eligible,
            self.score,
            (*self.calls, call),
            stake,
            offer,
            owner,
            ordago,
            outcome,
        )

    def _refused(self, call: Call) -> NotAllowedError:
        first = None if self.outcome or self.owner else self.eligible[len(self.calls)]
        if self.outcome:
            kind, why = "call_closed", f"the lance is closed ({self.outcome.status})"
        elif call.seat not in self.eligible:
            kind, why = "call_not_in", f"{call.seat} does not take part"
        elif self.owner is call.seat.pair:
            kind, why = "call_own", f"the offer is {self.owner}'s own"
        elif first and call.seat is not first:
            kind, why = "call_first", f"{first} speaks first"
        elif first:
            kind, why = "call_no_bet", "no bet stands"
        elif self.ordago:
            kind, why = "call_ordago", "an ordago stands"
        else:
            kind, why = "call_offer", f"an offer of {self.offer} stands"
        legal = self.legal()
        allowed = ", ".join(map(str, legal)) or "nothing"
        return NotAllowedError(
            f"{self.lance}: {call!s} is not allowed, {why}; allowed: {allowed}",
            kind,
            lance=self.lance,
            said=call,
            seat=first or call.seat,
            n=self.offer,
            allowed=legal,
        )


def _no_betting(lance: Lance, only: Pair | None) -> NotAllowedError:
    if only is None:
        message = f"no betting in {lance}: nobody takes part"
        return NotAllowedError(message, "no_betting", lance=lance)
    message = f"no betting in {lance}: only {only} takes part"
    return NotAllowedError(message, "no_betting_only", lance=lance, pair=only)


def play_lance(start: BettingRound, calls: Iterable[Call]) -> BettingRound:
    """The closed round after all calls; raises NotAllowedError when one is not allowed or the
    last leaves the lance open."""
    state = start
    for call in calls:
        state = state.apply(call)
    if state.outcome is None:
        allowed = ", ".join(str(legal) for legal in state.legal())
        raise NotAllowedError(
            f"{state.lance} is not finished; allowed next: {allowed}",
            "lance_open",
            lance=state.lance,
        )
    return state


def calls_for(start: BettingRound, status: Status, amount: int, bettor: Pair) -> tuple[Call, ...]:
    """The shortest calls that bring a lance to a known end: how bets are noted afterwards.

    `bettor` made the offer that was answered. `amount` is the accepted total, or for a refusal
    the last accepted stake (0 when the first bet was refused); it is 0 for paso and ordago.
    """
    order = start.eligible
    if status is Status.PASO:
        return tuple(Call(seat, Word.PASS) for seat in order)
    ours = next(seat for seat in order if seat.pair is bettor)
    theirs = next(seat for seat in order if seat.pair is bettor.other)
    raised = status is Status.REFUSED and amount > 0
    opener = theirs if raised else ours
    passes = tuple(Call(seat, Word.PASS) for seat in order[: order.index(opener)])
    if status is Status.ORDAGO:
        return (*passes, Call(ours, Word.ORDAGO), Call(theirs, Word.ACCEPT))
    if status is Status.ACCEPTED:
        return (*passes, Call(ours, Word.BET, amount), Call(theirs, Word.ACCEPT))
    if status is not Status.REFUSED:
        raise NotAllowedError(f"no calls make a lance {status}; it follows from the cards")
    if raised:
        first = Call(theirs, Word.BET, amount)
        return (*passes, first, Call(ours, Word.ORDAGO), Call(theirs, Word.REFUSE))
    return (*passes, Call(ours, Word.BET, start.ruleset.open_min), Call(theirs, Word.REFUSE))


@dataclass(frozen=True, slots=True)
class Spoken:
    """One partner's answer; `plural` when said for both ("queremos", "no queremos")."""

    seat: Seat
    word: Word
    amount: int = 0
    plural: bool = False


def pair_answer(words: Sequence[Spoken]) -> Spoken:
    """The word that stands for a pair when both partners answer.

    A plural or an imperative binds from the moment it is said; otherwise the most active word
    prevails: ordago, raise, bet, accept, refuse, pass (FEM C.VI-4). Raises AmbiguousError for
    two different numbers, of which the opponents choose one (FEM V.7).
    """
    if not words or len({spoken.seat.pair for spoken in words}) != 1:
        raise NotAllowedError("an answer needs the words of one pair")
    for spoken in words:
        if spoken.plural:
            return spoken
    most_active = min(words, key=lambda spoken: _ACTIVITY.index(spoken.word))
    amounts = sorted({s.amount for s in words if s.word is most_active.word})
    if len(amounts) > 1:
        raise AmbiguousError(
            f"{most_active.seat.pair} says {most_active.word} "
            f"{' and '.join(str(n) for n in amounts)}; the opponents choose which stands"
        )
    return most_active


_ACTIVITY = (Word.ORDAGO, Word.RAISE, Word.BET, Word.ACCEPT, Word.REFUSE, Word.PASS)
_EXAMPLE = "'A bet 2', 'B raise 4', 'A accept', 'B refuse', 'C pass' or 'D ordago'"
