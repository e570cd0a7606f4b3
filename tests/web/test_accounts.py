"""Accounts, tokens, sessions and the patience of the sign-in."""

import asyncio
import json
import stat
import time
from pathlib import Path
from threading import Lock, Thread

import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from starlette.testclient import TestClient

from referee.errors import NotAllowedError, UnreadableError
from referee.web.accounts import Accounts, Role, TokenKind
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk
from referee.web.rate_limit import FAILURES, WINDOW_S
from referee.web.routes.session import HASHES_AT_ONCE
from referee.web.sessions import COOKIE, Session, Sessions
from tests.web.conftest import FAST, PASSWORD, Clock, SignIn


def test_accounts_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "config" / "accounts.json"
    before = Accounts(path, FAST)
    before.add("ane", Role.ADMIN, PASSWORD)
    token = before.issue("OBS", TokenKind.OVERLAY)
    after = Accounts(path, FAST)
    assert after.all == before.all
    assert after.token_of(before.text_of(token)) == token
    assert after.verify("ane", PASSWORD) and not after.verify("ane", "wrong password")


def test_the_file_holds_no_password_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "accounts.json"
    Accounts(path, FAST).add("ane", Role.ADMIN, PASSWORD)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text(encoding="utf-8")
    assert PASSWORD not in text and "$argon2id$" in text
    assert [child.name for child in tmp_path.iterdir()] == ["accounts.json"]


def test_what_another_process_changes_counts_at_once_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "accounts.json"
    server, command = Accounts(path, FAST), Accounts(path, FAST)
    assert len(server) == 0
    command.add("ane", Role.ADMIN, PASSWORD)
    assert len(server) == 1 and server.verify("ane", PASSWORD)
    token = server.issue("OBS", TokenKind.OVERLAY)
    command.add("bea", Role.VIEWER, PASSWORD)
    server.change("bea", role=Role.REFEREE)
    assert [account.name for account in server.all] == ["ane", "bea"]
    command.remove("bea")
    assert server.get("bea") is None and server.all == command.all
    assert command.token_of(server.text_of(token)) == token
    command.revoke(token.id)
    assert server.token_of(server.text_of(token)) is None and server.tokens == ()


def test_changes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "accounts.json"
    Accounts(path, FAST).add("ane", Role.ADMIN, PASSWORD)
    both = [Accounts(path, FAST) for _ in range(2)]

    def issue(accounts: Accounts) -> None:
        for number in range(10):
            accounts.issue(str(number), TokenKind.OVERLAY)

    threads = [Thread(target=issue, args=(accounts,)) for accounts in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Accounts(path, FAST).tokens) == 20


def test_a_file_that_is_damaged_or_gone_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "accounts.json"
    accounts = Accounts(path, FAST)
    accounts.add("ane", Role.ADMIN, PASSWORD)
    path.write_text("{}", encoding="utf-8")
    assert len(accounts) == 1
    with pytest.raises(UnreadableError, match=r"accounts\.json"):
        accounts.remove("ane")
    assert path.read_text(encoding="utf-8") == "{}"
    path.unlink()
    assert len(accounts) == 1


def test_a_table_that_was_open_closes_with_the_first_account(tmp_path: Path, desk: Desk) -> None:
    path = tmp_path / "accounts.json"
    app = create_app(desk, Accounts(path, FAST), WebSettings(tmp_path))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        client.get("/api/v1/session")
        assert client.get("/api/v1/table").status_code == 200
        Accounts(path, FAST).add("ane", Role.ADMIN, PASSWORD)
        assert client.get("/api/v1/table").status_code == 401
        client.headers["X-CSRF-Token"] = client.get("/api/v1/session").json()["csrf"]
        good = {"name": "ane", "password": PASSWORD}
        assert client.post("/api/v1/session", json=good).status_code == 200
        assert client.get("/api/v1/table").status_code == 200


@pytest.mark.parametrize("damage", ["", "{}", '{"version": 2}', '{"version": 1, "accounts": 3}'])
def test_a_damaged_file_is_named_and_kept(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "accounts.json"
    path.write_text(damage, encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"accounts\.json"):
        Accounts(path, FAST)
    assert path.read_text(encoding="utf-8") == damage


def test_somebody_can_always_do_everything(accounts: Accounts) -> None:
    with pytest.raises(NotAllowedError, match="only admin"):
        accounts.remove("admin")
    with pytest.raises(NotAllowedError, match="only admin"):
        accounts.change("admin", role=Role.VIEWER)
    with pytest.raises(NotAllowedError, match="first account must be an admin"):
        Accounts(hasher=FAST).add("ane", Role.VIEWER, PASSWORD)


@pytest.mark.parametrize("name", ["", "a b", "ñ", "x" * 41, "../x"])
def test_names_are_plain(accounts: Accounts, name: str) -> None:
    with pytest.raises(NotAllowedError):
        accounts.add(name, Role.VIEWER, PASSWORD)


def test_short_passwords_are_refused(accounts: Accounts) -> None:
    with pytest.raises(NotAllowedError, match="at least 10 characters"):
        accounts.change("viewer", password="short")


def test_a_new_password_ends_sessions(accounts: Accounts) -> None:
    sessions = Sessions(accounts)
    account = accounts.get("viewer")
    cookie = sessions.write(Session("nonce", account))
    assert sessions.read(cookie) == Session("nonce", account)
    accounts.change("viewer", password="another password")
    assert sessions.read(cookie) is None


@pytest.mark.parametrize("cookie", [None, "", "x", "e30.x.y", "WyJhIiwgbnVsbF0.aaaa.bbbb"])
def test_forged_cookies_are_nobody(accounts: Accounts, cookie: str | None) -> None:
    assert Sessions(accounts).read(cookie) is None


def test_cookies_of_another_installation_are_nobody(accounts: Accounts) -> None:
    other = Sessions(Accounts(hasher=FAST))
    assert Sessions(accounts).read(other.write(other.begin())) is None


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(sign_in: SignIn) -> None:
    answer = sign_in(None).post("/api/v1/session", json={"name": "admin", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(COOKIE) and "httponly" in cookie and "samesite=lax" in cookie


def test_signing_in_starts_a_session_of_its_own(sign_in: SignIn) -> None:
    client = sign_in(None)
    planted = client.cookies[COOKIE]
    client.post("/api/v1/session", json={"name": "admin", "password": PASSWORD})
    assert client.cookies[COOKIE] != planted


def test_signing_out(sign_in: SignIn) -> None:
    client = sign_in("viewer")
    assert client.get("/api/v1/table").status_code == 200
    assert client.delete("/api/v1/session").status_code == 204
    assert client.get("/api/v1/table").status_code == 401
    assert client.get("/").headers["location"] == "/login?next=/"


def test_a_cookie_is_worthless_after_signing_out(sign_in: SignIn, accounts: Accounts) -> None:
    client, other = sign_in("viewer"), sign_in("viewer")
    copied = client.cookies[COOKIE]
    assert client.delete("/api/v1/session").status_code == 204
    client.cookies.clear()
    client.cookies.set(COOKIE, copied)
    assert client.get("/api/v1/table").status_code == 401
    assert Sessions(accounts).read(copied) is None
    assert other.get("/api/v1/table").status_code == 200


def test_a_session_that_ended_has_ended_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "accounts.json"
    accounts = Accounts(path, FAST)
    sessions = Sessions(accounts)
    session = sessions.begin(accounts.add("ane", Role.ADMIN, PASSWORD))
    cookie = sessions.write(session)
    sessions.end(session)
    assert Sessions(Accounts(path, FAST)).read(cookie) is None
    accounts.end_session("later", now_s=4e9, until_s=5e9)
    assert not accounts.is_ended(session.nonce) and accounts.is_ended("later")


def _fail(client: TestClient, name: str) -> int:
    body = {"name": name, "password": "wrong password"}
    return client.post("/api/v1/session", json=body).status_code


def test_guessing_has_to_wait(sign_in: SignIn, clock: Clock) -> None:
    client = sign_in(None)
    good = {"name": "admin", "password": PASSWORD}
    assert [_fail(client, "admin") for _ in range(FAILURES)] == [403] * FAILURES
    answer = client.post("/api/v1/session", json=good)
    assert answer.status_code == 429 and 0 < int(answer.headers["retry-after"]) <= WINDOW_S
    # the address waits too, whatever name it tries next
    assert _fail(client, "somebody") == 429
    clock.now += WINDOW_S
    assert client.post("/api/v1/session", json=good).status_code == 200


def test_guesses_at_the_same_time_count_as_well(
    app: FastAPI, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, most = 0, 0
    counting = Lock()

    def slow(name: str, password: str) -> None:
        nonlocal running, most
        with counting:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with counting:
            running -= 1

    async def guess_all() -> list[int]:
        transport = ASGITransport(app)
        async with AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            csrf = (await client.get("/api/v1/session")).json()["csrf"]
            client.headers["X-CSRF-Token"] = csrf
            body = {"name": "admin", "password": "wrong password"}
            guesses = [client.post("/api/v1/session", json=body) for _ in range(4 * FAILURES)]
            return [answer.status_code for answer in await asyncio.gather(*guesses)]

    monkeypatch.setattr(accounts, "verify", slow)
    codes = asyncio.run(guess_all())
    assert codes.count(403) == FAILURES and codes.count(429) == 3 * FAILURES
    assert most == HASHES_AT_ONCE


def test_passwords_and_tokens_stay_out_of_logs_and_answers(
    sign_in: SignIn, accounts: Accounts, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    client = sign_in("admin")
    token = accounts.text_of(accounts.issue("OBS", TokenKind.OVERLAY))
    client.get("/overlay", params={"token": token})
    _fail(client, "admin")
    wrong = client.post("/api/v1/accounts", json={"name": "?", "role": "x", "password": PASSWORD})
    assert wrong.status_code == 422 and PASSWORD not in wrong.text
    said = "\n".join(record.getMessage() for record in caplog.records if record.name != "httpx2")
    assert PASSWORD not in said and token not in said and "wrong password" not in said
    accounts_text = json.dumps(client.get("/api/v1/accounts").json())
    assert "argon2" not in accounts_text
