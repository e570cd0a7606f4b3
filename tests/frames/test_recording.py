"""Recordings: every frame with its own time, and files that are refused in one line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.frames.frame import Image
from referee.frames.recording import is_clip, read_clip
from tests.frames.files import Written, refusal, two_tone


def test_every_frame_of_a_clip_comes_with_its_time(clip: Path) -> None:
    frames = list(read_clip(clip))
    assert [frame.time_s for frame in frames] == pytest.approx([i / 10 for i in range(10)])
    assert {frame.source for frame in frames} == {str(clip)}
    brightness = [float(frame.image.mean()) for frame in frames]
    assert brightness == pytest.approx([20 * i + 20 for i in range(10)], abs=6)


def test_frames_of_an_uneven_recording_keep_their_own_times(
    clip: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times_ms = iter([0.0, 33.3, 120.0, 133.3])

    class Uneven:
        """A capture whose frames come at irregular times, as from a phone in the dark."""

        now = 0.0

        def __init__(self, path: str) -> None:
            assert path == str(clip)

        def isOpened(self) -> bool:
            return True

        def read(self) -> tuple[bool, Image | None]:
            self.now = next(times_ms, -1.0)
            return (True, two_tone()) if self.now >= 0 else (False, None)

        def get(self, wanted: int) -> float:
            return {cv2.CAP_PROP_POS_MSEC: self.now, cv2.CAP_PROP_FPS: 30.0}[wanted]

        def release(self) -> None:
            pass

    monkeypatch.setattr(cv2, "VideoCapture", Uneven)
    times = [frame.time_s for frame in read_clip(clip)]
    assert times == pytest.approx([0.0, 0.0333, 0.12, 0.1333])


def test_a_clip_may_be_left_early_and_read_again(clip: Path) -> None:
    first = next(iter(read_clip(clip)))
    assert np.array_equal(first.image, next(iter(read_clip(clip))).image)


NOT_CLIPS = {
    "empty": ("empty.mp4", b"", "the file is empty"),
    "a text renamed": ("notes.mp4", b"envido\n" * 100, "not a recording"),
}


@pytest.mark.parametrize("name, data, says", NOT_CLIPS.values(), ids=NOT_CLIPS)
def test_a_file_that_is_no_recording_is_refused_in_one_line(
    written: Written, name: str, data: bytes, says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = written(name, data)
    assert says in refusal(lambda: list(read_clip(path)), path)
    assert capfd.readouterr() == ("", "")


def test_a_recording_cut_short_is_refused(clip: Path) -> None:
    clip.write_bytes(clip.read_bytes()[:300])
    refusal(lambda: list(read_clip(clip)), clip)


def test_a_folder_and_a_missing_file_are_no_recordings(tmp_path: Path) -> None:
    assert "is a folder" in refusal(lambda: list(read_clip(tmp_path)), tmp_path)
    missing = tmp_path / "nowhere.mp4"
    assert "No such file" in refusal(lambda: list(read_clip(missing)), missing)


@pytest.mark.parametrize(
    "name, answer",
    [("a.mp4", True), ("A.MOV", True), ("b.webm", True), ("c.jpg", False), ("mp4", False)],
)
def test_recordings_are_told_by_their_suffix(name: str, answer: bool) -> None:
    assert is_clip(Path(name)) is answer
