"""Refusals in four languages: as people read them, and none left out."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import referee
from referee.cards import parse_cards
from referee.errors import NotAllowedError, RefereeError, Refusal
from referee.mouche.events import Anted, Decision
from referee.mouche.events import Choice as Chosen
from referee.mus.betting import Status
from referee.mus.hands import Lance
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.showdown import hand_faults
from referee.seats import Seat
from referee.table.commands import Correct, EnterBets, NameCard, Rule, StartDeal, Undo, decide
from referee.table.events import (
    BetsEntered,
    MatchClosed,
    MatchOpened,
    NotedBets,
    Recorded,
    RulingGiven,
    ScoreSet,
)
from referee.table.fold import Table
from referee.table.verdict import Verdict
from referee.web.refusals import fault_phrase, misfits_view, refusal_phrase
from referee.web.words import LANGUAGES, Phrase, words
from tests.table.mouche_tables import opened as mouche_opened
from tests.table.tables import HANDS, NOON, PASSED, act, opened, reveal, steps, talked

ROOT = Path(referee.__file__).parent
RULES = ("mus/", "mouche/", "table/")
UNTOLD = {
    ("mouche/deal.py", "_dealt"),
    ("mouche/deal.py", "_declared"),
    ("mouche/deal.py", "_settled"),
    ("mouche/deal.py", "_turned_up"),
    ("mouche/exchange.py", "_discards"),
    ("mouche/exchange.py", "shuffle"),
    ("mouche/game.py", "after"),
    ("mouche/piles.py", "deal"),
    ("mouche/piles.py", "turned_up"),
    ("mouche/ruleset.py", "of"),
    ("mouche/settlement.py", "__post_init__"),
    ("mus/betting.py", "_offer"),
    ("mus/betting.py", "calls_for"),
    ("mus/betting.py", "pair_answer"),
    ("mus/claims.py", "truth_of"),
    ("mus/deal.py", "_exchanges"),
    ("mus/deal.py", "_reveals"),
    ("mus/deal.py", "_settled"),
    ("mus/exchange.py", "__post_init__"),
    ("mus/exchange.py", "deal"),
    ("mus/exchange.py", "lay"),
    ("mus/exchange.py", "shuffle"),
    ("mus/hands.py", "__post_init__"),
    ("mus/keinuak.py", "vocabulary"),
    ("mus/match.py", "after_deal"),
    ("mus/match.py", "amarracos"),
    ("mus/settlement.py", "_refusal"),
    ("table/fold.py", "_in_match"),
    ("table/mouche_deal.py", "after_step"),
}
"""Refusals of what no page can ask for: cards that nobody sees, words that no button says."""

Raised = tuple[str, str, str | None, set[str]]


def raised() -> Iterator[Raised]:
    """File, function, kind and names of the data of every refusal in the package."""
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                    yield from _of(name, function.name, call)


def _of(file: str, function: str, call: ast.Call) -> Iterator[Raised]:
    assert isinstance(call.func, ast.Name)
    at = {"RefusedRequest": 2}.get(call.func.id, 1)
    if not (call.func.id.endswith("Error") or at == 2 or call.func.id == "Refusal"):
        return
    names = {keyword.arg or "**" for keyword in call.keywords}
    kind = call.args[at] if len(call.args) > at else None
    if call.func.id == "Refusal" and len(call.args) > 2 and isinstance(call.args[2], ast.Dict):
        names = {key.value for key in call.args[2].keys if isinstance(key, ast.Constant)}
    kinds = [one.value for one in ast.walk(kind) if isinstance(one, ast.Constant)] if kind else []
    for one in kinds:
        if isinstance(one, str) and re.fullmatch(r"[a-z_]+", one):
            yield file, function, one, names
    if call.func.id in ("NotAllowedError", "RefusedError") and kind is None:
        yield file, function, None, names


def test_every_kind_has_words_that_use_its_data_only() -> None:
    kinds = {(kind, frozenset(names)) for _, _, kind, names in raised() if kind}
    assert len(kinds) > 80
    for language in LANGUAGES:
        texts = words(language).texts
        for kind, names in kinds:
            text = texts[f"refusal.{kind}"]
            assert set(re.findall(r"\{(\w+)\}", text)) <= names, (language, kind)


def test_no_refusal_that_a_page_may_get_is_left_in_english() -> None:
    untold = {(file, f) for file, f, kind, _ in raised() if kind is None}
    untold = {one for one in untold if one[0].startswith(RULES)}
    assert untold == UNTOLD


def refused(table: Table, *intents: object) -> Refusal:
    """All but the last are done; why the last is not."""
    *before, last = intents
    table = act(table, *before)  # type: ignore[arg-type]
    with pytest.raises(NotAllowedError) as error:
        decide(table, last)  # type: ignore[arg-type]
    return error.value.refusal


def bets(*ends: tuple[Lance, Noted]) -> EnterBets:
    return EnterBets(BetsEntered(tuple(NotedBets(lance, noted) for lance, noted in ends)))


def refusals() -> list[Refusal]:
    grande = steps("A no_mus, A bet 2")
    accepted = Noted(Status.ACCEPTED, 4)
    dealt = act(opened(), StartDeal())
    asked = act(mouche_opened(), Anted())
    cases = [
        (Table(), StartDeal()),
        (Table(), Undo()),
        (opened(), MatchOpened(Ruleset(), Seat.A)),
        (opened(), NameCard("A1", None)),
        (opened(), ScoreSet(Score(40, 3))),
        (opened(), Rule(9, Verdict.ALLOWED)),
        (opened(), Correct(7)),
        (dealt, StartDeal()),
        (dealt, *steps("B pass")),
        (dealt, *steps("A mus, A mus")),
        (dealt, *steps("A no_mus, B mus")),
        (dealt, *steps("A mus, B mus, C mus, D mus, A discards 0")),
        (dealt, *steps("A mus, B mus, C mus, D mus, B discards 2")),
        (dealt, *grande, *steps("C accept")),
        (dealt, *grande, *steps("B bet 3")),
        (dealt, *steps("A no_mus, B pass")),
        (dealt, *steps("A no_mus, A accept")),
        (dealt, *steps("A no_mus, A ordago, B raise 2")),
        (dealt, *steps(f"A no_mus, {PASSED}, {PASSED}, B pares yes")),
        (dealt, *grande, Correct(len(dealt.recorded) + 1)),
        (dealt, bets((Lance.GRANDE, accepted)), *steps("A mus")),
        (dealt, bets((Lance.GRANDE, accepted)), reveal(), NameCard("A1", None, 4)),
        (talked(), reveal(), reveal()),
        (talked(), reveal(), bets((Lance.JUEGO, accepted))),
        (talked(), reveal(), bets((Lance.PUNTO, accepted))),
        (talked(), reveal(), RulingGiven(4, Verdict.ALLOWED)),
        (opened(), MatchClosed(), StartDeal()),
        (asked, Decision(asked.state.mouche[0].standing.dealer, Chosen.PASS)),
    ]
    return [refused(table, *intents) for table, *intents in cases]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_as_they_are_read(language: str, golden: Callable[[str, str], None]) -> None:
    say = words(language).say
    lines = [say(refusal_phrase(refusal)) for refusal in refusals()]
    hands = {seat: parse_cards(text) for seat, text in HANDS.items()}
    hands[Seat.B] = parse_cards("12O 8C")
    faults = hand_faults(hands, Ruleset().pack)
    lines += [say(fault_phrase(fault)) for fault in faults]
    for kind in (lambda: Noted(Status.ACCEPTED), lambda: Noted(Status.PASO, 2)):
        with pytest.raises(RefereeError) as error:
            kind()
        lines.append(say(refusal_phrase(error.value.refusal)))
    golden(f"refusals.{language}.txt", "\n".join(lines) + "\n")


def test_a_refusal_without_words_is_told_as_it_is() -> None:
    refusal = NotAllowedError("the disk is on fire").refusal
    assert words("eu").say(refusal_phrase(refusal)) == "the disk is on fire"


def test_what_does_not_fit_is_told_with_its_reason() -> None:
    table = Table.of([Recorded(1, NOON, "someone", steps("A bet 2")[0])])
    [shown] = misfits_view(table.state.misfits)
    assert (shown["seq"], shown["event"]) == (1, "A bet 2")
    told = Phrase(shown["said"]["key"], {"n": 1, "event": "", "reason": ""})
    assert words("es").say(told) == "1 (): "
    assert shown["said"]["args"]["event"]["key"] == "said.by"
    assert shown["said"]["args"]["reason"] == {"key": "refusal.no_match", "args": {}}
