"""Find the cards in a frame and say which they are: two ONNX models, no torch."""

from __future__ import annotations

import ast
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision.confidence import Temperatures, stated_temperatures
from referee.vision.ghosts import without_ghosts
from referee.vision.models import Faces, ModelError, ModelFile, load_model
from referee.vision.quads import half_turned, quads_of_keypoints
from referee.vision.rectify import rectify
from referee.vision.second_look import cuts_about, joint_odds
from referee.vision.sighting import Candidate, CardSighting

DETECTOR = "cards-detector"

_LONG_SIDE = 1920
"""Frames are shrunk so that their longer side is this many px at most; never enlarged."""
_FOUND = 0.30
"""Detector score from which a card is taken as found."""
_SAME_CARD = 0.13
"""Two detections whose key points differ by less than this share of a card's length are one."""
_TOO_LARGE = 230.0
"""Cards longer than this many px in the detector's input are larger than it was trained for."""
_SURE = 0.8
"""Readings below this confidence get a second look."""
_BACK, _NO_CARD = "back", "none"


def _session(model: ModelFile, threads: int) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return ort.InferenceSession(model.data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises bare pybind types
        why = " ".join(str(error).split())
        raise ModelError(f"{model.path}: not a usable ONNX model: {why}") from None


def _names(session: ort.InferenceSession, path: Path) -> list[str]:
    written = session.get_modelmeta().custom_metadata_map.get("names")
    if written is None:
        raise ModelError(f"{path}: no class names in its metadata; export it with ultralytics")
    names: dict[int, str] = ast.literal_eval(written)
    return [names[i] for i in range(len(names))]


@dataclass(frozen=True)
class Looks:
    """What the networks say of the cards of a frame, before it is made probabilities.

    Corners (n, 4, 2) px, detector scores (n,), class odds (n, classes), and which cards were
    looked at again (n,).
    """

    quads: NDArray[np.float64]
    scores: NDArray[np.float64]
    odds: NDArray[np.float32]
    again: NDArray[np.bool_]


class CardReader:
    """Reads every card of a frame. Holds two ONNX sessions; use one reader for all frames."""

    def __init__(
        self,
        detector: ModelFile,
        classifier: ModelFile,
        threads: int | None = None,
        temperatures: Temperatures | None = None,
    ):
        self._temperatures = temperatures or Temperatures()
        threads = threads or min(4, os.cpu_count() or 1)
        self._detector = _session(detector, threads)
        self._classifier = _session(classifier, threads)
        self._names = _names(self._classifier, classifier.path)
        self._cards = [
            None if name in (_BACK, _NO_CARD) else Card.parse(name) for name in self._names
        ]
        for needed in (_BACK, _NO_CARD):
            if needed not in self._names:
                raise ModelError(f"{classifier.path}: lacks the class {needed!r}")
        self._no_card = self._names.index(_NO_CARD)

    @classmethod
    def load(
        cls,
        folder: Path | None = None,
        threads: int | None = None,
        *,
        faces: Faces = Faces.SPANISH,
    ) -> CardReader:
        """The models that ship with the project, or those in `folder`. Raises ModelError."""
        classifier = load_model(faces.classifier, folder)
        temperatures = stated_temperatures(classifier.path)
        return cls(load_model(DETECTOR, folder), classifier, threads, temperatures)

    @property
    def names(self) -> tuple[str, ...]:
        """The classes of the classifier, in the order of its odds."""
        return tuple(self._names)

    def look(self, frame: Frame) -> Looks:
        """Everything found, and what the classifier says of it, for fitting temperatures."""
        quads, scores = self._find(frame.image)
        if not len(quads):
            nothing = np.zeros((0, len(self._names)), np.float32)
            return Looks(quads, scores, nothing, np.zeros(0, bool))
        return Looks(quads, scores, *self._look_at(frame.image, quads))

    def read(self, frame: Frame) -> tuple[CardSighting, ...]:
        """All cards found, the most clearly found first."""
        looks = self.look(frame)
        odds = self._temperatures.probabilities(looks.odds, looks.again)
        return without_ghosts(
            self._sighting(quad, float(score), odd)
            for quad, score, odd in zip(looks.quads, looks.scores, odds, strict=True)
            if odd[self._no_card] < 0.5
        )

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> tuple[CardSighting, ...]:
        """The cards at known places of another frame of a table that lies still.

        Only the classifier looks again, which takes a fraction of the time of finding them; a
        place where it sees no card any more is left out.
        """
        if not cards:
            return ()
        looks = self._look_at(frame.image, np.stack([card.quad for card in cards]))
        odds = self._temperatures.probabilities(*looks)
        return tuple(
            self._sighting(card.quad, card.found, odd)
            for card, odd in zip(cards, odds, strict=True)
            if odd[self._no_card] < 0.5
        )

    def _sighting(
        self, quad: NDArray[np.float64], found: float, odds: NDArray[np.float32]
    ) -> CardSighting:
        order = [int(i) for i in np.argsort(-odds)[:6] if int(i) != self._no_card]
        candidates = tuple(Candidate(self._cards[i], float(odds[i])) for i in order)
        return CardSighting(quad, candidates, found)

    def _look_at(
        self, image: NDArray[np.uint8], quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Class odds (n, classes) at `quads` (n, 4, 2), and which cards were looked at again (n,).

        Those are the doubtful ones.
        """
        odds = self._odds(image, quads)
        again = (odds.max(axis=1) < _SURE) & (odds[:, self._no_card] < 0.5)
        for i in np.flatnonzero(again):
            odds[i] = joint_odds(self._odds(image, cuts_about(quads[i])))
        return odds, again

    def _odds(self, image: NDArray[np.uint8], quads: NDArray[np.float64]) -> NDArray[np.float32]:
        """Class odds (n, classes) of the cards at `quads` (n, 4, 2), the mean of both ways up."""
        crops = np.stack([rectify(image, quad) for quad in quads])
        batch = np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32)
        batch /= 255
        both = np.concatenate([batch, batch[:, :, ::-1, ::-1]])
        odds, *_ = self._classifier.run(None, {self._classifier.get_inputs()[0].name: both})
        return np.asarray(odds.reshape(2, len(crops), -1).mean(axis=0), np.float32)

    def _find(self, image: NDArray[np.uint8]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Corners (n, 4, 2) px and scores (n,)."""
        quads, scores, length = self._find_at(image, _LONG_SIDE)
        if not len(quads) or length > _TOO_LARGE:
            smaller = self._find_at(image, _LONG_SIDE // 4)
            if smaller[1].sum() > scores.sum():
                quads, scores, _ = smaller
        return quads, scores

    def _find_at(
        self, image: NDArray[np.uint8], long_side: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """As `_find`, with the picture no larger than `long_side`; also the largest card's px."""
        height, width = image.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = image if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        padded = _padded(np.asarray(small, np.uint8))
        upright = (
            np.ascontiguousarray(padded[..., ::-1].transpose(2, 0, 1)).astype(np.float32) / 255
        )
        both = np.stack([upright, upright[:, ::-1, ::-1]])
        (raw,) = self._detector.run(None, {self._detector.get_inputs()[0].name: both})
        looks = [_above(look, _FOUND) for look in raw]
        turned = half_turned(looks[1][0], padded.shape[1], padded.shape[0])
        keypoints, scores = _merged(
            np.concatenate([looks[0][0], turned]),
            np.concatenate([looks[0][1], looks[1][1]]),
            np.repeat([0, 1], [len(look[1]) for look in looks]),
        )
        quads = quads_of_keypoints(keypoints)
        long = float(np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1).max(initial=0))
        back = np.array([width / size[0], height / size[1]])
        return (quads + 0.5) * back - 0.5, scores, long


def _padded(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Grow to a multiple of 32 px on the right and below, in ultralytics' letterbox grey."""
    height, width = image.shape[:2]
    out = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
    out[:height, :width] = image
    return out


def _above(raw: NDArray[Any], threshold: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows of ultralytics' pose output (5 + 12, anchors) over the threshold, best first.

    Returns key points (n, 4, 2) in px of the network's input and scores (n,).
    """
    rows = raw.T[raw[4] >= threshold]
    rows = rows[np.argsort(-rows[:, 4], kind="stable")].astype(np.float64)
    return rows[:, 5:].reshape(-1, 4, 3)[..., :2], rows[:, 4]


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
    length = 2 * np.linalg.norm(keypoints[:, 1] - keypoints[:, 0], axis=1)
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
