"""Cameras and streams through OpenCV; its types and its quirks stop here."""

from __future__ import annotations

import os
import re
import sys

import cv2
import numpy as np

from referee.frames.address import SourceAddress, SourceKind
from referee.frames.decoding import quiet_videoio
from referee.frames.device import Automatic, CameraSettings, Clock
from referee.frames.frame import Frame, FrameError

_TIME_OUT_MS = 5000

# A stream over TCP keeps its pictures whole on a crowded network.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")

_NEXT_STEP = {
    SourceKind.DEVICE: "run `referee cameras` to see which open",
    SourceKind.STREAM: "check address, user and password, and that a video player opens it",
    SourceKind.GSTREAMER: "try the pipeline with gst-launch-1.0",
}

# What drivers take for "manual"; the value is written, read back and believed only then.
_LOCKS = {
    Automatic.EXPOSURE: (cv2.CAP_PROP_AUTO_EXPOSURE, (1.0, 0.25)),
    Automatic.FOCUS: (cv2.CAP_PROP_AUTOFOCUS, (0.0,)),
    Automatic.WHITE_BALANCE: (cv2.CAP_PROP_AUTO_WB, (0.0,)),
}


class OpenCvCamera:
    """A live source. `time_s` of its frames is the clock at the moment each was grabbed."""

    def __init__(
        self, address: SourceAddress, wanted: CameraSettings, clock: Clock, name: str
    ) -> None:
        """Raises FrameError, which names the next thing to try, when it does not open."""
        self._address = address
        self._clock = clock
        self._name = name
        self._capture = _open(address)
        if not self._capture.isOpened():
            self._capture.release()
            raise FrameError(f"{address}: does not open; {_NEXT_STEP[address.kind]}")
        locked = _apply(self._capture, wanted) if address.kind is SourceKind.DEVICE else ()
        self._settings = _read_back(self._capture, locked)

    @property
    def settings(self) -> CameraSettings:
        """What the driver says that it gives."""
        return self._settings

    def read(self) -> Frame:
        """The next frame. Raises FrameError when the camera gives none."""
        if not self._capture.grab():
            raise FrameError(f"{self._address}: the camera gives no picture")
        time_s = self._clock()
        decoded, image = self._capture.retrieve()
        if not decoded or image is None:
            raise FrameError(f"{self._address}: a picture cannot be decoded")
        return Frame(np.asarray(image, np.uint8), time_s, self._name)

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()


def _open(address: SourceAddress) -> cv2.VideoCapture:
    quiet_videoio()
    if address.kind is SourceKind.DEVICE:
        backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        device = int(address.target) if address.target.isdecimal() else address.target
        return cv2.VideoCapture(device, backend)
    if address.kind is SourceKind.GSTREAMER:
        if not re.search(r"GStreamer:\s+YES", cv2.getBuildInformation()):
            raise FrameError(
                f"{address}: this OpenCV was built without GStreamer; "
                "name the camera by its device or its rtsp:// address"
            )
        return cv2.VideoCapture(address.target, cv2.CAP_GSTREAMER)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _TIME_OUT_MS]
    limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, _TIME_OUT_MS]
    return cv2.VideoCapture(address.target, cv2.CAP_FFMPEG, limits)


def _apply(capture: cv2.VideoCapture, wanted: CameraSettings) -> tuple[Automatic, ...]:
    """Ask for the settings, and return which automatics are locked after that."""
    # the format comes first: a driver offers other sizes for each
    if wanted.fourcc is not None:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*wanted.fourcc))
    if wanted.width is not None and wanted.height is not None:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, wanted.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted.height)
    if wanted.fps is not None:
        capture.set(cv2.CAP_PROP_FPS, wanted.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return tuple(automatic for automatic in wanted.locked if _lock(capture, automatic))


def _lock(capture: cv2.VideoCapture, automatic: Automatic) -> bool:
    setting, manual_values = _LOCKS[automatic]
    return any(
        capture.set(setting, value) and capture.get(setting) == value for value in manual_values
    )


def _read_back(capture: cv2.VideoCapture, locked: tuple[Automatic, ...]) -> CameraSettings:
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    fourcc = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24))
    width = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
    height = round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    known = width > 0 and height > 0
    return CameraSettings(
        width=width if known else None,
        height=height if known else None,
        fps=capture.get(cv2.CAP_PROP_FPS) or None,
        fourcc=fourcc if fourcc.isprintable() and code else None,
        locked=locked,
    )
