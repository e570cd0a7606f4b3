"""The mat as a camera sees it: drawn from its geometry, under perspective, with noise."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame, Image
from referee.vision.mat import (
    PAGE_MM,
    Mark,
    TableSize,
    board_marks,
    board_squares,
    corner_marks,
)

SIZE = (1280, 720)
TABLE = TableSize(900.0, 760.0)
_SCALE = 1.5
"""Px a mm of the table seen from straight above, before the camera."""
_HALF_MM = 600.0


@cache
def from_above(*, board: bool = True, corners: bool = False) -> Image:
    """A cloth of 1200 x 1200 mm with the mat on it."""
    side = round(2 * _HALF_MM * _SCALE)
    rng = np.random.default_rng(5)
    cloth = cv2.resize(rng.integers(40, 110, (150, 150, 3)).astype(np.uint8), (side, side))
    if board:
        page = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(PAGE_MM) / 2
        _fill(cloth, page, 235)
        for square in board_squares():
            _fill(cloth, square, 20)
        for mark, outline in board_marks():
            _draw(cloth, mark, outline)
    if corners:
        for mark, outline in corner_marks(TABLE):
            centre = outline.mean(axis=0)
            _fill(cloth, centre + (outline - centre) * 1.25, 235)
            _draw(cloth, mark, outline)
    return np.asarray(cv2.GaussianBlur(cloth, (0, 0), 0.9), np.uint8)


def _draw(cloth: Image, mark: Mark, outline: NDArray[np.float64]) -> None:
    side = len(mark.cells)
    across, down = (outline[1] - outline[0]) / side, (outline[3] - outline[0]) / side
    cell = np.array([0 * across, across, across + down, down])
    for row, column in np.ndindex(mark.cells.shape):
        at = outline[0] + column * across + row * down
        _fill(cloth, at + cell, 20 if mark.cells[row, column] else 235)


def _fill(cloth: Image, outline: NDArray[np.float64], grey: int) -> None:
    px = (outline * (1, -1) + _HALF_MM) * _SCALE
    cv2.fillPoly(cloth, [np.round(px).astype(np.int32)], (grey, grey, grey), cv2.LINE_AA)


def seen(cloth: Image, mm_to_px: NDArray[np.float64], *, noise: float = 4.0) -> Frame:
    """The picture of a camera that maps table mm to px so."""
    flat = np.array([(_SCALE, 0, _HALF_MM * _SCALE), (0, -_SCALE, _HALF_MM * _SCALE), (0, 0, 1)])
    picture = cv2.warpPerspective(cloth, mm_to_px @ np.linalg.inv(flat), SIZE)
    rng = np.random.default_rng(7)
    noisy = picture + rng.normal(0, noise, picture.shape[:2])[..., None]
    return Frame(np.clip(noisy, 0, 255).astype(np.uint8), 0.0, "top")


def camera(
    *, turn: float = 0.0, slant: float = 0.0, px_per_mm: float = 0.75
) -> NDArray[np.float64]:
    """A homography: the table turned (radians), and leaning back by `slant` per metre."""
    cos, sin = np.cos(turn), np.sin(turn)
    round_about = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])
    lean = np.array([(1, 0, 0), (0, 1 - 0.25 * slant, 0), (0, slant / 1000, 1)])
    scale = np.array([(px_per_mm, 0, SIZE[0] / 2), (0, -px_per_mm, SIZE[1] / 2), (0, 0, 1)])
    return np.asarray(scale @ lean @ round_about)
