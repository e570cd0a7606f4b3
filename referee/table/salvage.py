"""The events in what is left of a damaged SQLite file, as far as they can be read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from referee.errors import UnreadableError
from referee.table.chain import Link


def salvage(path: Path, name: str, since: int = 0) -> Iterator[Link]:
    """Links in the order in which they were written; raises UnreadableError where they end."""
    found = 0
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        ) as connection:
            # lets a file be opened that is shorter than it says
            connection.execute("PRAGMA writable_schema=ON").close()
            # the index may lie in the part that is lost
            query = "SELECT seq, event, hash FROM referee_events NOT INDEXED WHERE log = ?"
            with closing(connection.execute(query, (name,))) as rows:
                for seq, event, link_hash in rows:
                    found = int(seq)
                    if found > since:
                        yield Link(found, str(event), str(link_hash))
    except sqlite3.Error as error:
        raise UnreadableError(f"after event {found} the file is lost: {error}") from None
    raise UnreadableError(f"after event {found} the file is lost")
