"""Scenes made by list arithmetic: stretches of one look each, filmed at any frame rate."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.signals.gesture import Gesture, GestureEvent, Side
from referee.signals.neutral import Neutral
from referee.signals.observation import (
    Body,
    BodyPoint,
    Face,
    FaceObservation,
    FaceState,
    HandPoints,
    MouthScores,
    Sight,
)
from referee.signals.recogniser import Recogniser
from tests.signals.faces import face, seen


@dataclass(frozen=True)
class Stretch:
    """One look, held for some seconds."""

    seconds: float
    face: Face | None
    body: Body | None = None
    hands: tuple[HandPoints, ...] | None = None
    state: FaceState = FaceState.SEEN


def body(left: float = 0.0, right: float = 0.0, head: float = 0.0) -> Body:
    """A body 200 px wide at the shoulders; how far each part is up, px."""
    return Body(
        nose=BodyPoint(200, 220 - head, 1),
        left_ear=BodyPoint(240, 210 - head, 1),
        right_ear=BodyPoint(160, 210 - head, 1),
        left_shoulder=BodyPoint(300, 340 - left, 1),
        right_shoulder=BodyPoint(100, 340 - right, 1),
    )


def held(seconds: float, a_face: Face, a_body: Body | None = None) -> list[Stretch]:
    """One look for some seconds."""
    return [Stretch(seconds, a_face, a_body or body())]


def still(seconds: float) -> list[Stretch]:
    """A neutral face at rest."""
    return held(seconds, face())


def away(seconds: float, state: FaceState = FaceState.NO_FACE) -> list[Stretch]:
    """No face to be read."""
    return [Stretch(seconds, None, None, None, state)]


def hidden(scene: Sequence[Stretch], sight: Sight) -> list[Stretch]:
    """The same scene with parts of the face hidden."""
    return [replace(s, face=replace(s.face, sight=sight)) if s.face else s for s in scene]


def shoot(scene: Iterable[Stretch], fps: float = 30, start_s: float = 0.0) -> list[FaceObservation]:
    """Film a scene."""
    stretches = list(scene)
    total = sum(stretch.seconds for stretch in stretches)
    observations, i, until = [], 0, stretches[0].seconds
    for frame in range(round(total * fps)):
        time = frame / fps
        while time >= until - 1e-9 and i + 1 < len(stretches):
            i += 1
            until += stretches[i].seconds
        s = stretches[i]
        observations.append(FaceObservation("A", start_s + time, s.state, s.face, s.body, s.hands))
    return observations


NEUTRAL = Neutral.of([replace(seen(0.0), body=body())])


def recogniser(listed: Iterable[Gesture] | None = None) -> Recogniser:
    """One that knows player A's neutral."""
    return Recogniser("A", *(() if listed is None else (listed,)), neutral=NEUTRAL)


def watch(
    scene: Iterable[Stretch], fps: float = 30, watcher: Recogniser | None = None
) -> list[GestureEvent]:
    """The events of a whole scene, in the order in which they began."""
    watcher = watcher or recogniser()
    events = [e for o in shoot(scene, fps) for e in watcher.update(o)]
    return sorted([*events, *watcher.finish()], key=lambda event: event.start_s)


def named(events: Iterable[GestureEvent]) -> list[tuple[Gesture, Side | None]]:
    """What was done and to which side."""
    return [(event.gesture, event.side) for event in events]


def lids(left: float = 0.0, right: float = 0.0) -> Face:
    """Eyes so far shut, 0 to 1."""
    return face(
        eyeBlinkLeft=0.65 * left,
        eyeBlinkRight=0.65 * right,
        shape={"left_eye_open": 0.3 * (1 - 0.9 * left), "right_eye_open": 0.3 * (1 - 0.9 * right)},
    )


def brows(up: float) -> Face:
    """Both brows so far up, 0 to 1."""
    height = 0.4 + 0.09 * up
    return face(
        browOuterUpLeft=0.6 * up,
        browOuterUpRight=0.6 * up,
        browInnerUp=0.4 * up,
        shape={"left_brow_height": height, "right_brow_height": height},
    )


def tongue(aside: float = 0.0, score: float = 0.8) -> Face:
    """The tongue out, so far to the left (negative: right), in eye distances."""
    return face(
        jawOpen=0.35,
        mouth=MouthScores(tongue_out=score),
        shape={"mouth_open": 0.3, "corners_aside": aside, "mouth_slant": -aside / 2},
    )


def bite(slant: float = 0.0) -> Face:
    """The lower lip bitten: in the middle, or where the corner of the mouth goes up."""
    return face(
        jawOpen=0.05,
        shape={
            "mouth_open": 0.1,
            "lower_lip": 0.16 if slant else 0.11,
            "mouth_slant": slant,
            "mouth_width": 0.75 if slant else 0.8,
        },
    )


WINK_LEFT = lids(left=1, right=0.2)
WINK_RIGHT = lids(left=0.2, right=1)
SHUT = lids(1, 1)
ASIDE_LEFT = face(mouthLeft=0.7, shape={"corners_aside": 0.05, "mouth_width": 0.7})
ASIDE_RIGHT = face(mouthRight=0.7, shape={"corners_aside": -0.05, "mouth_width": 0.7})
KISS = face(mouthPucker=0.95, shape={"mouth_width": 0.65})
SMILE = face(mouthSmileLeft=0.9, mouthSmileRight=0.9, shape={"mouth_width": 1.0})
SMIRK = face(mouthSmileLeft=0.8, mouthSmileRight=0.2, mouthLeft=0.2, shape={"mouth_slant": -0.1})
EVERY = {
    (Gesture.WINK, Side.LEFT): held(0.6, WINK_LEFT),
    (Gesture.WINK, Side.RIGHT): held(0.6, WINK_RIGHT),
    (Gesture.EYES_SHUT, None): held(1.0, SHUT),
    (Gesture.BROWS_UP, None): held(0.6, brows(1)),
    (Gesture.MOUTH_SIDE, Side.LEFT): held(0.6, ASIDE_LEFT),
    (Gesture.MOUTH_SIDE, Side.RIGHT): held(0.6, ASIDE_RIGHT),
    (Gesture.TONGUE_FRONT, None): held(0.6, tongue()),
    (Gesture.TONGUE_SIDE, Side.LEFT): held(0.6, tongue(0.06)),
    (Gesture.TONGUE_SIDE, Side.RIGHT): held(0.6, tongue(-0.06)),
    (Gesture.BITE_LIP_CENTER, None): held(0.7, bite()),
    (Gesture.BITE_LIP_SIDE, Side.LEFT): held(0.7, bite(-0.04)),
    (Gesture.BITE_LIP_SIDE, Side.RIGHT): held(0.7, bite(0.04)),
    (Gesture.KISS, None): held(0.6, KISS),
    (Gesture.HEAD_TILT, Side.LEFT): held(0.8, face(roll=18)),
    (Gesture.HEAD_TILT, Side.RIGHT): held(0.8, face(roll=-18)),
    (Gesture.HEAD_TURN, Side.LEFT): held(0.8, face(yaw=24)),
    (Gesture.HEAD_TURN, Side.RIGHT): held(0.8, face(yaw=-24)),
    (Gesture.HEAD_UP, None): held(0.8, face(pitch=15)),
    (Gesture.SHOULDERS_BOTH, None): held(0.7, face(), body(left=24, right=24)),
    (Gesture.SHOULDER_LEFT, Side.LEFT): held(0.7, face(), body(left=24)),
    (Gesture.SHOULDER_RIGHT, Side.RIGHT): held(0.7, face(), body(right=24)),
}
"""Each gesture as a plain scene."""
