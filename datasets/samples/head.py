"""A head drawn by code: a picture of nobody that MediaPipe takes for a face."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SKIN, SHADE, HAIR = (150, 180, 225), (110, 140, 190), (30, 40, 60)
LIPS, MOUTH, TONGUE = (100, 100, 185), (40, 30, 60), (120, 110, 220)
WALL, SHIRT = (200, 195, 185), (120, 80, 50)


@dataclass(frozen=True)
class Head:
    """What the head does; sides are its own, and its left is at the right of the picture."""

    left_eye_shut: bool = False
    right_eye_shut: bool = False
    tongue_out: bool = False
    jaw_dropped: float = 0.0
    """From 0 (shut) to 1 (wide open)."""


def draw_head(size: int = 480, face: float = 0.36, head: Head | None = None) -> Image:
    """A square BGR picture of `size` px; the face is `face` of it wide."""
    head = head or Head()
    scale = 4
    canvas = np.full((480 * scale, 480 * scale, 3), WALL, np.uint8)
    _Pencil(canvas, scale * face / 0.36).draw(head)
    blurred = cv2.GaussianBlur(canvas, (0, 0), 1.2 * scale)
    return np.asarray(cv2.resize(blurred, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


class _Pencil:
    """Draws about the middle of the picture, in units of a 480 px picture."""

    def __init__(self, canvas: Image, scale: float) -> None:
        self._canvas, self._scale = canvas, scale
        self._middle = canvas.shape[0] / 2

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round(self._middle + x * self._scale), round(self._middle + y * self._scale)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        colour: Colour,
        arc: tuple[int, int] = (0, 360),
    ) -> None:
        axes = (round(rx * self._scale), round(ry * self._scale))
        cv2.ellipse(self._canvas, self._at(x, y), axes, 0, *arc, colour, -1, cv2.LINE_AA)

    def stroke(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        arc: tuple[int, int],
        colour: Colour,
        width: float,
    ) -> None:
        axes = (round(rx * self._scale), round(ry * self._scale))
        thick = max(1, round(width * self._scale))
        cv2.ellipse(self._canvas, self._at(x, y), axes, 0, *arc, colour, thick, cv2.LINE_AA)

    def draw(self, head: Head) -> None:
        self.oval(0, 205, 175, 90, SHIRT)
        self.oval(0, 120, 45, 70, SHADE)
        self.oval(0, -45, 98, 105, HAIR)
        for side in (-1, 1):
            self.oval(side * 88, 5, 14, 25, SHADE)
        self.oval(0, 5, 86, 112, SKIN)
        self.oval(0, -95, 80, 35, HAIR)
        self.eye(-36, head.right_eye_shut)
        self.eye(36, head.left_eye_shut)
        self.stroke(0, 28, 13, 9, (20, 160), SHADE, 4)
        self.stroke(-9, 5, 8, 28, (100, 260), (135, 165, 212), 3)
        for side in (-1, 1):
            self.oval(side * 6, 36, 4, 2.5, MOUTH)
        self.mouth(head.tongue_out, head.jaw_dropped)

    def eye(self, x: float, shut: bool) -> None:
        self.stroke(x, -32, 24, 10, (200, 340), HAIR, 7)
        if shut:
            self.oval(x, -12, 19, 9, SHADE)
            self.stroke(x, -14, 18, 7, (15, 165), HAIR, 3)
            return
        self.oval(x, -12, 19, 9, (240, 240, 240))
        self.oval(x, -12, 8, 8, (70, 60, 40))
        self.oval(x, -12, 4, 4, (10, 10, 10))
        self.stroke(x, -12, 19, 9, (185, 355), HAIR, 3)
        self.stroke(x, -12, 19, 9, (10, 170), SHADE, 1.5)

    def mouth(self, tongue_out: bool, jaw_dropped: float) -> None:
        if jaw_dropped > 0:
            self.oval(0, 66 + 9 * jaw_dropped, 34, 10 + 16 * jaw_dropped, LIPS)
            self.oval(0, 66 + 9 * jaw_dropped, 27, 2 + 17 * jaw_dropped, MOUTH)
            return
        if not tongue_out:
            self.oval(0, 66, 34, 10, LIPS)
            self.stroke(0, 62, 33, 4, (10, 170), MOUTH, 2)
            return
        self.oval(0, 68, 34, 20, LIPS)
        self.oval(0, 66, 27, 12, MOUTH)
        self.oval(0, 76, 17, 20, TONGUE)
        self.stroke(0, 78, 1, 14, (0, 360), (100, 90, 190), 1.5)
