"""What kinds of cards are read, and by which weights."""

from __future__ import annotations

from enum import StrEnum

from referee.cards import Card, Notation

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

    @property
    def notation(self) -> Notation:
        """How a person writes such a card."""
        return Notation.FRENCH if self is Faces.FRENCH else Notation.SPANISH

    def code(self, card: Card) -> str:
        """A card in that notation: `4c` of French faces, `4B` of Spanish ones."""
        return card.french if self is Faces.FRENCH else card.code
