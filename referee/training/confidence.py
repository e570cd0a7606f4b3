"""Fit the reader's temperatures on composed hands, or crops of them, that no network has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.training.crops import NO_CARD, as_crop, hand_scene
from referee.training.reliability import Stated
from referee.training.scene import BACK, Ingredients, Scene
from referee.vision.confidence import Temperatures
from referee.vision.detector import CardReader
from referee.vision.ghosts import quad_overlap

CARD_PX = (55.0, 165.0)
"""Lengths of the cards composed, px: those of a table seen whole at 1920 x 1080."""
_SPLIT = 77
"""Keeps these scenes apart from those of `crops` and `synth` with the same seed."""
_SAME = 0.5
_BATCH = 64
_FEW = 40
"""With fewer cards of a kind their temperature stays 1."""
_RANGE = (0.1, 10.0)


@dataclass(frozen=True)
class Trials:
    """Detections of composed scenes: raw odds (n, classes), second looks (n,), truth (n,).

    `truth` are class numbers, that of `none` where no card lies; `scene` (n,) numbers the scenes.
    """

    names: tuple[str, ...]
    odds: NDArray[np.float64]
    again: NDArray[np.bool_]
    truth: NDArray[np.intp]
    scene: NDArray[np.intp]

    def of(self, keep: NDArray[np.bool_]) -> Trials:
        """Those of the detections to keep (n,)."""
        return Trials(
            self.names,
            self.odds[keep],
            self.again[keep],
            self.truth[keep],
            self.scene[keep],
        )


def trials(reader: CardReader, ingredients: Ingredients, cards: int, seed: int) -> Trials:
    """Compose hands and read them until `cards` detections have been judged. Seeds repeat."""
    number = {name: i for i, name in enumerate(reader.names)}
    odds: list[NDArray[np.float32]] = []
    again: list[bool] = []
    truth: list[int] = []
    scenes: list[int] = []
    for index in count():
        if len(truth) >= cards:
            break
        scene = hand_scene(default_rng([seed, _SPLIT, index]), ingredients, CARD_PX)
        looks = reader.look(Frame(scene.picture, 0.0, f"composed scene {index}"))
        for quad, odd, twice in zip(looks.quads, looks.odds, looks.again, strict=True):
            odds.append(odd)
            again.append(bool(twice))
            truth.append(number[_truth(scene, quad)])
            scenes.append(index)
    return Trials(
        reader.names, np.array(odds, np.float64), np.array(again), np.array(truth), np.array(scenes)
    )


def crop_trials(reader: CardReader, folder: Path) -> Trials:
    """Every `LABEL/*.jpg` of a folder that `referee data synth` wrote, looked at once.

    A second look needs the picture that a crop was cut from. Raises UnreadableError.
    """
    number = {name: i for i, name in enumerate(reader.names)}
    files = sorted(path for path in folder.glob("*/*.jpg") if path.parent.name in number)
    if not files:
        raise UnreadableError(
            f"{folder}: no crops LABEL/*.jpg; `referee data synth` writes them to crops/val"
        )
    odds = []
    for start in range(0, len(files), _BATCH):
        crops = [as_crop(path) for path in files[start : start + _BATCH]]
        odds.append(reader.odds_of(np.stack(crops)))
    return Trials(
        reader.names,
        np.concatenate(odds).astype(np.float64),
        np.zeros(len(files), bool),
        np.array([number[path.parent.name] for path in files]),
        np.arange(len(files)),
    )


def _truth(scene: Scene, quad: NDArray[np.float64]) -> str:
    """The label of the card that lies there, or of none."""
    overlaps = [(quad_overlap(quad, card.quad), card.code) for card in scene.cards]
    overlap, code = max(overlaps, default=(0.0, NO_CARD))
    return code if overlap >= _SAME else NO_CARD


def fit_temperatures(given: Trials) -> Temperatures:
    """The temperatures with the least log loss on these trials."""
    return Temperatures(*(_fit(given.of(given.again == again)) for again in (False, True)))


def _fit(given: Trials) -> float:
    """Log loss is convex in 1 / T, so a search that always drops the worse third finds its least.

    The logarithm of T is as good to search over: order is all that matters.
    """
    if len(given.truth) < _FEW:
        return 1.0
    low, high = np.log(_RANGE)
    while high - low > 1e-3:
        first, second = low + (high - low) / 3, high - (high - low) / 3
        if _loss_at(given, first) < _loss_at(given, second):
            high = second
        else:
            low = first
    return float(np.exp((low + high) / 2))


def _loss_at(given: Trials, logarithm: float) -> float:
    temperature = float(np.exp(logarithm))
    return log_loss(given, Temperatures(temperature, temperature))


def log_loss(given: Trials, temperatures: Temperatures) -> float:
    """Mean of -log(probability of the truth); 0 for no trials."""
    if not len(given.truth):
        return 0.0
    odds = temperatures.probabilities(given.odds, given.again)
    of_truth = odds[np.arange(len(given.truth)), given.truth]
    return float(-np.log(np.maximum(of_truth, 1e-12)).mean())


def stated(given: Trials, temperatures: Temperatures, kind: str) -> Stated:
    """Confidence and truth of what is read as an open card; backs and no cards are left out."""
    odds = temperatures.probabilities(given.odds, given.again)
    none, back = given.names.index(NO_CARD), given.names.index(BACK)
    seen = odds[:, none] < 0.5
    odds[:, none] = 0
    best = odds.argmax(axis=1)
    keep = seen & (best != back)
    confidence = odds.max(axis=1)[keep].astype(np.float64)
    return Stated(kind, confidence, (best == given.truth)[keep])


@dataclass(frozen=True)
class Fit:
    """Temperatures, and how reliable confidences are without and with them.

    Each half of the scenes is judged with temperatures fit on the other half; `temperatures`
    itself is fit on all.
    """

    temperatures: Temperatures
    before: Stated
    after: Stated
    loss_before: float
    loss_after: float
    scenes: int
    again: float


def fit(given: Trials) -> Fit:
    """Fit on all, judge by halves."""
    halves = [given.of(given.scene % 2 == half) for half in (0, 1)]
    crossed = [fit_temperatures(half) for half in reversed(halves)]
    judged = [stated(half, t, "") for half, t in zip(halves, crossed, strict=True)]
    losses = [log_loss(half, t) for half, t in zip(halves, crossed, strict=True)]
    return Fit(
        fit_temperatures(given),
        stated(given, Temperatures(), "as the network says"),
        _joined(judged, "with temperatures"),
        log_loss(given, Temperatures()),
        float(np.average(losses, weights=[len(half.truth) for half in halves])),
        len(np.unique(given.scene)),
        float(given.again.mean()),
    )


def _joined(parts: Sequence[Stated], kind: str) -> Stated:
    confidence = np.concatenate([part.confidence for part in parts])
    return Stated(kind, confidence, np.concatenate([part.right for part in parts]))
