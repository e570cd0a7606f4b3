"""The rey: a crowned king in a long robe and mantle."""

from __future__ import annotations

from datasets.deck import body
from datasets.deck.palette import Wardrobe
from datasets.deck.style import Style
from datasets.deck.svg import Ink, Point, flat, group, mirrored, placed, smooth

HEAD: Point = (0.0, -67.0)


def king(suit: int, style: Style, ink: Ink) -> str:
    """The king of `suit`, standing on the origin, 79 mm high."""
    dress, courts = style.palette.rey[suit], style.courts
    lift = courts.lift[suit]
    hand = {
        body.COIN: (-15.5, -60.0 - lift * 0.4),
        body.CUP: (-15.5, -59.0 - lift * 0.4),
        body.SWORD: (-15.5, -47.5 - lift),
        body.CLUB: (-14.5, -46.0 - lift),
    }[suit]
    size, lean = {
        body.COIN: (15.5, 0.0), body.CUP: (19.0, 0.0), body.SWORD: (38.0, -3.0),
        body.CLUB: (37.0, -3.0),
    }[suit]  # fmt: skip
    return "".join(
        [
            _mantle(style, ink, dress),
            _robe(style, ink, dress),
            _shawl(ink, dress) if courts.shawls[suit] else "",
            _resting_arm(style, ink, dress),
            _collar(style, ink, dress),
            _head(suit, style, ink, dress),
            body.held(suit, style, ink, hand, size, lean),
            _raised_sleeve(style, ink, dress, hand),
            body.hand(ink, hand, style.palette.skin, 1.2),
        ]
    )


def _fur(style: Style, dress: Wardrobe) -> str:
    return "#fbf5e8" if style.courts.ermine else style.palette.trim.base


def _tails(style: Style, ink: Ink, spots: list[Point]) -> str:
    """The black tips of ermine."""
    if not style.courts.ermine:
        return ""
    return "".join(
        flat(f"M{x} {y}L{x + 0.55:.2f} {y + 1.7:.2f}L{x - 0.55:.2f} {y + 1.7:.2f}Z", ink.colour)
        for x, y in spots
    )


def _mantle(style: Style, ink: Ink, dress: Wardrobe) -> str:
    outline = [(-7, -61), (7, -61), (11.5, -55), (15, -36), (17.6, -12), (18.6, -1), (18.6, -1),
               (12, 0.8), (0, -0.4), (-12, 0.8), (-19, -1), (-19, -1), (-17.4, -14),
               (-14.5, -36), (-11.5, -55)]  # fmt: skip
    fold = [
        (12.6, -44),
        (16, -18),
        (17.2, -2.4),
        (17.2, -2.4),
        (14.6, -1.4),
        (14.6, -1.4),
        (13.6, -22),
    ]
    return (
        ink.shape(smooth(outline), dress.cape.base)
        + flat(smooth(fold), dress.cape.dark)
        + flat(smooth([(-12.4, -44), (-15.6, -20), (-17.6, -2.2), (-17.6, -2.2), (-15.2, -1.6),
                       (-15.4, -1.6), (-13.6, -24)]), dress.cape.light)
    )  # fmt: skip


def _robe(style: Style, ink: Ink, dress: Wardrobe) -> str:
    trim, coat = style.palette.trim, dress.coat
    half = [(0, -61), (7, -60), (8.2, -52), (7.2, -43), (10, -24), (12.8, -3.6), (12.8, -3.6),
            (6, -1.8), (0, -2.4)]  # fmt: skip
    hem = [(-12.9, -6.6), (-6, -4.6), (0, -5.2), (6, -4.6), (12.9, -6.6), (12.9, -6.6),
           (13.3, -3.0), (13.3, -3.0), (6, -0.8), (0, -1.4), (-6, -0.8), (-13.3, -3.0),
           (-13.3, -3.0), (-12.9, -6.6)]  # fmt: skip
    panel = [(-2.8, -43), (2.8, -43), (2.8, -43), (3.6, -26), (4.8, -5), (4.8, -5), (0, -4.6),
             (-4.8, -5), (-4.8, -5), (-3.6, -26), (-2.8, -43)]  # fmt: skip
    parts = [
        body.shoe(ink, (-5.2, -1.4), dress.hose),
        body.shoe(ink, (5.6, -1.4), dress.hose, True),
        ink.shape(smooth(mirrored(half)), coat.base),
        flat(smooth([(4, -58), (7.6, -52), (6.8, -43), (9.4, -24), (12, -5.6), (12, -5.6),
                     (7.4, -4.6), (7.4, -4.6), (5.6, -26), (4, -44)]), coat.dark),
        ink.stroke("M-6 -40Q-7 -24 -9.4 -7M-4.9 -39Q-5.6 -26 -7 -7", 0.8, coat.light),
        ink.shape(smooth(panel), dress.second.base),
        _panel_ornament(style, ink, dress) if style.courts.ornament else "",
        ink.shape(smooth(hem), _fur(style, dress)),
        _tails(style, ink, [(x, -4.5 + abs(x) * 0.06 - 0.6 * (abs(x) > 10)) for x in
                            (-11, -8, -5, -2, 1.2, 4.2, 7.4, 10.6)]),
        ink.shape("M-7.7 -45.6Q0 -43.4 7.7 -45.6L7.9 -42.4Q0 -40 -7.9 -42.4Z", trim.base),
        ink.disc(0, -42.8, 1.7, dress.cape.base, 0.9),
    ]  # fmt: skip
    return "".join(parts)


def _panel_ornament(style: Style, ink: Ink, dress: Wardrobe) -> str:
    parts = []
    for at, y in enumerate((-36.5, -28.5, -20.5, -12.5)):
        r = 1.9 + at * 0.25
        lozenge = f"M0 {y - r * 1.5:.2f}L{r:.2f} {y}L0 {y + r * 1.5:.2f}L{-r:.2f} {y}Z"
        parts.append(ink.shape(lozenge, dress.coat.base, 0.8))
        parts.append(ink.disc(0, y, 0.7, dress.second.light, 0.6))
        parts += [ink.disc(s * (r + 0.4), y + 4, 0.55, dress.second.light, 0.6) for s in (-1, 1)]
    return "".join(parts)


def _resting_arm(style: Style, ink: Ink, dress: Wardrobe) -> str:
    """The arm across the body, in a wide sleeve, with the hand at the belt."""
    wide = [(6.6, -58.4), (11.6, -54), (14.8, -46.6), (13.8, -39.6), (8.6, -36.6), (6.2, -38.8),
            (6.2, -38.8), (5.4, -42.6), (5.4, -42.6), (8.6, -46), (6.4, -52)]  # fmt: skip
    edge = [(5.0, -42.8), (6.8, -44.0), (7.8, -40.6), (10.0, -36.9), (8.4, -35.6), (5.8, -38.6)]
    return (
        ink.shape(smooth(wide), dress.coat.base)
        + ink.stroke("M11.4 -51Q13 -45 10.4 -40", 0.8, dress.coat.dark)
        + body.hand(ink, (4.2, -41.2), style.palette.skin, 1.1)
        + ink.shape(smooth(edge), _fur(style, dress), 0.9)
    )


def _shawl(ink: Ink, dress: Wardrobe) -> str:
    """A cloak drawn across the body from one shoulder to the other hip."""
    outline = [(-9, -59), (-2, -56), (5, -50), (9, -42), (12.6, -30), (12.6, -30), (14.6, -20),
               (13, -8), (13, -8), (7, -22), (-2, -36), (-8.6, -48)]  # fmt: skip
    return (
        ink.shape(smooth(outline), dress.cape.base)
        + flat(smooth([(3, -48), (8, -38), (12, -24), (12, -14), (7, -26), (-1, -38)]),
               dress.cape.dark)
        + ink.stroke("M-6 -54Q4 -46 9.4 -30M-7 -49Q1 -42 7 -29", 0.8, dress.cape.light)
    )  # fmt: skip


def _raised_sleeve(style: Style, ink: Ink, dress: Wardrobe, hand: Point) -> str:
    x, y = hand
    wide = [(-5.6, -60), (-9.6, -58.6), ((x - 8) / 2, (y - 56) / 2 - 2), (x + 1.2, y + 0.4),
            (x + 1.2, y + 0.4), (x + 1.8, y + 3.4), (x + 2.8, y + 6.2), (x + 2.8, y + 6.2),
            (-12.6, -46.6), (-8.6, -46.2), (-6.4, -50)]  # fmt: skip
    edge = [(x + 0.4, y + 0.2), (x + 1.9, y + 0.2), (x + 3.2, y + 3.0), (x + 4.2, y + 6.2),
            (x + 2.6, y + 7.2), (x + 0.9, y + 3.8)]  # fmt: skip
    return (
        ink.shape(smooth(wide), dress.coat.base)
        + ink.stroke(f"M-7.4 -54Q-11 -50 {x + 4:.2f} {y + 5:.2f}", 0.8, dress.coat.dark)
        + ink.shape(smooth(edge), _fur(style, dress), 0.9)
    )


def _collar(style: Style, ink: Ink, dress: Wardrobe) -> str:
    half = [(0, -62), (4, -63), (9, -60.4), (11.4, -55), (10, -52.8), (5, -51.4), (0, -50.4)]
    spots = [(-8.6, -57.4), (-5.4, -55.6), (-2.2, -54), (1.4, -54), (4.8, -55.6), (8.2, -57.4),
             (-6.8, -59.6), (6.4, -59.6)]  # fmt: skip
    return ink.shape(smooth(mirrored(half)), _fur(style, dress)) + _tails(style, ink, spots)


def _head(suit: int, style: Style, ink: Ink, dress: Wardrobe) -> str:
    fine = ink.within(1.1)
    bearded = style.courts.beards[suit]
    head = (
        body.hair_behind(fine, dress.hair)
        + body.face(style, fine)
        + body.fringe(fine, dress.hair)
        + (body.beard(fine, dress.hair) if bearded else "")
        + body.crown(style.courts.crowns[suit], style, fine)
    )
    return group(head, placed(*HEAD, 1.1))
