"""Seconds of a recording, as the command line writes them."""

from __future__ import annotations

from referee.errors import UnreadableError
from referee.signals.gesture import Gesture, Side

Stretch = tuple[float, float]


def parse_stretch(text: str) -> Stretch:
    """`0-0.5`: from and to, seconds; raises UnreadableError."""
    try:
        start, end = (float(part) for part in text.split("-"))
    except ValueError:
        start, end = 0.0, 0.0
    if not 0 <= start < end < float("inf"):
        raise UnreadableError(f"{text!r} is no stretch of seconds; write it as in 0.5-2")
    return start, end


def parse_showing(text: str) -> tuple[Gesture, Side | None, Stretch]:
    """`wink:left=3.2-4.0`: gesture, side or None, and its seconds; raises UnreadableError."""
    what, _, when = text.partition("=")
    gesture, _, side = what.partition(":")
    able = [g for g in Gesture if g is not Gesture.OTHER]
    if gesture not in able or (side and side not in set(Side)):
        raise UnreadableError(
            f"--show {text!r} cannot be read; write a gesture, its side if it has one, and its "
            f"seconds, as in wink:left=3.2-4.0; gestures: {', '.join(able)}"
        )
    return Gesture(gesture), Side(side) if side else None, parse_stretch(when)
