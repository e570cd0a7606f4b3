"""Draw a calibration on the picture: whoever sees the grid lie on the table believes it."""

from __future__ import annotations

import cv2
import numpy as np

from referee.frames.frame import Frame, Image
from referee.vision.annotate import SEAT_COLOURS
from referee.vision.calibration import Calibration, Plane
from referee.vision.mat import Points

_GRID_MM = 100.0
_WHITE, _BLACK = (255, 255, 255), (20, 20, 20)
_FONT = cv2.FONT_HERSHEY_DUPLEX


def draw_calibration(frame: Frame, calibration: Calibration) -> Image:
    """The picture with a grid of 100 mm on the table, the seats, the face boxes and the error.

    Raises CalibrationError for a frame of another size.
    """
    calibration.require_size(frame)
    image = frame.image.copy()
    unit = max(0.5, min(image.shape[:2]) / 1080)
    if calibration.plane:
        _draw_grid(image, calibration.plane, unit)
    for seat, area in calibration.seats.items():
        _outline(image, area, SEAT_COLOURS[seat], unit)
    for seat, box in calibration.faces.items():
        right, low = box.x + box.width, box.y + box.height
        corners = np.array([(box.x, box.y), (right, box.y), (right, low), (box.x, low)], float)
        _outline(image, corners, SEAT_COLOURS[seat], unit)
        _write(
            image,
            f"face {seat}",
            np.subtract(corners[0], (0, 8 * unit)),
            0.8 * unit,
            SEAT_COLOURS[seat],
        )
    for seat, area in calibration.seats.items():
        scale = 2.2 * unit
        (width, height), _ = cv2.getTextSize(seat, _FONT, scale, 2)
        middle = np.add(_inside(area, image), (-width / 2, height / 2))
        _write(image, seat.value, middle, scale, SEAT_COLOURS[seat])
    for i, line in enumerate(quality(calibration)):
        _write(image, line, np.array([20, (40 + 36 * i)]) * unit, 0.9 * unit, _WHITE)
    return image


def quality(calibration: Calibration) -> list[str]:
    """What is known of how good a calibration is, a line each."""
    plane = calibration.plane
    width, height = calibration.image_size
    lines = [f"{width}x{height} px, {calibration.made:%Y-%m-%d %H:%M} UTC"]
    if plane is None:
        return lines
    lines.append(
        f"table {plane.table.width_mm:g} x {plane.table.depth_mm:g} mm, "
        f"{plane.px_per_mm:.2f} px a mm in the middle"
    )
    if plane.error_px is None:
        lines.append("four corners: they fit exactly, so look whether the grid lies on the table")
    else:
        lines.append(
            f"error {plane.error_px:.2f} px, {plane.error_mm:.2f} mm over {plane.points} points"
        )
    return lines


def _draw_grid(image: Image, plane: Plane, unit: float) -> None:
    half = np.array([plane.table.width_mm, plane.table.depth_mm]) / 2
    for axis in (0, 1):
        steps = int(half[axis] // _GRID_MM)
        for step in range(-steps, steps + 1):
            ends = np.zeros((2, 2))
            ends[:, axis] = step * _GRID_MM
            ends[:, 1 - axis] = (-half[1 - axis], half[1 - axis])
            thick = 2 if step == 0 else 1
            _line(image, plane.px(ends), _WHITE, max(1, round(thick * unit)))
    _outline(image, plane.px(plane.table.corners), _WHITE, unit)


def _line(image: Image, ends: Points, colour: tuple[int, int, int], thick: int) -> None:
    a, b = ((round(float(x)), round(float(y))) for x, y in ends)
    cv2.line(image, a, b, colour, thick, cv2.LINE_AA)


def _outline(image: Image, corners: Points, colour: tuple[int, int, int], unit: float) -> None:
    points = [np.round(corners).astype(np.int32)]
    cv2.polylines(image, points, True, _BLACK, max(2, round(5 * unit)), cv2.LINE_AA)
    cv2.polylines(image, points, True, colour, max(1, round(3 * unit)), cv2.LINE_AA)


def _inside(area: Points, image: Image) -> Points:
    """The middle of a polygon, moved into the picture."""
    height, width = image.shape[:2]
    return np.asarray(np.clip(area.mean(axis=0), (60, 60), (width - 60, height - 60)))


def _write(image: Image, text: str, at: Points, scale: float, colour: tuple[int, int, int]) -> None:
    place = (round(float(at[0])), round(float(at[1])))
    thick = max(1, round(2 * scale))
    # OpenCV 5 spaces letters by their thickness, so a thicker copy below would not lie under them
    for across in (-2, 0, 2):
        for down in (-2, 0, 2):
            beside = (place[0] + across, place[1] + down)
            cv2.putText(image, text, beside, _FONT, scale, _BLACK, thick, cv2.LINE_AA)
    cv2.putText(image, text, place, _FONT, scale, colour, thick, cv2.LINE_AA)
