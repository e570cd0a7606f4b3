"""From pictures to what was shown: each card in one place, followed for as long as it lies there.

Cards are shown by lying still, alone or among others. What the reader takes for one card in one
place is a showing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame
from referee.vision.rectify import Image
from referee.vision.sighting import CardSighting
from referee.vision.stillness import Stillness
from referee.vision.variations import plate_of

_STILL_S = 0.25
"""Nothing is learnt from a recording before it lies still for so long."""
_EVERY_S = 0.5
"""Time between two views of a still recording."""
VIEWS = 6
"""Views kept of one card."""
_SAME_PLACE = 0.2
"""Two views this share of a card's length apart lie in one place."""
ALIKE = 0.7
"""Cosine of the features of two showings from which they may be of one card."""
LEAST_ODDS = 1e-4
"""No odds speak more against a card than these."""


class Looker(Protocol):
    """What teaching asks of `referee.vision.detector.CardReader`."""

    def read(self, frame: Frame) -> Sequence[CardSighting]:
        """All cards of a frame."""

    def features_at(
        self, image: NDArray[np.uint8], quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Odds (n, classes) and features (n, 2, D)."""


@dataclass
class Showing:
    """One card as it was shown: `number` from 1, `where` it was first seen, plates of its views.

    `odds` (classes,) are the sum of the logarithms of the reader's odds, `feature` (D,) the sum of
    what it sees, over `views`.
    """

    number: int
    where: str
    odds: NDArray[np.float64]
    feature: NDArray[np.float64]
    quad: NDArray[np.float64]
    plates: list[Image] = field(default_factory=list)
    views: int = 1
    also: list[int] = field(default_factory=list)
    """Numbers of the showings that were joined to this one."""

    def join(self, other: Showing) -> None:
        """Take over the views of another showing of the same card."""
        if other.number:
            self.also += [other.number, *other.also]
        self.odds = self.odds + other.odds
        self.feature = self.feature + other.feature
        self.quad = other.quad
        self.plates = (self.plates + other.plates)[:VIEWS]
        self.views += other.views

    @property
    def log_odds(self) -> NDArray[np.float64]:
        """Of all classes; two views say more than one, ten hardly more than three."""
        return self.odds / self.views * min(self.views, 3)


class Watching:
    """Looks at frames one by one and keeps everything shown so far in `shown`.

    Of a `moving` source only what lies still is looked at, twice a second; otherwise every
    picture is.
    """

    def __init__(self, reader: Looker, *, moving: bool) -> None:
        self._reader = reader
        self._moving = moving
        self._stillness = Stillness()
        self._looked_s = -np.inf
        self.shown: list[Showing] = []
        self.there: Sequence[Showing] = ()
        """What lay there when it was last looked at."""

    def pause(self) -> None:
        """Frames that follow come later and have times of their own; what was shown is kept."""
        self._stillness = Stillness()
        self._looked_s = -np.inf
        self.there = ()

    def feed(self, frame: Frame) -> bool:
        """Take the next frame; whether it was looked at."""
        if self._moving:
            still = self._stillness.feed(frame)
            if still.for_s < _STILL_S or frame.time_s - self._looked_s < _EVERY_S:
                return False
        self._looked_s = frame.time_s
        where = f"at {frame.time_s:.1f} s" if self._moving else f"in {frame.source}"
        views = _views(self._reader, frame, where)
        self.there = _linked(views, self.there if self._moving else (), self.shown)
        return True


def watch(reader: Looker, frames: Iterable[Frame], *, moving: bool) -> Iterator[list[Showing]]:
    """Everything shown so far, after each picture that was looked at, as `Watching` does."""
    watching = Watching(reader, moving=moving)
    for frame in frames:
        if watching.feed(frame):
            yield watching.shown


def _views(reader: Looker, frame: Frame, where: str) -> list[Showing]:
    cards = reader.read(frame)
    if not cards:
        return []
    quads = np.stack([card.quad for card in cards])
    odds, features = reader.features_at(frame.image, quads)
    return [
        Showing(
            0,
            where,
            np.log(np.maximum(odd, LEAST_ODDS)).astype(np.float64),
            feature.mean(axis=0).astype(np.float64),
            quad,
            [plate_of(frame.image, quad)],
        )
        for quad, odd, feature in zip(quads, odds, features, strict=True)
    ]


def _linked(
    views: Sequence[Showing], before: Sequence[Showing], shown: list[Showing]
) -> list[Showing]:
    """Join each view to the showing in its place just before, or begin a new one."""
    there = []
    for view in sorted(views, key=lambda v: (v.quad[:, 0].mean(), v.quad[:, 1].mean())):
        near = [s for s in before if _in_one_place(s, view) and cosine(s, view) > ALIKE]
        if near:
            near[0].join(view)
            there.append(near[0])
        else:
            view.number = len(shown) + 1
            shown.append(view)
            there.append(view)
    return there


def _in_one_place(a: Showing, b: Showing) -> bool:
    length = float(np.linalg.norm(a.quad[0] - a.quad[3]))
    return float(np.linalg.norm(a.quad.mean(axis=0) - b.quad.mean(axis=0))) < _SAME_PLACE * length


def cosine(a: Showing, b: Showing, mean: NDArray[np.float64] | float = 0.0) -> float:
    """How much two showings look alike, seen from `mean` (D,): up to 1."""
    one, other = a.feature / a.views - mean, b.feature / b.views - mean
    return float(one @ other / max(1e-9, np.linalg.norm(one) * np.linalg.norm(other)))
