"""Find the cards of a picture and their four corners: one ONNX model, no torch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.network import open_network
from referee.vision.quads import half_turned, quads_of_keypoints
from referee.weights import ModelError, ModelFile

_NUMBERS = 1 + 4 * 3
"""What the detector tells of a card: a score and four key points, each with a visibility."""
_LONG_SIDE = 1920
"""Pictures are shrunk so that their longer side is this many px at most; never enlarged."""
_FOUND = 0.30
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
    """Corners (n, 4, 2) px, TL TR BR BL, and scores (n,), the most clearly found first."""

    quads: NDArray[np.float64]
    scores: NDArray[np.float64]


class CardFinder:
    """Looks for cards upright and upside down; what both looks agree on is found best."""

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
        """The cards after one look at a BGR picture, then after two; each look costs the same."""
        shrunk, first = self._first(image)
        yield shrunk.found(*_merged(first.keypoints, first.scores))
        turned = self._look(shrunk.pixels[:, ::-1, ::-1])
        height, width = shrunk.pixels.shape[1:]
        yield shrunk.found(
            *_merged(
                np.concatenate([first.keypoints, half_turned(turned.keypoints, width, height)]),
                np.concatenate([first.scores, turned.scores]),
                np.repeat([0, 1], [len(first.scores), len(turned.scores)]),
            )
        )

    def _first(self, image: NDArray[np.uint8]) -> tuple[_Shrunk, _Rows]:
        """The first look, and the size of the picture at which it is surest of what it sees."""
        whole, glance = _Shrunk.of(image, _LONG_SIDE), _Shrunk.of(image, _GLANCE_SIDE)
        seen, glimpsed = self._look(whole.pixels), self._look(glance.pixels)
        keypoints, scores = _merged(glimpsed.keypoints, glimpsed.scores)
        sure = _lengths(keypoints)[scores >= _SURE]
        if not len(sure):
            return whole, seen
        length = float(np.median(sure))
        if length * (glance.enlarge / whole.enlarge).max() > _TOO_LARGE:
            easy = _Shrunk.of(image, round(_GLANCE_SIDE * _EASY / length))
            other = self._look(easy.pixels)
            if _mean_score(other) > _mean_score(seen):
                return easy, other
        return whole, seen

    def _look(self, pixels: NDArray[np.float32]) -> _Rows:
        name = self._network.get_inputs()[0].name
        (raw,) = self._network.run(None, {name: np.ascontiguousarray(pixels[None])})
        return _above(raw[0], _FOUND)


@dataclass(frozen=True)
class _Shrunk:
    """A picture as the network takes it (3, h, w), RGB 0..1, and how much larger it was (x, y)."""

    pixels: NDArray[np.float32]
    enlarge: NDArray[np.float64]

    @classmethod
    def of(cls, image: NDArray[np.uint8], long_side: int) -> _Shrunk:
        """A BGR picture, its longer side `long_side` px at most."""
        height, width = image.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = image if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        rgb = _padded(np.asarray(small, np.uint8))[..., ::-1].transpose(2, 0, 1)
        pixels = np.ascontiguousarray(rgb).astype(np.float32) / 255
        return cls(pixels, np.array([width / size[0], height / size[1]]))

    def found(self, keypoints: NDArray[np.float64], scores: NDArray[np.float64]) -> FoundCards:
        """The cards in px of the picture from key points (n, 4, 2) in px of `pixels`."""
        return FoundCards((quads_of_keypoints(keypoints) + 0.5) * self.enlarge - 0.5, scores)


@dataclass(frozen=True)
class _Rows:
    """Key points (n, 4, 2) in px of the network's input and scores (n,), best first."""

    keypoints: NDArray[np.float64]
    scores: NDArray[np.float64]


def _lengths(keypoints: NDArray[np.float64]) -> NDArray[np.float64]:
    """Length (n,) of cards, px, from key points (n, 4, 2) in px."""
    return np.asarray(2 * np.linalg.norm(keypoints[:, 1] - keypoints[:, 0], axis=1), np.float64)


def _mean_score(rows: _Rows) -> float:
    """Of all cards found; 0 where there are none."""
    _, scores = _merged(rows.keypoints, rows.scores)
    return float(scores.mean()) if len(scores) else 0.0


def _padded(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Grow to a multiple of 32 px on the right and below, in ultralytics' letterbox grey."""
    height, width = image.shape[:2]
    out = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
    out[:height, :width] = image
    return out


def _above(raw: NDArray[Any], threshold: float) -> _Rows:
    """Rows of the detector's output (1 + 12, anchors) over the threshold, best first.

    A score, then x, y and a visibility that is not used for each of four key points.
    """
    rows = raw.T[raw[0] >= threshold]
    rows = rows[np.argsort(-rows[:, 0], kind="stable")].astype(np.float64)
    return _Rows(rows[:, 1:].reshape(-1, 4, 3)[..., :2], rows[:, 0])


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
    gaps = np.linalg.norm(keypoints[:, None] - keypoints[None], axis=3)[..., :3].mean(axis=2)
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
