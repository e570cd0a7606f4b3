"""The hash chain of a log: every event is sealed together with all before it.

Whoever changes, takes out or puts in an event later breaks the chain from there on. Cutting off
the end breaks nothing; for that, compare the last hash with one that was noted down.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from referee.errors import RefereeError
from referee.table.codec import dumps, loads, recorded_from_json, recorded_to_json
from referee.table.events import Recorded

GENESIS = "0" * 64
"""The hash before the first event."""


@dataclass(frozen=True, slots=True)
class Link:
    """One event as it is stored: its JSON text, and the hash of that text and the hash before."""

    seq: int
    text: str
    hash: str

    @classmethod
    def after(cls, before: str, recorded: Recorded) -> "Link":
        """The link that follows a hash."""
        text = dumps(recorded_to_json(recorded))
        return cls(recorded.seq, text, link_hash(before, text))


def link_hash(before: str, text: str) -> str:
    """SHA-256 of the hash before and a text, hexadecimal."""
    return sha256(f"{before}\n{text}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Scan:
    """A log as far as it is intact, and what is wrong with it."""

    recorded: tuple[Recorded, ...] = ()
    """Every event before the first fault."""
    head: str = GENESIS
    """Hash of the last of them."""
    fault: str | None = None
    """Why nothing is read beyond; None for an intact log."""
    remarks: tuple[str, ...] = ()
    """What is odd and does no harm, such as a clock that was set back."""


def scan(links: Iterable[Link], after: int = 0, head: str = GENESIS) -> Scan:
    """Read links in order, from the one after a number on, up to the first fault.

    Whatever reading them raises, as a damaged file does, is a fault as well.
    """
    recorded: list[Recorded] = []
    fault = None
    try:
        for link in links:
            seq = after + len(recorded) + 1
            if link.seq != seq:
                fault = f"event {seq} is missing; the next one there is {link.seq}"
                break
            if link_hash(head, link.text) != link.hash:
                fault = f"event {seq} is not as it was written: its hash does not fit"
                break
            recorded.append(recorded_from_json(loads(link.text, f"event {seq}")))
            if recorded[-1].seq != seq:
                recorded.pop()
                fault = f"event {seq} says that it is another"
                break
            head = link.hash
    except RefereeError as error:
        fault = str(error)
    return Scan(tuple(recorded), head, fault, tuple(_steps_back(recorded)))


def _steps_back(recorded: Iterable[Recorded]) -> Iterable[str]:
    before: Recorded | None = None
    for one in recorded:
        if before and one.at < before.at:
            yield clock_went_back(before, one.seq, one.at)
        before = one


def clock_went_back(before: Recorded, seq: int, at: datetime) -> str:
    """A sentence on an event that is earlier than the one before."""
    seconds = (before.at - at).total_seconds()
    return (
        f"the clock went back {seconds:.1f} s between events {before.seq} and {seq}; "
        "their order is that of their numbers"
    )
