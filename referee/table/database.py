"""The database that a log lies in: an SQLite file by its path, or any other by its URL."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Engine, create_engine
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from referee.errors import RefereeError

_WHERE = (
    "write the path of a file, or a URL as in postgresql+psycopg://user@host/name "
    "(pip install 'referee[postgresql]')"
)


class LogError(RefereeError):
    """The log cannot be used as asked; the message says what to do."""


def engine_for(where: str | Path, *, writable: bool = True) -> Engine:
    """A database by its URL, or by the path of an SQLite file; raises LogError.

    Unless it is to be written, an SQLite file keeps the journal mode it has.
    """
    url = where if isinstance(where, str) and "://" in where else f"sqlite:///{where}"
    try:
        # a connection that a server has dropped meanwhile is opened again, not written into
        engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except (ArgumentError, ValueError):  # the second of a port that is no number
        raise LogError(f"{shown(where)!r} is no database; {_WHERE}") from None
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise LogError(f"no driver for this database: {error}; {_WHERE}") from None
    if writable and engine.dialect.name == "sqlite":
        sqlalchemy_event.listen(engine, "connect", _make_durable)
    return engine


def shown(where: str | Path) -> str:
    """A path, or a URL without any password, for messages; also one that is no proper URL.

    Rather too much is hidden than too little: all up to the last @, which a password may contain.
    User, host and options stay, as in a command that is to be typed.
    """
    text = str(where)
    if "://" not in text:
        return text
    text = re.sub(r"([?&][^=&]*password=)[^&]*", r"\1***", text, flags=re.IGNORECASE)
    return re.sub(r"(://[^:]*):.*@", r"\1:***@", text, flags=re.DOTALL)


def reason_of(error: SQLAlchemyError) -> str:
    """What the database said, in one line, without what SQLAlchemy adds."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return " ".join(str(cause).split())


def why_not(error: SQLAlchemyError) -> str:
    """What the database said, and what to do."""
    reason = reason_of(error).rstrip(".?")
    hint = next((say for sign, say in _HINTS.items() if sign in reason), _CHECK)
    return f"{reason}. {hint}"


def lock_file_of(where: str | Path) -> Path | None:
    """The file that whoever serves an SQLite log holds; None behind a server or in memory."""
    files = files_of(where)
    return files[-1] if files and ":memory:" not in str(where) else None


def files_of(where: str | Path) -> tuple[Path, ...]:
    """The SQLite file behind a log and its companions, there or not; none behind a server."""
    url = engine_for(where, writable=False).url
    if url.get_backend_name() != "sqlite" or not url.database:
        return ()
    named = url.database
    path = Path(urlsplit(named).path if named.startswith("file:") else named)
    # SQLite puts the companions beside the file that a link leads to
    real = Path(os.path.realpath(path))
    ends = ("-wal", "-shm", "-journal", "-serving")
    return (path, *(real.with_name(real.name + end) for end in ends))


_CHECK = "See that the database can be reached, then start again"
_HINTS = {
    "full": "Make room on the disk and go on; what was acknowledged is safe",
    "readonly": "Give this user leave to write the file and its folder",
    "locked": "Another process holds the log; stop it",
    "malformed": "The file is damaged; save a copy, then: referee log verify FILE",
    "not a database": "This file is something else; name the log",
    "unable to open": "See that the folder exists and may be written",
}


def _make_durable(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where `_store` says so
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}").close()
