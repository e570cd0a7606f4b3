"""What was seen around a flag, in memory: the last seconds of one seat's face.

Pictures of a face leave this memory only through a Cut about a flag, or about a signal that the
cards may yet make one; everything else is forgotten after PRE_S seconds.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import isfinite

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.signals.box import Box
from referee.signals.observation import FaceState
from referee.signals.watcher import View

PRE_S = 4.0
POST_S = 2.0
SIDE_PX = 320
"""Side of the pictures that are kept, px."""
_FRAMING = 2.0
"""Side of the square about a face, in widths of the face."""
_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 85]


@dataclass(frozen=True, slots=True)
class Still:
    """One picture of a face, as JPEG of SIDE_PX square, and its time in seconds."""

    time_s: float
    jpeg: bytes

    def image(self) -> NDArray[np.uint8]:
        """The picture, BGR."""
        decoded = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(decoded, np.uint8)


@dataclass(frozen=True, slots=True)
class Sample:
    """One value of the curve that raised a flag."""

    time_s: float
    value: float

    def __post_init__(self) -> None:
        if not (isfinite(self.time_s) and isfinite(self.value)):
            raise UnreadableError(f"{self}: a sample has a finite time and value")


@dataclass(frozen=True, slots=True)
class Cut:
    """The stretch about one flag."""

    player: str
    flag: str
    """What the flag is about, in the words that the referee reads."""
    flagged_s: float
    stills: tuple[Still, ...]
    curve: tuple[Sample, ...]
    """How strong the gesture was over the same stretch."""


@dataclass(frozen=True, slots=True)
class _Flag:
    text: str
    time_s: float


class FaceMemory:
    """The last seconds of one seat; give it every frame and its view, in order of time."""

    def __init__(self, player: str, pre_s: float = PRE_S, post_s: float = POST_S) -> None:
        self.player = player
        self._pre_s, self._post_s = pre_s, post_s
        self._stills: deque[Still] = deque()
        self._curve: deque[Sample] = deque()
        self._flags: deque[_Flag] = deque()
        self._part: Box | None = None

    def flag(self, text: str, time_s: float) -> None:
        """Remember that the stretch about this time is asked for."""
        self._flags.append(_Flag(text, time_s))

    def add(self, frame: Frame, view: View, strength: float | None = None) -> tuple[Cut, ...]:
        """Take one frame; returns the cuts that are complete now.

        `strength`: how strong the strongest gesture is at this moment, None when unknown. A frame
        with several faces is not kept: the others did not agree to be filmed.
        """
        part = self._frame_face(frame, view)
        if part is not None and view.observation.state is not FaceState.SEVERAL_FACES:
            self._stills.append(Still(frame.time_s, _picture(part, frame)))
        if strength is not None:
            self._curve.append(Sample(frame.time_s, strength))
        return self._due(frame.time_s)

    def finish(self) -> tuple[Cut, ...]:
        """The cuts that are still open when the source ends."""
        return self._due(float("inf"))

    def forget(self) -> None:
        """Forget everything: between matches, or when the player asks for it."""
        self._stills.clear()
        self._curve.clear()
        self._flags.clear()
        self._part = None

    def _frame_face(self, frame: Frame, view: View) -> Box | None:
        """The square to keep; it stays where it is until the face leaves its middle."""
        face = view.face_box
        if face is not None and not (self._part and _is_framed(face, self._part)):
            self._part = face.square(_FRAMING * face.width).moved_into(Box.of(frame.image))
        return self._part

    def _due(self, now_s: float) -> tuple[Cut, ...]:
        cuts = []
        while self._flags and now_s >= self._flags[0].time_s + self._post_s:
            cuts.append(self._cut(self._flags.popleft()))
        oldest = min([now_s, *(flag.time_s for flag in self._flags)]) - self._pre_s
        for kept in (self._stills, self._curve):
            while kept and kept[0].time_s < oldest:
                kept.popleft()
        return tuple(cuts)

    def _cut(self, flag: _Flag) -> Cut:
        first, last = flag.time_s - self._pre_s, flag.time_s + self._post_s
        stills = tuple(s for s in self._stills if first <= s.time_s <= last)
        curve = tuple(s for s in self._curve if first <= s.time_s <= last)
        return Cut(self.player, flag.text, flag.time_s, stills, curve)


def _is_framed(face: Box, part: Box) -> bool:
    return part.holds(face) and 0.35 <= face.width / part.width <= 0.75


def _picture(part: Box, frame: Frame) -> bytes:
    cut = part.moved_into(Box.of(frame.image)).cut(frame.image)
    picture = cv2.resize(cut, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", picture, _JPEG)[1])


def thumbnail(cut: Cut) -> bytes | None:
    """The picture nearest to the flag, as JPEG; None when nothing was seen."""
    nearest = min(cut.stills, key=lambda s: abs(s.time_s - cut.flagged_s), default=None)
    return None if nearest is None else nearest.jpeg
