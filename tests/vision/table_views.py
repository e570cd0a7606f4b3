"""Tables of cards as a camera above them sees them, for tests: quads in px and whose they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.seats import Seat
from referee.vision.sighting import Candidate, CardSighting

WIDTH, HEIGHT = 61.0, 95.0
"""A card, mm."""
_CORNERS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * (WIDTH / 2, HEIGHT / 2)
_MIDDLE = np.array([960.0, 540.0])


def turned(points: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    """Points (..., 2) turned about the origin, counter-clockwise where y points up."""
    cos, sin = math.cos(angle), math.sin(angle)
    return points @ np.array([(cos, sin), (-sin, cos)])


def card_at(x: float, y: float, turn: float = 0.0) -> NDArray[np.float64]:
    """Corners TL TR BR BL in mm, y up, of a card with its centre at (x, y)."""
    return np.add(turned(_CORNERS, turn), (x, y))


@dataclass(frozen=True)
class Laid:
    """How one player lays down: so many cards in a row, `pitch` mm apart, `reach` mm away.

    `aside` moves the row to the owner's right, `slant` turns it.
    """

    count: int = 4
    pitch: float = 32.0
    reach: float = 230.0
    aside: float = 0.0
    slant: float = 0.0

    def quads(self) -> NDArray[np.float64]:
        """Corners (count, 4, 2) in mm as if the owner sat below, from the owner's left."""
        row = [
            turned(card_at((i - (self.count - 1) / 2) * self.pitch, 0), self.slant)
            for i in range(self.count)
        ]
        return np.add(np.reshape(row, (-1, 4, 2)), (self.aside, -self.reach))


@dataclass(frozen=True)
class View:
    """What the camera sees: px corners (n, 4, 2) and the owner of each card."""

    quads: NDArray[np.float64]
    owners: tuple[Seat, ...]


def view(
    table: Mapping[Seat, Laid], *, turn: float = 0.0, squeeze: float = 1.0, px_per_mm: float = 1.2
) -> View:
    """The table turned counter-clockwise and pressed flat to `squeeze` of its height."""
    quads, owners = [], []
    for quarter, seat in enumerate(Seat):
        for quad in table[seat].quads() if seat in table else ():
            quads.append(turned(quad, turn + quarter * math.pi / 2))
            owners.append(seat)
    px = np.reshape(quads, (-1, 4, 2)) * (px_per_mm, -px_per_mm * squeeze) + _MIDDLE
    return View(px, tuple(owners))


def sighting(
    quad: NDArray[np.float64], *candidates: tuple[str | None, float], found: float = 0.9
) -> CardSighting:
    """A card read as given, best first; None lies face down."""
    read = tuple(Candidate(Card.parse(code) if code else None, p) for code, p in candidates)
    return CardSighting(quad, read, found)


def sightings_of(seen: View, codes: Sequence[str | None]) -> list[CardSighting]:
    """The cards of a view, read surely."""
    return [sighting(q, (c, 0.99)) for q, c in zip(seen.quads, codes, strict=True)]
