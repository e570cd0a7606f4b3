"""Find the cards of a picture and their four corners: one ONNX model, no torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.network import open_network
from referee.vision.quads import half_turned, quads_of_keypoints
from referee.weights import ModelError, ModelFile

_NUMBERS = 1 + 4 * 3
"""What the detector tells of a card: a score and four key points, each with a visibility."""
_SIDES = (960, 1920)
"""Longer side, px, of the picture at each look; a picture is never enlarged.

What two sizes agree on lies better than what is seen twice at one, and the first look, which is
often enough, takes a quarter of the time of the second.
"""
_FOUND = 0.36
"""Detector score from which a card is taken as found."""
_SAME_CARD = 0.13
"""Two detections whose key points differ by less than this share of a card's length are one."""
_GLANCE_SIDE = 320
"""Longer side, px, of the picture in which cards are seen that are too large in the whole one."""
_TOO_LARGE, _EASY = 230.0, 100.0
"""Lengths of a card in the detector's input, px: it sees parts of cards that are longer than the
first, and cards of the second best."""
_SURE = 0.5
"""Detector score of cards whose length counts at a glance."""


@dataclass(frozen=True)
class FoundCards:
    """Corners (n, 4, 2) px, TL TR BR BL, and scores (n,), the most clearly found first.

    `final` says that no further look follows.
    """

    quads: NDArray[np.float64]
    scores: NDArray[np.float64]
    final: bool = True


class CardFinder:
    """Looks for cards at several sizes; what all looks agree on is found best."""

    def __init__(self, detector: ModelFile, threads: int) -> None:
        self._network = open_network(detector, threads)
        numbers = self._network.get_outputs()[0].shape[1]
        if numbers != _NUMBERS:
            raise ModelError(
                f"{detector.path}: tells {numbers} numbers a card instead of {_NUMBERS}; "
                "export it with `referee train export`"
            )

    def find(self, image: NDArray[np.uint8]) -> FoundCards:
        """All cards of a BGR picture (h, w, 3)."""
        *_, best = self.finds(image)
        return best

    def finds(self, image: NDArray[np.uint8]) -> Iterator[FoundCards]:
        """The cards of a BGR picture after one look, and after each further one."""
        first, largest = self._first(image)
        looks = [first]
        ways = _further(first.way, largest)
        yield _found(looks, final=not ways)
        for way in ways:
            looks.append(self._look(image, way))
            yield _found(looks, final=way == ways[-1])

    def _first(self, image: NDArray[np.uint8]) -> tuple[_Look, int]:
        """The first look, and the longer side, px, at which cards are not too large for others.

        A glance sees cards that fill so much of the picture that the look takes parts for cards.
        """
        longest = max(image.shape[:2])
        look = self._look(image, _Way(min(_SIDES[0], longest)))
        glance = self._look(image, _Way(min(_GLANCE_SIDE, longest)))
        if look.way.side * glance.length > _TOO_LARGE:
            easy = self._look(image, _Way(round(_EASY / glance.length)))
            if easy.mean_score > look.mean_score:
                return easy, easy.way.side
        return look, min(longest, round(_TOO_LARGE / look.length)) if look.length else longest

    def _look(self, image: NDArray[np.uint8], way: _Way) -> _Look:
        height, width = image.shape[:2]
        scale = way.side / max(height, width)
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = image if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        rgb = _padded(np.asarray(small, np.uint8))[..., ::-1].transpose(2, 0, 1)
        pixels = np.ascontiguousarray(rgb, np.float32)
        pixels /= 255
        if way.turned:
            pixels = np.ascontiguousarray(pixels[:, ::-1, ::-1])
        name = self._network.get_inputs()[0].name
        (raw,) = self._network.run(None, {name: pixels[None]})
        keypoints, scores = _above(raw[0], _FOUND)
        if way.turned:
            keypoints = half_turned(keypoints, pixels.shape[2], pixels.shape[1])
        enlarge = np.array([width / size[0], height / size[1]])
        return _Look(way, max(height, width), (keypoints + 0.5) * enlarge - 0.5, scores)


@dataclass(frozen=True)
class _Way:
    """How a picture is looked at: shrunk to a longer side, px, and perhaps upside down."""

    side: int
    turned: bool = False


def _further(first: _Way, largest: int) -> list[_Way]:
    """The looks after the first, at most `largest` px.

    What would be seen a second time at the same size is seen upside down, and a third time not.
    """
    ways = [first]
    for side in _SIDES[1:]:
        upright = _Way(min(side, largest))
        way = _Way(upright.side, turned=upright in ways)
        if way not in ways:
            ways.append(way)
    return ways[1:]


@dataclass(frozen=True)
class _Look:
    """What one look found in a picture whose longer side is `longest` px.

    Key points (n, 4, 2) in px of the picture and scores (n,), best first.
    """

    way: _Way
    longest: int
    keypoints: NDArray[np.float64]
    scores: NDArray[np.float64]

    @cached_property
    def joined(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Key points (n, 4, 2) and scores (n,) of one detection a card."""
        return _merged(self.keypoints, self.scores)

    @property
    def length(self) -> float:
        """Of the cards that are surely seen, in longer sides of the picture; 0 without any."""
        keypoints, scores = self.joined
        sure = _lengths(keypoints)[scores >= _SURE]
        return float(np.median(sure)) / self.longest if len(sure) else 0.0

    @property
    def mean_score(self) -> float:
        """Of all cards found; 0 where there are none."""
        _, scores = self.joined
        return float(scores.mean()) if len(scores) else 0.0


def _found(looks: Sequence[_Look], *, final: bool) -> FoundCards:
    """What some looks at one picture make together."""
    keypoints, scores = _merged(
        np.concatenate([look.keypoints for look in looks]),
        np.concatenate([look.scores for look in looks]),
        np.repeat(np.arange(len(looks)), [len(look.scores) for look in looks]),
    )
    return FoundCards(quads_of_keypoints(keypoints), scores, final)


def _lengths(keypoints: NDArray[np.float64]) -> NDArray[np.float64]:
    """Length (n,) of cards, px, from key points (n, 4, 2) in px."""
    return np.asarray(2 * np.linalg.norm(keypoints[:, 1] - keypoints[:, 0], axis=1), np.float64)


def _padded(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Grow to a multiple of 32 px on the right and below, in ultralytics' letterbox grey."""
    height, width = image.shape[:2]
    out = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
    out[:height, :width] = image
    return out


def _above(raw: NDArray[Any], threshold: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Key points (n, 4, 2) and scores (n,) over the threshold, best first.

    From the detector's output (1 + 12, anchors).

    A score, then x, y and a visibility that is not used for each of four key points.
    """
    rows = raw.T[raw[0] >= threshold]
    rows = rows[np.argsort(-rows[:, 0], kind="stable")].astype(np.float64)
    return rows[:, 1:].reshape(-1, 4, 3)[..., :2], rows[:, 0]


def _merged(
    keypoints: NDArray[np.float64],
    scores: NDArray[np.float64],
    looks: NDArray[np.integer] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """One detection a card: the key points of each group averaged, best group first.

    Boxes of cards that lie over each other overlap by more than two boxes of one card may, so
    groups are formed by the distance of key points, which for two cards in sight never vanishes.
    `looks` numbers the looks at the picture, from 0; the score of a group is the mean over all
    looks of the best score in each, so what only one look has seen counts for less.
    """
    if looks is None:
        looks = np.zeros(len(scores), np.intp)
    count = int(looks.max(initial=0)) + 1
    length = _lengths(keypoints)
    x, y = np.moveaxis(keypoints[:, :3], 2, 0)
    # written out: numpy's norm takes five times as long, and a full table gives 200 detections
    gaps = np.sqrt((x[:, None] - x[None]) ** 2 + (y[:, None] - y[None]) ** 2).mean(axis=2)
    free = np.ones(len(scores), bool)
    out_points, out_scores = [], []
    for i in np.argsort(-scores, kind="stable"):
        if not free[i]:
            continue
        group = free & (gaps[i] < _SAME_CARD * length[i])
        free &= ~group
        weights = scores[group] ** 2
        out_points.append(np.average(keypoints[group], axis=0, weights=weights))
        best = [scores[group & (looks == look)].max(initial=0.0) for look in range(count)]
        out_scores.append(float(np.mean(best)))
    order = np.argsort(-np.array(out_scores), kind="stable")
    return np.reshape(out_points, (-1, 4, 2))[order], np.array(out_scores, np.float64)[order]
