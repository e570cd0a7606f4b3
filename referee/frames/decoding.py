"""What photographs, recordings and cameras share: bytes of a file, decoders that keep quiet."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import cv2

from referee.frames.frame import FrameError


def read_bytes(path: Path, count: int = -1) -> bytes:
    """The first `count` bytes of a file, or all of it; refuses an empty one."""
    try:
        with path.open("rb") as file:
            data = file.read(count)
    except IsADirectoryError:
        raise FrameError(f"{path}: is a folder; name a photograph or a clip") from None
    except OSError as error:
        raise FrameError(f"{path}: {error.strerror or error}") from None
    if not data:
        raise FrameError(f"{path}: the file is empty")
    return data


@contextlib.contextmanager
def quiet_decoder() -> Iterator[None]:
    """libpng and libjpeg write to the process's stderr; the error raised here says it better."""
    saved = os.dup(2)
    with open(os.devnull, "wb") as void:
        os.dup2(void.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def quiet_videoio() -> None:
    """Keep OpenCV and the FFmpeg inside it from writing to the process's stderr.

    FFmpeg reads its level once, when the first video is opened. What they say may hold the
    password of a stream.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
