"""Draw the mat that is printed and laid on the table: `python -m calibration`.

Page 1 goes into the middle of the table; the marks of page 2 are cut out and laid in its corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.pdf import Page, pdf
from referee.vision.mat import (
    CORNER_MARGIN_MM,
    CORNER_MARK_MM,
    PAGE_MM,
    Mark,
    TableSize,
    board_marks,
    board_squares,
    corner_marks,
)

FILE = Path(__file__).parent / "mat.pdf"
_RULER_MM = 100
_CORNERS = ("D - A", "A - B", "B - C", "C - D")


def board_page() -> Page:
    """The ChArUco board, its middle in the middle of the page."""
    page = Page(*PAGE_MM)
    centre = np.array(PAGE_MM) / 2
    for square in board_squares():
        page.polygon(square + centre)
    for mark, corners in board_marks():
        _draw(page, mark, corners + centre)
    page.text(18, 287, "Seat C", size_pt=11)
    page.text(60, 287, "referee: lay this page flat in the middle of the table", size_pt=11)
    page.text(18, 7, "Seat A sits on this side", size_pt=11)
    _ruler(page, 92, 7)
    return page


def corners_page() -> Page:
    """Four marks to cut out along the grey lines, each for one corner of the table."""
    page = Page(*PAGE_MM)
    page.text(18, 284, "Cut out along the grey lines. Push each mark into its corner of the", 11)
    page.text(18, 278, "table: its grey corner onto the corner of the table.", 11)
    side = CORNER_MARK_MM + 2 * CORNER_MARGIN_MM
    places = [(12.0, 160.0), (108.0, 160.0), (108.0, 64.0), (12.0, 64.0)]
    # a table just as large as two marks puts each mark where it touches the others
    for i, (mark, corners) in enumerate(corner_marks(TableSize(2 * side, 2 * side))):
        own_corner = TableSize(2 * side, 2 * side).corners[i]
        left_low = np.minimum(own_corner, own_corner - side * np.sign(own_corner))
        place = np.array(places[i])
        _draw(page, mark, corners - left_low + place)
        box = place + np.array([(0, 0), (side, 0), (side, side), (0, side)])
        page.outline(box, grey=0.6)
        tip = own_corner - left_low + place
        inward = -np.sign(own_corner)
        page.polygon(np.array([tip, tip + inward * (7, 0), tip + inward * (0, 7)]), grey=0.35)
        page.text(float(place[0]) + side / 2 - 22, float(place[1]) + 3.2, _label(i), 9)
    _ruler(page, 18, 40)
    page.text(18, 28, "Print at 100 %, not fitted to the page: the bar must be 100 mm long.", 11)
    return page


def _label(corner: int) -> str:
    return f"corner between {_CORNERS[corner].replace(' - ', ' and ')}"


def _draw(page: Page, mark: Mark, corners: NDArray[np.float64]) -> None:
    """A marker's cells within its corners TL TR BR BL, mm of the page."""
    page.polygon(corners)
    cells = len(mark.cells)
    across, down = (corners[1] - corners[0]) / cells, (corners[3] - corners[0]) / cells
    cell = np.array([0 * across, across, across + down, down])
    white = zip(*np.nonzero(~mark.cells), strict=True)
    page.polygon(*(corners[0] + c * across + r * down + cell for r, c in white), grey=1.0)


def _ruler(page: Page, left: float, low: float) -> None:
    page.polygon(np.add([(0, 0), (_RULER_MM, 0), (_RULER_MM, 1.5), (0, 1.5)], (left, low)))
    page.text(left + 30, low + 3, "100 mm, or print again", 9)


def pages() -> Sequence[Page]:
    """All pages of the file."""
    return (board_page(), corners_page())


def main() -> None:
    """Write the file."""
    FILE.write_bytes(pdf(pages()))
    print(f"{FILE.name}: print it at 100 %, not fitted to the page")


if __name__ == "__main__":
    main()
