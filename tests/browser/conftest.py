"""A real server on a free port and a real browser."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from referee.table.seen import CameraStatus
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.cameras import Picture, SimpleHealth
from referee.web.desk import Desk, Memory
from referee.web.evidence import Evidence
from referee.web.server import server_for

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"]


expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong


class OneCamera:
    """A camera whose picture a test sets."""

    def __init__(self) -> None:
        self.shown: Picture | None = None

    def health(self) -> list[SimpleHealth]:
        status = CameraStatus.OK if self.shown else CameraStatus.LOST
        return [SimpleHealth("top", status, "", 12.0, 40, {"overtaken": 3, "unreadable": 0})]

    def picture(self, name: str) -> Picture | None:
        return self.shown


@dataclass
class Server:
    """A table and where it is served."""

    url: str
    desk: Desk
    accounts: Accounts
    camera: OneCamera = field(default_factory=OneCamera)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with this folder: while it lives, playwright keeps an event loop in this thread."""
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing; on Debian: apt-get install chromium fonts-dejavu")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A table of Mus."""
    with serving(Desk(Memory(), evidence=Evidence(tmp_path)), tmp_path) as running:
        yield running


@contextmanager
def serving(desk: Desk, folder: Path, **collaborators: Any) -> Iterator[Server]:
    """Nobody has an account, so everybody on this machine may do everything."""
    accounts, camera = Accounts(), OneCamera()
    app = create_app(desk, accounts, WebSettings(folder), camera, **collaborators)
    listener = socket.create_server(("127.0.0.1", 0))
    running = server_for(app)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield Server(f"http://127.0.0.1:{listener.getsockname()[1]}", desk, accounts, camera)
    running.should_exit = True
    thread.join()


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens a page in a window of that size; any error in a page fails the test."""
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def open_one(path: str, width: int = 1280, height: int = 900, **options: Any) -> Page:
        options = {"locale": "en-GB", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda said: (
                errors.append(said.text)
                if said.type == "error" and "409" not in said.text
                else None
            ),
        )
        page.goto(server.url + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors
