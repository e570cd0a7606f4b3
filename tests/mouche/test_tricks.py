"""Who wins a trick, what may be laid, and what a later card proves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, Notation, Suit, parse_cards
from referee.mouche.seats import Seat
from referee.mouche.tricks import Duty, Play, Trick, breaches
from tests.mouche.table import card

SPADES = Suit.ESPADAS
PACK = [card(f"{rank}{suit}") for rank in "KQJAT987" for suit in "hdsc"]


def trick(text: str) -> Trick:
    """`Qh Ts`: laid by P1, P2, ... with spades for trump."""
    cards = parse_cards(text, Notation.FRENCH)
    plays = zip(Seat, cards, strict=False)
    return Trick(SPADES, tuple(Play(seat, laid) for seat, laid in plays))


@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        ("Ah Jh Th", "P2"),
        ("Ah Th Qh", "P3"),
        ("7h 8h 9h", "P3"),
        ("Kh 9s As", "P3"),
        ("Kh 7s 8d", "P2"),
        ("7h Kd Kc", "P1"),
        ("7s Kd 8s", "P3"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(laid: str, winner: str) -> None:
    won = trick(laid).winning
    assert won and won.seat == winner


@pytest.mark.parametrize(
    ("hand", "laid", "legal"),
    [
        ("9h 7h Ks 8d", "", "9h 7h Ks 8d"),
        ("9h 7h Ks 8d", "Qh", "9h 7h"),
        ("9h Kh", "Qh 7s", "9h Kh"),
        ("9d 7c Ks 8s", "Qh", "Ks 8s"),
        ("9d 7c Ks 8s", "Qh Ts", "Ks"),
        ("9d 7c 9s 8s", "Qh Ts", "9d 7c 9s 8s"),
        ("9d 7c 8d", "Qh Ts", "9d 7c 8d"),
        ("9d 7c Ks 8s", "Ts", "Ks 8s"),
        ("9d 7c", "Ts Ks", "9d 7c"),
        ("9d As Js", "Qh 9s Ts", "As Js"),
    ],
)
def test_what_may_be_laid(hand: str, laid: str, legal: str) -> None:
    cards = parse_cards(hand, Notation.FRENCH)
    assert trick(laid).legal(cards) == parse_cards(legal, Notation.FRENCH)


@pytest.mark.parametrize(
    ("hand", "laid", "legal"),
    [
        ("9h Kh 7h", "Qh", "Kh"),
        ("9h 7h", "Qh", "9h 7h"),
        ("9h Kh", "Qh 7s", "9h Kh"),
        ("9s Ks", "Ts", "Ks"),
    ],
)
def test_a_house_may_ask_to_beat_the_card_when_following(hand: str, laid: str, legal: str) -> None:
    cards = parse_cards(hand, Notation.FRENCH)
    assert trick(laid).legal(cards, must_beat=True) == parse_cards(legal, Notation.FRENCH)


@given(
    st.lists(st.sampled_from(PACK), min_size=1, max_size=8, unique=True),
    st.integers(0, 3),
    st.booleans(),
)
def test_some_card_of_a_hand_may_always_be_laid(
    drawn: list[Card], laid: int, must_beat: bool
) -> None:
    plays = drawn[:laid]
    hand = drawn[laid:] or [drawn[0]]
    assert trick(" ".join(card.french for card in plays)).legal(hand, must_beat)


def tricks(*laid: str) -> list[Trick]:
    """`P1 Qh, P2 8d` a trick."""
    made = []
    for text in laid:
        plays = (part.split() for part in text.split(","))
        made.append(Trick(SPADES, tuple(Play(Seat(seat), card(code)) for seat, code in plays)))
    return made


@pytest.mark.parametrize(
    ("first", "later", "duty"),
    [
        ("P1 Qh, P2 8d", "P1 Kc, P2 9h", Duty.FOLLOW),
        ("P1 Qh, P2 8s", "P1 Kc, P2 9h", Duty.FOLLOW),
        ("P1 Qs, P2 8d", "P1 Kc, P2 9s", Duty.FOLLOW),
        ("P1 Qh, P2 8d", "P1 Kc, P2 9s", Duty.TRUMP),
        ("P1 Qh, P3 9s, P2 8d", "P1 Kc, P2 Ts", Duty.OVERTRUMP),
        ("P1 Qh, P3 9s, P2 8s", "P1 Kc, P2 Ts", Duty.OVERTRUMP),
        ("P1 Qh, P3 9s, P2 8d", "P1 Kc, P2 7s", None),
        ("P1 Qh, P2 8d", "P1 Kc, P2 9d", None),
        ("P1 Qh, P2 8s", "P1 Kc, P2 Ks", None),
        ("P1 Qh, P2 8h", "P1 Kc, P2 Kh", None),
        ("P1 Qh, P2 8d", "P1 9h, P3 9s", None),
    ],
)
def test_a_later_card_proves_a_revoke(first: str, later: str, duty: Duty | None) -> None:
    found = breaches(tricks(first, later), must_beat=False)
    assert [breach.duty for breach in found] == ([duty] if duty else [])
    assert breaches(tricks(first), must_beat=False) == ()


def test_a_breach_names_both_cards_and_is_found_once() -> None:
    (found,) = breaches(tricks("P1 Qh, P2 8d", "P2 9h, P1 Kh", "P1 Jh, P2 Th"), must_beat=False)
    assert str(found) == (
        "P2 laid 8d on Qh in trick 1, but held 9h, seen in trick 2: did not follow suit"
    )
    assert (found.trick, found.proof_trick) == (1, 2)


def test_not_beating_is_a_breach_only_where_the_house_asks_for_it() -> None:
    laid = tricks("P1 Qh, P2 8h", "P1 Kc, P2 Kh")
    assert breaches(laid, must_beat=False) == ()
    assert [breach.duty for breach in breaches(laid, must_beat=True)] == [Duty.BEAT]
