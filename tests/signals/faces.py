"""Made-up observations: one neutral face, and what differs from it."""

from dataclasses import replace

from referee.signals.face_shape import FaceShape, Point
from referee.signals.observation import (
    BLENDSHAPES,
    Face,
    FaceObservation,
    FaceState,
    HeadPose,
    MouthScores,
    Sight,
)

NEUTRAL_SHAPE = FaceShape(
    eye_distance_px=60.0,
    mouth_center=Point(200.0, 260.0),
    left_eye_open=0.3,
    right_eye_open=0.3,
    left_brow_height=0.4,
    right_brow_height=0.4,
    mouth_width=0.8,
    mouth_open=0.02,
    corners_aside=0.0,
    lower_lip_aside=0.0,
    mouth_slant=0.0,
    lower_lip=0.16,
    upper_lip=0.12,
)


def face(
    *,
    yaw: float = 0.0,
    pitch: float = 0.0,
    roll: float = 0.0,
    shape: dict[str, float] | None = None,
    mouth: MouthScores | None = None,
    sight: Sight | None = None,
    **blendshapes: float,
) -> Face:
    """A neutral face but for what is named."""
    return Face(
        blendshapes={**dict.fromkeys(BLENDSHAPES, 0.0), **blendshapes},
        pose=HeadPose(yaw, pitch, roll),
        shape=replace(NEUTRAL_SHAPE, **(shape or {})),
        mouth=mouth or MouthScores(tongue_out=0.0),
        sight=sight or Sight(),
    )


def seen(time_s: float, a_face: Face | None = None, player: str = "A") -> FaceObservation:
    """An observation of a face, neutral if none is given."""
    return FaceObservation(player, time_s, FaceState.SEEN, a_face or face())
