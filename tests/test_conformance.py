"""The case files pass, and the runner sees and says what does not."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.mus.irregularities import Irregularity
from tests.conformance.__main__ import main
from tests.conformance.prose import closest
from tests.conformance.runner import CHECKS, MOUCHE_CHECKS

FILES = Path(__file__).parent / "conformance"
MUS = json.loads((FILES / "mus_cases.json").read_text(encoding="utf-8"))
MOUCHE = json.loads((FILES / "mouche_cases.json").read_text(encoding="utf-8"))

VALUE: dict[str, Any] = {
    "id": "mine",
    "kind": "value",
    "ruleset": "common40",
    "input": {"hand": "Kh 3h Ah 7h"},
    "expected": {"pares": "pair", "points": 28},
}


def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: object) -> tuple[int, list[str]]:
    """Exit code and printed lines for one file."""
    path = tmp_path / "cases.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    code = main([str(path)])
    printed = capsys.readouterr()
    return code, (printed.out + printed.err).splitlines()


def test_the_mus_cases_pass_and_leave_no_kind_uncovered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILES / "mus_cases.json")]) == 0
    assert capsys.readouterr().out == f"{MUS['count']} passed, 0 failed, 0 not covered\n"
    assert {case["kind"] for case in MUS["cases"]} == set(CHECKS)


def test_the_mouche_cases_pass_and_leave_no_kind_uncovered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([str(FILES / "mouche_cases.json")]) == 0
    assert capsys.readouterr().out == f"{MOUCHE['count']} passed, 0 failed, 0 not covered\n"
    assert {case["kind"] for case in MOUCHE["cases"]} == set(MOUCHE_CHECKS)


def test_both_files_run_together_and_each_case_as_one_of_its_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Mouche has a kind `settle` too, which must not be taken for a deal of Mus."""
    assert main([str(FILES / "mus_cases.json"), str(FILES / "mouche_cases.json")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"{MUS['count'] + MOUCHE['count']} passed, 0 failed, 0 not covered"


def spoiled(case: dict[str, Any]) -> dict[str, Any]:
    """The case with a value in every expected field that nothing can come out as."""
    return {**case, "expected": dict.fromkeys(case["expected"], "spoiled")}


@pytest.mark.parametrize(
    ("file", "kind"),
    [(MUS, kind) for kind in sorted(CHECKS)] + [(MOUCHE, kind) for kind in sorted(MOUCHE_CHECKS)],
    ids=lambda value: value if isinstance(value, str) else value["about"].split()[0],
)
def test_a_wrong_expectation_of_any_kind_fails(
    file: dict[str, Any], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next(case for case in file["cases"] if case["kind"] == kind)
    code, lines = run(tmp_path, capsys, {**file, "cases": [spoiled(case)]})
    assert code == 1
    assert len(lines) == len(case["expected"]) + 1
    assert lines[-1] == "0 passed, 1 failed, 0 not covered"


def test_a_difference_names_case_field_expected_and_got(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {**VALUE, "expected": {"pares": "medias", "points": 28, "colour": "red"}}
    assert run(tmp_path, capsys, {"about": "Mus", "cases": [wrong, VALUE]}) == (
        1,
        [
            "cases.json mine: failed: pares: expected 'medias', got 'pair'",
            "cases.json mine: failed: colour: expected 'red', got nothing",
            "1 passed, 1 failed, 0 not covered",
        ],
    )


def test_a_difference_deep_in_a_value_is_found_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = next(case for case in MUS["cases"] if case["id"] == "settle-077")
    wrong = json.loads(json.dumps(case))
    wrong["expected"]["phases"]["grande"]["best_seat"] = "C"
    wrong["expected"]["phases"]["chica"] = {}
    del wrong["expected"]["phases"]["grande"]["status"]
    _, lines = run(tmp_path, capsys, {**MUS, "cases": [wrong]})
    assert lines[:-1] == [
        "cases.json settle-077: failed: phases.grande.best_seat: expected 'C', got 'A'",
        "cases.json settle-077: failed: phases.grande.status: expected nothing, got 'ordago'",
        "cases.json settle-077: failed: phases.chica: expected {}, got nothing",
    ]


def test_true_is_not_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**VALUE, "expected": {"pares_points": True}}
    _, lines = run(tmp_path, capsys, {"about": "Mus", "cases": [wrong]})
    assert lines[0] == "cases.json mine: failed: pares_points: expected True, got 1"


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        ({"input": {"hand": "Kh Kh Ah 7h"}}, "raised NotAllowedError: the same card twice"),
        ({"input": {}}, "raised KeyError: 'hand'"),
        ({"ruleset": "moonrules"}, "raised UnreadableError: no ruleset 'moonrules'; allowed: "),
        ({"ruleset": {"tarjet": 30}}, "raised UnreadableError: ruleset ?: unknown key 'tarjet'"),
        ({"ruleset": 40}, "raised TypeError"),
        (
            {"input": {"hand": "Kh 3h Ah 7h", "kings": 5}},
            "raised UnreadableError: ruleset common40",
        ),
        ({"expected": ["pair"]}, "raised AttributeError"),
    ],
)
def test_a_case_that_raises_has_failed_and_the_others_still_run(
    change: dict[str, Any], remark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = {"about": "Mus", "cases": [{**VALUE, **change}, VALUE]}
    code, lines = run(tmp_path, capsys, data)
    assert code == 1
    assert lines[0].startswith(f"cases.json mine: failed: {remark}")
    assert lines[-1] == "1 passed, 1 failed, 0 not covered"


def test_a_case_without_a_kind_has_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run(tmp_path, capsys, {"about": "Mus", "cases": [{"id": "x"}, 7]})
    assert (code, lines[-1]) == (1, "0 passed, 2 failed, 0 not covered")


@pytest.mark.parametrize(
    "case",
    [
        {**VALUE, "kind": "shuffle"},
        {**VALUE, "kind": ["value"]},
        {
            **VALUE,
            "kind": "policy",
            "input": {"event": "the dog ate the ledger"},
            "expected": {"action": "laugh"},
        },
    ],
)
def test_what_nothing_here_can_check_is_not_covered(
    case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, capsys, {"about": "Mus", "cases": [case]}) == (
        0,
        ["0 passed, 0 failed, 1 not covered"],
    )


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        ("gather, shuffle, cut, deal again", "1 passed, 0 failed"),
        ("redeal", "1 passed, 0 failed"),
        ("re-deal", "1 passed, 0 failed"),
        ("shuffle and deal again", "1 passed, 0 failed"),
        ("play on", "0 passed, 1 failed"),
        ("the dog gets the cards", "0 passed, 1 failed"),
    ],
)
def test_a_policy_is_told_in_any_words_that_mean_it(
    action: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = {
        "kind": "policy",
        "ruleset": "ffm4_40",
        "input": {"event": "a card is exposed in the first deal"},
        "expected": {"action": action},
    }
    _, lines = run(tmp_path, capsys, {"cases": [case]})
    assert lines[-1] == f"{verdict}, 0 not covered"


@pytest.mark.parametrize(
    ("event", "irregularity"),
    [
        ("wrong card count / exposed card, first deal", "faulty_first_deal"),
        ("wrong card count found after the first deal", "wrong_count_later"),
        ("wrong number of cards found later", "wrong_count_later"),
        ("card exposed after a mus", "exposed_after_mus"),
        ("false declaration caught before any answer", "false_declaration_unanswered"),
        ("pares announced without having it", "false_declaration_answered"),
        ("juego claimed without it", "juego_without"),
        ('all said "juego no" but someone holds it', "juego_denied"),
        ("unlisted, private or false signal", "illicit_signal"),
        ('asked "did you signal?"', "asked_whether_signalled"),
        ("a player asks his partner for a signal", "asked_for_signal"),
        ("partner asked for a signal", "asked_for_signal"),
        ("signal before the mus is cut", "signal_before_cut"),
        ("blind signal with a signalled holding", "blind_signal"),
        ("forgotten points claimed late", "points_forgotten"),
        ('"adentro" announcement', "adentro"),
        ("time to answer a bet", "time_exceeded"),
        ("postre accepts ordago with the minimum hand", "minimum_ordago"),
        ("defective deck found before grande is closed", "defective_pack_early"),
        ("defective deck found later", "defective_pack_late"),
    ],
)
def test_an_irregularity_is_told_in_any_words_that_mean_it(event: str, irregularity: str) -> None:
    assert closest(event, Irregularity) is Irregularity(irregularity)


@pytest.mark.parametrize(
    ("hand", "name", "passed"),
    [
        ("Kh Qh Ah Ad", "duples_palentinos", True),
        ("Kh Qh Ah Ad", "palentinos_josito", True),
        ("Kh Kd Qh Qd", "polacos", True),
        ("Jh 7h 7d 7s", "real31", True),
        ("Jh 7h 7d 7s", "31 real", True),
        ("4h 5h 6h 7h", "La jugada del tío Perete", True),
        ("Kh 3h Kd 2h", "el_solomillo", True),
        ("Kh Kd Qh Qd", "duples", False),
        ("Kh Kd Qh Qd", "duples_vascos", False),
        ("Kh Kd Qh Qd", "la", False),
        ("Kh Qh Jh Ah", "solomillo", False),
    ],
)
def test_a_hand_may_be_called_by_any_of_its_names(
    hand: str, name: str, passed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = {"kind": "named_hand", "input": {"hand": hand}, "expected": {"name": name}}
    _, lines = run(tmp_path, capsys, {"about": "Mus", "cases": [case]})
    assert lines[-1] == f"{passed:d} passed, {not passed:d} failed, 0 not covered"


@pytest.mark.parametrize(
    ("about", "named", "covered"),
    [
        ("Mus cases", False, True),
        ("", True, True),
        ("", False, False),
        ("Mus and Mouche", True, True),
        ("Mus and Mouche", False, False),
        ("Mouche / Lanterlu", True, False),
    ],
)
def test_the_game_of_a_case_is_told_by_its_ruleset_or_its_file(
    about: str,
    named: bool,
    covered: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = VALUE if named else {k: v for k, v in VALUE.items() if k != "ruleset"}
    _, lines = run(tmp_path, capsys, {"about": about, "cases": [case]})
    assert lines == [f"{covered:d} passed, 0 failed, {not covered:d} not covered"]


def test_a_file_may_bring_a_ruleset_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = {**VALUE, "ruleset": "mine", "expected": {"pares": "none", "points": 21}}
    data = {"rulesets": {"mine": {"name": "mine", "kings": 4}}, "cases": [case]}
    assert run(tmp_path, capsys, data) == (0, ["1 passed, 0 failed, 0 not covered"])


@pytest.mark.parametrize(
    ("ruleset", "said", "points"),
    [
        ("basque4_40", {}, 21),
        ("basque4_40", {"kings": 8}, 28),
        ({"kings": 4}, {}, 21),
        ({}, {}, 28),
        ({"target": 30}, {"kings": 4, "open_min": 1}, 21),
    ],
)
def test_a_case_may_state_its_ruleset_itself_and_its_input_goes_above(
    ruleset: Any,
    said: dict[str, Any],
    points: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = {
        **VALUE,
        "ruleset": ruleset,
        "input": {**VALUE["input"], **said},
        "expected": {"points": points},
    }
    assert run(tmp_path, capsys, {"cases": [case]}) == (0, ["1 passed, 0 failed, 0 not covered"])


def test_the_order_of_the_talk_may_be_written_in_capitals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = {
        "kind": "mus_talk",
        "ruleset": "fem8_40",
        "input": {"order": "FEM", "mano": "A", "words": [["A", "mus"], ["C", "no_mus"]]},
        "expected": {"result": "cut", "cut_by": "C", "out_of_turn": []},
    }
    assert run(tmp_path, capsys, {"cases": [case]}) == (0, ["1 passed, 0 failed, 0 not covered"])


def test_a_preset_that_the_file_states_otherwise_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = {
        "rulesets": {"common40": {"target": 30}},
        "signal_presets": {
            "core5": {"wink": [["sum30", "any"]]},
            "none": {"wink": [["x", "any"]]},
            "fem": {"wink": [1]},
        },
        "cases": [],
    }
    code, lines = run(tmp_path, capsys, data)
    assert code == 1
    assert lines[0] == "cases.json presets: failed: ruleset common40: target: expected 30, got 40"
    assert lines[1].startswith("cases.json presets: failed: signals core5: we differ at ")
    assert lines[2].startswith("cases.json presets: failed: signals fem: ")
    assert "cannot claim 'x any'" in lines[3]
    assert lines[-1] == "0 passed, 4 failed, 0 not covered"


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ("{", "cannot read"),
        ("[]", "has no list of cases"),
        ({"cases": {}}, "has no list of cases"),
        ({"cases": [], "rulesets": {"x": 1}}, "rulesets is not an object of named objects"),
    ],
)
def test_a_file_that_is_no_case_file_is_refused(
    data: object, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run(tmp_path, capsys, data)
    assert code == 2
    assert len(lines) == 1
    assert complaint in lines[0]


def test_a_missing_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere.json"]) == 2
    assert "cannot read nowhere.json" in capsys.readouterr().err
