import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import SPANISH_40, Notation, parse_cards
from referee.mus.hands import Hand, Lance, Real31
from referee.mus.ruleset import Ruleset
from referee.mus.showdown import FaultKind, FaultyHandsError, FourHands, Showdown, hand_faults
from referee.seats import Seat
from tests.strategies import four_hands, presets, seats


def table(*hands: str) -> FourHands:
    return FourHands(*(Hand.parse(text, Notation.FRENCH) for text in hands))


WORKED = table("Kh 3d 7s Ac", "Qh Qd Js 4c", "Ks 3c 2h Ad", "Kc Jh 7d 4s")
ALIKE = table("Kh Qh 7h Ah", "Kd Qd 7d Ad", "Ks Qs 7s As", "Kc Qc 7c Ac")


@pytest.mark.parametrize(
    "ruleset, hands, mano, lance, best, rival, tie",
    [
        ("common40", WORKED, Seat.A, Lance.GRANDE, Seat.A, Seat.D, False),
        ("basque4_40", WORKED, Seat.A, Lance.GRANDE, Seat.D, Seat.A, False),
        ("common40", WORKED, Seat.A, Lance.CHICA, Seat.C, Seat.D, False),
        ("common40", WORKED, Seat.A, Lance.PARES, Seat.C, Seat.B, False),
        ("common40", WORKED, Seat.A, Lance.JUEGO, Seat.D, None, False),
        ("common40", ALIKE, Seat.A, Lance.GRANDE, Seat.A, Seat.B, True),
        ("common40", ALIKE, Seat.C, Lance.GRANDE, Seat.C, Seat.D, True),
        ("common40", ALIKE, Seat.D, Lance.CHICA, Seat.D, Seat.A, True),
    ],
)
def test_the_best_hand_of_a_lance(ruleset, hands, mano, lance, best, rival, tie):
    found = Showdown.of(Ruleset.preset(ruleset), hands, mano).compare(lance)
    assert found is not None
    assert (found.best.seat, found.rival and found.rival.seat) == (best, rival)
    assert found.tie is tie
    assert found.contested is (rival is not None)
    assert found.pair is best.pair


def test_a_lance_that_nobody_takes_part_in():
    hands = table("4h 5h 6h 7h", "Kh 6d 5d 4d", "Qh 7d 6s 4s", "Jh 7s 5s 4c")
    assert Showdown.of(Ruleset(), hands, Seat.A).compare(Lance.PARES) is None
    assert Showdown.of(Ruleset(), hands, Seat.A).compare(Lance.JUEGO) is None
    assert Showdown.of(Ruleset(), WORKED, Seat.A).compare(Lance.PUNTO) is None


def test_a_real_beats_another_31_that_is_nearer_to_mano():
    hands = table("Kh Qh Jd Ah", "Jh 7h 7d 7s", "4h 5h 6h 4d", "4s 5d 6d 5s")
    common = Showdown.of(Ruleset(), hands, Seat.A).compare(Lance.JUEGO)
    real = Showdown.of(Ruleset(real31=Real31.JACK), hands, Seat.A).compare(Lance.JUEGO)
    assert common is not None
    assert real is not None
    assert (common.best.seat, common.tie, common.real) == (Seat.A, True, False)
    assert (real.best.seat, real.tie, real.real) == (Seat.B, False, True)


@given(four_hands(), seats, presets, st.sampled_from(Lance))
def test_turning_the_table_renames_the_winner_and_changes_nothing_else(hands, mano, rules, lance):
    turned = FourHands(hands.d, hands.a, hands.b, hands.c)
    found = Showdown.of(rules, hands, mano).compare(lance)
    other = Showdown.of(rules, turned, mano.next).compare(lance)
    assert (found is None) == (other is None)
    if found and other:
        assert other.best.seat is found.best.seat.next
        assert (other.tie, other.contested) == (found.tie, found.contested)


@given(four_hands(), seats, presets, st.sampled_from(Lance))
def test_nobody_who_takes_part_is_better_than_the_best(hands, mano, rules, lance):
    found = Showdown.of(rules, hands, mano).compare(lance)
    if not found:
        return
    for holding in found.holdings:
        alone = {**{seat: hands[seat] for seat in Seat}}
        alone[found.best.seat], alone[holding.seat] = holding.hand, found.best.hand
        swapped = Showdown.of(rules, FourHands.of(alone), mano).compare(lance)
        assert swapped is not None
        order = mano.order_from()
        same_key = swapped.best.hand == holding.hand and holding.hand != found.best.hand
        assert not same_key or order.index(found.best.seat) < order.index(holding.seat)


def test_every_fault_of_a_reading_is_reported_at_once():
    cards = {
        Seat.A: parse_cards("12O 12C 3E"),
        Seat.B: parse_cards("12O 8O 7C 6C"),
        Seat.C: parse_cards("1O 1C 1E 1B 4B"),
    }
    faults = hand_faults(cards, SPANISH_40)
    assert [(fault.kind, fault.seats) for fault in faults] == [
        (FaultKind.WRONG_COUNT, (Seat.A,)),
        (FaultKind.NOT_IN_PACK, (Seat.B,)),
        (FaultKind.WRONG_COUNT, (Seat.C,)),
        (FaultKind.WRONG_COUNT, (Seat.D,)),
        (FaultKind.DUPLICATE, (Seat.A, Seat.B)),
    ]
    with pytest.raises(FaultyHandsError) as caught:
        FourHands.read(cards, SPANISH_40)
    assert caught.value.faults == faults
    assert str(caught.value) == (
        "these are not four hands: A shows 3 cards, not 4 (12O 12C 3E); "
        "8O at B is not in the pack; C shows 5 cards, not 4 (1O 1C 1E 1B 4B); "
        "D shows 0 cards, not 4; 12O appears 2 times (at A and B)"
    )


def test_a_sound_reading_is_four_hands():
    cards = {seat: WORKED[seat].cards for seat in Seat}
    assert FourHands.read(cards, SPANISH_40) == WORKED
    assert hand_faults(cards, SPANISH_40) == ()


def test_a_card_in_two_hands_is_a_fault():
    with pytest.raises(FaultyHandsError, match=r"12C appears 2 times \(at A and D\)"):
        table("Kh 3d 7s Ac", "Qh Qd Js 4c", "Ks 3c 2h Ad", "Kh Jh 7d 4s")


def test_cards_that_the_pack_of_the_house_lacks_are_a_fault():
    hands = table("Kh 3d 7s Ac", "Qh Qd Js 4c", "Ks 3c 2h Ad", "Kc Jh 7d 8s")
    with pytest.raises(FaultyHandsError, match="8E at D is not in the pack"):
        Showdown.of(Ruleset(), hands, Seat.A)
    with pytest.raises(FaultyHandsError, match="2C at C is not in the pack"):
        Showdown.of(Ruleset.from_mapping({"kings": 36}), WORKED, Seat.A)
