"""The four suit signs and the index figures, as outlines in a box of 100 about the origin."""

from __future__ import annotations

from datasets.deck.svg import flat, group, mirrored, placed, polygon, smooth

RED, BLACK = "#b8232f", "#1d2226"
COLOURS = {"h": RED, "d": RED, "s": BLACK, "c": BLACK}


def sign(suit: str, x: float, y: float, size: float, angle: float = 0.0) -> str:
    """A suit sign `size` high, its middle at (x, y)."""
    drawn = "".join(flat(d, COLOURS[suit]) for d in _SIGNS[suit])
    return group(drawn, placed(x, y, size / 100, angle))


_HEART = smooth(
    mirrored(
        [
            *((0, -24), (0, -24), (10, -42), (29, -46), (45, -33), (46, -12), (33, 12)),
            *((14, 34), (0, 50), (0, 50)),
        ]
    )
)
_DIAMOND = smooth(
    [
        *((0, -52), (0, -52), (17, -24), (39, 0), (39, 0), (17, 24), (0, 52), (0, 52)),
        *((-17, 24), (-39, 0), (-39, 0), (-17, -24)),
    ]
)
_STEM = smooth(
    mirrored([(0, 12), (3, 12), (3, 12), (6, 32), (17, 50), (17, 50), (0, 50)]),
)
_SPADE = smooth(
    mirrored(
        [
            *((0, -51), (0, -51), (12, -32), (33, -12), (45, 8), (42, 25), (27, 32)),
            *((11, 25), (0, 12), (0, 12)),
        ]
    )
)


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"


_CLUB = (
    _disc(0, -28, 22),
    _disc(-24, 10, 22),
    _disc(24, 10, 22),
    polygon([(-9, -14), (9, -14), (12, 16), (-12, 16)]),
)
_SIGNS = {"h": (_HEART,), "d": (_DIAMOND,), "s": (_SPADE, _STEM), "c": (*_CLUB, _STEM)}
