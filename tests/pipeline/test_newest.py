"""What a live camera shows by now, for a reading that may have to be given up."""

import pytest

from referee.frames.camera import Camera
from referee.frames.capture import Capture, Patience
from referee.pipeline.build import newest_of
from tests.frames.fakes import ScriptedDevice, Time, WaitingDevice, eventually, picture


@pytest.mark.parametrize("live", [True, False])
def test_only_a_live_camera_shows_more_than_what_was_taken(live: bool) -> None:
    time = Time()
    device = WaitingDevice() if live else ScriptedDevice([picture(1.0), None])
    camera = Camera("top", lambda: Capture(lambda: device, time.clock, Patience(warm_up_s=0)),
                    time.clock, live=live)  # fmt: skip
    newest = newest_of(camera)
    assert newest() is None
    camera.start()
    if isinstance(device, WaitingDevice):
        device.frames.put(picture(1.0))
    eventually(lambda: camera.health().frames == 1)
    shown = newest()
    assert (None if shown is None else shown.time_s) == (1.0 if live else None)
    time.now += 0.6
    assert newest() is None
    if isinstance(device, WaitingDevice):
        device.frames.put(None)
    camera.stop()
