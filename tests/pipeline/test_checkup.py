"""What is told of a camera, and when."""

from collections.abc import Mapping

import pytest

from referee.frames.camera import CameraHealth, CameraState
from referee.frames.capture import DropCause
from referee.frames.frame import Frame
from referee.pipeline.checkup import COMPARE_EVERY_S, Checkup, Condition, condition_of
from referee.table.seen import CameraStatus
from tests.frames.fakes import Time, picture

FINE: Mapping[str, object] = {
    "name": "top",
    "state": CameraState.LIVE,
    "fps": 30.0,
    "frame_age_s": 0.03,
    "frames": 900,
    "dropped": {cause: 0 for cause in DropCause},
    "reconnects": 0,
    "settings": None,
    "unmet": (),
    "error": None,
}


def health(**instead: object) -> CameraHealth:
    return CameraHealth(**{**FINE, **instead})  # type: ignore[arg-type]


CASES = {
    "fine": ({}, None, CameraStatus.OK, ""),
    "starting": ({"frame_age_s": None, "frames": 0, "fps": 0.0}, None, CameraStatus.OK, ""),
    "silent": ({"frame_age_s": 5.0}, None, CameraStatus.LOST, "gives no picture"),
    "unplugged": (
        {"frame_age_s": 5.0, "error": "0: does not open; run `referee cameras`"},
        None,
        CameraStatus.LOST,
        "0: does not open; run `referee cameras`",
    ),
    "moved": ({}, 14.2, CameraStatus.MOVED, "the camera has moved 14 px: recalibrate"),
    "slow": ({"fps": 3.3}, None, CameraStatus.DEGRADED, "only 3.3 frames a second"),
    "other settings": (
        {"unmet": ("asked for 30 fps, the driver gives 15",)},
        None,
        CameraStatus.DEGRADED,
        "asked for 30 fps, the driver gives 15",
    ),
    "over": (
        {"state": CameraState.ENDED, "frame_age_s": 99.0},
        None,
        CameraStatus.OK,
        "the recording is over",
    ),
}


@pytest.mark.parametrize("instead, moved, status, message", CASES.values(), ids=CASES)
def test_conditions(
    instead: dict[str, object], moved: float | None, status: CameraStatus, message: str
) -> None:
    assert condition_of(health(**instead), moved, 1.0) == Condition(status, message)


def test_a_camera_that_never_gave_a_picture_is_lost_after_a_while() -> None:
    never = health(frame_age_s=None, frames=0)
    assert condition_of(never, None, 2.0).status is CameraStatus.OK
    assert condition_of(never, None, 4.0).status is CameraStatus.LOST


class StubLandscape:
    """Answers with prepared shifts."""

    def __init__(self, *shifts: float | None) -> None:
        self._shifts = list(shifts)

    def shift_px(self, frame: Frame) -> float | None:
        return self._shifts.pop(0)

    def means_moved(self, shift: float | None) -> bool:
        return shift is not None and shift > 8


def test_the_picture_is_compared_at_the_start_and_every_minute() -> None:
    time = Time()
    landscape = StubLandscape(0.4, 14.0, None, 0.2)
    checkup = Checkup("top", landscape, time.clock)  # type: ignore[arg-type]
    told = []
    for _ in range(4 * int(COMPARE_EVERY_S)):
        report = checkup.step(health(), picture())
        if report:
            told.append((time.now, report.status))
        time.now += 1
    assert told == [(60.0, CameraStatus.MOVED), (180.0, CameraStatus.OK)]


def test_without_a_picture_nothing_is_compared() -> None:
    checkup = Checkup("top", StubLandscape(), Time().clock)  # type: ignore[arg-type]
    assert checkup.step(health(), None) is None
