"""What the classifier's odds are worth as probabilities: temperature scaling.

Networks are bolder, and looks that are multiplied bolder or more timid, than they have a right to
be. One number mends most of that: odds to the power of 1 / T, normalised again (Guo et al., "On
Calibration of Modern Neural Networks", 2017). T over 1 makes less sure; which card is likeliest
stays the same. A card that was looked at once and one that was looked at again have each a T, fit
by `referee evaluate confidence` and stated in the model card as `temperatures: ONCE AGAIN`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.weights import ModelError

_LINE = re.compile(r"^temperatures:(.*)$", re.MULTILINE)
_SHA256_LINE = re.compile(r"^sha256:.*$", re.MULTILINE)
_LEAST = 1e-30


@dataclass(frozen=True)
class Temperatures:
    """T of odds from one look and of those from a second look; 1 leaves odds as they are."""

    once: float = 1.0
    again: float = 1.0

    def __post_init__(self) -> None:
        if not (0.05 <= self.once <= 20 and 0.05 <= self.again <= 20):
            raise ValueError(f"{self}: temperatures lie between 0.05 and 20")

    def probabilities(
        self, odds: NDArray[np.floating], again: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """Probabilities (n, classes) of `odds` (n, classes); `again` (n,) marks second looks."""
        power = 1 / np.where(again, self.again, self.once)[:, None]
        logs = np.log(np.maximum(odds.astype(np.float64), _LEAST)) * power
        scaled = np.exp(logs - logs.max(axis=1, keepdims=True, initial=-np.inf))
        return np.asarray(scaled / scaled.sum(axis=1, keepdims=True), np.float32)


def stated_temperatures(model: Path) -> Temperatures:
    """What the model card beside a model file states, or none. Raises ModelError."""
    card = model.with_suffix(".md")
    line = _LINE.search(card.read_text(encoding="utf-8", errors="replace"))
    if line is None:
        return Temperatures()
    try:
        once, again = (float(word) for word in line.group(1).split())
        return Temperatures(once, again)
    except ValueError as error:
        raise ModelError(
            f"{card}: `{line.group(0)}`: {error}; expected two numbers from 0.05 to 20, as "
            "`referee evaluate confidence --write` puts there"
        ) from None


def state_temperatures(model: Path, fit: Temperatures) -> None:
    """Write them into the model card beside a model file. Raises ModelError without a card."""
    card = model.with_suffix(".md")
    line = f"temperatures: {fit.once:.3f} {fit.again:.3f}"
    try:
        text = card.read_text(encoding="utf-8")
    except OSError as error:
        raise ModelError(f"{card}: {error.strerror}; export the model first") from None
    if _LINE.search(text):
        text = _LINE.sub(line, text)
    else:
        text = _SHA256_LINE.sub(lambda found: f"{found.group(0)}\n{line}", text, count=1)
    card.write_text(text, encoding="utf-8")
