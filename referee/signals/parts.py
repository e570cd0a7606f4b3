"""The parts of a player that gestures are made with, and how each gesture is watched."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.signals.gesture import Gesture, Side


class Part(StrEnum):
    """Gestures of one part are rivals: at most one of them is made at a time."""

    EYES = "eyes"
    BROWS = "brows"
    MOUTH = "mouth"
    HEAD = "head"
    SHOULDERS = "shoulders"
    EARS = "ears"


@dataclass(frozen=True, slots=True)
class Watch:
    """How one gesture is watched."""

    part: Part
    hold_s: float
    """How long it must last to be named, beyond what the filter takes."""
    sides: tuple[Side | None, ...] = (None,)


AT_ONCE = 0.0
"""For what nothing in play passes through on its way: the filter alone keeps a wrong look out."""
_SIDES = (Side.LEFT, Side.RIGHT)

WATCHES: Mapping[Gesture, Watch] = {
    Gesture.WINK: Watch(Part.EYES, AT_ONCE, _SIDES),
    # A slow blink keeps the lids down for 0.4 s.
    Gesture.EYES_SHUT: Watch(Part.EYES, 0.45),
    Gesture.BROWS_UP: Watch(Part.BROWS, 0.06),
    Gesture.MOUTH_SIDE: Watch(Part.MOUTH, AT_ONCE, _SIDES),
    Gesture.KISS: Watch(Part.MOUTH, 0.15),
    Gesture.TONGUE_FRONT: Watch(Part.MOUTH, AT_ONCE),
    Gesture.TONGUE_SIDE: Watch(Part.MOUTH, AT_ONCE, _SIDES),
    Gesture.BITE_LIP_CENTER: Watch(Part.MOUTH, 0.08),
    Gesture.BITE_LIP_SIDE: Watch(Part.MOUTH, 0.08, _SIDES),
    Gesture.HEAD_TILT: Watch(Part.HEAD, AT_ONCE, _SIDES),
    Gesture.HEAD_TURN: Watch(Part.HEAD, 0.2, _SIDES),
    Gesture.HEAD_UP: Watch(Part.HEAD, 0.2),
    Gesture.SHOULDERS_BOTH: Watch(Part.SHOULDERS, AT_ONCE),
    Gesture.SHOULDER_LEFT: Watch(Part.SHOULDERS, AT_ONCE, (Side.LEFT,)),
    Gesture.SHOULDER_RIGHT: Watch(Part.SHOULDERS, AT_ONCE, (Side.RIGHT,)),
    # A hand passes the ear when it pushes the hair back.
    Gesture.EARLOBE: Watch(Part.EARS, 0.3, _SIDES),
}

DELIBERATE = frozenset(
    {
        *(Gesture.WINK, Gesture.MOUTH_SIDE, Gesture.TONGUE_FRONT, Gesture.TONGUE_SIDE),
        *(Gesture.BITE_LIP_CENTER, Gesture.BITE_LIP_SIDE, Gesture.EARLOBE),
        *(Gesture.SHOULDERS_BOTH, Gesture.SHOULDER_LEFT, Gesture.SHOULDER_RIGHT),
    }
)
"""What nobody does by accident, so that it is watched even where no list has it. Brows, eyes and
the head move all day: they are watched only where they are signals."""
