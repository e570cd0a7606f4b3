"""The index of a French card as strokes of a pen: numbers, and A, K, Q, J."""

from __future__ import annotations

from datasets.deck.svg import Ink, group, number

_STROKES = {
    "A": ("M4 97L30 3L56 97M15 64L45 64",),
    "K": ("M9 3L9 97M54 3L9 58M24 42L56 97",),
    "Q": ("M30 3C48 3 57 22 57 50C57 78 48 97 30 97C12 97 3 78 3 50C3 22 12 3 30 3ZM34 72L56 101",),
    "J": ("M24 3L54 3M41 3L41 72C41 90 33 97 22 97C10 97 4 89 4 76",),
    "0": ("M30 3C48 3 56 22 56 50C56 78 48 97 30 97C12 97 4 78 4 50C4 22 12 3 30 3Z",),
    "1": ("M12 22C21 17 28 10 32 3L32 97",),
    "2": ("M6 28C6 12 16 3 30 3C45 3 54 12 54 27C54 48 30 66 6 97L56 97",),
    "3": (
        "M7 20C10 9 19 3 30 3C44 3 53 11 53 25C53 39 44 47 28 47C46 47 56 57 56 72"
        "C56 88 45 97 29 97C16 97 7 91 4 80",
    ),
    "4": ("M43 97L43 3L4 68L58 68",),
    "5": (
        "M52 3L15 3L10 46C15 41 22 38 31 38C46 38 56 50 56 67C56 85 46 97 29 97C16 97 8 91 4 81",
    ),
    "6": (
        "M51 14C47 7 41 3 34 3C14 3 5 26 5 60C5 84 14 97 31 97C47 97 56 85 56 68"
        "C56 50 47 40 32 40C18 40 8 50 5 64",
    ),
    "7": ("M4 3L56 3C42 34 30 60 24 97",),
    "8": (
        "M30 46C16 46 8 38 8 25C8 12 17 3 30 3C43 3 52 12 52 25C52 38 44 46 30 46"
        "C14 46 4 56 4 71C4 87 14 97 30 97C46 97 56 87 56 71C56 56 46 46 30 46Z",
    ),
    "9": (
        "M9 86C13 93 19 97 26 97C46 97 55 74 55 40C55 16 46 3 29 3C13 3 4 15 4 32"
        "C4 50 13 60 28 60C42 60 52 50 55 36",
    ),
}
_WIDTH = 60.0
_APART = 0.72
"""Distance of two figures, in heights."""


def index_figures(text: str, x: float, y: float, height: float, colour: str) -> str:
    """A text with its middle at x and its upper edge at y, in millimetres."""
    scale = height / 100
    breadth = _WIDTH * scale + (len(text) - 1) * _APART * height
    pen = Ink(colour, 15)
    drawn = ""
    for place, letter in enumerate(text):
        left = x - breadth / 2 + place * _APART * height
        strokes = "".join(pen.stroke(d) for d in _STROKES[letter])
        drawn += group(strokes, f"translate({number(left)} {number(y)}) scale({number(scale)})")
    return drawn
