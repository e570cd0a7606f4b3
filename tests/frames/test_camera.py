"""Cameras on their threads: newest frame or every frame, hanging drivers, health."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.frames.camera import Camera, CameraState
from referee.frames.capture import Capture, DropCause, Patience
from referee.frames.frame import FrameError
from tests.frames.fakes import ScriptedDevice, Time, WaitingDevice, eventually, picture

PATIENCE = Patience(warm_up_s=0.0, stall_s=8.0, first_retry_s=0.01)


@contextmanager
def running(*devices: WaitingDevice | ScriptedDevice, live: bool = True) -> Iterator[Camera]:
    """A camera that opens one device after the other."""
    time = Time()
    left = list(devices)

    def new_capture() -> Capture:
        return Capture(lambda: left.pop(0), time.clock, PATIENCE)

    camera = Camera("top", new_capture, time.clock, live=live, patience=PATIENCE)
    camera.time = time  # type: ignore[attr-defined]
    camera.start()
    yield camera
    for device in devices:
        if isinstance(device, WaitingDevice):
            device.frames.put(None)
    camera.stop()


def pass_time(camera: Camera, seconds: float) -> None:
    camera.time.now += seconds  # type: ignore[attr-defined]


def test_of_a_live_camera_only_the_newest_frame_is_kept() -> None:
    device = WaitingDevice()
    with running(device) as camera:
        for i in range(5):
            device.frames.put(picture(float(i)))
        eventually(lambda: camera.health().frames == 5)
        eventually(lambda: camera.health().dropped[DropCause.OVERTAKEN] == 4)
        frame = camera.take(1)
        assert frame is not None and frame.time_s == 4.0
        assert camera.take(0) is None


def test_of_a_recording_every_frame_is_kept_however_slow_the_reader() -> None:
    device = ScriptedDevice([*(picture(float(i)) for i in range(5)), None])
    with running(device, live=False) as camera:
        times = []
        while not camera.ended:
            frame = camera.take(1)
            if frame is not None:
                times.append(frame.time_s)
        assert times == [0.0, 1.0, 2.0, 3.0, 4.0]
        health = camera.health()
    assert health.state is CameraState.ENDED
    assert not any(health.dropped.values())


def test_a_driver_that_hangs_is_left_and_the_camera_opened_again() -> None:
    hanging, second = WaitingDevice(), WaitingDevice()
    with running(hanging, second) as camera:
        hanging.frames.put(picture(1.0))
        assert camera.take(1) is not None
        eventually(lambda: hanging.frames.empty())
        camera.watch()
        assert camera.health().reconnects == 0, "it has not hung for long enough"
        pass_time(camera, 8.1)
        eventually(lambda: camera.health().state is CameraState.STALLED)
        camera.watch()
        second.frames.put(picture(2.0))
        frame = camera.take(1)
        assert frame is not None and frame.time_s == 2.0
        assert camera.health().reconnects == 1
        assert camera.health().state is CameraState.LIVE
        hanging.frames.put(picture(3.0))
        eventually(hanging.closed.is_set)
        assert camera.take(0) is None, "a frame of the device that had hung"


def test_not_more_than_a_few_threads_are_left_hanging() -> None:
    devices = [WaitingDevice() for _ in range(5)]
    with running(*devices) as camera:
        for opened in range(3):
            eventually(lambda n=opened: camera.health().reconnects == n)
            pass_time(camera, 8.1)
            eventually(lambda: camera.health().state is CameraState.STALLED)
            camera.watch()
        eventually(lambda: camera.health().reconnects == 3)
        pass_time(camera, 8.1)
        eventually(lambda: camera.health().state is CameraState.STALLED)
        camera.watch()
        assert camera.health().state is CameraState.STALLED


def test_a_camera_comes_back_after_a_failure() -> None:
    first, second = ScriptedDevice([picture(1.0)]), WaitingDevice()
    with running(first, second) as camera:
        eventually(lambda: first.closed)
        second.frames.put(picture(2.0))
        eventually(lambda: camera.health().frames == 2)
        health = camera.health()
        assert health.reconnects == 1
        assert health.dropped[DropCause.UNREADABLE] == PATIENCE.failures
        assert health.error is None


def test_the_health_of_a_camera_without_a_device_says_why() -> None:
    def refuse() -> WaitingDevice:
        raise FrameError("http://me:secret@camera/video: does not open")

    time = Time()
    camera = Camera("top", lambda: Capture(refuse, time.clock, PATIENCE), time.clock, live=True)
    camera.start()
    eventually(lambda: camera.health().error)
    health = camera.health()
    camera.stop()
    assert health.error == "http://***@camera/video: does not open"
    assert health.state is CameraState.CONNECTING
    assert health.frame_age_s is None
    assert camera.health().state is CameraState.STOPPED


def test_frame_age_and_rate_are_measured_on_arrival() -> None:
    device = WaitingDevice()
    with running(device) as camera:
        for i in range(1, 6):
            pass_time(camera, 0.1)
            device.frames.put(picture())
            eventually(lambda i=i: camera.health().frames == i)
        assert camera.health().fps == pytest.approx(10)
        pass_time(camera, 0.25)
        assert camera.health().frame_age_s == pytest.approx(0.25)
        assert camera.latest(0.3) is not None
        assert camera.latest(0.2) is None, "a stale frame is no picture"
        pass_time(camera, 60)
        assert camera.health().fps == 0


def test_a_camera_is_started_once() -> None:
    with running(WaitingDevice()) as camera, pytest.raises(RuntimeError, match="top is already"):
        camera.start()


def test_stopping_wakes_whoever_waits_for_a_frame() -> None:
    device = ScriptedDevice([picture(float(i)) for i in range(9)])
    with running(device, live=False) as camera:
        eventually(lambda: camera.health().frames == 2)
        camera.stop()
        eventually(lambda: device.closed)
