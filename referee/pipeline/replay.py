"""The same events from the same recording and model: no thread, no clock, every frame."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping

from referee.frames.frame import Frame
from referee.pipeline.eyes import Eyes
from referee.pipeline.reports import Report


def replay(streams: Mapping[str, tuple[Iterable[Frame], Eyes]]) -> Iterator[Report]:
    """What each camera's eyes report, in the order of the frames' times, then of the names."""

    def timed(name: str, frames: Iterable[Frame]) -> Iterator[tuple[float, str, Frame]]:
        return ((frame.time_s, name, frame) for frame in frames)

    merged = heapq.merge(
        *(timed(name, streams[name][0]) for name in sorted(streams)), key=lambda t: t[:2]
    )
    for _, name, frame in merged:
        yield from streams[name][1].look(frame)
    for name in sorted(streams):
        yield from streams[name][1].finish()
