"""One camera kept open: connect, warm up, read, and after a failure try again later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from referee.errors import RefereeError
from referee.frames.address import without_credentials
from referee.frames.device import CameraSettings, Clock, Device
from referee.frames.frame import Frame, FrameError


class DropCause(Enum):
    """Why a frame did not reach its reader."""

    OVERTAKEN = "overtaken"
    """A newer one came before it was taken."""
    UNREADABLE = "unreadable"
    """The camera gave no picture."""
    WARM_UP = "warm_up"
    """Exposure and focus were still settling."""


@dataclass(frozen=True)
class Patience:
    """How long to wait for a camera, seconds."""

    warm_up_s: float = 0.5
    first_retry_s: float = 0.5
    longest_retry_s: float = 30.0
    steady_s: float = 10.0
    """A connection that held this long starts the waiting times anew."""
    stall_s: float = 8.0
    """A driver that does not answer for this long is given up; its own time-outs are shorter."""
    failures: int = 3
    """Pictures in a row that may be unreadable before the camera is opened again."""


PATIENT = Patience()


@dataclass(frozen=True)
class Pause:
    """Nothing to read for `seconds`; try again then."""

    seconds: float


class Ended(Enum):
    """The recording is over."""

    ENDED = "ended"


class Capture:
    """The state of one connection, advanced by `step()`, which is where it blocks.

    It has no thread and reads no clock of its own, so that each of its ways can be tested.
    """

    def __init__(
        self,
        open_device: Callable[[], Device],
        clock: Clock,
        patience: Patience = PATIENT,
        *,
        wanted: CameraSettings | None = None,
    ) -> None:
        self._open_device = open_device
        self._clock = clock
        self._patience = patience
        self._wanted = wanted or CameraSettings()
        self._device: Device | None = None
        self._opened_s = 0.0
        self._failures = 0
        self._retry_s = patience.first_retry_s
        self.drops: Counter[DropCause] = Counter()
        self.connects = 0
        self.settings: CameraSettings | None = None
        self.unmet: tuple[str, ...] = ()
        self.error: str | None = None
        """Why there is no picture just now, without credentials; None while there is one."""

    @property
    def connected(self) -> bool:
        """Whether the device is open."""
        return self._device is not None

    def step(self) -> Frame | Pause | Ended:
        """Open the device or read one frame from it. Raises nothing that a camera can cause."""
        if self._device is None:
            return self._connect()
        try:
            frame = self._device.read()
        except FrameError as error:
            return self._failed(error)
        if frame is None:
            self.close()
            return Ended.ENDED
        self._failures = 0
        self.error = None
        connected_s = self._clock() - self._opened_s
        if connected_s >= self._patience.steady_s:
            self._retry_s = self._patience.first_retry_s
        if connected_s < self._patience.warm_up_s:
            self.drops[DropCause.WARM_UP] += 1
            return Pause(0.0)
        return frame

    def _connect(self) -> Pause:
        try:
            self._device = self._open_device()
        except RefereeError as error:
            return self._retry_later(error)
        self._opened_s = self._clock()
        self._failures = 0
        self.connects += 1
        self.settings = self._device.settings
        self.unmet = tuple(self._wanted.unmet_by(self.settings))
        return Pause(0.0)

    def _failed(self, error: FrameError) -> Pause:
        self.drops[DropCause.UNREADABLE] += 1
        self._failures += 1
        if self._failures < self._patience.failures:
            return Pause(0.0)
        self.close()
        return self._retry_later(error)

    def _retry_later(self, error: RefereeError) -> Pause:
        self.error = without_credentials(str(error))
        pause = Pause(self._retry_s)
        self._retry_s = min(2 * self._retry_s, self._patience.longest_retry_s)
        return pause

    def close(self) -> None:
        """Give the device back; the next step opens it again."""
        if self._device is not None:
            self._device.close()
            self._device = None
