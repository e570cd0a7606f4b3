"""From evidence over time to one event: filter, two thresholds, minimum hold.

Evidence goes through a first-order filter. Above `ENTER` for the gesture's hold time it is
latched; it is over when it falls below `LEAVE`. Everything is in seconds, crossings are placed
between two looks, so that 10 and 30 looks a second give the same events. Unknown evidence (None)
changes nothing for a while and then ends what was running; it never starts anything.
"""

from dataclasses import dataclass
from math import exp

ENTER = 0.5
LEAVE = 0.25
SMOOTHING_S = 0.04
"""Time constant of the filter: a single wrong look passes, a movement does not wait."""
PATIENCE_S = 0.4
"""How long evidence may be unknown before a running gesture counts as ended."""


@dataclass(frozen=True, slots=True)
class Run:
    """Evidence that stays above `LEAVE`: one movement away from neutral and back."""

    start_s: float
    above_s: float | None
    """Since when it is above `ENTER` without a break; None while it is not."""
    peak: float
    end_s: float | None
    """When it fell below `LEAVE`; None while it lasts."""
    visibility: float
    """Mean over the looks so far."""
    looks: int

    def held_s(self, now_s: float) -> float:
        """How long it has been above `ENTER` by now."""
        return 0.0 if self.above_s is None else now_s - self.above_s


class Latch:
    """Follows the evidence for one gesture of one player."""

    def __init__(self, smoothing_s: float = SMOOTHING_S) -> None:
        self._smoothing_s = smoothing_s
        self._level = 0.0
        self._evidence = 0.0
        self._time_s: float | None = None
        self.run: Run | None = None

    @property
    def level(self) -> float:
        """The filtered evidence."""
        return self._level

    def follow(self, time_s: float, evidence: float | None, visibility: float) -> Run | None:
        """Take one look into account; the run that it ended, if any.

        `evidence` is None when nothing could be seen. Times must increase.
        """
        if evidence is None:
            return self._wait(time_s)
        before_s, before = self._time_s, self._level
        self._time_s = time_s
        if before_s is None or time_s - before_s > PATIENCE_S:
            before_s, before = time_s, 0.0
            self._level, self._evidence = 0.0, evidence
        # Exact for evidence that moves straight from one look to the next, but for its bend.
        step = 1 - exp(-(time_s - before_s) / self._smoothing_s)
        middle = (self._evidence + evidence) / 2
        self._level += step * (middle - self._level)
        self._evidence = evidence
        return self._track(before_s, before, time_s, self._level, visibility)

    def _wait(self, time_s: float) -> Run | None:
        if self._time_s is None or time_s - self._time_s <= PATIENCE_S:
            return None
        return self.stop(self._time_s)

    def stop(self, time_s: float) -> Run | None:
        """End whatever is running; the run that ended, if any."""
        run, self.run = self.run, None
        self._level = self._evidence = 0.0
        return None if run is None else _ended(run, max(time_s, run.start_s))

    def _track(
        self, before_s: float, before: float, now_s: float, now: float, visibility: float
    ) -> Run | None:
        def crossed(threshold: float) -> float:
            if now == before:
                return now_s
            return before_s + (now_s - before_s) * (threshold - before) / (now - before)

        if self.run is None:
            if now < LEAVE:
                return None
            self.run = Run(crossed(LEAVE), None, now, None, visibility, 0)
        run = self.run
        looks = run.looks + 1
        above_s = run.above_s
        if now < ENTER:
            above_s = None
        elif above_s is None:
            above_s = crossed(ENTER)
        mean = run.visibility + (visibility - run.visibility) / looks
        run = self.run = Run(run.start_s, above_s, max(run.peak, now), None, mean, looks)
        if now >= LEAVE:
            return None
        self.run = None
        return _ended(run, crossed(LEAVE))


def _ended(run: Run, end_s: float) -> Run:
    return Run(run.start_s, None, run.peak, end_s, run.visibility, run.looks)
