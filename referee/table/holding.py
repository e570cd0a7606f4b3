"""One process serves a log at a time: whoever comes second is told so, before it shows anything.

A file beside the SQLite file, or a lock of the PostgreSQL server, is held as long as the process
lives; the system lets go of it even after kill -9. The server also lets go when the connection
breaks, so whoever writes asks first whether the log is still held.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, TypeAlias

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from referee.table.database import LogError, engine_for, lock_file_of, shown, why_not

StillHeld: TypeAlias = Callable[[], None]
"""Raises LogError when the log is not held any longer and cannot be taken again."""

_NEXT = "Stop it, or look at its pages instead; a copy of the log may be opened beside it"


@contextmanager
def held(where: str | Path, name: str) -> Iterator[StillHeld]:
    """Hold the log of a table; raises LogError when another process does."""
    path = lock_file_of(where)
    if path is not None:
        with _held_file(path, where):
            yield _always
    elif "://" in str(where) and engine_for(where).dialect.name == "postgresql":
        server = _Server(engine_for(where), name)
        try:
            server.take()
            yield server.still_held
        finally:
            server.let_go()
    else:
        yield _always


def _always() -> None:
    """A file is held until it is let go of."""


@contextmanager
def _held_file(path: Path, where: str | Path) -> Iterator[None]:
    with _locked(path, where) as file:
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        try:
            yield
        finally:
            # still locked: whoever has opened it meanwhile sees below that it is gone
            path.unlink(missing_ok=True)


def _locked(path: Path, where: str | Path) -> IO[str]:
    """The file, which is there under that name and is locked by this process."""
    while True:
        try:
            file = path.open("a+", encoding="ascii")
        except OSError as error:
            raise LogError(
                f"{path}: {error.strerror or error}; see that the folder exists"
            ) from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            with file:
                raise LogError(
                    f"{where}: another process ({_holder(file)}) serves this table. {_NEXT}"
                ) from None
        if _is_at(path, file):
            return file
        file.close()


def _is_at(path: Path, file: IO[str]) -> bool:
    """Whether the path still leads to the file, which another process may have removed."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _holder(file: IO[str]) -> str:
    file.seek(0)
    return f"number {file.read(20).strip() or 'unknown'}"


class _Server:
    """A lock of a PostgreSQL server, which lasts as long as one connection to it."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._name = name
        digest = sha256(f"referee {name}".encode()).digest()
        self._asked = {"key": int.from_bytes(digest[:8], signed=True)}
        self._connection: Connection | None = None
        """That which has the lock; None while the lock is not this process's."""

    def take(self) -> None:
        """Raises LogError when another process has it."""
        try:
            connection = self._engine.connect()
        except SQLAlchemyError as error:
            raise self._not_held(error) from None
        try:
            query = text("SELECT pg_try_advisory_lock(:key)")
            got = connection.execute(query, self._asked).scalar()
            connection.commit()
        except SQLAlchemyError as error:
            connection.close()
            raise self._not_held(error) from None
        if not got:
            connection.close()
            raise LogError(
                f"the log of {self._name!r} on this server: another process serves it. {_NEXT}"
            )
        self._connection = connection

    def still_held(self) -> None:
        """The connection lives, and the lock with it; else the lock is taken again."""
        connection = self._connection
        if connection is not None:
            try:
                connection.execute(text("SELECT 1"))
                connection.commit()
                return
            except SQLAlchemyError:
                self._connection = None
                connection.invalidate()
                connection.close()
        # whatever came between is found by the log itself, which knows its last hash
        self.take()

    def _not_held(self, error: SQLAlchemyError) -> LogError:
        where = shown(self._engine.url.render_as_string(hide_password=False))
        return LogError(f"{where}: the log of {self._name!r} cannot be held: {why_not(error)}")

    def let_go(self) -> None:
        """Once no more is written."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.execute(text("SELECT pg_advisory_unlock(:key)"), self._asked)
            self._connection.close()
        self._engine.dispose()
