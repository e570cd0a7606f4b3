"""Whether a mouth is talking: it opens and closes again and again.

A signal opens the mouth once. Three turns within a second (open, close, open) are speech,
laughter or chewing, and while they last the mouth says nothing else.
"""

from collections import deque

TURN = 0.03
"""How far the lips must come back for a turn, in eye distances; tremor stays below."""
TURNS = 3
WINDOW_S = 1.0


class Talk:
    """Follows one mouth."""

    def __init__(self) -> None:
        self._turns_s: deque[float] = deque(maxlen=TURNS)
        self._extreme: float | None = None
        self._opening = True

    def follow(self, time_s: float, mouth_open: float) -> bool:
        """Take one look into account; whether the mouth is talking now."""
        if self._extreme is None:
            self._extreme = mouth_open
        ahead = mouth_open - self._extreme if self._opening else self._extreme - mouth_open
        if ahead >= 0:
            self._extreme = mouth_open
        elif -ahead >= TURN:
            self._extreme, self._opening = mouth_open, not self._opening
            self._turns_s.append(time_s)
        return len(self._turns_s) == TURNS and time_s - self._turns_s[0] <= WINDOW_S
