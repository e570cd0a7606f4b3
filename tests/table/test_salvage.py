"""What is left of a damaged SQLite file."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from referee.table.chain import scan
from referee.table.events import Noticed
from referee.table.log import DamagedLogError, EventLog, look
from referee.table.salvage import salvage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed log of 300 events without a name, in a file."""
    where = tmp_path / "table.db"
    log = EventLog.open(where)
    for _ in range(100):
        log.append([Noticed("event" + " tail" * 20)] * 3, "test")
    log.close()
    return where


def test_a_damaged_file_from_before_logs_had_names_is_still_found(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * 0.7))
    with pytest.raises(DamagedLogError, match="No event of 'mahai 1' is intact") as refused:
        EventLog.open(path, "mahai 1")
    assert str(refused.value).endswith(f"referee log export {path}")
    assert len(look(path).recorded) > 100


def test_the_row_before_the_damage_is_not_lost(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 9000)
    readable = 0
    with closing(sqlite3.connect(path)) as database, suppress(sqlite3.DatabaseError):
        while database.execute(
            "SELECT 1 FROM referee_events WHERE rowid = ?", (readable + 1,)
        ).fetchone():
            readable += 1
    assert readable > 50
    assert len(scan(salvage(path, "table")).recorded) == readable
