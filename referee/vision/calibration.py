"""How one camera sees the table: mm to px, seats, faces; kept as one JSON file per camera.

Table coordinates are those of `referee.vision.mat`. The file is a table profile with more in it:
`referee settle --table` reads the same one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.outputs import write_text
from referee.seats import Seat
from referee.vision.landscape import Landscape
from referee.vision.mat import Marks, Points, TableSize
from referee.vision.seats_in_view import ProfileError, TableProfile

_INNER_MM = 70.0
"""Where the seats' areas begin, from the middle: the pack and the amarracos lie inside."""
_OUTER_MM = 30.0
"""How far a seat's area reaches past the edge of the table."""
_FEWEST_MARKS = 8
_WORST_ERROR_PX = 4.0
"""A homography with a larger error was fitted to wrong points."""
_SIGNS = {
    Seat.A: ((-1, -1), (1, -1)),
    Seat.B: ((1, -1), (1, 1)),
    Seat.C: ((1, 1), (-1, 1)),
    Seat.D: ((-1, 1), (-1, -1)),
}


class CalibrationError(ProfileError):
    """A calibration that cannot be made or used."""


@dataclass(frozen=True)
class FaceBox:
    """Where a player's face is looked for: left, top, width and height, px."""

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if min(self.width, self.height) < 1 or min(self.x, self.y) < 0:
            raise CalibrationError(
                f"a face box is left, top, width and height in px, "
                f"not {self.x},{self.y},{self.width},{self.height}"
            )


@dataclass(frozen=True)
class Plane:
    """The table top in the picture."""

    to_px: NDArray[np.float64]
    """Homography (3, 3) from table mm to px."""
    table: TableSize
    points: int
    """Points that it was fitted to."""
    error_px: float | None
    """Root mean square distance of the points from where it puts them; None when four points
    fit exactly and so prove nothing."""
    error_mm: float | None
    """The same on the table."""

    def px(self, mm: NDArray[np.floating]) -> Points:
        """Table points (n, 2) mm to px."""
        return _mapped(mm, self.to_px)

    def mm(self, px: NDArray[np.floating]) -> Points:
        """Px (n, 2) to table points, mm."""
        return _mapped(px, np.asarray(np.linalg.inv(self.to_px), np.float64))

    @property
    def px_per_mm(self) -> float:
        """Scale in the middle of the table."""
        across = self.px(np.array([(-50.0, 0), (50, 0), (0, -50), (0, 50)]))
        area = _cross(across[1] - across[0], across[3] - across[2])
        return float(np.sqrt(np.abs(area))) / 100


@dataclass(frozen=True)
class Calibration:
    """One camera's view of one table."""

    image_size: tuple[int, int]
    """Width and height, px, of the pictures it is for."""
    made: datetime
    """UTC."""
    picture_sha256: str
    """Of the pixels that it was made from."""
    plane: Plane | None = None
    seats: Mapping[Seat, Points] = field(default_factory=dict)
    """Card areas as polygons, px: all four or none."""
    faces: Mapping[Seat, FaceBox] = field(default_factory=dict)
    landscape: Landscape | None = None
    """What the picture looked like, to notice when the camera moves."""

    def __post_init__(self) -> None:
        if self.seats:
            self.profile  # noqa: B018 - checks the polygons

    @property
    def profile(self) -> TableProfile:
        """The seats, as the reading of cards takes them."""
        return TableProfile(self.image_size, self.seats)

    def require_size(self, frame: Frame) -> None:
        """Raises CalibrationError unless the frame has the size that this was made for."""
        height, width = frame.image.shape[:2]
        if (width, height) != self.image_size:
            raise CalibrationError(
                f"{frame.source}: the picture has {width}x{height} px, the calibration is for "
                f"{self.image_size[0]}x{self.image_size[1]}; set that size on the camera, or run "
                "`referee calibrate` again"
            )


def fit_plane(marks: Marks, table: TableSize) -> Plane:
    """The table by the points of a mat. Raises CalibrationError when they do not suffice."""
    if len(marks.mm) < _FEWEST_MARKS:
        raise CalibrationError(
            f"{len(marks.mm)} points of the mat are seen, at least {_FEWEST_MARKS} are needed; "
            "lay it flat in the middle of the table, whole and without glare, or give four "
            "corners",
            "mat_unseen",
            n=len(marks.mm),
            least=_FEWEST_MARKS,
        )
    to_px, kept = cv2.findHomography(marks.mm, marks.px, cv2.RANSAC, _WORST_ERROR_PX)
    if to_px is None or kept.sum() < _FEWEST_MARKS:
        raise CalibrationError(
            "the points of the mat do not lie in one plane; lay it flat", "mat_bent"
        )
    inliers = kept.ravel().astype(bool)
    mm, px = marks.mm[inliers], marks.px[inliers]
    to_px, _ = cv2.findHomography(mm, px)
    plane = Plane(np.asarray(to_px), table, len(mm), None, None)
    return Plane(plane.to_px, table, len(mm), _rms(plane.px(mm) - px), _rms(plane.mm(px) - mm))


def plane_from_corners(corners: Points, table: TableSize) -> Plane:
    """The table by its four corners in px: between D and A, A and B, B and C, C and D.

    Raises CalibrationError unless they go round the table counter-clockwise as seen from above.
    """
    corners = np.asarray(corners, np.float64)
    if corners.shape != (4, 2):
        raise CalibrationError(
            f"four corners are needed, not {len(corners)}", "four_corners", n=len(corners)
        )
    sides = np.roll(corners, -1, axis=0) - corners
    turns = _cross(sides, np.roll(sides, -1, axis=0))
    if not (np.all(turns < -1) or np.all(turns > 1)):
        raise CalibrationError(
            "the four corners do not go round the table; name them in turn", "corners_cross"
        )
    if np.all(turns > 0):
        raise CalibrationError(
            "the corners go round clockwise; name them counter-clockwise as seen from above: "
            "between D and A, A and B, B and C, C and D",
            "corners_clockwise",
        )
    to_px = cv2.getPerspectiveTransform(
        table.corners.astype(np.float32), corners.astype(np.float32)
    )
    return Plane(np.asarray(to_px, np.float64), table, 4, None, None)


def calibrated(
    frame: Frame,
    plane: Plane | None,
    *,
    made: datetime,
    faces: Mapping[Seat, FaceBox] | None = None,
    ignore: Points | None = None,
) -> Calibration:
    """A calibration for pictures like this one; the seats follow from the plane.

    `ignore` is a polygon, px, of what will be taken away: the mat.
    """
    height, width = frame.image.shape[:2]
    return Calibration(
        (width, height),
        made,
        hashlib.sha256(frame.image.tobytes()).hexdigest(),
        plane,
        seat_areas(plane) if plane else {},
        faces or {},
        Landscape.of(frame, ignore),
    )


def seat_areas(plane: Plane) -> dict[Seat, Points]:
    """A wedge for each seat, px: from near the middle to just past the edge of the table."""
    half = np.array([plane.table.width_mm, plane.table.depth_mm]) / 2 + _OUTER_MM
    areas = {}
    for seat, signs in _SIGNS.items():
        left, right = np.array(signs, np.float64)
        areas[seat] = plane.px(
            np.array([left * _INNER_MM, left * half, right * half, right * _INNER_MM])
        )
    return areas


def turned(plane: Plane, quarters: int) -> Plane:
    """The same table with the seats' names moved on by quarter turns, counter-clockwise.

    After one turn, what was seat A is seat B.
    """
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    back = np.array([(cos, sin, 0), (-sin, cos, 0), (0, 0, 1)], np.float64)
    table = plane.table
    if quarters % 2:
        table = TableSize(table.depth_mm, table.width_mm)
    return Plane(plane.to_px @ back, table, plane.points, plane.error_px, plane.error_mm)


def with_seat_below(plane: Plane, seat: Seat) -> Plane:
    """The same table, named so that this seat is the one nearest to the picture's lower edge."""
    lowest = max(Seat, key=lambda s: float(seat_areas(plane)[s].mean(axis=0)[1]))
    names = list(Seat)
    return turned(plane, names.index(seat) - names.index(lowest))


def _cross(a: Points, b: Points) -> Points:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _rms(differences: Points) -> float:
    return float(np.sqrt((differences**2).sum(axis=1).mean()))


def _mapped(points: NDArray[np.floating], homography: NDArray[np.float64]) -> Points:
    homogeneous = np.column_stack([np.asarray(points, np.float64), np.ones(len(points))])
    there = homogeneous @ homography.T
    return np.asarray(there[:, :2] / there[:, 2:])


def to_json(calibration: Calibration) -> dict[str, Any]:
    """Plain data; `image_size` and `seats` are what `referee settle --table` reads."""
    plane = calibration.plane
    return {
        "version": 1,
        "image_size": list(calibration.image_size),
        "made": calibration.made.astimezone(UTC).isoformat(timespec="seconds"),
        "picture_sha256": calibration.picture_sha256,
        "seats": {s.value: np.round(p, 2).tolist() for s, p in calibration.seats.items()},
        "faces": {s.value: [b.x, b.y, b.width, b.height] for s, b in calibration.faces.items()},
        "plane": plane
        and {
            "mm_to_px": plane.to_px.tolist(),
            "table_mm": [plane.table.width_mm, plane.table.depth_mm],
            "points": plane.points,
            "error_px": plane.error_px,
            "error_mm": plane.error_mm,
        },
        "landscape": calibration.landscape and calibration.landscape.to_json(),
    }


def read_calibration(path: Path) -> Calibration:
    """Raises CalibrationError naming the file and the command that makes it anew."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.get("version", 1) != 1:
            raise ValueError(f"version {data['version']} is newer than this program")
        width, height = data["image_size"]
        return Calibration(
            (int(width), int(height)),
            datetime.fromisoformat(data["made"]),
            str(data["picture_sha256"]),
            _read_plane(data["plane"]) if data.get("plane") else None,
            {Seat(s): np.asarray(p, np.float64) for s, p in data.get("seats", {}).items()},
            {Seat(s): FaceBox(*map(int, box)) for s, box in data.get("faces", {}).items()},
            Landscape.from_json(data["landscape"]) if data.get("landscape") else None,
        )
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CalibrationError(
            f"{path}: not a calibration ({error}); make it with "
            f"`referee calibrate SOURCE --out {quote(str(path))}`"
        ) from None


def _read_plane(data: Mapping[str, Any]) -> Plane:
    to_px = np.asarray(data["mm_to_px"], np.float64)
    if to_px.shape != (3, 3):
        raise ValueError(f"mm_to_px is 3x3, not {to_px.shape}")
    width, depth = data["table_mm"]
    errors = (data["error_px"], data["error_mm"])
    px, mm = (None if error is None else float(error) for error in errors)
    return Plane(to_px, TableSize(float(width), float(depth)), int(data["points"]), px, mm)


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Write it whole or not at all. Raises CalibrationError naming the path."""
    try:
        write_text(path, json.dumps(to_json(calibration), indent=1) + "\n")
    except UnreadableError as error:
        raise CalibrationError(f"{error}; see that its folder exists and may be written") from None
