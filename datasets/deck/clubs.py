"""Bastos: the cudgel, drawn broad end up, 100 units long around the origin."""

from __future__ import annotations

from datasets.deck.palette import Tone
from datasets.deck.style import Style
from datasets.deck.svg import Ink, Point, flat, group, number, smooth

GRIP: Point = (1.0, 36.0)
"""Where a hand holds the cudgel."""

_OUTLINES: dict[str, list[Point]] = {
    "knobbly": [(-1, -50), (8, -47), (12, -38), (11, -30), (14, -26), (11, -20), (10, -10),
                (7, 0), (9, 5), (5.5, 10), (4.5, 22), (4, 36), (5, 49), (5, 49), (-1.5, 50),
                (-1.5, 50), (-3, 36), (-4.5, 24), (-7.5, 18), (-6, 12), (-8, 0), (-10, -12),
                (-14, -16), (-12, -22), (-13, -34), (-10, -45)],
    "smooth": [(0, -50), (9, -46), (12.5, -34), (10.5, -16), (7, 4), (4.5, 24), (4, 48), (4, 48),
               (-4, 49), (-4, 49), (-4.5, 24), (-7, 4), (-10.5, -16), (-12.5, -34), (-9, -46)],
    "branch": [(-8, -48), (-8, -48), (2, -50), (9, -46), (9, -46), (10, -34), (8, -22), (13, -27),
               (16, -24), (16, -24), (9, -13), (7, 0), (6, 16), (5, 34), (5, 49), (5, 49),
               (-4, 50), (-4, 50), (-5, 30), (-6, 14), (-12, 9), (-14, 12), (-14, 12), (-14, 4),
               (-8, 0), (-9, -20), (-10, -36)],
    "drop": [(0, -50), (11, -46), (15, -35), (12, -20), (6, -2), (4, 14), (7, 30), (6, 49),
             (6, 49), (2, 46), (0, 50), (0, 50), (-2, 32), (-4, 14), (-7, -2), (-12, -20),
             (-14, -35), (-10, -46)],
}  # fmt: skip
_KNOTS: dict[str, list[Point]] = {
    "knobbly": [(12, -26), (-12, -17), (7, 4.5), (-6, 18)],
    "smooth": [],
    "branch": [(14.5, -25), (-13.5, 8)],
    "drop": [(8, -16), (-8, -24), (-4, 6)],
}


def club(style: Style, ink: Ink, tone: Tone, *, bark: bool = False, leaves: bool = False) -> str:
    """One cudgel in `tone`; large ones can show their bark and carry leaves."""
    kind, pips, palette = style.pips.club, style.pips, style.palette
    parts = []
    if leaves and pips.club_leaves:
        parts.append(_leaves(style, ink))
    parts.append(ink.shape(smooth(_OUTLINES[kind]), tone.base))
    if pips.detail:
        parts.append(
            flat(
                smooth(
                    [
                        (7, -45),
                        (10.5, -34),
                        (8, -12),
                        (4, 10),
                        (3, 46),
                        (3, 46),
                        (1, 20),
                        (4, -8),
                        (5, -30),
                    ]
                ),
                tone.dark,
            )
        )
        parts.append(flat(smooth([(-5, -43), (-2, -40), (-3, -20), (-2, 4), (-2, 22), (-4, 2),
                                  (-7, -18), (-8, -34)]), tone.light))  # fmt: skip
    knot = 1.9 if bark else 2.7
    parts += [ink.disc(x, y, knot, palette.cut.base, 0.7) for x, y in _KNOTS[kind]]
    parts.append(ink.shape(smooth([(-3, 49), (0.5, 46.5), (4.4, 48.5), (1, 50.5)]),
                           palette.cut.base, 0.8))  # fmt: skip
    if bark:
        parts.append(
            ink.stroke("M-1 -36Q3 -28 1 -18M3 -8Q0 2 2 12M-4 -6Q-2 4 -3 12M0 20L1 34", 0.7)
        )
        parts += [ink.disc(x, y, 1.0, palette.cut.light, 0.6) for x, y in ((-4, -30), (3, -1))]
    drawing = "".join(parts)
    stretch = pips.club_width
    return drawing if stretch == 1 else group(drawing, f"scale({number(stretch)} 1)")


def _leaves(style: Style, ink: Ink) -> str:
    leaf = style.palette.leaf
    sprigs = ((9, -27, 50), (-9, -15, -55), (6, 6, 55), (-5, 19, -60))
    parts = []
    for x, y, angle in sprigs:
        blade = ink.shape(
            smooth([(0, 0), (-3.2, -5), (0, -12), (0, -12), (3.2, -5)]), leaf.base, 0.8
        )
        vein = ink.stroke("M0 -1L0 -9", 0.6)
        for turn, size in ((-36, 0.62), (36, 0.62), (0, 0.74)):
            parts.append(group(blade + vein, f"translate({x} {y}) rotate({angle + turn}) "
                                             f"scale({size})"))  # fmt: skip
    return "".join(parts)
