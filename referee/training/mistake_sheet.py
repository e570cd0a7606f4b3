"""A contact sheet of the worst mistakes, for people to look at."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.frames.photo import read_photo
from referee.training.confusions import deck_of, layout_of, mistaken
from referee.training.evaluate import Reading
from referee.vision.rectify import rectify

Image = NDArray[np.uint8]

_TILE, _TEXT, _GAP = 192, 62, 8
"""Side of each of the two pictures of a mistake, height of the text under them, space, px."""
_COLUMNS = 3
_AROUND = 2.2
"""How much of the scene is shown, in lengths of the card."""
_PAPER, _INK, _TRUTH, _READ = (248, 248, 248), (30, 30, 30), (60, 160, 40), (40, 40, 220)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def worst(readings: Sequence[Reading], limit: int = 24) -> list[Reading]:
    """Cards read wrong, the most confident first, then countable cards that were missed."""
    wrong = sorted(mistaken(readings), key=lambda r: -(r.sighting.confidence if r.sighting else 0))
    missed = [r for r in readings if r.sighting is None and r.label.counts]
    return [*wrong, *missed][:limit]


def mistake_sheet(readings: Sequence[Reading], threshold: float, limit: int = 24) -> Image:
    """BGR picture of the `worst` mistakes.

    Each shows the card as the classifier saw it (where it was missed: cut by the labels) and the
    scene around it with the true outline solid green and the one found dashed red. Under them:
    truth and reading; confidence, with `sure` where it was not listed as doubtful; share in view;
    conditions as `conditions` defines them, deck and layout; the file.
    """
    shown = worst(readings, limit)
    columns = max(1, min(_COLUMNS, len(shown)))
    rows = max(1, -(-len(shown) // columns))
    wide, high = 2 * _TILE + _GAP, _TILE + _TEXT + _GAP
    size = (rows * high + _GAP, columns * (wide + _GAP) + _GAP, 3)
    sheet = np.full(size, _PAPER, np.uint8)
    if not shown:
        cv2.putText(sheet, "no mistakes", (_GAP, high // 2), _FONT, 0.8, _INK, 1, cv2.LINE_AA)
    for number, reading in enumerate(shown):
        row, column = divmod(number, columns)
        y, x = _GAP + row * high, _GAP + column * (wide + _GAP)
        sheet[y : y + high - _GAP, x : x + wide] = _mistake(reading, threshold, wide, high - _GAP)
    return sheet


def _mistake(reading: Reading, threshold: float, wide: int, high: int) -> Image:
    image = read_photo(reading.picture.path).image
    quad = reading.label.quad if reading.sighting is None else reading.sighting.quad
    out = np.full((high, wide, 3), _PAPER, np.uint8)
    crop = cv2.resize(rectify(image, quad), (_TILE, _TILE), interpolation=cv2.INTER_CUBIC)
    out[:_TILE, :_TILE] = crop
    out[:_TILE, -_TILE:] = _scene(image, reading)
    for line, text in enumerate(_texts(reading, threshold)):
        at = (2, _TILE + 15 + 15 * line)
        cv2.putText(out, text, at, _FONT, 0.42, _INK, 1, cv2.LINE_AA)
    return out


def _scene(image: Image, reading: Reading) -> Image:
    quad = reading.label.quad
    reach = _AROUND * max(8.0, reading.conditions.length) / 2
    scale = _TILE / (2 * reach)
    shift = np.array([_TILE / 2, _TILE / 2]) - scale * quad.mean(axis=0)
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    size = (_TILE, _TILE)
    cut = cv2.warpAffine(image, matrix, size, flags=cv2.INTER_AREA, borderValue=_PAPER)
    view = np.asarray(cut, np.uint8)
    outline = np.round(quad * scale + shift).astype(np.int32)
    cv2.polylines(view, [outline], True, _TRUTH, 2, cv2.LINE_AA)
    if reading.sighting is not None:
        _dashed(view, reading.sighting.quad * scale + shift)
    return view


def _dashed(view: Image, quad: NDArray[np.float64]) -> None:
    """Told from the truth without colour."""
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        for share in np.arange(0, 1, 0.1):
            a, b = start + (end - start) * share, start + (end - start) * (share + 0.05)
            points = np.round(np.stack([a, b])).astype(int)
            cv2.line(view, points[0].tolist(), points[1].tolist(), _READ, 2, cv2.LINE_AA)


def _texts(reading: Reading, threshold: float) -> tuple[str, ...]:
    label, c = reading.label, reading.conditions
    if reading.sighting is None:
        said = f"{label.name} missed"
    else:
        mark = "sure" if reading.sure(threshold) else "doubtful"
        said = f"{label.name} as {reading.read_as}   {reading.sighting.confidence:.2f} {mark}"
    visible = "" if label.visible is None else f"{100 * label.visible:.0f} % in view   "
    names = "   ".join(filter(None, (deck_of(reading), layout_of(reading))))
    return (
        f"{said}",
        f"{visible}{c.length:.0f} px   blur {c.blur:.1f}   light {c.light:.0f}",
        f"{names}   ".lstrip() + reading.picture.path.name,
    )
