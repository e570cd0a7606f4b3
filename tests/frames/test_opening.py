"""From a name to frames, with real files."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.frames.address import SourceAddress
from referee.frames.camera import CameraState
from referee.frames.frame import FrameError
from referee.frames.opening import camera, first_frame, open_device
from tests.frames.fakes import Time, eventually


@pytest.fixture
def still(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((70, 90, 3), 40, np.uint8))
    return path


def test_a_recording_is_taken_frame_by_frame(clip: Path) -> None:
    time = Time()
    top = camera(SourceAddress.parse(str(clip)), "top", clock=time.clock, sleep=time.sleep)
    top.start()
    times = []
    while not top.ended:
        frame = top.take(1)
        times += [round(frame.time_s, 3)] if frame else []
    top.stop()
    assert times == [i / 10 for i in range(10)]
    assert not top.live and sum(time.slept) == pytest.approx(0.9)


def test_a_recording_in_a_loop_goes_on(clip: Path) -> None:
    address = SourceAddress.parse(str(clip))
    device = open_device(address, "top", clock=Time().clock, loop=True)
    frames = [device.read() for _ in range(25)]
    assert frames[24] is not None and frames[24].time_s == pytest.approx(2.4)


def test_the_pattern_is_live_and_paced() -> None:
    time = Time()
    top = camera(SourceAddress.parse("test:pattern"), "top", clock=time.clock, sleep=time.sleep)
    assert top.live
    top.start()
    eventually(lambda: top.health().state is CameraState.LIVE)
    top.stop()
    assert time.slept


def test_the_first_frame_of_a_picture_is_the_picture(still: Path) -> None:
    time = Time()
    frame = first_frame(SourceAddress.parse(str(still)), "top", time.clock, time.sleep)
    assert frame.image.shape == (70, 90, 3)


def test_the_first_frame_of_a_live_source_comes_after_warming_up() -> None:
    time = Time()
    frame = first_frame(SourceAddress.parse("test:pattern"), "top", time.clock, time.sleep)
    assert frame.time_s >= 0.5


def test_a_file_that_is_no_recording_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.mp4"
    path.write_bytes(b"envido\n" * 100)
    time = Time()
    with pytest.raises(FrameError, match="not a recording"):
        first_frame(SourceAddress.parse(str(path)), "top", time.clock, time.sleep)
