"""French decks as card games ship them: one SVG sheet of 13 columns and five rows.

Rows are clubs, diamonds, hearts, spades, each from ace to king, then two jokers and the back; this
is how GNOME's card games (package gnome-cards-data of Debian) lay out theirs.
"""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError

Image = NDArray[np.uint8]

SUFFIXES = (".svg", ".svgz")
_RANKS = "A23456789TJQK"
_SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
_ROWS = len(_SUITS) + 1
_BACK_AT = 2
"""The column of the back, in the last row."""
_SCALE = 1.3
"""Cells are drawn this much higher than faces are kept, because a card does not fill its cell."""
_OPAQUE = 128


def cut_sheet(path: Path, height: int) -> dict[str, Image]:
    """The 52 faces, named `Kd`, and `back`, as BGRA pictures of about `height` px, borders cut off.

    Raises UnreadableError for a file that is no such sheet.
    """
    import resvg_py

    text = _text(path)
    known = set(re.findall(r'\sid="([a-z0-9_]+)"', text))
    missing = [f"{suit}_king" for suit in _SUITS.values() if f"{suit}_king" not in known]
    if missing:
        raise UnreadableError(
            f"{path}: no {missing[0]} on it; a sheet has cards with the ids club_1 to spade_king "
            "in rows; put the faces of another into a folder, as Kd.png"
        )
    try:
        png = bytes(resvg_py.svg_to_bytes(svg_string=text, height=round(_SCALE * height) * _ROWS))
    except ValueError as error:
        raise UnreadableError(f"{path}: the sheet could not be drawn: {error}") from None
    sheet = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if sheet is None:
        raise UnreadableError(f"{path}: the sheet could not be drawn")
    cells = {
        f"{rank}{suit}": (row, column)
        for row, suit in enumerate(_SUITS)
        for column, rank in enumerate(_RANKS)
    }
    cells["back"] = (_ROWS - 1, _BACK_AT)
    return {name: _cut(path, sheet, name, *at) for name, at in cells.items()}


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if path.suffix.lower() == ".svgz" else data).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise UnreadableError(f"{path}: {error}; expected a sheet of cards as SVG") from None


def _cut(path: Path, sheet: Image, name: str, row: int, column: int) -> Image:
    high, wide = sheet.shape[0] / _ROWS, sheet.shape[1] / len(_RANKS)
    y, x = round(row * high), round(column * wide)
    cell = sheet[y : round((row + 1) * high), x : round((column + 1) * wide)]
    ys, xs = np.nonzero(cell[..., 3] > _OPAQUE)
    if not len(ys):
        raise UnreadableError(f"{path}: nothing is drawn where {name} should be")
    return cell[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
