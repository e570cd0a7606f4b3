"""What kinds of cards are read, and by which weights."""

from __future__ import annotations

from enum import StrEnum

FEATURES = "features"
"""Name of a classifier's second output: what its last layer is given, by which a taught deck is
told apart. A classifier without it names cards as well as ever."""


class Faces(StrEnum):
    """What is printed on the cards."""

    SPANISH = "spanish"
    FRENCH = "french"

    @property
    def classifier(self) -> str:
        """Name of the model that tells these faces apart."""
        return "cards-french" if self is Faces.FRENCH else "cards-classifier"
