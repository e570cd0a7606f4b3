"""The knight's horse, facing left, with its trappings."""

from __future__ import annotations

from datasets.deck.palette import Tone, Wardrobe
from datasets.deck.style import Horse, Style
from datasets.deck.svg import Ink, Point, dot, flat, polygon, smooth, tapered

_BODY: list[Point] = [
    (-13.4, -53.4), (-12.4, -57.4), (-12.4, -57.4), (-10.6, -52.8), (-7.4, -48), (-4, -41),
    (0, -37.4), (8, -36), (15, -36.8), (20, -33.4), (22, -29), (22.2, -24), (19.4, -18.4),
    (13.4, -18.6), (6, -17.4), (-2, -17.6), (-8, -18.6), (-13, -22.4), (-14.8, -29), (-12.4, -36),
    (-12.8, -41.4), (-14.8, -42.6), (-18, -40.4), (-21.4, -37.8), (-24, -39), (-24.6, -41.6),
    (-22, -45.4), (-18, -51), (-15.6, -53.4),
]  # fmt: skip

_Limb = tuple[Point, ...]
_LEGS: dict[Horse, dict[str, _Limb]] = {
    "walk": {
        "far fore": ((-10.6, -22), (-16.4, -17.4), (-18.4, -14.6), (-15.6, -8.2)),
        "far hind": ((12.6, -23), (12, -16), (14.8, -10.6), (11.4, -3.2)),
        "near fore": ((-8.4, -21.4), (-8.6, -13), (-8.4, -9.6), (-8.8, -3.2)),
        "near hind": ((17.4, -25), (18.4, -17.2), (21.4, -11.6), (19.4, -3.2)),
    },
    "trot": {
        "far fore": ((-10, -22), (-7.6, -14.4), (-6.4, -11), (-3.8, -5.2)),
        "far hind": ((13.4, -23), (11, -16), (12.8, -10.6), (7.6, -4.2)),
        "near fore": ((-9.4, -21.4), (-16.6, -18), (-18.2, -15.4), (-18.6, -8.2)),
        "near hind": ((17.4, -25), (19.4, -17.2), (23, -12), (22.6, -3.2)),
    },
    "rear": {
        "far fore": ((-10.6, -23), (-17.4, -21.4), (-20.4, -18.6), (-17.2, -13.2)),
        "far hind": ((12.6, -23), (12, -16), (14.8, -10.6), (12.4, -3.2)),
        "near fore": ((-9.4, -21.4), (-15.6, -16.4), (-18, -13), (-13.6, -8.6)),
        "near hind": ((17.4, -25), (18.4, -17.2), (21.4, -11.6), (20.4, -3.2)),
    },
}


def horse(pose: Horse, style: Style, ink: Ink, dress: Wardrobe) -> str:
    """The horse 48 mm long, standing on the origin."""
    coat, legs = dress.horse, _LEGS[pose]
    mane = Tone.of(coat.dark)
    parts = [
        _tail(ink, mane),
        _leg(ink, legs["far fore"], coat.dark, mane.dark, fore=True),
        _leg(ink, legs["far hind"], coat.dark, mane.dark, fore=False),
        _leg(ink, legs["near hind"], coat.base, mane.dark, fore=False),
        _leg(ink, legs["near fore"], coat.base, mane.dark, fore=True),
        ink.shape(smooth(_BODY), coat.base),
        flat(smooth([(-12, -22), (-4, -18.4), (6, -18.2), (16, -19), (16, -19), (10, -21.4),
                     (-2, -21), (-12, -22)]), coat.dark),
        _joint(legs["near fore"], coat.base, 3.0),
        _joint(legs["near hind"], coat.base, 3.6),
        _face(ink, coat),
        _mane(ink, mane),
        _trappings(style, ink, dress),
    ]  # fmt: skip
    return "".join(parts)


def _leg(ink: Ink, joints: _Limb, fill: str, hoof: str, *, fore: bool) -> str:
    radii = [3.2, 1.9, 1.6, 1.15] if fore else [4.2, 2.5, 1.7, 1.2]
    (kx, ky), (fx, fy) = joints[-2], joints[-1]
    length = ((fx - kx) ** 2 + (fy - ky) ** 2) ** 0.5
    ux, uy = (fx - kx) / length, (fy - ky) / length
    nx, ny = -uy, ux
    end = (fx + ux * 2.9, fy + uy * 2.9)
    shoe = [(fx + nx * 1.3, fy + ny * 1.3), (end[0] + nx * 1.9, end[1] + ny * 1.9),
            (end[0] - nx * 1.9, end[1] - ny * 1.9), (fx - nx * 1.3, fy - ny * 1.3)]  # fmt: skip
    return ink.shape(tapered(list(joints), radii), fill) + ink.shape(polygon(shoe), hoof)


def _joint(joints: _Limb, fill: str, radius: float) -> str:
    """Hides the outline where a near leg enters the body."""
    x, y = joints[0]
    return dot(x, y, radius, fill)


def _tail(ink: Ink, mane: Tone) -> str:
    outline = [(20.4, -32), (23.6, -32.6), (26.2, -28.4), (26.2, -19), (24.6, -12), (25.4, -8),
               (25.4, -8), (22, -10), (22.6, -17), (23, -25), (21, -28.6)]  # fmt: skip
    return ink.shape(smooth(outline), mane.base) + ink.stroke(
        "M23 -30.4Q26 -25 24.8 -16Q24 -11 24.4 -8", 0.7, mane.light
    )


def _mane(ink: Ink, mane: Tone) -> str:
    outline = [(-14.6, -54), (-12, -55), (-9, -51.6), (-5.4, -45.6), (-1.6, -38.6), (-1.6, -38.6),
               (-4.8, -39.4), (-4.6, -37), (-7.6, -40), (-7.6, -37.6), (-9.4, -42), (-10, -40),
               (-11.2, -46), (-12, -44.6), (-12.6, -49.6), (-15.4, -48), (-15.4, -52)]  # fmt: skip
    return ink.shape(smooth(outline), mane.base) + ink.stroke(
        "M-11.4 -52.6Q-8.6 -48 -7.4 -42M-8.6 -48.6Q-6 -44 -5 -40", 0.7, mane.light
    )


def _face(ink: Ink, coat: Tone) -> str:
    return (
        ink.stroke("M-17.2 -48.9Q-18.4 -49.4 -18.8 -48.2", 0.9)
        + dot(-17.9, -48.1, 0.75, ink.colour)
        + dot(-23.2, -41.4, 0.55, ink.colour)
        + ink.stroke("M-24 -39.4Q-22.4 -39.6 -21.2 -40.8", 0.8)
        + ink.stroke("M-14.6 -43Q-12.6 -45 -13.4 -48", 0.7, coat.dark)
    )


def _trappings(style: Style, ink: Ink, dress: Wardrobe) -> str:
    cloth, trim = dress.cloth, style.palette.trim
    drape = [(-3.4, -39.2), (4, -37.6), (13.4, -37.4), (13.4, -37.4), (16.4, -30), (16.6, -21),
             (16.6, -21), (11, -19.4), (5, -20.6), (-1, -19.2), (-6.4, -20.8), (-6.4, -20.8),
             (-5.8, -30)]  # fmt: skip
    border = [(-6.2, -24.2), (-1, -22.6), (5, -24), (11, -22.8), (16.7, -24.4), (16.7, -24.4),
              (16.7, -20.6), (16.7, -20.6), (11, -19), (5, -20.2), (-1, -18.8), (-6.6, -20.4),
              (-6.6, -20.4)]  # fmt: skip
    bells = [(-4, -21.6), (1.8, -21.2), (8, -21.4), (14, -21.6)]
    strap = smooth([(-4.6, -31), (-9.6, -28.6), (-14.6, -27.6)], closed=False)
    crupper = smooth([(15.4, -31), (18.6, -30), (21.8, -28)], closed=False)
    bridle = "M-21.4 -46L-19.6 -39.4M-16.8 -52L-14.6 -43.4M-15 -44.2L-21 -42.6"
    parts = [
        ink.strap(strap, 1.0, trim.base), ink.strap(crupper, 1.0, trim.base),
        *(ink.disc(x, y, 1.0, trim.light, 0.8) for x, y in ((-12, -26.9), (-8.6, -27.6))),
        ink.shape(smooth(drape), cloth.base),
        flat(smooth([(9, -36.6), (13, -36.6), (15.6, -30), (15.8, -24.6), (11.4, -23.4),
                     (11.4, -23.4), (11.6, -30)]), cloth.dark),
        ink.shape(smooth(border), trim.base),
        *(ink.disc(x, y, 0.9, cloth.base, 0.7) for x, y in bells),
        ink.strap(bridle, 0.8, trim.base),
        ink.disc(-20.5, -40.6, 1.1, trim.light, 0.8),
    ]  # fmt: skip
    return "".join(parts)
