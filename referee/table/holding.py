"""One process serves a log at a time: whoever comes second is told so, before it shows anything.

A file beside the SQLite file, or a lock of the PostgreSQL server, is held as long as the process
lives; the system lets go of it even after kill -9.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from referee.table.database import LogError, engine_for, lock_file_of

_NEXT = "Stop it, or look at its pages instead; a copy of the log may be opened beside it"


@contextmanager
def held(where: str | Path, name: str) -> Iterator[None]:
    """Hold the log of a table; raises LogError when another process does."""
    path = lock_file_of(where)
    if path is not None:
        with _held_file(path, where):
            yield
    elif "://" in str(where) and engine_for(where).dialect.name == "postgresql":
        with _held_on_server(str(where), name):
            yield
    else:
        yield


@contextmanager
def _held_file(path: Path, where: str | Path) -> Iterator[None]:
    try:
        file = path.open("a+", encoding="ascii")
    except OSError as error:
        raise LogError(f"{path}: {error.strerror or error}; see that the folder exists") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LogError(
                f"{where}: another process ({_holder(file)}) serves this table. {_NEXT}"
            ) from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
        with suppress(OSError):
            file.truncate(0)


def _holder(file: IO[str]) -> str:
    file.seek(0)
    return f"number {file.read(20).strip() or 'unknown'}"


@contextmanager
def _held_on_server(where: str, name: str) -> Iterator[None]:
    engine = engine_for(where)
    key = int.from_bytes(sha256(f"referee {name}".encode()).digest()[:8], signed=True)
    try:
        with engine.connect() as connection:
            asked = {"key": key}
            got = connection.execute(text("SELECT pg_try_advisory_lock(:key)"), asked).scalar()
            if not got:
                raise LogError(
                    f"the log of {name!r} on this server: another process serves it. {_NEXT}"
                )
            connection.commit()
            yield
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), asked)
    except SQLAlchemyError as error:
        raise LogError(f"the log of {name!r} cannot be held: {error}") from None
    finally:
        engine.dispose()
