"""One JPEG of a camera for all who watch, encoded once however many there are."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from referee.frames.device import Clock
from referee.frames.frame import Frame, Image

_EVERY_S = 0.1
_WIDTH = 1280
_QUALITY = 75


@dataclass(frozen=True)
class Picture:
    """A JPEG with its number, which changes when the picture does."""

    number: int
    jpeg: bytes


class Preview:
    """Draws and encodes a camera's newest frame when somebody asks, at most ten times a second."""

    def __init__(self, draw: Callable[[Frame], Image], clock: Clock) -> None:
        self._draw = draw
        self._clock = clock
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._made_s = 0.0
        self._picture: Picture | None = None

    def of(self, frame: Frame) -> Picture:
        """The picture of this frame, or of one a moment ago."""
        with self._lock:
            made = self._picture
            fresh = self._clock() - self._made_s < _EVERY_S
            if made is None or (frame is not self._frame and not fresh):
                made = Picture((made.number if made else 0) + 1, _jpeg(self._draw(frame)))
                self._picture, self._frame, self._made_s = made, frame, self._clock()
            return made


def _jpeg(image: Image) -> bytes:
    height, width = image.shape[:2]
    if width > _WIDTH:
        size = (_WIDTH, round(height * _WIDTH / width))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
