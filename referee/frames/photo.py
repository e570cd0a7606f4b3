"""A photograph, read whole or refused in one line."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from referee.frames.decoding import quiet_decoder, read_bytes
from referee.frames.frame import Frame, FrameError

MAX_PIXELS = 64_000_000
"""Larger pictures are refused, the usual formats before they are decoded; phones make 12 to 50
megapixels."""
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
_START_OF_SCAN = 0xDA


def _jpeg_headers(data: bytes) -> Iterator[tuple[int, int]]:
    """Marker and place of every header segment, from the first to the start of the pixels."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        yield data[at + 1], at
        if data[at + 1] == _START_OF_SCAN:
            return
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height of a WebP of at least 30 bytes, of whichever of its three kinds."""
    if data[12:16] == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    elif data[12:16] == b"VP8L":
        sides = int.from_bytes(data[21:25], "little")
        width, height = (sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack("<HH", data[26:30]))
    return width, height


def _declared_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the header declares them, for JPEG, PNG, WebP and BMP."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(b"\xff\xd8"):
        for marker, at in _jpeg_headers(data):
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                height, width = struct.unpack(">HH", data[at + 5 : at + 9])
                return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    if data.startswith(b"BM") and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        return abs(width), abs(height)  # a height below 0 says that the top row comes first
    return None


def _refuse_vast(path: Path, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise FrameError(
            f"{path}: {width}x{height} px is {width * height / 1e6:.0f} megapixels; at most "
            f"{MAX_PIXELS // 1_000_000} are read; save it smaller (2000 px wide is plenty)"
        )


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


def read_photo(path: Path) -> Frame:
    """Read a photograph, turned as its EXIF data say. Raises FrameError in one line."""
    data = read_bytes(path)
    size = _declared_size(data)
    if size is not None:
        _refuse_vast(path, *size)
    if _is_cut_short(data):
        raise FrameError(f"{path}: the file is cut short; copy it from the camera again")
    with quiet_decoder():
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            image = None
    if image is None:
        raise FrameError(f"{path}: not an image that can be read; use JPEG, PNG or WebP")
    # of any other format OpenCV alone knows the size
    _refuse_vast(path, image.shape[1], image.shape[0])
    return Frame(np.asarray(image, np.uint8), 0.0, str(path))
