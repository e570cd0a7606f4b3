"""A camera on a thread of its own: the newest frame, or every frame of a recording."""

from __future__ import annotations

import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from referee.frames.capture import PATIENT, Capture, DropCause, Ended, Patience, Pause
from referee.frames.device import CameraSettings, Clock
from referee.frames.frame import Frame
from referee.frames.slot import Slot

log = logging.getLogger(__name__)

_RATE_OVER = 30
"""Frames over which the rate is measured."""
_ABANDONED_AT_MOST = 3
"""Threads that may hang in a driver before no further one is started."""


class CameraState(Enum):
    """What a camera is doing."""

    CONNECTING = "connecting"
    LIVE = "live"
    STALLED = "stalled"
    ENDED = "ended"
    STOPPED = "stopped"


@dataclass(frozen=True)
class CameraHealth:
    """What is known about a camera at one moment. Nothing in it is secret."""

    name: str
    state: CameraState
    fps: float
    """Frames a second as they arrive, before any is dropped."""
    frame_age_s: float | None
    """Time since the last frame arrived; None before the first."""
    frames: int
    dropped: Mapping[DropCause, int]
    reconnects: int
    settings: CameraSettings | None
    """As read back from the driver."""
    unmet: tuple[str, ...]
    """Settings that the driver did not grant, one line each."""
    error: str | None


class _Reader:
    """One thread on one connection. It is left to itself when the driver does not answer."""

    def __init__(
        self, capture: Capture, deliver: Callable[[Frame], None], clock: Clock, name: str
    ) -> None:
        self.capture = capture
        self.ended = False
        self.stopping = threading.Event()
        self._deliver = deliver
        self._clock = clock
        self._asked_s: float | None = None
        self.thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)

    def waiting_s(self) -> float:
        """How long the driver has not answered."""
        asked_s = self._asked_s
        return 0.0 if asked_s is None else self._clock() - asked_s

    def _run(self) -> None:
        try:
            while not (self.stopping.is_set() or self.ended):
                self._asked_s = self._clock()
                step = self.capture.step()
                self._asked_s = None
                if isinstance(step, Pause):
                    self.stopping.wait(step.seconds)
                elif isinstance(step, Ended):
                    self.ended = True
                elif not self.stopping.is_set():
                    self._deliver(step)
        finally:
            self.capture.close()


class Camera:
    """Frames of one source, read on a thread and taken one by one.

    A live source keeps the newest frame; a recording waits until each has been taken. `watch()`
    is to be called about every second: it replaces a thread that hangs in its driver.
    """

    def __init__(
        self,
        name: str,
        new_capture: Callable[[], Capture],
        clock: Clock,
        *,
        live: bool,
        patience: Patience = PATIENT,
    ) -> None:
        self.name = name
        self.live = live
        self._new_capture = new_capture
        self._clock = clock
        self._patience = patience
        self._slot: Slot[Frame] = Slot()
        self._lock = threading.Lock()
        self._reader: _Reader | None = None
        self._abandoned: list[_Reader] = []
        self._past_drops: Counter[DropCause] = Counter()
        self._past_connects = 0
        self._overtaken = 0
        self._frames = 0
        self._latest: Frame | None = None
        self._arrivals: deque[float] = deque(maxlen=_RATE_OVER)
        self._stopped = False

    def start(self) -> None:
        """Begin to read. A camera is started once."""
        with self._lock:
            if self._reader is not None:
                raise RuntimeError(f"camera {self.name} is already started")
            self._start_reader()

    def _start_reader(self) -> None:
        self._reader = _Reader(self._new_capture(), self._deliver, self._clock, self.name)
        self._reader.thread.start()

    def _deliver(self, frame: Frame) -> None:
        with self._lock:
            if self._reader is None or threading.current_thread() is not self._reader.thread:
                return  # a thread that had hung and came back
            self._frames += 1
            self._latest = frame
            self._arrivals.append(self._clock())
        if not self.live:
            self._slot.hand_over(frame)
        elif self._slot.replace(frame):
            with self._lock:
                self._overtaken += 1

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken (live) or the next one (recording); None if none came."""
        return self._slot.take(timeout_s)

    def latest(self, max_age_s: float) -> Frame | None:
        """The last frame that arrived, to look at; None when it is older than `max_age_s`."""
        with self._lock:
            if not self._arrivals or self._clock() - self._arrivals[-1] > max_age_s:
                return None
            return self._latest

    def watch(self) -> None:
        """Leave a thread that hangs in its driver and open the camera anew."""
        with self._lock:
            reader = self._reader
            if reader is None or self._stopped or not self._hangs(reader):
                return
            self._abandoned = [r for r in self._abandoned if r.thread.is_alive()]
            if len(self._abandoned) >= _ABANDONED_AT_MOST:
                return
            log.warning(
                "camera %s does not answer for %.0f s; opening it again",
                self.name,
                self._patience.stall_s,
            )
            reader.stopping.set()
            self._abandoned.append(reader)
            self._past_drops += reader.capture.drops
            self._past_connects += reader.capture.connects
            self._start_reader()

    def _hangs(self, reader: _Reader) -> bool:
        """Whether the driver does not answer; the waits of a recording are its own."""
        return self.live and reader.waiting_s() > self._patience.stall_s

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop reading; a thread that hangs in its driver is left behind."""
        with self._lock:
            self._stopped = True
            reader = self._reader
        self._slot.close()
        if reader is not None:
            reader.stopping.set()
            reader.thread.join(timeout_s)

    @property
    def ended(self) -> bool:
        """Whether the recording is over and its last frame was taken."""
        with self._lock:
            over = self._reader is not None and self._reader.ended
        return over and self._slot.empty

    def health(self) -> CameraHealth:
        """How the camera is doing now."""
        with self._lock:
            reader = self._reader
            capture = reader.capture if reader else None
            dropped = self._past_drops + (capture.drops if capture else Counter())
            dropped[DropCause.OVERTAKEN] += self._overtaken
            connects = self._past_connects + (capture.connects if capture else 0)
            age = self._clock() - self._arrivals[-1] if self._arrivals else None
            return CameraHealth(
                name=self.name,
                state=self._state(reader),
                fps=self._rate(),
                frame_age_s=age,
                frames=self._frames,
                dropped={cause: dropped[cause] for cause in DropCause},
                reconnects=max(0, connects - 1),
                settings=capture.settings if capture else None,
                unmet=capture.unmet if capture else (),
                error=capture.error if capture else None,
            )

    def _state(self, reader: _Reader | None) -> CameraState:
        if reader is None or self._stopped:
            return CameraState.STOPPED
        if reader.ended:
            return CameraState.ENDED
        if self._hangs(reader):
            return CameraState.STALLED
        if reader.capture.connected and self._arrivals and reader.capture.error is None:
            return CameraState.LIVE
        return CameraState.CONNECTING

    def _rate(self) -> float:
        """Over the last frames; zero once they have stopped coming."""
        if len(self._arrivals) < 2:
            return 0.0
        if self._clock() - self._arrivals[-1] > self._patience.stall_s:
            return 0.0
        spent = self._arrivals[-1] - self._arrivals[0]
        return (len(self._arrivals) - 1) / spent if spent > 0 else 0.0
