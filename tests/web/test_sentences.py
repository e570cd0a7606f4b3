"""Ledgers in four languages, as people read them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.arguments import read_deal_at
from referee.mus.hands import Hand, Lance
from referee.mus.ledger import EntryKind
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.settlement import Remark, RemarkKind, Settlement, settle
from referee.mus.showdown import FourHands
from referee.seats import Seat
from referee.typed_bets import settle_typed
from referee.web.sentences import (
    decision_phrase,
    entry_phrase,
    outcome_phrase,
    remark_phrase,
    short_phrase,
)
from referee.web.words import LANGUAGES, words

GOLDEN = Path(__file__).parents[1] / "golden"
DEALS = ("all_passed", "ordago", "punto_four_kings", "raised", "tie", "won_by_a_refusal")


def settled(name: str) -> Settlement:
    """A deal of the golden files."""
    deal = read_deal_at(GOLDEN / f"{name}.yaml")
    assert deal.hands is not None
    rules = Ruleset.preset(deal.ruleset or "common40")
    hands = FourHands.of(deal.hands)
    return settle_typed(deal, rules, hands, deal.mano or Seat.A, deal.score or Score())


@pytest.mark.parametrize("language", LANGUAGES)
def test_ledgers_as_they_are_read(language: str, golden: Callable[[str, str], None]) -> None:
    say = words(language).say
    lines = []
    for name in DEALS:
        settlement = settled(name)
        lines.append(f"{name}")
        lines += [
            f"  {result.lance}: {say(outcome_phrase(result.outcome, result.comparison))}"
            for result in settlement.lances
        ]
        for entry in settlement.ledger:
            lines.append(
                f"  {entry.pair} +{entry.points} {entry.where}: {say(entry_phrase(entry))}"
            )
            lines.append(f"    ({say(short_phrase(entry))})")
        if settlement.decision:
            lines.append(f"  {say(decision_phrase(settlement.decision))}")
    golden(f"ledgers.{language}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            "the game was over before pares: its bets do not count; "
            "B declared a Perete without holding 4-5-6-7; A's Perete pays nothing under common40",
        ),
        (
            "es",
            "el juego había acabado antes de pares: sus envites no cuentan; "
            "B declaró un Perete sin tener 4-5-6-7; el Perete de A no paga nada con common40",
        ),
        (
            "fr",
            "la partie était finie avant pares : ses mises ne comptent pas; "
            "B a annoncé un Perete sans avoir 4-5-6-7; "
            "le Perete de A ne rapporte rien avec common40",
        ),
        (
            "eu",
            "jokoa amaituta zegoen pareak baino lehen: apustuek ez dute balio; "
            "B: Perete esan du 4-5-6-7 eduki gabe; "
            "A: Peretek ez du ezer balio common40 arauekin",
        ),
    ],
)
def test_what_scores_nothing(language: str, sentences: str) -> None:
    remarks = (
        Remark(RemarkKind.BETS_AFTER_END, "common40", lance=Lance.PARES),
        Remark(RemarkKind.PERETE_NOT_HELD, "common40", seat=Seat.B),
        Remark(RemarkKind.PERETE_UNPAID, "common40", seat=Seat.A),
    )
    say = words(language).say
    assert "; ".join(say(remark_phrase(remark)) for remark in remarks) == sentences


def test_no_name_is_left_open() -> None:
    for language in LANGUAGES:
        text = (GOLDEN / f"ledgers.{language}.txt").read_text(encoding="utf-8")
        assert "{" not in text and "phrase" not in text


def test_punto_and_perete() -> None:
    hands = {
        Seat.A: Hand.parse("7O 6O 5O 4O"),
        Seat.B: Hand.parse("12O 7C 6C 4C"),
        Seat.C: Hand.parse("1O 1C 1E 1B"),
        Seat.D: Hand.parse("5C 5E 5B 4E"),
    }
    rules = replace(Ruleset(), perete_bonus=1)
    ledger = settle(rules, FourHands.of(hands), Seat.A, peretes=[Seat.A]).ledger
    said = {entry.kind: words("en").say(entry_phrase(entry)) for entry in ledger}
    assert said[EntryKind.PERETE] == "A declared a Perete, 4-5-6-7, before play"
    assert said[EntryKind.PUNTO] == ("for the punto: B (27: rey 7 6 4) beats A (22: 7 6 5 4)")
    shown = {kind for name in DEALS for kind in {e.kind for e in settled(name).ledger}}
    assert shown | {EntryKind.PERETE, EntryKind.PUNTO} == set(EntryKind)
