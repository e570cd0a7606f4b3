"""Espadas: the sword, drawn point down, 100 units long around the origin."""

from __future__ import annotations

from datasets.deck.style import Blade, Guard, Style
from datasets.deck.svg import Ink, Point, flat, group, mirrored, number, polygon, smooth

GRIP: Point = (0.0, -37.0)
"""Where a hand holds the sword."""


def sword(style: Style, ink: Ink, *, long: bool = False, slender: float = 1.0) -> str:
    """One sword; `long` gives the blade and guard of the two and the three."""
    pips = style.pips
    blade, guard = (pips.long_blade, pips.long_guard) if long else (pips.blade, pips.guard)
    width = pips.blade_width * slender * (0.62 if long else 1.0)
    drawing = _blade(style, ink, blade, width) + _hilt(style, ink, guard, long)
    if long:
        return drawing
    return drawing


def _blade(style: Style, ink: Ink, kind: Blade, width: float) -> str:
    tone = style.palette.blade
    w = 6.6 * width
    outlines: dict[Blade, list[Point]] = {
        "dagger": [(w, -24), (0.9 * w, -14), (0, 50), (-0.9 * w, -14), (-w, -24)],
        "straight": [(w, -24), (0.9 * w, 38), (0, 50), (-0.9 * w, 38), (-w, -24)],
        "leaf": [(0.7 * w, -24), (0.6 * w, -10), (w, 18), (0.6 * w, 36), (0, 50),
                 (-0.6 * w, 36), (-w, 18), (-0.6 * w, -10), (-0.7 * w, -24)],
    }  # fmt: skip
    outline = outlines[kind]
    tip = outline.index((0, 50))
    parts = [ink.shape(polygon(outline), tone.base)]
    if style.pips.detail:
        parts.append(flat(polygon([(0, -24), *outline[:tip], (0, 49)]), tone.dark))
        parts.append(flat(polygon([(0, -24), (0, 46), (-0.35 * w, 0), (-0.35 * w, -24)]), tone.light))
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
    """The broad sword of the ace with its ribbon, point down, 100 units long."""
    ribbon, hilt, leaf = style.palette.ribbon, style.palette.hilt, style.palette.leaf
    back = [(-9, -12), (-16, -4), (-12, 6), (0, 10), (12, 14), (17, 22), (10, 30), (10, 30),
            (11, 23), (7, 18), (-2, 15), (-16, 11), (-22, -2), (-14, -15), (-14, -15)]  # fmt: skip
    front = [(-13, -14), (-4, -16), (8, -10), (17, -2), (14, 8), (2, 14), (-8, 20), (-14, 30),
             (-8, 37), (-8, 37), (-17, 36), (-21, 28), (-15, 17), (-4, 9), (7, 3), (10, -2),
             (3, -8), (-6, -12), (-13, -10)]  # fmt: skip
    parts = [
        ink.shape(smooth(back), ribbon.dark, 0.9) if style.ace_ornament else "",
        sword(style, ink, slender=1.15),
        ink.shape(smooth(front), ribbon.base, 0.9) if style.ace_ornament else "",
    ]
    if style.ace_ornament:
        parts.append(ink.stroke("M-4 -13Q7 -7 13 -1M-17 28Q-14 20 -5 13", 0.7, ribbon.light))
        for side in (-1, 1):
            for y in (-17.5, -13.5):
                spray = [(side * 6, y), (side * 10, y - 3), (side * 14, y + 0.5), (side * 10, y + 2)]
                parts.append(ink.shape(smooth(spray), leaf.base if y < -15 else hilt.base, 0.7))
    return "".join(parts)
