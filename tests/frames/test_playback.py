"""Recordings, folders of pictures and the test pattern, played as cameras."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.frames.frame import Frame, FrameError
from referee.frames.playback import Playback, draw_pattern, read_pictures
from tests.frames.fakes import Time, picture


def film() -> Iterator[Frame]:
    return (picture(t) for t in (0.0, 0.1, 0.3))


def played(playback: Playback, number: int) -> list[float]:
    frames = [playback.read() for _ in range(number)]
    return [round(frame.time_s, 6) for frame in frames if frame is not None]


def test_a_recording_is_played_once_with_its_own_times() -> None:
    assert played(Playback(film, clock=Time().clock), 5) == [0.0, 0.1, 0.3]


def test_in_a_loop_the_times_go_on() -> None:
    playback = Playback(film, clock=Time().clock, loop=True)
    assert played(playback, 7) == [0.0, 0.1, 0.3, 0.5, 0.6, 0.8, 1.0]


def test_at_its_own_pace_no_frame_comes_early() -> None:
    time = Time()
    time.now = 100.0
    playback = Playback(film, clock=time.clock, sleep=time.sleep)
    due = []
    for _ in range(3):
        playback.read()
        due.append(round(time.now - 100.0, 6))
    assert due == [0.0, 0.1, 0.3]


def test_a_late_reader_is_not_made_to_wait() -> None:
    time = Time()
    playback = Playback(film, clock=time.clock, sleep=time.sleep)
    time.now += 5
    assert played(playback, 3) == [0.0, 0.1, 0.3]
    assert time.slept == []


def test_a_recording_without_frames_is_refused() -> None:
    with pytest.raises(FrameError, match="holds no frame"):
        Playback(lambda: iter(()), clock=Time().clock)


def test_a_closed_recording_is_over() -> None:
    playback = Playback(film, clock=Time().clock)
    playback.read()
    playback.close()
    assert playback.read() is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, brightness in [("b.png", 20), ("a.png", 10), ("c.jpg", 30)]:
        cv2.imwrite(str(tmp_path / name), np.full((70, 90, 3), brightness, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


def test_a_folder_is_read_by_name(folder: Path) -> None:
    frames = list(read_pictures(folder, fps=5))
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [10, 20, 30]
    assert [frame.time_s for frame in frames] == [0.0, 0.2, 0.4]
    assert frames[0].source == str(folder / "a.png")


def test_a_picture_is_a_recording_of_one_frame(folder: Path) -> None:
    assert len(list(read_pictures(folder / "a.png"))) == 1


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FrameError, match=r"holds no picture; \.jpg"):
        list(read_pictures(tmp_path))


def test_the_pattern_moves_and_does_not_end() -> None:
    frames = list(islice(draw_pattern(10), 3))
    assert [frame.time_s for frame in frames] == [0.0, 0.1, 0.2]
    assert not np.array_equal(frames[0].image, frames[1].image)
