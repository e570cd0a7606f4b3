"""One camera kept open: what it does when the camera fails, comes back, flaps or is over."""

from collections.abc import Iterable

import pytest

from referee.frames.capture import Capture, DropCause, Ended, Patience, Pause
from referee.frames.device import Automatic, CameraSettings, Device
from referee.frames.frame import Frame, FrameError
from tests.frames.fakes import Answer, ScriptedDevice, Time, picture

EAGER = Patience(warm_up_s=0.0, first_retry_s=0.5, longest_retry_s=4.0, steady_s=10.0, failures=3)
BROKEN = FrameError("rtsp://me:secret@camera/: no picture")


class Socket:
    """Opens one prepared device after the other; an exception stands for one that does not."""

    def __init__(self, *devices: ScriptedDevice | Exception) -> None:
        self._devices = list(devices)
        self.opened: list[ScriptedDevice] = []

    def __call__(self) -> Device:
        device = self._devices.pop(0)
        if isinstance(device, Exception):
            raise device
        self.opened.append(device)
        return device


def capture(time: Time, *devices: ScriptedDevice | Exception, patience: Patience = EAGER):  # type: ignore[no-untyped-def]
    socket = Socket(*devices)
    return Capture(socket, time.clock, patience), socket


def steps(capture: Capture, time: Time, number: int) -> list[Frame | Pause | Ended]:
    """So many steps, with time passing while the capture pauses."""
    done = []
    for _ in range(number):
        step = capture.step()
        done.append(step)
        if isinstance(step, Pause):
            time.sleep(step.seconds)
    return done


def frames(number: int) -> Iterable[Answer]:
    return [picture(float(i)) for i in range(number)]


def test_frames_are_passed_on() -> None:
    time = Time()
    camera, _ = capture(time, ScriptedDevice(frames(2)))
    assert camera.step() == Pause(0.0) and camera.connected
    assert [step.time_s for step in steps(camera, time, 2)] == [0.0, 1.0]  # type: ignore[union-attr]


def test_a_camera_that_is_not_there_is_tried_again_less_and_less_often() -> None:
    time = Time()
    camera, _ = capture(time, *[BROKEN] * 6)
    pauses = [step.seconds for step in steps(camera, time, 6)]  # type: ignore[union-attr]
    assert pauses == [0.5, 1.0, 2.0, 4.0, 4.0, 4.0]
    assert camera.error == "rtsp://***@camera/: no picture"


def test_one_bad_picture_is_no_reason_to_reconnect() -> None:
    time = Time()
    device = ScriptedDevice([picture(), BROKEN, BROKEN, picture(), BROKEN, BROKEN, picture()])
    camera, _ = capture(time, device)
    seen = [step for step in steps(camera, time, 8) if isinstance(step, Frame)]
    assert len(seen) == 3 and not device.closed
    assert camera.drops[DropCause.UNREADABLE] == 4
    assert camera.error is None


def test_a_camera_that_fails_is_closed_and_opened_again() -> None:
    time = Time()
    first, second = ScriptedDevice(frames(2)), ScriptedDevice(frames(5))
    camera, socket = capture(time, first, second)
    done = steps(camera, time, 9)
    assert first.closed and not second.closed
    assert socket.opened == [first, second] and camera.connects == 2
    assert [step.seconds for step in done if isinstance(step, Pause)][-2:] == [0.5, 0.0]


def test_a_camera_that_flaps_is_tried_less_and_less_often() -> None:
    time = Time()
    camera, _ = capture(time, *(ScriptedDevice(frames(1)) for _ in range(4)))
    pauses = [s.seconds for s in steps(camera, time, 20) if isinstance(s, Pause) and s.seconds]
    assert pauses == [0.5, 1.0, 2.0, 4.0]


def test_after_a_steady_connection_the_waiting_begins_anew() -> None:
    time = Time()
    camera, _ = capture(time, BROKEN, BROKEN, ScriptedDevice(frames(2)), BROKEN)
    steps(camera, time, 4)
    time.now += EAGER.steady_s
    done = steps(camera, time, 5)
    assert [s.seconds for s in done if isinstance(s, Pause) and s.seconds] == [0.5, 1.0]


def test_the_first_pictures_are_left_out_while_the_camera_adjusts() -> None:
    time = Time()
    device = ScriptedDevice(frames(20))
    camera, _ = capture(time, device, patience=Patience(warm_up_s=0.5))
    camera.step()
    for _ in range(10):
        step = camera.step()
        assert isinstance(step, Frame) == (time.now >= 0.5)
        time.now += 0.1
    assert camera.drops[DropCause.WARM_UP] == 5


def test_a_recording_ends_once() -> None:
    time = Time()
    device = ScriptedDevice([picture(), None])
    camera, _ = capture(time, device)
    assert steps(camera, time, 3)[-1] is Ended.ENDED
    assert device.closed


WISHES = [
    (CameraSettings(1920, 1080), ["asked for 1920x1080, the driver gives 1280x720"]),
    (CameraSettings(1280, 720, 30.0), ["asked for 30 fps, the driver gives 25"]),
    (CameraSettings(fps=25.2), []),
    (CameraSettings(fourcc="MJPG"), ["asked for MJPG, the driver gives YUYV"]),
    (
        CameraSettings(locked=(Automatic.FOCUS, Automatic.EXPOSURE)),
        ["the driver does not lock the exposure"],
    ),
    (CameraSettings(), []),
]


@pytest.mark.parametrize("wanted, unmet", WISHES)
def test_settings_are_read_back_and_what_was_not_granted_is_said(
    wanted: CameraSettings, unmet: list[str]
) -> None:
    given = CameraSettings(1280, 720, 25.0, "YUYV", (Automatic.FOCUS,))
    socket = Socket(ScriptedDevice([], given))
    camera = Capture(socket, Time().clock, EAGER, wanted=wanted)
    camera.step()
    assert camera.settings == given
    assert list(camera.unmet) == unmet


@pytest.mark.parametrize("wrong", [{"width": 640}, {"height": 480}, {"fourcc": "MJPEG"}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        CameraSettings(**wrong)  # type: ignore[arg-type]
