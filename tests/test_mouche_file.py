"""The deal file of Mouche, and what the command line makes of it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.mouche.deal import Stage
from referee.mouche.ruleset import DealPattern, Fines, preset_names
from referee.mouche.seats import Seat
from referee.mouche_file import MoucheFile, read_mouche
from referee.yaml_file import DealFileError
from tests.conftest import GOLDEN, Run

Referee = Callable[..., Run]

SAMPLE = Path(__file__).parents[1] / "datasets" / "samples" / "mouche.yaml"
DEALS = [*sorted((GOLDEN / "mouche").glob("*.yaml")), SAMPLE]

FULL = """\
game: mouche
ruleset: academie
rules: {fine_cap: 20, fines: one_a_deal}
players: 3
dealer: P2
pool: 5
waiting: [10, 3]
purses: {P1: 990, P2: -3, P3: 995}
deal: 3+2
trump: 8s
said: [P3 stick, "P1 exchanges 2, P2 exchange 5", P1 asks P3 silence]
tricks:
  - Kh 9h Th
  - P3 Qh, P1 9s, P2 8d
  - Kd 9d Ad
  - Ks 9c Js
  - Qd 8c Qs
"""


def read(text: str) -> MoucheFile:
    return read_mouche(text)


def test_a_full_file_is_read_and_played() -> None:
    file = read(FULL)
    start = file.start
    assert (start.ruleset.name, start.ruleset.fine_cap) == ("academie", 20)
    assert start.ruleset.fines is Fines.ONE_A_DEAL
    assert (start.table.players, start.dealer) == (3, Seat.P2)
    assert start.pattern is DealPattern.THREE_TWO
    assert (start.stakes.purses, start.stakes.pool.waiting) == ((990, -3, 995), (10, 3))
    said = ", ".join(str(event) for event, _ in file.said)
    assert said == "P3 stick, P1 exchange 2, P2 exchange 5, P1 asks P3 silence"
    deal = file.play()
    assert deal.stage is Stage.OVER
    assert deal.play and " ".join(deal.play.winners) == "P3 P1 P1 P1 P3"


def test_what_may_be_left_out() -> None:
    start = read("game: mouche\nplayers: 4\ntrump: 8s\nsaid: P1 pass").start
    assert (start.ruleset.name, start.dealer) == ("article", Seat.P4)
    assert (start.stakes.purses, start.stakes.pool.total) == ((1000,) * 4, 0)


def test_a_mouche_that_nobody_contests_ends_the_deal() -> None:
    deal = read("players: 3\ntrump: 8s\nsaid: P1 stick, P2 mouche Kh Qh Jh Ah Th").play()
    assert deal.settlement and deal.settlement.after.purses == (995, 1005, 995)


def test_a_ruleset_that_is_named_goes_before_the_file() -> None:
    start = read_mouche(FULL, "jeux_de_cartes").start
    assert (start.ruleset.ace_points, start.ruleset.fine_cap) == (1, 20)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["line 1: the file is empty; write the keys game, ruleset, rules, players, dealer,"]),
        (
            "game: mouche\nplayerz: 3\n",
            [
                "line 1, players: players is missing; write 3 to 6",
                "line 1, trump: trump is missing; write the card turned up, as in 8s",
                "line 1, said: said is missing; write P1 pass, P1 stick, P1 exchange 2, P1 mouche",
                "line 2, playerz: unknown key 'playerz'; did you mean players? allowed: game,",
            ],
        ),
        (
            "ruleset: artikle\nrules: [1]\nplayers: 7\ndealer: P1\ntrump: 12O\nsaid: 3\n",
            [
                "line 1, ruleset: no Mouche ruleset named 'artikle'; allowed: academie, adpoker,",
                "line 2, rules: this list is not a mapping as in {fine_cap: 20}",
                "line 3, players: 7 players; allowed: 3 to 6",
                "line 5, trump: cannot read '12O' as a card in french notation; write Kd, Td or",
                "line 6, said: 3 is not P1 pass, P1 stick, P1 exchange 2, P1 mouche Kh Qh Jh",
            ],
        ),
        (
            "rules: {fine_kap: 3, fines: 2}\nplayers: three\ntrump: 8s\nsaid: P1 pass",
            [
                "line 1, rules.fine_kap: unknown key 'fine_kap'; did you mean fine_cap? allowed:",
                "line 1, rules: ruleset article: fines is 2; allowed: stack, one_a_deal",
                "line 2, players: 'three' is not a number of players, 3 to 6",
            ],
        ),
        (
            "ruleset: artikle\nrules: {fines: 2}\nplayers: 9\ndealer: P9\npool: x\nwaiting: 3\n"
            "purses: {P1: x}\ndeal: 4+1\ntrump: 8s\nsaid: P1 pass",
            [
                "line 1, ruleset: no Mouche ruleset named 'artikle'",
                "line 2, rules: ruleset article: fines is 2; allowed: stack, one_a_deal",
                "line 3, players: 9 players; allowed: 3 to 6",
                "line 4, dealer: 'P9' is not a seat; write P1, P2, ... P6",
                "line 5, pool: 'x' is not a number of jetons, 0 or more",
                "line 6, waiting: 3 is not a list of jetons, such as [10, 5]",
                "line 7, purses.P1: 'x' is not a number of jetons",
                "line 8, deal: '4+1' is not how five cards are dealt",
            ],
        ),
        (
            "players: 3\ndealer: P4\npool: -1\nwaiting: 3\npurses: {P1: 1, P2: x}\ndeal: 4+1\n"
            "trump: 8s\nsaid: P1 pass",
            [
                "line 2, dealer: nobody sits at P4; allowed: P1, P2, P3, 3 players",
                "line 3, pool: -1 is not a number of jetons, 0 or more",
                "line 4, waiting: 3 is not a list of jetons, such as [10, 5]",
                "line 5, purses.P2: 'x' is not a number of jetons",
                "line 5, purses: the purse of P3 is missing",
                "line 6, deal: '4+1' is not how five cards are dealt; allowed: 2+2+1, 3+2,",
            ],
        ),
        (
            "players: 5\ntrump: 8s\nsaid: P1 pass\ndeal: all",
            [
                "line 1, players: 5 players; allowed under article: 3 to 4",
                "line 4, deal: 'all' is not how five cards are dealt; allowed: 2+2+1, 3+2,",
            ],
        ),
        (
            "players: 3\ntrump: 8s\nsaid:\n  - P1 folds\n  - pass\n  - P2 asks P1 perhaps\n"
            "  - P7 pass\n  - P1 exchange\n  - P1 mouche Kh Qh\n  - 4\n  - P2 stick 3\n",
            [
                "line 4, said.1: cannot read 'P1 folds'; write P1 pass, P1 stick, P1 exchange 2,",
                "line 5, said.2: cannot tell who says 'pass'; write P1 pass,",
                "line 6, said.3: 'perhaps' is no answer; allowed: silence, yes, no, evasion",
                "line 7, said.4: 'P7' is not a seat; write P1, P2, ... P6",
                "line 8, said.5: P1 exchange 0: an exchange needs a number of cards",
                "line 9, said.6: P1's Kh Qh are no mouche; allowed: 5 different cards of one suit",
                "line 10, said.7: 4 is not P1 pass",
                "line 11, said.8: P2 stick 3: an exchange needs a number of cards",
            ],
        ),
        (
            "players: 3\ntrump: 8s\nsaid: P1 stick\ntricks:\n  - Kh Xx\n  - P1 Kh, 9h\n  - 7\n",
            [
                "line 5, tricks.1: cannot read 'Xx' as a card in french notation",
                "line 6, tricks.2: cannot tell who laid '9h'; write P1 Kh, P2 9h, or no seat",
                "line 7, tricks.3: 7 is not cards such as Kh 9h Th",
            ],
        ),
    ],
)
def test_every_fault_is_reported_with_its_line(text: str, faults: list[str]) -> None:
    with pytest.raises(DealFileError) as caught:
        read(text)
    lines = str(caught.value).splitlines()
    assert len(lines) == len(faults), lines
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith(fault)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("trump: 8s", "trump: 7s", "line 10, trump: turn_up: 7s is not in the pack of 28 cards; "
         "allowed: K Q J A T 9 8"),
        ("P3 stick,", "P1 stick,", "line 11, said.1: decide: P1 stick is not allowed; allowed: "
         "P3 pass, P3 stick, P3 exchange 1 to 5"),
        ("exchanges 2", "exchanges 6", "line 11, said.2: decide: P1 exchange 6 is not allowed; "
         "allowed: P1 pass, P1 stick, P1 exchange 1 to 5"),
        (", P2 exchange 5", "", "line 11, said: not everybody has decided; allowed: P2 pass, "),
        ("P1 asks P3", "P1 asks P2", "line 11, said.3: tricks: P1 asks P2 silence is not allowed; "
         "allowed: P3 play"),
        ("P1 asks P3 silence", "P1 mouche Kc Qc Jc Ac Tc", "line 11, said.3: tricks: P1 mouche "
         "Kc Qc Jc Ac Tc is not allowed; allowed: P3 play a card not seen yet, ask P3, P3 mouche"),
        ("P1 asks P3 silence", "P3 mouche Kc Qc Jc Ac Tc", "line 13, tricks.1: the deal is over "
         "before this trick; remove it"),
        ("Kh 9h Th", "Kh 9h", "line 13, tricks.1: 2 cards; allowed: 3, one each for P3, P1, P2"),
        ("Kh 9h Th", "Kh 9h 8s", "line 13, tricks.1: tricks: 8s was turned up; allowed: a card "
         "not seen yet"),
        ("Kd 9d Ad", "Kd 9d Kh", "line 15, tricks.3: tricks: Kh was laid by P3 in trick 1"),
        ("Kd 9d Ad", "Kd 9d 7d", "line 15, tricks.3: tricks: 7d is not in the pack of 28"),
        ("P3 Qh, P1 9s", "P1 Qh, P3 9s", "line 14, tricks.2: tricks: P1 Qh is not allowed; "
         "allowed: P3 play a card not seen yet"),
        ("  - Qd 8c Qs\n", "", "line 12, tricks: 4 tricks are written; write the cards of all 5"),
        ("  - Qd 8c Qs\n", "  - Qd 8c Qs\n  - Ah As Ac\n", "line 18, tricks.6: the deal is over"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_one_line_with_what_was_allowed(
    old: str, new: str, says: str
) -> None:
    assert old in FULL
    with pytest.raises(DealFileError) as caught:
        read(FULL.replace(old, new, 1)).play()
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


@given(st.sampled_from(FULL.splitlines()), st.text(max_size=60))
@settings(max_examples=50)
def test_no_text_breaks_the_reader(line: str, text: str) -> None:
    for spoiled in (text, FULL.replace(line, text), FULL.replace(line, f"{line[:6]}{text}")):
        try:
            read(spoiled).play()
        except DealFileError as error:
            assert error.faults


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_a_settlement_as_people_read_it(
    referee: Referee, golden: Callable[[str, str], None], path: Path
) -> None:
    run = referee("settle", path)
    assert (run.status, run.err) == (0, "")
    name = "sample" if path == SAMPLE else path.stem
    golden(f"mouche/{name}.txt", run.out)


def test_a_settlement_as_programs_read_it(
    referee: Referee, golden: Callable[[str, str], None]
) -> None:
    run = referee("settle", SAMPLE, "--json")
    assert (run.status, run.err) == (0, "")
    golden("mouche/sample.json", run.out)


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_json_and_text_tell_the_same_purses(referee: Referee, path: Path) -> None:
    settled = json.loads(referee("settle", path, "--json").out)["settlement"]
    text = " ".join(referee("settle", path).out.split())
    for seat, before in settled["purses"]["before"].items():
        moved = sum(e["jetons"] for e in settled["ledger"] if e["seat"] == seat)
        after = settled["purses"]["after"][seat]
        assert before + moved == after
        assert f"{seat} {before} {'-' if moved < 0 else '+'} {abs(moved)} = {after}" in text
    for told in (*(e["reason"] for e in settled["ledger"]), *settled["notes"]):
        assert told in text


def test_rulesets_of_mouche_are_listed(referee: Referee) -> None:
    text = referee("rulesets", "--game", "mouche").out
    data = json.loads(referee("rulesets", "--game", "mouche", "--json").out)
    assert [rules["name"] for rules in data["rulesets"]] == list(preset_names())
    assert [line.split()[0] for line in text.splitlines()[1:]] == list(preset_names())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--mano", "A", "--score", "AC=1,BD=2"), "--mano, --score: only for mus; mouche has"),
        (("--ruleset", "common40"), "no Mouche ruleset named 'common40'; allowed: academie,"),
        (("--card", "A1=7O"), "--card: only with a photograph"),
    ],
)
def test_bad_arguments(referee: Referee, arguments: tuple[str, ...], says: str) -> None:
    run = referee("settle", SAMPLE, *arguments)
    assert (run.status, run.out, len(run.err.splitlines())) == (2, "", 1)
    assert says in run.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game: bridge\n", "line 1, game: 'bridge' is not a game; write mus or mouche"),
        (FULL.replace("Kh 9h Th", "Kh 9h 8s"), "line 13, tricks.1: tricks: 8s was turned up"),
    ],
)
def test_a_bad_file_is_named_with_its_line(
    referee: Referee, tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "deal.yaml"
    path.write_text(text, encoding="utf-8")
    run = referee("settle", path)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"referee: {path}: {says}")


def test_the_bets_of_a_photograph_are_those_of_mus(referee: Referee) -> None:
    run = referee("settle", "table.jpg", "--bets", SAMPLE)
    assert run.status == 2
    assert "line 2, game: the bets of a photograph or a clip are those of mus" in run.err
