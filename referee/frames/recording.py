"""The frames of a recording, each with its own time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from referee.frames.decoding import quiet_videoio, read_bytes
from referee.frames.frame import Frame, FrameError

_CLIP_SUFFIXES = (".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v")


def is_clip(path: Path) -> bool:
    """Whether the name says that this is a recording rather than a photograph."""
    return path.suffix.lower() in _CLIP_SUFFIXES


def read_clip(path: Path) -> Iterator[Frame]:
    """Every frame of a recording with its own time. Raises FrameError when there is none."""
    read_bytes(path, 1)
    quiet_videoio()
    capture = cv2.VideoCapture(str(path))
    try:
        if not capture.isOpened():
            raise FrameError(f"{path}: not a recording that can be read; use MP4 (H.264)")
        count = 0
        while True:
            ok, image = capture.read()
            if not ok:
                break
            # phones record at a rate that varies, so frame numbers do not tell the time
            time_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            yield Frame(np.asarray(image, np.uint8), time_s, str(path))
            count += 1
        if count == 0:
            raise FrameError(f"{path}: the recording holds no frame")
    finally:
        capture.release()
