"""A table of Mouche over HTTP: a deal, refusals, corrections, rulings, and who may do what."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from referee.mouche.ruleset import Ruleset
from referee.web.desk import Desk, Memory
from referee.web.mouche_view import MoucheFace
from tests.mouche.table import TRICKS
from tests.table.mouche_tables import OPENED, SAID, intents
from tests.table.test_mouche_table import REVOKED, RULING
from tests.web import test_access as access
from tests.web.conftest import Clock, SignIn

API = "/api/v1"
FACE = MoucheFace(Ruleset(fine_cap=20), ("Ane", "Beñat", "Miren"))
GAME = {"players": ["Ane", "Beñat", "Miren"], "dealer": "P3"}

test_every_route_with_every_role = access.test_every_route_with_every_role
test_changes_need_the_token = access.test_changes_need_the_token_against_forged_requests
test_a_token_opens_what_it_is_for = access.test_a_token_opens_what_it_is_for_and_nothing_else


@pytest.fixture
def desk(clock: Clock) -> Desk:
    return Desk(Memory(), "mahai 1", clock=clock, face=FACE)


def post(client: TestClient, path: str, body: Any = None, status: int = 201) -> Any:
    answer = client.post(f"{API}{path}", json=body)
    assert answer.status_code == status, (path, body, answer.text)
    return answer.json()


def view(client: TestClient) -> Any:
    return client.get(f"{API}/table").json()["data"]


def play(desk: Desk, text: str) -> None:
    for intent in (OPENED, *intents(f"ante, {text}")):
        desk.submit(intent, "test")


def test_a_whole_deal(scorekeeper: TestClient, desk: Desk) -> None:
    post(scorekeeper, "/mouche/games", GAME)
    assert view(scorekeeper)["legal"][0]["word"] == "ante"
    post(scorekeeper, "/mouche/antes")
    post(scorekeeper, "/mouche/deals", {"pattern": "3+2"})
    post(scorekeeper, "/mouche/cards", {"card": "8s"})
    post(scorekeeper, "/mouche/decisions", {"seat": "P1", "choice": "stick"})
    question = {"asker": "P2", "asked": "P1", "answer": "silence"}
    post(scorekeeper, "/mouche/questions", question)
    for seat, count in (("P2", 2), ("P3", 5)):
        body = {"seat": seat, "choice": "exchange", "count": count}
        post(scorekeeper, "/mouche/decisions", body)
    shown = view(scorekeeper)
    assert (shown["deal"]["stage"], shown["deal"]["turn"]) == ("tricks", "P1")
    assert shown["deal"]["in"] == ["P1", "P2", "P3"]
    for code in (part.split()[1] for part in TRICKS.split(",")):
        post(scorekeeper, "/mouche/cards", {"card": code})
    last = view(scorekeeper)["last"]
    assert [(e["seat"], e["jetons"]) for e in last["entries"]] == [
        ("P3", -5),
        ("P1", 2),
        ("P2", 3),
        ("P3", -5),
    ]
    assert desk.state.mouche[-1].opened.ruleset.fine_cap == 20, "the table's own rules"


def test_a_mouche_is_declared(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk, "deal 3+2, turn 8s")
    cards = ["Kh", "Qh", "Jh", "9h", "8h"]
    post(scorekeeper, "/mouche/mouches", {"seat": "P2", "cards": cards})
    assert view(scorekeeper)["deal"]["mouches"] == {"P2": cards}
    post(scorekeeper, "/mouche/mouches/uncontested")
    assert view(scorekeeper)["last"]["entries"][1]["kind"] == "mouche"


@pytest.mark.parametrize(
    ("path", "body", "status", "says"),
    [
        ("/mouche/games", GAME, 409, "game 1 of Mouche is running; close it first"),
        ("/mouche/games", {"players": ["a"], "dealer": "P1"}, 422, "players"),
        ("/mouche/games", {**GAME, "ruleset": "bridge"}, 422, "no Mouche ruleset named 'bridge'"),
        ("/mouche/antes", None, 409, "deal 1 is running"),
        ("/mouche/cards", {"card": "zz"}, 422, "cannot read 'zz' as a card"),
        ("/mouche/cards", {"card": "8s"}, 409, "8s was turned up"),
        ("/mouche/cards", {"card": "Kh", "seat": "P1"}, 422, "seat"),
        ("/mouche/cards/999", {"card": "Kh"}, 409, "no card was laid as event 999"),
        ("/mouche/cards/4", {"card": None}, 409, "no longer possible"),
        (
            "/mouche/decisions",
            {"seat": "P1", "choice": "pass", "count": 2},
            422,
            "an exchange needs a number of cards",
        ),
        ("/mouche/decisions", {"seat": "P9", "choice": "pass"}, 422, "body.seat"),
        ("/mouche/mouches", {"seat": "P1", "cards": ["Kh"]}, 409, "are no mouche"),
        ("/mouche/stakes", {"purses": [1, 2, 3], "basket": 0}, 409, "between two deals"),
        ("/mouche/stakes", {"purses": [1, 2, 3], "basket": -1}, 422, "basket"),
        ("/matches", {"dealer": "D"}, 404, "Not Found"),
        ("/calls", {"seat": "A", "word": "pass"}, 404, "Not Found"),
    ],
)
def test_what_cannot_be_is_refused(
    scorekeeper: TestClient, desk: Desk, path: str, body: Any, status: int, says: str
) -> None:
    play(desk, SAID)
    before = desk.table.recorded
    answer = scorekeeper.post(f"{API}{path}", json=body)
    assert answer.status_code == status, answer.text
    assert says in answer.text
    assert desk.table.recorded == before


def test_a_card_is_put_right_and_a_revoke_ruled_on(sign_in: SignIn, desk: Desk) -> None:
    play(desk, REVOKED)
    scorekeeper, referee = sign_in("scorekeeper"), sign_in("referee")
    (flag,) = view(scorekeeper)["flags"]
    assert (flag["kind"], flag["seat"], flag["proof"]) == ("not_followed", "P3", "Jh")
    ruling = {"deal": 2, "kind": "not_followed", "seat": "P3", "trick": 2, "verdict": "allowed"}
    assert scorekeeper.post(f"{API}/mouche/rulings", json=ruling).status_code == 403
    post(referee, "/mouche/rulings", ruling)
    assert view(scorekeeper)["open_flags"] == 0
    proof = {"card": "9c"}
    seq = desk.state.mouche[-1].deal.laid[-1].seq  # type: ignore[union-attr]
    answer = scorekeeper.post(f"{API}/mouche/cards/{seq}", json=proof)
    assert answer.status_code == 403 and "a ruling rests on this card" in answer.text
    post(referee, f"/mouche/cards/{seq}", proof)
    assert view(referee)["flags"] == [] and not desk.state.misfits
    undo = {"target": desk.events}
    assert scorekeeper.post(f"{API}/corrections", json=undo).status_code in (403, 409)


def test_a_ruling_is_not_put_in_by_a_correction(sign_in: SignIn, desk: Desk) -> None:
    play(desk, REVOKED)
    ruling = {"kind": "mouche_ruled", "version": 1, "data": {}}
    ruling["data"] = {
        "deal": RULING.deal,
        "kind": "not_followed",
        "seat": "P3",
        "trick": 2,
        "verdict": "allowed",
        "note": "",
    }
    body = {"target": desk.events, "instead": [ruling]}
    answer = sign_in("scorekeeper").post(f"{API}/corrections", json=body)
    assert answer.status_code in (403, 409), answer.text


def test_the_view_of_an_earlier_event(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk, f"{SAID}, P1 Kh")
    then = scorekeeper.get(f"{API}/table?after=4").json()["data"]
    assert (then["deal"]["stage"], then["deal"]["trump"]) == ("decide", "8s")


def test_the_overlay_shows_what_everybody_has_seen(desk: Desk) -> None:
    play(desk, f"{SAID}, P1 Kh")
    shown = desk.overlay_view(0.0, hands=False)
    assert set(shown) == {"table", "game", "deal", "last"}
    assert shown["deal"]["tricks"][0]["plays"][0]["card"] == "Kh"
    assert "legal" not in shown


def test_games_with_the_ledger_of_each_deal(scorekeeper: TestClient, desk: Desk) -> None:
    play(desk, f"{SAID},{TRICKS}")
    (game,) = scorekeeper.get(f"{API}/mouche/games").json()
    assert (game["players"]["P1"], game["closed"]) == ("Ane", False)
    assert [entry["jetons"] for entry in game["deals"][0]["entries"]] == [-5, 2, 3, -5]


def test_pages_of_mus_are_not_there(scorekeeper: TestClient) -> None:
    assert scorekeeper.get("/").status_code == 200
    for page in ("/review", "/settings"):
        assert scorekeeper.get(page).status_code == 404
