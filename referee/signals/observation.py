"""What one look at one player gives: the hand-over from pixels to the logic of signals.

Left and right are always the player's own. In an unmirrored picture the player's left is at the
image right. Positions are pixels of the whole picture, x to the right and y down, so that they
can be compared from one observation to the next even when the face is cut out anew each time.
What was not seen is None, never zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import hypot, isfinite
from types import MappingProxyType

from referee.errors import UnreadableError
from referee.signals.face_shape import FaceShape, Point


class FaceState(StrEnum):
    """Whether there is one face to read, and if not, why."""

    SEEN = "seen"
    NO_FACE = "no_face"
    SEVERAL_FACES = "several_faces"
    """More than one face where one player sits: nobody's face is read."""
    TOO_SMALL = "too_small"
    FROZEN = "frozen"
    """The camera repeats one picture."""


@dataclass(frozen=True, slots=True)
class HeadPose:
    """Where the face looks, degrees from facing the camera."""

    yaw_deg: float
    """Positive: turned to the player's own left."""
    pitch_deg: float
    """Positive: chin up."""
    roll_deg: float
    """Positive: tilted to the player's own left, the left ear towards the left shoulder."""

    def __post_init__(self) -> None:
        if not all(isfinite(a) for a in (self.yaw_deg, self.pitch_deg, self.roll_deg)):
            raise UnreadableError(f"head pose {self}: every angle is a finite number of degrees")


@dataclass(frozen=True, slots=True)
class Sight:
    """How well each part of the face can be seen, from 0 (hidden) to 1.

    For what the pixels tell: a hand or a glass in front, glare on spectacles, blur. How far the
    head is turned away is in the pose and is not counted here.
    """

    left_eye: float = 1.0
    right_eye: float = 1.0
    brows: float = 1.0
    mouth: float = 1.0

    def __post_init__(self) -> None:
        parts = (self.left_eye, self.right_eye, self.brows, self.mouth)
        if not all(0 <= part <= 1 for part in parts):
            raise UnreadableError(f"{self}: each part is seen from 0 to 1")

    def within(self, other: "Sight") -> "Sight":
        """What both let be seen."""
        return Sight(
            min(self.left_eye, other.left_eye),
            min(self.right_eye, other.right_eye),
            min(self.brows, other.brows),
            min(self.mouth, other.mouth),
        )


@dataclass(frozen=True, slots=True)
class MouthScores:
    """What a look at the mouth itself tells, each from 0 to 1; None where nothing looked.

    For what no blendshape shows: see `field` names.
    """

    tongue_out: float | None = None
    """The third output of the face landmark model (`Identity_2`)."""
    tongue_left: float | None = None
    tongue_right: float | None = None
    bite_center: float | None = None
    bite_left: float | None = None
    bite_right: float | None = None

    def __post_init__(self) -> None:
        scores = (
            self.tongue_out,
            self.tongue_left,
            self.tongue_right,
            self.bite_center,
            self.bite_left,
            self.bite_right,
        )
        if not all(score is None or 0 <= score <= 1 for score in scores):
            raise UnreadableError(f"{self}: each score is from 0 to 1, or None")


@dataclass(frozen=True, slots=True)
class Face:
    """One face as the landmarker saw it."""

    blendshapes: Mapping[str, float]
    """By MediaPipe's names (`eyeBlinkLeft`), each from 0 to 1; `_neutral` may be left out."""
    pose: HeadPose
    shape: FaceShape
    mouth: MouthScores = field(default_factory=MouthScores)
    sight: Sight = field(default_factory=Sight)

    def __post_init__(self) -> None:
        missing = BLENDSHAPES - self.blendshapes.keys()
        if missing:
            raise UnreadableError(f"blendshapes missing: {', '.join(sorted(missing))}")
        wrong = [f"{k} {v}" for k, v in self.blendshapes.items() if not 0 <= v <= 1]
        if wrong:
            raise UnreadableError(f"blendshapes outside 0 to 1: {', '.join(wrong)}")
        object.__setattr__(self, "blendshapes", MappingProxyType(dict(self.blendshapes)))


@dataclass(frozen=True, slots=True)
class BodyPoint:
    """A point of the body, px, and the model's belief from 0 to 1 that it is seen."""

    x: float
    y: float
    visibility: float

    def __post_init__(self) -> None:
        if not (isfinite(self.x) and isfinite(self.y) and 0 <= self.visibility <= 1):
            raise UnreadableError(f"{self}: a finite place, and a visibility from 0 to 1")

    def distance_to(self, other: "BodyPoint | Point") -> float:
        """Pixels between two points."""
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True)
class Body:
    """The points of the body that signals need."""

    nose: BodyPoint
    left_ear: BodyPoint
    right_ear: BodyPoint
    left_shoulder: BodyPoint
    right_shoulder: BodyPoint


@dataclass(frozen=True, slots=True)
class HandPoints:
    """A hand near the face: what touches first."""

    wrist: Point
    thumb_tip: Point
    index_tip: Point


@dataclass(frozen=True, slots=True)
class FaceObservation:
    """One look at one player."""

    player: str
    """The seat or the name under which the table knows the player."""
    time_s: float
    """The frame's own time, seconds from any fixed start."""
    state: FaceState
    face: Face | None = None
    """Present exactly when `state` is `SEEN`."""
    body: Body | None = None
    """None when no body model ran or it found nobody."""
    hands: tuple[HandPoints, ...] | None = None
    """None when no hand model ran; empty when it found no hand."""

    def __post_init__(self) -> None:
        if not isfinite(self.time_s):
            raise UnreadableError(f"{self.player}: time {self.time_s} is no number of seconds")
        if (self.face is not None) != (self.state is FaceState.SEEN):
            raise UnreadableError(
                f"{self.player} at {self.time_s} s: state {self.state} "
                f"{'with' if self.face else 'without'} a face; a face belongs to `seen`"
            )


BLENDSHAPES = frozenset(
    {
        *(
            f"{part}{side}"
            for part in (
                *("browDown", "browOuterUp", "cheekSquint", "eyeBlink", "eyeLookDown"),
                *("eyeLookIn", "eyeLookOut", "eyeLookUp", "eyeSquint", "eyeWide", "mouthDimple"),
                *("mouthFrown", "mouthLowerDown", "mouthPress", "mouthSmile", "mouthStretch"),
                *("mouthUpperUp", "noseSneer", "jaw", "mouth"),
            )
            for side in ("Left", "Right")
        ),
        *("browInnerUp", "cheekPuff", "jawForward", "jawOpen", "mouthClose", "mouthFunnel"),
        *("mouthPucker", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper"),
    }
)
"""The names that MediaPipe's face landmarker gives, `_neutral` left out."""
