"""A table, its accounts and its server, without a network."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI
from starlette.testclient import TestClient

from referee.table.events import Event, Recorded
from referee.table.log import LogUnwritableError
from referee.web.access import CSRF_HEADER
from referee.web.accounts import Accounts, Role
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory

PASSWORD = "hamarreko bat"
FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes in no time; real accounts use the library's defaults."""
HANDS_DELAY_S = 900.0


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class FullDisk(Memory):
    """A journal that cannot be written while a test says so."""

    full = False

    def append(self, events: Sequence[Event], by: str) -> Sequence[Recorded]:
        if self.full:
            raise LogUnwritableError("log.sqlite: the log cannot be written: the disk is full")
        return super().append(events, by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> Desk:
    return Desk(Memory(), "mahai 1", clock=clock)


@pytest.fixture
def accounts() -> Accounts:
    """One account for each role, named after it."""
    found = Accounts(hasher=FAST)
    for role in reversed(Role):
        found.add(role.word, role, PASSWORD)
    return found


@pytest.fixture
def app(desk: Desk, accounts: Accounts, clock: Clock, tmp_path: Path) -> FastAPI:
    settings = WebSettings(tmp_path, hands_delay_s=HANDS_DELAY_S)
    return create_app(desk, accounts, settings, clock=clock)


SignIn = Callable[[str | None], TestClient]


@pytest.fixture
def sign_in(app: FastAPI) -> Iterator[SignIn]:
    """A browser that is signed in as the account of that name, or as nobody."""
    with ExitStack() as stack:

        def client(name: str | None) -> TestClient:
            browser = stack.enter_context(
                TestClient(app, base_url="http://127.0.0.1:8000", follow_redirects=False)
            )
            browser.headers[CSRF_HEADER] = browser.get("/api/v1/session").json()["csrf"]
            if name:
                answer = browser.post("/api/v1/session", json={"name": name, "password": PASSWORD})
                assert answer.status_code == 200, answer.text
                browser.headers[CSRF_HEADER] = answer.json()["csrf"]
            return browser

        yield client


@pytest.fixture
def scorekeeper(sign_in: SignIn) -> TestClient:
    return sign_in("scorekeeper")
