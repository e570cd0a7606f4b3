"""Every route, with everybody who may come."""

from collections.abc import Iterator, Sequence

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.web.access import Access, access_of
from referee.web.accounts import Accounts, TokenKind
from tests.web.conftest import SignIn

VISITORS = (None, "viewer", "scorekeeper", "referee", "admin")
RANK = {None: 0, "viewer": 1, "scorekeeper": 2, "referee": 3, "admin": 4}
SOCKETS = "ws://127.0.0.1:8000"
ENDLESS = "/api/v1/cameras/{name}/preview.mjpg"
PUBLIC = {
    "/healthz",
    "/readyz",
    "/login",
    "/api/v1/session",
}
"""Everything that a stranger gets an answer from; a new entry needs a reason."""


def every_route(routes: Sequence[object]) -> Iterator[object]:
    """The routes of an application and of the routers it includes."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is None:
            yield route
        else:
            yield from every_route(included.routes)


def routes(app: FastAPI) -> Iterator[tuple[str, str, Access]]:
    """Method, path and declared access of every HTTP route."""
    for route in every_route(app.routes):
        if isinstance(route, APIRoute):
            for method in route.methods:
                yield method, route.path, access_of(route.endpoint)


def address(path: str) -> str:
    """A path that a route matches."""
    parts = {"{name}": "x", "{number}": "1", "{token_id}": "x", "{seq}": "1"}
    for part, value in parts.items():
        path = path.replace(part, value)
    return path


def allowed(access: Access, rank: int) -> bool:
    """What the roles mean, written down a second time."""
    least = {
        Access.ANYONE: 0,
        Access.VIEWER: 1,
        Access.OVERLAY: 1,
        Access.METRICS: 1,
        Access.SCOREKEEPER: 2,
        Access.REFEREE: 3,
        Access.ADMIN: 4,
        Access.HANDS: 99,
    }
    return rank >= least[access]


@pytest.mark.parametrize("name", VISITORS)
def test_every_route_with_every_role(app: FastAPI, sign_in: SignIn, name: str | None) -> None:
    client = sign_in(name)
    csrf = dict(client.headers)
    for method, path, access in routes(app):
        if path == ENDLESS and allowed(access, RANK[name]):
            continue
        if path == "/api/v1/session" and method != "GET":
            continue
        answer = client.request(method, address(path), headers=csrf)
        denied = answer.status_code in (401, 403) or (
            answer.status_code == 303 and answer.headers["location"].startswith("/login")
        )
        assert denied is not allowed(access, RANK[name]), (method, path, name, answer.status_code)


def test_strangers_get_nothing_but_the_doors(app: FastAPI) -> None:
    assert {path for _, path, access in routes(app) if access is Access.ANYONE} == PUBLIC


def test_a_route_that_says_nothing_is_for_admins(app: FastAPI, sign_in: SignIn) -> None:
    @app.get("/forgotten")
    def forgotten() -> str:
        return "secret"

    assert sign_in("referee").get("/forgotten").status_code == 403
    assert sign_in("admin").get("/forgotten").status_code == 200


def test_changes_need_the_token_against_forged_requests(app: FastAPI, sign_in: SignIn) -> None:
    client = sign_in("admin")
    del client.headers["X-CSRF-Token"]
    for method, path, _access in routes(app):
        if method not in ("GET", "HEAD"):
            answer = client.request(method, address(path))
            assert answer.status_code == 403 and "X-CSRF-Token" in answer.text, (method, path)


def test_a_token_of_another_session_is_no_use(sign_in: SignIn) -> None:
    one, other = sign_in("admin"), sign_in("admin")
    one.headers["X-CSRF-Token"] = other.headers["X-CSRF-Token"]
    assert one.post("/api/v1/tokens", json={"label": "x", "kind": "overlay"}).status_code == 403


@pytest.mark.parametrize("text", ["ñ", "x", ""])
def test_a_token_of_no_session_is_refused(sign_in: SignIn, text: str) -> None:
    headers = {"X-CSRF-Token": text.encode()}
    answer = sign_in("admin").post("/api/v1/notes", json={"text": "x"}, headers=headers)
    assert answer.status_code == 403


@pytest.mark.parametrize("kind", list(TokenKind))
def test_a_token_opens_what_it_is_for_and_nothing_else(
    app: FastAPI, accounts: Accounts, sign_in: SignIn, kind: TokenKind
) -> None:
    token = accounts.text_of(accounts.issue("OBS", kind))
    opens = {
        TokenKind.OVERLAY: {"/overlay"},
        TokenKind.HANDS: {"/overlay", "/overlay/hands"},
        TokenKind.METRICS: {"/metrics"},
    }[kind]
    # even for an admin: what is shared in an address must not do more in some browsers
    client = sign_in("admin")
    for method, path, access in routes(app):
        if access is Access.ANYONE or path == ENDLESS:
            continue
        answer = client.request(method, address(path), params={"token": token})
        expected = 200 if path in opens else 403
        assert answer.status_code == expected, (method, path, kind)


def test_a_revoked_or_forged_token_opens_nothing(accounts: Accounts, sign_in: SignIn) -> None:
    token = accounts.issue("OBS", TokenKind.OVERLAY)
    text, client = accounts.text_of(token), sign_in(None)
    forged = accounts.text_of(token).replace("overlay-", "hands-")
    assert client.get("/overlay", params={"token": text}).status_code == 200
    assert client.get("/overlay/hands", params={"token": forged}).status_code == 303
    accounts.revoke(token.id)
    assert client.get("/overlay", params={"token": text}).status_code == 303


@pytest.mark.parametrize("name", VISITORS)
def test_every_websocket_with_every_role(app: FastAPI, sign_in: SignIn, name: str | None) -> None:
    client = sign_in(name)
    sockets = [r for r in every_route(app.routes) if isinstance(r, APIWebSocketRoute)]
    assert len(sockets) == 3
    for route in sockets:
        opened = _opens(client, route.path)
        assert opened is allowed(access_of(route.endpoint), RANK[name]), (route.path, name)


def test_a_page_of_another_site_opens_no_websocket(sign_in: SignIn) -> None:
    client = sign_in("viewer")
    assert _opens(client, "/api/v1/events", {"Origin": "http://127.0.0.1:8000"})
    assert not _opens(client, "/api/v1/events", {"Origin": "http://evil.example"})


def _opens(client: TestClient, path: str, headers: dict[str, str] | None = None) -> bool:
    try:
        with client.websocket_connect(f"{SOCKETS}{path}", headers=headers or {}) as socket:
            socket.receive_text()
            return True
    except WebSocketDisconnect:
        return False
