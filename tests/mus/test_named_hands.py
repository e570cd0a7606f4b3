import pytest

from referee.cards import Notation
from referee.mus.hands import Hand, Kings, Pares
from referee.mus.named_hands import NamedHand, name_hand


@pytest.mark.parametrize(
    "text, name, clean",
    [
        ("Kh Kd Ah Ad", NamedHand.DUPLES_GALLEGOS, True),
        ("Kh 3d 2h Ad", NamedHand.DUPLES_GALLEGOS, False),
        ("Kh Kd Qh Qd", NamedHand.DUPLES_CASTELLANOS, True),
        ("Kh Kd Jh Jd", NamedHand.DUPLES_VASCOS, True),
        ("Kh Kd Ks 3c", NamedHand.CUATRO_REYES, False),
        ("Kh Kd Ks Ah", NamedHand.SOLOMILLO, True),
        ("Kh 3d Ks 2h", NamedHand.SOLOMILLO, False),
        ("Kh Kd Qh Jh", NamedHand.LEY_DEL_MUS, True),
        ("Jh 7h 7d 7s", NamedHand.LA_REAL, True),
        ("4h 5h 6h 7h", NamedHand.TIO_PERETE, True),
        ("Kh Qh Ah Ad", NamedHand.PALENTINOS, True),
    ],
)
def test_names_with_eight_kings(text, name, clean):
    named = name_hand(Hand.parse(text, Notation.FRENCH), Kings.EIGHT)
    assert named is not None
    assert (named.name, named.clean) == (name, clean)


@pytest.mark.parametrize("text", ["Kh Qh Jh Ah", "Kh Kd 7h 6h", "Qh Qd Jh Jd"])
def test_most_hands_have_no_name(text):
    assert name_hand(Hand.parse(text, Notation.FRENCH), Kings.EIGHT) is None


def test_with_four_kings_a_3_makes_no_king():
    assert name_hand(Hand.parse("Kh 3d Ks Ah", Notation.FRENCH), Kings.FOUR) is None


def test_palentinos_are_called_duples_and_are_a_pair():
    hand = Hand.parse("Kh Qh Ah Ad", Notation.FRENCH)
    assert "duples palentinos" in name_hand(hand, Kings.EIGHT).name.spoken
    assert hand.value(Kings.EIGHT).pares is Pares.PAIR


def test_names_are_spoken_with_their_synonyms():
    assert NamedHand.SOLOMILLO.spoken == ("solomillo", "la bonita")
    assert NamedHand.TIO_PERETE.spoken[0] == "tío Perete"
    assert str(name_hand(Hand.parse("4h 5h 6h 7h", Notation.FRENCH), Kings.FOUR)) == "tío Perete"
