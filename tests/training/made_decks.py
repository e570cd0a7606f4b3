"""A deck that a test can recognise by its colours, drawn in a moment."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.training.decks import CODES, Deck, prepare_face
from referee.training.looks import Look

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

CORNER_COLOURS: tuple[Colour, ...] = ((40, 40, 220), (40, 220, 40), (220, 40, 40), (40, 220, 220))
"""BGR of the quarters of every face: top left, top right, bottom right, bottom left."""
BACK_COLOUR: Colour = (160, 40, 160)

PLAIN_LOOK = Look()
"""A printing that changes nothing."""


def quartered() -> Image:
    """A face with a quarter of each colour, BGR."""
    face = np.zeros((304, 195, 3), np.uint8)
    top, left = slice(None, 152), slice(None, 98)
    bottom, right = slice(152, None), slice(98, None)
    for colour, rows, columns in zip(
        CORNER_COLOURS, (top, top, bottom, bottom), (left, right, right, left), strict=True
    ):
        face[rows, columns] = colour
    return face


def made_deck(backs: bool = True) -> Deck:
    """48 faces that look alike, and a back."""
    face = prepare_face(quartered())
    back = prepare_face(np.full((304, 195, 3), BACK_COLOUR, np.uint8))
    return Deck("made", {code: face for code in CODES}, (back,) if backs else ())
