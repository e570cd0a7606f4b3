"""What the undo button would undo, and the log as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from referee.mus.events import Ruled
from referee.table.commands import Correct, decide, next_undone
from referee.table.corrections import in_force
from referee.table.events import (
    Correctable,
    Corrected,
    DealStep,
    Event,
    FlagRaised,
    Recorded,
    RulingGiven,
)
from referee.table.fold import Table
from referee.web.views import said_phrase
from referee.web.words import phrase

Plain = dict[str, Any]
_STEPS = get_args(DealStep)
_OF_REFEREES = (FlagRaised, RulingGiven, Ruled)


def undo_view(table: Table) -> Plain | None:
    """The event that undo takes back, as `Undo` of `referee.table.commands` chooses it."""
    last = next_undone(table)
    return {"seq": last.source, "phrase": _phrase(last.event)} if last else None


def for_referees(table: Table, wanted: Correct) -> bool:
    """Whether a correction, or what it would undo with it, touches a flag or a ruling.

    Raises NotAllowedError where the correction is not possible at all.
    """
    recorded, held = table.recorded, in_force(table.recorded)

    def touches(event: Event) -> bool:
        if not isinstance(event, Corrected):
            return isinstance(event, _OF_REFEREES)
        now = held.get(event.target)
        replaced = now.event.instead if now and isinstance(now.event, Corrected) else ()
        return touches(recorded[event.target - 1].event) or any(
            isinstance(one, _OF_REFEREES) for one in (*event.instead, *replaced)
        )

    return any(touches(event) for event in decide(table, wanted))


def _phrase(event: Correctable) -> str | Plain:
    said = said_phrase(event) if isinstance(event, _STEPS) else None
    seat = getattr(event, "seat", None)
    return phrase("said.by", seat=seat.value, said=said).plain() if said and seat else str(event)


def log_view(recorded: Sequence[Recorded], since: int, limit: int) -> list[Plain]:
    """Events after a number, newest first, with whether a later one has undone them."""
    held = in_force(recorded)
    return [
        {
            "seq": one.seq,
            "at": one.at.isoformat(),
            "by": one.by,
            "text": str(one.event),
            "undone": one.seq in held,
            "correction": isinstance(one.event, Corrected),
        }
        for one in reversed(recorded[since:][-limit:])
    ]
