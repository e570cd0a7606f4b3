"""A real PostgreSQL server for the tests of the log."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

CLUSTER = ("--encoding=UTF8", "--locale=C", "--no-sync")
"""The same on every machine."""


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """URL of an empty database on a server of its own, reached through a socket in its folder.

    PostgreSQL refuses to run as root; then it runs as `postgres` or `nobody`.
    """
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
    user = _unprivileged()
    if user:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        done = subprocess.run(
            command, user=user, cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.fail(f"{' '.join(command)}: {done.stdout}{done.stderr}")

    data, logfile = str(folder / "data"), str(folder / "server.log")
    settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
    run(str(programs / "initdb"), "-D", data, "-U", "referee", "-A", "trust", *CLUSTER)
    run(str(programs / "pg_ctl"), "-D", data, "-l", logfile, "-o", settings, "-w", "start")
    try:
        yield f"postgresql+psycopg://referee@/postgres?host={folder}"
    finally:
        run(str(programs / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if not found and not on_path:
        pytest.fail("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    return (found[-1] if found else Path(str(on_path))).parent


def _unprivileged() -> str | None:
    if os.geteuid():
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)
