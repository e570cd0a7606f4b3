"""`referee log` as people meet it."""

import csv
import io
import json
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text

from referee.cards import Card
from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.codec import recorded_from_json
from referee.table.commands import Intent, NameCard, StartDeal, Undo, decide
from referee.table.events import MatchOpened, Noticed, Player
from referee.table.fold import Table
from referee.table.log import DamagedLogError, EventLog
from tests.conftest import Run
from tests.table.tables import TALKED, reveal, steps
from tests.table.test_log import Clock

Referee = Callable[..., Run]
Golden = Callable[[str, str], None]

PLAYED: tuple[Intent, ...] = (
    MatchOpened(Ruleset(), Seat.D, (Player(Seat.A, "Ane"), Player(Seat.B, "Beñat"))),
    StartDeal(),
    *steps(TALKED),
    reveal(doubtful=["C4"]),
    NameCard("C4", Card.parse("1O")),
    StartDeal(),
    *steps("B no_mus, B bet 2"),
    Undo("misheard"),
    Noticed("=SUM(A1:A9)"),
    NameCard("C4", Card.parse("4O"), deal=1),
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log in which a little of everything happened."""
    path = tmp_path / "table.db"
    events, table = EventLog.open(path, now=Clock()), Table()
    for intent in PLAYED:
        for one in events.append(decide(table, intent), "scorekeeper"):
            table = table.then(one)
    events.close()
    return path


def damage(path: Path, seq: int) -> None:
    """From this event on the log is not as it was written."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE referee_events SET hash = 'x' WHERE seq = ?", (seq,))


def test_an_intact_log(referee: Referee, log: Path) -> None:
    run = referee("log", "verify", log)
    assert (run.status, run.err) == (0, "")
    count, head = run.out.strip().split(" events intact. Last hash ")
    assert referee("log", "verify", log, "--head", head).status == 0
    clock = Clock()
    clock.time += timedelta(hours=1)
    with_more = EventLog.open(log, now=clock)
    with_more.append([Noticed("more")], "scorekeeper")
    with_more.close()
    later = referee("log", "verify", log, "--head", head)
    assert (later.status, later.out.split()[0]) == (0, str(int(count) + 1))
    wrong = referee("log", "verify", log, "--head", "0" * 63 + "1")
    assert (wrong.status, wrong.err) == (1, "")
    assert "none has the hash" in wrong.out


def test_events_one_json_object_a_line(referee: Referee, log: Path, golden: Golden) -> None:
    run = referee("log", "export", log)
    assert (run.status, run.err) == (0, "")
    golden("log.jsonl", run.out)
    read = [recorded_from_json(json.loads(line)) for line in run.out.splitlines()]
    events = EventLog.open(log)
    assert tuple(read) == events.read()
    events.close()


def test_events_as_a_table(referee: Referee, log: Path, golden: Golden, tmp_path: Path) -> None:
    out = tmp_path / "events.csv"
    run = referee("log", "export", log, "--format", "csv", "--output", out)
    assert (run.status, run.out, run.err) == (0, "", "")
    text = out.read_text(encoding="utf-8")
    golden("log.csv", text)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows[-2]["event"] == "'=SUM(A1:A9)"
    assert [row["seq"] for row in rows if row["corrected_by"]] == [
        str(int(row["data"].split('"target":')[1].rstrip("}")))
        for row in rows
        if row["kind"] == "corrected"
    ]


def test_looking_at_another_database_changes_nothing_in_it(
    referee: Referee, tmp_path: Path
) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cards (name TEXT)")
        connection.commit()
    before = path.read_bytes()
    run = referee("log", "verify", path)
    assert (run.status, run.err) == (1, "")
    assert "no such table: referee_events" in run.out
    assert path.read_bytes() == before


def test_a_damaged_log_gives_what_is_intact(referee: Referee, log: Path) -> None:
    whole = referee("log", "export", log).out
    damage(log, 5)
    checked = referee("log", "verify", log)
    assert checked.status == 1
    assert "intact, then the log is damaged: " in checked.out
    assert f"Save what is intact with: referee log export {log}" in checked.out
    run = referee("log", "export", log)
    assert run.status == 1
    assert run.err.startswith(f"referee: {log}: the log is damaged: ")
    assert whole.startswith(run.out)
    assert len(run.out.splitlines()) == 4


def long_log(path: Path, *names: str) -> None:
    """400 events for each name, in turn."""
    logs = [EventLog.open(path, name, now=Clock()) for name in names]
    for first in range(1, 400, 4):
        for log in logs:
            log.append([Noticed(f"event {first + i}" + " tail" * 20) for i in range(4)], "test")
    for log in logs:
        log.close()


def cut_off(path: Path, kept: float) -> None:
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * kept))


@pytest.mark.parametrize("name", ["table", "mahai 1"])
@pytest.mark.parametrize("kept", [0.98, 0.9, 0.7, 0.4, 0.25])
def test_the_command_that_a_start_names_saves_a_log_that_was_cut_off(
    referee: Referee, tmp_path: Path, name: str, kept: float
) -> None:
    path = tmp_path / "table.db"
    long_log(path, name)
    whole = referee("log", "export", path).out
    cut_off(path, kept)
    with pytest.raises(DamagedLogError) as refused:
        EventLog.open(path, name)
    intact = len(refused.value.scan.recorded)
    assert intact > 400 * kept - 50
    command = str(refused.value).split("save them: referee ")[1]
    for arguments in (shlex.split(command), ("log", "export", path)):
        run = referee(*arguments)
        assert (run.status, len(run.out.splitlines())) == (1, intact)
        assert whole.startswith(run.out)
    assert referee("log", "verify", path).out.startswith(f"{intact} events intact, then the log")


def test_of_several_logs_that_were_cut_off_each_is_saved_by_its_name(
    referee: Referee, tmp_path: Path
) -> None:
    path = tmp_path / "table.db"
    long_log(path, "mahai 1", "mahai 2")
    cut_off(path, 0.7)
    for arguments in ((), ("--table", "mahai 3")):
        run = referee("log", "export", path, *arguments)
        assert (run.status, run.out) == (2, "")
        assert "there are: mahai 1, mahai 2. The file is damaged: " in run.err
    with pytest.raises(DamagedLogError, match=f"save them: .* {path} --table 'mahai 2'$"):
        EventLog.open(path, "mahai 2")
    run = referee("log", "verify", path, "--table", "mahai 2")
    assert f"referee log export {path} --table 'mahai 2'" in run.out
    run = referee("log", "export", path, "--table", "mahai 2")
    assert (run.status, len(run.out.splitlines()) > 200) == (1, True)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql+psycopg://bob:secret@127.0.0.1:1/db", "bob:***@127.0.0.1:1/db: the log"),
        ("postgresq://bob:secret@127.0.0.1/db", "'postgresq://bob:***@127.0.0.1/db' is no"),
    ],
)
def test_no_password_is_told(referee: Referee, url: str, told: str) -> None:
    for verb in ("verify", "export"):
        run = referee("log", verb, url)
        assert (run.status, run.out) == (2, "")
        assert told in run.err and "secret" not in run.err


@pytest.mark.parametrize("seq", [1, 2])
def test_no_password_is_told_of_a_damaged_log(referee: Referee, postgresql: str, seq: int) -> None:
    url, name = postgresql.replace("referee@", "referee:secret@"), f"damaged from {seq}"
    log = EventLog.open(url, name)
    log.append([Noticed("one"), Noticed("two")], "test")
    with create_engine(url, poolclass=NullPool).begin() as connection:
        change = text("UPDATE referee_events SET hash = 'x' WHERE log = :log AND seq = :seq")
        connection.execute(change, {"log": name, "seq": seq})
    with pytest.raises(DamagedLogError) as refused:
        log.read()
    log.close()
    told = [str(refused.value)]
    for verb in ("verify", "export"):
        run = referee("log", verb, url, "--table", name)
        assert run.status == 1
        told.append(run.out + run.err)
    assert "secret" not in "".join(told)
    assert all("referee:***@" in one for one in (told if seq == 2 else (told[0], told[2])))


def test_a_log_without_an_intact_event_leaves_no_empty_file(
    referee: Referee, log: Path, tmp_path: Path
) -> None:
    damage(log, 1)
    output = tmp_path / "saved.jsonl"
    run = referee("log", "export", log, "--output", output)
    assert (run.status, run.out) == (1, "")
    assert "damaged from its first event on" in run.err and "nothing is written" in run.err
    assert not output.exists()
    assert "log export" not in referee("log", "verify", log).out


def test_a_path_with_a_space_may_be_pasted(referee: Referee, log: Path) -> None:
    spaced = log.with_name("my table.db")
    log.rename(spaced)
    damage(spaced, 5)
    assert f"referee log export '{spaced}'" in referee("log", "verify", spaced).out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("missing.db",), "missing.db: there is no such file; write the path of a log"),
        (("table.db", "--table", "mahai 2"), "no log of 'mahai 2'; there are: table"),
        (("x://y",), "'x://y' is no database"),
    ],
)
def test_what_is_no_log(
    referee: Referee,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    says: str,
) -> None:
    monkeypatch.chdir(log.parent)
    before = sorted(path.name for path in log.parent.iterdir())
    for verb in ("verify", "export"):
        run = referee("log", verb, *arguments)
        assert (run.status, run.out) == (2, "")
        assert says in run.err
    assert sorted(path.name for path in log.parent.iterdir()) == before
