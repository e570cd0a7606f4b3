"""The four aces: one great pip each, with the ornament that custom grants it."""

from __future__ import annotations

from datasets.deck import clubs, coins, cups, swords
from datasets.deck.style import HEIGHT, WIDTH, Style
from datasets.deck.svg import Ink, flat, group, placed, polygon, ray, smooth

COINS, CUPS, SWORDS = range(3)
LENGTHS = (36.0, 74.0, 80.0, 78.0)
"""Printed size of the ace of each suit in millimetres: the coin's width, the others' length."""

_TURNS = {"upright": 0.0, "slant": -22.0, "other slant": 22.0}


def ace(suit: int, style: Style, ink: Ink) -> str:
    """The ace of suit 0 to 3 (O, C, E, B), in card coordinates."""
    size = LENGTHS[suit] * min(style.pips.scale[suit], 1.05)
    scale = size / 100
    fine = ink.within(scale)
    around, turn = "", 0.0
    if suit == COINS:
        drawing = coins.coin(style, fine, size)
        around = {"plain": "", "wreath": _wreath(style, ink), "banner": _banner(style, ink)}[
            style.ace_coin
        ]
    elif suit == CUPS:
        drawing = cups.ace_cup(style, fine)
    elif suit == SWORDS:
        drawing, turn = swords.ace_sword(style, fine), _TURNS[style.layout.ace_swords]
    else:
        tone = style.palette.clubs[style.layout.colour_shift]
        drawing = clubs.club(style, fine, tone, bark=True, leaves=True)
        turn = _TURNS[style.layout.ace_clubs]
    return around + group(drawing, placed(WIDTH / 2, HEIGHT / 2, scale, turn), name="pip")


def _wreath(style: Style, ink: Ink) -> str:
    """Laurel and a bow round the ace of coins."""
    leaf, ribbon = style.palette.leaf, style.palette.ribbon
    blade = smooth([(0, 0), (-1.4, -2.2), (0, -5.6), (0, -5.6), (1.4, -2.2)])
    parts = []
    for side in (-1, 1):
        for at in range(13):
            angle = side * (172 - at * 12.6)
            x, y = ray(angle, 21.6, WIDTH / 2, HEIGHT / 2)
            for lean, fill in ((30, leaf.base), (-16, leaf.dark)):
                at_leaf = placed(x, y, 1.0, angle - side * (90 - lean))
                parts.append(group(ink.shape(blade, fill), at_leaf))
    knot = smooth([(-1.5, -0.5), (-9, -4.5), (-12, -1), (-9, 3), (-1.5, 0.5)])
    tail = smooth([(-1, 0.5), (-6, 5), (-13, 7), (-13, 7), (-10.5, 9), (-11, 12), (-11, 12),
                   (-4, 8.5), (1.5, 1.5)])  # fmt: skip
    bow_y = HEIGHT / 2 + 22.2
    for flip in (False, True):
        bow = ink.shape(tail, ribbon.dark) + ink.shape(knot, ribbon.base)
        parts.append(group(bow, placed(WIDTH / 2, bow_y, 0.95, 0.0, flip)))
    parts.append(ink.disc(WIDTH / 2, bow_y, 2.0, ribbon.light))
    return "".join(parts)


def _banner(style: Style, ink: Ink) -> str:
    """Flags, drapery and a plate: the coat of arms that many makers print round the coin."""
    palette = style.palette
    cloth, other, trim = palette.ribbon, palette.leaf, palette.trim
    x, y = WIDTH / 2, HEIGHT / 2
    parts = []
    for flip in (False, True):
        drape = [(0, -34), (-12, -31), (-21, -27), (-23, -12), (-20, 2), (-23, 16), (-19, 28),
                 (-8, 31), (0, 30)]  # fmt: skip
        stripe = [(-14, -30), (-21, -27), (-23, -12), (-20, 2), (-23, 16), (-19, 28), (-15, 24),
                  (-17, 6), (-14, -10)]  # fmt: skip
        spear = ink.strap("M-8 30L-22 -37", 0.9, trim.base) + ink.shape(
            polygon([(-22, -36), (-24.4, -38), (-22.8, -43), (-20.4, -38.6)]), trim.light
        )
        half = (
            spear
            + ink.shape(smooth(drape), cloth.base)
            + ink.shape(smooth(stripe), other.base)
            + ink.stroke("M-18 -24Q-19 -8 -16.4 4Q-19 16 -16 26", 1.0, other.dark)
        )
        parts.append(group(half, placed(x, y, 1.0, 0.0, flip)))
    scroll = [(-17, -27), (-10, -32), (0, -34), (10, -32), (17, -27), (17, -27), (17, -21),
              (17, -21), (10, -26), (0, -28), (-10, -26), (-17, -21), (-17, -21)]  # fmt: skip
    plate = polygon([(-20, 25), (20, 25), (20, 34), (-20, 34)])
    writing = "".join(f"M{at} 27.4L{at + 2.6} 27.4L{at} 31.6L{at + 2.6} 31.6" for at in
                      (-14, -9, -4, 1, 6, 11))  # fmt: skip
    front = (
        ink.shape(smooth(scroll), palette.paper)
        + ink.stroke("M-13 -27.4Q0 -34 13 -27.4", 2.0, cloth.base)
        + ink.shape(plate, trim.base)
        + flat(polygon([(-18.6, 26), (18.6, 26), (18.6, 33), (-18.6, 33)]), cloth.base)
        + ink.stroke(writing, 2.4, palette.paper)
        + ink.shape(smooth([(0, 33.6), (-7, 36), (0, 41), (7, 36)]), other.base)
    )
    return "".join(parts) + group(front, placed(x, y))
