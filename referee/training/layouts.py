"""How people lay cards down: one hand of cards as placements in the hand's own millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.random import Generator

from referee.training.decks import CARD_HEIGHT_MM, CARD_WIDTH_MM

LAYOUTS = ("spread", "row", "fan", "messy", "pile")
LAYOUT_SHARES = (0.1, 0.25, 0.3, 0.2, 0.15)
"""How often each is composed: what hides more of the cards is harder and comes more often."""


@dataclass(frozen=True)
class Placement:
    """A card's centre (mm, y up seen from above) and its turn (radians, counter-clockwise).

    Placements are listed from the lowest card to the topmost.
    """

    x: float
    y: float
    turn: float


def _spread(rng: Generator, n: int) -> list[Placement]:
    step = CARD_WIDTH_MM * rng.uniform(0.98, 1.25)
    sloppy = rng.uniform(0, 0.12)
    return [
        Placement((i - (n - 1) / 2) * step, rng.normal(0, 3), rng.normal(0, sloppy))
        for i in range(n)
    ]


def _row(rng: Generator, n: int) -> list[Placement]:
    step = CARD_WIDTH_MM * rng.uniform(0.28, 0.72)
    drop = rng.normal(0, 3)
    sloppy = rng.choice([0.01, 0.05, 0.12])
    return [
        Placement(
            (i - (n - 1) / 2) * step + rng.normal(0, 1 + 20 * sloppy),
            i * drop + rng.normal(0, 1 + 25 * sloppy),
            rng.normal(0, sloppy),
        )
        for i in range(n)
    ]


def _fan(rng: Generator, n: int) -> list[Placement]:
    radius = rng.uniform(60, 190)
    step = rng.uniform(0.12, 0.34) * 100 / radius
    placements = []
    for i in range(n):
        angle = (i - (n - 1) / 2) * step + rng.normal(0, 0.02)
        placements.append(
            Placement(-radius * math.sin(-angle), radius * (math.cos(angle) - 1), -angle)
        )
    return placements


def _messy(rng: Generator, n: int) -> list[Placement]:
    reach = rng.uniform(18, 55)
    turn = rng.choice([0.15, 0.5, 1.6])
    return [
        Placement(rng.normal(0, reach), rng.normal(0, reach * 0.7), rng.normal(0, turn))
        for _ in range(n)
    ]


def _pile(rng: Generator, n: int) -> list[Placement]:
    dx, dy = rng.uniform(-26, 26), rng.choice([-1, 1]) * rng.uniform(14, 42)
    return [
        Placement(
            i * dx + rng.normal(0, 3),
            i * dy * CARD_HEIGHT_MM / 95 + rng.normal(0, 3),
            rng.normal(0, 0.1),
        )
        for i in range(n)
    ]


_MAKERS = {"spread": _spread, "row": _row, "fan": _fan, "messy": _messy, "pile": _pile}


def lay_hand(rng: Generator, layout: str, n: int) -> list[Placement]:
    """`n` cards in one of LAYOUTS, about the origin, either the left or the right card on top."""
    placements = _MAKERS[layout](rng, n)
    if rng.random() < 0.45:
        placements.reverse()
    if layout in ("row", "fan", "spread") and rng.random() < 0.12:
        i = int(rng.integers(n))
        p = placements[i]
        placements[i] = Placement(p.x, p.y, p.turn + math.pi)
    return placements
