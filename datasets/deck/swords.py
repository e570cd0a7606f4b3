"""Espadas: the sword, drawn point down, 100 units long around the origin."""

from __future__ import annotations

import math

from datasets.deck.style import Blade, Guard, Style
from datasets.deck.svg import (
    Ink,
    Point,
    dot,
    flat,
    group,
    mirrored,
    number,
    polygon,
    smooth,
    tapered,
)  # fmt: skip

GRIP: Point = (0.0, -37.0)
"""Where a hand holds the sword."""


def sword(style: Style, ink: Ink, *, long: bool = False) -> str:
    """One sword; `long` gives the blade and guard of the two and the three."""
    pips = style.pips
    blade, guard = (pips.long_blade, pips.long_guard) if long else (pips.blade, pips.guard)
    width = pips.blade_width * (0.62 if long else 1.0)
    return _blade(style, ink, blade, width, long) + _hilt(style, ink, guard, long)


def _blade(style: Style, ink: Ink, kind: Blade, width: float, long: bool) -> str:
    tone = style.palette.blade
    w = 6.6 * width
    s = w if long else 0.72 * w
    outlines: dict[Blade, list[Point]] = {
        "dagger": [(w, -24), (0.9 * w, -14), (0, 50), (-0.9 * w, -14), (-w, -24)],
        "straight": [(s, -24), (0.9 * s, 38), (0, 50), (-0.9 * s, 38), (-s, -24)],
        "leaf": [(0.7 * w, -24), (0.6 * w, -10), (w, 18), (0.6 * w, 36), (0, 50),
                 (-0.6 * w, 36), (-w, 18), (-0.6 * w, -10), (-0.7 * w, -24)],
    }  # fmt: skip
    outline = outlines[kind]
    tip = outline.index((0, 50))
    parts = [ink.shape(polygon(outline), tone.base)]
    if style.pips.detail:
        parts.append(flat(polygon([(0, -24), *outline[:tip], (0, 49)]), tone.dark))
        parts.append(
            flat(polygon([(0, -24), (0, 46), (-0.35 * w, 0), (-0.35 * w, -24)]), tone.light)
        )
        parts.append(ink.shape(polygon(outline), "none"))
    else:
        parts.append(ink.stroke("M0 -20L0 40", 0.7))
    return "".join(parts)


def _hilt(style: Style, ink: Ink, kind: Guard, long: bool) -> str:
    palette = style.palette
    hilt, grip = palette.hilt, palette.grip
    squeeze = 0.72 if long else 1.0
    handle = mirrored([(0, -46), (2.6, -46), (3.6, -36), (2.8, -26), (0, -26)])
    rings = "".join(
        ink.stroke(f"M{-3.2} {y}L{3.2} {y - 2.6}", 2.2, hilt.base) for y in (-30, -35, -40)
    )
    parts = [
        _bow(ink, hilt.base) if kind == "bow" else "",
        ink.shape(smooth(handle), grip.base, 0.9),
        rings,
        ink.shape(smooth(handle), "none", 0.9),
        ink.disc(0, -47, 3.4, hilt.base, 0.9),
        ink.shape(_GUARDS[kind], hilt.base, 0.9),
        flat("M1 -26.5L8 -26.5L8 -23.5L1 -23.5Z", hilt.dark) if style.pips.detail else "",
        ink.disc(0, -25, 2.4, grip.base, 0.8),
    ]
    drawing = "".join(parts)
    return group(drawing, f"scale({number(squeeze)} 1)") if squeeze != 1 else drawing


def _bow(ink: Ink, fill: str) -> str:
    outer = [(2, -48), (10, -49), (15, -42), (15, -32), (8, -23), (3, -22), (3, -22),
             (6, -26), (11, -34), (11, -41), (8, -45), (2, -45), (2, -45)]  # fmt: skip
    return ink.shape(smooth(outer), fill, 0.9)


_GUARDS: dict[Guard, str] = {
    "cross": polygon([(-12, -27), (12, -27), (13, -25), (12, -23), (-12, -23), (-13, -25)]),
    "curved": smooth(
        [(-13, -20), (-15, -23), (-12, -26), (-5, -26.5), (0, -28), (5, -26.5), (12, -26),
         (15, -23), (13, -20), (9, -22), (4, -23), (0, -21.5), (-4, -23), (-9, -22)]
    ),
    "trefoil": smooth(
        [(-9, -26.5), (-10.5, -29), (-14, -28), (-16, -25), (-14, -22), (-10.5, -21), (-9, -23.5),
         (0, -23), (9, -23.5), (10.5, -21), (14, -22), (16, -25), (14, -28), (10.5, -29),
         (9, -26.5), (0, -27)]
    ),
    "bow": smooth(
        [(-10, -20), (-13, -23), (-10, -27), (-3, -27), (0, -28), (5, -27), (11, -24), (11, -20),
         (6, -19), (0, -21.5), (-5, -23)]
    ),
}  # fmt: skip


def ace_sword(style: Style, ink: Ink) -> str:
    """The great sword of the ace with its ribbon, point down, 100 units long."""
    ribbon = style.palette.ribbon
    blade = sabre(style, ink) if style.ace_sword == "sabre" else broadsword(style, ink)
    if not style.ribbons:
        return blade
    loops = [_loop(turn) for turn in range(4)]
    behind = "".join(ink.shape(loop, ribbon.dark, 0.9) for loop in loops[::2])
    before = "".join(ink.shape(loop, ribbon.base, 0.9) for loop in loops[1::2])
    upper = [(14, -10.6), (20, -13), (26, -10.4), (26, -10.4), (23.6, -8), (25.6, -4.6),
             (25.6, -4.6), (20, -7.6), (14, -5.4), (14, -5.4)]  # fmt: skip
    lower = [(9.2, 37.4), (12, 38.6), (14.6, 41), (15.6, 46), (15.6, 46), (12.6, 45),
             (10.6, 48), (10.6, 48), (10, 44), (9.2, 42.6), (9.2, 42.6)]  # fmt: skip
    ends = ink.shape(smooth(upper), ribbon.base, 0.9) + ink.shape(smooth(lower), ribbon.dark, 0.9)
    return behind + ends + blade + before


def _loop(turn: int) -> str:
    """Half a turn of the ribbon round the blade: even ones pass behind it, to the left."""
    side = -1 if turn % 2 == 0 else 1
    points = []
    for at in range(11):
        y = -8.0 + 12 * (turn + at / 10)
        points.append((side * (14.0 - 0.1 * (y + 8)) * math.sin(math.pi * (at / 10 - 0.5)), y))
    upper = [(x, y - 2.6) for x, y in points]
    lower = [(x, y + 2.6) for x, y in reversed(points)]
    return smooth([upper[0], *upper, upper[-1], lower[0], *lower, lower[-1]])


def broadsword(style: Style, ink: Ink) -> str:
    """A broad straight sword with a fuller and an ornate cross guard."""
    palette = style.palette
    blade, hilt, grip = palette.blade, palette.hilt, palette.grip
    w = 6.4 * style.pips.blade_width
    edge = [(w, -22), (w * 0.86, 36), (0, 50), (-w * 0.86, 36), (-w, -22)]
    handle = mirrored([(0, -44), (2.8, -44), (3.6, -35), (2.8, -26), (0, -26)])
    guard = [(-15, -17.6), (-19, -19.6), (-18.4, -24), (-14, -25.6), (-6, -24.8), (0, -27.6),
             (6, -24.8), (14, -25.6), (18.4, -24), (19, -19.6), (15, -17.6), (13.6, -21),
             (6, -20.6), (0, -16.4), (-6, -20.6), (-13.6, -21)]  # fmt: skip
    fuller = [(1.5, -20), (1.2, 26), (0, 32), (-1.2, 26), (-1.5, -20)]
    return "".join(
        [
            ink.shape(polygon(edge), blade.base),
            flat(polygon([(0, -22), *edge[:2], (0, 49.4)]), blade.dark),
            flat(polygon([(-w * 0.94, -21), (-w * 0.5, -21), (-w * 0.4, 34), (-w * 0.8, 35.6)]),
                 blade.light),
            ink.shape(polygon(fuller), blade.light, 0.6),
            ink.shape(polygon(edge), "none"),
            ink.shape(smooth(handle), grip.base, 0.9),
            *(ink.stroke(f"M-3.4 {y}L3.4 {y - 2.6}", 2.2, hilt.base)
              for y in (-29, -32.6, -36.2, -39.8)),
            ink.shape(smooth(handle), "none", 0.9),
            ink.disc(0, -46, 4.2, hilt.base),
            ink.disc(0, -46, 1.7, grip.base, 0.8),
            ink.shape(smooth(guard), hilt.base),
            *(ink.disc(x, -22.4, 1.3, hilt.light, 0.7) for x in (-15.4, -8, 8, 15.4)),
            ink.disc(0, -22.6, 3.2, grip.base, 0.9),
            dot(-0.9, -23.5, 0.9, grip.light),
        ]
    )  # fmt: skip


def sabre(style: Style, ink: Ink) -> str:
    """A curved sabre with a knuckle bow."""
    blade = style.palette.blade
    w = style.pips.blade_width
    spine = [(0, -25), (1.5, -8), (1.6, 10), (-1, 28), (-8, 46)]
    edge = [(x - 2.2, y) for x, y in spine[:-1]]
    return "".join(
        [
            ink.shape(tapered(spine, [4.6 * w, 5 * w, 5.2 * w, 4.6 * w, 0.5]), blade.base),
            flat(tapered([*edge, (-8, 45)], [0.9, 1.2, 1.2, 1, 0.2]), blade.light),
            _hilt(style, ink, "bow", long=False),
        ]
    )
