"""One player watched from frames to gestures, the same for a camera and a recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.frames.frame import Frame
from referee.signals.gesture import GestureEvent
from referee.signals.observation import FaceObservation
from referee.signals.recogniser import Recogniser, WatchState
from referee.signals.watcher import FrameOrderError, View, Watcher


@dataclass(frozen=True, slots=True)
class Step:
    """What one frame brought."""

    view: View
    state: WatchState
    calibrated_percent: int
    running: tuple[GestureEvent, ...]
    ended: tuple[GestureEvent, ...]


def watch(watcher: Watcher, frames: Iterable[Frame]) -> Iterator[tuple[Frame, View]]:
    """Every frame with its view; those that come out of order are left out, and counted there."""
    for frame in frames:
        try:
            view = watcher.look(frame)
        except FrameOrderError:
            continue
        yield frame, view


def recognise(recogniser: Recogniser, view: View) -> Step:
    """Take one view into account."""
    ended = recogniser.update(view.observation)
    return Step(view, recogniser.state, recogniser.calibrated_percent, recogniser.running, ended)


def finish(recogniser: Recogniser, last: Step) -> Step:
    """End what is running when the source is over; the view stays the last one."""
    return replace(last, running=(), ended=recogniser.finish())


def between(views: Iterable[View], start_s: float, end_s: float) -> tuple[FaceObservation, ...]:
    """The observations of a stretch: of a face at rest, or of a signal that is shown."""
    return tuple(v.observation for v in views if start_s <= v.observation.time_s <= end_s)
