"""The command line as people and programs meet it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.mus.ruleset import preset_names
from tests.conftest import GOLDEN, Run

Referee = Callable[..., Run]

DEALS = sorted(path.stem for path in GOLDEN.glob("*.yaml"))
DEAL = GOLDEN / "raised.yaml"


@pytest.mark.parametrize("name", DEALS)
def test_a_settlement_as_people_read_it(
    referee: Referee, golden: Callable[[str, str], None], name: str
) -> None:
    run = referee("settle", GOLDEN / f"{name}.yaml")
    assert (run.status, run.err) == (0, "")
    golden(f"{name}.txt", run.out)


def test_a_settlement_as_programs_read_it(
    referee: Referee, golden: Callable[[str, str], None]
) -> None:
    run = referee("settle", DEAL, "--json")
    assert (run.status, run.err) == (0, "")
    golden("raised.json", run.out)


@pytest.mark.parametrize("name", DEALS)
def test_json_and_text_tell_the_same_score(referee: Referee, name: str) -> None:
    settled = json.loads(referee("settle", GOLDEN / f"{name}.yaml", "--json").out)["settlement"]
    text = referee("settle", GOLDEN / f"{name}.yaml").out
    for pair, before in settled["score"]["before"].items():
        paid = sum(e["points"] for e in settled["ledger"] if e["pair"] == pair)
        assert before + paid == settled["score"]["after"][pair]
        assert f"{before} + {paid} = {settled['score']['after'][pair]}" in text
    for entry in settled["ledger"]:
        assert " ".join(entry["reason"].split()) in " ".join(text.split())


def test_the_command_line_goes_before_the_file(referee: Referee) -> None:
    deal = GOLDEN / "all_passed.yaml"
    said = ("--mano", "b", "--score", "bd=1,AC=2", "--ruleset", "ehmf4_30")
    run = referee("settle", deal, "--json", *said)
    settled = json.loads(run.out)["settlement"]
    assert (settled["mano"], settled["ruleset"], settled["target"]) == ("B", "ehmf4_30", 30)
    assert settled["score"]["before"] == {"AC": 2, "BD": 1}


def test_rulesets_are_listed(referee: Referee) -> None:
    text, data = referee("rulesets").out, json.loads(referee("rulesets", "--json").out)
    assert [rules["name"] for rules in data["rulesets"]] == list(preset_names())
    assert [line.split()[0] for line in text.splitlines()[1:]] == list(preset_names())


def test_the_version(referee: Referee) -> None:
    assert referee("--version").out == "referee 0.1.0\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "deal.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("mano: A", "manno: A", "line 2, manno: unknown key 'manno'; did you mean mano?"),
        ("mano: A\n", "", "does not say who was mano; add it, or --mano A"),
        ("A: 12O", "A: 13O", "hands.A: cannot read '13O' as a card"),
        ("A: 12O", "A: 8O", "8O at A is not in the pack"),
        ("A: 12O", "A: 11C", "11C appears 2 times (at A and B)"),
        ("AC: 12", "AC: 40", "the game is over: AC has 40 of 40 points"),
        ("B quiero", "C quiero", "bets.grande: grande: C accept is not allowed"),
        ("A envido 2", "A envido 1", "allowed: A pass, A bet 2 or more, A ordago"),
        ("hands:", "hans:", "unknown key 'hans'; did you mean hands?"),
    ],
)
def test_bad_deal_files(referee: Referee, tmp_path: Path, old: str, new: str, says: str) -> None:
    text = DEAL.read_text(encoding="utf-8")
    assert old in text
    run = referee("settle", write(tmp_path, text.replace(old, new, 1)))
    assert (run.status, run.out) == (2, "")
    assert all(line.startswith(f"referee: {tmp_path}") for line in run.err.splitlines())
    assert says in run.err


def test_every_fault_of_a_deal_file_has_its_own_line(referee: Referee, tmp_path: Path) -> None:
    run = referee("settle", write(tmp_path, "mano: Z\nscore: 3\nbets: {chica: A envidio}\n"))
    assert run.status == 2
    assert len(run.err.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("missing.yaml",), "missing.yaml: No such file or directory"),
        ((GOLDEN / "raised.json",), "the bets are missing"),
        ((DEAL, "--bets", DEAL), "--bets: only with a photograph"),
        ((DEAL, "--card", "A1=7O", "--image", "x.png"), "--card, --image: only with a photograph"),
        ((DEAL, "--mano", "E"), "--mano: 'E' is not a seat; write A, B, C or D"),
        ((DEAL, "--ruleset", "house"), "no ruleset named 'house'; allowed: basque4_40"),
        ((DEAL, "--score", "12-7"), "--score '12-7' cannot be read; write it as in AC=12,BD=7"),
        ((DEAL, "--score", "AC=1,AC=2"), "cannot be read"),
        (("table.jpg", "--bets", DEAL), "has hands, but table.jpg shows them"),
    ],
)
def test_bad_arguments_of_settle(
    referee: Referee, arguments: tuple[object, ...], says: str
) -> None:
    run = referee("settle", *arguments)
    assert (run.status, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    assert says in run.err


def test_a_binary_deal_file_is_refused(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "deal.yaml"
    path.write_bytes(b"\xff\xfe\x00mano")
    run = referee("settle", path)
    assert run.status == 2
    assert "not a text in UTF-8" in run.err


def test_deals_that_need_no_picture_load_no_picture_libraries(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    assert referee("settle", DEAL).status == 0
