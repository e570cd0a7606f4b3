"""Turns of the head that look at something: known only by how long they last and what follows.

A signal by the head is quick and comes straight back. Whoever keeps the head turned or raised
looks at something, and whoever turns it to the other side next looks about.
"""

from collections.abc import Iterable

from referee.signals.gesture import Gesture, GestureEvent

LONGEST_S = 1.5
"""A head that stays turned or raised for longer looks at something."""
NEXT_S = 0.6
"""A turn to the other side that begins so soon after makes both a look about."""
WAIT_S = NEXT_S + 0.4
"""A turn takes a while to be known for one."""


class Glances:
    """Takes out what only looks at something; a turn waits until it is known that it does not."""

    def __init__(self) -> None:
        self._waits: GestureEvent | None = None
        self._before: GestureEvent | None = None
        """The last turn that ended."""

    def sift(
        self, now: float, ended: Iterable[GestureEvent], running: Iterable[GestureEvent]
    ) -> tuple[GestureEvent, ...]:
        """What ended now or waited and is no look at anything."""
        passed: list[GestureEvent] = []
        if any(self._looks_about(event) for event in running):
            self._waits = None
        for event in ended:
            if event.gesture is Gesture.HEAD_TURN:
                passed += self._turned(event)
            elif event.gesture is not Gesture.HEAD_UP or _is_quick(event):
                passed.append(event)
        if self._waits is not None and now - (self._waits.end_s or now) > WAIT_S:
            passed += self.finish()
        return tuple(passed)

    def finish(self) -> tuple[GestureEvent, ...]:
        """The turn that waits: nothing follows any more."""
        waits, self._waits = self._waits, None
        return () if waits is None else (waits,)

    def _turned(self, turn: GestureEvent) -> tuple[GestureEvent, ...]:
        about = self._looks_about(turn)
        if about:
            self._waits = None
        waited = self.finish()
        self._before = turn
        self._waits = turn if _is_quick(turn) and not about else None
        return waited

    def _looks_about(self, turn: GestureEvent) -> bool:
        before = self._before
        if turn.gesture is not Gesture.HEAD_TURN or before is None or before.end_s is None:
            return False
        return turn.side is not before.side and turn.start_s - before.end_s <= NEXT_S


def _is_quick(event: GestureEvent) -> bool:
    return (event.duration_s or 0.0) <= LONGEST_S
