"""How much effort one picture is worth, and one still table."""

from __future__ import annotations

import pytest

from referee.seats import Seat
from referee.vision.hand_watch import HandWatch
from referee.vision.photograph import read_photograph
from referee.vision.reveal_watch import RevealWatch
from tests.vision.films import TwoLooksReader, film, reading, table


def test_a_picture_that_leaves_no_question_is_looked_at_once() -> None:
    reader = TwoLooksReader(reading(), [])
    assert read_photograph(table(0.0), reader).complete
    assert reader.looks == [1]


@pytest.mark.parametrize(
    "first",
    [[], reading()[1:], reading(0.7), reading(B0="12C")],
    ids=["nothing found", "a card missing", "doubtful", "the same card twice"],
)
def test_a_question_is_worth_a_second_look(first: list) -> None:  # type: ignore[type-arg]
    reader = TwoLooksReader(first, reading())
    assert read_photograph(table(0.0), reader).complete
    assert reader.looks == [2]


def test_of_a_still_table_doubtful_cards_are_looked_for_twice_then_only_named_again() -> None:
    reader = TwoLooksReader(reading(0.7), reading(0.7))
    watch = RevealWatch(reader)
    for frame in film((1.5, False)):
        watch.feed(frame)
    assert reader.looks == [2]


def test_of_a_still_table_a_missing_card_is_looked_for_again() -> None:
    reader = TwoLooksReader(reading()[1:], reading())
    watch = RevealWatch(reader)
    committed = [c for frame in film((1.5, False)) if (c := watch.feed(frame))]
    assert reader.looks[0] == 2
    assert [c.reveal.complete for c in committed] == [True]


def test_a_lifted_hand_that_is_surely_read_is_looked_at_once() -> None:
    reader = TwoLooksReader(reading()[:4], reading()[:4])
    HandWatch(Seat.A, reader).feed(table(0.0))
    assert reader.looks == [1]


def test_a_lifted_hand_of_which_a_card_is_in_doubt_is_looked_at_twice() -> None:
    reader = TwoLooksReader(reading()[:3], reading()[:4])
    HandWatch(Seat.A, reader).feed(table(0.0))
    assert reader.looks == [2]
