"""What the undo button would undo, and the log as people read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.mus.events import Ruled
from referee.table.commands import Correct, decide, dry_run, next_undone
from referee.table.corrections import in_force
from referee.table.deal import WaitsFor
from referee.table.events import (
    BetsEntered,
    Correctable,
    Corrected,
    Event,
    FlagRaised,
    Recorded,
    RulingGiven,
)
from referee.table.fold import Table
from referee.table.mouche_events import FlagRuled
from referee.web.telling import event_phrase
from referee.web.words import Phrase

Plain = dict[str, Any]
Said = Callable[[Correctable], Phrase | None]
_OF_REFEREES = (FlagRaised, RulingGiven, Ruled, FlagRuled)


def undo_view(table: Table, said: Said) -> Plain | None:
    """The event that undo takes back, as `Undo` of `referee.table.commands` chooses it; `said`
    says it in the languages of the pages."""
    last = next_undone(table)
    if last is None:
        return None
    phrase = event_phrase(last.event, said)
    return {"seq": last.source, "phrase": phrase.plain() if phrase else str(last.event)}


def for_referees(table: Table, wanted: Correct) -> bool:
    """Whether a correction, or what it would undo with it, touches a flag or a ruling.

    Raises NotAllowedError where the correction is not possible at all.
    """
    recorded, held = table.recorded, in_force(table.recorded)

    events = decide(table, wanted)
    states = (table.state, dry_run(table, events).state)
    ruled = any(state.deal and state.deal.waits_for is WaitsFor.RULING for state in states)
    # where a declaration was false, the bets as entered are the ruling
    theirs = (*_OF_REFEREES, BetsEntered) if ruled else _OF_REFEREES

    def touches(event: Event) -> bool:
        if not isinstance(event, Corrected):
            return isinstance(event, theirs)
        now = held.get(event.target)
        replaced = now.event.instead if now and isinstance(now.event, Corrected) else ()
        return touches(recorded[event.target - 1].event) or any(
            isinstance(one, theirs) for one in (*event.instead, *replaced)
        )

    return any(touches(event) for event in events)


def log_view(recorded: Sequence[Recorded], since: int, limit: int, said: Said) -> list[Plain]:
    """Events after a number, newest first, with whether a later one has undone them; `said` as
    for `undo_view`."""

    def told(event: Event) -> Plain | None:
        words = event_phrase(event, said)
        return words.plain() if words else None

    held = in_force(recorded)
    return [
        {
            "seq": one.seq,
            "at": one.at.isoformat(),
            "by": one.by,
            "text": str(one.event),
            "phrase": told(one.event),
            "undone": one.seq in held,
            "correction": isinstance(one.event, Corrected),
        }
        for one in reversed(recorded[since:][-limit:])
    ]
