"""From a camera's health to what a table is told: fine, worse, lost, or moved."""

from __future__ import annotations

from dataclasses import dataclass

from referee.frames.camera import CameraHealth, CameraState
from referee.frames.device import Clock
from referee.frames.frame import Frame
from referee.pipeline.reports import CameraTold
from referee.table.seen import CameraStatus
from referee.vision.landscape import Landscape

LOST_AFTER_S = 3.0
"""A live camera without a frame for this long is lost; a table with one that blinks is not told."""
SLOW_FPS = 5.0
"""Below this, reveals and signals come late."""
COMPARE_EVERY_S = 60.0
"""Time between two comparisons of the picture with the calibrated one."""


@dataclass(frozen=True)
class Condition:
    """How a camera is, and why, in one sentence without its full stop."""

    status: CameraStatus
    message: str = ""


def condition_of(health: CameraHealth, moved_px: float | None, running_s: float) -> Condition:
    """What to tell about a camera that has been running for so long."""
    if health.state is CameraState.ENDED:
        return Condition(CameraStatus.OK, "the recording is over")
    age_s = running_s if health.frame_age_s is None else health.frame_age_s
    if age_s > LOST_AFTER_S:
        return Condition(CameraStatus.LOST, health.error or "gives no picture")
    if moved_px is not None:
        return Condition(CameraStatus.MOVED, f"the camera has moved {moved_px:.0f} px: recalibrate")
    if health.frames > 30 and health.fps < SLOW_FPS:
        return Condition(CameraStatus.DEGRADED, f"only {health.fps:.1f} frames a second")
    if health.unmet:
        return Condition(CameraStatus.DEGRADED, "; ".join(health.unmet))
    return Condition(CameraStatus.OK)


class Checkup:
    """Tells changes of one camera's condition, and compares its picture now and then."""

    def __init__(self, name: str, landscape: Landscape | None, clock: Clock) -> None:
        self._name = name
        self._landscape = landscape
        self._clock = clock
        self._began_s = clock()
        self._compared_s: float | None = None
        self._moved_px: float | None = None
        self.condition = Condition(CameraStatus.OK)

    def step(self, health: CameraHealth, latest: Frame | None) -> CameraTold | None:
        """To be called about every second; what to tell when the status has changed."""
        now = self._clock()
        if self._landscape is not None and latest is not None and self._due(now):
            self._compared_s = now
            shift_px = self._landscape.shift_px(latest)
            if shift_px is not None:  # in the dark and behind people the last answer stands
                moved = self._landscape.means_moved(shift_px)
                self._moved_px = shift_px if moved else None
        before, self.condition = (
            self.condition,
            condition_of(health, self._moved_px, now - self._began_s),
        )
        if self.condition.status is before.status:
            return None
        return CameraTold(self._name, self.condition.status, self.condition.message, now)

    def _due(self, now: float) -> bool:
        return self._compared_s is None or now - self._compared_s >= COMPARE_EVERY_S
