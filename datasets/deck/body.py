"""Parts that all court figures share: heads, headgear, arms, hands and what they hold.

A figure looks to the left; `y` is upwards negative from the ground, in millimetres.
"""

from __future__ import annotations

from datasets.deck import clubs, coins, cups, swords
from datasets.deck.palette import Tone, Wardrobe
from datasets.deck.style import Crown, Hat, Style
from datasets.deck.svg import (
    Ink,
    Point,
    dot,
    flat,
    group,
    mirrored,
    number,
    placed,
    smooth,
    tapered,
)  # fmt: skip

COIN, CUP, SWORD, CLUB = range(4)
BLUSH = "#ec9f83"


def held(suit: int, style: Style, ink: Ink, hand: Point, size: float, lean: float = 0.0) -> str:
    """The suit's object, `size` mm long, in a hand at `hand`, its top leaning by `lean` degrees."""
    size *= style.courts.object_scale
    scale = size / 100
    fine = ink.within(scale)
    x, y = hand[0], hand[1] - (style.courts.object_rise if suit in (COIN, CUP) else 0)
    if suit == COIN:
        return group(coins.coin(style, fine, size), placed(x, y - size * 0.46, scale))
    if suit == CUP:
        drawing, grip, turn = cups.cup(style, fine, size), cups.STEM, 0.0
    elif suit == SWORD:
        drawing, grip, turn = swords.sword(style, fine, long=True), swords.GRIP, 180.0
    else:
        tone = style.palette.clubs[0]
        drawing, grip, turn = clubs.club(style, fine, tone), clubs.GRIP, 0.0
    at = placed(x, y, scale, turn + lean)
    return group(drawing, f"{at} translate({number(-grip[0])} {number(-grip[1])})")


def sleeve(ink: Ink, joints: list[Point], radii: list[float], tone: Tone, cuff: Tone) -> str:
    """A sleeved arm along shoulder, elbow and wrist, with a cuff at the wrist."""
    (ex, ey), (wx, wy) = joints[-2], joints[-1]
    near = (wx + (ex - wx) * 0.22, wy + (ey - wy) * 0.22)
    fold = ((joints[0][0] + ex) / 2, (joints[0][1] + ey) / 2)
    crease = smooth([fold, (ex, ey - 0.8), (ex + (wx - ex) * 0.3, ey + (wy - ey) * 0.3)], False)
    return (
        ink.shape(tapered(joints, radii), tone.base)
        + ink.stroke(crease, 0.6, tone.dark)
        + ink.shape(tapered([near, joints[-1]], [radii[-1] * 1.25, radii[-1] * 1.35]), cuff.base)
    )


def hand(ink: Ink, at: Point, skin: Tone, size: float = 1.0) -> str:
    """A closed hand with three knuckle lines."""
    x, y = at
    fist = [(-1.9, -1.0), (-0.6, -1.9), (1.2, -1.7), (2.0, -0.2), (1.5, 1.5), (-0.4, 1.9),
            (-1.8, 1.1)]  # fmt: skip
    lines = "".join(ink.stroke(f"M-1.7 {v}L-0.2 {v}", 0.6) for v in (-0.5, 0.4, 1.2))
    return group(ink.shape(smooth(fist), skin.base, 0.9) + lines, placed(x, y, size))


def puff(ink: Ink, at: Point, radius: float, tone: Tone, stripe: Tone) -> str:
    """A slashed shoulder puff."""
    round_ = [(0, -1), (0.8, -0.7), (1, 0), (0.7, 0.8), (0, 1), (-0.7, 0.8), (-1, 0), (-0.8, -0.7)]
    outline = smooth([(x * radius, y * radius * 1.1) for x, y in round_])
    slashes = "".join(
        flat(smooth([(x * radius, -0.75 * radius), ((x + 0.16) * radius, 0.0),
                     (x * radius, 0.8 * radius), ((x - 0.12) * radius, 0.0)]), stripe.base)
        for x in (-0.5, 0.0, 0.5)
    )  # fmt: skip
    return group(ink.shape(outline, tone.base) + slashes + ink.shape(outline, "none"), placed(*at))


def face(style: Style, ink: Ink) -> str:
    """A face ten units high around the origin, turned a little to the left."""
    skin, red = style.palette.skin, style.palette.coin_mark
    shape = [(0, -5), (2.8, -4.2), (3.7, -1.5), (3.5, 1.5), (2.3, 4), (0.1, 5.2), (-1.8, 4.4),
             (-3.2, 1.8), (-3.6, -1.5), (-2.8, -4.2)]  # fmt: skip
    shade = [
        (2.8, -4),
        (3.6, -1.5),
        (3.4, 1.5),
        (2.2, 3.9),
        (0.2, 5),
        (0.2, 5),
        (1.9, 2.6),
        (2.5, -1),
    ]
    eyes = ""
    for x in (-1.95, 1.0):
        eyes += (
            flat(smooth([(x - 0.85, -0.35), (x, -0.95), (x + 0.85, -0.3), (x, 0.1)]), "#ffffff")
            + dot(x - 0.1, -0.42, 0.42, ink.colour)
            + ink.stroke(f"M{number(x - 0.95)} -0.4Q{number(x)} -1.2 {number(x + 0.95)} -0.3", 0.8)
            + ink.stroke(f"M{number(x - 1.05)} -1.75Q{number(x)} -2.5 {number(x + 1.1)} -1.7", 0.9)
        )
    return (
        ink.shape(smooth(shape), skin.base)
        + flat(smooth(shade), skin.dark)
        + dot(-2.3, 1.7, 0.7, BLUSH) + dot(1.4, 1.8, 0.8, BLUSH)
        + eyes
        + ink.stroke("M-0.7 -1.2Q-1.1 0.6 -1.6 1.25Q-1.2 1.75 -0.4 1.5", 0.75)
        + flat("M-1.75 2.85Q-1.1 2.45 -0.6 2.7Q0 2.45 0.7 2.85Q-0.5 3.9 -1.75 2.85Z", red.base)
        + ink.stroke("M-1.75 2.85Q-0.5 3.15 0.7 2.85", 0.6)
    )  # fmt: skip


def hair_behind(ink: Ink, hair: Tone, long: bool = True) -> str:
    """The hair behind a head, to the shoulders."""
    drop = 7.6 if long else 4.2
    half = [(0, -6), (3.4, -5.4), (5.1, -2.2), (5.2, 1.8), (5.7, drop - 2), (4.6, drop),
            (2.6, drop - 0.6), (0, drop - 2)]  # fmt: skip
    waves = "".join(
        ink.stroke(f"M{s * 4.3} -1Q{s * 4.9} 2 {s * 4.4} {number(drop - 1.2)}", 0.7, hair.dark)
        for s in (-1, 1)
    )
    return ink.shape(smooth(mirrored(half)), hair.base) + waves


def fringe(ink: Ink, hair: Tone) -> str:
    """Locks over the forehead and temples."""
    left = [(0.4, -5.4), (-2.6, -5.1), (-4.2, -2.6), (-4.3, 1), (-3.6, 2.4), (-3.6, 2.4),
            (-3.2, -0.6), (-2.4, -2.9), (0.4, -3.6), (0.4, -3.6)]  # fmt: skip
    right = [(0.2, -5.4), (2.9, -5.0), (4.4, -2.4), (4.6, 1.4), (3.9, 3.2), (3.9, 3.2),
             (3.2, -0.4), (2.2, -2.8), (0.2, -3.6), (0.2, -3.6)]  # fmt: skip
    return (
        ink.shape(smooth(right), hair.base, 0.9)
        + ink.shape(smooth(left), hair.base, 0.9)
        + ink.stroke("M-1 -5Q-3 -4 -3.6 -1.6M1.4 -4.9Q3.2 -3.8 3.8 -1.4", 0.6, hair.light)
    )


def beard(ink: Ink, hair: Tone) -> str:
    """A full beard and moustache."""
    outline = [(-3.9, -0.8), (-3.5, 1.4), (-2.7, 2.1), (-0.5, 1.9), (1.6, 2.1), (2.9, 1.3),
               (3.7, -0.8), (3.7, -0.8), (5.0, 2.4), (4.4, 6.2), (2.6, 8.6), (1.6, 11.2),
               (-0.2, 12.4), (-1.6, 11), (-3.0, 8.4), (-4.7, 5.8), (-4.8, 2),
               (-3.9, -0.8)]  # fmt: skip
    locks = "M-2.9 4Q-3 7 -1.2 9.4M-1 5.4Q-1 8.6 0 11M1 5.4Q1.2 8 1 10M2.9 4Q3.2 6.4 2 8.4"
    lips = flat("M-1.6 3.2Q-0.5 2.8 0.6 3.2Q-0.5 4.4 -1.6 3.2Z", "#b5443a")
    tash = [(-0.5, 1.9), (-2.4, 1.9), (-4.0, 3.6), (-4.0, 3.6), (-2.2, 3.4), (-0.5, 2.9),
            (1.3, 3.4), (3.4, 3.7), (3.4, 3.7), (1.8, 2.0)]  # fmt: skip
    return (
        ink.shape(smooth(outline), hair.base, 0.9)
        + ink.stroke(locks, 0.7, hair.dark)
        + lips
        + ink.shape(smooth(tash), hair.light, 0.8)
    )


def hat(kind: Hat, style: Style, ink: Ink, dress: Wardrobe) -> str:
    """Headgear of a page or rider, over a head as `face` draws it."""
    cloth, trim, plume = dress.hat, style.palette.trim, dress.second
    if kind == "bare":
        band = [(-4.1, -3.3), (0, -4.6), (4.3, -3.2), (4.4, -2.3), (0, -3.6), (-4.1, -2.4)]
        return ink.shape(smooth(band), cloth.base, 0.9) + ink.disc(-1, -4.1, 0.8, trim.base, 0.7)
    if kind == "brim":
        crown = [(-3.7, -4), (-3.5, -7.5), (0, -9.3), (3.6, -7.6), (3.9, -4), (3.9, -4), (-3.7, -4)]
        brim = [(-7.4, -3.6), (-4, -4.6), (0, -5), (4, -4.7), (7.6, -4.4), (5, -2.8), (0, -3.1),
                (-4.6, -2.5)]  # fmt: skip
        return (
            _plume(ink, plume, 3.2, -6.0)
            + ink.shape(smooth(crown), cloth.base)
            + ink.shape(smooth(brim), cloth.dark)
            + ink.stroke("M-3.6 -5.3Q0 -6.2 3.8 -5.4", 2.6, trim.base)
        )
    if kind == "cap":
        shell = [(-4.3, -2.6), (-4.4, -6), (-1.4, -9), (2.4, -9.6), (5.6, -8.2), (7.4, -5.2),
                 (6.4, -4.4), (4.5, -6), (4.5, -2.4), (4.5, -2.4), (0, -3.9)]  # fmt: skip
        edge = [(-4.6, -2.2), (0, -3.6), (4.8, -2.0), (4.8, -3.6), (0, -5.2), (-4.6, -3.8)]
        return (
            ink.shape(smooth(shell), cloth.base)
            + ink.shape(smooth(edge), trim.base, 0.9)
            + ink.disc(7.2, -4.6, 1.0, plume.base, 0.8)
        )
    puffed = [(-5.2, -3.4), (-5.8, -6), (-3.6, -8), (0.6, -8.4), (4.4, -7.4), (6.4, -5.2),
              (5.4, -3.4), (0, -4.4)]  # fmt: skip
    edge = [(-4.7, -2.4), (0, -3.8), (4.8, -2.2), (4.7, -3.9), (0, -5.2), (-4.6, -3.9)]
    return (
        (_plume(ink, plume, 2.6, -7.0) if kind == "feather" else "")
        + ink.shape(smooth(puffed), cloth.base)
        + ink.stroke("M-2.6 -7.2Q-3.4 -6 -3 -4.9M1.4 -7.6Q2.2 -6.2 1.8 -5", 0.6, cloth.dark)
        + ink.shape(smooth(edge), cloth.dark, 0.9)
        + (ink.disc(-2.6, -5.6, 0.9, trim.base, 0.7) if kind == "beret" else "")
    )


def _plume(ink: Ink, tone: Tone, x: float, y: float) -> str:
    outline = [(0, 0), (1.2, -2.8), (4.4, -4.6), (7.4, -3.6), (8.2, -0.6), (6.4, 0.8), (7, -1.2),
               (5.2, -1.4), (3, 0.8), (0.8, 1.4)]  # fmt: skip
    rib = "M0.4 0.4Q3 -3.2 6.6 -2.6"
    return group(
        ink.shape(smooth(outline), tone.base) + ink.stroke(rib, 0.7, tone.dark), placed(x, y)
    )


def crown(kind: Crown, style: Style, ink: Ink) -> str:
    """A king's crown over a head as `face` draws it."""
    gold, gem = style.palette.trim, style.palette.coin_mark
    band = [(-4.5, -2.8), (0, -4.2), (4.7, -2.7), (4.9, -4.6), (4.9, -4.6), (0, -6.2), (-4.7, -4.7),
            (-4.7, -4.7)]  # fmt: skip
    tops = {"points": 4.4, "trefoils": 3.4, "closed": 3.2, "low": 2.2}[kind]
    teeth: list[Point] = [(-4.7, -4.6)]
    tips: list[Point] = []
    for at in range(5):
        x = -4.9 + at * 2.48
        lift = -5.1 - (1 - abs(at - 2) / 2) * 1.3
        tips.append((x * 1.12, lift - tops))
        teeth.append(tips[-1])
        if at < 4:
            teeth.append((x + 1.24, lift - 0.5))
    teeth.append((4.9, -4.5))
    spikes = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in teeth) + "Z"
    parts = []
    if kind == "closed":
        cap = [(-4.4, -5), (-4.6, -8.6), (0, -10.8), (4.6, -8.6), (4.6, -5)]
        parts += [ink.shape(smooth(cap), gem.base), ink.disc(0, -11.4, 1.0, gold.base, 0.8)]
    parts.append(ink.shape(spikes, gold.base))
    size = {"points": 0.7, "trefoils": 1.15, "closed": 0.7, "low": 0.8}[kind]
    parts += [ink.disc(x, y, size, gold.light, 0.8) for x, y in tips]
    parts.append(ink.shape(smooth(band), gold.light, 0.9))
    parts += [dot(x, -4.6 + abs(x) * 0.2, 0.6, gem.base) for x in (-3, 0, 3)]
    return "".join(parts)


def shoe(ink: Ink, at: Point, tone: Tone, right: bool = False) -> str:
    """A pointed shoe under an ankle at `at`."""
    outline = [(1.9, -2.6), (1.9, -2.6), (2.2, 0.4), (2.0, 1.6), (2.0, 1.6), (-4.2, 1.7),
               (-6.0, 0.9), (-3.4, -0.2), (-1.8, -2.6), (-1.8, -2.6)]  # fmt: skip
    return group(ink.shape(smooth(outline), tone.base), placed(*at, 1.0, 0.0, right))
