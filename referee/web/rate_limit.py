"""How often a sign-in may fail before its address and its name have to wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock

FAILURES = 5
WINDOW_S = 60.0
MOST_KEYS = 10_000
"""Keys remembered at once; when more fail, the oldest are forgotten."""


class RateLimit:
    """Counts failures by key in a sliding window. `clock` gives seconds that never go back."""

    def __init__(
        self, clock: Callable[[], float], failures: int = FAILURES, window_s: float = WINDOW_S
    ) -> None:
        self._clock = clock
        self._failures = failures
        self._window_s = window_s
        self._failed: dict[str, deque[float]] = {}
        self._lock = Lock()

    def attempt(self, *keys: str) -> float:
        """Seconds until all of these keys may try again; 0 when they may now.

        The attempt counts as failed from the start, until `succeeded` says otherwise: attempts
        at the same time are not let through before the first of them is answered.
        """
        now = self._clock()
        with self._lock:
            wait_s = max((self._wait(key, now) for key in keys), default=0.0)
            if wait_s > 0:
                return wait_s
            for key in keys:
                times = self._failed.pop(key, deque(maxlen=self._failures))
                times.append(now)
                self._failed[key] = times
            while len(self._failed) > MOST_KEYS:
                del self._failed[next(iter(self._failed))]
            return 0.0

    def succeeded(self, *keys: str) -> None:
        """Forget the failures of each key."""
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)

    def _wait(self, key: str, now: float) -> float:
        times = self._failed.get(key)
        if not times or len(times) < self._failures:
            return 0.0
        return max(0.0, times[0] + self._window_s - now)
