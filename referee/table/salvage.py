"""The events in what is left of a damaged SQLite file, as far as they can be read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.errors import UnreadableError
from referee.table.chain import Link


def salvage(path: Path, name: str) -> Iterator[Link]:
    """Links in the order in which they were written; raises UnreadableError where they end."""
    found = 0
    try:
        for log, seq, event, link_hash in _rows(path):
            if log == name and isinstance(seq, int):
                found = seq
                yield Link(seq, str(event), str(link_hash))
    except sqlite3.Error as error:
        raise UnreadableError(f"after event {found} the file is lost: {error}") from None
    raise UnreadableError(f"after event {found} the file is lost")


def salvaged_names(path: Path) -> tuple[str, ...]:
    """Whose logs are in what is left of the file with their first event, in order."""
    names = set()
    try:
        for log, seq, _, _ in _rows(path):
            if seq == 1 and isinstance(log, str):
                names.add(log)
    except sqlite3.Error:
        pass  # what comes after that is lost
    return tuple(sorted(names))


def _rows(path: Path) -> Iterator[tuple[Any, Any, Any, Any]]:
    """In the order in which they were written; of a page that is lost, nothing or nonsense."""
    # the index may lie in the part that is lost
    query = "SELECT rowid, log, seq, event, hash FROM referee_events NOT INDEXED"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        # lets a file be opened that is shorter than it says
        connection.execute("PRAGMA writable_schema=ON").close()
        last = 0
        try:
            for row in connection.execute(query):
                last = row[0]
                yield row[1:]
        except sqlite3.Error:
            # the module steps ahead, so the row before the damage has not come yet
            after = connection.execute(f"{query} WHERE rowid > ? LIMIT 1", (last,)).fetchone()
            if after:
                yield after[1:]
            raise
