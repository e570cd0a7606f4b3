"""How strongly one look at a player shows each gesture: the evidence, from 0 to 1.

Every threshold is a ramp between "not at all" and "clearly"; halfway (0.5) is just enough. They
are few and in the units of the features, so that each can be argued about. All movements are
from the player's own neutral.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from referee.signals.features import FaceFeatures, HandFeatures, ShoulderRise
from referee.signals.gesture import Gesture, Side
from referee.signals.observation import MouthScores
from referee.signals.ramps import above, below


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a player, compared with the player's neutral; None where nothing was seen."""

    face: FaceFeatures
    """Movement from neutral."""
    neutral: FaceFeatures
    mouth: MouthScores
    rise: ShoulderRise | None
    hands: HandFeatures | None
    talking: bool

    def scaled(self, gain: float) -> "Look":
        """The same look, as if the face had moved so many times as far."""
        return self if gain == 1 else replace(self, face=self.face.times(gain))


Cue = Callable[[Look, Side | None], float | None]


def left_shut(look: Look) -> float:
    """How far the left eye is shut: the blendshape and the landmarks have equal say."""
    f = look.face
    return _shut(f.left_blink, f.left_eye_open, look.neutral.left_eye_open)


def right_shut(look: Look) -> float:
    """How far the right eye is shut."""
    f = look.face
    return _shut(f.right_blink, f.right_eye_open, look.neutral.right_eye_open)


def _shut(blink: float, opening: float, neutral_opening: float) -> float:
    lids = -opening / neutral_opening if neutral_opening > 0 else 0.0
    return (above(blink, 0.0, 0.6) + above(lids, 0.0, 0.85)) / 2


def yawning(look: Look) -> float:
    """The jaw dropped and the eyes squeezed shut."""
    shut = min(left_shut(look), right_shut(look))
    return min(above(look.face.jaw_open, 0.3, 0.6), above(shut, 0.3, 0.6))


def wink(look: Look, side: Side | None) -> float:
    """One eye shut and the other one not: a blink shuts both."""
    left, right = left_shut(look), right_shut(look)
    shut, other = (left, right) if side is Side.LEFT else (right, left)
    glance = below(abs(look.face.gaze_aside), 0.5, 0.8)
    return min(above(shut, 0.2, 0.65), above(shut - other, 0.1, 0.5), glance)


def eyes_shut(look: Look, _: Side | None) -> float:
    """Both lids down and no yawn; only time tells it from a blink."""
    shut = min(left_shut(look), right_shut(look))
    return min(above(shut, 0.5, 0.85), 1 - yawning(look))


def brows_up(look: Look, _: Side | None) -> float:
    """The blendshapes and the height of the brows must agree."""
    f = look.face
    outer = (f.left_brow + f.right_brow) / 2
    height = (f.left_brow_height + f.right_brow_height) / 2
    return min(above(outer, 0.15, 0.5), above(height, 0.02, 0.065))


def mouth_side(look: Look, side: Side | None) -> float:
    """The closed mouth pulled aside: no smile, no open lips."""
    f, to_left = look.face, 1 if side is Side.LEFT else -1
    # Lips pursed for a kiss are never quite straight: they must go further aside.
    pull = to_left * (f.pull + 3 * f.corners_aside) - 0.2 * max(0.0, f.pucker)
    smile = max(f.left_smile, f.right_smile)
    return min(above(pull, 0.1, 0.6), below(f.mouth_open, 0.06, 0.14), below(smile, 0.3, 0.6))


def lips_out(look: Look) -> float:
    """Lips pushed out, in the middle."""
    f = look.face
    return min(
        above(f.pucker, 0.3, 0.8), above(-f.mouth_width, 0.04, 0.12), below(abs(f.pull), 0.25, 0.5)
    )


def kiss(look: Look, _: Side | None) -> float:
    """Lips pushed out and nothing else: brows that go up with them are surprise or mimicry, and
    rolled lips pull a long face."""
    f = look.face
    brows = (f.left_brow + f.right_brow) / 2
    rolled = min(f.roll_lower, f.roll_upper)
    return min(lips_out(look), below(brows, 0.2, 0.4), below(rolled, 0.15, 0.35))


def _tongue_out(look: Look) -> float | None:
    """The tongue seen in a mouth that opened for it; behind laughing teeth the jaw is shut."""
    out = look.mouth.tongue_out
    if out is None:
        return None
    return min(above(out, 0.05, 0.25), above(look.face.jaw_open, 0.0, 0.08), 1 - yawning(look))


def _tongue_aside(look: Look) -> float:
    """Signed, positive to the player's left: that corner of the mouth goes out and up."""
    aside = look.face.corners_aside - look.face.mouth_slant / 2
    told = above(aside, 0.015, 0.045) - above(-aside, 0.015, 0.045)
    return _agreed(told, look.mouth.tongue_left, look.mouth.tongue_right)


def _agreed(landmarks: float, left: float | None, right: float | None) -> float:
    """What the landmarks tell and what a look at the mouth itself tells, with equal say.

    Neither is right often enough alone, and they seldom err together.
    """
    return landmarks if left is None or right is None else (landmarks + left - right) / 2


def tongue_front(look: Look, _: Side | None) -> float | None:
    """The tongue out, in the middle."""
    out = _tongue_out(look)
    return None if out is None else min(out, 1 - abs(_tongue_aside(look)))


def tongue_side(look: Look, side: Side | None) -> float | None:
    """The tongue out, to a side."""
    out = _tongue_out(look)
    aside = _tongue_aside(look) * (1 if side is Side.LEFT else -1)
    return None if out is None else min(out, max(0.0, aside))


def _teeth_on_lip(look: Look) -> float:
    """Lips a little apart over a jaw that is nearly shut, the mouth neither wide nor rolled in."""
    f = look.face
    return min(
        above(f.mouth_open, 0.0, 0.04),
        below(f.mouth_open, 0.2, 0.3),
        below(f.jaw_open, 0.15, 0.3),
        below(f.mouth_width, 0.04, 0.1),
        below(f.roll_upper, 0.2, 0.5),
    )


def _bite_aside(look: Look) -> float:
    """Signed, positive to the player's left: that corner of the mouth goes up."""
    up = -look.face.mouth_slant
    told = above(up, 0.01, 0.03) - above(-up, 0.01, 0.03)
    return _agreed(told, look.mouth.bite_left, look.mouth.bite_right)


def bite_lip_center(look: Look, _: Side | None) -> float:
    """The middle of the lower lip under the teeth: less of it is seen."""
    thinner = above(-look.face.lower_lip, 0.01, 0.035)
    if look.mouth.bite_center is not None:
        thinner = (thinner + look.mouth.bite_center) / 2
    return min(_teeth_on_lip(look), thinner, 1 - abs(_bite_aside(look)))


def bite_lip_side(look: Look, side: Side | None) -> float:
    """One end of the lower lip under the teeth: the mouth is narrower and slants."""
    aside = _bite_aside(look) * (1 if side is Side.LEFT else -1)
    narrower = above(-look.face.mouth_width, -0.01, 0.03)
    return min(_teeth_on_lip(look), narrower, max(0.0, aside), below(abs(look.face.pull), 0.2, 0.4))


def head_tilt(look: Look, side: Side | None) -> float:
    """Roll without much yaw: whoever looks about does both."""
    f = look.face
    roll = f.roll if side is Side.LEFT else -f.roll
    return min(above(roll, 5, 14), below(abs(f.yaw), 6, 14))


def head_turn(look: Look, side: Side | None) -> float:
    """Yaw without much roll, and the eyes do not go along: who looks at something leads with
    them, who tells the partner something keeps them there."""
    f = look.face
    yaw, gaze = (f.yaw, f.gaze_aside) if side is Side.LEFT else (-f.yaw, -f.gaze_aside)
    return min(above(yaw, 8, 24), below(abs(f.roll), 10, 20), below(gaze, 0.25, 0.5))


def head_up(look: Look, _: Side | None) -> float:
    """Pitch upwards, straight."""
    f = look.face
    return min(above(f.pitch, 4, 16), below(abs(f.yaw), 12, 24))


def shoulders_both(look: Look, _: Side | None) -> float | None:
    """Both shoulders up."""
    return None if look.rise is None else above(min(look.rise.left, look.rise.right), 0.015, 0.05)


def shoulder(look: Look, side: Side | None) -> float | None:
    """One shoulder up and the other one not."""
    if look.rise is None:
        return None
    left, right = look.rise.left, look.rise.right
    up, other = (left, right) if side is Side.LEFT else (right, left)
    return min(above(up, 0.02, 0.08), above(up - other, 0.02, 0.08))


def earlobe(look: Look, side: Side | None) -> float | None:
    """Thumb and index at an ear."""
    if look.hands is None:
        return None
    near = look.hands.to_left_ear if side is Side.LEFT else look.hands.to_right_ear
    return 0.0 if near is None else below(near, 0.15, 0.35)


CUES: Mapping[Gesture, Cue] = {
    Gesture.WINK: wink,
    Gesture.EYES_SHUT: eyes_shut,
    Gesture.BROWS_UP: brows_up,
    Gesture.MOUTH_SIDE: mouth_side,
    Gesture.KISS: kiss,
    Gesture.TONGUE_FRONT: tongue_front,
    Gesture.TONGUE_SIDE: tongue_side,
    Gesture.BITE_LIP_CENTER: bite_lip_center,
    Gesture.BITE_LIP_SIDE: bite_lip_side,
    Gesture.HEAD_TILT: head_tilt,
    Gesture.HEAD_TURN: head_turn,
    Gesture.HEAD_UP: head_up,
    Gesture.SHOULDERS_BOTH: shoulders_both,
    Gesture.SHOULDER_LEFT: shoulder,
    Gesture.SHOULDER_RIGHT: shoulder,
    Gesture.EARLOBE: earlobe,
}
