"""Oros: the coin, drawn 100 units across around the origin."""

from __future__ import annotations

from datasets.deck.palette import Tone
from datasets.deck.style import Style
from datasets.deck.svg import Ink, dot, flat, polygon, ray, smooth, star

DETAIL_FROM_MM = 24.0
"""Coins printed at least this wide carry a face, beads and lettering marks."""


def coin(style: Style, ink: Ink, width: float) -> str:
    """One coin; `width` is its printed size, which decides how much ornament it can carry."""
    gold, pips = style.palette.coin, style.pips
    rich = width >= DETAIL_FROM_MM
    parts = [_rim(gold, ink, pips.coin_teeth)]
    if pips.detail:
        parts.append(flat(_crescent(46.0), gold.dark))
    parts.append(ink.disc(0, 0, 38 if pips.coin_rings else 41, gold.base, 0.8))
    if pips.detail:
        parts.append(flat(_gleam(34.5), gold.light))
    if pips.coin_rings and rich:
        parts += [dot(*ray(angle, 42.3), 1.5, ink.colour) for angle in range(0, 360, 15)]
    parts.append(_MARKS[pips.coin](style, ink, rich))
    return "".join(parts)


def _rim(gold: Tone, ink: Ink, teeth: int) -> str:
    if not teeth:
        return ink.disc(0, 0, 49, gold.base)
    edge = [ray(360 * index / (2 * teeth), 50 if index % 2 else 46.5) for index in range(2 * teeth)]
    return ink.shape(polygon(edge), gold.base, 0.9) + ink.disc(0, 0, 45.5, gold.light, 0.7)


def _crescent(radius: float) -> str:
    inner = radius * 0.93
    return (
        f"M{-radius * 0.72:.2f} {radius * 0.69:.2f}A{radius} {radius} 0 0 0 "
        f"{radius * 0.72:.2f} {-radius * 0.69:.2f}A{inner} {inner} 0 0 1 "
        f"{-radius * 0.72:.2f} {radius * 0.69:.2f}Z"
    )


def _gleam(radius: float) -> str:
    return smooth(
        [ray(-80, radius), ray(-55, radius), ray(-30, radius), ray(-5, radius), ray(-5, radius),
         ray(-30, radius * 0.86), ray(-55, radius * 0.86), ray(-80, radius), ray(-80, radius)]
    )  # fmt: skip


def _sun(style: Style, ink: Ink, rich: bool) -> str:
    gold, mark = style.palette.coin, style.palette.coin_mark
    parts = [ink.shape(star(8, 35, 16, 22.5), mark.base, 0.8)]
    if rich:
        parts.append(ink.shape(star(8, 33, 17), gold.light, 0.8))
    parts.append(ink.disc(0, 0, 18.5, gold.light, 0.9))
    if rich:
        parts.append(_sun_face(ink, mark, gold))
    else:
        parts.append(ink.shape(star(8, 13, 6), mark.base, 0.6))
    return "".join(parts)


def _sun_face(ink: Ink, mark: Tone, gold: Tone) -> str:
    cheeks = dot(-10, 4.5, 3.2, mark.light) + dot(10, 4.5, 3.2, mark.light)
    shade = flat("M9 -16A18 18 0 0 1 0 18A20 20 0 0 0 9 -16Z", gold.base)
    eyes = "".join(
        ink.stroke(f"M{x - 3.6} -3.5Q{x} -6.8 {x + 3.6} -3.5", 0.9) + dot(x, -3.4, 1.9, ink.colour)
        for x in (-6.6, 6.6)
    )
    brows = ink.stroke("M-11.5 -8.5Q-6.5 -12 -2.6 -8.6M11.5 -8.5Q6.5 -12 2.6 -8.6", 0.9)
    nose = ink.stroke("M-1.6 -6Q-2.4 1 -3 3.4Q0 6 3 3.4", 0.8)
    mouth = ink.shape("M-6 8.6Q-2.6 7.4 0 8.8Q2.6 7.4 6 8.6Q0 14 -6 8.6Z", mark.base, 0.7)
    return shade + cheeks + eyes + brows + nose + mouth


def _portrait(style: Style, ink: Ink, rich: bool) -> str:
    gold, mark = style.palette.coin, style.palette.coin_mark
    face = [(-9, -21), (-13, -15), (-13.5, -11), (-19.5, -3), (-19.5, -3), (-15.5, -1.5),
            (-16, 3), (-14.5, 4.5), (-15.5, 8), (-12, 12.5), (-5, 12), (-4, 17), (-10, 24),
            (-10, 24), (12, 26), (12, 26), (8, 16), (10, 0), (6, -18)]  # fmt: skip
    hair = [(-14, -14), (-11, -23), (0, -29), (12, -25), (19, -13), (18, 2), (13, 12), (15, 20),
            (8, 17), (5, 8), (2, 3), (3, -6), (-3, -11), (-9, -12), (-14, -14)]  # fmt: skip
    bust = [(-13, 22), (-13, 22), (0, 17), (12, 19), (20, 26), (20, 26), (2, 34), (-17, 29),
            (-17, 29)]  # fmt: skip
    parts = [
        ink.shape(smooth(face), gold.light, 0.8),
        ink.shape(smooth(bust), mark.base, 0.8),
        ink.shape(smooth(hair), mark.base if rich else mark.dark, 0.8),
        ink.stroke("M-13.5 -7.5Q-10.5 -9.5 -8 -7.5M-12.4 -5.6L-9.6 -5.4", 0.9),
        ink.stroke("M-13.5 6Q-11.5 7 -10 6", 0.7),
    ]
    if rich:
        leaves = [ray(angle, 23.5, 1, -4) for angle in (-38, -14, 10, 34, 58, 82)]
        parts += [ink.disc(x, y, 3.4, gold.base, 0.6) for x, y in leaves]
        parts.append(ink.stroke("M4 -2Q10 4 9 12M10 -8Q15 0 14 8M-10 26Q2 21 14 26", 0.6))
    return "".join(parts)


def _star(style: Style, ink: Ink, rich: bool) -> str:
    gold, mark = style.palette.coin, style.palette.coin_mark
    outer = ink.shape(star(8, 34, 14), mark.base, 0.8)
    halves = "".join(
        flat(polygon([(0, 0), ray(angle, 34), ray(angle + 22.5, 14)]), mark.light)
        for angle in range(0, 360, 45)
    )
    heart = ink.disc(0, 0, 8, gold.light, 0.8)
    gems = [ink.disc(*ray(angle + 22.5, 27), 2.6, gold.dark, 0.6) for angle in range(0, 360, 45)]
    return outer + halves + heart + ("".join(gems) if rich else "")


def _flower(style: Style, ink: Ink, rich: bool) -> str:
    gold, mark = style.palette.coin, style.palette.coin_mark
    petals = []
    for angle in range(0, 360, 60):
        petal = [ray(angle, 8), ray(angle - 22, 20), ray(angle - 15, 31), ray(angle, 35),
                 ray(angle + 15, 31), ray(angle + 22, 20)]  # fmt: skip
        petals.append(ink.shape(smooth(petal), mark.base, 0.8))
        if rich:
            vein = f"M{ray(angle, 14)[0]:.2f} {ray(angle, 14)[1]:.2f}"
            petals.append(
                ink.stroke(vein + f"L{ray(angle, 27)[0]:.2f} {ray(angle, 27)[1]:.2f}", 0.6)
            )
    return "".join(petals) + ink.disc(0, 0, 9.5, gold.light, 0.9) + dot(0, 0, 4, gold.dark)


def _cross(style: Style, ink: Ink, rich: bool) -> str:
    gold, mark = style.palette.coin, style.palette.coin_mark
    parts = [
        ink.shape(
            polygon([ray(q - 39, 6.4), ray(q - 21, 31), ray(q + 21, 31), ray(q + 39, 6.4)]),
            mark.base,
            0.8,
        )
        for q in (0, 90, 180, 270)
    ]
    parts.append(ink.disc(0, 0, 8, gold.light, 0.9))
    parts += [ink.disc(*ray(angle, 25), 4.2, mark.light, 0.7) for angle in (45, 135, 225, 315)]
    if rich:
        parts += [dot(*ray(angle, 20), 2.2, gold.light) for angle in (0, 90, 180, 270)]
    return "".join(parts)


def _rings(style: Style, ink: Ink, rich: bool) -> str:
    gold, mark = style.palette.coin, style.palette.coin_mark
    parts = [ink.disc(0, 0, 30, mark.base, 0.8), ink.disc(0, 0, 22, gold.light, 0.8)]
    parts += [ink.disc(*ray(angle, 26), 2.6, gold.light, 0.5) for angle in range(0, 360, 30)]
    parts.append(ink.shape(star(6, 19, 8), mark.base, 0.8) + ink.disc(0, 0, 5, gold.light, 0.7))
    return "".join(parts)


_MARKS = {
    "sun": _sun,
    "portrait": _portrait,
    "star": _star,
    "flower": _flower,
    "cross": _cross,
    "rings": _rings,
}
