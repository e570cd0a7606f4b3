"""Whether two logs tell the same story: a recording read twice must give the same events."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from referee.table.codec import dumps, event_to_json, kind_of
from referee.table.events import Event, Recorded


@dataclass(frozen=True, slots=True)
class Difference:
    """Events that only one of two logs has at a place."""

    one: tuple[Recorded, ...]
    two: tuple[Recorded, ...]

    def __str__(self) -> str:
        return f"{_told(self.one)} | {_told(self.two)}"


def differences(one: Sequence[Recorded], two: Sequence[Recorded]) -> tuple[Difference, ...]:
    """Where two logs differ in what happened; empty when they tell the same.

    When and by whom an event was written does not matter, nor does its number.
    """
    texts = [[dumps(event_to_json(recorded.event)) for recorded in log] for log in (one, two)]
    matcher = SequenceMatcher(None, texts[0], texts[1], autojunk=False)
    return tuple(
        Difference(tuple(one[a:b]), tuple(two[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    )


def _told(events: Sequence[Recorded]) -> str:
    return ", ".join(f"{one.seq} {_event(one.event)}" for one in events) or "nothing"


def _event(event: Event) -> str:
    return f"{kind_of(event)} ({event})"
