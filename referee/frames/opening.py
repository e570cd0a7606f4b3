"""From an address to frames: which device reads it, live or frame by frame."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.frames.address import SourceAddress, SourceKind
from referee.frames.camera import Camera
from referee.frames.capture import PATIENT, Capture, Patience
from referee.frames.device import CameraSettings, Clock, Device, Sleep
from referee.frames.frame import Frame, FrameError
from referee.frames.opencv_camera import OpenCvCamera
from referee.frames.playback import PICTURES_PER_S, Playback, draw_pattern, read_pictures
from referee.frames.recording import read_clip

log = logging.getLogger(__name__)

ANY_SETTINGS = CameraSettings()
_OPENS_S = 5.0
"""A camera that has failed for so long from the start is given up."""
_ANSWERS_S = 15.0
"""One that does not even fail: by then its driver was left once and the camera opened anew."""


def open_device(
    address: SourceAddress,
    name: str,
    *,
    clock: Clock,
    sleep: Sleep | None = None,
    wanted: CameraSettings = ANY_SETTINGS,
    loop: bool = False,
) -> Device:
    """Open a source. Raises FrameError.

    `sleep` makes recordings come at their own pace, and is needed by the test pattern;
    `loop` plays them for ever.
    """
    path = Path(address.target)
    fps = wanted.fps or PICTURES_PER_S
    if address.kind is SourceKind.RECORDING:
        return Playback(lambda: read_clip(path), clock=clock, sleep=sleep, loop=loop)
    if address.kind is SourceKind.PICTURES:
        return Playback(lambda: read_pictures(path, fps), clock=clock, sleep=sleep, loop=loop)
    if address.kind is SourceKind.PATTERN:
        return Playback(lambda: draw_pattern(fps), clock=clock, sleep=sleep)
    return OpenCvCamera(address, wanted, clock, name)


def camera(
    address: SourceAddress,
    name: str,
    *,
    clock: Clock,
    sleep: Sleep,
    wanted: CameraSettings = ANY_SETTINGS,
    loop: bool = False,
    patience: Patience = PATIENT,
) -> Camera:
    """A camera that is not yet started; recordings come at their own pace."""

    def open_it() -> Device:
        return open_device(address, name, clock=clock, sleep=sleep, wanted=wanted, loop=loop)

    # a recording loses no frame to warming up
    warmed = patience if address.live else Patience(warm_up_s=0.0)
    new_capture: Callable[[], Capture] = lambda: Capture(open_it, clock, warmed, wanted=wanted)  # noqa: E731
    return Camera(name, new_capture, clock, live=address.live, patience=patience)


def first_frame(address: SourceAddress, name: str, clock: Clock, sleep: Sleep) -> Frame:
    """One frame to look at, after a live camera has warmed up. Raises FrameError."""
    device = open_device(address, name, clock=clock, sleep=sleep)
    try:
        until_s = clock() + (PATIENT.warm_up_s if address.live else 0.0)
        frame = device.read()
        while frame is not None and clock() < until_s:
            frame = device.read()
    finally:
        device.close()
    if frame is None:
        raise FrameError(f"{address}: ended before a picture came")
    return frame


def camera_frames(
    address: SourceAddress, name: str, seconds: float | None, *, clock: Clock, sleep: Sleep
) -> Iterator[Frame]:
    """The newest frames of a camera, their times from 0, for so many seconds or until it ends.

    A camera that goes away is opened again and told of once. Raises FrameError where none came.
    """
    began_s = clock()

    def since() -> float:
        return clock() - began_s

    live = camera(address, name, clock=since, sleep=sleep)
    live.start()
    told = None
    try:
        while not live.ended and (seconds is None or since() < seconds):
            frame = live.take(0.5)
            if frame is not None:
                told = None
                yield frame
                continue
            live.watch()
            health = live.health()
            if health.frames == 0:
                _require_opening(address, health.error, since())
            elif health.error and told is None:
                told = health.error
                log.warning("camera %s: %s; waiting for it", name, told)
    finally:
        live.stop()


def _require_opening(address: SourceAddress, error: str | None, waited_s: float) -> None:
    """Raises FrameError where no frame is to be expected any more, none having come."""
    if error and waited_s > _OPENS_S:
        raise FrameError(error)
    if waited_s > _ANSWERS_S:
        raise FrameError(
            f"{address}: no picture came for {waited_s:.0f} s; `referee cameras` lists cameras"
        )
