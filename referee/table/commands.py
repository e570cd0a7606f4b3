"""What people and cameras want to happen: an intent becomes events, or is refused.

An event is its own intent: it is appended when it is possible now. The other intents name what
is meant (undo, the card at B3, the bets of deal 2) and are worked out into events here. A refusal
says why, and what was allowed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from referee.cards import Card
from referee.errors import NotAllowedError, Refusal
from referee.seats import Seat
from referee.table.changes import told
from referee.table.corrections import Effective, effective, in_force
from referee.table.deal import TableDeal
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    CardNamed,
    Correctable,
    Corrected,
    DealSettled,
    DealStarted,
    Event,
    FlagRaised,
    HandSealed,
    Noticed,
    Recorded,
    RulingGiven,
)
from referee.table.fold import Table
from referee.table.mouche_commands import Instead, NameLaid, instead_of, to_tell
from referee.table.mouche_events import FlagRuled, MoucheSettled, TrickSwept
from referee.table.state import Misfit, TableMatch, TableState
from referee.table.verdict import Verdict


@dataclass(frozen=True, slots=True)
class StartDeal:
    """The next deal begins, with the mano whose turn it is unless another is named."""

    mano: Seat | None = None


@dataclass(frozen=True, slots=True)
class EnterBets:
    """All bets of a deal in one screen; of the running deal unless another is numbered."""

    bets: BetsEntered
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class NameCard:
    """The card at a label is this one, None for no card there.

    Of the running deal's reveal, else of the last deal's, unless a deal is numbered.
    """

    label: str
    card: Card | None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """The referee's answer to a flag, whether or not there was one before."""

    flag: int
    verdict: Verdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """Event `target` was really these events, in its place; none: it is undone.

    What follows must still be possible; with `undo_misfits` what no longer is gets undone too.
    """

    target: int
    instead: tuple[Correctable, ...] = ()
    note: str = ""
    undo_misfits: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """The last thing that people said or a reveal showed did not happen."""

    note: str = ""


Intent: TypeAlias = (
    Correctable | StartDeal | EnterBets | NameCard | NameLaid | Rule | Correct | Undo
)


class RefusedError(NotAllowedError):
    """An intent that is not possible now."""

    misfits: tuple[Misfit, ...] = ()
    """What would no longer be possible after a correction."""


def decide(table: Table, intent: Intent) -> tuple[Event, ...]:
    """The events that carry out an intent, all or none; raises NotAllowedError.

    A deal that they settle is told at once.
    """
    meant = _meant(table, intent)
    events = _corrections(table, meant) if isinstance(meant, Correct) else (meant,)
    after = dry_run(table, events)
    misfits = _new_misfits(table, after)
    if misfits:
        raise _refusal(misfits, {len(table.recorded) + 1})
    deal = after.state.deal
    if deal and deal.settlement:
        return (*events, told(deal.settlement))
    settled = to_tell(after.state.mouche)
    return (*events, settled) if settled else events


def next_undone(table: Table) -> Effective | None:
    """What `Undo` takes back; doing so again and again goes further and further back."""
    for one in reversed(effective(table.recorded)):
        if not isinstance(one.event, _NOT_UNDONE_UNASKED):
            return one
    return None


def dry_run(table: Table, events: Iterable[Event]) -> Table:
    """The table as it would be after these events."""
    for event in events:
        at = table.recorded[-1].at if table.recorded else _NO_TIME
        table = table.then(Recorded(len(table.recorded) + 1, at, "", event))
    return table


def _meant(table: Table, intent: Intent) -> Correctable | Correct:
    state = table.state
    match intent:
        case Undo():
            last = next_undone(table)
            if last is None:
                raise RefusedError("there is nothing to undo", "nothing_to_undo")
            return Correct(last.source, (), intent.note)
        case StartDeal():
            return DealStarted(intent.mano or _match(state).standing.mano)
        case EnterBets():
            return _bets(_deal(state, intent.deal), intent.bets)
        case NameCard():
            deal = _deal(state, intent.deal)
            if deal.reading is None:
                raise RefusedError(
                    f"deal {deal.number} has no reveal whose cards could be named; it waits for "
                    f"{deal.waits_for}",
                    "not_revealed",
                    n=deal.number,
                )
            return CardNamed(deal.reading.seq, intent.label, intent.card)
        case Rule():
            flag = state.flag(intent.flag)
            ruling = RulingGiven(intent.flag, intent.verdict, intent.note)
            return Correct(flag.ruling_seq, (ruling,)) if flag.ruling_seq else ruling
        case NameLaid() | FlagRuled():
            return _in_place(instead_of(state.mouche, intent), intent)
    return intent


def _in_place(found: Instead | None, intent: NameLaid | FlagRuled) -> Correctable | Correct:
    if found is not None:
        return Correct(found.target, found.events)
    assert isinstance(intent, FlagRuled), "what names a card stands in the place of an event"
    return intent


def _match(state: TableState) -> TableMatch:
    if state.match is None:
        raise RefusedError("no match is running; open one", "no_match")
    return state.match


def _deal(state: TableState, number: int | None) -> TableDeal:
    """A deal of the match by its number, else the running one, else the last."""
    match = _match(state)
    deals = [*match.deals, match.deal] if match.deal else [*match.deals]
    if not deals:
        raise RefusedError("no deal has been played in this match; start one", "no_deals")
    if number is None:
        return deals[-1]
    for deal in deals:
        if deal.number == number:
            return deal
    raise RefusedError(
        f"no deal {number} in this match; there are 1 to {deals[-1].number}",
        "no_such_deal",
        n=number,
        last=deals[-1].number,
    )


def _bets(deal: TableDeal, bets: BetsEntered) -> Correctable | Correct:
    if deal.told and deal.told_seq and deal.bets_seq in (None, deal.told_seq):
        # no place of their own: they go before what people were told
        return Correct(deal.told_seq, (bets, deal.told))
    if deal.bets_seq:
        return Correct(deal.bets_seq, (bets,))
    return bets


def _corrections(table: Table, wanted: Correct) -> tuple[Corrected, ...]:
    """The correction, and the undoing of what it makes impossible.

    What people were told of a deal that is no longer settled is undone unasked: nobody said it;
    so is a ruling on what the cards of a trick no longer ask.
    """
    _require_target(table, wanted)
    events = [Corrected(wanted.target, wanted.instead, wanted.note)]
    while misfits := _new_misfits(table, dry_run(table, events)):
        own = {wanted.target, len(table.recorded) + 1}
        theirs = [m for m in misfits if not isinstance(_original(table, m.seq), _UNDONE_UNASKED)]
        if any(m.seq in own for m in misfits) or (theirs and not wanted.undo_misfits):
            raise _refusal(theirs or misfits, own)
        because = f"no longer possible after {wanted.target} was corrected"
        events += [Corrected(misfit.seq, (), because) for misfit in misfits]
    return tuple(events)


def _require_target(table: Table, wanted: Correct) -> None:
    target = wanted.target
    if not 1 <= target <= len(table.recorded):
        last = len(table.recorded)
        raise RefusedError(
            f"no event {target}; allowed: 1 to {last}", "no_such_event", n=target, last=last
        )
    held = in_force(table.recorded).get(target)
    if isinstance(_original(table, target), Corrected):
        if wanted.instead:
            raise RefusedError(
                f"{target} is a correction; undo it, or correct its target again",
                "is_a_correction",
                n=target,
            )
        if held:
            raise RefusedError(
                f"correction {target} was undone as event {held.seq}",
                "was_undone",
                n=target,
                by=held.seq,
            )
    elif held and isinstance(held.event, Corrected) and held.event.instead == wanted.instead:
        raise RefusedError(
            f"event {target} was corrected so as event {held.seq}",
            "was_corrected",
            n=target,
            by=held.seq,
        )


def _original(table: Table, seq: int) -> Event:
    return table.recorded[seq - 1].event


def _new_misfits(before: Table, after: Table) -> tuple[Misfit, ...]:
    known = {misfit.seq for misfit in before.state.misfits}
    return tuple(misfit for misfit in after.state.misfits if misfit.seq not in known)


def _refusal(misfits: Sequence[Misfit], own: set[int]) -> RefusedError:
    """In the words of the rules when the event itself is not possible."""
    for misfit in misfits:
        if misfit.seq in own:
            why = misfit.reason
            break
    else:
        listed = "; ".join(map(str, misfits))
        why = Refusal(
            f"with this, what was said later is no longer possible: {listed}. "
            "Undo that as well, or correct it first",
            "later",
            {"misfits": tuple(misfits)},
        )
    refused = RefusedError(why, why.kind, **why.data)
    refused.misfits = tuple(misfits)
    return refused


_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_UNDONE_UNASKED = (DealSettled, MoucheSettled, FlagRuled)
_NOT_UNDONE_UNASKED = (
    DealSettled,
    MoucheSettled,
    FlagRaised,
    Noticed,
    CameraChanged,
    HandSealed,
    TrickSwept,
)
"""Undone only by their number: nobody at the table did them."""
