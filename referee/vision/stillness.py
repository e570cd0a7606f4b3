"""Whether anything moves in a picture, told from frame to frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame

_CHANGED = 14.0
"""Grey levels by which a blurred pixel must differ to count as changed; noise stays below."""
_MOVING_SHARE = 0.0015
"""Share of changed pixels from which something moves: about a finger's breadth in view."""


@dataclass(frozen=True)
class Still:
    """A stretch without motion: its number, and how long it has lasted."""

    stretch: int
    for_s: float


class Stillness:
    """Compares each frame with the one before and with the first of its stretch, so that slow
    motion counts as well."""

    def __init__(self) -> None:
        self._stretch = 0
        self._since_s = 0.0
        self._previous: NDArray[np.float32] | None = None
        self._anchor: NDArray[np.float32] | None = None
        self._size: tuple[int, ...] = ()

    def feed(self, frame: Frame) -> Still:
        """The stretch that this frame belongs to; a frame that shows motion begins a new one."""
        small = _small(frame)
        if self._left_by(frame, small):
            self._stretch += 1
            self._since_s = frame.time_s
            self._anchor = small
        self._previous, self._size = small, frame.image.shape
        return Still(self._stretch, frame.time_s - self._since_s)

    def is_left_by(self, frame: Frame) -> bool:
        """Whether a later frame, which is not taken, shows motion since the last one taken."""
        return self._left_by(frame, _small(frame))

    def _left_by(self, frame: Frame, small: NDArray[np.float32]) -> bool:
        if frame.image.shape != self._size:
            return True
        return self._moves_from(self._previous, small) or self._moves_from(self._anchor, small)

    def _moves_from(self, before: NDArray[np.float32] | None, now: NDArray[np.float32]) -> bool:
        if before is None:
            return True
        return float(np.mean(np.abs(now - before) > _CHANGED)) > _MOVING_SHARE


def stretches(frames: Iterable[Frame]) -> Iterator[tuple[Frame, Still]]:
    """Every frame with the stretch that it belongs to."""
    stillness = Stillness()
    for frame in frames:
        yield frame, stillness.feed(frame)


def _small(frame: Frame) -> NDArray[np.float32]:
    width = 320
    height = max(1, round(frame.image.shape[0] * width / frame.image.shape[1]))
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)
