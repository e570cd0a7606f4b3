"""What pages do when their line ends: sign in again, or try again for ever."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from referee.web.accounts import Accounts, Role
from tests.browser.conftest import Open, Server

OLD, NEW = "hamarreko bat", "hamarreko bi"


def new_password(accounts: Accounts) -> None:
    accounts.change("ane", password=NEW)


def no_account(accounts: Accounts) -> None:
    accounts.add("jabe", Role.ADMIN, OLD)
    accounts.remove("ane")


def sign_in(page: Page, password: str) -> None:
    page.fill("#name", "ane")
    page.fill("#password", password)
    page.click("#login button")


@pytest.mark.parametrize("path", ["/", "/review", "/history"])
@pytest.mark.parametrize("end", [new_password, no_account])
def test_who_is_signed_in_no_longer_is_sent_to_sign_in(
    open_page: Open,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    end: Callable[[Accounts], None],
) -> None:
    monkeypatch.setattr("referee.web.routes.live.RECHECK_S", 0.1)
    server.accounts.add("ane", Role.ADMIN, OLD)
    page = open_page(f"/login?next={path}")
    sign_in(page, OLD)
    expect(page.locator("#line-state")).to_have_text("live")
    # what the page asks for at first would be refused as well
    page.wait_for_load_state("networkidle")
    end(server.accounts)
    expect(page).to_have_url(f"{server.url}/login?next={path.replace('/', '%2F')}")
    if end is new_password:
        sign_in(page, NEW)
        expect(page).to_have_url(server.url + path)
        expect(page.locator("#line-state")).to_have_text("live")


def test_a_page_that_comes_back_too_late_is_sent_to_sign_in(
    open_page: Open, server: Server
) -> None:
    server.accounts.add("ane", Role.ADMIN, OLD)
    page = open_page("/login")
    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/api/v1/events*", lambda line: lines.append(line))
    sign_in(page, OLD)
    expect(page.locator("#line-state")).to_have_text("no connection")
    while not lines:
        page.wait_for_timeout(50)
    new_password(server.accounts)
    # a line that is refused closes like one that nobody answers
    lines[-1].close()
    expect(page).to_have_url(re.compile("/login"))


def test_an_overlay_whose_line_is_refused_tries_again(open_page: Open, server: Server) -> None:
    page = open_page("/overlay/setup")
    lines: list[WebSocketRoute] = []

    def refuse(line: WebSocketRoute) -> None:
        lines.append(line)
        line.close(code=1008)

    page.route_web_socket("**/overlay/feed*", refuse)
    page.goto(f"{server.url}/overlay")
    server.accounts.add("ane", Role.ADMIN, OLD)
    while len(lines) < 3:
        page.wait_for_timeout(50)
        assert page.url == f"{server.url}/overlay"
