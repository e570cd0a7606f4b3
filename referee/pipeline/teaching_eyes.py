"""What looks through a camera of the table while a deck is taught with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.frames.frame import Frame, Image
from referee.pipeline.reports import Report
from referee.vision.showing import Looker, Showing, Watching

_SEEN = (90, 210, 90)
"""Colour of the outline of a card that was looked at; BGR."""


class TeachingEyes:
    """Looks at cards that are shown, and reports nothing to the table.

    After each look `told` is given everything shown so far; once it says False no more is looked
    at. `passed` is called with every frame. The showing goes on from what was shown `before`.
    """

    secret = False

    def __init__(
        self,
        reader: Looker,
        told: Callable[[Sequence[Showing]], bool],
        passed: Callable[[], None] = lambda: None,
        before: Sequence[Showing] = (),
    ) -> None:
        self._watching = Watching(reader, moving=True)
        self._watching.shown += (replace(one, plates=list(one.plates)) for one in before)
        self._told = told
        self._passed = passed
        self._goes_on = True
        self._outlines: list[np.ndarray] = []

    def look(self, frame: Frame) -> Sequence[Report]:
        """Nothing; what is seen goes another way."""
        self._passed()
        if self._goes_on and self._watching.feed(frame):
            self._outlines = [np.round(one.quad).astype(np.int32) for one in self._watching.there]
            self._goes_on = self._told(self._watching.shown)
        return ()

    def finish(self) -> Sequence[Report]:
        """Nothing is open."""
        return ()

    def draw(self, frame: Frame) -> Image:
        """The cards as they were last seen, outlined."""
        image = frame.image.copy()
        thick = max(2, min(image.shape[:2]) // 240)
        cv2.polylines(image, self._outlines, True, _SEEN, thick, cv2.LINE_AA)
        return image

    def close(self) -> None:
        """Nothing to release."""
