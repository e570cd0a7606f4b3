"""How well the parts of a player can be seen, from 0 to 1: what evidence is worth.

Hidden is not still: below `ENOUGH` a part says nothing at all, neither for nor against.
"""

from dataclasses import dataclass

from referee.signals.features import FaceFeatures, HandFeatures
from referee.signals.observation import Body, Sight
from referee.signals.ramps import above, below

ENOUGH = 0.5


@dataclass(frozen=True, slots=True)
class Visible:
    """How well each part is seen."""

    eyes: float
    brows: float
    mouth: float
    head: float
    shoulders: float
    ears: float


NOTHING = Visible(0, 0, 0, 0, 0, 0)


def visible(
    sight: Sight,
    reading: FaceFeatures,
    movement: FaceFeatures,
    body: Body | None,
    hands: HandFeatures | None,
) -> Visible:
    """How well each part is seen in one look."""
    turned = below(max(abs(reading.yaw), abs(movement.yaw)), 25, 45)
    # A bowed head shows lids where eyes were: looking at the cards is not shutting the eyes.
    bowed = below(-movement.pitch, 7, 13)
    raised = below(movement.pitch, 12, 24)
    facing = min(turned, raised)
    covered = 1.0 if hands is None or hands.to_mouth is None else above(hands.to_mouth, 0.3, 0.7)
    return Visible(
        eyes=min(sight.left_eye, sight.right_eye, facing, bowed),
        brows=min(sight.brows, facing, bowed),
        mouth=min(sight.mouth, facing, covered),
        head=1.0,
        shoulders=min(body.left_shoulder.visibility, body.right_shoulder.visibility)
        if body
        else 0.0,
        ears=max(body.left_ear.visibility, body.right_ear.visibility) if body else 0.0,
    )
