from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import SPANISH_40, Card, Notation, Rank, Suit
from referee.errors import NotAllowedError
from referee.mus.hands import Hand, Kings, Pares, Real31, effective_rank
from referee.mus.ruleset import RIBAFRECHA_36
from tests.strategies import hands


def hand(text: str) -> Hand:
    return Hand.parse(text, Notation.FRENCH)


@pytest.mark.parametrize(
    "text, kings, pares, pares_points, points, juego_points",
    [
        ("Kh 3h Ah 7h", Kings.EIGHT, Pares.PAIR, 1, 28, 0),
        ("Kh 3h Ah 7h", Kings.FOUR, Pares.NONE, 0, 21, 0),
        ("Kh 3h 2h Ah", Kings.EIGHT, Pares.DUPLES, 3, 22, 0),
        ("Kh 3h Kd 2h", Kings.EIGHT, Pares.MEDIAS, 2, 31, 3),
        ("Kh 3h Kd 2h", Kings.FOUR, Pares.PAIR, 1, 25, 0),
        ("Kh Kd Ks Kc", Kings.EIGHT, Pares.DUPLES, 3, 40, 2),
        ("2h Ah 2d Ad", Kings.EIGHT, Pares.DUPLES, 3, 4, 0),
        ("4h 5h 6h 7h", Kings.EIGHT, Pares.NONE, 0, 22, 0),
        ("Kh Qh 7h 6h", Kings.EIGHT, Pares.NONE, 0, 33, 2),
        ("Kh Kd 3h 5d", Kings.NINE, Pares.DUPLES, 3, 40, 2),
        ("Kh Kd 3h 5h", Kings.NINE, Pares.MEDIAS, 2, 35, 2),
        ("Kh 3d 4h As", Kings.RIBAFRECHA, Pares.DUPLES, 3, 22, 0),
    ],
)
def test_worth(text, kings, pares, pares_points, points, juego_points):
    value = hand(text).value(kings)
    assert (value.pares, value.pares.value) == (pares, pares_points)
    assert (value.points, value.juego_points) == (points, juego_points)
    assert value.has_juego is (points >= 31)
    assert value.has_pares is (pares is not Pares.NONE)


@pytest.mark.parametrize(
    "kings, pares, four_of_a_kind, juego, ranks, impossible",
    [
        (
            Kings.EIGHT,
            {Pares.PAIR: 43776, Pares.MEDIAS: 4448, Pares.DUPLES: 3486, Pares.NONE: 39680},
            146,
            {31: 8384, 32: 2640, 33: 1920, 34: 2960, 35: 2240, 36: 2240, 37: 2240, 40: 1820},
            330,
            [5, 6, 38, 39],
        ),
        (
            Kings.FOUR,
            {Pares.PAIR: 34560, Pares.MEDIAS: 1440, Pares.DUPLES: 1630, Pares.NONE: 53760},
            10,
            {31: 3040, 32: 2332, 33: 1936, 34: 1276, 35: 880, 36: 880, 37: 880, 40: 495},
            715,
            [38, 39],
        ),
    ],
)
def test_every_hand_of_the_pack_counted(kings, pares, four_of_a_kind, juego, ranks, impossible):
    values = [Hand(cards).value(kings) for cards in combinations(SPANISH_40.ordered, 4)]
    points = Counter(value.points for value in values)
    assert len(values) == 91390
    assert Counter(value.pares for value in values) == pares
    assert sum(len(set(value.strengths)) == 1 for value in values) == four_of_a_kind
    assert {total: count for total, count in points.items() if total >= 31} == juego
    assert len({value.strengths for value in values}) == ranks
    assert [total for total in range(4, 41) if total not in points] == impossible


def test_juego_from_the_best_to_the_worst():
    order = [
        "Kh Qh Jh Ah", "Kh Qh 7h 5h", "Kh Qh Jh Jd", "Kh Qh Jh 7h", "Kh Qh Jh 6h",
        "Kh Qh Jh 5h", "Kh Qh Jh 4h", "Kh Qh 7h 6h", "Kh Qh 5h 5d",
    ]  # fmt: skip
    values = [hand(text).value(Kings.EIGHT) for text in order]
    assert [value.points for value in values] == [31, 32, 40, 37, 36, 35, 34, 33, 30]
    keys = [value.juego_key for value in values]
    assert keys == sorted(set(keys), reverse=True)
    assert keys[-1] == 0


STRENGTHS = {
    Kings.EIGHT: ["K", "Q", "J", "7", "6", "5", "4", "A"],
    Kings.FOUR: ["K", "Q", "J", "7", "6", "5", "4", "3", "2", "A"],
}


@given(hands, hands, st.sampled_from([Kings.EIGHT, Kings.FOUR]))
def test_keys_agree_with_the_rule_as_it_is_written(one, other, kings):
    def strengths(held: Hand) -> list[int]:
        order = STRENGTHS[kings]
        played = [effective_rank(card, kings).french for card in held.cards]
        return sorted((len(order) - order.index(rank) for rank in played), reverse=True)

    def juego(held: Hand) -> int:
        total = held.value(kings).points
        return [31, 32, 40, 37, 36, 35, 34, 33].index(total) if total >= 31 else 99

    def pares(held: Hand) -> tuple[int, list[int]]:
        counted = Counter(strengths(held))
        repeated = sorted((rank for rank in counted if counted[rank] > 1), reverse=True)
        if len(repeated) == 2:
            return 3, repeated
        if not repeated:
            return 0, []
        return {4: 3, 3: 2, 2: 1}[counted[repeated[0]]], [
            repeated[0],
            repeated[0] if counted[repeated[0]] == 4 else 0,
        ]

    def sign(a, b) -> int:
        return (a > b) - (a < b)

    a, b = one.value(kings), other.value(kings)
    assert sign(a.grande, b.grande) == sign(strengths(one), strengths(other))
    assert sign(a.chica, b.chica) == sign(strengths(other)[::-1], strengths(one)[::-1])
    assert sign(a.juego_key, b.juego_key) == sign(juego(other), juego(one))
    pares_a, pares_b = pares(one), pares(other)
    if pares_a[0] == pares_b[0] == 1:
        pares_a, pares_b = (1, pares_a[1][:1]), (1, pares_b[1][:1])
    assert sign(a.pares_key, b.pares_key) == sign(pares_a, pares_b)


SWAPS = {Rank.TRES: Rank.REY, Rank.REY: Rank.TRES, Rank.DOS: Rank.AS, Rank.AS: Rank.DOS}


@given(hands)
def test_with_eight_kings_a_3_is_a_king_and_a_2_an_ace(held):
    swapped = Hand(tuple(Card(SWAPS.get(c.rank, c.rank), c.suit) for c in held.cards))
    assert swapped.value(Kings.EIGHT) is held.value(Kings.EIGHT)


@given(
    hands,
    st.sampled_from([Kings.FOUR, Kings.EIGHT, Kings.RIBAFRECHA]),
    st.permutations(list(Suit)),
)
def test_suits_never_matter_but_for_the_king_of_the_ninth(held, kings, suits):
    change = dict(zip(Suit, suits, strict=True))
    other = Hand(tuple(Card(card.rank, change[card.suit]) for card in held.cards))
    assert other.value(kings) is held.value(kings)


@given(hands, st.randoms())
def test_the_order_of_the_cards_never_matters(held, random):
    cards = list(held.cards)
    random.shuffle(cards)
    assert Hand(tuple(cards)) == held


@given(hands)
def test_a_hand_reads_back(held):
    assert Hand.parse(str(held)) == held


REALS = {
    Real31.ANY_FIGURE: "Jh 7h 7d 7s, Jd 7h 7s 7c, Kh 7h 7d 7s, Qh 7d 7s 7c",
    Real31.KING_OR_JACK: "Jh 7h 7d 7s, Jd 7h 7s 7c, Kh 7h 7d 7s",
    Real31.JACK: "Jh 7h 7d 7s, Jd 7h 7s 7c",
    Real31.JACK_COINS: "Jd 7h 7s 7c",
    Real31.JACK_OTHER_SUITS: "Jd 7h 7s 7c, Js 7h 7d 7c",
    Real31.NONE: "",
}


@pytest.mark.parametrize("real", Real31)
def test_which_hands_are_a_real(real):
    candidates = {
        "Jh 7h 7d 7s", "Jd 7h 7s 7c", "Js 7h 7d 7c", "Kh 7h 7d 7s", "Qh 7d 7s 7c",
        "3h 7h 7d 7s", "Kh Qh Jd Ah", "7h 7d 7s 7c", "4h 7h 7d 7s",
    }  # fmt: skip
    expected = {text for text in REALS[real].split(", ") if text}
    if real in (Real31.ANY_FIGURE, Real31.KING_OR_JACK, Real31.JACK):
        expected.add("Js 7h 7d 7c")
    assert {text for text in candidates if hand(text).is_real(real, Kings.EIGHT)} == expected


def test_a_3_is_the_figure_of_a_real_only_where_the_house_and_its_kings_say_so():
    three = hand("3h 7h 7d 7s")
    assert three.is_real(Real31.ANY_FIGURE, Kings.EIGHT, three_is_king=True)
    assert three.is_real(Real31.KING_OR_JACK, Kings.EIGHT, three_is_king=True)
    assert not three.is_real(Real31.JACK, Kings.EIGHT, three_is_king=True)
    assert not three.is_real(Real31.ANY_FIGURE, Kings.FOUR, three_is_king=True)


@pytest.mark.parametrize(
    "cards, why",
    [
        ("Kh Kd Ks", "a hand is 4 cards, not 3: 12C 12O 12E"),
        ("Kh Kd Ks Kc Ah", "a hand is 4 cards, not 5"),
        ("Kh Kh Kd Ks", "the same card twice in a hand: 12C"),
    ],
)
def test_what_is_not_a_hand(cards, why):
    with pytest.raises(NotAllowedError, match=why):
        hand(cards)


def test_the_strongest_card_comes_first():
    assert str(hand("Ac 7s 3d Kh")) == "12C 7E 3O 1B"
    by_strength = hand("Ac 7s 3d Kh").by_strength(Kings.EIGHT)
    assert [card.code for card in by_strength] == ["12C", "3O", "7E", "1B"]


def test_the_short_pack_has_no_2s():
    assert len(RIBAFRECHA_36) == 36
    assert Rank.DOS not in {card.rank for card in RIBAFRECHA_36.cards}
