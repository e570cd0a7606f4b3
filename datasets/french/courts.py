"""King, queen and jack: half a figure above the middle of the card, and the same turned below."""

from __future__ import annotations

from datasets.deck.style import HEIGHT, WIDTH
from datasets.deck.svg import Ink, dot, flat, group, mirrored, polygon, polyline, smooth
from datasets.french.signs import sign

LEFT, TOP = 13.0, 8.5
"""Of the frame, in millimetres."""
_LINE = Ink("#20252b", 0.45)
_GOLD, _LIGHT, _SKIN, _HAIR = "#e5b53c", "#f4dc8e", "#f2d3b3", "#7b4a25"
_ROBES = {"h": ("#b8232f", "#27508f"), "d": ("#c8622a", "#2d7d6b"), "s": ("#27508f", "#b8232f"),
          "c": ("#2f6d43", "#8a2a55")}  # fmt: skip
_MIDDLE = WIDTH / 2, HEIGHT / 2


def court(letter: str, suit: str) -> str:
    """A court card inside its frame."""
    x, y = _MIDDLE
    frame = polygon(
        [(LEFT, TOP), (WIDTH - LEFT, TOP), (WIDTH - LEFT, HEIGHT - TOP), (LEFT, HEIGHT - TOP)]
    )
    half = group(_figure(letter, suit), f"translate({x} {y})")
    turned = group(_figure(letter, suit), f"translate({x} {y}) rotate(180)")
    ground = flat(frame, "#faf3df")
    line = _LINE.stroke(polyline([(LEFT, y + 6), (WIDTH - LEFT, y - 6)]), 1.2)
    return group(ground + half + turned + line + _LINE.shape(frame, "none"), name="court")


def _figure(letter: str, suit: str) -> str:
    """The upper half, the middle of the card at the origin."""
    robe, other = _ROBES[suit]
    reach = WIDTH / 2 - LEFT
    body = polygon([(-reach, 6), (-reach, -8), (-8, -15), (8, -15), (reach, -8), (reach, -6)])
    parts = [
        _LINE.shape(body, robe),
        *(_band(x, other) for x in (-11.5, 11.5)),
        _LINE.shape(smooth(mirrored([(0, -16), (5, -15), (5, -15), (2.6, 0), (0, 0)])), _GOLD),
        *(dot(0, y, 0.9, other) for y in (-11.5, -8, -4.5)),
        _LINE.shape(smooth(mirrored([(0, -19), (6, -17), (9, -12), (4, -11.5), (0, -13)])), _LIGHT),
        _HEADS[letter](other),
        sign(suit, -reach + 5.2, -HEIGHT / 2 + TOP + 6, 8.5),
        _attribute(letter, other, reach),
    ]
    return "".join(parts)


def _band(x: float, colour: str) -> str:
    slope = 0.35 if x > 0 else -0.35
    return _LINE.shape(
        polygon([(x - 2, -11 + 2 * slope), (x + 2, -11 + 2), (x + 2, 0), (x - 2, 2)]), colour, 0.7
    )


def _face() -> str:
    skin = _LINE.shape(smooth(mirrored([(0, -31), (4.6, -30), (5.4, -24.5), (3.2, -19), (0, -17)])),
                       _SKIN)  # fmt: skip
    eyes = "".join(dot(x, -25.4, 0.55, "#20252b") for x in (-2.2, 2.2))
    brows = "".join(
        _LINE.stroke(polyline([(x - 1.2, -27), (x + 1.2, -27.1)]), 0.7) for x in (-2.3, 2.3)
    )
    nose = _LINE.stroke("M0 -25.2L-0.8 -22.6L0.5 -22.5", 0.6)
    mouth = _LINE.stroke("M-1.5 -20.7C-0.6 -20.1 0.7 -20.1 1.5 -20.7", 0.8, "#a33a35")
    return skin + eyes + brows + nose + mouth


def _hair(length: float, flare: float) -> str:
    return _LINE.shape(
        smooth(mirrored([(0, -32), (6, -31), (7.2, -25), (6.6 + flare, length), (3, length + 1),
                         (0, length)])), _HAIR)  # fmt: skip


def _crown(colour: str, height: float) -> str:
    top = -31 - height
    points = [(-6.5, -29.6), (-7.6, top), (-3.8, -32.4), (0, top - 1.2), (3.8, -32.4), (7.6, top),
              (6.5, -29.6)]  # fmt: skip
    crown = _LINE.shape(polygon(points), _GOLD)
    jewels = "".join(dot(x, y, 0.8, colour) for x, y in ((-7.6, top), (0, top - 1.2), (7.6, top)))
    return crown + jewels + _LINE.stroke(polyline([(-6.4, -30.9), (6.4, -30.9)]), 0.8)


def _king(colour: str) -> str:
    beard = _LINE.shape(
        smooth(mirrored([(0, -21.9), (2.4, -22), (5.3, -25), (5.2, -19), (2.6, -13.6), (0, -12)])),
        _HAIR,
    )
    mouth = _LINE.stroke("M-1.4 -20.3C-0.6 -19.8 0.6 -19.8 1.4 -20.3", 0.8, "#e8b7a0")
    return _hair(-18, 0.6) + _face() + beard + mouth + _crown(colour, 6)


def _queen(colour: str) -> str:
    veil = _LINE.shape(
        smooth(mirrored([(0, -33.5), (7.5, -32), (9.4, -25), (10, -14.5), (6, -14), (0, -20)])),
        colour,
    )
    return veil + _hair(-20, 0.0) + _face() + _crown(colour, 3.2)


def _jack(colour: str) -> str:
    cap = _LINE.shape(
        smooth(
            [(-7, -29.4), (-8.6, -33), (-4, -36.4), (4, -36), (8.6, -32.6), (7, -29.4), (0, -30.6)]
        ),
        colour,
    )
    feather = _LINE.shape(
        smooth([(5, -34), (5, -34), (9, -38.6), (13.5, -36.5), (13.5, -36.5), (10, -33), (5, -32)]),
        _LIGHT,
    )
    return _hair(-17.5, 0.9) + _face() + feather + cap


_HEADS = {"K": _king, "Q": _queen, "J": _jack}


def _attribute(letter: str, colour: str, reach: float) -> str:
    """A sceptre, a flower or a halberd at the figure's left."""
    x = reach - 4.2
    staff = _LINE.strap(polyline([(x, -9), (x, -30)]), 0.7, _GOLD)
    if letter == "K":
        return staff + _LINE.disc(x, -31, 2.2, _GOLD) + dot(x, -31, 0.9, colour)
    if letter == "Q":
        petals = "".join(
            _LINE.disc(x + dx, -29 + dy, 1.7, colour, 0.7)
            for dx, dy in ((0, -2.2), (2.1, -0.7), (1.3, 1.8), (-1.3, 1.8), (-2.1, -0.7))
        )
        stalk = _LINE.strap(polyline([(x, -10), (x, -27)]), 0.5, "#3c7a45")
        return stalk + petals + _LINE.disc(x, -29, 1.3, _LIGHT, 0.7)
    blade = _LINE.shape(
        smooth([(x, -35), (x, -35), (x + 3.4, -29), (x, -24.5), (x, -24.5)]), "#ccd3d8"
    )
    return staff + blade
