"""The cameras of a table at work: one thread each, one that watches over them, one callback."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from referee.errors import RefereeError
from referee.frames.camera import Camera
from referee.frames.device import Clock
from referee.frames.frame import Frame
from referee.pipeline.checkup import Checkup
from referee.pipeline.eyes import Eyes
from referee.pipeline.preview import Picture, Preview
from referee.pipeline.reports import Report
from referee.table.seen import CameraStatus
from referee.vision.landscape import Landscape
from referee.vision.reveal_watch import Reader

log = logging.getLogger(__name__)

WATCH_EVERY_S = 1.0
_TAKE_S = 0.25
"""How long a thread waits for a frame before it looks whether it shall stop."""
NO_SIGNAL_S = 3.0
"""A picture older than this is not shown as if it were the table."""

LENT = "a deck is being taught: no reveal is read meanwhile"


@dataclass(frozen=True)
class Watched:
    """One camera and what looks at it."""

    camera: Camera
    eyes: Eyes
    landscape: Landscape | None = None


@dataclass(frozen=True)
class CameraReport:
    """How one camera does, for pages and metrics. Nothing in it is secret."""

    name: str
    status: CameraStatus
    message: str
    fps: float
    """As frames arrive."""
    looked_fps: float
    """As frames are looked at, since the start."""
    age_ms: int
    drops: Mapping[str, int]
    reconnects: int
    shows_hands: bool
    """Players lift their cards to it: it has no picture for anybody."""
    over: bool
    """A recording that was looked at to its end."""


class Pipeline:
    """Starts and stops the cameras of a table. Reports go to `emit`, from several threads.

    What goes wrong while looking at a frame is logged and counted, and the next frame is taken:
    a fault in one pair of eyes stops no other.
    """

    def __init__(
        self,
        watched: Sequence[Watched],
        emit: Callable[[Report], None],
        clock: Clock,
        reader: Reader | None = None,
    ) -> None:
        """`reader` is what reads the cards for all eyes, None where none does."""
        self.reader = reader
        self._workers = {w.camera.name: _Worker(w, emit, clock) for w in watched}
        if len(self._workers) != len(watched):
            raise ValueError("two cameras of one name")
        self._emit = emit
        self._stopping = threading.Event()
        self._watching = threading.Thread(target=self._watch, name="cameras", daemon=True)

    def start(self) -> None:
        """Open the cameras and begin to look. A pipeline is started once."""
        for worker in self._workers.values():
            worker.start()
        self._watching.start()

    def stop(self) -> None:
        """Stop looking and give the cameras back."""
        self._stopping.set()
        for worker in self._workers.values():
            worker.stop()
        if self._watching.is_alive():
            self._watching.join()

    def __enter__(self) -> Pipeline:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def health(self) -> tuple[CameraReport, ...]:
        """How each camera does now."""
        return tuple(worker.report() for worker in self._workers.values())

    def picture(self, name: str) -> Picture | None:
        """The newest picture of a camera, drawn on; None without signal, or of a secret one."""
        worker = self._workers.get(name)
        return worker.picture() if worker else None

    def frame(self, name: str) -> Frame | None:
        """The newest frame of a camera as it is; None without signal, or of a secret one."""
        worker = self._workers.get(name)
        return worker.frame() if worker else None

    def lend(self, name: str, eyes: Eyes | None) -> None:
        """Let others look through a camera instead of its own eyes; None gives it back.

        Own eyes keep what they know. Raises KeyError where there is no such camera, and ValueError
        for a secret one.
        """
        self._workers[name].lend(eyes)

    @property
    def over(self) -> bool:
        """Whether every camera is a recording that was looked at to its end."""
        return all(worker.over for worker in self._workers.values())

    def check(self) -> None:
        """Look after every camera once; called every second while the pipeline runs."""
        for worker in self._workers.values():
            worker.check()

    def _watch(self) -> None:
        while not self._stopping.wait(WATCH_EVERY_S):
            self.check()


class _Worker:
    """One camera, its eyes and its thread."""

    def __init__(self, watched: Watched, emit: Callable[[Report], None], clock: Clock) -> None:
        self._camera = watched.camera
        self._own = watched.eyes
        self._eyes = watched.eyes
        self._emit = emit
        self._clock = clock
        self._began_s = clock()
        self._checkup = Checkup(watched.camera.name, watched.landscape, clock)
        self._preview = Preview(lambda frame: self._eyes.draw(frame), clock)
        self._stopping = threading.Event()
        self._looked = 0
        self._faults = 0
        self._last_fault = ""
        self.over = False
        self._thread = threading.Thread(
            target=self._run, name=f"eyes {watched.camera.name}", daemon=True
        )

    def start(self) -> None:
        self._began_s = self._clock()
        self._camera.start()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._camera.stop()
        self._thread.join()

    def lend(self, eyes: Eyes | None) -> None:
        if self._own.secret:
            raise ValueError(f"camera {self._camera.name} is secret; nobody else looks through it")
        self._eyes = eyes or self._own

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                frame = self._camera.take(_TAKE_S)
                if frame is not None:
                    self._looked += 1
                    self._guarded(partial(self._look, frame))
                elif self._camera.ended:
                    break
        finally:
            self._guarded(self._finish)
            self._own.close()
            self.over = self._camera.ended

    def _look(self, frame: Frame) -> None:
        for report in self._eyes.look(frame):
            self._emit(report)

    def _finish(self) -> None:
        for report in self._own.finish():
            self._emit(report)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Nothing that happens with one frame may end the looking."""
        try:
            work()
        except RefereeError as error:
            self._note(str(error))
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}", exc_info=True)

    def _note(self, fault: str, *, exc_info: bool = False) -> None:
        self._faults += 1
        if fault != self._last_fault:  # a fault of every frame is told once
            self._last_fault = fault
            log.error("camera %s: %s", self._camera.name, fault, exc_info=exc_info)

    def check(self) -> None:
        self._camera.watch()
        told = self._checkup.step(self._camera.health(), self._camera.latest(NO_SIGNAL_S))
        if told is not None:
            log.info("camera %s is %s %s", told.camera, told.status, told.message)
            self._guarded(partial(self._emit, told))

    def frame(self) -> Frame | None:
        return None if self._own.secret else self._camera.latest(NO_SIGNAL_S)

    def picture(self) -> Picture | None:
        frame = self.frame()
        return None if frame is None else self._preview.of(frame)

    def report(self) -> CameraReport:
        health, condition = self._camera.health(), self._checkup.condition
        lent = self._eyes is not self._own and condition.status is CameraStatus.OK
        ran_s = self._clock() - self._began_s
        return CameraReport(
            name=health.name,
            status=condition.status,
            message=condition.message or (LENT if lent else ""),
            fps=health.fps,
            looked_fps=self._looked / ran_s if ran_s > 0 else 0.0,
            age_ms=round(1000 * (ran_s if health.frame_age_s is None else health.frame_age_s)),
            drops={cause.value: count for cause, count in health.dropped.items()},
            reconnects=health.reconnects,
            shows_hands=self._own.secret,
            over=self.over,
        )
