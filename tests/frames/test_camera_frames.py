"""Frames of a camera for a while, as the verbs that watch one take them."""

from __future__ import annotations

import time

import pytest

from referee.frames.address import SourceAddress
from referee.frames.opening import camera_frames

PATTERN = SourceAddress.parse("test:pattern")


@pytest.mark.parametrize("began_s", [0.0, 9000.0])
def test_a_camera_is_watched_for_so_long_by_whatever_clock(began_s: float) -> None:
    start_s = time.monotonic()

    def clock() -> float:
        return began_s + time.monotonic() - start_s

    frames = list(camera_frames(PATTERN, "top", 0.8, clock=clock, sleep=time.sleep))
    times = [frame.time_s for frame in frames]
    assert times
    assert times == sorted(times)
    assert max(times) < 60
