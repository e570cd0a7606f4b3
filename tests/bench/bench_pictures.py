"""How long a reveal takes to read, and how much of it is ours rather than the networks'.

`python -m tests.bench.bench_pictures [PHOTO]`; without a photograph, the sample that ships.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from referee.frames.photo import read_photo
from referee.vision.detector import CardReader
from referee.vision.photograph import read_photograph

SAMPLE = Path(__file__).parents[2] / "datasets" / "samples" / "reveal.jpg"
WARM_UP, ROUNDS = 3, 15
AIM_MS, AIM_SHARE = 400, 0.30


class TimedSession:
    """An ONNX session that adds up the time spent in it."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def run(self, *args: Any) -> Any:
        """As the session's own `run`."""
        start = perf_counter()
        try:
            return self._session.run(*args)
        finally:
            self.seconds += perf_counter() - start


def main() -> None:
    """Read one photograph many times: file, cards, seats, faults."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE
    threads = min(2, os.cpu_count() or 1)
    reader = CardReader.load(threads=threads)
    sessions = [TimedSession(reader._finder._network), TimedSession(reader.classifier._session)]
    reader._finder._network, reader.classifier._session = sessions  # type: ignore[assignment]
    whole, bare = [], []
    cards = 0
    for _ in range(WARM_UP + ROUNDS):
        for session in sessions:
            session.seconds = 0.0
        start = perf_counter()
        frame = read_photo(path)
        reveal = read_photograph(frame, reader)
        whole.append(perf_counter() - start)
        bare.append(sum(session.seconds for session in sessions))
        cards = len(reveal.labels)
    total, inside = 1000 * median(whole[WARM_UP:]), 1000 * median(bare[WARM_UP:])
    share = 1 - inside / total
    height, width = frame.image.shape[:2]
    print(f"{path.name}, {width}x{height} px, {cards} cards, {threads} threads, {ROUNDS} rounds")
    print(f"  read            {total:6.0f} ms   (aim {AIM_MS})")
    print(f"  of which ONNX   {inside:6.0f} ms")
    print(f"  share of ours   {100 * share:6.1f} %   (aim {100 * AIM_SHARE:.0f})")


if __name__ == "__main__":
    main()
