"""Three ways to a calibration: a printed mat, four corners, or faces alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import numpy as np

from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.calibration import (
    Calibration,
    FaceBox,
    Plane,
    calibrated,
    fit_plane,
    plane_from_corners,
    with_seat_below,
)
from referee.vision.mat import PAGE_MM, Points, TableSize, find_marks

USUAL_TABLE = TableSize(800.0, 800.0)
"""Taken when nobody has measured the table: it decides only how far out the seats reach."""


def by_mat(
    frame: Frame,
    table: TableSize | None = None,
    below: Seat | None = None,
    faces: Mapping[Seat, FaceBox] | None = None,
    now: datetime | None = None,
) -> Calibration:
    """From the mat's markers in the picture. Raises CalibrationError when too few are seen.

    The corner marks are used only when the table's size is given: they lie in its corners.
    """
    plane = fit_plane(find_marks(frame, table), table or USUAL_TABLE)
    page = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(PAGE_MM) / 2
    mat = plane.px(page)
    return _named(frame, plane, below, faces, now, ignore=mat)


def by_corners(
    frame: Frame,
    corners: Points,
    table: TableSize,
    below: Seat | None = None,
    faces: Mapping[Seat, FaceBox] | None = None,
    now: datetime | None = None,
) -> Calibration:
    """From the table's corners, px: between D and A, A and B, B and C, C and D."""
    return _named(frame, plane_from_corners(corners, table), below, faces, now)


def faces_only(
    frame: Frame, faces: Mapping[Seat, FaceBox], now: datetime | None = None
) -> Calibration:
    """For a camera that sees players but not the table."""
    return calibrated(frame, None, made=now or datetime.now(UTC), faces=faces)


def _named(
    frame: Frame,
    plane: Plane,
    below: Seat | None,
    faces: Mapping[Seat, FaceBox] | None,
    now: datetime | None,
    ignore: Points | None = None,
) -> Calibration:
    if below is not None:
        plane = with_seat_below(plane, below)
    made = now or datetime.now(UTC)
    return calibrated(frame, plane, made=made, faces=faces, ignore=ignore)
