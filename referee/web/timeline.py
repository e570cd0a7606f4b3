"""What the overlay shows, now and as it was a while ago.

A stream may lag behind the table on purpose. The delay is kept here, on the server, and not in
the page: what is not due yet has not left the machine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

LONGEST_DELAY_S = 3600.0
"""The longest delay that a page may ask for."""
KEPT_S = 24 * 3600.0
"""How long views are kept: hands before the reveal may be this late, see `table.yaml`."""
MOST_MOMENTS = 50_000
"""Kept at most; beyond that the oldest go, which only very late viewers notice."""

EMPTY: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Moment:
    """A view from a time on."""

    time_s: float
    view: Mapping[str, Any]


class Timeline:
    """Views by time. `clock` gives seconds that never go back; safe to use from any thread."""

    def __init__(self, clock: Callable[[], float], longest_s: float = KEPT_S) -> None:
        self._clock = clock
        self._longest_s = longest_s
        self._moments: deque[Moment] = deque(maxlen=MOST_MOMENTS)
        self._lock = Lock()

    def put(self, view: Mapping[str, Any]) -> None:
        """The view from now on."""
        now = self._clock()
        with self._lock:
            if self._moments:
                view = _sharing(self._moments[-1].view, view)
            self._moments.append(Moment(now, view))
            # the last one that is older than the longest delay is still needed by it
            while len(self._moments) > 1 and self._moments[1].time_s <= now - self._longest_s:
                self._moments.popleft()

    def ago(self, delay_s: float) -> Mapping[str, Any]:
        """The view as it was `delay_s` seconds ago; empty before the first."""
        then = self._clock() - delay_s
        with self._lock:
            at = bisect_right(self._moments, then, key=lambda moment: moment.time_s)
            return self._moments[at - 1].view if at else EMPTY


def _sharing(before: Mapping[str, Any], view: Mapping[str, Any]) -> Mapping[str, Any]:
    """The view with the sections of the one before where they are equal: a day of them is kept."""
    return {
        name: before[name] if name in before and before[name] == data else data
        for name, data in view.items()
    }
