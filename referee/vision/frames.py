"""Pictures with a time: from a photograph or from the frames of a recording."""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError

Image = NDArray[np.uint8]

MAX_PIXELS = 64_000_000
"""Larger pictures are refused before they are decoded; phones make 12 to 50 megapixels."""
MIN_SIDE = 64
_START_OF_SCAN = 0xDA
_CLIP_SUFFIXES = (".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v")


class FrameError(UnreadableError):
    """A file that does not give a usable picture."""


@dataclass(frozen=True)
class Frame:
    """A BGR picture (height, width, 3), its time in seconds from the start, and its source."""

    image: Image
    time_s: float
    source: str

    def __post_init__(self) -> None:
        if self.image.dtype != np.uint8 or self.image.ndim != 3 or self.image.shape[2] != 3:
            raise FrameError(
                f"{self.source}: a frame is uint8 (height, width, 3), "
                f"not {self.image.dtype} {self.image.shape}"
            )
        height, width = self.image.shape[:2]
        if min(height, width) < MIN_SIDE:
            raise FrameError(
                f"{self.source}: {width}x{height} px is too small to hold a card; "
                f"each side must be at least {MIN_SIDE} px"
            )


def is_clip(path: Path) -> bool:
    """Whether the name says that this is a recording rather than a photograph."""
    return path.suffix.lower() in _CLIP_SUFFIXES


def _read_bytes(path: Path, count: int = -1) -> bytes:
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


def _jpeg_headers(data: bytes) -> Iterator[tuple[int, int]]:
    """Marker and place of every header segment, from the first to the start of the pixels."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        yield data[at + 1], at
        if data[at + 1] == _START_OF_SCAN:
            return
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def _declared_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the header declares them, for JPEG and PNG."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(b"\xff\xd8"):
        for marker, at in _jpeg_headers(data):
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                height, width = struct.unpack(">HH", data[at + 5 : at + 9])
                return width, height
    return None


def _is_cut_short(data: bytes) -> bool:
    """OpenCV fills the missing part of a truncated JPEG or PNG with grey without a word.

    The end of a JPEG is looked for after the start of its pixels: before it, a thumbnail may have
    an end of its own, and after it phones append a film of the moment.
    """
    if data.startswith(b"\xff\xd8"):
        pixels = [at for marker, at in _jpeg_headers(data) if marker == _START_OF_SCAN]
        return not pixels or data.find(b"\xff\xd9", pixels[0]) < 0
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data
    return False


@contextlib.contextmanager
def _quiet_decoder() -> Iterator[None]:
    """libpng and libjpeg write to the process's stderr; the error raised here says it better."""
    saved = os.dup(2)
    with open(os.devnull, "wb") as void:
        os.dup2(void.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def read_photo(path: Path) -> Frame:
    """Read a photograph, turned as its EXIF data say. Raises FrameError in one line."""
    data = _read_bytes(path)
    size = _declared_size(data)
    if size is not None and size[0] * size[1] > MAX_PIXELS:
        raise FrameError(
            f"{path}: {size[0]}x{size[1]} px is {size[0] * size[1] / 1e6:.0f} megapixels; at most "
            f"{MAX_PIXELS // 1_000_000} are read; save it smaller (2000 px wide is plenty)"
        )
    if _is_cut_short(data):
        raise FrameError(f"{path}: the file is cut short; copy it from the camera again")
    with _quiet_decoder():
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            image = None
    if image is None:
        raise FrameError(f"{path}: not an image that can be read; use JPEG, PNG or WebP")
    return Frame(np.asarray(image, np.uint8), 0.0, str(path))


def read_clip(path: Path) -> Iterator[Frame]:
    """Every frame of a recording with its own time. Raises FrameError when there is none."""
    _read_bytes(path, 1)
    with _quiet_decoder():
        capture = cv2.VideoCapture(str(path))
    try:
        if not capture.isOpened():
            raise FrameError(f"{path}: not a recording that can be read; use MP4 (H.264)")
        count = 0
        while True:
            with _quiet_decoder():
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
