"""One commit for each reveal, whatever happens to the cards after it."""

from collections.abc import Iterable

import pytest

from referee.cards import Card
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.either_pack import EitherPack
from referee.vision.models import Faces
from referee.vision.reveal_watch import ASK_AFTER_S, STILL_S, VOTES, CommittedReveal, RevealWatch
from referee.vision.sighting import CardSighting
from tests.vision.films import FPS, ScenesReader, StubReader, TwoLooksReader, film, reading, table

NEW_DEAL = {
    f"{seat}{i}": code
    for seat, codes in {
        "A": ("1O", "2O", "3O", "5O"),
        "B": ("1C", "3C", "4C", "6C"),
        "C": ("2E", "3E", "4E", "5E"),
        "D": ("2B", "5B", "6B", "7B"),
    }.items()
    for i, code in enumerate(codes)
}


def commits(watch: RevealWatch, frames: Iterable[Frame]) -> list[CommittedReveal]:
    return [commit for frame in frames if (commit := watch.feed(frame))]


def test_a_still_reveal_is_committed_once() -> None:
    reader = StubReader(reading())
    (commit,) = commits(RevealWatch(reader), film((1, True), (6, False)))
    assert commit.reveal.complete and commit.votes == VOTES
    assert 1 + STILL_S <= commit.frame.time_s < 1.5


def test_after_the_first_reading_only_the_known_places_are_looked_at() -> None:
    reader = StubReader(reading())
    commits(RevealWatch(reader), film((1, True), (6, False)))
    assert len(reader.asked) == 1 and len(reader.reread_at) == VOTES - 1


def test_a_short_pause_of_the_hands_commits_nothing() -> None:
    parts = [(0.25, False), (0.25, True)] * 8
    assert commits(RevealWatch(StubReader(reading())), film(*parts)) == []


def test_cards_moved_or_covered_after_the_commit_are_the_same_reveal() -> None:
    cards = reading()
    reader = ScenesReader().at(0, cards).at(3, cards[:11]).at(5, reading(A0="7B")).at(7, cards)
    frames = film((2, False), (1, True), (1, False), (1, True), (1, False), (1, True), (2, False))
    assert len(commits(RevealWatch(reader), frames)) == 1


def test_sweeping_the_cards_away_is_no_second_reveal() -> None:
    cards = reading()
    reader = ScenesReader().at(0, cards).at(2.5, cards[4:]).at(4, cards[8:12]).at(6, [])
    frames = film((2, False), (1, True), (1, False), (1, True), (1, False), (1, True), (3, False))
    assert len(commits(RevealWatch(reader), frames)) == 1


def test_the_next_deal_is_the_next_reveal_even_with_the_same_cards() -> None:
    cards = reading()
    reader = ScenesReader().at(0, cards).at(2.5, []).at(5.5, cards)
    frames = film((2, False), (1, True), (2, False), (1, True), (2, False))
    first, second = commits(RevealWatch(reader), frames)
    assert second.frame.time_s > 6
    assert second.reveal.cards(Seat.A) == first.reveal.cards(Seat.A)


def test_other_cards_are_another_reveal_though_the_table_was_never_seen_clear() -> None:
    reader = ScenesReader().at(0, reading()).at(2.5, reading(**NEW_DEAL))
    first, second = commits(RevealWatch(reader), film((2, False), (1, True), (2, False)))
    assert Card.parse("12O") in first.reveal.cards(Seat.A)
    assert Card.parse("1O") in second.reveal.cards(Seat.A)


def test_a_doubtful_reveal_is_handed_to_a_person_after_a_while() -> None:
    (commit,) = commits(RevealWatch(StubReader(reading(0.6))), film((1, True), (6, False)))
    assert not commit.reveal.complete
    assert 1 + ASK_AFTER_S <= commit.frame.time_s < 2.3


def one_card(code: str, confidence: float) -> list[CardSighting]:
    """A reading sure of all cards but the first of A."""
    doubtful, sure = reading(confidence, A0=code), reading()
    return [doubtful[0], *sure[1:]]


def test_a_person_is_asked_though_the_readings_differ_about_what_is_doubtful() -> None:
    codes = ("7B", "6B", "5B", "3C", "4C", "6C", "2O", "3O")
    readings = [one_card(code, 0.3 + 0.05 * i) for i, code in enumerate(codes)]
    (commit,) = commits(RevealWatch(StubReader(*readings)), film((1, True), (0.8, False)))
    assert [fault.labels for fault in commit.reveal.faults] == [("A1",)]
    assert commit.frame.time_s < 1 + ASK_AFTER_S + 2 / FPS


def test_nobody_is_asked_after_a_single_reading() -> None:
    watch = RevealWatch(StubReader(reading(0.6)))
    slow = [table(0.0), table(1.0)]  # the camera gives one frame a second
    assert commits(watch, slow) == []
    (commit,) = commits(watch, [table(2.0)])
    assert commit.votes == 2


def test_nobody_is_asked_while_the_readings_are_certain_of_different_cards() -> None:
    sure, unsure = reading(), reading(0.1)
    readings = [[unsure[0], *sure[1:i], unsure[i], *sure[i + 1 :]] for i in range(1, 9)]
    assert commits(RevealWatch(StubReader(*readings)), film((1, True), (0.7, False))) == []


@pytest.mark.parametrize("moves", [True, False])
def test_a_reading_is_given_up_when_the_live_picture_moves_on(moves: bool) -> None:
    reader = TwoLooksReader(reading(0.6), reading())
    newest = table(9, hand_x=300 if moves else None)
    watch = RevealWatch(reader, newest=lambda: newest)
    assert len(commits(watch, film((0.5, False)))) == (0 if moves else 1)
    assert (watch.seen is None) is moves
    assert set(reader.looks) == (set() if moves else {2}), "no look comes to its end"


def test_a_reading_that_is_given_up_is_not_tried_as_another_pack() -> None:
    spanish, french = TwoLooksReader(reading(0.3), reading(0.3)), StubReader(reading())
    both = EitherPack({Faces.SPANISH: lambda: spanish, Faces.FRENCH: lambda: french})
    watch = RevealWatch(both, newest=lambda: table(9, hand_x=300))
    assert commits(watch, film((0.5, False))) == []
    assert watch.seen is None and french.asked == [] and both.lying is Faces.SPANISH


@pytest.mark.parametrize("cards", [reading()[:15], reading()[:12], []])
def test_missing_cards_are_waited_for(cards: list[CardSighting]) -> None:
    assert commits(RevealWatch(StubReader(cards)), film((1, True), (6, False))) == []


def test_a_table_that_stays_unclear_is_not_read_all_the_time() -> None:
    reader = StubReader(reading()[:12])
    commits(RevealWatch(reader), film((10, False)))
    assert len(reader.asked) < 20


def test_a_committed_table_is_not_read_at_all_while_it_lies_still() -> None:
    reader = ScenesReader().at(0, reading())
    commits(RevealWatch(reader), film((10, False)))
    assert reader.asked[-1] < 1
