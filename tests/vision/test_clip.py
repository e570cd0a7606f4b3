"""A recording is read while its table lies still, by votes, and committed once."""

from collections.abc import Iterator

import numpy as np
import pytest

from referee.cards import Card
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.clip import read_reveal_clip
from referee.vision.reveal_watch import STILL_S
from referee.vision.seats_in_view import ProfileError, TableProfile
from tests.vision.films import ScenesReader, StubReader, film, reading


def read(frames: Iterator[Frame], reader: StubReader | ScenesReader):  # type: ignore[no-untyped-def]
    return read_reveal_clip(frames, reader)


def test_nothing_is_read_while_something_moves() -> None:
    reader = StubReader(reading())
    assert read(film((2, True)), reader) is None
    assert reader.asked == []


def test_a_still_reveal_is_committed_within_a_second() -> None:
    committed = read(film((1, True), (2, False)), StubReader(reading()))
    assert committed is not None and committed.reveal.complete
    assert 1 + STILL_S <= committed.frame.time_s <= 2
    assert committed.votes >= 3


def test_one_wrong_reading_does_not_carry_a_commit() -> None:
    wrong = reading(0.85, A0="7B")
    committed = read(film((1, True), (3, False)), StubReader(wrong, reading(0.99)))
    assert committed is not None and committed.reveal.complete
    assert Card.parse("12O") in committed.reveal.cards(Seat.A)


def test_readings_before_a_movement_are_forgotten() -> None:
    other = reading(A0="7B")
    reader = StubReader(other, reading())
    committed = read(film((STILL_S + 0.15, False), (1, True), (2, False)), reader)
    assert committed is not None
    assert Card.parse("12O") in committed.reveal.cards(Seat.A)


@pytest.mark.parametrize("confidence", [0.3, 0.7])
def test_doubtful_cards_are_returned_as_doubtful(confidence: float) -> None:
    committed = read(film((2, False)), StubReader(reading(confidence)))
    assert committed is not None and not committed.reveal.complete
    assert committed.reveal.faults


def test_a_lucky_first_reading_is_not_what_is_scored() -> None:
    lucky = reading(0.85, A0="7B")
    committed = read(film((3, False)), StubReader(lucky, reading(0.75)))
    assert committed is not None and not committed.reveal.complete


def test_what_too_few_readings_agree_on_is_not_scored() -> None:
    assert read(film((1, True), (0.2, False)), StubReader(reading())) is None


def test_the_fullest_of_several_still_tables_is_what_is_asked_about() -> None:
    few = reading()[:-4]
    doubtful = [*reading()[:-2], *reading(0.6)[-2:]]
    reader = ScenesReader().at(0, few).at(1, doubtful).at(3, few)
    films = film((1, False), (1, True), (1, False), (1, True), (1, False))
    committed = read(films, reader)
    assert committed is not None
    assert [len(committed.reveal.hands[seat]) for seat in Seat] == [4, 4, 4, 4]


def test_a_profile_of_another_size_is_refused() -> None:
    square = np.array([(0, 0), (9, 0), (9, 9), (0, 9)], np.float64)
    profile = TableProfile((1920, 1080), {seat: square for seat in Seat})
    with pytest.raises(ProfileError, match="640x360 px, the table profile is for 1920x1080"):
        read_reveal_clip(film((1, False)), StubReader(reading()), profile)
