"""Hands before the reveal: late, by their own token alone, and nowhere else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.cards import parse_cards
from referee.config import HiddenHandsSection
from referee.seats import Seat
from referee.table.commands import StartDeal
from referee.table.events import BetsEntered, Noticed
from referee.web.accounts import Accounts, TokenKind
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, NotStoredError
from referee.web.timeline import Timeline
from tests.browser.deals import HANDS, open_match, play, reveal
from tests.web.conftest import HANDS_DELAY_S, Clock, FullDisk, SignIn
from tests.web.test_access import ENDLESS, SOCKETS, address, routes

UNREVEALED = ("6O", "6C", "6E", "6B")
"""Cards that stand in no text of the pages but as themselves."""


def see_hands(desk: Desk) -> None:
    """A deal runs, and a camera has seen a hand that nobody has shown."""
    open_match(desk)
    desk.see_hand(Seat.A, parse_cards(" ".join(UNREVEALED)), "camera:hand")


def holds_the_hand(text: str) -> bool:
    return any(f'"{code}"' in text or f"{code}.svg" in text for code in UNREVEALED)


def heard(client: TestClient, path: str, token: str, least: int = 1) -> Iterator[str]:
    with client.websocket_connect(f"{SOCKETS}{path}?token={token}") as socket:
        for _ in range(least):
            yield socket.receive_text()


def test_no_route_tells_the_hand_to_anybody(
    app: FastAPI,
    desk: Desk,
    accounts: Accounts,
    sign_in: SignIn,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    see_hands(desk)
    clock.now += HANDS_DELAY_S - 1
    tokens = [accounts.text_of(accounts.issue("x", kind)) for kind in TokenKind]
    asked = 0
    for client, token in [(sign_in("admin"), None), *((sign_in(None), t) for t in tokens)]:
        params = {"token": token} if token else {}
        for method, path, _access in routes(app):
            if path == ENDLESS or path == "/api/v1/session":
                continue
            answer = client.request(method, address(path), params=params)
            assert not holds_the_hand(answer.text), (method, path)
            asked += answer.status_code == 200
    assert asked > 15
    assert not any(holds_the_hand(record.getMessage()) for record in caplog.records)


def test_no_stream_tells_the_hand_before_its_time(
    desk: Desk, accounts: Accounts, sign_in: SignIn, clock: Clock
) -> None:
    see_hands(desk)
    clock.now += HANDS_DELAY_S - 1
    hands = accounts.text_of(accounts.issue("x", TokenKind.HANDS))
    stranger, admin = sign_in(None), sign_in("admin")
    with admin.websocket_connect(f"{SOCKETS}/api/v1/events") as socket:
        assert not holds_the_hand(socket.receive_text())
    [public] = heard(stranger, "/overlay/feed", hands)
    assert not holds_the_hand(public)
    [late] = heard(stranger, "/overlay/hands/feed", hands + "&delay=0")
    assert not holds_the_hand(late)
    clock.now += 1
    [due] = heard(stranger, "/overlay/hands/feed", hands + "&delay=0")
    assert holds_the_hand(due) and json.loads(due)["data"]["hands_live"] is True
    [public] = heard(stranger, "/overlay/feed", hands)
    assert not holds_the_hand(public)


def test_hands_that_are_hours_late_are_shown_no_sooner(
    desk: Desk,
    accounts: Accounts,
    tmp_path: Path,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # while nothing is due the feed sends nothing but pings
    monkeypatch.setattr("referee.web.routes.overlay.PING_S", 0.0)
    late_s = 3 * 3600.0
    settings = WebSettings(tmp_path, hands_delay_s=late_s)
    app = create_app(desk, accounts, settings, clock=clock)
    token = accounts.text_of(accounts.issue("x", TokenKind.HANDS))
    see_hands(desk)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        for passed_s, shown in ((3600.0, False), (late_s - 3601, False), (1.0, True)):
            clock.now += passed_s
            desk.submit(Noticed("still playing"), "test")
            for asked in ("0", "inf", "nan", "-5", "x"):
                [line] = heard(client, "/overlay/hands/feed", f"{token}&delay={asked}")
                assert holds_the_hand(line) is shown, (passed_s, asked)


def test_views_are_kept_as_long_as_hands_may_be_late(clock: Clock) -> None:
    longest_s = 60 * HiddenHandsSection(delay_minutes=1440).delay_minutes
    timeline = Timeline(clock)
    timeline.put({"score": 1})
    clock.now += longest_s
    timeline.put({"score": 2})
    assert timeline.ago(longest_s) == {"score": 1}


def test_views_share_what_has_not_changed(clock: Clock) -> None:
    timeline = Timeline(clock)
    for points in (1, 2):
        timeline.put({"table": {"name": "mahai 1"}, "score": points})
        clock.now += 1
    assert timeline.ago(1.0) == {"table": {"name": "mahai 1"}, "score": 2}
    assert timeline.ago(1.0)["table"] is timeline.ago(2.0)["table"]


def test_hands_are_off_unless_they_are_turned_on(
    desk: Desk, accounts: Accounts, tmp_path: object, clock: Clock
) -> None:
    see_hands(desk)
    clock.now += 10 * HANDS_DELAY_S
    app = create_app(desk, accounts, WebSettings(tmp_path), clock=clock)  # type: ignore[arg-type]
    token = accounts.text_of(accounts.issue("x", TokenKind.HANDS))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        answer = client.get("/overlay/hands", params={"token": token})
        assert answer.status_code == 404 and "hidden_hands.enabled" in answer.text
        with pytest.raises(WebSocketDisconnect):
            list(heard(client, "/overlay/hands/feed", token))


@pytest.mark.parametrize(
    ("delay_minutes", "told"),
    [
        (None, "Hands before the reveal are off"),
        (0, "shown 0 s late"),
        (0.2, "shown 12 s late"),
        (1, "shown 1 min late"),
        (2.5, "shown 150 s late"),
        (15, "shown 15 min late"),
    ],
)
def test_the_page_of_addresses_says_how_late_hands_are(
    desk: Desk, tmp_path: Path, delay_minutes: float | None, told: str
) -> None:
    delay_s = None if delay_minutes is None else 60 * delay_minutes
    app = create_app(desk, Accounts(), WebSettings(tmp_path, hands_delay_s=delay_s))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        page = client.get("/overlay/setup?lang=en").text
    assert told in page.partition("</main>")[0].partition("<main")[2]


def test_hands_of_a_finished_deal_are_not_shown_in_the_next(desk: Desk, clock: Clock) -> None:
    see_hands(desk)
    assert desk.overlay_view(0.0, hands=True)["hands"]["A"]["cards"] == ["6B", "6E", "6C", "6O"]
    desk.submit(BetsEntered(), "test")
    desk.submit(reveal(), "camera:top")
    desk.submit(StartDeal(), "test")
    assert desk.overlay_view(0.0, hands=True)["hands"] is None


def test_a_hand_lifted_before_the_deal_is_announced_belongs_to_it(desk: Desk) -> None:
    play(desk)
    gathered = desk.gathered
    desk.see_hand(Seat.A, parse_cards(" ".join(UNREVEALED)), "camera:hand")
    desk.submit(StartDeal(), "test")
    assert desk.overlay_view(0.0, hands=True)["hands"]["A"]["cards"] == ["6B", "6E", "6C", "6O"]
    assert desk.gathered == gathered == 1


def test_a_hand_that_could_not_be_sealed_is_not_shown(clock: Clock) -> None:
    journal = FullDisk()
    desk = Desk(journal, clock=clock)
    open_match(desk)
    journal.full = True
    with pytest.raises(NotStoredError):
        desk.see_hand(Seat.A, parse_cards(" ".join(UNREVEALED)), "camera:hand")
    assert desk.overlay_view(0.0, hands=True)["hands_live"] is False


def test_the_log_gets_a_seal_and_no_card(desk: Desk) -> None:
    see_hands(desk)
    sealed = desk.table.recorded[-1].event
    assert str(sealed) == "hand of A sealed" and not holds_the_hand(repr(sealed))


def test_the_overlay_of_a_stream_that_lags_lags_as_well(desk: Desk, clock: Clock) -> None:
    clock.now += 100
    play(desk)
    assert desk.overlay_view(0.0, hands=False)["hands"]["A"]["cards"][0] == HANDS["A"][0]
    assert desk.overlay_view(30.0, hands=False)["hands"] is None
    clock.now += 31
    assert desk.overlay_view(30.0, hands=False)["hands"] is not None


def test_what_was_asked_for_wrongly_is_named(sign_in: SignIn) -> None:
    answer = sign_in("viewer").get("/overlay?layout=round&theme=pink&seat=E")
    assert answer.status_code == 422
    for part in ("layout=round", "theme=pink", "seat=E", "lower-third"):
        assert part in answer.json()["detail"]


def test_a_timeline_forgets_what_nobody_may_ask_for(clock: Clock) -> None:
    timeline = Timeline(clock, longest_s=60.0)
    for second in range(1000):
        timeline.put({"second": second})
        clock.now += 1
    assert len(timeline._moments) <= 62
    assert timeline.ago(60.0) == {"second": 940}
    assert timeline.ago(0.0) == {"second": 999}
    assert Timeline(clock).ago(0.0) == {}
