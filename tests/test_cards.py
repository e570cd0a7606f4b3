import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import (
    FRENCH_40,
    SPANISH_40,
    SPANISH_48,
    Card,
    Notation,
    Rank,
    Suit,
    format_cards,
    notation_of,
    parse_cards,
)
from referee.errors import AmbiguousError, NotAllowedError, UnreadableError
from tests.strategies import any_cards

REY_OROS = Card(Rank.REY, Suit.OROS)


@pytest.mark.parametrize(
    "text, code",
    [
        ("12O", "12O"),
        ("12o", "12O"),
        ("RO", "12O"),
        ("ro", "12O"),
        ("rey de oros", "12O"),
        ("REY DE OROS", "12O"),
        ("rey oros", "12O"),
        ("rey de oro", "12O"),
        ("12 oros", "12O"),
        ("12 de oros", "12O"),
        ("12-oros", "12O"),
        ("K de oros", "12O"),
        ("Kd", "12O"),
        ("KD", "12O"),
        ("K♦", "12O"),
        ("K♦️", "12O"),
        ("king of diamonds", "12O"),
        ("CC", "11C"),
        ("caballo de copas", "11C"),
        ("Qh", "11C"),
        ("SE", "10E"),
        ("10E", "10E"),
        ("Js", "10E"),
        ("Kc", "12B"),
        ("KC", "12B"),
        ("as de copas", "1C"),
        ("ás de copas", "1C"),
        ("1C", "1C"),
        ("AO", "1O"),
        ("Ac", "1B"),
        ("As", "1E"),
        ("4C", "4C"),
        ("4B", "4B"),
        ("4 de copas", "4C"),
        ("cuatro de copas", "4C"),
        ("7s", "7E"),
        ("3d", "3O"),
        ("A♣", "1B"),
        ("8h", "8C"),
        ("Td", "XO"),
        ("xo", "XO"),
        ("XC", "XC"),
        ("Tc", "XB"),
        ("TC", "XB"),
        ("Th", "XC"),
        ("10h", "XC"),
        ("10♣", "XB"),
        ("10C", "10C"),
        ("ten of spades", "XE"),
        ("diez de espadas", "XE"),
        ("9b", "9B"),
        (" 7e ", "7E"),
    ],
)
def test_reads_a_card(text, code):
    assert Card.parse(text).code == code


@pytest.mark.parametrize(
    "text, named",
    [
        ("4c", "4C"),
        ("4c", "4B"),
        ("AC", "1B"),
        ("ac", "1C"),
        ("as", "ace of spades"),
        ("AS", "ace of spades"),
        ("10c", "10C .*XB"),
        ("rey", "any of 4 cards"),
        ("K", "any of 4 cards"),
        ("oros", "any of 13 cards"),
        ("O", "any of 13 cards"),
        ("♥", "any of 13 cards"),
        ("S", "any of"),
        ("7", "any of 4 cards"),
    ],
)
def test_what_could_be_two_cards_is_ambiguous_and_never_a_guess(text, named):
    with pytest.raises(AmbiguousError, match=named):
        Card.parse(text)


@pytest.mark.parametrize(
    "text, notation, advice",
    [
        ("spades", Notation.FRENCH, r"13 cards \(As, 2s, 3s, 4s, \.\.\.\); .* as in Kd"),
        ("5", Notation.FRENCH, r"4 cards \(5d, 5h, 5s, 5c, \.\.\.\)"),
        ("5", Notation.SPANISH, r"4 cards \(5O, 5C, 5E, 5B, \.\.\.\); .* as in 12O"),
    ],
)
def test_what_could_be_several_is_told_in_the_notation_that_is_allowed(text, notation, advice):
    with pytest.raises(AmbiguousError, match=advice):
        Card.parse(text, notation)


@pytest.mark.parametrize(
    "text", ["", "13O", "0O", "KO", "12h", "Tx", "RS", "xx", "rey de rey", "4C!", "Kh 3d", "🂡"]
)
def test_what_is_no_card_is_unreadable(text):
    with pytest.raises(UnreadableError, match="cannot read"):
        Card.parse(text)


@pytest.mark.parametrize(
    "text, notation, code",
    [
        ("4c", Notation.FRENCH, "4B"),
        ("4c", Notation.SPANISH, "4C"),
        ("4C", Notation.FRENCH, "4B"),
        ("ac", Notation.FRENCH, "1B"),
        ("AC", Notation.SPANISH, "1C"),
        ("as", Notation.FRENCH, "1E"),
        ("10c", Notation.SPANISH, "10C"),
        ("10c", Notation.FRENCH, "XB"),
        ("tc", Notation.FRENCH, "XB"),
    ],
)
def test_a_notation_settles_what_is_ambiguous(text, notation, code):
    assert Card.parse(text, notation).code == code


@pytest.mark.parametrize(
    "text, notation", [("Kh", Notation.SPANISH), ("RO", Notation.FRENCH), ("10d", Notation.SPANISH)]
)
def test_a_named_notation_excludes_the_other(text, notation):
    with pytest.raises(UnreadableError, match=f"in {notation.value} notation"):
        Card.parse(text, notation)


@given(any_cards)
def test_every_format_reads_back_as_the_same_card(card):
    assert Card.parse(card.code) == card
    assert Card.parse(card.spanish) == card
    assert Card.parse(card.french, Notation.FRENCH) == card
    assert Card.parse(card.rank.french + card.suit.french_symbol) == card


@given(any_cards, st.sampled_from([str.lower, str.upper, str.title]))
def test_case_never_turns_a_card_into_another(card, change):
    unmistakable = [card.code, card.spanish] + [card.french] * card.rank.french.isalpha()
    for text in unmistakable:
        try:
            assert Card.parse(change(text)) == card
        except AmbiguousError:
            assert card.suit is not Suit.OROS


@pytest.mark.parametrize(
    "text, codes",
    [
        ("Kh 3d 7s Ac", "12C 3O 7E 1B"),
        ("Qh Qd Js 4c", "11C 11O 10E 4B"),
        ("RO 4c 7e as de copas", "12O 4C 7E 1C"),
        ("rey de oros as de copas", "12O 1C"),
        ("12 oros, 3 copas; 7 de espadas\nas de bastos", "12O 3C 7E 1B"),
        ("4C 5C 6C 7C", "4C 5C 6C 7C"),
        ("Kh, 12O", "12C 12O"),
        ("", ""),
    ],
)
def test_a_list_is_read_in_the_one_notation_that_fits_all_of_it(text, codes):
    assert format_cards(parse_cards(text)) == codes


@pytest.mark.parametrize("text", ["4c 5c", "as 4c 7d ro", "Kh 12O 4c"])
def test_a_list_that_does_not_say_its_notation_stays_ambiguous(text):
    with pytest.raises(AmbiguousError):
        parse_cards(text)


@given(st.lists(any_cards, max_size=16))
def test_a_formatted_list_reads_back(drawn):
    assert parse_cards(format_cards(drawn)) == tuple(drawn)


@pytest.mark.parametrize(
    "texts, notation",
    [
        (["Kh", "4c"], Notation.FRENCH),
        (["RO", "4c"], Notation.SPANISH),
        (["4c", "5c"], None),
        (["Kh", "RO"], None),
        ([], None),
    ],
)
def test_the_notation_of_a_list(texts, notation):
    assert notation_of(texts) is notation


def test_a_card_speaks_both_languages():
    assert (REY_OROS.code, REY_OROS.spanish, REY_OROS.french) == ("12O", "rey de oros", "Kd")
    assert str(Card(Rank.SIETE, Suit.BASTOS)) == "7B"
    assert Card(Rank.SIETE, Suit.BASTOS).spanish == "7 de bastos"


def test_a_card_is_a_value_with_its_own_index():
    assert Card(Rank.REY, Suit.OROS) == REY_OROS
    assert REY_OROS != "12O"
    assert sorted(card.index for card in SPANISH_48.cards) == list(range(48))
    assert len({card for card in (REY_OROS, Card.parse("12O"))}) == 1


def test_a_card_is_not_made_of_other_things():
    with pytest.raises(UnreadableError, match=r"Card\.parse"):
        Card(12, "O")


def test_packs_hold_what_they_should():
    assert (len(SPANISH_40), len(SPANISH_48), len(FRENCH_40)) == (40, 48, 40)
    assert {card.rank for card in SPANISH_48.cards - SPANISH_40.cards} == {Rank.OCHO, Rank.NUEVE}
    assert SPANISH_40.ordered[0].code == "1O"
    assert SPANISH_40.require(REY_OROS) is REY_OROS


def test_a_card_of_another_pack_is_not_allowed():
    with pytest.raises(NotAllowedError, match=r"8O \(8 de oros\) is not in the Spanish pack of 40"):
        SPANISH_40.require(Card.parse("8O"))
