"""What an observation says about a face and a body, as numbers that signals can be told from.

The same fields hold a reading (as seen) and, after `minus`, a movement (how far from the player's
own neutral). Blendshapes keep MediaPipe's 0 to 1, lengths of the face are in eye distances,
angles in degrees, shoulders in px of the picture until they are compared.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from math import hypot
from typing import Self

from referee.signals.observation import Body, BodyPoint, Face, FaceObservation, HandPoints


@dataclass(frozen=True, slots=True)
class FaceFeatures:
    """One face, or how far it is from neutral. L and R are the player's own."""

    left_blink: float
    right_blink: float
    left_eye_open: float
    right_eye_open: float
    gaze_down: float
    gaze_aside: float
    """Towards the player's left."""
    left_brow: float
    """`browOuterUp`; the inner ends share one blendshape."""
    right_brow: float
    inner_brow: float
    brow_down: float
    left_brow_height: float
    right_brow_height: float
    sneer: float
    jaw_open: float
    mouth_open: float
    mouth_width: float
    pull: float
    """`mouthLeft` less `mouthRight`."""
    corners_aside: float
    lower_lip_aside: float
    mouth_slant: float
    pucker: float
    funnel: float
    left_smile: float
    right_smile: float
    frown: float
    press: float
    roll_lower: float
    roll_upper: float
    shrug_lower: float
    lower_lip: float
    upper_lip: float
    teeth: float
    """How far the lips are drawn off the teeth, above and below."""
    cheek_puff: float
    yaw: float
    pitch: float
    roll: float

    def minus(self, neutral: Self) -> Self:
        """How far this is from a neutral one."""
        return self._each(lambda mine, theirs: mine - theirs, neutral)

    def times(self, factor: float) -> Self:
        """A movement so many times as far."""
        return type(self)(*(factor * value for value in self.values()))

    def towards(self, other: Self, share: float) -> Self:
        """This, moved a share (0 to 1) of the way to another one."""
        return self._each(lambda mine, theirs: mine + share * (theirs - mine), other)

    def _each(self, combine: Callable[[float, float], float], other: Self) -> Self:
        return type(self)(*(combine(getattr(self, n), getattr(other, n)) for n in _FACE))

    def values(self) -> tuple[float, ...]:
        """The numbers in the order of the fields."""
        return tuple(getattr(self, name) for name in _FACE)


@dataclass(frozen=True, slots=True)
class BodyFeatures:
    """Heights in the picture, px, y down."""

    left_shoulder: float
    right_shoulder: float
    ears: float
    """Midway between the two."""
    shoulder_width: float

    def towards(self, other: Self, share: float) -> Self:
        """This, moved a share (0 to 1) of the way to another one."""
        return type(self)(
            *(a + share * (b - a) for a, b in zip(self.values(), other.values(), strict=True))
        )

    def values(self) -> tuple[float, ...]:
        """The numbers in the order of the fields."""
        return (self.left_shoulder, self.right_shoulder, self.ears, self.shoulder_width)


@dataclass(frozen=True, slots=True)
class ShoulderRise:
    """How far each shoulder is up from neutral, in shoulder widths."""

    left: float
    right: float

    @classmethod
    def between(cls, now: BodyFeatures, neutral: BodyFeatures) -> Self:
        """A shoulder is up when it is higher in the picture and also nearer to the ears.

        Standing up does the first and bowing the head the second; only a shrug does both.
        """

        def rise(shoulder: float, rested: float) -> float:
            in_picture = rested - shoulder
            to_ears = (rested - neutral.ears) - (shoulder - now.ears)
            return min(in_picture, to_ears) / neutral.shoulder_width

        return cls(
            rise(now.left_shoulder, neutral.left_shoulder),
            rise(now.right_shoulder, neutral.right_shoulder),
        )


@dataclass(frozen=True, slots=True)
class HandFeatures:
    """Where the nearest hand is; None where there is no hand or no such part."""

    to_left_ear: float | None
    """From thumb and index tip on average, in shoulder widths: a lobe is held between the two."""
    to_right_ear: float | None
    to_mouth: float | None
    """From the nearest finger tip, in eye distances."""


def face_features(face: Face) -> FaceFeatures:
    """The reading of one face."""
    b, shape, pose = face.blendshapes, face.shape, face.pose

    def mean(*names: str) -> float:
        return sum(b[name] for name in names) / len(names)

    def both(name: str) -> float:
        return mean(f"{name}Left", f"{name}Right")

    return FaceFeatures(
        left_blink=b["eyeBlinkLeft"],
        right_blink=b["eyeBlinkRight"],
        left_eye_open=shape.left_eye_open,
        right_eye_open=shape.right_eye_open,
        gaze_down=both("eyeLookDown"),
        gaze_aside=mean("eyeLookOutLeft", "eyeLookInRight")
        - mean("eyeLookOutRight", "eyeLookInLeft"),
        left_brow=b["browOuterUpLeft"],
        right_brow=b["browOuterUpRight"],
        inner_brow=b["browInnerUp"],
        brow_down=both("browDown"),
        left_brow_height=shape.left_brow_height,
        right_brow_height=shape.right_brow_height,
        sneer=both("noseSneer"),
        jaw_open=b["jawOpen"],
        mouth_open=shape.mouth_open,
        mouth_width=shape.mouth_width,
        pull=b["mouthLeft"] - b["mouthRight"],
        corners_aside=shape.corners_aside,
        lower_lip_aside=shape.lower_lip_aside,
        mouth_slant=shape.mouth_slant,
        pucker=b["mouthPucker"],
        funnel=b["mouthFunnel"],
        left_smile=b["mouthSmileLeft"],
        right_smile=b["mouthSmileRight"],
        frown=both("mouthFrown"),
        press=both("mouthPress"),
        roll_lower=b["mouthRollLower"],
        roll_upper=b["mouthRollUpper"],
        shrug_lower=b["mouthShrugLower"],
        lower_lip=shape.lower_lip,
        upper_lip=shape.upper_lip,
        teeth=(both("mouthUpperUp") + both("mouthLowerDown")) / 2,
        cheek_puff=b["cheekPuff"],
        yaw=pose.yaw_deg,
        pitch=pose.pitch_deg,
        roll=pose.roll_deg,
    )


def body_features(body: Body) -> BodyFeatures | None:
    """The reading of one body; None where the shoulders fall into one place."""
    left, right = body.left_shoulder, body.right_shoulder
    width = hypot(left.x - right.x, left.y - right.y)
    ears = (body.left_ear.y + body.right_ear.y) / 2
    return BodyFeatures(left.y, right.y, ears, width) if width > 0 else None


def hand_features(observation: FaceObservation) -> HandFeatures | None:
    """The reading of the hands near a face; None where no hand model ran."""
    hands, body, face = observation.hands, observation.body, observation.face
    if hands is None:
        return None
    tips = [tip for hand in hands for tip in (hand.thumb_tip, hand.index_tip)]
    width = body.left_shoulder.distance_to(body.right_shoulder) if body else 0.0
    to_left = to_right = to_mouth = None
    if tips and body and width > 0:
        to_left = min(_pinch_distance(hand, body.left_ear) for hand in hands) / width
        to_right = min(_pinch_distance(hand, body.right_ear) for hand in hands) / width
    if tips and face:
        mouth, unit = face.shape.mouth_center, face.shape.eye_distance_px
        to_mouth = min(hypot(mouth.x - tip.x, mouth.y - tip.y) for tip in tips) / unit
    return HandFeatures(to_left, to_right, to_mouth)


def _pinch_distance(hand: HandPoints, ear: BodyPoint) -> float:
    return (ear.distance_to(hand.thumb_tip) + ear.distance_to(hand.index_tip)) / 2


_FACE = tuple(field.name for field in fields(FaceFeatures))
