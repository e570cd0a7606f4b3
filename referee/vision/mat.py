"""The printed mat: a ChArUco board for the middle of the table, and marks for its corners.

Table coordinates are mm, origin in the middle of the table, x to the right and y up as seen from
above; seat A sits at -y, B at +x, C at +y and D at -x.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame

PAGE_MM = (210.0, 297.0)
"""A4, upright; the lower edge of the page points at seat A."""
COLUMNS, ROWS = 4, 6
SQUARE_MM, MARKER_MM = 44.0, 33.0
CORNER_MARK_MM = 70.0
CORNER_MARGIN_MM = 10.0
"""White border of a corner mark, which is cut out with it."""
_FIRST_CORNER_ID = 20
"""Marks 20 to 23 lie at the corners between D and A, A and B, B and C, C and D."""
_CORNER_SIGNS = ((-1, -1), (1, -1), (1, 1), (-1, 1))

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Marks:
    """Points of the table with their place in the picture: `mm` and `px`, both (n, 2)."""

    mm: Points
    px: Points
    ids: tuple[int, ...]
    """The markers they belong to."""

    def __post_init__(self) -> None:
        if self.mm.shape != self.px.shape or self.mm.ndim != 2 or self.mm.shape[1] != 2:
            raise ValueError(f"points come as two (n, 2), not {self.mm.shape} and {self.px.shape}")


@dataclass(frozen=True)
class Mark:
    """One marker to be printed: black cells on white, from its upper left one."""

    id: int
    cells: NDArray[np.bool_]
    """(6, 6), True is black."""


@dataclass(frozen=True)
class TableSize:
    """Width (from D to B) and depth (from A to C) of the table top, mm."""

    width_mm: float
    depth_mm: float

    @property
    def corners(self) -> Points:
        """Corners (4, 2) mm: between D and A, A and B, B and C, C and D."""
        return np.array(_CORNER_SIGNS) * (self.width_mm / 2, self.depth_mm / 2)


@cache
def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@cache
def _board() -> Any:
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, _dictionary())


@cache
def _detector() -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # far markers under a slant are small: look at finer scales than a close-up needs
    parameters.minMarkerPerimeterRate = 0.015
    parameters.adaptiveThreshWinSizeMax = 33
    return cv2.aruco.ArucoDetector(_dictionary(), parameters)


def board_marks() -> list[tuple[Mark, Points]]:
    """Every marker of the board with its corners (4, 2) in mm of the table, TL TR BR BL."""
    board = _board()
    corners = [_on_table(np.asarray(c)[:, :2]) for c in board.getObjPoints()]
    return [(mark(int(i)), c) for i, c in zip(board.getIds(), corners, strict=True)]


def board_squares() -> list[Points]:
    """The black squares of the board, (4, 2) mm of the table each."""
    squares = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            if (row + column) % 2 == 0:
                corners = np.add([(0, 0), (1, 0), (1, 1), (0, 1)], (column, row))
                squares.append(_on_table(corners * SQUARE_MM))
    return squares


def corner_marks(table: TableSize) -> list[tuple[Mark, Points]]:
    """The four corner marks, each pushed into its corner of the table, corners as above."""
    marks = []
    inset = CORNER_MARGIN_MM + CORNER_MARK_MM / 2
    half = CORNER_MARK_MM / 2
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    for i, corner in enumerate(table.corners):
        centre = corner - inset * np.sign(corner)
        marks.append((mark(_FIRST_CORNER_ID + i), square + centre))
    return marks


def mark(number: int) -> Mark:
    """The marker of a number."""
    picture = cv2.aruco.generateImageMarker(_dictionary(), number, 6, borderBits=1)
    return Mark(number, np.asarray(picture < 128))


def find_marks(frame: Frame, table: TableSize | None = None) -> Marks:
    """All points of the mat that are seen; corner marks count when the table's size is known."""
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    quads, ids, _ = _detector().detectMarkers(grey)
    found = {} if ids is None else dict(zip(ids.ravel().tolist(), quads, strict=True))
    mm: list[Points] = []
    px: list[Points] = []
    known = dict(_on_corners(table)) if table else {}
    for number in sorted(found.keys() & known.keys()):
        mm.append(known[number])
        px.append(np.asarray(found[number], np.float64).reshape(4, 2))
    inner_mm, inner_px, inner_ids = _board_points(grey, found)
    used = tuple(sorted((found.keys() & known.keys()) | set(inner_ids)))
    empty = np.zeros((0, 2))
    return Marks(
        np.concatenate([empty, inner_mm, *mm]), np.concatenate([empty, inner_px, *px]), used
    )


def _on_corners(table: TableSize) -> list[tuple[int, Points]]:
    return [(mark.id, corners) for mark, corners in corner_marks(table)]


def _board_points(
    grey: NDArray[Any], found: dict[int, NDArray[Any]]
) -> tuple[Points, Points, list[int]]:
    """Inner corners of the board, between black squares: sharper than the corners of markers."""
    own = {int(i) for i in _board().getIds()}
    ids = [number for number in found if number in own]
    nothing = np.zeros((0, 2))
    if not ids:
        return nothing, nothing, []
    detector = cv2.aruco.CharucoDetector(_board())
    corners, numbers, _, _ = detector.detectBoard(
        grey, markerCorners=[found[i] for i in ids], markerIds=np.array(ids, np.int32)
    )
    if numbers is None or len(numbers) < 4:
        return nothing, nothing, []
    at = _board().getChessboardCorners()[numbers.ravel()][:, :2]
    return _on_table(at), np.asarray(corners, np.float64).reshape(-1, 2), ids


def _on_table(board_mm: NDArray[Any]) -> Points:
    """From the board's own coordinates (from its upper left corner, y down) to the table's."""
    centre = np.array([COLUMNS, ROWS]) * SQUARE_MM / 2
    return np.asarray((np.asarray(board_mm, np.float64) - centre) * (1, -1))
