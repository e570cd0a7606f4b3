"""One card seen in one frame: where it lies and what it may be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card


@dataclass(frozen=True)
class Candidate:
    """A possible reading: a card, or None for a card that lies face down."""

    card: Card | None
    confidence: float


@dataclass(frozen=True)
class CardSighting:
    """One card in a frame.

    `quad` is (4, 2) px, TL TR BR BL with the upper short edge first; `candidates` come best first
    and their confidences sum to at most 1; `found` is the detector's score. `not_of` says
    what the card is clearly not of: `deck azul`, `spanish pack`.
    """

    quad: NDArray[np.float64]
    candidates: tuple[Candidate, ...]
    found: float
    not_of: str | None = None

    def __post_init__(self) -> None:
        if self.quad.shape != (4, 2):
            raise ValueError(f"a quad is four corners (4, 2), not {self.quad.shape}")
        scores = [c.confidence for c in self.candidates]
        if not scores or scores != sorted(scores, reverse=True):
            raise ValueError("candidates must be given, best first")

    @property
    def card(self) -> Card | None:
        """The likeliest card; None when it lies face down."""
        return self.candidates[0].card

    @property
    def confidence(self) -> float:
        """How sure the likeliest reading is, 0 to 1."""
        return self.candidates[0].confidence

    @property
    def face_down(self) -> bool:
        """Whether the likeliest reading is a back."""
        return self.card is None

    @property
    def centre(self) -> NDArray[np.float64]:
        """Middle of the card, px."""
        return np.asarray(self.quad.mean(axis=0))
