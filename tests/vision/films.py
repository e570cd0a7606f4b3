"""Films of a table for tests, and a reader that answers as told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import cv2
import numpy as np

from referee.cards import Card
from referee.frames.frame import Frame, Image
from referee.seats import Seat
from referee.vision.sighting import Candidate, CardSighting

FPS = 15
HANDS = {
    Seat.A: ("12O", "12C", "1E", "1B"),
    Seat.B: ("11E", "10O", "7C", "4B"),
    Seat.C: ("12E", "3B", "6O", "5C"),
    Seat.D: ("7O", "7E", "2C", "4O"),
}


@cache
def _noisy_table(number: int, hand_x: int | None) -> Image:
    rng = np.random.default_rng(number)
    image = np.full((360, 640), 90, np.uint8)
    if hand_x is not None:
        cv2.circle(image, (hand_x, 180), 40, 180, -1)
    noisy = image + rng.normal(0, 4, image.shape)
    return np.repeat(np.clip(noisy, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def table(at: float, *, hand_x: int | None = None) -> Frame:
    """A noisy table at a time, with somebody's hand over it at `hand_x`."""
    return Frame(_noisy_table(round(at * FPS) % 7, hand_x), at, "test")


def film(*parts: tuple[float, bool]) -> Iterator[Frame]:
    """Parts of (seconds, moving) one after the other."""
    frame = 0
    for seconds, moving in parts:
        for _ in range(round(seconds * FPS)):
            at = frame / FPS
            yield table(at, hand_x=40 * (frame % 15) if moving else None)
            frame += 1


class StubReader:
    """Answers with prepared readings, the last one for ever, and notes when it was asked."""

    def __init__(self, *readings: Sequence[CardSighting]) -> None:
        self._readings = list(readings)
        self.asked: list[float] = []
        self.reread_at: list[float] = []

    def read(
        self, frame: Frame, enough: object = None, patient: bool = True
    ) -> Sequence[CardSighting]:
        self.asked.append(frame.time_s)
        return self._next()

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        self.reread_at.append(frame.time_s)
        assert cards
        return self._next()

    def _next(self) -> Sequence[CardSighting]:
        return self._readings.pop(0) if len(self._readings) > 1 else self._readings[0]


class ScenesReader:
    """Answers by time: each scene holds from its time on."""

    def __init__(self) -> None:
        self._scenes: list[tuple[float, Sequence[CardSighting]]] = []
        self.asked: list[float] = []

    def at(self, time_s: float, cards: Sequence[CardSighting]) -> ScenesReader:
        self._scenes.append((time_s, cards))
        return self

    def read(
        self, frame: Frame, enough: object = None, patient: bool = True
    ) -> Sequence[CardSighting]:
        self.asked.append(frame.time_s)
        return [cards for since, cards in self._scenes if since <= frame.time_s][-1]

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        return self.read(frame)


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


class TwoLooksReader:
    """Offers `first`, and `both` where that is not accepted; notes how many looks each took."""

    def __init__(self, first: Sequence[CardSighting], both: Sequence[CardSighting]) -> None:
        self._first, self._both = first, both
        self.looks: list[int] = []

    def read(
        self,
        frame: Frame,
        enough: Callable[[Sequence[CardSighting]], bool] | None = None,
        patient: bool = True,
    ) -> Sequence[CardSighting]:
        accepted = enough is not None and enough(self._first)
        self.looks.append(1 if accepted else 2)
        return self._first if accepted else self._both

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        return cards
