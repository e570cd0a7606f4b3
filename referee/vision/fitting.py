"""From views of the cards of a deck to what tells them apart: in closed form, in seconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from referee.vision.classifier import BACK
from referee.vision.models import Faces
from referee.vision.rectify import Image
from referee.vision.taught import TaughtDeck
from referee.vision.variations import crop_of, varied

VARIATIONS = 32
"""Crops made of each card, from all its views together."""
_DIMENSIONS = 256
_SHRINK = 0.2
"""Share of the covariance that is replaced by a round one: there are few views of each card."""
_SHARPNESSES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
_STRANGE = 0.65
"""Share of the usual likeness below which a card that lies in sight is not of the deck."""

Features = Callable[[Sequence[Image]], NDArray[np.float32]]
"""Crops (128, 128, 3) BGR to features (n, D)."""


@dataclass(frozen=True)
class _Fit:
    mean: NDArray[np.float64]
    basis: NDArray[np.float64]
    centres: NDArray[np.float64]


def fit_deck(
    name: str,
    classifier: str,
    faces: Faces,
    plates: Mapping[str, Sequence[Image]],
    features: Features,
    *,
    seed: int = 0,
    variations: int = VARIATIONS,
) -> TaughtDeck:
    """Learn a deck from plates (`variations.plate_of`) by label: card codes, and `back` if shown.

    The same plates, model and seed give the same deck.
    """
    rng = default_rng(seed)
    labels = tuple(sorted(plates, key=lambda label: (label == BACK, label)))
    everything = [plate for label in labels for plate in plates[label]]
    crops, numbers, clean = [], [], []
    for number, label in enumerate(labels):
        for i in range(max(variations, len(plates[label]))):
            plate = plates[label][i % len(plates[label])]
            is_clean = i < len(plates[label])
            crops.append(crop_of(plate) if is_clean else varied(rng, plate, everything))
            numbers.append(number)
            clean.append(is_clean)
    seen = np.asarray(features(crops), np.float64)
    which = np.array(numbers)
    fit = _fit(seen, which, len(labels))
    taught = TaughtDeck(
        name,
        classifier,
        faces,
        labels,
        fit.mean.astype(np.float32),
        fit.basis.astype(np.float16).astype(np.float32),
        fit.centres.astype(np.float32),
        _sharpness(seen, which, len(labels)),
        0.0,
    )
    likeness = taught.likeness(seen[np.array(clean)])
    floor = _STRANGE * max(0.0, float(np.median(likeness)))
    return replace(taught, floor=floor)


def _fit(
    seen: NDArray[np.float64],
    which: NDArray[np.intp],
    count: int,
    mean_axes: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None,
) -> _Fit:
    mean, axes = mean_axes or _axes(seen)
    placed = (seen - mean) @ axes
    centres = np.stack([placed[which == k].mean(axis=0) for k in range(count)])
    strays = placed - centres[which]
    spread = strays.T @ strays / len(strays)
    size = len(spread)
    round_one = np.trace(spread) / size * np.eye(size)
    spread = (1 - _SHRINK) * spread + _SHRINK * round_one + 1e-9 * np.eye(size)
    whitening = np.linalg.cholesky(np.linalg.inv(spread))
    return _Fit(mean, axes @ whitening, centres @ whitening)


def _axes(seen: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean and the directions (D, P) in which the features vary most."""
    mean = seen.mean(axis=0)
    _, vectors = np.linalg.eigh((seen - mean).T @ (seen - mean) / len(seen))
    return mean, vectors[:, ::-1][:, :_DIMENSIONS]


def _sharpness(seen: NDArray[np.float64], which: NDArray[np.intp], count: int) -> float:
    """The sharpness at which what one half of the crops teaches is best right on the other."""
    half = np.arange(len(seen)) % 2 == 0
    if count > len(np.unique(which[half])) or half.all():
        return _SHARPNESSES[0]
    fit = _fit(seen[half], which[half], count, _axes(seen))
    placed = (seen[~half] - fit.mean) @ fit.basis
    scores = placed @ fit.centres.T - 0.5 * (fit.centres**2).sum(axis=1)
    scores -= scores.max(axis=1, keepdims=True)
    truth = which[~half]

    def loss(sharpness: float) -> float:
        scaled = sharpness * scores
        right = scaled[np.arange(len(truth)), truth]
        return float(np.mean(np.log(np.exp(scaled).sum(axis=1)) - right))

    return min(_SHARPNESSES, key=loss)
