"""Piles of cards that are known or lie face down."""

import pytest

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.mouche.piles import Piles

QUEEN, TEN = Card.parse("Qd"), Card.parse("10d")


def piles(*stock: Card | None) -> Piles:
    return Piles(hands=((), (), ()), stock=stock)


def test_the_top_of_a_known_stock_is_turned_up_whoever_made_the_card() -> None:
    same = Card(QUEEN.rank, QUEEN.suit)
    assert same is not QUEEN
    assert piles(QUEEN, TEN).turned_up(same).stock == (TEN,)


def test_another_card_than_the_top_is_refused_with_the_one_allowed() -> None:
    with pytest.raises(NotAllowedError, match=r"Td is not the next card of the pack; allowed: Qd"):
        piles(QUEEN, TEN).turned_up(TEN)


def test_any_card_may_lie_on_top_of_a_stock_that_nobody_has_seen() -> None:
    assert piles(None, None).turned_up(TEN).stock == (None,)
