"""The log in SQLite and in PostgreSQL: what is acknowledged stays, what is wrong is said."""

import logging
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import event, text

from referee.cards import parse_cards
from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.chain import GENESIS
from referee.table.codec import dumps, recorded_to_json
from referee.table.commands import Intent, StartDeal, decide
from referee.table.events import HandSealed, MatchOpened, Noticed
from referee.table.fold import Table, fold
from referee.table.hidden import HiddenHand
from referee.table.log import (
    DamagedLogError,
    EventLog,
    LogError,
    LogMovedError,
    LogUnwritableError,
    engine_for,
    look,
)
from tests.table.killed_writer import batch
from tests.table.tables import NOON, TALKED, reveal, steps

ROOT = Path(__file__).parents[2]
SECRET = HiddenHand(Seat.C, parse_cards("12O 3E 7C 1B"), b"0123456789abcdef")

Opener = Callable[..., EventLog]


class Clock:
    """Starts at noon, a second later every time it is asked, and can be set."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture(params=["sqlite", "postgresql"])
def open_log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens one log any number of times, as several processes would; each test has its own."""
    url: str | Path = tmp_path / "table.db"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql")
    name = request.node.name[:100]
    logs: list[EventLog] = []

    def opener(**options: object) -> EventLog:
        logs.append(EventLog.open(url, **{"name": name, "now": Clock(), **options}))  # type: ignore[arg-type]
        return logs[-1]

    yield opener
    for log in logs:
        log.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed log of 300 events in a file."""
    where = tmp_path / "table.db"
    log = EventLog.open(where, now=Clock())
    for first in range(1, 300, 3):
        log.append([Noticed(f"event {first + i}" + " tail" * 20) for i in range(3)], "someone")
    log.close()
    return where


def damaged(path: Path) -> DamagedLogError:
    with pytest.raises(DamagedLogError) as refused:
        EventLog.open(path)
    return refused.value


def test_what_is_written_is_read_by_the_next_process(open_log: Opener) -> None:
    log, table = open_log(), Table()
    intents: list[Intent] = [MatchOpened(Ruleset(), Seat.D), StartDeal(), *steps(TALKED), reveal()]
    for intent in intents:
        for one in log.append(decide(table, intent), "someone"):
            table = table.then(one)
    read = open_log().read()
    assert read == table.recorded == log.read()
    assert fold(read) == table.state
    assert [one.seq for one in read] == list(range(1, len(read) + 1))
    assert log.read(since=5) == read[5:]
    assert log.read(since=len(read)) == ()


def test_several_tables_keep_their_logs_in_one_database(open_log: Opener) -> None:
    one, two = open_log(), open_log(name="another table")
    one.append([Noticed("here")], "someone")
    two.append([Noticed("there"), Noticed("and there")], "someone")
    assert (len(one.read()), len(two.read())) == (1, 2)
    assert open_log().read() == one.read()


def test_a_file_from_before_logs_had_names_is_gone_on_with(tmp_path: Path) -> None:
    where = tmp_path / "table.db"
    old = EventLog.open(where)
    [first] = old.append([Noticed("before")], "test")
    old.close()
    log = EventLog.open(where, "mahai 1")
    assert log.name == "table" and log.read() == (first,)
    log.close()


def test_a_log_that_is_alone_needs_no_name_to_be_looked_at(tmp_path: Path) -> None:
    where = tmp_path / "table.db"
    for name in ("mahai 1", "mahai 2"):
        log = EventLog.open(where, name)
        log.append([Noticed(name)], "test")
        log.close()
        if name == "mahai 1":
            assert len(look(where).recorded) == 1
    with pytest.raises(LogError, match="there are: mahai 1, mahai 2"):
        look(where)


def test_a_second_writer_is_refused_and_nothing_is_lost(open_log: Opener) -> None:
    first, second = open_log(), open_log()
    first.append([Noticed("first")], "someone")
    with pytest.raises(LogMovedError, match=r"somebody else has written event 1 .* Stop the other"):
        second.append([Noticed("second")], "someone")
    first.append([Noticed("still first")], "someone")
    second.read()
    second.append([Noticed("second, who knows now")], "someone")
    assert [str(one.event) for one in open_log().read()] == [
        "first",
        "still first",
        "second, who knows now",
    ]


def test_reading_on_does_not_make_an_old_picture_of_the_table_new(open_log: Opener) -> None:
    first, second = open_log(), open_log()
    first.append([Noticed("first")], "someone")
    second.read(since=0)
    first.append([Noticed("more")], "someone")
    assert len(second.read(since=1)) == 1
    with pytest.raises(LogMovedError):
        second.append([Noticed("second")], "someone")


def test_a_log_put_back_to_an_earlier_state_is_not_written_on(open_log: Opener) -> None:
    log = open_log()
    log.append([Noticed("one"), Noticed("two")], "someone")
    with log._engine.begin() as connection:
        out = text("DELETE FROM referee_events WHERE log = :log AND seq = 2")
        connection.execute(out, {"log": log._name})
    with pytest.raises(LogMovedError):
        log.append([Noticed("three")], "someone")
    assert [str(one.event) for one in log.read()] == ["one"]


def test_writers_in_a_race_lose_nothing_and_write_nothing_twice(open_log: Opener) -> None:
    written: list[str] = []

    def write(who: str, log: EventLog) -> None:
        count = 0
        while count < 12:
            try:
                log.append([Noticed(f"{who} {count}")], who)
            except LogMovedError:
                log.read()
            else:
                written.append(f"{who} {count}")
                count += 1

    writers = [Thread(target=write, args=(who, open_log())) for who in ("one", "two")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(str(one.event) for one in open_log().read()) == sorted(written)


def test_sqlite_keeps_what_it_acknowledges(tmp_path: Path) -> None:
    log = EventLog.open(tmp_path / "table.db")
    with log._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
    log.close()


def test_a_clock_that_is_set_back_is_said_and_changes_nothing(
    open_log: Opener, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    log = open_log(now=clock)
    log.append([Noticed("one")], "someone")
    clock.time -= timedelta(hours=1)
    with caplog.at_level(logging.WARNING):
        log.append([Noticed("two")], "someone")
    said = (
        "the clock went back 3599.0 s between events 1 and 2; their order is that of their numbers"
    )
    assert caplog.messages == [said]
    assert open_log().scan().remarks == (said,)
    assert [str(one.event) for one in log.read()] == ["one", "two"]


def test_a_hidden_hand_is_in_nothing_that_is_read(open_log: Opener) -> None:
    log = open_log()
    log.append([MatchOpened(Ruleset(), Seat.D)], "someone")
    (sealed,) = log.append_hidden(SECRET, "camera:hand-c")
    assert sealed.event == HandSealed(Seat.C, SECRET.seal)
    everything = "".join(dumps(recorded_to_json(one)) for one in log.read())
    everything += repr(log.read()) + repr(fold(log.read())) + repr(SECRET) + str(sealed.event)
    assert not any(card.code in everything for card in SECRET.cards)
    assert open_log().hidden_hands() == ((2, SECRET),)


@pytest.mark.parametrize("column", ["event", "hash"])
def test_an_event_changed_in_the_database_is_found(open_log: Opener, column: str) -> None:
    log = open_log()
    log.append([Noticed("one"), Noticed("two"), Noticed("three")], "someone")
    with log._engine.begin() as connection:
        change = f"UPDATE referee_events SET {column} = replace({column}, :old, 'x')"
        mine = " WHERE log = :log AND seq = 2"
        old = "two" if column == "event" else log.scan().head[0]
        if column == "hash":
            change = "UPDATE referee_events SET hash = :old"
        connection.execute(text(change + mine), {"old": old, "log": log._name})
    with pytest.raises(DamagedLogError, match="event 2 is not as it was written") as refused:
        open_log()
    assert [str(one.event) for one in refused.value.scan.recorded] == ["one"]


def test_an_event_taken_out_of_the_database_is_missed(open_log: Opener) -> None:
    log = open_log()
    log.append([Noticed("one"), Noticed("two"), Noticed("three")], "someone")
    with log._engine.begin() as connection:
        out = text("DELETE FROM referee_events WHERE log = :log AND seq = 2")
        connection.execute(out, {"log": log._name})
    with pytest.raises(DamagedLogError, match="event 2 is missing; the next one there is 3"):
        open_log()


@pytest.mark.parametrize(("database", "kills"), [("sqlite", 15), ("postgresql", 5)])
def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(
    request: pytest.FixtureRequest, tmp_path: Path, database: str, kills: int
) -> None:
    where = str(tmp_path / "table.db")
    if database == "postgresql":
        where = request.getfixturevalue("postgresql")
    writer = [sys.executable, "-m", "tests.table.killed_writer", where, str(kills)]
    done = subprocess.run(writer, cwd=ROOT, capture_output=True, text=True, check=True)
    acknowledged = [int(line) for line in done.stdout.split()]
    assert len(acknowledged) == kills
    assert acknowledged == sorted(set(acknowledged))
    log = EventLog.open(where, "killed")
    read = log.read()
    log.close()
    assert acknowledged[-1] <= len(read) <= acknowledged[-1] + 3
    written, last = [], 0
    while last < len(read):  # whole batches, in order, each as it was meant
        written += batch(last + 1)
        last = len(written)
    assert [one.event for one in read] == written
    assert fold(read).seq == len(read)


@pytest.mark.parametrize("kept", [0.98, 0.7, 0.4, 0.1, 0.03])
def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(path: Path, kept: float) -> None:
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * kept))
    error = damaged(path)
    whole = len(error.scan.recorded)
    assert whole < 300
    assert whole > 0 or kept < 0.2
    assert [one.event for one in error.scan.recorded] == [
        Noticed(f"event {seq}" + " tail" * 20) for seq in range(1, whole + 1)
    ]
    says = (
        f"{whole} events before that are intact; save them" if whole else "No event of 'table' is"
    )
    assert says in str(error) and f": referee log export {path}" in str(error)


def test_a_file_overwritten_in_the_middle_is_read_as_far_as_it_goes(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 9000)
    assert 50 < len(damaged(path).scan.recorded) < 250


def test_another_file_is_not_taken_for_a_log(tmp_path: Path) -> None:
    where = tmp_path / "picture.jpg"
    where.write_bytes(b"\xff\xd8" * 4000)
    with pytest.raises(LogUnwritableError, match=r"not a database\. This file is something else"):
        EventLog.open(where)
    assert where.read_bytes() == b"\xff\xd8" * 4000


def test_a_full_disk_refuses_the_event_and_leaves_the_log_readable(path: Path) -> None:
    engine = engine_for(path)

    @event.listens_for(engine, "connect")
    def full(connection: object, _record: object) -> None:
        connection.execute("PRAGMA max_page_count=1").close()  # type: ignore[attr-defined]

    log = EventLog(engine)
    before = log.read()
    with pytest.raises(LogUnwritableError, match=r"disk is full\. Make room on the disk and go on"):
        log.append([Noticed("x" * 100_000)], "someone")
    assert log.read() == before
    event.remove(engine, "connect", full)
    engine.dispose()
    log.append([Noticed("x" * 100_000)], "someone")
    assert len(log.read()) == len(before) + 1
    log.close()


def test_a_disk_that_is_full_for_good_says_so_too(path: Path) -> None:
    """Writing past the size that the system allows, as a quota would."""
    script = (
        "import resource, signal, sys\n"
        "from referee.table.events import Noticed\n"
        "from referee.table.log import EventLog, LogError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "log = EventLog.open(sys.argv[1])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "try:\n"
        "    log.append([Noticed('x' * 100_000)], 'someone')\n"
        "except LogError as error:\n"
        "    print(error)\n"
        "print(len(log.read()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    said, count = done.stdout.splitlines()
    assert "the log cannot be written" in said
    assert count == "300"


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("missing/table.db", "unable to open database file. See that the folder exists"),
        ("nonsense://somewhere", "is no database; write the path of a file, or a URL as in"),
        ("postgresq://referee:secret@host/db", "'postgresq://referee:***@host/db' is no database"),
        ("postgresql://referee:secret@host:x/db", "'postgresql://referee:***@host:x/db' is no"),
        (
            "postgresql+psycopg://referee:secret@127.0.0.1:1/table",
            "referee:***@127.0.0.1:1/table: the log cannot be opened: connection failed",
        ),
    ],
)
def test_what_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LogError) as refused:
        EventLog.open(where)
    assert says in str(refused.value)
    assert "secret" not in str(refused.value)


def test_an_empty_log_starts_at_the_beginning(tmp_path: Path) -> None:
    log = EventLog.open(tmp_path / "table.db")
    assert (log.read(), log.scan().head, log.where) == ((), GENESIS, str(tmp_path / "table.db"))
    log.close()


def test_a_copy_of_the_file_is_the_same_log(path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "copy.db")
    one, two = EventLog.open(path), EventLog.open(tmp_path / "copy.db")
    assert one.scan() == two.scan()
    one.close()
    two.close()
