"""The caballo: a knight on horseback."""

from __future__ import annotations

from datasets.deck import body
from datasets.deck.horse import horse
from datasets.deck.palette import Wardrobe
from datasets.deck.style import Style
from datasets.deck.svg import Ink, Point, flat, group, mirrored, placed, smooth, tapered

HEAD: Point = (0.5, -64.2)


def rider(suit: int, style: Style, ink: Ink) -> str:
    """The horse and rider of `suit`, standing on the origin, 76 mm high."""
    dress, courts = style.palette.caballo[suit], style.courts
    right = courts.flip_caballo[suit]
    turned = placed(0, 0, 1.0, 0.0, right)
    rearing = courts.horses[suit] == "rear"
    mount = group(horse(courts.horses[suit], style, ink, dress), turned)
    leg = group(_leg(style, ink, dress), turned)
    upper = (
        (group(_cape(ink, dress), turned) if courts.capes[suit] else "")
        + mount
        + leg
        + _torso(style, ink, dress)
        + _rein_arm(style, ink, dress, right, courts.puffs[suit])
        + _head(suit, style, ink, dress, right)
        + _raised_arm(suit, style, ink, dress)
    )
    if not rearing:
        return upper
    return group(upper, f"rotate({-9 if right else 9} 0 -10) translate(0 1)")


def _leg(style: Style, ink: Ink, dress: Wardrobe) -> str:
    joints = [(3.4, -38.0), (-2.4, -31.0), (0.0, -24.0), (2.0, -18.5)]
    boot = [(-0.4, -25), (4.2, -25.6), (4.2, -25.6), (4.6, -19), (4.2, -15.4), (4.2, -15.4),
            (-3.6, -14.2), (-4.4, -15.6), (0.2, -18), (-0.8, -25)]  # fmt: skip
    return (
        ink.shape(tapered(joints, [4.6, 3.6, 2.6, 1.8]), dress.hose.base)
        + ink.stroke("M4 -36Q-0.4 -31 1.4 -25", 1.4, dress.hose.dark)
        + ink.shape(smooth(boot), dress.hair.dark)
        + ink.strap("M-4.4 -13.9L4.4 -13.9", 0.6, style.palette.trim.base)
        + ink.strap("M1 -14.2L2.6 -18.4M-1.4 -14.2L2.6 -18.4", 0.3, style.palette.trim.base)
    )


def _cape(ink: Ink, dress: Wardrobe) -> str:
    outline = [(-3, -57), (5, -58), (10, -53), (15, -42), (19, -30), (19, -30), (13, -29),
               (9, -31), (4, -29), (-1, -40)]  # fmt: skip
    return ink.shape(smooth(outline), dress.cape.base) + flat(
        smooth([(7, -52), (12, -42), (13, -30), (13, -30), (9.4, -31), (9.4, -31), (8, -42)]),
        dress.cape.dark,
    )


def _torso(style: Style, ink: Ink, dress: Wardrobe) -> str:
    trim = style.palette.trim
    chest = [(0.6, -58), (5, -57.4), (7.2, -54), (6.6, -47), (5.6, -41.6), (0.8, -40.6),
             (-4, -41.6), (-5.4, -47), (-6, -54), (-3.8, -57.4)]  # fmt: skip
    skirt = [(-4.6, -42.6), (0.8, -41.6), (6.2, -42.6), (8.6, -36.4), (8.6, -36.4), (4, -34.6),
             (0.6, -35.6), (-3, -34.4), (-6.8, -36.2), (-6.8, -36.2)]  # fmt: skip
    return "".join(
        [
            ink.shape(smooth(skirt), dress.second.base),
            ink.stroke("M-2.4 -41.6L-4 -35.4M1 -41L0.8 -36M4.2 -41.6L5.8 -35.8", 0.8),
            ink.shape(smooth(chest), dress.coat.base),
            flat(smooth([(3.4, -56.6), (6.6, -54), (6, -47), (5, -42), (2.6, -41.4), (3.8, -48)]),
                 dress.coat.dark),
            ink.stroke("M0 -57L-0.4 -42", 0.8),
            ink.stroke("M-4.6 -53.4Q0 -51 5.6 -53.4", 2.4, trim.base),
            ink.shape("M-5.2 -43.6Q0.6 -41.8 6.2 -43.6L6.2 -41.2Q0.6 -39.4 -5.2 -41.2Z", trim.base),
        ]
    )  # fmt: skip


def _rein_arm(style: Style, ink: Ink, dress: Wardrobe, right: bool, puffed: bool) -> str:
    grip = (9.5, -42.0) if right else (2.6, -43.4)
    elbow = (11.6, -48.0) if right else (10.6, -46.6)
    bit = (20.5, -40.6) if right else (-20.5, -40.6)
    rein = f"M{grip[0]} {grip[1]}Q{(grip[0] + bit[0]) / 2} {grip[1] + 4} {bit[0]} {bit[1]}"
    return (
        ink.strap(rein, 0.5, style.palette.trim.base)
        + body.sleeve(ink, [(6.4, -54.4), elbow, grip], [2.9, 2.4, 1.7], dress.coat, dress.second)
        + (body.puff(ink, (6.2, -54.6), 3.6, dress.coat, dress.second) if puffed else "")
        + body.hand(ink, grip, style.palette.skin, 0.95)
    )


def _raised_arm(suit: int, style: Style, ink: Ink, dress: Wardrobe) -> str:
    lift, puffed = style.courts.lift[suit], style.courts.puffs[suit]
    hand = {
        body.COIN: (-13.0, -60.5 - lift * 0.4),
        body.CUP: (-13.0, -60.0 - lift * 0.4),
        body.SWORD: (-12.5, -50.0 - lift * 0.6),
        body.CLUB: (-11.5, -50.0 - lift * 0.6),
    }[suit]
    size, lean = {
        body.COIN: (14.5, 0.0), body.CUP: (17.5, 0.0), body.SWORD: (34.0, -8.0),
        body.CLUB: (33.0, -6.0),
    }[suit]  # fmt: skip
    elbow = (-10.4, -49.6) if suit in (body.COIN, body.CUP) else (-9.6, -47.2)
    return (
        body.held(suit, style, ink, hand, size, lean)
        + body.sleeve(ink, [(-5.2, -54.6), elbow, hand], [2.9, 2.4, 1.7], dress.coat, dress.second)
        + (body.puff(ink, (-5.2, -54.6), 3.6, dress.coat, dress.second) if puffed else "")
        + body.hand(ink, hand, style.palette.skin)
    )


def _head(suit: int, style: Style, ink: Ink, dress: Wardrobe, right: bool) -> str:
    fine = ink.within(0.94)
    neck = ink.shape(tapered([(0.6, -57.4), (0.6, -61)], [2.1, 1.9]), style.palette.skin.base)
    collar = mirrored([(0, -57.6), (2.8, -59.2), (4.4, -57.8), (3.4, -56), (0, -55.2)])
    ruff = group(ink.shape(smooth(collar), style.palette.paper), "translate(0.5 0)")
    front = (
        body.face(style, fine)
        + body.fringe(fine, dress.hair)
        + body.hat(style.courts.rider_hats[suit], style, fine, dress)
    )
    at = placed(*HEAD, 0.94, 0.0, right)
    return group(body.hair_behind(fine, dress.hair, False), at) + neck + ruff + group(front, at)
