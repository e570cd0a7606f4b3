"""How long after the cards lie still a live table knows them, and what the cameras cost.

`python -m tests.bench.bench_live [CLIP STILL_S]...`; without clips, the sample that ships. The
clip is played in real time as a live camera of ten frames a second: frames that come while one is
being read are lost, as at a table. STILL_S is when the cards come to rest, by the clip's clock.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from referee.frames.camera import Camera
from referee.frames.capture import Capture, Patience
from referee.frames.frame import Frame
from referee.frames.playback import Playback
from referee.frames.recording import read_clip
from referee.pipeline.build import newest_of
from referee.pipeline.eyes import CardEyes
from referee.pipeline.pipeline import CameraReport, Pipeline, Watched
from referee.pipeline.reports import Report, RevealSeen
from referee.vision.detector import CardReader
from referee.vision.reveal_watch import RevealWatch
from referee.vision.seats_in_view import TableProfile

SAMPLE = Path(__file__).parents[2] / "datasets" / "samples" / "reveal.mp4"
SAMPLE_STILL_S = 3.5
"""When the last arm has left the picture."""
FPS = 10.0
AIM_S = 1.0


def every_tenth_of_a_second(path: Path) -> Iterator[Frame]:
    """The recording at ten frames a second, on average where it has other times."""
    due_s = 0.0
    for frame in read_clip(path):
        if frame.time_s >= due_s - 1e-6:
            due_s = max(due_s, frame.time_s - 1 / FPS) + 1 / FPS
            yield frame


def play(
    path: Path, reader: CardReader, profile: TableProfile | None = None
) -> tuple[list[tuple[float, RevealSeen]], CameraReport]:
    """Reveals with the moment (seconds of the clip) at which each was known, and the camera."""
    began = time.monotonic()

    def clock() -> float:
        return time.monotonic() - began

    first_s: list[float] = []

    def capture() -> Capture:
        def opened() -> Playback:
            device = Playback(lambda: every_tenth_of_a_second(path), clock=clock, sleep=time.sleep)
            first_s.append(clock())
            return device

        return Capture(opened, clock, Patience(warm_up_s=0.0))

    known: list[tuple[float, RevealSeen]] = []

    def emit(report: Report) -> None:
        if isinstance(report, RevealSeen):
            known.append((clock() - first_s[0], report))

    camera = Camera("top", capture, clock, live=True)
    eyes = CardEyes("top", RevealWatch(reader, profile, newest=newest_of(camera)))
    with Pipeline([Watched(camera, eyes)], emit, clock) as pipeline:
        while not pipeline.over:
            time.sleep(0.1)
        (report,) = pipeline.health()
    return known, report


def main() -> None:
    """Play every clip once."""
    args = sys.argv[1:] or [str(SAMPLE), str(SAMPLE_STILL_S)]
    reader = CardReader.load()
    for path, still_s in zip(args[::2], map(float, args[1::2]), strict=True):
        known, report = play(Path(path), reader)
        print(f"{Path(path).name}: {report.looked_fps:.1f} frames/s looked at of {FPS:g}")
        for at_s, reveal in known:
            kind = "complete" if reveal.reveal.complete else "doubtful"
            print(
                f"  {kind} reveal {at_s - still_s:.2f} s after the cards lie still (aim {AIM_S:g})"
            )
        if not known:
            print("  no reveal")


if __name__ == "__main__":
    main()
