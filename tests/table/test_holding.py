"""One process serves a log at a time."""

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from referee.table.database import LogError, files_of
from referee.table.events import Noticed
from referee.table.holding import held
from referee.table.log import EventLog, look

HOLDER = """
import sys, time
from referee.table.holding import held
with held(sys.argv[1], "mahai 1"):
    print("held", flush=True)
    time.sleep(60)
"""


def refusal(where: str | Path, name: str) -> str:
    with pytest.raises(LogError) as refused, held(where, name):
        pass
    return str(refused.value)


def test_a_second_process_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout and first.stdout.readline() == "held\n"
        assert f"another process (number {first.pid}) serves" in refusal(path, "mahai 1")
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        with held(path, "mahai 1"):
            assert f"number {os.getpid()}" in refusal(path, "mahai 1")
    with held(path, "mahai 1"):
        assert set(tmp_path.iterdir()) <= set(files_of(path))
    assert list(tmp_path.iterdir()) == [], "nothing is left beside the log"


def test_a_file_that_its_holder_removes_meanwhile_is_not_taken_for_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, locked = tmp_path / "table.db", fcntl.flock
    first = held(path, "mahai 1")
    first.__enter__()

    def late(file: object, how: int) -> None:
        """The holder goes between the opening and the locking."""
        monkeypatch.setattr(fcntl, "flock", locked)
        first.__exit__(None, None, None)
        locked(file, how)  # type: ignore[arg-type]

    monkeypatch.setattr(fcntl, "flock", late)
    with held(path, "mahai 1"):
        assert "another process" in refusal(path, "mahai 1")


def test_a_refused_start_leaves_nothing_beside_the_log(tmp_path: Path) -> None:
    with pytest.raises(ValueError), held(tmp_path / "table.db", "mahai 1"):
        raise ValueError
    assert list(tmp_path.iterdir()) == []


def test_each_table_of_a_server_is_held_by_itself(postgresql: str) -> None:
    with held(postgresql, "mahai 1"), held(postgresql, "mahai 2"):
        told = refusal(postgresql, "mahai 1")
        assert "log of 'mahai 1' on this server: another process" in told
    with held(postgresql, "mahai 1"):
        pass


def broken_off(url: str) -> None:
    """Every other connection to the server ends, as when the network fails."""
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        )
    engine.dispose()


def test_a_broken_connection_is_noticed_before_anything_is_written(postgresql: str) -> None:
    with held(postgresql, "mahai 1") as still_held:
        log = EventLog.open(postgresql, "mahai 1", still_held=still_held)
        broken_off(postgresql)
        log.append([Noticed("taken again")], "test")
        assert "another process serves it" in refusal(postgresql, "mahai 1")
        broken_off(postgresql)
        second = pytest.raises(LogError, match="another process serves it")
        with held(postgresql, "mahai 1"), second:
            log.append([Noticed("by the first")], "test")
        assert [str(one.event) for one in look(postgresql, "mahai 1").recorded] == ["taken again"]
        log.close()


def test_a_log_that_another_process_took_stays_refused_until_it_lets_go(postgresql: str) -> None:
    with held(postgresql, "mahai 1") as still_held:
        broken_off(postgresql)
        with held(postgresql, "mahai 1"):
            for _ in range(3):
                with pytest.raises(LogError, match="another process serves it"):
                    still_held()
        still_held()
        assert "another process serves it" in refusal(postgresql, "mahai 1")


def test_a_server_that_is_away_for_several_writes_is_found_again(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held(postgresql, "mahai 1") as still_held:
        broken_off(postgresql)
        with monkeypatch.context() as away:
            away.setattr(Engine, "connect", refuse)
            for _ in range(2):
                with pytest.raises(LogError, match="cannot be held: nobody listens"):
                    still_held()
        still_held()
        assert "another process serves it" in refusal(postgresql, "mahai 1")


def test_a_server_that_cannot_be_reached_is_told_with_the_next_step() -> None:
    told = refusal("postgresql+psycopg://bob:secret@127.0.0.1:1/table", "mahai 1")
    assert told.startswith(
        "postgresql+psycopg://bob:***@127.0.0.1:1/table: the log of 'mahai 1' cannot be held: "
    )
    assert told.endswith(". See that the database can be reached, then start again")
    assert "secret" not in told and "sqlalche.me" not in told


def refuse(engine: Engine) -> Connection:
    raise SQLAlchemyError("nobody listens")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "nowhere" / "table.db", "mahai 1")
