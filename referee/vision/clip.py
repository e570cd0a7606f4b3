"""Read the reveal of a recording: votes over frames while the table lies still, one commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import SPANISH_40, Card, Pack
from referee.frames.frame import Frame
from referee.vision.detector import CardReader
from referee.vision.reveal import CERTAIN, Reveal, read_reveal
from referee.vision.seats_in_view import TableProfile
from referee.vision.sighting import Candidate, CardSighting

STILL_S = 0.3
"""The table counts as still after this long without motion."""
READ_EVERY_S = 0.15
"""Time between two readings of a still table."""
VOTES = 3
"""Readings that must agree before a reveal is committed."""
_CHANGED = 14.0
"""Grey levels by which a blurred pixel must differ to count as changed; noise stays below."""
_MOVING_SHARE = 0.0015
"""Share of changed pixels from which something moves: about a finger's breadth in view."""


@dataclass(frozen=True)
class CommittedReveal:
    """A reveal, the frame at which it was committed, and how many readings agreed on it.

    `reveal.complete` is False when the recording ends without sixteen certain cards; it is then
    the best reading there was.
    """

    reveal: Reveal
    frame: Frame
    votes: int


@dataclass
class _Track:
    """One card over several frames: the sum of what each frame said about it."""

    quad: NDArray[np.float64]
    weights: dict[Card | None, float] = field(default_factory=dict)
    found: float = 0.0
    seen: int = 0

    def add(self, sighting: CardSighting) -> None:
        self.quad = sighting.quad
        self.found = max(self.found, sighting.found)
        self.seen += 1
        for candidate in sighting.candidates:
            known = self.weights.get(candidate.card, 0.0)
            self.weights[candidate.card] = known + candidate.confidence

    def sighting(self) -> CardSighting:
        ranked = sorted(self.weights.items(), key=lambda item: -item[1])
        candidates = tuple(Candidate(card, weight / self.seen) for card, weight in ranked[:6])
        return CardSighting(self.quad, candidates, self.found)


class _StillTable:
    """What has been read since the table came to rest."""

    def __init__(self) -> None:
        self._tracks: list[_Track] = []
        self.readings = 0

    def add(self, sightings: Sequence[CardSighting]) -> None:
        self.readings += 1
        free = list(self._tracks)
        for sighting in sightings:
            reach = 0.15 * float(np.linalg.norm(sighting.quad[0] - sighting.quad[3]))
            near = [
                t for t in free if np.linalg.norm(t.quad.mean(axis=0) - sighting.centre) < reach
            ]
            if near:
                track = min(
                    near,
                    key=lambda t: float(np.linalg.norm(t.quad.mean(axis=0) - sighting.centre)),
                )
                free = [t for t in free if t is not track]
            else:
                track = _Track(sighting.quad)
                self._tracks.append(track)
            track.add(sighting)

    def sightings(self) -> list[CardSighting]:
        """Cards seen in more than half of the readings."""
        return [t.sighting() for t in self._tracks if t.seen * 2 > self.readings]


def _small(frame: Frame) -> NDArray[np.float32]:
    width = 320
    height = max(1, round(frame.image.shape[0] * width / frame.image.shape[1]))
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)


def still_stretches(frames: Iterable[Frame]) -> Iterator[tuple[Frame, int | None]]:
    """Every frame with the number of the still stretch that it lies in, None while moving.

    A frame is compared with the one before it and with the first of its stretch, so that slow
    motion counts as well.
    """
    stretch = 0
    since: float | None = None
    previous = anchor = None
    for frame in frames:
        small = _small(frame)
        if (
            previous is None
            or anchor is None
            or small.shape != previous.shape
            or _moves(small, previous)
            or _moves(small, anchor)
        ):
            since, anchor = frame.time_s, small
            stretch += 1
        previous = small
        still = since is not None and frame.time_s - since >= STILL_S
        yield frame, stretch if still else None


def _moves(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    return float(np.mean(np.abs(a - b) > _CHANGED)) > _MOVING_SHARE


def read_reveal_clip(
    frames: Iterable[Frame],
    reader: CardReader,
    profile: TableProfile | None = None,
    *,
    pack: Pack = SPANISH_40,
    threshold: float = CERTAIN,
) -> CommittedReveal | None:
    """The first complete reveal on which enough readings of a still table agree.

    Without one, the reading with the fewest faults, or None when the table never lay still with
    cards on it.
    """
    best: CommittedReveal | None = None
    table, stretch, read_at = _StillTable(), None, 0.0
    agreed, last = 0, None
    for frame, number in still_stretches(frames):
        if number is None:
            continue
        if number != stretch:
            table, stretch, agreed, last = _StillTable(), number, 0, None
        elif frame.time_s - read_at < READ_EVERY_S:
            continue
        read_at = frame.time_s
        table.add(reader.read(frame))
        reveal = read_reveal(table.sightings(), profile, pack=pack, threshold=threshold)
        hands = {seat: frozenset(reveal.cards(seat)) for seat in reveal.hands}
        agreed = agreed + 1 if hands == last else 1
        last = hands
        if reveal.complete and agreed >= VOTES:
            return CommittedReveal(reveal, frame, agreed)
        if reveal.labels and (best is None or len(reveal.faults) <= len(best.reveal.faults)):
            best = CommittedReveal(reveal, frame, agreed)
    return best
