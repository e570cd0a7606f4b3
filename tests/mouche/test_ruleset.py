"""House rules as data, and the packs they play with."""

import pytest

from referee.cards import Rank
from referee.errors import NotAllowedError, UnreadableError
from referee.mouche.ruleset import DealPattern, OpenPoint, Ruleset, preset_names
from referee.mouche.seats import Table


def test_the_presets() -> None:
    assert preset_names() == ("academie", "adpoker", "article", "jeux_de_cartes")
    assert Ruleset.preset() == Ruleset()
    assert Ruleset.preset("academie").most_players == 6
    assert Ruleset.preset("adpoker").ante_of(Table(4)) == 4
    assert Ruleset.preset("jeux_de_cartes").ace_points == 1
    for name in preset_names():
        rules = Ruleset.preset(name)
        assert rules.name == name
        assert Ruleset.from_mapping(rules.to_mapping()) == rules


@pytest.mark.parametrize(
    ("preset", "players", "cards", "lowest"),
    [
        ("article", 3, 28, Rank.OCHO),
        ("article", 4, 32, Rank.SIETE),
        ("academie", 3, 28, Rank.OCHO),
        ("academie", 4, 36, Rank.SEIS),
        ("academie", 5, 48, Rank.TRES),
        ("academie", 6, 52, Rank.DOS),
    ],
)
def test_the_packs(preset: str, players: int, cards: int, lowest: Rank) -> None:
    pack = Ruleset.preset(preset).pack_of(Table(players))
    assert len(pack) == cards
    ranks = {card.rank for card in pack.cards}
    assert lowest in ranks and Rank.AS in ranks
    assert min(ranks - {Rank.AS}) is lowest


def test_the_article_takes_three_or_four_and_a_house_may_take_more() -> None:
    with pytest.raises(NotAllowedError, match="5 players; allowed under article: 3 to 4"):
        Ruleset().pack_of(Table(5))
    assert len(Ruleset(most_players=6).pack_of(Table(6))) == 32


@pytest.mark.parametrize(
    ("mapping", "says"),
    [
        ({"fine_kap": 3}, "ruleset ?: unknown key 'fine_kap'; allowed: name, pack,"),
        ({"fines": "some"}, "fines is 'some'; allowed: stack, one_a_deal"),
        ({"fine_cap": "20"}, "fine_cap is '20'; allowed: a value of type int"),
        ({"must_beat": 1}, "must_beat is 1; allowed: a value of type bool"),
        ({"fine_cap": -1}, "ruleset article: fine_cap is -1; allowed: 0 or more"),
        ({"most_players": 7}, "most_players is 7; allowed: 3 to 6"),
        ({"ace_points": 0}, "ace_points is 0; allowed: 1 to 11"),
        ({"pack": "tarot", "ante": None}, "ante is None; allowed: a value of type int; pack is"),
    ],
)
def test_bad_rules_are_refused_with_what_is_allowed(mapping: dict[str, object], says: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        Ruleset.from_mapping(mapping)
    assert says in str(caught.value)


def test_an_unknown_preset_is_refused_by_the_names_there_are() -> None:
    with pytest.raises(UnreadableError, match="'artikle'; allowed: academie, adpoker, article"):
        Ruleset.preset("artikle")


def test_every_open_point_is_a_rule_with_a_default() -> None:
    rules = Ruleset()
    assert {rules.house_rule(point) for point in OpenPoint} == {
        "all_pass = pool_stays",
        "one_left = takes_pool",
        "remainder = stays",
        "stock_short = limited",
        "short_purse = owes",
        "beaten_mouche = pays",
        "must_beat = no",
    }


@pytest.mark.parametrize("pattern", DealPattern)
def test_a_pattern_deals_five(pattern: DealPattern) -> None:
    assert sum(pattern.packets) == 5
    assert DealPattern.of(pattern.packets) is pattern


def test_other_packets_are_refused() -> None:
    with pytest.raises(NotAllowedError, match=r"1\+4 is not allowed; allowed: 2\+2\+1, 3\+2, "):
        DealPattern.of([1, 4])
