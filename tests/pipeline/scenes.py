"""Cameras and eyes for tests of the pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from referee.frames.camera import Camera
from referee.frames.capture import Capture, Patience
from referee.frames.frame import Frame, Image
from referee.pipeline.reports import Report
from tests.frames.fakes import ScriptedDevice, Time, WaitingDevice

PATIENCE = Patience(warm_up_s=0.0, first_retry_s=0.01)


def played(name: str, frames: Iterable[Frame], time: Time) -> Camera:
    """A recording of these frames."""
    device = ScriptedDevice([*frames, None])
    return Camera(
        name, lambda: Capture(lambda: device, time.clock, PATIENCE), time.clock, live=False
    )


def live(name: str, device: WaitingDevice, time: Time) -> Camera:
    """A live camera whose frames a test puts in."""
    return Camera(
        name, lambda: Capture(lambda: device, time.clock, PATIENCE), time.clock, live=True
    )


class StubEyes:
    """Reports what a test wants for each frame, and keeps the frames."""

    def __init__(
        self, reports: Callable[[Frame], Sequence[Report]] = lambda _: (), *, secret: bool = False
    ) -> None:
        self.secret = secret
        self._reports = reports
        self.frames: list[Frame] = []
        self.drawn = 0
        self.last: Sequence[Report] = ()
        """Reported when the source is over."""
        self.closed = False

    def look(self, frame: Frame) -> Sequence[Report]:
        self.frames.append(frame)
        return self._reports(frame)

    def finish(self) -> Sequence[Report]:
        return self.last

    def draw(self, frame: Frame) -> Image:
        self.drawn += 1
        return frame.image

    def close(self) -> None:
        self.closed = True
