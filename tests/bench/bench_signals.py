"""How many frames of a face a second, and how much of the time is ours rather than MediaPipe's.

`python -m tests.bench.bench_signals`; the faces are drawn by code.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, process_time
from typing import Any

import numpy as np

from datasets.samples.head import Head, draw_head
from referee.frames.frame import Frame
from referee.signals.landmarks import load_models
from referee.signals.models import Models
from referee.signals.needs import Needs
from referee.signals.recogniser import Recogniser
from referee.signals.session import recognise
from referee.signals.watcher import Watcher

WARM_UP, ROUNDS = 5, 60
AIM_ONE, AIM_FOUR, AIM_SHARE = 25, 7, 0.15
NEEDS = Needs(body=True, hands=False, tongue=True, mouth=True)


class Timed:
    """A model that adds up the time spent in it."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._model, name)
        return self._timed(attribute) if name in ("look", "find", "score") else attribute

    def _timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            start = perf_counter()
            try:
                return call(*args)
            finally:
                self.seconds += perf_counter() - start

        return run


class Player:
    """A drawn player who now and then winks, before a camera of 640 x 480 px."""

    def __init__(self) -> None:
        models = load_models(NEEDS)
        self.models = [Timed(m) for m in _present(models)]
        self._mouth = models.mouth  # it is ours, so its time counts as ours
        self._watcher = Watcher("A", Models(*self._slots()))
        self._recogniser = Recogniser("A")
        self._pictures = [draw_head(480, 0.3), draw_head(480, 0.3, Head(left_eye_shut=True))]
        self._number = 0

    def _slots(self) -> list[Any]:
        face, finder, body, tongue = self.models
        return [face, finder, body, None, tongue, self._mouth]

    def step(self) -> float:
        """One frame; the seconds that it took."""
        picture = np.full((480, 640, 3), 190, np.uint8)
        picture[:, 80:560] = self._pictures[self._number % 40 > 30]
        picture[0, 0] = self._number % 256  # a sensor never repeats a picture
        frame = Frame(picture, self._number / 25, "bench")
        self._number += 1
        start = perf_counter()
        recognise(self._recogniser, self._watcher.look(frame))
        return perf_counter() - start

    def close(self) -> None:
        """Release the models."""
        self._watcher.close()


def _present(models: Models) -> list[Any]:
    return [m for m in (models.face, models.finder, models.body, models.tongue) if m is not None]


def one_face() -> None:
    """A single player, face and body models side by side."""
    player = Player()
    for _ in range(WARM_UP):
        player.step()
    used = process_time()
    taken, bare = [], 0.0
    for _ in range(ROUNDS):
        for model in player.models:
            model.seconds = 0.0
        taken.append(player.step())
        face, finder, body, tongue = (model.seconds for model in player.models)
        # the body model runs beside the others: what remains of the longer branch is ours
        bare += max(face + finder + tongue, body)
    used = process_time() - used
    share = 1 - bare / sum(taken)
    player.close()
    print(f"one face, 640x480 px, {ROUNDS} frames, {os.cpu_count()} cores")
    # the body is looked at in every other frame: the mean counts, not the median
    print(f"  frames a second   {ROUNDS / sum(taken):6.1f}   (aim {AIM_ONE})")
    print(f"  processor         {1000 * used / ROUNDS:6.1f} ms a frame")
    print(f"  share of ours     {100 * share:6.1f} %   (aim {100 * AIM_SHARE:.0f})")


def four_faces() -> None:
    """Four players, each in a thread of its own."""
    players = [Player() for _ in range(4)]

    def run(player: Player) -> float:
        start = perf_counter()
        for _ in range(ROUNDS):
            player.step()
        return ROUNDS / (perf_counter() - start)

    with ThreadPoolExecutor(4) as pool:
        rates = list(pool.map(run, players))
    for player in players:
        player.close()
    print(f"four faces\n  frames a second   {min(rates):6.1f} each   (aim {AIM_FOUR})")


if __name__ == "__main__":
    one_face()
    four_faces()
