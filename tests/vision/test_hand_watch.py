"""A hand that is lifted to a camera: told once, by votes, and never on a guess."""

from collections.abc import Sequence

from referee.cards import Card
from referee.seats import Seat
from referee.vision.hand_watch import HandWatch, SeenHand
from referee.vision.sighting import CardSighting
from tests.vision.films import ScenesReader, film, reading

HAND, OTHER = reading()[:4], reading()[4:8]


def told(reader: ScenesReader, *parts: tuple[float, bool]) -> list[SeenHand]:
    watch = HandWatch(Seat.B, reader)
    return [hand for frame in film(*parts) if (hand := watch.feed(frame))]


def cards(sightings: Sequence[CardSighting]) -> set[Card | None]:
    return {sighting.card for sighting in sightings}


def test_a_held_hand_is_told_though_it_never_lies_still() -> None:
    (hand,) = told(ScenesReader().at(0, HAND), (4, True))
    assert hand.seat is Seat.B and hand.cards == cards(HAND)
    assert hand.frame.time_s < 1


def test_the_same_hand_is_not_told_twice() -> None:
    reader = ScenesReader().at(0, HAND).at(3, []).at(5, HAND)
    assert len(told(reader, (8, True))) == 1


def test_after_an_exchange_the_new_hand_is_told() -> None:
    reader = ScenesReader().at(0, HAND).at(3, []).at(5, OTHER)
    assert [hand.cards for hand in told(reader, (8, True))] == [cards(HAND), cards(OTHER)]


def test_a_hand_seen_for_a_moment_or_in_part_or_in_doubt_is_not_told() -> None:
    assert told(ScenesReader().at(0, []).at(2, HAND).at(2.3, []), (5, True)) == []
    assert told(ScenesReader().at(0, HAND[:3]), (5, True)) == []
    assert told(ScenesReader().at(0, reading(0.7)[:4]), (5, True)) == []


def test_before_an_empty_place_nothing_is_read() -> None:
    reader = ScenesReader().at(0, [])
    told(reader, (10, False))
    assert len(reader.asked) == 1


def test_in_a_new_deal_the_same_hand_may_come_again() -> None:
    watch = HandWatch(Seat.A, ScenesReader().at(0, HAND).at(5, []).at(7, HAND))
    heard = []
    for frame in film((10, True)):
        if frame.time_s == 3:
            watch.begin_deal()
        if watch.feed(frame):
            heard.append(frame.time_s)
    # the old hand is in sight until 5 s, and is not taken for the new one
    assert len(heard) == 2 and heard[0] < 1 and heard[1] > 7
