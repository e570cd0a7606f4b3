"""A clock to be set by hand, and devices that do what a test tells them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable

import numpy as np

from referee.frames.device import CameraSettings
from referee.frames.frame import Frame, FrameError


class Time:
    """Seconds that pass only when somebody sleeps or a test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def picture(time_s: float = 0.0, brightness: int = 0) -> Frame:
    """A small grey frame."""
    return Frame(np.full((64, 64, 3), brightness, np.uint8), time_s, "fake")


Answer = Frame | Exception | None


class ScriptedDevice:
    """Answers with what it was given, one by one, and fails after that."""

    def __init__(self, answers: Iterable[Answer], settings: CameraSettings | None = None) -> None:
        self._answers = iter(answers)
        self.settings = settings or CameraSettings(1280, 720)
        self.closed = False

    def read(self) -> Frame | None:
        assert not self.closed
        answer = next(self._answers, FrameError("rtsp://me:secret@camera/: no picture"))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.closed = True


class WaitingDevice:
    """Gives the frames that a test puts in, and blocks in between as a driver does."""

    settings = CameraSettings(1280, 720)

    def __init__(self) -> None:
        self.frames: queue.Queue[Frame | None] = queue.Queue()
        self.closed = threading.Event()

    def read(self) -> Frame | None:
        return self.frames.get()

    def close(self) -> None:
        self.closed.set()


def eventually(condition: Callable[[], object]) -> None:
    """Wait until another thread has done its part; a test that waits in vain fails."""
    done = threading.Event()
    for _ in range(30_000):
        if condition():
            return
        done.wait(0.01)
    raise AssertionError("it never happened")
