"""One process serves a log at a time."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.table.database import LogError, files_of
from referee.table.holding import held

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


def test_each_table_of_a_server_is_held_by_itself(postgresql: str) -> None:
    with held(postgresql, "mahai 1"), held(postgresql, "mahai 2"):
        told = refusal(postgresql, "mahai 1")
        assert "log of 'mahai 1' on this server: another process" in told
    with held(postgresql, "mahai 1"):
        pass


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "nowhere" / "table.db", "mahai 1")
