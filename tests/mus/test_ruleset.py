import pytest
from hypothesis import given

from referee.errors import UnreadableError
from referee.mus.hands import Kings, Real31
from referee.mus.ruleset import (
    DiscardOrder,
    FirstHand,
    MusTalk,
    RefusalTiming,
    Ruleset,
    Signals,
    StockExhausted,
    preset_names,
)
from tests.strategies import presets


def test_the_presets_that_ship():
    assert preset_names() == (
        "basque4_40",
        "common40",
        "ehmf4_30",
        "fem8_40",
        "ffm4_40",
        "nabo",
        "relampago4_25",
        "spain30",
    )


@pytest.mark.parametrize(
    "name, kings, target, games, vacas, talk, discard_min, raise_min, signals",
    [
        ("common40", 8, 40, 2, 1, MusTalk.SEAT, 1, 2, Signals.CORE5),
        ("spain30", 8, 30, 3, 3, MusTalk.PAIRS, 0, 2, Signals.CLASSIC13),
        ("basque4_40", 4, 40, 3, 1, MusTalk.PAIRS, 1, 1, Signals.AGREED),
        ("ffm4_40", 4, 40, 3, 1, MusTalk.PAIRS, 1, 1, Signals.AGREED),
        ("ehmf4_30", 4, 30, 3, 1, MusTalk.SEAT, 1, 1, Signals.AGREED),
        ("nabo", 4, 40, 2, 1, MusTalk.SEAT, 1, 1, Signals.AGREED),
        ("fem8_40", 8, 40, 4, 1, MusTalk.FEM, 1, 2, Signals.FEM),
        ("relampago4_25", 4, 25, 2, 1, MusTalk.SEAT, 1, 1, Signals.NONE),
    ],
)
def test_what_each_preset_says(
    name, kings, target, games, vacas, talk, discard_min, raise_min, signals
):
    rules = Ruleset.preset(name)
    assert (rules.name, rules.kings.value, rules.target) == (name, kings, target)
    assert (rules.games_to_win, rules.vacas_to_win) == (games, vacas)
    assert (rules.mus_talk, rules.discard_min, rules.raise_min) == (talk, discard_min, raise_min)
    assert rules.signals is signals
    assert rules.real31 is Real31.NONE


def test_the_default_is_common40():
    assert Ruleset() == Ruleset.preset() == Ruleset.preset("common40")
    assert Ruleset().refusal_timing is RefusalTiming.IMMEDIATE
    assert Ruleset().stock_exhausted is StockExhausted.KEEP_LAST_NEEDY_OUT


def test_where_presets_differ_beyond_the_count():
    assert Ruleset.preset("fem8_40").discard_order is DiscardOrder.DEALER_FIRST
    assert Ruleset.preset("relampago4_25").first_hand is FirstHand.CORRIDO
    assert Ruleset.preset("ehmf4_30").first_hand is FirstHand.CORRIDO_IF_AGREED


@pytest.mark.parametrize("name", preset_names())
def test_who_shuffles_all_discards_into_a_new_stock(name):
    all_discards = name in ("spain30", "basque4_40", "ffm4_40", "fem8_40")
    kept_out = Ruleset.preset(name).stock_exhausted is StockExhausted.KEEP_LAST_NEEDY_OUT
    assert all_discards is not kept_out


@given(presets)
def test_a_ruleset_survives_plain_data(rules):
    assert Ruleset.from_mapping(rules.to_mapping()) == rules


def test_a_house_names_only_its_differences():
    rules = Ruleset.from_mapping({"name": "house", "kings": 4, "real31": "jack_coins"})
    assert (rules.kings, rules.real31, rules.target) == (Kings.FOUR, Real31.JACK_COINS, 40)


@pytest.mark.parametrize(
    "mapping, why",
    [
        ({"kings": 5}, "kings is 5; allowed: 4, 8, 9, 36"),
        ({"kings": "8"}, "kings is '8'"),
        ({"kings": 8.0}, r"kings is 8\.0"),
        ({"kings": [8]}, r"kings is \[8\]; allowed: 4"),
        ({"real31": "always"}, "real31 is 'always'; allowed: none, any_figure, king_or_jack"),
        ({"target": "40"}, "target is '40'; allowed: a value of type int"),
        ({"target": True}, "target is True; allowed: a value of type int"),
        ({"target": 0}, "target is 0; allowed: 1 or more"),
        ({"discard_min": 2}, "discard_min is 2; allowed: 0, 1"),
        ({"raise_min": -1}, "raise_min is -1; allowed: 1 or more"),
        ({"punto_bonus_after_refusal": 1}, "allowed: a value of type bool"),
        ({"goal": 40}, "unknown key 'goal'; allowed: name, kings, target"),
    ],
)
def test_a_wrong_value_or_key_is_refused_with_what_is_allowed(mapping, why):
    with pytest.raises(UnreadableError, match=why):
        Ruleset.from_mapping(mapping)


def test_every_fault_of_a_mapping_is_reported_at_once():
    with pytest.raises(UnreadableError) as caught:
        Ruleset.from_mapping({"name": "house", "kings": 5, "goal": 40, "signals": "all"})
    for part in ("ruleset house", "kings is 5", "unknown key 'goal'", "signals is 'all'"):
        assert part in str(caught.value)


def test_an_unknown_preset_names_those_there_are():
    with pytest.raises(UnreadableError, match="no ruleset named 'spain'; allowed: basque4_40"):
        Ruleset.preset("spain")
