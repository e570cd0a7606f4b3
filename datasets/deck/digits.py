"""The index figures as strokes of a pen, so that no font is needed."""

from __future__ import annotations

from datasets.deck.style import Font, Index
from datasets.deck.svg import group, number

ADVANCE = 0.74
"""Distance between two figures, in index heights."""

_FIGURES = {
    "0": "M30 3C48 3 56 22 56 50C56 78 48 97 30 97C12 97 4 78 4 50C4 22 12 3 30 3Z",
    "1": "M14 20C22 16 28 10 33 3L33 97",
    "2": "M6 28C6 12 16 3 30 3C45 3 54 12 54 27C54 48 30 66 6 97L56 97",
    "3": "M7 20C10 9 19 3 30 3C44 3 53 11 53 25C53 39 44 47 28 47C46 47 56 57 56 72"
         "C56 88 45 97 29 97C16 97 7 91 4 80",
    "4": "M43 97L43 3L4 68L58 68",
    "5": "M52 3L15 3L10 46C15 41 22 38 31 38C46 38 56 50 56 67C56 85 46 97 29 97C16 97 8 91 4 81",
    "6": "M51 14C47 7 41 3 34 3C14 3 5 26 5 60C5 84 14 97 31 97C47 97 56 85 56 68"
         "C56 50 47 40 32 40C18 40 8 50 5 64",
    "7": "M4 3L56 3C42 34 30 60 24 97",
    "8": "M30 46C16 46 8 38 8 25C8 12 17 3 30 3C43 3 52 12 52 25C52 38 44 46 30 46"
         "C14 46 4 56 4 71C4 87 14 97 30 97C46 97 56 87 56 71C56 56 46 46 30 46Z",
    "9": "M9 86C13 93 19 97 26 97C46 97 55 74 55 40C55 16 46 3 29 3C13 3 4 15 4 32"
         "C4 50 13 60 28 60C42 60 52 50 55 36",
}  # fmt: skip
_SERIFS = {"1": "M16 97L50 97", "4": "M30 97L56 97", "7": "M5 3L5 16"}
_PEN: dict[Font, float] = {
    "serif": 13, "plain": 9, "bold": 19, "italic": 11, "outlined": 16, "slab": 13
}  # fmt: skip


def index_figures(text: str, index: Index, colour: str, paper: str) -> str:
    """`text` with its top left corner at the origin, one unit to the millimetre."""
    scale = index.height / 100
    parts = []
    for place, figure in enumerate(text):
        at = f"translate({number(place * ADVANCE * index.height)} 0) scale({number(scale)})"
        if index.font == "italic":
            at += " skewX(-14)"
        halo = _pen(_FIGURES[figure], 40, paper) if index.halo else ""
        parts.append(group(halo + _figure(figure, index, colour, paper), at))
    return "".join(parts)


def _figure(figure: str, index: Index, colour: str, paper: str) -> str:
    pen = _PEN[index.font] * index.weight
    d = _FIGURES[figure]
    if figure == "7" and index.crossed_seven:
        d += "M18 52L48 52"
    if index.font in ("serif", "slab") and figure in _SERIFS:
        d += _SERIFS[figure]
    if index.font == "serif":
        return _broad_nib(d, pen, colour)
    if index.font == "outlined":
        return _pen(d, pen, colour) + _pen(d, pen * 0.45, paper)
    return _pen(d, pen, colour)


def _pen(d: str, width: float, colour: str) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _broad_nib(d: str, width: float, colour: str) -> str:
    """Thick upright and thin level strokes: the pen is round in a group squeezed in height."""
    squeeze = 0.42
    return group(_pen(_stretched(d, 1 / squeeze), width, colour), f"scale(1 {squeeze})")


def _stretched(d: str, factor: float) -> str:
    """`d` with every second number (the y of each point) multiplied by `factor`."""
    out, token, count = [], "", 0
    for char in d + " ":
        if char.isdigit() or char in ".-":
            token += char
            continue
        if token:
            value = float(token) * (factor if count % 2 else 1)
            out.append(number(value))
            token, count = "", count + 1
        out.append(char)
    return "".join(out).strip()
