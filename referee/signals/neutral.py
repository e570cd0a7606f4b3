"""A player's own neutral: learnt from the first seconds, then kept up to date slowly.

Faces rest differently: brows that rest high are no signal. Everything is therefore measured from
where this player's face rests. Nobody is judged before it is known.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp
from statistics import median
from typing import Self

from referee.errors import UnreadableError
from referee.signals.features import BodyFeatures, FaceFeatures, body_features, face_features
from referee.signals.observation import FaceObservation

LEARNING_S = 3.0
"""Seconds of a well seen face that make a neutral; a blink or two do not move a median."""
DRIFT_S = 30.0
"""Time constant of keeping up: slower than any signal, faster than a player slumps in a chair."""
LONGEST_STEP_S = 0.25
"""The most that one observation counts for, so that a gap in the stream teaches nothing."""


@dataclass(frozen=True, slots=True)
class Neutral:
    """Where a face and a body rest."""

    face: FaceFeatures
    body: BodyFeatures | None

    @classmethod
    def of(cls, observations: Iterable[FaceObservation]) -> Self:
        """The median of what was seen; raises UnreadableError when no face was."""
        seen = tuple(observations)
        faces = [face_features(o.face) for o in seen if o.face]
        bodies = [body for o in seen if o.body and (body := body_features(o.body))]
        if not faces:
            raise UnreadableError(
                "neutral: no face was seen; look at the camera and keep the face still"
            )
        return cls(_middle_face(faces), _middle_body(bodies) if bodies else None)

    def towards(self, face: FaceFeatures, body: BodyFeatures | None, share: float) -> Self:
        """This, moved a share of the way to what is seen now."""
        moved = self.body.towards(body, share) if self.body and body else self.body or body
        return type(self)(self.face.towards(face, share), moved)


class NeutralLearner:
    """Learns one player's neutral while watching."""

    def __init__(self, known: Neutral | None = None) -> None:
        """`known`: a neutral that the player showed before; then there is nothing to learn."""
        self._neutral = known
        self._faces: list[FaceFeatures] = []
        self._bodies: list[BodyFeatures] = []
        self._learnt_s = 0.0
        self._last_s: float | None = None

    @property
    def neutral(self) -> Neutral | None:
        """None until enough was seen."""
        return self._neutral

    @property
    def percent(self) -> int:
        """How much of the learning is done, 0 to 100."""
        return 100 if self._neutral else min(99, int(100 * self._learnt_s / LEARNING_S))

    def watch(
        self, time_s: float, face: FaceFeatures, body: BodyFeatures | None, resting: bool
    ) -> None:
        """Take a well seen face into account; once learnt, only while it is `resting`."""
        step = 0.0 if self._last_s is None else min(time_s - self._last_s, LONGEST_STEP_S)
        self._last_s = time_s
        if self._neutral is not None:
            if resting:
                share = 1 - exp(-step / DRIFT_S)
                self._neutral = self._neutral.towards(face, body, share)
            return
        self._faces.append(face)
        if body:
            self._bodies.append(body)
        self._learnt_s += step
        if self._learnt_s >= LEARNING_S:
            self._neutral = Neutral(
                _middle_face(self._faces), _middle_body(self._bodies) if self._bodies else None
            )
            self._faces, self._bodies = [], []

    def forget(self) -> None:
        """Begin anew: whoever sits here now, or sits differently, is learnt from scratch."""
        self._neutral, self._faces, self._bodies = None, [], []
        self._learnt_s, self._last_s = 0.0, None


def _middle_face(faces: Sequence[FaceFeatures]) -> FaceFeatures:
    return FaceFeatures(*_medians([face.values() for face in faces]))


def _middle_body(bodies: Sequence[BodyFeatures]) -> BodyFeatures:
    return BodyFeatures(*_medians([body.values() for body in bodies]))


def _medians(rows: Sequence[Sequence[float]]) -> list[float]:
    return [median(column) for column in zip(*rows, strict=True)]


TYPICAL = Neutral(
    FaceFeatures(
        left_blink=0.08,
        right_blink=0.08,
        left_eye_open=0.32,
        right_eye_open=0.32,
        gaze_down=0.2,
        gaze_aside=0.1,
        left_brow=0.2,
        right_brow=0.2,
        inner_brow=0.2,
        brow_down=0.0,
        left_brow_height=0.3,
        right_brow_height=0.3,
        sneer=0.0,
        jaw_open=0.0,
        mouth_open=0.01,
        mouth_width=0.8,
        pull=0.0,
        corners_aside=0.0,
        lower_lip_aside=0.0,
        mouth_slant=0.0,
        pucker=0.03,
        funnel=0.0,
        left_smile=0.0,
        right_smile=0.0,
        frown=0.0,
        press=0.08,
        roll_lower=0.01,
        roll_upper=0.0,
        shrug_lower=0.03,
        lower_lip=0.16,
        upper_lip=0.145,
        teeth=0.0,
        cheek_puff=0.0,
        yaw=0.0,
        pitch=0.0,
        roll=0.0,
    ),
    body=None,
)
"""Where faces rest on the whole: for a single photograph, which has no first seconds."""
