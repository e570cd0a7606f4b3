"""What a player did: one gesture, when, on which side, how strongly and how well it was seen."""

from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from referee.errors import UnreadableError


class Gesture(StrEnum):
    """The gestures that the recogniser names; each code is also the code of the rules."""

    BITE_LIP_CENTER = "bite_lip_center"
    BITE_LIP_SIDE = "bite_lip_side"
    TONGUE_FRONT = "tongue_front"
    TONGUE_SIDE = "tongue_side"
    MOUTH_SIDE = "mouth_side"
    BROWS_UP = "brows_up"
    WINK = "wink"
    HEAD_TILT = "head_tilt"
    """Roll: an ear towards its shoulder."""
    HEAD_TURN = "head_turn"
    """Yaw: the face to a side."""
    HEAD_UP = "head_up"
    SHOULDERS_BOTH = "shoulders_both"
    SHOULDER_RIGHT = "shoulder_right"
    SHOULDER_LEFT = "shoulder_left"
    EYES_SHUT = "eyes_shut"
    KISS = "kiss"
    EARLOBE = "earlobe"
    OTHER = "other"
    """A deliberate movement that is none of these."""


class Side(StrEnum):
    """The player's own left and right, whatever the camera shows."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "Side":
        """The opposite side."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


@dataclass(frozen=True, slots=True)
class GestureEvent:
    """One gesture of one player, once; times are seconds on the observations' clock."""

    player: str
    gesture: Gesture
    start_s: float
    """When the movement left neutral."""
    recognised_s: float
    """When it had lasted long enough to be named; never before `start_s`."""
    end_s: float | None
    """When it was back to neutral; None while it lasts."""
    side: Side | None
    strength: float
    """Peak evidence from 0 to 1, where 0.5 is just enough."""
    visibility: float
    """How well the parts concerned were seen meanwhile, from 0 to 1."""
    description: str = ""
    """For what is in no list: what moved, for how long, how often, in plain words."""

    def __post_init__(self) -> None:
        faults = []
        if not (isfinite(self.start_s) and self.start_s <= self.recognised_s):
            faults.append(f"recognised at {self.recognised_s} s, started at {self.start_s} s")
        if self.end_s is not None and self.end_s < self.start_s:
            faults.append(f"ends at {self.end_s} s, before {self.start_s} s")
        for name, value in (("strength", self.strength), ("visibility", self.visibility)):
            if not 0 <= value <= 1:
                faults.append(f"{name} is {value}; allowed: 0 to 1")
        if self.gesture is Gesture.OTHER and not self.description:
            faults.append("`other` needs a description")
        if faults:
            raise UnreadableError(f"{self.gesture} of {self.player}: {'; '.join(faults)}")

    @property
    def duration_s(self) -> float | None:
        """From leaving neutral to being back; None while it lasts."""
        return None if self.end_s is None else self.end_s - self.start_s
