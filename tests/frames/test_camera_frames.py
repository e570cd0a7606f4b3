"""Frames of a camera for a while, as the verbs that watch one take them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator

import pytest

from referee.frames.address import SourceAddress
from referee.frames.device import CameraSettings, Device
from referee.frames.frame import Frame, FrameError
from referee.frames.opening import camera_frames
from tests.frames.fakes import WaitingDevice, picture

PATTERN = SourceAddress.parse("test:pattern")


@pytest.mark.parametrize("began_s", [0.0, 9000.0])
def test_a_camera_is_watched_for_so_long_by_whatever_clock(began_s: float) -> None:
    start_s = time.monotonic()

    def clock() -> float:
        return began_s + time.monotonic() - start_s

    frames = list(camera_frames(PATTERN, "top", 3.0, clock=clock, sleep=time.sleep))
    times = [frame.time_s for frame in frames]
    assert times
    assert times == sorted(times)
    assert max(times) < 60


class GivingDevice:
    """Gives pictures, `count` of them or for ever, and fails after that."""

    settings = CameraSettings(1280, 720)

    def __init__(self, count: int | None = None) -> None:
        self._left = count

    def read(self) -> Frame | None:
        time.sleep(0.005)
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise FrameError("rtsp://me:secret@camera/: no picture")
        return picture()

    def close(self) -> None:
        pass


Script = Callable[..., Iterator[Frame]]


@pytest.fixture
def of_devices(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Frames of a camera that is opened once for each device, and then no more; 20 times faster."""

    def frames(*devices: Device, seconds: float | None = None) -> Iterator[Frame]:
        left = iter(devices)

        def opened(*_: object, **__: object) -> Device:
            device = next(left, None)
            if device is None:
                raise FrameError("rtsp://me:secret@camera/: cannot be opened")
            return device

        monkeypatch.setattr("referee.frames.opening.open_device", opened)
        clock = lambda: 20 * time.monotonic()  # noqa: E731
        return camera_frames(PATTERN, "top", seconds, clock=clock, sleep=time.sleep)

    return frames


def test_a_camera_that_does_not_open_is_given_up_with_its_own_error(of_devices: Script) -> None:
    with pytest.raises(FrameError, match=r"^rtsp://\*\*\*@camera/: cannot be opened$"):
        next(of_devices())


def test_a_camera_whose_driver_hangs_is_opened_again(of_devices: Script) -> None:
    frames = of_devices(WaitingDevice(), GivingDevice())
    assert next(frames).time_s == 0


def test_a_camera_that_never_answers_is_given_up(of_devices: Script) -> None:
    with pytest.raises(FrameError, match=r"^test:pattern: no picture came for \d+ s; `referee cam"):
        next(of_devices(*(WaitingDevice() for _ in range(5))))


def test_a_camera_that_goes_away_is_waited_for_and_told_of_once(
    of_devices: Script, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(of_devices(GivingDevice(20), seconds=60))
    (told,) = (r.getMessage() for r in caplog.records if r.levelno == logging.WARNING)
    assert told.startswith("camera top: rtsp://***@camera/: ")
    assert told.endswith("; waiting for it")
