"""`referee log`: look at a log without changing it."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.errors import UnreadableError
from referee.outputs import refuse_overwriting

if TYPE_CHECKING:
    from referee.table.chain import Scan
    from referee.table.events import Recorded

DAMAGED = 1
"""Exit status when a log is not intact."""

log_app = typer.Typer(no_args_is_help=True, help="Check and export the log of a table.")


class Format(StrEnum):
    """How events are exported."""

    JSONL = "jsonl"
    CSV = "csv"


Log = Annotated[str, typer.Argument(help="An SQLite file, or the URL of a database.")]
Name = Annotated[
    str | None, typer.Option("--table", help="Whose log, where a database has several.")
]


@log_app.command()
def verify(
    log: Log,
    table: Name = None,
    head: Annotated[
        str | None, typer.Option(help="The last hash, as noted down earlier: nothing is cut off.")
    ] = None,
) -> None:
    """Check that every event is as it was written, and say what is odd."""
    from referee.table.log import export_command

    found = _look(log, table)
    for remark in found.remarks:
        print(f"Note: {remark}.")
    count = f"{len(found.recorded)} event{'s' * (len(found.recorded) != 1)}"
    if found.fault:
        print(f"{count} intact, then the log is damaged: {found.fault}.")
        if found.recorded:
            print(f"Save what is intact with: {export_command(log, table)}")
        raise typer.Exit(DAMAGED)
    if head and head != found.head and not _passes(found, head):
        print(f"{count} intact, but none has the hash {head}: events were cut off or replaced.")
        raise typer.Exit(DAMAGED)
    print(f"{count} intact. Last hash {found.head}")


@log_app.command()
def export(
    log: Log,
    table: Name = None,
    format: Annotated[Format, typer.Option(help="One JSON object a line, or a table.")] = (
        Format.JSONL
    ),
    output: Annotated[Path | None, typer.Option(help="Write to this file.")] = None,
) -> None:
    """Write out all events; of a damaged log, all before the damage."""
    from referee.table.database import files_of, shown

    refuse_overwriting(output, *files_of(log))
    found = _look(log, table)
    if found.fault and not found.recorded:
        print(
            f"referee: {shown(log)}: the log is damaged from its first event on: {found.fault}; "
            "nothing is written, so that no empty file passes for it. Look for a copy of the log",
            file=sys.stderr,
        )
        raise typer.Exit(DAMAGED)
    text = "".join(_jsonl(found.recorded) if format is Format.JSONL else _csv(found.recorded))
    if output is None:
        sys.stdout.write(text)
    else:
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UnreadableError(f"{output}: {error.strerror or error}") from None
    if found.fault:
        print(f"referee: {shown(log)}: the log is damaged: {found.fault}", file=sys.stderr)
        raise typer.Exit(DAMAGED)


def _look(log: str, table: str | None) -> Scan:
    from referee.table.log import look

    return look(log, table)


def _passes(found: Scan, head: str) -> bool:
    """Whether the chain had this hash at some earlier event."""
    from referee.table.chain import GENESIS, Link

    before = GENESIS
    for one in found.recorded:
        before = Link.after(before, one).hash
        if before == head:
            return True
    return False


def _jsonl(recorded: Sequence[Recorded]) -> Iterator[str]:
    from referee.table.codec import dumps, recorded_to_json

    for one in recorded:
        yield dumps(recorded_to_json(one)) + "\n"


def _csv(recorded: Sequence[Recorded]) -> Iterator[str]:
    """With a sentence for people, and the number of the correction that holds, if any."""
    from referee.table.codec import dumps, event_to_json, kind_of, time_text
    from referee.table.corrections import in_force

    held = in_force(recorded)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(("seq", "at", "by", "kind", "event", "corrected_by", "data"))
    for one in recorded:
        correction = held[one.seq].seq if one.seq in held else ""
        data = dumps(event_to_json(one.event)["data"])
        row = (one.seq, time_text(one.at), one.by, kind_of(one.event), _safe(str(one.event)))
        writer.writerow((*row, correction, data))
    yield buffer.getvalue()


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
