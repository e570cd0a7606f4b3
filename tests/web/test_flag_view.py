"""What a question for the referee says in words: the signal, the house's rule, the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.mus.claims import Claim
from referee.mus.keinuak import Gesture, Infraction, Window
from referee.mus.ruleset import Ruleset, Signals
from referee.seats import Seat
from referee.table.commands import EnterBets, StartDeal
from referee.table.events import BetsEntered, FlagRaised
from referee.web.flag_view import flags_view
from referee.web.words import DEFAULT, Phrase, words
from tests.table.tables import act, opened, reveal


def shown(
    signals: Signals, gesture: Gesture, infraction: Infraction | None = None
) -> dict[str, Any]:
    """The one flag of a table whose house allows these signals, after a reveal."""
    rules = replace(Ruleset(), signals=signals)
    table = act(
        opened(rules),
        StartDeal(),
        EnterBets(BetsEntered()),
        reveal(),
        FlagRaised(Seat.B, "-", None, gesture, infraction),
    )
    (view,) = flags_view(table.state, table.state.flags)
    return view


def said(plain: dict[str, Any], language: str = "en") -> str:
    """What a page makes of a phrase."""

    def built(value: Any) -> Any:
        if isinstance(value, dict):
            return Phrase(value["key"], {name: built(v) for name, v in value["args"].items()})
        return value

    return words(language).say(built(plain))


@pytest.mark.parametrize(
    ("signals", "gesture", "rule"),
    [
        (
            Signals.CORE5,
            Gesture.WINK,
            "Wink: by this list (the five basic ones) it may say 31",
        ),
        (
            Signals.FEM,
            Gesture.WINK,
            "Wink: by this list (FEM) it may say 31 or 30 (at punto)",
        ),
        (
            Signals.FEM,
            Gesture.SHOULDER_LEFT,
            "Left shoulder lifted: by this list (FEM) it may say 29",
        ),
        (
            Signals.CORE5,
            Gesture.KISS,
            "only the signals of the list (the five basic ones) may be passed",
        ),
        (Signals.NONE, Gesture.WINK, "no signals are allowed here"),
    ],
)
def test_the_rule_is_what_the_list_of_the_house_says(
    signals: Signals, gesture: Gesture, rule: str
) -> None:
    assert said(shown(signals, gesture)["rule"]) == rule


def test_in_basque_nothing_is_left_in_english() -> None:
    rule = shown(Signals.FEM, Gesture.MOUTH_SIDE)["rule"]
    assert said(rule, "eu") == (
        "Ahoa albora: zerrenda honetan (FEM) hau esan dezake: "
        "errege-mediak edo mediak (handia itxita)"
    )


@pytest.mark.parametrize(
    ("infraction", "shows"),
    [
        (None, False),
        (Infraction.UNLISTED_SIGNAL, False),
        (Infraction.WRONG_MOMENT, False),
        (Infraction.FALSE_SIGNAL, True),
        (Infraction.INCOMPLETE_SIGNAL, True),
    ],
)
def test_the_hand_is_shown_where_the_cards_raised_the_question(
    infraction: Infraction | None, shows: bool
) -> None:
    held = shown(Signals.CORE5, Gesture.WINK, infraction)["held"]
    assert (held is not None) is shows


def test_all_that_a_signal_may_claim_has_words() -> None:
    there = words(DEFAULT).texts
    assert {f"claim.{claim}" for claim in Claim} <= set(there)
    assert {f"window.{window}" for window in Window if window is not Window.ANY} <= set(there)
    named = {signals for signals in Signals if signals is not Signals.NONE}
    assert {f"rule_value.signals_{signals}" for signals in named} <= set(there)
