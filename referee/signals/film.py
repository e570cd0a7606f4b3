"""Films: pictures with their own times, as H.264 in MP4."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import av
import cv2
import numpy as np
from av.video.frame import VideoFrame
from av.video.stream import VideoStream
from numpy.typing import NDArray

from referee.errors import UnreadableError

_MILLISECOND = Fraction(1, 1000)


class Film:
    """Writes one film; the first picture is its start. Use it as a context manager."""

    def __init__(self, target: Path | BytesIO) -> None:
        """Raises UnreadableError when the file cannot be written."""
        try:
            self._file = target.open("wb") if isinstance(target, Path) else target
        except OSError as error:
            raise UnreadableError(f"{target}: {error.strerror or error}") from None
        self._closes = isinstance(target, Path)
        self._container = av.open(self._file, "w", format="mp4")
        self._stream: VideoStream | None = None
        self._first_ms = self._last_ms = 0

    def __enter__(self) -> Film:
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None:
            self._container.mux(self._stream.encode())
        self._container.close()
        if self._closes:
            self._file.close()

    def add(self, image: NDArray[np.uint8], time_s: float) -> None:
        """One BGR picture, of the same size as the first; left out unless a millisecond later."""
        time_ms = round(1000 * time_s)
        if self._stream is None:
            self._stream = self._start(image)
            self._first_ms = time_ms
        elif time_ms <= self._last_ms:
            return
        self._last_ms = time_ms
        size = (self._stream.width, self._stream.height)
        if (image.shape[1], image.shape[0]) != size:
            image = np.asarray(cv2.resize(image, size), np.uint8)
        frame = VideoFrame.from_ndarray(image, format="bgr24")
        frame.time_base = _MILLISECOND
        frame.pts = time_ms - self._first_ms
        self._container.mux(self._stream.encode(frame))

    def _start(self, image: NDArray[np.uint8]) -> VideoStream:
        stream = self._container.add_stream("libx264", rate=30, options={"preset": "veryfast"})
        # H.264 stores colour for every second pixel
        stream.width, stream.height = image.shape[1] // 2 * 2, image.shape[0] // 2 * 2
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = _MILLISECOND
        return stream
