"""Whether a confidence of 0.9 is right nine times in ten, and what must be doubted to be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ALLOWED = 1 / 1000
"""Share of all cards that may be wrong without being listed as doubtful."""
_BINS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)
_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999)


@dataclass(frozen=True)
class Stated:
    """Readings of open cards whose truth is known: confidence (n,) and whether right (n,).

    `kind` says what they are, for a legend.
    """

    kind: str
    confidence: NDArray[np.float64]
    right: NDArray[np.bool_]

    def __post_init__(self) -> None:
        if self.confidence.ndim != 1 or self.confidence.shape != self.right.shape:
            raise ValueError(
                f"{self.kind}: {self.confidence.shape} confidences for {self.right.shape} readings"
            )

    @property
    def error(self) -> float:
        """Expected calibration error: the mean distance of confidence and truth over the bins."""
        gaps = [b.cards * abs(b.confidence - b.right) for b in bins(self)]
        return sum(gaps) / max(1, len(self.right))


@dataclass(frozen=True)
class Bin:
    """Readings of about the same confidence: how many, their mean confidence, share right."""

    cards: int
    confidence: float
    right: float


@dataclass(frozen=True)
class Cut:
    """What a threshold costs and lets through: shares of all cards, 0..1."""

    threshold: float
    sure: float
    wrong: float


def bins(stated: Stated) -> list[Bin]:
    """Readings grouped by confidence, more finely near 1; empty groups are left out."""
    place = np.clip(np.searchsorted(_BINS, stated.confidence, "right") - 1, 0, len(_BINS) - 2)
    return [
        Bin(
            int(here.sum()), float(stated.confidence[here].mean()), float(stated.right[here].mean())
        )
        for here in (place == i for i in range(len(_BINS) - 1))
        if here.any()
    ]


def cut_at(stated: Stated, threshold: float) -> Cut:
    """Readings from a confidence on, of all, and how many of all are wrong among them."""
    sure = stated.confidence >= threshold
    whole = max(1, len(sure))
    return Cut(threshold, float(sure.sum()) / whole, float((sure & ~stated.right).sum()) / whole)


def least_threshold(stated: Stated, allowed: float = ALLOWED) -> float | None:
    """The lowest threshold, in steps of 0.001 from 0.5, that lets no more than `allowed` through.

    None where even 0.999 does, or where there are too few readings to tell: `allowed` of them must
    be one at least.
    """
    if len(stated.right) * allowed < 1:
        return None
    steps = (round(0.5 + i / 1000, 3) for i in range(500))
    return next((t for t in steps if cut_at(stated, t).wrong <= allowed), None)


def reliability_lines(stated: Stated) -> Iterator[str]:
    """The bins and the thresholds, for people."""
    yield f"{stated.kind}: {len(stated.right)} readings, calibration error {stated.error:.3f}"
    yield f"{'confidence':>12s} {'cards':>6s} {'right':>7s}"
    for b in bins(stated):
        yield f"{b.confidence:12.3f} {b.cards:6d} {100 * b.right:6.1f}%"
    yield f"{'threshold':>12s} {'sure':>7s} {'wrong and sure, in 1,000':>25s}"
    for threshold in _THRESHOLDS:
        cut = cut_at(stated, threshold)
        yield f"{threshold:12.3f} {100 * cut.sure:6.1f}% {1000 * cut.wrong:25.2f}"
    least = least_threshold(stated)
    if least is not None:
        cut = cut_at(stated, least)
        yield (
            f"at most 1 in 1,000 wrong and sure: from {least:.3f}, "
            f"{100 * (1 - cut.sure):.1f} % doubtful"
        )
    elif len(stated.right) * ALLOWED < 1:
        yield "too few readings to tell where 1 in 1,000 is wrong and sure"
    else:
        yield "at most 1 in 1,000 wrong and sure: at no threshold"
