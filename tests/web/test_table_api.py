"""The table over HTTP: a deal, refusals, corrections, the log."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.codec import event_to_json
from referee.table.commands import EnterBets, StartDeal
from referee.table.events import (
    BetsEntered,
    FlagRaised,
    MatchOpened,
    Noticed,
    RulingGiven,
)
from referee.table.verdict import Verdict
from referee.web.access import CSRF_HEADER
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory
from tests.browser.deals import HANDS, open_match, play, reveal
from tests.web.conftest import SignIn

API = "/api/v1"


def post(client: TestClient, path: str, body: object) -> dict[str, object]:
    answer = client.post(f"{API}{path}", json=body)
    assert answer.status_code == 201, answer.text
    result: dict[str, object] = answer.json()
    return result


def test_a_deal_over_http(scorekeeper: TestClient, desk: Desk) -> None:
    post(scorekeeper, "/matches", {"ruleset": "common40", "dealer": "D", "players": {"A": "Ane"}})
    post(scorekeeper, "/deals", {})
    post(scorekeeper, "/mus", {"seat": "A", "word": "no_mus"})
    post(scorekeeper, "/calls", {"seat": "A", "word": "bet", "amount": 2})
    written = post(scorekeeper, "/calls", {"seat": "B", "word": "refuse"})
    assert written["seq"] == 5
    bets = [
        {"lance": "grande", "status": "refused", "refuser": "BD"},
        {"lance": "pares", "status": "accepted", "amount": 4},
    ]
    post(scorekeeper, "/bets", {"bets": bets})
    post(scorekeeper, "/reveals", {"hands": HANDS})
    view = scorekeeper.get(f"{API}/table").json()
    assert view["seq"] == desk.state.seq
    last = view["data"]["last"]
    assert [(e["lance"], e["pair"], e["points"]) for e in last["entries"]] == [
        ("grande", "AC", 1),
        ("chica", "AC", 1),
        ("pares", "AC", 4),
        ("pares", "AC", 4),
        ("juego", "BD", 5),
    ]
    assert view["data"]["match"]["score"] == {"AC": 10, "BD": 5}
    by = {one.by for one in desk.table.recorded}
    assert by == {"scorekeeper"}


def test_a_refusal_is_a_problem_that_says_what_was_allowed(scorekeeper: TestClient) -> None:
    answer = scorekeeper.post(f"{API}/mus", json={"seat": "A", "word": "mus"})
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "detail": "no match is running; open one",
        "said": {"key": "refusal.no_match", "args": {}},
    }


def test_what_cannot_be_read_is_named(scorekeeper: TestClient) -> None:
    answer = scorekeeper.post(f"{API}/mus", json={"seat": "E", "word": "mus", "loud": True})
    assert answer.status_code == 422
    assert [fault["where"] for fault in answer.json()["faults"]] == ["body.seat", "body.loud"]


def test_a_card_of_two_meanings_is_not_guessed(scorekeeper: TestClient, desk: Desk) -> None:
    open_match(desk)
    hands = HANDS | {"A": ["AC", "3E", "7C", "1B"]}
    answer = scorekeeper.post(f"{API}/reveals", json={"hands": hands})
    assert answer.status_code == 422 and "could be" in answer.json()["detail"]


def test_a_correction_appends_and_recomputes(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk)
    before = desk.table.recorded
    reveal = next(r.seq for r in before if "reveal" in str(r.event))
    wrong = {"kind": "call", "version": 1, "data": {}}
    for instead, status in (([wrong], 422), ([], 201)):
        body = {"target": reveal, "instead": instead, "note": "cards were swept"}
        assert scorekeeper.post(f"{API}/corrections", json=body).status_code == status
    assert desk.table.recorded[: len(before)] == before
    assert desk.state.deal is not None and desk.state.deal.hands is None


def test_two_presses_of_undo_undo_one_thing(scorekeeper: TestClient, desk: Desk) -> None:
    open_match(desk)
    post(scorekeeper, "/mus", {"seat": "A", "word": "no_mus"})
    target = scorekeeper.get(f"{API}/table").json()["data"]["undo"]["seq"]
    assert scorekeeper.post(f"{API}/undo", json={"target": target}).status_code == 201
    assert scorekeeper.post(f"{API}/undo", json={"target": target}).status_code == 409
    assert desk.state.deal is not None


def test_the_log_is_the_table(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk)
    lines = scorekeeper.get(f"{API}/log.jsonl").text.splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, desk.events + 1))
    newest = scorekeeper.get(f"{API}/log", params={"limit": 2}).json()
    assert [event["seq"] for event in newest] == [desk.events, desk.events - 1]


def test_matches_keep_their_ledgers(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk)
    post(scorekeeper, "/matches/close", {"note": "late"})
    desk.submit(MatchOpened(Ruleset.preset("nabo"), Seat.A), "test")
    first, second = scorekeeper.get(f"{API}/matches").json()
    assert (first["ruleset"], second["ruleset"]) == ("common40", "nabo")
    assert first["deals"][0]["after"] == {"AC": 6, "BD": 5} and second["deals"] == []


def test_only_a_referee_says_what_counts_after_a_false_declaration(
    sign_in: SignIn, desk: Desk
) -> None:
    scorekeeper, referee = sign_in("scorekeeper"), sign_in("referee")
    open_match(desk)
    post(scorekeeper, "/mus", {"seat": "A", "word": "no_mus"})
    for _lance in range(2):
        for seat in "ABCD":
            post(scorekeeper, "/calls", {"seat": seat, "word": "pass"})
    for lance in ("pares", "juego"):
        for seat in "ABCD":
            post(scorekeeper, "/declarations", {"seat": seat, "lance": lance, "holds": False})
    for seat in "ABCD":
        post(scorekeeper, "/calls", {"seat": seat, "word": "pass"})
    post(scorekeeper, "/reveals", {"hands": HANDS})
    view = scorekeeper.get(f"{API}/table").json()["data"]
    assert view["deal"]["stage"] == "ruling"
    assert scorekeeper.post(f"{API}/bets", json={"bets": []}).status_code == 403
    post(scorekeeper, "/notes", {"text": "a remark to put it in for"})
    planted = {"target": desk.events, "instead": [event_to_json(BetsEntered())]}
    assert scorekeeper.post(f"{API}/corrections", json=planted).status_code == 403
    post(referee, "/bets", {"bets": []})
    assert desk.state.deal is None and desk.state.score.ac == 6
    bets = next(one.seq for one in desk.table.recorded if isinstance(one.event, BetsEntered))
    assert scorekeeper.post(f"{API}/undo", json={"target": bets}).status_code == 403
    post(referee, "/undo", {"target": bets})


def test_a_finished_game_is_shown_with_its_score_until_the_next_begins(
    scorekeeper: TestClient, desk: Desk
) -> None:
    open_match(desk)
    post(scorekeeper, "/scores", {"score": {"AC": 35, "BD": 20}})
    desk.submit(EnterBets(BetsEntered()), "test")
    desk.submit(reveal(), "camera:top")
    match = scorekeeper.get(f"{API}/table").json()["data"]["match"]
    assert match["games"] == {"AC": 1, "BD": 0} and match["score"] == {"AC": 0, "BD": 0}
    assert match["shown"]["AC"] >= 40 and match["shown"]["BD"] >= 20
    post(scorekeeper, "/deals", {})
    match = scorekeeper.get(f"{API}/table").json()["data"]["match"]
    assert match["shown"] == match["score"] == {"AC": 0, "BD": 0}


def test_what_referees_decide_on_is_theirs_to_put_right(sign_in: SignIn, desk: Desk) -> None:
    scorekeeper, referee = sign_in("scorekeeper"), sign_in("referee")
    open_match(desk)
    desk.submit(FlagRaised(Seat.B, "a wink"), "signals")
    post(referee, "/flags/3/rulings", {"verdict": "not_allowed"})
    for remark in ("one", "two"):
        post(scorekeeper, "/notes", {"text": remark})
    flag = event_to_json(FlagRaised(Seat.A, "a nod"))
    ruling = event_to_json(RulingGiven(3, Verdict.ALLOWED))
    remark = event_to_json(Noticed("three"))
    post(referee, "/corrections", {"target": 6, "instead": [flag]})
    refused = [
        ("/undo", {"target": 3}),
        ("/undo", {"target": 4}),
        ("/undo", {"target": 6}),
        ("/undo", {"target": 7}),
        ("/corrections", {"target": 3, "instead": [remark], "undo_misfits": True}),
        ("/corrections", {"target": 4, "instead": [ruling]}),
        ("/corrections", {"target": 5, "instead": [flag]}),
        ("/corrections", {"target": 5, "instead": [remark, flag]}),
        ("/corrections", {"target": 6, "instead": [remark]}),
    ]
    before = desk.table.recorded
    for path, body in refused:
        answer = scorekeeper.post(f"{API}{path}", json=body)
        assert answer.status_code in (403, 409), (path, body, answer.text)
        assert answer.status_code == 403 or body["target"] == 3, (path, body, answer.text)
    assert desk.table.recorded == before
    post(scorekeeper, "/corrections", {"target": 5, "instead": [remark]})
    post(referee, "/undo", {"target": 4})
    assert scorekeeper.post(f"{API}/undo", json={"target": desk.events}).status_code == 403


def test_a_match_is_opened_under_the_rules_of_the_table(tmp_path: Path) -> None:
    desk = Desk(Memory(), rules=Ruleset.preset("nabo"))
    app = create_app(desk, Accounts(), WebSettings(tmp_path))
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        client.headers[CSRF_HEADER] = client.get(f"{API}/session").json()["csrf"]
        for ruleset, opened in (({}, "nabo"), ({"ruleset": "common40"}, "common40")):
            post(client, "/matches", ruleset)
            assert desk.state.match is not None
            assert desk.state.match.opened.ruleset.name == opened
            post(client, "/matches/close", {})


@pytest.mark.parametrize(
    ("label", "status"), [("A10", 201), ("A2", 201), ("A0", 422), ("A100", 422)]
)
def test_a_card_of_a_large_hand_may_be_named(
    scorekeeper: TestClient, desk: Desk, label: str, status: int
) -> None:
    open_match(desk)
    desk.submit(EnterBets(BetsEntered()), "test")
    desk.submit(reveal("A2"), "camera:top")
    answer = scorekeeper.post(f"{API}/cards", json={"label": label, "card": None})
    assert answer.status_code == status, answer.text


def test_a_log_that_cannot_be_written_changes_nothing(
    scorekeeper: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_match(desk)

    def full(events: object, by: object) -> None:
        raise OSError(28, "No space left on device")

    before = desk.state
    monkeypatch.setattr(desk._journal, "append", full)
    answer = scorekeeper.post(f"{API}/mus", json={"seat": "A", "word": "mus"})
    assert answer.status_code == 503 and "No space left" in answer.json()["detail"]
    assert desk.state == before
    assert scorekeeper.get("/readyz").status_code == 503


def test_evidence_is_served_and_nothing_else(desk: Desk, sign_in: SignIn, tmp_path: object) -> None:
    client = sign_in("viewer")
    for name in ("nothing.mp4", "..%2f..%2fetc%2fpasswd", "accounts.json"):
        assert client.get(f"{API}/evidence/{name}").status_code == 404


def test_another_mano_may_be_named(desk: Desk) -> None:
    desk.submit(MatchOpened(Ruleset.preset(), Seat.D), "test")
    desk.submit(StartDeal(Seat.C), "test")
    assert desk.state.deal is not None and desk.state.deal.mano is Seat.C


def test_the_table_as_it_was_after_an_event(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk)
    then = scorekeeper.get(f"{API}/table", params={"after": 2}).json()
    assert then["data"]["deal"]["stage"] == "mus_talk" and then["data"]["last"] is None
    assert then["event"]["text"] == "deal started, mano A"
    last = scorekeeper.get(f"{API}/table", params={"after": desk.events}).json()
    now = scorekeeper.get(f"{API}/table").json()
    assert {**last["data"], "cameras": [], "undo": now["data"]["undo"]} == now["data"]
    beyond = scorekeeper.get(f"{API}/table", params={"after": desk.events + 1})
    assert beyond.status_code == 409 and "there are 1 to" in beyond.json()["detail"]
