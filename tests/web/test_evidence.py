"""Clips and curves of flags, and nothing else that lies on the disk."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from referee.errors import NotAllowedError
from referee.seats import Seat
from referee.table.commands import Rule
from referee.table.events import FlagRaised, MatchClosed
from referee.table.seen import Evidence as Named
from referee.table.verdict import Verdict
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory
from referee.web.evidence import Evidence
from tests.browser.deals import open_match
from tests.web.conftest import SignIn

RECORD = {
    "flag": "wink",
    "player": "somebody",
    "from_s": 10.0,
    "flagged_s": 10.5,
    "curve": [[10.0, 0.1], [10.5, 0.8]],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    kept = tmp_path / "evidence"
    kept.mkdir()
    (kept / "one.mp4").write_bytes(b"film")
    (kept / "one.json").write_text(json.dumps(RECORD), encoding="utf-8")
    (kept / "two.mp4").write_bytes(b"film")
    (tmp_path / "accounts.json").write_text("secret", encoding="utf-8")
    (tmp_path / "other.mp4").write_bytes(b"elsewhere")
    return kept


def test_the_curve_of_a_clip(folder: Path) -> None:
    expected = {"name": "wink", "times": [0.0, 0.5], "values": [0.1, 0.8], "flagged": 0.5}
    assert Evidence(folder).curve("one.mp4") == expected


def test_a_clip_without_a_record_and_one_that_was_deleted(folder: Path) -> None:
    assert Evidence(folder).curve("two.mp4") is None
    (folder / "one.mp4").unlink()
    for evidence in (Evidence(folder), Evidence(None)):
        with pytest.raises(NotAllowedError, match="may have been deleted"):
            evidence.curve("one.mp4")


@pytest.mark.parametrize(
    "name", ["../other.mp4", "one.json", "../accounts.json", "/etc/passwd", "", "none.mp4", "."]
)
def test_nothing_else_is_served(folder: Path, name: str) -> None:
    with pytest.raises(NotAllowedError, match="no evidence"):
        Evidence(folder).file(name)


def test_the_page_of_a_flag_gets_its_clip_and_no_name(folder: Path, tmp_path: Path) -> None:
    desk = Desk(Memory(), evidence=Evidence(folder))
    open_match(desk)
    desk.submit(FlagRaised(Seat.B, "a wink", evidence=Named("one.mp4", "0" * 64)), "signals")
    app = create_app(desk, Accounts(), WebSettings(tmp_path))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        view = client.get("/api/v1/table")
        [flag] = view.json()["data"]["flags"]
        assert client.get(flag["clip"]).content == b"film"
        curve = client.get(flag["curve"])
        assert curve.json()["times"] == [0.0, 0.5]
        assert client.get("/api/v1/evidence/two.mp4/curve").json() is None
        assert client.get("/api/v1/evidence/none.mp4/curve").status_code == 404
        assert client.get("/api/v1/evidence/..%2fother.mp4").status_code == 404
    assert "somebody" not in view.text + curve.text


def test_flags_that_are_answered_or_of_an_earlier_match_are_not_sent_again(
    desk: Desk, sign_in: SignIn
) -> None:
    open_match(desk)
    [old] = desk.submit(FlagRaised(Seat.B, "a wink"), "signals")
    desk.submit(MatchClosed(), "test")
    open_match(desk)
    [ruled] = desk.submit(FlagRaised(Seat.C, "a cough"), "signals")
    [waits] = desk.submit(FlagRaised(Seat.D, "a nod"), "signals")
    desk.submit(Rule(ruled.seq, Verdict.ALLOWED), "referee")
    view = desk.feed.view
    assert [flag["seq"] for flag in view["flags"]] == [waits.seq]
    assert view["open_flags"] == 2
    everyone = sign_in("viewer").get("/api/v1/flags").json()
    assert [(flag["seq"], flag["verdict"]) for flag in everyone] == [
        (old.seq, None),
        (ruled.seq, "allowed"),
        (waits.seq, None),
    ]
