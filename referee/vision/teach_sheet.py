"""A picture of all cards of a lesson, to see at a glance whether each is called by its name."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.vision.classifier import BACK
from referee.vision.models import Faces
from referee.vision.teaching import Lesson

_WIDTH, _HEIGHT, _LINE = 110, 171, 22
_COLUMNS = 10


def draw_sheet(learnt: Lesson, faces: Faces = Faces.SPANISH) -> NDArray[np.uint8]:
    """Every card with its number and its name; `?` after a doubtful one, BGR."""
    doubtful = {doubt.number for doubt in learnt.doubts}
    tiles = []
    for showing in learnt.shown:
        name = learnt.names.get(showing.number)
        label = faces.code(Card.parse(name)) if name else "-"
        mark = "?" if showing.number in doubtful else ""
        tiles.append(_tile(showing.plates[0], f"{showing.number} {label}{mark}"))
    tiles += [_tile(back.plates[0], f"{back.number} {BACK}") for back in learnt.backs]
    if not tiles:
        return np.full((_HEIGHT, _WIDTH, 3), 255, np.uint8)
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % min(_COLUMNS, len(tiles)))
    columns = min(_COLUMNS, len(tiles))
    rows = [np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def upright(plate: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The card on a plate in its own proportions (171, 110, 3)."""
    resized = cv2.resize(plate, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(resized, np.uint8)


def _tile(plate: NDArray[np.uint8], text: str) -> NDArray[np.uint8]:
    tile = np.full((_HEIGHT + _LINE, _WIDTH, 3), 255, np.uint8)
    tile[:_HEIGHT] = upright(plate)
    where = (4, _HEIGHT + _LINE - 7)
    cv2.putText(tile, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    return tile
