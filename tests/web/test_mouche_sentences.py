"""Ledgers of Mouche, questions and what was said, in four languages."""

from collections.abc import Callable

import pytest

from referee.mouche.deal import Stage
from referee.mouche.events import Answer, Choice
from referee.mouche.flags import FlagKind
from referee.mouche.ledger import EntryKind, NoteKind
from referee.mouche.ruleset import (
    AllPass,
    BeatenMouche,
    Fines,
    OneLeft,
    OpenPoint,
    Remainder,
    Ruleset,
    ShortPurse,
    StockShort,
)
from referee.table.mouche_deal import Asked
from referee.web.mouche_sentences import (
    duty_phrase,
    entry_phrase,
    flag_phrase,
    note_phrase,
    rule_phrase,
    said_phrase,
)
from referee.web.words import LANGUAGES, words
from tests.mouche.table import ALL_IN, DEALT, TRICKS, deal_of, events, played
from tests.mouche.test_settlement import SWEPT

MOUCHES = "P1 stick, P2 mouche Kh Qh Jh 9h 8h, P3 mouche Ks Qs Js Ts 9s, uncontested"
DEALS = (
    ("tricks", f"{ALL_IN}, {TRICKS}", {}, 8, 100),
    ("capped", f"{ALL_IN}, {TRICKS}", {"fine_cap": 3, "fines": Fines.ONE_A_DEAL}, 5, 100),
    ("sweep", f"{ALL_IN}, {SWEPT}", {}, 5, 100),
    ("short", f"{ALL_IN}, {TRICKS}", {"short_purse": ShortPurse.PAYS_WHAT_IS_LEFT}, 5, 7),
    ("last", f"{ALL_IN}, {TRICKS}", {"remainder": Remainder.LAST_TRICK}, 8, 7),
    ("alone", f"{DEALT}, P1 stick, P2 pass, P3 pass", {"one_left": OneLeft.POOL_STAYS}, 5, 100),
    ("one", f"{DEALT}, P1 stick, P2 pass, P3 pass", {"ante_per_player": True}, 5, 100),
    ("none", f"{DEALT}, P1 pass, P2 pass, P3 pass", {}, 5, 100),
    (
        "dealer",
        f"{DEALT}, P1 pass, P2 pass, P3 pass",
        {"all_pass": AllPass.DEALER_TAKES},
        5,
        100,
    ),
    ("mouches", f"{DEALT}, {MOUCHES}", {}, 5, 100),
    ("spared", f"{DEALT}, P1 stick, P2 stick, {MOUCHES[10:]}", {}, 5, 100),
    (
        "beaten",
        f"{DEALT}, P1 stick, P2 stick, {MOUCHES[10:]}",
        {"beaten_mouche": BeatenMouche.SPARED},
        5,
        100,
    ),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ledgers_as_they_are_read(language: str, golden: Callable[[str, str], None]) -> None:
    say = words(language).say
    lines, entries, notes = [], set(), set()
    for name, said, rules, pool, purse in DEALS:
        deal = played(deal_of(ruleset=Ruleset(**rules), pool=pool, purse=purse), said)
        assert deal.settlement
        lines.append(name)
        for entry in deal.settlement.ledger:
            entries.add(entry.kind)
            lines.append(f"  {entry.seat} {entry.jetons:+d} {say(entry_phrase(entry))}")
        for note in deal.settlement.notes:
            notes.add(note.kind)
            lines.append(f"  {say(note_phrase(note))}")
    assert entries == set(EntryKind)
    text = "\n".join(lines) + "\n"
    assert "{" not in text and "mouche_" not in text
    golden(f"mouche/ledgers.{language}.txt", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_may_be_shown_has_words(language: str) -> None:
    there = words(language).texts
    keys = [f"mouche_flag.{kind}" for kind in FlagKind]
    keys += [f"mouche_duty.{kind}" for kind in FlagKind]
    keys += [f"mouche_turn.{stage}" for stage in Stage]
    keys += [f"mouche_answer.{answer}" for answer in Answer]
    keys += [f"mouche_said.{choice}" for choice in Choice]
    keys += [f"mouche_note.{kind}" for kind in NoteKind]
    keys += [f"mouche_ask.{kind}" for kind in Asked]
    keys += [f"mouche_ask.{kind}_up" for kind in Asked if kind is not Asked.MISSING]
    keys += [duty_phrase(kind).key for kind in FlagKind]
    for change in (
        {},
        {"all_pass": AllPass.DEALER_TAKES, "one_left": OneLeft.POOL_STAYS, "must_beat": True},
        {"remainder": Remainder.LAST_TRICK, "stock_short": StockShort.SHUFFLED},
        {"short_purse": ShortPurse.PAYS_WHAT_IS_LEFT, "beaten_mouche": BeatenMouche.SPARED},
    ):
        rules = Ruleset(**change)  # type: ignore[arg-type]
        keys += [rule_phrase(rules, point).key for point in OpenPoint]
    assert not [key for key in keys if key not in there]


def test_a_question_names_the_card_and_its_proof() -> None:
    said = f"{ALL_IN}, P1 Kh, P2 9h, P3 Th, P1 Qh, P2 9s, P3 8d, P2 Kd, P3 9d, P1 Ad, P2 Ks, P3 Jh"
    (flag,) = played(deal_of(), said).flags
    assert words("en").say(flag_phrase(flag)) == (
        "P3 laid 8♦ in trick 2, but held J♥: did not follow suit?"
    )
    assert words("fr").say(flag_phrase(flag)).startswith("P3 a joué 8♦ à la levée 2")


def test_what_was_said() -> None:
    say = words("en").say
    text = "ante, deal 3+2, P1 pass, P2 stick, P3 exchange 2, P1 asks P2 no, uncontested"
    told = [said_phrase(event) for event in events(text)]  # type: ignore[arg-type]
    assert [say(one) for one in told] == [
        "ante",
        "deals 3+2",
        "P1: pass",
        "P2: sticks",
        "P3: exchanges 2",
        "P1 asked P2: no",
        "no other mouche",
    ]
