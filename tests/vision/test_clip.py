"""A recording is read while its table lies still, by votes, and committed once."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import pytest

from referee.cards import Card
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.clip import STILL_S, read_reveal_clip, still_stretches
from referee.vision.sighting import Candidate, CardSighting

FPS = 15
HANDS = {
    Seat.A: ("12O", "12C", "1E", "1B"),
    Seat.B: ("11E", "10O", "7C", "4B"),
    Seat.C: ("12E", "3B", "6O", "5C"),
    Seat.D: ("7O", "7E", "2C", "4O"),
}


def table(at: float, *, hand_x: int | None = None) -> Frame:
    """A noisy table at a time, with somebody's hand over it at `hand_x`."""
    rng = np.random.default_rng(round(at * 1000))
    image = np.full((360, 640, 3), 90, np.uint8)
    if hand_x is not None:
        cv2.circle(image, (hand_x, 180), 40, (140, 170, 220), -1)
    noisy = image + rng.normal(0, 4, image.shape)
    return Frame(np.clip(noisy, 0, 255).astype(np.uint8), at, "test")


def film(*parts: tuple[float, bool]) -> Iterator[Frame]:
    """Parts of (seconds, moving) one after the other."""
    frame = 0
    for seconds, moving in parts:
        for _ in range(round(seconds * FPS)):
            at = frame / FPS
            yield table(at, hand_x=20 * frame % 600 if moving else None)
            frame += 1


class StubReader:
    """Answers with prepared readings, the last one for ever, and notes when it was asked."""

    def __init__(self, *readings: Sequence[CardSighting]) -> None:
        self._readings = list(readings)
        self.asked: list[float] = []

    def read(self, frame: Frame) -> Sequence[CardSighting]:
        self.asked.append(frame.time_s)
        return self._readings.pop(0) if len(self._readings) > 1 else self._readings[0]


def reading(confidence: float = 0.97, **instead: str) -> list[CardSighting]:
    """Four hands round a table; `A0="7B"` replaces the first card of A by another."""
    sightings = []
    places = {Seat.A: (320, 320), Seat.B: (560, 180), Seat.C: (320, 40), Seat.D: (80, 180)}
    for seat, codes in HANDS.items():
        for i, code in enumerate(codes):
            x, y = places[seat]
            centre = np.array([x + 22 * (i - 1.5), y])
            quad = centre + np.array([(-10, -16), (10, -16), (10, 16), (-10, 16)])
            card = Card.parse(instead.get(f"{seat}{i}", code))
            sightings.append(CardSighting(quad, (Candidate(card, confidence),), 0.9))
    return sightings


def read(frames: Iterator[Frame], reader: StubReader):  # type: ignore[no-untyped-def]
    return read_reveal_clip(frames, reader)  # type: ignore[arg-type]


def test_noise_is_still_and_a_hand_is_motion() -> None:
    still = [n is not None for _, n in still_stretches(film((1, True), (1, False), (1, True)))]
    start, end = round((1 + STILL_S) * FPS) + 1, 2 * FPS
    assert all(still[start:end])
    assert not any(still[:FPS]) and not any(still[end + 1 :])


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
