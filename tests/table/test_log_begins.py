"""In what a new log begins, and in what it does not."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text

from referee.table.log import EventLog, LogError


def test_an_empty_file_is_told_as_a_killed_start_may_have_left_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    EventLog.open(tmp_path / "new.db").close()
    assert caplog.messages == []
    where = tmp_path / "table.db"
    where.touch()
    EventLog.open(where).close()
    assert caplog.messages == [f"{where} was there but is empty; a new log begins in it"]
    with closing(sqlite3.connect(where)) as database:
        database.execute("DROP TABLE referee_hidden_hands")
    EventLog.open(where).close()


@pytest.mark.parametrize("drop", ["referee_events", "both"])
def test_a_file_with_other_tables_is_no_new_log(tmp_path: Path, drop: str) -> None:
    path = tmp_path / "table.db"
    EventLog.open(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE referee_events")
        if drop == "both":
            database.execute("DROP TABLE referee_hidden_hands")
            database.execute("CREATE TABLE cards (name TEXT)")
        database.execute("PRAGMA journal_mode=DELETE")
    left = "cards" if drop == "both" else "referee_hidden_hands"
    before = path.read_bytes()
    says = f"table referee_events is missing, and not empty: there are {left}. Put back a copy"
    for _ in range(2):
        with pytest.raises(LogError, match=says):
            EventLog.open(path)
    assert path.read_bytes() == before


def test_a_server_with_tables_of_others_takes_a_log_but_not_in_place_of_a_lost_one(
    postgresql: str,
) -> None:
    server = create_engine(postgresql, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with server.connect() as connection:
        connection.execute(text("CREATE DATABASE shared"))
    where = postgresql.replace("/postgres?", "/shared?")
    engine = create_engine(where, poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE cards (name TEXT)"))
    EventLog.open(where).close()
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE referee_events"))
    with pytest.raises(LogError, match=r"there are referee_hidden_hands\. Put back"):
        EventLog.open(where)
