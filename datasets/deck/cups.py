"""Copas: the cup, drawn 100 units high around the origin."""

from __future__ import annotations

from collections.abc import Sequence

from datasets.deck.style import Style
from datasets.deck.svg import (
    Ink,
    Point,
    dot,
    flat,
    group,
    mirrored,
    number,
    polygon,
    ray,
    smooth,
    star,
)

DETAIL_FROM_MM = 21.0
"""Cups printed at least this high carry gadroons, studs and jewels."""

STEM: Point = (0.0, 26.0)
"""Where a hand holds the cup."""


def cup(style: Style, ink: Ink, height: float) -> str:
    """One cup; `height` is its printed size, which decides how much ornament it can carry."""
    rich = height >= DETAIL_FROM_MM
    drawing = _SHAPES[style.pips.cup](style, ink, rich)
    stretch = style.pips.cup_width
    return drawing if stretch == 1 else group(drawing, f"scale({number(stretch)} 1)")


def _foot(style: Style, ink: Ink, rich: bool) -> str:
    trim, band = style.palette.cup_trim, style.palette.cup_band
    stem = mirrored([(0, 14), (6, 14), (4.5, 22), (4.5, 27), (10, 36), (10, 36)])
    base = mirrored([(0, 34), (10, 34), (17, 38), (24, 41), (24, 41)])
    parts = [
        ink.shape(smooth(stem), trim.base, 0.9),
        ink.shape(smooth(mirrored([(0, 20), (8, 20), (10, 23), (8, 26), (0, 26)])), band.base, 0.8),
        ink.shape(smooth(base), trim.base, 0.9),
        flat("M2 35Q12 37 20 41L2 41Z", trim.dark) if style.pips.detail else "",
        ink.shape("M-30 41L30 41L30 49L-30 49Z", trim.base, 0.9),
        flat("M6 42.5L28.5 42.5L28.5 47.5L6 47.5Z", trim.dark) if style.pips.detail else "",
    ]
    if rich:
        parts += [ink.disc(x, 45, 2.2, band.base, 0.6) for x in (-22, -11, 0, 11, 22)]
    return "".join(parts)


def _bowl(style: Style, ink: Ink, half: Sequence[Point], right_shade: Sequence[Point]) -> str:
    body = style.palette.cup
    parts = [ink.shape(smooth(mirrored(half)), body.base)]
    if style.pips.detail:
        parts.append(flat(smooth(right_shade), body.dark))
    return "".join(parts)


def _gadroons(style: Style, ink: Ink, y: float, width: float, reach: float) -> str:
    trim = style.palette.cup_trim
    parts = []
    for share in (-0.62, -0.31, 0.0, 0.31, 0.62):
        x = share * width
        lean = -share * width * 0.45
        tongue = [(x + lean, y), (x + lean, y), (x - 4, y - reach * 0.6), (x, y - reach),
                  (x + 4, y - reach * 0.6)]  # fmt: skip
        parts.append(ink.shape(smooth(tongue), trim.base, 0.7))
    return "".join(parts)


def _studs(style: Style, ink: Ink, y: float, xs: tuple[float, ...], size: float) -> str:
    trim = style.palette.cup_trim
    return "".join(
        group(ink.shape(star(4, size, size * 0.45), trim.light, 0.6), f"translate({x} {y})")
        for x in xs
    )


def _lidded(style: Style, ink: Ink, rich: bool) -> str:
    trim, band, body = style.palette.cup_trim, style.palette.cup_band, style.palette.cup
    half = [(0, -18), (35, -18), (35, -18), (33, -4), (24, 9), (8, 16), (0, 16)]
    shade = [(13, -17), (33, -17), (33, -17), (31, -4), (22, 8), (8, 14), (8, 14), (15, 0)]
    dome = mirrored([(0, -41), (15, -39), (28, -31), (33, -22), (33, -22)])
    parts = [
        _foot(style, ink, rich),
        _bowl(style, ink, half, shade),
        _gadroons(style, ink, 17, 26, 15) if rich else "",
        _studs(style, ink, -7, (-21, 0, 21), 5.5 if rich else 6),
        ink.shape(smooth(dome), band.base),
        flat(smooth([(10, -39), (25, -32), (31, -23), (31, -23), (16, -23), (16, -23)]), band.dark)
        if style.pips.detail else "",
        flat(smooth([(-22, -33), (-10, -38.5), (-10, -38.5), (-12, -30), (-22, -26)]), band.light)
        if style.pips.detail else "",
        ink.shape("M-37 -24L37 -24Q40 -20.5 37 -17L-37 -17Q-40 -20.5 -37 -24Z", trim.base, 0.9),
        ink.disc(0, -44.5, 5, trim.base, 0.9) if rich else ink.disc(0, -43, 6, trim.base, 0.9),
    ]  # fmt: skip
    if rich:
        parts += [ink.disc(x, -20.5, 1.8, body.base, 0.5) for x in range(-30, 31, 10)]
        parts.append(ink.stroke("M-15 -39Q-20 -30 -19 -24M15 -39Q20 -30 19 -24M0 -41L0 -24", 0.7))
    return "".join(parts)


def _goblet(style: Style, ink: Ink, rich: bool) -> str:
    trim, band, body = style.palette.cup_trim, style.palette.cup_band, style.palette.cup
    half = [(0, -36), (36, -36), (36, -36), (33, -16), (24, 4), (9, 15), (0, 15)]
    shade = [(14, -34), (34, -34), (34, -34), (31, -16), (22, 4), (8, 13), (8, 13), (16, -8)]
    parts = [
        _foot(style, ink, rich),
        _bowl(style, ink, half, shade),
        _gadroons(style, ink, 15, 24, 17),
        ink.shape("M-34 -22Q0 -14 34 -22L32.5 -13Q0 -5 -32.5 -13Z", trim.base, 0.8),
        _lip(ink, trim.base, body.dark, 37, -40, 8),
    ]
    parts += [
        ink.disc(x, -13.6 - abs(x) * 0.12, 2.6, band.base, 0.6) for x in (-22, -11, 0, 11, 22)
    ]
    return "".join(parts)


def _lip(ink: Ink, rim: str, inside: str, width: float, y: float, depth: float) -> str:
    ring = [ray(angle, 1.0) for angle in range(0, 360, 45)]

    def oval(share_x: float, share_y: float) -> str:
        return smooth([(x * width * share_x, y + v * depth * share_y) for x, v in ring])

    return ink.shape(oval(1, 1), rim, 0.9) + ink.shape(oval(0.84, 0.6), inside, 0.7)


def _chalice(style: Style, ink: Ink, rich: bool) -> str:
    trim, band, body = style.palette.cup_trim, style.palette.cup_band, style.palette.cup
    half = [(0, -42), (38, -42), (38, -42), (27, -26), (24, -8), (12, 6), (5, 15), (0, 15)]
    shade = [(12, -40), (34, -40), (34, -40), (25, -26), (22, -8), (8, 8), (8, 8), (12, -20)]
    parts = [
        _foot(style, ink, rich),
        _bowl(style, ink, half, shade),
        ink.shape("M-25 -14Q0 -8 25 -14L24 -6Q0 1 -24 -6Z", band.base, 0.8),
        ink.shape("M-42 -48L42 -48Q43 -43 38 -40L-38 -40Q-43 -43 -42 -48Z", trim.base, 0.9),
        _studs(style, ink, -26, (-12, 0, 12) if rich else (0,), 6),
    ]
    if rich:
        parts += [ink.disc(x, -44, 1.9, body.base, 0.5) for x in range(-32, 33, 8)]
    return "".join(parts)


def _urn(style: Style, ink: Ink, rich: bool) -> str:
    trim, band = style.palette.cup_trim, style.palette.cup_band
    handle = "M{0} -22Q{1} -30 {1} -16Q{1} -4 {2} 0"
    half = [(0, -30), (19, -30), (19, -30), (20, -25), (31, -14), (27, 2), (10, 14), (0, 15)]
    shade = [(10, -28), (18, -28), (20, -23), (29, -14), (25, 2), (8, 13), (8, 13), (15, -6)]
    lid = mirrored([(0, -46), (4, -44), (8, -40), (22, -34), (22, -30), (22, -30)])
    parts = [
        *(ink.strap(handle.format(s * 20, s * 43, s * 26), 3.0, trim.base) for s in (-1, 1)),
        _foot(style, ink, rich),
        _bowl(style, ink, half, shade),
        _gadroons(style, ink, 15, 22, 13),
        ink.shape("M-30 -14Q0 -7 30 -14L29 -7Q0 0 -29 -7Z", band.base, 0.8),
        ink.shape(smooth(lid), trim.base, 0.9),
        dot(0, -47, 2.6, band.base),
    ]  # fmt: skip
    if rich:
        parts.append(ink.shape(polygon([(-23, -32), (23, -32), (23, -28), (-23, -28)]), band.base))
    return "".join(parts)


def ace_cup(style: Style, ink: Ink) -> str:
    """The great lidded cup of the ace, 100 units high."""
    palette = style.palette
    trim, band, body = palette.cup_trim, palette.cup_band, palette.cup
    bowl = [(0, -14), (29, -14), (29, -14), (30, -5), (25, 6), (13, 17), (5, 21), (0, 21)]
    shade = [(12, -13), (27.5, -13), (28, -5), (23, 6), (10, 17), (10, 17), (15, 2)]
    lid = [(0, -39), (5, -37), (8, -33), (17, -29), (26, -22), (28, -18), (28, -18)]
    parts = [
        ink.shape(smooth(mirrored([(0, -50), (3, -47), (4.5, -43), (2.5, -40), (0, -39)])),
                  palette.leaf.base, 0.9),
        "".join(ink.shape(smooth([(0, -41), (s * 5, -46), (s * 8, -42), (s * 4, -39)]),
                          palette.leaf.base, 0.8) for s in (-1, 1)),
        ink.shape(smooth(mirrored(lid)), trim.base),
        flat(smooth([(6, -35), (16, -28), (25, -21), (26, -19), (13, -19), (13, -19)]), trim.dark),
        "".join(ink.shape(smooth([(x * 0.55, -33 + abs(x) * 0.16), (x - 3.4, -25), (x, -19.5),
                                  (x + 3.4, -25)]), band.base if x else body.base, 0.7)
                for x in (-17, 17, -8.5, 8.5, 0)),
        # Foot, knop and plinth.
        ink.shape(smooth(mirrored([(0, 20), (6, 20), (4, 25), (4, 29), (8, 34), (15, 39),
                                   (15, 39)])), trim.base),
        ink.shape(smooth(mirrored([(0, 23), (7, 23), (9, 25.5), (7, 28), (0, 28)])), band.base,
                  0.8),
        flat(smooth([(2, 29), (7, 34), (13, 38.5), (13, 38.5), (3, 38.5), (3, 38.5)]), trim.dark),
        ink.shape(polygon([(-17, 39), (17, 39), (19, 43), (-19, 43)]), trim.light),
        ink.shape(polygon([(-23, 43), (23, 43), (25, 49.5), (-25, 49.5)]), band.base),
        flat(polygon([(6, 44), (22.4, 44), (23.8, 48.6), (6, 48.6)]), band.dark),
        # Bowl with its gadroons and jewelled band.
        ink.shape(smooth(mirrored(bowl)), body.base),
        flat(smooth(shade), body.dark),
        _gadroons(style, ink, 21.5, 26, 15),
        ink.shape("M-29.6 -5Q0 1 29.6 -5L28 1Q0 8 -28 1Z", band.base, 0.9),
        "".join(group(ink.shape(star(4, 3.2, 1.4), trim.light, 0.6),
                      f"translate({x} {number(1.2 - (x / 14) ** 2)})")
                for x in (-21, -14, -7, 0, 7, 14, 21)),
        ink.shape("M-31 -19L31 -19Q34 -16.5 31 -14L-31 -14Q-34 -16.5 -31 -19Z", trim.light, 0.9),
        "".join(ink.disc(x, -16.5, 1.5, body.base, 0.5) for x in range(-27, 28, 6)),
        "".join(ink.disc(x, -9.4 + 0.004 * x * x, 2.2, trim.base, 0.6)
                for x in (-18, -9, 0, 9, 18)),
    ]  # fmt: skip
    handles = "".join(
        ink.strap(f"M{s * 29} -11Q{s * 38} -14 {s * 38} -5Q{s * 37} 4 {s * 25} 6", 2.6, trim.base)
        for s in (-1, 1)
    )
    return group(handles + "".join(parts), "scale(0.88 1)")


_SHAPES = {"lidded": _lidded, "goblet": _goblet, "chalice": _chalice, "urn": _urn}
