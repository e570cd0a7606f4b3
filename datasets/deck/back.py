"""The back of the cards: the same either way up."""

from __future__ import annotations

from datasets.deck.faces import outline, sheet
from datasets.deck.style import CORNER, HEIGHT, WIDTH, Style
from datasets.deck.svg import Ink, dot, group, placed, ray, smooth, star

STEP = 7.25
"""Distance of the lattice's knots in millimetres."""


def draw_back(style: Style | None = None) -> str:
    """The back as SVG text; `Style()` when no style is given."""
    style = style or Style()
    ground, gold = style.palette.back
    paper = Ink("#b9b2a4", 0.16).shape(outline(0.08, CORNER), style.palette.paper)
    field = Ink(gold.base, 0.5).shape(outline(3.4, 2.0), ground.base)
    inner = Ink(gold.light, 0.25).shape(outline(4.9, 1.2), "none")
    return sheet(paper + field + _lattice(style) + inner + _medallion(style))


def _lattice(style: Style) -> str:
    ground, gold = style.palette.back
    parts = []
    columns, rows = 6, 11
    for row in range(rows + 1):
        for column in range(columns + 1):
            x = WIDTH / 2 + (column - columns / 2) * STEP
            y = HEIGHT / 2 + (row - rows / 2) * STEP
            parts.append(group(_knot(ground.light, gold.base, ground.dark), placed(x, y)))
    return "".join(parts)


def _knot(light: str, gold: str, dark: str) -> str:
    reach = STEP / 2
    petals = []
    for angle in (45, 135, 225, 315):
        tip = ray(angle, reach * 1.36)
        left, right = ray(angle - 24, reach * 0.72), ray(angle + 24, reach * 0.72)
        petals.append(Ink(light, 0.22).shape(smooth([(0, 0), (0, 0), left, tip, tip, right]), dark))
    return "".join(petals) + group(Ink(dark, 0.1).shape(star(4, 1.5, 0.6), gold)) + dot(
        0, 0, 0.38, light
    )  # fmt: skip


def _medallion(style: Style) -> str:
    ground, gold = style.palette.back
    x, y = WIDTH / 2, HEIGHT / 2
    line = Ink(gold.dark, 0.2)
    parts = [
        Ink(gold.base, 0.7).disc(0, 0, 14.5, ground.dark),
        Ink(gold.light, 0.25).disc(0, 0, 12.9, "none"),
        line.shape(star(16, 12.2, 6.4), ground.light),
        line.shape(star(8, 11.6, 4.6), gold.base),
        line.shape(star(8, 7.6, 3.6, 22.5), gold.light),
        Ink(gold.dark, 0.3).disc(0, 0, 3.2, ground.base),
        line.shape(star(4, 2.6, 1.0), gold.light),
    ]
    parts += [dot(*ray(angle, 13.7), 0.3, gold.light) for angle in range(0, 360, 15)]
    return group("".join(parts), placed(x, y))
