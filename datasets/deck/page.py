"""The sota: a page standing with the suit's object."""

from __future__ import annotations

from datasets.deck import body
from datasets.deck.palette import Wardrobe
from datasets.deck.style import Style
from datasets.deck.svg import Ink, Point, flat, group, mirrored, number, placed, smooth, tapered

HEAD: Point = (0.0, -67.5)


def page(suit: int, style: Style, ink: Ink) -> str:
    """The page of `suit`, standing on the origin, 77 mm high."""
    dress, courts = style.palette.sota[suit], style.courts
    lift = courts.lift[suit]
    hand = {
        body.COIN: (-14.5, -62.0 - lift * 0.4),
        body.CUP: (-15.0, -61.0 - lift * 0.4),
        body.SWORD: (-15.0, -49.0 - lift),
        body.CLUB: (-14.0, -47.5 - lift),
    }[suit]
    size, lean = {
        body.COIN: (15.5, 0.0), body.CUP: (19.0, 0.0), body.SWORD: (36.0, -4.0),
        body.CLUB: (35.0, -3.0),
    }[suit]  # fmt: skip
    elbow = (-13.0, -51.0) if suit in (body.COIN, body.CUP) else (-12.5, -47.5)
    return "".join(
        [
            _cape(ink, dress) if courts.capes[suit] else "",
            _legs(style, ink, dress, courts.stance),
            _tunic(style, ink, dress),
            _resting_arm(suit, style, ink, dress),
            _head(suit, style, ink, dress),
            body.held(suit, style, ink, hand, size, lean),
            body.sleeve(ink, [(-7.6, -58.0), elbow, hand], [3.2, 2.7, 1.9], dress.coat,
                        style.palette.trim),
            body.puff(ink, (-7.6, -57.6), 4.2, dress.coat, dress.second)
            if courts.puffs[suit] else "",
            body.hand(ink, hand, style.palette.skin, 1.15),
        ]
    )  # fmt: skip


def _cape(ink: Ink, dress: Wardrobe) -> str:
    outline = [(-6, -61), (6, -61), (12, -56), (15, -42), (17.5, -27), (17.5, -27), (13, -24.5),
               (9, -27), (5, -24.5), (1, -28), (1, -28), (-6, -50)]  # fmt: skip
    return (
        ink.shape(smooth(outline), dress.cape.base)
        + flat(smooth([(6, -55), (10, -40), (9.5, -28), (9.5, -28), (5.5, -26), (5.5, -26),
                       (5, -40)]), dress.cape.dark)
        + ink.stroke("M12 -50Q14 -38 13.6 -27", 0.7, dress.cape.light)
    )  # fmt: skip


def _legs(style: Style, ink: Ink, dress: Wardrobe, stance: float) -> str:
    left = [(-3.6, -35.0), (-4.0 - stance * 0.5, -19.0), (-4.6 - stance, -3.0)]
    right = [(3.6, -35.0), (4.8 + stance * 0.5, -19.0), (6.0 + stance, -3.4)]
    parts = []
    for joints, flip in ((right, True), (left, False)):
        middle = ((joints[1][0] + joints[2][0]) / 2 + (0.5 if flip else -0.5), -13.0)
        limb = [joints[0], joints[1], middle, joints[2]]
        x = joints[2][0]
        parts += [
            ink.shape(tapered(limb, [4.0, 2.7, 2.9, 1.7]), dress.hose.base),
            ink.stroke(
                f"M{joints[0][0] + 1.6} -32Q{joints[1][0] + 1.6} -20 {x + 0.6} -6",
                1.6,
                dress.hose.dark,
            ),
            body.shoe(ink, (x, -2.0), dress.cloth, flip),
            ink.stroke(
                f"M{joints[1][0] - 2.8} -18Q{joints[1][0]} -16.8 {joints[1][0] + 2.8} -18",
                2.4,
                style.palette.trim.base,
            ),
        ]
    return "".join(parts)


def _tunic(style: Style, ink: Ink, dress: Wardrobe) -> str:
    trim = style.palette.trim
    chest = mirrored([(0, -61.5), (4, -61.5), (8.2, -59), (8.0, -52), (5.8, -44.5), (0, -43.5)])
    skirt = mirrored([(0, -45), (5.6, -45), (8.4, -39), (10.4, -32.5), (10.4, -32.5), (5, -31.4),
                      (0, -31.8)])  # fmt: skip
    panels = "".join(
        flat(smooth([(x * 0.5, -44), (x * 0.5 + 1, -44), (x + 1.6, -33.2), (x + 1.6, -33.2),
                     (x - 1.2, -33), (x - 1.2, -33)]), dress.second.base)
        for x in (-7.0, -2.4, 2.4, 7.0)
    )  # fmt: skip
    buttons = "".join(ink.disc(-0.6, y, 0.7, trim.base, 0.7) for y in (-57, -53.6, -50.2, -46.8))
    hem = smooth([(-10.6, -33.2), (-5, -31.9), (0, -32.2), (5, -31.9), (10.6, -33.2),
                  (10.9, -31.2), (5, -29.8), (0, -30.2), (-5, -29.8), (-10.9, -31.2)])  # fmt: skip
    skirts = (
        ink.shape(smooth(skirt), dress.coat.base)
        + panels
        + ink.shape(smooth(skirt), "none")
        + ink.shape(hem, trim.base, 0.9)
    )
    length = style.courts.skirt
    return "".join(
        [
            group(skirts, f"translate(0 {number(-45 * (1 - length))}) scale(1 {number(length)})"),
            ink.shape(smooth(chest), dress.coat.base),
            flat(smooth([(3, -60), (7.6, -58), (7.4, -52), (5, -45), (2.4, -44.4), (4.4, -52)]),
                 dress.coat.dark),
            ink.stroke("M-0.6 -60L-0.6 -44.6", 0.8),
            buttons,
            ink.shape("M-6.1 -46.2Q0 -44.6 6.1 -46.2L6.3 -43.4Q0 -41.8 -6.3 -43.4Z", trim.base),
            ink.shape("M-1.9 -45.4L1.6 -45.4L1.6 -42.3L-1.9 -42.3Z", dress.second.light, 0.8),
        ]
    )  # fmt: skip


def _resting_arm(suit: int, style: Style, ink: Ink, dress: Wardrobe) -> str:
    at_hip = style.courts.hand_on_hip[suit]
    hand = (6.4, -44.4) if at_hip else (12.6, -37.0)
    joints = [(7.8, -57.6), (13.6, -50.4) if at_hip else (11.8, -47.6), hand]
    puffed = style.courts.puffs[suit]
    return (
        body.sleeve(ink, joints, [3.2, 2.7, 1.9], dress.coat, style.palette.trim)
        + (body.puff(ink, (7.8, -57.6), 4.2, dress.coat, dress.second) if puffed else "")
        + body.hand(ink, hand, style.palette.skin)
    )


def _head(suit: int, style: Style, ink: Ink, dress: Wardrobe) -> str:
    fine = ink.within(1.08)
    skin = style.palette.skin
    neck = ink.shape(tapered([(0.4, -61), (0.3, -65)], [2.3, 2.1]), skin.base)
    collar = mirrored(
        [(0, -60.6), (3.4, -62.6), (5.4, -61), (4.6, -58.8), (2.4, -58.2), (0, -57.4)]
    )
    ruff = ink.shape(smooth(collar), style.palette.paper)
    front = (
        body.face(style, fine)
        + body.fringe(fine, dress.hair)
        + body.hat(style.courts.hats[suit], style, fine, dress)
    )
    at = placed(*HEAD, 1.08)
    return group(body.hair_behind(fine, dress.hair), at) + neck + ruff + group(front, at)
