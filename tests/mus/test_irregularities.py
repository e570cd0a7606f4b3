"""Irregularities: every house has an answer to every one, and says it in a sentence."""

from dataclasses import replace

import pytest

from referee.mus.irregularities import Consequence, Irregularity, consequence
from referee.mus.ruleset import ExposedCard, Rulebook, Ruleset


@pytest.mark.parametrize("rulebook", Rulebook)
@pytest.mark.parametrize("irregularity", Irregularity)
def test_every_rulebook_answers_every_irregularity(
    rulebook: Rulebook, irregularity: Irregularity
) -> None:
    answer = consequence(irregularity, Ruleset(irregularities=rulebook))
    assert answer.sentence and irregularity.sentence


@pytest.mark.parametrize(
    ("preset", "irregularity", "answer"),
    [
        ("common40", "illicit_signal", "infraction"),
        ("common40", "asked_whether_signalled", "own_up"),
        ("spain30", "illicit_signal", "disqualified"),
        ("ffm4_40", "faulty_first_deal", "redeal"),
        ("ffm4_40", "exposed_after_mus", "play_on"),
        ("ffm4_40", "wrong_count_later", "sits_out"),
        ("ehmf4_30", "faulty_first_deal", "offered"),
        ("ehmf4_30", "illicit_signal", "infraction"),
        ("fem8_40", "false_declaration_unanswered", "corrected"),
        ("fem8_40", "false_declaration_answered", "hand_void"),
        ("fem8_40", "juego_denied", "punto_void"),
        ("fem8_40", "juego_without", "juego_void"),
        ("fem8_40", "minimum_ordago", "two_and_refusal"),
        ("fem8_40", "defective_pack_early", "redeal"),
        ("fem8_40", "defective_pack_late", "finish_deal"),
    ],
)
def test_the_house_decides(preset: str, irregularity: str, answer: str) -> None:
    assert consequence(Irregularity(irregularity), Ruleset.preset(preset)) == answer


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (ExposedCard.REDEAL, "redeal: gather, shuffle, cut, deal again"),
        (ExposedCard.MUS_VISTO, "mus visto: an exchange is forced, and a player may stand pat"),
        (ExposedCard.OFFERED, "asked from esku on, a player may force mus or play"),
        (ExposedCard.PLAY_ON, "play on"),
    ],
)
def test_a_faulty_first_deal_follows_the_rulesets_own_choice(
    policy: ExposedCard, sentence: str
) -> None:
    rules = replace(Ruleset.preset("fem8_40"), exposed_card=policy)
    assert consequence(Irregularity.FAULTY_FIRST_DEAL, rules).sentence == sentence


def test_no_two_say_the_same() -> None:
    assert len({i.sentence for i in Irregularity}) == len(Irregularity)
    assert len({c.sentence for c in Consequence}) == len(Consequence)
