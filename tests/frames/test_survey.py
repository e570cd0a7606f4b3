"""`referee cameras`: what is connected and what opens."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.frames.address import SourceAddress
from referee.frames.device import CameraSettings
from referee.frames.frame import FrameError
from referee.frames.survey import connected_devices, model_of, try_source
from tests.conftest import Run
from tests.frames.fakes import ScriptedDevice, Time, picture

Referee = Callable[..., Run]


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """Two cameras with two devices each, and one without a lasting name."""
    by_id = tmp_path / "v4l" / "by-id"
    by_id.mkdir(parents=True)
    for number in range(5):
        (tmp_path / f"video{number}").touch()
    for camera, number in (("usb-a", 0), ("usb-b", 2)):
        for index in (0, 1):
            (by_id / f"{camera}-video-index{index}").symlink_to(tmp_path / f"video{number + index}")
    return tmp_path


def test_cameras_are_named_by_what_stays_the_same_after_a_restart(dev: Path) -> None:
    names = [path.name for path in connected_devices(dev)]
    assert names == ["usb-a-video-index0", "usb-b-video-index0", "video4"]


def test_the_model_is_what_the_driver_says(tmp_path: Path) -> None:
    (tmp_path / "video0").mkdir()
    (tmp_path / "video0" / "name").write_text("HD Webcam\n")
    assert model_of(Path("/dev/video0"), tmp_path) == "HD Webcam"
    assert model_of(Path("/dev/video1"), tmp_path) is None


def test_a_source_that_opens_is_described() -> None:
    device = ScriptedDevice([picture()], CameraSettings(1280, 720, 30.0, "MJPG"))
    time = Time()
    found = try_source(SourceAddress.parse("0"), time.clock, time.sleep, lambda *_, **__: device)
    assert (found.error, found.picture) == (None, "1280x720 px, 30 fps, MJPG")
    assert device.closed


@pytest.mark.parametrize("answer", [None, FrameError("rtsp://u:hush@host/: dark")])
def test_a_source_that_gives_nothing_is_described(answer: FrameError | None) -> None:
    device = ScriptedDevice([answer])
    time = Time()
    found = try_source(SourceAddress.parse("0"), time.clock, time.sleep, lambda *_, **__: device)
    assert found.error in ("opens, but gives no picture", "rtsp://***@host/: dark")
    assert device.closed


def test_the_verb_tries_what_it_is_told(referee: Referee) -> None:
    run = referee("cameras", "test:pattern")
    assert (run.status, run.out) == (0, "test:pattern\n  opens, 1280x720 px\n")


def test_the_verb_speaks_json(referee: Referee) -> None:
    (found,) = json.loads(referee("cameras", "test:pattern", "--json").out)["cameras"]
    assert (found["source"], found["opens"], found["width"]) == ("test:pattern", True, 1280)


def test_the_verb_says_when_nothing_opens(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.frames.survey.connected_devices", lambda _: [])
    run = referee("cameras")
    assert run.status == 1
    assert "referee cameras rtsp://user:password@address/path" in run.out


def test_the_verb_refuses_what_names_no_camera(referee: Referee) -> None:
    run = referee("cameras", "webcam")
    assert run.status == 2 and "names no camera" in run.err
