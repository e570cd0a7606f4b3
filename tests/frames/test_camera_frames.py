"""Frames of a camera for a while, as the verbs that watch one take them."""

from __future__ import annotations

import time

from referee.frames.address import SourceAddress
from referee.frames.opening import camera_frames


def test_a_camera_is_watched_for_so_long_and_its_times_begin_at_zero() -> None:
    pattern = SourceAddress.parse("test:pattern")
    frames = list(camera_frames(pattern, "top", 0.8, clock=time.monotonic, sleep=time.sleep))
    times = [frame.time_s for frame in frames]
    assert times and times == sorted(times)
    assert 0 <= times[0] and times[-1] < 60, "not the clock of the machine"
