"""Which events count: a correction puts others in the place of one event, or none.

Nothing in a log is edited. Read backwards, every correction that is not itself undone says what
stands at its target; of several the last one holds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from referee.table.events import CardNamed, Correctable, Corrected, Recorded


@dataclass(frozen=True, slots=True)
class Effective:
    """An event that counts."""

    seq: int
    """The place in the log where it stands, by which others refer to it."""
    source: int
    """Number of the event that says so: `seq` itself, or a correction."""
    at: datetime
    """When what stands at `seq` was written, corrected or not."""
    event: Correctable


def effective(recorded: Sequence[Recorded]) -> tuple[Effective, ...]:
    """The events that count, in order; a target that is not before its correction is ignored."""
    corrections = in_force(recorded)
    found: list[Effective] = []
    for one in recorded:
        if isinstance(one.event, Corrected):
            continue
        correction = corrections.get(one.seq)
        if correction is None:
            found.append(Effective(one.seq, one.seq, one.at, one.event))
        elif isinstance(correction.event, Corrected):
            found += [
                Effective(one.seq, correction.seq, one.at, event)
                for event in correction.event.instead
            ]
    return tuple(found)


def in_force(recorded: Sequence[Recorded]) -> dict[int, Recorded]:
    """By the number of its target, the correction that holds; targets may be corrections."""
    held: dict[int, Recorded] = {}
    for one in reversed(recorded):
        if isinstance(one.event, Corrected) and one.seq not in held:
            target = one.event.target
            if target < one.seq:
                held.setdefault(target, one)
    return held


def named_cards(events: Iterable[Effective]) -> dict[int, dict[str, CardNamed]]:
    """What people said about the cards of each reveal, by its number and by label.

    Said at any time later, even after the deal was settled: it counts from the reveal on.
    """
    named: dict[int, dict[str, CardNamed]] = {}
    for one in events:
        if isinstance(one.event, CardNamed) and one.event.reveal < one.seq:
            named.setdefault(one.event.reveal, {})[one.event.label] = one.event
    return named


def changed_place(recorded: Sequence[Recorded]) -> int:
    """The first place whose meaning the last event, a correction or a named card, changes.

    Events are numbered from 1 without gaps.
    """
    one = recorded[-1]
    while isinstance(one.event, Corrected) and 1 <= one.event.target < one.seq:
        one = recorded[one.event.target - 1]
    before = named_cards(effective(recorded[:-1]))
    after = named_cards(effective(recorded))
    reveals = [r for r in before.keys() | after.keys() if before.get(r) != after.get(r)]
    return min([one.seq, *reveals])
