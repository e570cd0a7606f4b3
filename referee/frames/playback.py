"""Recordings, pictures and the test pattern, played as if they were cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np

from referee.frames.device import CameraSettings, Clock, Sleep
from referee.frames.frame import Frame, FrameError
from referee.frames.photo import PICTURE_SUFFIXES, read_photo

PICTURES_PER_S = 10.0
"""How fast pictures follow each other when nothing says otherwise."""


class Playback:
    """Every frame of a recording with its own time, at the recording's pace or faster.

    In a loop the times go on: each round begins one frame after the end of the one before.
    """

    def __init__(
        self,
        open_frames: Callable[[], Iterator[Frame]],
        *,
        clock: Clock,
        sleep: Sleep | None = None,
        loop: bool = False,
    ) -> None:
        """With `sleep`, no frame comes before its time. Raises FrameError without a frame."""
        self._open_frames = open_frames
        self._clock = clock
        self._sleep = sleep
        self._loop = loop
        self._frames = open_frames()
        self._next: Frame | None = next(self._frames, None)
        if self._next is None:
            raise FrameError("the recording holds no frame")
        height, width = self._next.image.shape[:2]
        self._settings = CameraSettings(width, height)
        self._began_s = clock()
        self._round_s = 0.0
        self._last_s = 0.0
        self._step_s = 1 / PICTURES_PER_S

    @property
    def settings(self) -> CameraSettings:
        """The size of the first frame."""
        return self._settings

    def read(self) -> Frame | None:
        """The next frame, when it is due; None after the last."""
        frame = self._next
        if frame is None:
            frame = next(self._frames, None)
        self._next = None
        if frame is None and self._loop:
            self._round_s = self._last_s + self._step_s
            self._frames = self._open_frames()
            frame = next(self._frames, None)
        if frame is None:
            return None
        time_s = self._round_s + frame.time_s
        if time_s > self._last_s:
            self._step_s = time_s - self._last_s
        self._last_s = time_s
        if self._sleep is not None:
            early_s = self._began_s + time_s - self._clock()
            if early_s > 0:
                self._sleep(early_s)
        return replace(frame, time_s=time_s)

    def close(self) -> None:
        """Let go of the file."""
        self._frames = iter(())


def read_pictures(path: Path, fps: float = PICTURES_PER_S) -> Iterator[Frame]:
    """One picture, or those of a folder by name, `fps` a second.

    Raises FrameError for a folder without pictures and for a picture that cannot be read.
    """
    if path.is_dir():
        pictures = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
        if not pictures:
            raise FrameError(f"{path}: holds no picture; {', '.join(PICTURE_SUFFIXES)} are read")
    else:
        pictures = [path]
    for number, picture in enumerate(pictures):
        yield replace(read_photo(picture), time_s=number / fps)


_PATTERN_SIZE = (1280, 720)
_BARS = np.array(
    [(191, 191, 191), (0, 191, 191), (191, 191, 0), (0, 191, 0), (191, 0, 191), (0, 0, 191)],
    np.uint8,
)
"""White, yellow, cyan, green, magenta, red; BGR."""


def draw_pattern(fps: float = PICTURES_PER_S) -> Iterator[Frame]:
    """Colour bars for ever, with a square that crosses them once in four seconds and the time."""
    width, height = _PATTERN_SIZE
    bars = np.repeat(_BARS, -(-width // len(_BARS)), axis=0)[:width]
    still = np.broadcast_to(bars, (height, width, 3))
    for number in count():
        time_s = number / fps
        image = still.copy()
        left = round(time_s % 4 / 4 * (width - 80))
        image[height // 2 : height // 2 + 80, left : left + 80] = 255
        text = f"TEST {time_s:7.1f} s"
        cv2.putText(image, text, (40, 100), cv2.FONT_HERSHEY_DUPLEX, 2, (0, 0, 0), 4, cv2.LINE_AA)
        yield Frame(image, time_s, "test:pattern")
