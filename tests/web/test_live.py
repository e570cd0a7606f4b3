"""The event stream and the pictures, as a page gets them."""

import asyncio
import json
from typing import Any, ClassVar, cast

import pytest
from fastapi import FastAPI, Request, WebSocket
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.web import access
from referee.web.accounts import Accounts, TokenKind
from referee.web.app import WebSettings, create_app
from referee.web.cameras import Picture, SimpleHealth, StillPicture
from referee.web.desk import Desk
from referee.web.routes import live
from tests.browser.deals import open_match
from tests.web.conftest import PASSWORD, SignIn
from tests.web.test_access import every_route

STREAM = "ws://127.0.0.1:8000/api/v1/events"


def until(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message["type"] == kind:
            return message


def test_a_snapshot_then_numbered_changes(sign_in: SignIn, desk: Desk) -> None:
    client = sign_in("scorekeeper")
    open_match(desk)
    with client.websocket_connect(STREAM) as socket:
        snapshot = until(socket, "snapshot")
        assert snapshot["seq"] == 2 and snapshot["table"] == "mahai 1"
        assert snapshot["data"]["deal"]["stage"] == "mus_talk"
        client.post("/api/v1/mus", json={"seat": "A", "word": "no_mus"})
        change = until(socket, "mus_call")
        assert change["seq"] == 3
        assert set(change["data"]) == {"deal", "legal", "undo"}
    with client.websocket_connect(f"{STREAM}?since=2") as socket:
        assert until(socket, "mus_call")["seq"] == 3
    with client.websocket_connect(f"{STREAM}?since=nonsense") as socket:
        assert until(socket, "snapshot")["seq"] == 3


def test_a_page_is_shown_out_when_its_account_goes(
    sign_in: SignIn, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.routes.live.RECHECK_S", 0.05)
    client = sign_in("viewer")
    with client.websocket_connect(STREAM) as socket:
        until(socket, "snapshot")
        accounts.remove("viewer")
        with pytest.raises(WebSocketDisconnect) as ended:
            until(socket, "never")
    assert ended.value.code == 1008


def test_a_page_that_keeps_sending_is_shown_out_as_well() -> None:
    class Guard:
        def admits(self, connection: object) -> bool:
            return False

    class Page:
        closed: int | None = None

        async def receive(self) -> dict[str, str]:
            await asyncio.sleep(0.001)
            return {"type": "websocket.receive", "text": "still here"}

        async def close(self, code: int, reason: str) -> None:
            self.closed = code

    async def watch(page: Page) -> None:
        async with asyncio.timeout(10):
            await live.until_gone(cast(WebSocket, page), cast(access.Guard, Guard()))

    page = Page()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live, "RECHECK_S", 0.05)
        asyncio.run(watch(page))
    assert page.closed == 1008


def test_a_stream_of_pictures_ends_when_its_account_goes(
    desk: Desk, accounts: Accounts, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RECHECK_S", 0.0)
    app = create_app(desk, accounts, WebSettings(tmp_path), Cameras(StillPicture(7, b"jpeg")))
    with _client(app) as client:
        client.headers[access.CSRF_HEADER] = client.get("/api/v1/session").json()["csrf"]
        body = {"name": "viewer", "password": PASSWORD}
        assert client.post("/api/v1/session", json=body).status_code == 200
        looks: list[bool] = []
        admits = access.Guard.admits

        def leave_after_two(guard: access.Guard, connection: Any) -> bool:
            if len(looks) == 2:
                accounts.remove("viewer")
            looks.append(admits(guard, connection))
            assert len(looks) < 10
            return looks[-1]

        monkeypatch.setattr(access.Guard, "admits", leave_after_two)
        # without an end of its own the stream would never be read to the end
        answer = client.get("/api/v1/cameras/top/preview.mjpg")
        assert answer.status_code == 200 and answer.content.count(b"--referee-frame") == 1
        assert looks == [True, True, False]


def test_an_overlay_goes_dark_when_its_token_is_taken_back(
    sign_in: SignIn, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.routes.live.RECHECK_S", 0.05)
    token = accounts.issue("OBS", TokenKind.OVERLAY)
    address = f"ws://127.0.0.1:8000/overlay/feed?token={accounts.text_of(token)}"
    with sign_in(None).websocket_connect(address) as socket:
        until(socket, "snapshot")
        accounts.revoke(token.id)
        with pytest.raises(WebSocketDisconnect):
            until(socket, "never")


class Cameras:
    """One camera at the table and one that players lift their cards to."""

    def __init__(self, picture: Picture | None) -> None:
        self._picture = picture

    def health(self) -> list[SimpleHealth]:
        return [
            SimpleHealth("top", fps=12.0, drops={"overtaken": 3, "warm_up": 2}),
            SimpleHealth("hand A", fps=12.0, shows_hands=True),
        ]

    def picture(self, name: str) -> Picture | None:
        return self._picture


def _client(app: FastAPI) -> TestClient:
    return TestClient(app, base_url="http://127.0.0.1:8000")


def test_pictures_and_the_card_that_says_no_signal(desk: Desk, tmp_path: Any) -> None:
    settings = WebSettings(tmp_path)
    shown = create_app(desk, Accounts(), settings, Cameras(StillPicture(7, b"jpeg")))
    dark = create_app(desk, Accounts(), settings, Cameras(None))
    still = "/api/v1/cameras/top/preview.jpg"
    with _client(shown) as client:
        assert client.get(still).content == b"jpeg"
    with _client(dark) as client:
        answer = client.get(still)
        assert answer.headers["content-type"] == "image/jpeg"
        assert answer.content.startswith(b"\xff\xd8") and len(answer.content) > 5000


def test_pictures_are_not_drawn_where_all_viewers_are_served(desk: Desk, tmp_path: Any) -> None:
    class Drawing(Cameras):
        on_loop: ClassVar[list[bool]] = []

        def picture(self, name: str) -> Picture | None:
            try:
                asyncio.get_running_loop()
            except RuntimeError:
                self.on_loop.append(False)
            else:
                self.on_loop.append(True)
            return super().picture(name)

    cameras = Drawing(StillPicture(7, b"jpeg"))
    app = create_app(desk, Accounts(), WebSettings(tmp_path), cameras)

    async def first_part() -> bytes:
        [route] = [
            r for r in every_route(app.routes) if getattr(r, "path", "").endswith("preview.mjpg")
        ]
        response = await route.endpoint(Request({"type": "http"}), "top")  # type: ignore[attr-defined]
        part: bytes = await anext(response.body_iterator)
        await response.body_iterator.aclose()
        return part

    assert b"jpeg" in asyncio.run(first_part())
    assert cameras.on_loop == [False]


def test_a_camera_that_sees_hands_is_never_previewed(desk: Desk, tmp_path: Any) -> None:
    app = create_app(desk, Accounts(), WebSettings(tmp_path), Cameras(StillPicture(7, b"jpeg")))
    with _client(app) as client:
        for kind in ("jpg", "mjpg"):
            answer = client.get(f"/api/v1/cameras/hand A/preview.{kind}")
            assert answer.status_code == 404 and "there are: top" in answer.json()["detail"]


def test_figures_name_cameras_and_no_players(desk: Desk, sign_in: SignIn, tmp_path: Any) -> None:
    app = create_app(desk, Accounts(), WebSettings(tmp_path), Cameras(None))
    open_match(desk)
    with _client(app) as client:
        client.get("/overlay?token=secret")
        text = client.get("/metrics").text
    assert 'referee_camera_fps{camera="top"} 12.0' in text
    assert 'referee_frames_dropped{camera="top",cause="overtaken"} 3.0' in text
    assert 'referee_events_total{kind="deal_started"} 1.0' in text
    assert "secret" not in text
