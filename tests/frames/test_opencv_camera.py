"""What is asked of OpenCV, and what is made of its answers."""

from typing import ClassVar

import cv2
import numpy as np
import pytest

from referee.frames.address import SourceAddress
from referee.frames.device import Automatic, CameraSettings
from referee.frames.frame import FrameError
from referee.frames.opencv_camera import OpenCvCamera
from referee.frames.opening import ANY_SETTINGS
from tests.frames.fakes import Time


class Driver:
    """Stands in for cv2.VideoCapture: keeps what is set, within what the camera can do."""

    opened_with: ClassVar[list[tuple[object, ...]]] = []
    opens = True
    refuses: ClassVar[frozenset[int]] = frozenset()
    manual_exposure = 1.0
    grabs = True
    decodes = True

    def __init__(self, *args: object) -> None:
        self.opened_with.append(args)
        self.order: list[int] = []
        self._values: dict[int, float] = {cv2.CAP_PROP_FRAME_WIDTH: 640.0}
        self._values[cv2.CAP_PROP_FRAME_HEIGHT] = 480.0
        self._values[cv2.CAP_PROP_FPS] = 30.0
        self._values[cv2.CAP_PROP_FOURCC] = float(cv2.VideoWriter.fourcc(*"YUYV"))
        self.released = False

    def isOpened(self) -> bool:
        return self.opens

    def set(self, setting: int, value: float) -> bool:
        self.order.append(setting)
        if setting in self.refuses:
            return False
        if setting == cv2.CAP_PROP_AUTO_EXPOSURE and value != self.manual_exposure:
            return False
        self._values[setting] = float(value)
        return True

    def get(self, setting: int) -> float:
        return self._values.get(setting, 0.0)

    def grab(self) -> bool:
        return self.grabs

    def retrieve(self) -> tuple[bool, object]:
        return self.decodes, np.zeros((480, 640, 3), np.uint8) if self.decodes else None

    def release(self) -> None:
        self.released = True


@pytest.fixture(autouse=True)
def driver(monkeypatch: pytest.MonkeyPatch) -> type[Driver]:
    class ThisDriver(Driver):
        opened_with: ClassVar[list[tuple[object, ...]]] = []

    monkeypatch.setattr(cv2, "VideoCapture", ThisDriver)
    return ThisDriver


def opened(text: str, wanted: CameraSettings | None = None) -> OpenCvCamera:
    return OpenCvCamera(SourceAddress.parse(text), wanted or ANY_SETTINGS, Time().clock, "top")


def test_a_device_is_opened_by_number_or_by_path(
    driver: type[Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    opened("2")
    opened("/dev/v4l/by-id/usb-cam")
    assert driver.opened_with == [(2, cv2.CAP_V4L2), ("/dev/v4l/by-id/usb-cam", cv2.CAP_V4L2)]


def test_a_stream_is_opened_with_time_limits(driver: type[Driver]) -> None:
    opened("rtsp://me:hush@camera/main")
    ((url, backend, limits),) = driver.opened_with
    assert (url, backend) == ("rtsp://me:hush@camera/main", cv2.CAP_FFMPEG)
    assert limits == [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 5000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5000]


def test_settings_are_asked_for_and_read_back() -> None:
    wanted = CameraSettings(1280, 720, 15.0, "MJPG", tuple(Automatic))
    assert opened("0", wanted).settings == wanted


def test_the_format_is_set_before_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = opened("0", CameraSettings(1280, 720, fourcc="MJPG"))
    order = camera._capture.order  # type: ignore[attr-defined]
    assert order.index(cv2.CAP_PROP_FOURCC) < order.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert cv2.CAP_PROP_BUFFERSIZE in order


@pytest.mark.parametrize("manual", [1.0, 0.25])
def test_exposure_is_locked_by_whichever_value_the_driver_takes(
    driver: type[Driver], manual: float
) -> None:
    driver.manual_exposure = manual
    locked = CameraSettings(locked=(Automatic.EXPOSURE,))
    assert opened("0", locked).settings.locked == (Automatic.EXPOSURE,)


def test_what_the_driver_refuses_is_not_reported_as_locked(driver: type[Driver]) -> None:
    driver.refuses = frozenset({cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_WB})
    assert opened("0", CameraSettings(locked=tuple(Automatic))).settings.locked == (
        Automatic.EXPOSURE,
    )


@pytest.mark.parametrize(
    "text, next_step",
    [("0", "run `referee cameras`"), ("rtsp://me:hush@camera/a", "check address, user and")],
)
def test_a_camera_that_does_not_open_is_released_and_the_next_step_named(
    driver: type[Driver], text: str, next_step: str
) -> None:
    driver.opens = False
    with pytest.raises(FrameError, match=next_step) as caught:
        opened(text)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("fault", ["grabs", "decodes"])
def test_a_missing_picture_is_an_error_and_shows_no_secret(
    driver: type[Driver], fault: str
) -> None:
    setattr(driver, fault, False)
    camera = opened("rtsp://me:hush@camera/a")
    with pytest.raises(FrameError, match="picture") as caught:
        camera.read()
    assert "hush" not in str(caught.value)


def test_a_frame_has_the_time_at_which_it_was_grabbed() -> None:
    time = Time()
    camera = OpenCvCamera(SourceAddress.parse("0"), CameraSettings(), time.clock, "top")
    time.now = 3.5
    frame = camera.read()
    assert (frame.time_s, frame.source) == (3.5, "top")


def test_a_pipeline_without_gstreamer_is_refused(
    driver: type[Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "getBuildInformation", lambda: "  GStreamer:      NO\n")
    with pytest.raises(FrameError, match="built without GStreamer"):
        opened("gst:videotestsrc ! appsink")
    monkeypatch.setattr(cv2, "getBuildInformation", lambda: "  GStreamer:      YES (1.22)\n")
    opened("gst:videotestsrc ! appsink")
    assert driver.opened_with == [("videotestsrc ! appsink", cv2.CAP_GSTREAMER)]
