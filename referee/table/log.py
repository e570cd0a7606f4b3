"""The log of a table in a database: append-only, hash-chained, safe against a sudden end.

A path is an SQLite file (write-ahead log, synchronous=FULL: what `append` has returned is on the
disk); a URL is whatever SQLAlchemy opens, tested with PostgreSQL. One database may hold the logs
of several tables. A second writer is not waited for but refused: its picture of the table would
be out of date.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Self

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    NullPool,
    Select,
    String,
    Table,
    Text,
    create_engine,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from referee.cards import format_cards, parse_cards
from referee.errors import UnreadableError
from referee.seats import Seat
from referee.table.chain import GENESIS, Link, Scan, clock_went_back, scan
from referee.table.codec import kind_of
from referee.table.database import LogError, engine_for, reason_of, shown, why_not
from referee.table.events import Event, Recorded
from referee.table.hidden import HiddenHand
from referee.table.salvage import salvage, salvaged_names

logger = logging.getLogger(__name__)

UNNAMED = "table"
"""The log of a table that has no name of its own."""

_METADATA = MetaData()
_EVENTS = Table(
    "referee_events",
    _METADATA,
    Column("log", String(100), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(40), nullable=False),
    Column("event", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)
_HIDDEN = Table(
    "referee_hidden_hands",
    _METADATA,
    Column("log", String(100), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(1), nullable=False),
    Column("cards", Text, nullable=False),
    Column("salt", LargeBinary, nullable=False),
)


class DamagedLogError(LogError):
    """The log is not as it was written; `scan` has the intact part."""

    def __init__(self, message: str, scan: Scan) -> None:
        super().__init__(message)
        self.scan = scan


class LogMovedError(LogError):
    """Somebody else has written to the log meanwhile."""


class LogUnwritableError(LogError, OSError):
    """Nothing can be written now: the disk is full, the server is gone, the file is read-only."""


def utc_now() -> datetime:
    """The machine's clock."""
    return datetime.now(UTC)


class EventLog:
    """One table's log. Not for several threads at once; `now` is the clock of new events."""

    def __init__(
        self,
        engine: Engine,
        name: str = UNNAMED,
        now: Callable[[], datetime] = utc_now,
        still_held: Callable[[], None] = lambda: None,
    ):
        """`still_held` is asked before anything is written; see `referee.table.holding`."""
        self._engine = engine
        self._name = name
        self._now = now
        self._still_held = still_held
        self._last: Recorded | None = None
        self._head = GENESIS

    @classmethod
    def open(
        cls,
        where: str | Path,
        name: str = UNNAMED,
        now: Callable[[], datetime] = utc_now,
        still_held: Callable[[], None] = lambda: None,
    ) -> Self:
        """Open a log, made if it does not exist, and read it; raises LogError.

        A damaged log raises DamagedLogError: it can still be read by `EventLog.scan`.
        """
        log = cls(engine_for(where), name, now, still_held)
        try:
            log._make_tables()
            log._go_on_unnamed()
            log.read()
        except LogError:
            log.close()
            raise
        return log

    @property
    def name(self) -> str:
        """Whose log it is."""
        return self._name

    @property
    def where(self) -> str:
        """The database, without any password."""
        url = self._engine.url
        if url.get_backend_name() == "sqlite":
            return url.database or "memory"
        return shown(url.render_as_string(hide_password=False))

    def read(self, since: int = 0) -> tuple[Recorded, ...]:
        """The events after a number; raises DamagedLogError.

        The next `append` builds on what a whole reading gave, and is refused if somebody else has
        written meanwhile.
        """
        found = self.scan(since)
        if found.fault:
            intact = f"No event of {self._name!r} is intact; save what is left"
            if found.recorded:
                intact = f"{len(found.recorded)} events before that are intact; save them"
            # what is left may be of a log from before they had names
            named = self._name != UNNAMED and self._name in _names_left(self._engine)
            save = export_command(self.where, self._name if named else None)
            raise DamagedLogError(
                f"{self.where}: the log is damaged: {found.fault}. {intact}: {save}", found
            )
        if since == 0:
            self._head = found.head
            self._last = found.recorded[-1] if found.recorded else None
        return found.recorded

    def scan(self, since: int = 0) -> Scan:
        """The events after a number as far as they are intact; never raises for a damaged log."""
        try:
            with self._engine.connect() as connection:
                links = self._links(connection, since)
                found = scan(links, since, self._hash_of(connection, since))
        except SQLAlchemyError as error:
            if not self._is_damaged(error):
                raise self._unusable("read", error) from None
            return self._salvaged(since)
        if found.fault and self._is_file:
            # the index leads to some events that the bare table does not, and the other way round
            return max(found, self._salvaged(since), key=lambda one: len(one.recorded))
        return found

    def append(self, events: Sequence[Event], by: str) -> tuple[Recorded, ...]:
        """Write events, all or none; they are safe once this returns.

        Raises LogMovedError when somebody else has written since this log was read as a whole,
        and LogUnwritableError when they cannot be stored; then nothing was written.
        """
        return self._append(events, by, None)

    def append_hidden(self, hand: HiddenHand, by: str) -> tuple[Recorded, ...]:
        """Seal a hand that is not open yet: the log gets the seal, its cards go elsewhere."""
        return self._append((hand.event,), by, hand)

    def hidden_hands(self) -> tuple[tuple[int, HiddenHand], ...]:
        """The sealed hands with the numbers of their events, for `UnrevealedHands` alone."""
        query = select(_HIDDEN).where(_HIDDEN.c.log == self._name).order_by(_HIDDEN.c.seq)
        try:
            with self._engine.connect() as connection:
                rows = connection.execute(query).all()
        except SQLAlchemyError as error:
            raise self._unusable("read", error) from None
        return tuple(
            (row.seq, HiddenHand(Seat(row.seat), parse_cards(row.cards), bytes(row.salt)))
            for row in rows
        )

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @property
    def _is_file(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def _make_tables(self) -> None:
        """An empty file is made a log, and told: a start that was killed may have left it."""
        was_there = self._is_file and Path(self.where).is_file()
        try:
            # a look alone: the file of another program keeps its journal mode
            looking = create_engine(self._engine.url, poolclass=NullPool)
            there = set(inspect(looking).get_table_names())
            if not self._is_file:
                there &= _METADATA.tables.keys()  # a server's database may serve others too
            if there and _EVENTS.name not in there:
                raise LogError(
                    f"{self.where}: no log, as the table {_EVENTS.name} is missing, and not empty: "
                    f"there are {', '.join(sorted(there))}. Put back a copy of the log, or name "
                    "another file or database to begin a new one"
                )
            if was_there and not there:
                logger.warning("%s was there but is empty; a new log begins in it", self.where)
            # the events first: a start killed in between is gone on with
            _METADATA.create_all(self._engine, [_EVENTS, _HIDDEN])
        except SQLAlchemyError as error:
            if not self._is_damaged(error):  # what is left of the file is for `scan`
                raise self._unusable("opened", error) from None

    def _go_on_unnamed(self) -> None:
        """A file with an unnamed log alone was written before logs had the names of tables."""
        if self._is_file and names_in(self._engine) == (UNNAMED,):
            self._name = UNNAMED

    def _append(
        self, events: Sequence[Event], by: str, hand: HiddenHand | None
    ) -> tuple[Recorded, ...]:
        self._still_held()
        at = self._now()
        if self._last and at < self._last.at:
            logger.warning("%s", clock_went_back(self._last, self._last.seq + 1, at))
        first = self._last.seq + 1 if self._last else 1
        recorded = tuple(Recorded(first + i, at, by, one) for i, one in enumerate(events))
        links: list[Link] = []
        for one in recorded:
            links.append(Link.after(links[-1].hash if links else self._head, one))
        self._store(first, recorded, links, hand)
        if recorded:
            self._last, self._head = recorded[-1], links[-1].hash
        return recorded

    def _store(
        self,
        first: int,
        recorded: Sequence[Recorded],
        links: Sequence[Link],
        hand: HiddenHand | None,
    ) -> None:
        rows = [
            {"log": self._name, "seq": link.seq, "kind": kind_of(one.event)}
            | {"event": link.text, "hash": link.hash}
            for one, link in zip(recorded, links, strict=True)
        ]
        try:
            with self._engine.connect() as connection:
                if connection.dialect.name == "sqlite":
                    # write locked from the start: no reader turns writer half-way
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                newer = connection.execute(self._rows(_EVENTS.c.seq >= first)).first()
                if newer or self._hash_of(connection, first - 1) != self._head:
                    raise self._moved(first)
                if rows:
                    connection.execute(insert(_EVENTS), rows)
                if hand:
                    cards = format_cards(hand.cards)
                    row = {"log": self._name, "seq": first, "seat": hand.seat.value}
                    connection.execute(insert(_HIDDEN), row | {"cards": cards, "salt": hand.salt})
                connection.commit()
        except IntegrityError:
            raise self._moved(first) from None
        except SQLAlchemyError as error:
            raise self._unusable("written", error) from None

    def _moved(self, first: int) -> LogMovedError:
        return LogMovedError(
            f"{self.where}: somebody else has written event {first} to the log of "
            f"{self._name!r}; nothing was written. Stop the other process, or start this one anew "
            "so that it reads what happened"
        )

    def _links(self, connection: Connection, since: int) -> Iterator[Link]:
        """In order; a database that is damaged in the middle gives all that comes before."""
        last = since
        try:
            for row in connection.execute(self._rows(_EVENTS.c.seq > since)):
                yield Link(row.seq, row.event, row.hash)
                last = row.seq
        except DatabaseError:
            yield from self._one_by_one(connection, last)

    def _one_by_one(self, connection: Connection, last: int) -> Iterator[Link]:
        while True:
            last += 1
            try:
                row = connection.execute(self._rows(_EVENTS.c.seq == last)).first()
            except DatabaseError as error:
                message = f"event {last} cannot be read from the database: {reason_of(error)}"
                raise UnreadableError(message) from None
            if row is None:
                return
            yield Link(row.seq, row.event, row.hash)

    def _rows(self, which: ColumnElement[bool]) -> Select[tuple[int, str, str]]:
        columns = select(_EVENTS.c.seq, _EVENTS.c.event, _EVENTS.c.hash)
        return columns.where(_EVENTS.c.log == self._name, which).order_by(_EVENTS.c.seq)

    def _hash_of(self, connection: Connection, seq: int) -> str:
        if seq == 0:
            return GENESIS
        row = connection.execute(self._rows(_EVENTS.c.seq == seq)).first()
        return str(row.hash) if row else ""

    def _salvaged(self, since: int) -> Scan:
        links = salvage(Path(self.where), self._name)
        found = scan(links)
        return replace(found, recorded=found.recorded[since:])

    def _is_damaged(self, error: SQLAlchemyError) -> bool:
        """Whether an SQLite file is cut off or overwritten, and may still be read in part."""
        return self._is_file and "malformed" in reason_of(error)

    def _unusable(self, done: str, error: SQLAlchemyError) -> LogUnwritableError:
        return LogUnwritableError(f"{self.where}: the log cannot be {done}: {why_not(error)}")


def names_in(engine: Engine) -> tuple[str, ...]:
    """Whose logs a database holds, in order; none where it cannot be read."""
    names = select(_EVENTS.c.log).distinct().order_by(_EVENTS.c.log)
    try:
        with engine.connect() as connection:
            return tuple(connection.execute(names).scalars())
    except SQLAlchemyError:
        return ()


def _names_left(engine: Engine) -> tuple[str, ...]:
    """The same, of a damaged SQLite file as far as they are found."""
    names = names_in(engine)
    if not names and engine.dialect.name == "sqlite":
        return salvaged_names(Path(engine.url.database or ""))
    return names


def export_command(where: str | Path, name: str | None = None) -> str:
    """What to type to save a log, as far as it is intact."""
    return f"referee log export {quote(shown(where))}{f' --table {quote(name)}' if name else ''}"


def look(where: str | Path, name: str | None = None) -> Scan:
    """A log as far as it is intact, without making or changing anything; raises LogError.

    Without a name it is the only log in the database or in what is left of it, or the unnamed one.
    """
    engine = engine_for(where, writable=False)
    path = Path(engine.url.database or "") if engine.dialect.name == "sqlite" else None
    if path and not path.is_file():
        raise LogError(f"{path}: there is no such file; write the path of a log")
    names = _names_left(engine)
    if name is None:
        name = names[0] if len(names) == 1 else UNNAMED
    log = EventLog(engine, name)
    try:
        found = log.scan()
        if not found.recorded and (names or not found.fault) and name not in names:
            known = f"there are: {', '.join(names)}" if names else "nothing was written in it yet"
            fault = f". The file is damaged: {found.fault}" if found.fault else ""
            raise LogError(f"{log.where}: no log of {name!r}; {known}{fault}")
        return found
    finally:
        log.close()
