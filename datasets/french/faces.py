"""Whole French cards as SVG, 61 x 95 mm, named by rank and suit: `Kh`, `Td`, `As`."""

from __future__ import annotations

from datasets.deck.faces import outline, sheet
from datasets.deck.style import CORNER, HEIGHT, WIDTH
from datasets.deck.svg import Ink, flat, group, number, ray, star
from datasets.french.courts import court
from datasets.french.figures import index_figures
from datasets.french.signs import COLOURS, sign

RANKS = "23456789TJQKA"
CODES = tuple(f"{rank}{suit}" for suit in "hdsc" for rank in RANKS)
_PAPER = "#fdfbf4"
_X, _Y = WIDTH / 2, HEIGHT / 2
_COLUMN = 11.5
"""Of the outer pips from the middle, in millimetres."""
_ROWS = (-30.0, -10.0, 10.0, 30.0)
_Spots = tuple[tuple[float, float], ...]


def _pair(*rows: float) -> _Spots:
    return tuple((x, y) for y in rows for x in (-_COLUMN, _COLUMN))


def _column(*rows: float) -> _Spots:
    return tuple((0.0, y) for y in rows)


_SPOTS: dict[str, _Spots] = {
    "2": _column(-30, 30),
    "3": _column(-30, 0, 30),
    "4": _pair(-30, 30),
    "5": (*_pair(-30, 30), *_column(0)),
    "6": _pair(-30, 0, 30),
    "7": (*_pair(-30, 0, 30), *_column(-15)),
    "8": (*_pair(-30, 0, 30), *_column(-15, 15)),
    "9": (*_pair(*_ROWS), *_column(0)),
    "T": (*_pair(*_ROWS), *_column(-20, 20)),
}


def draw_face(code: str) -> str:
    """A face as SVG text; `code` is one of `CODES`."""
    if code not in CODES:
        raise ValueError(f"no card {code!r}; allowed: {CODES[0]} to {CODES[-1]}")
    rank, suit = code
    if rank == "A":
        middle = group(sign(suit, _X, _Y, 30), name="pip")
    elif rank in "JQK":
        middle = court(rank, suit)
    else:
        middle = "".join(
            group(sign(suit, _X + x, _Y + y, 13.5, 180 if y > 0 else 0), name="pip")
            for x, y in _SPOTS[rank]
        )
    return sheet(_paper() + middle + _index(rank, suit))


def draw_back() -> str:
    """The back as SVG text: the same either way up."""
    field = Ink("#e9dcc0", 0.4).shape(outline(3.4, 2.0), "#7c2233")
    stars = "".join(
        group(flat(star(8, 2.7, 1.1), "#b5586a"), f"translate({number(x)} {number(y)})")
        for x, y in _lattice()
    )
    ring = "".join(
        Ink("#e9dcc0", 0.5).shape(star(16, outer, outer * 0.62, turn), fill)
        for outer, turn, fill in ((11, 0, "#5d1524"), (7, 11.25, "#b5586a"))
    )
    middle = group(ring, f"translate({number(_X)} {number(_Y)})")
    return sheet(_paper() + field + stars + middle)


def _lattice() -> list[tuple[float, float]]:
    spots = []
    for row in range(-7, 8):
        for column in range(-4, 5):
            x, y = column * 6.6 + (3.3 if row % 2 else 0), row * 6.0
            far = ray(0, 0)[0] + (x * x + y * y) ** 0.5 > 13
            if abs(x) < 24.5 and abs(y) < 42 and far:
                spots.append((_X + x, _Y + y))
    return spots


def _paper() -> str:
    return Ink("#b9b2a4", 0.16).shape(outline(0.08, CORNER), _PAPER)


def _index(rank: str, suit: str) -> str:
    text = "10" if rank == "T" else rank
    one = index_figures(text, 5.9, 4.2, 7.2, COLOURS[suit]) + sign(suit, 5.9, 17.2, 7.0)
    turned = f"translate({number(WIDTH)} {number(HEIGHT)}) rotate(180)"
    return group(one, name="index") + group(one, turned, name="index")
