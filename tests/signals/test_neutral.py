"""A player's own neutral: learnt from the first seconds, kept up slowly."""

import pytest

from referee.errors import UnreadableError
from referee.signals.features import BodyFeatures, ShoulderRise, face_features
from referee.signals.neutral import DRIFT_S, Neutral, NeutralLearner
from tests.signals.faces import face, seen
from tests.signals.scenes import SHUT, away, body, brows, held, shoot, still


def learn(
    learner: NeutralLearner, high: float, seconds: float, resting: bool, start: float
) -> None:
    for i in range(round(seconds * 20)):
        learner.watch(start + i / 20, face_features(brows(high)), None, resting)


def test_a_median_is_not_moved_by_a_blink() -> None:
    neutral = Neutral.of(shoot(held(1, brows(0.7)) + held(0.3, SHUT)))
    assert neutral.face.left_brow == pytest.approx(0.42)
    assert neutral.face.left_blink == 0.0
    assert neutral.body is not None
    assert neutral.body.shoulder_width == pytest.approx(200)


def test_without_a_face_there_is_no_neutral() -> None:
    with pytest.raises(UnreadableError, match="no face was seen; look at the camera"):
        Neutral.of(shoot(away(1)))


def test_learning_takes_three_seconds_and_says_how_far_it_is() -> None:
    learner = NeutralLearner()
    learn(learner, 0.5, 1.55, resting=True, start=0.0)
    assert (learner.neutral, learner.percent) == (None, 50)
    learn(learner, 0.5, 2, resting=True, start=1.55)
    assert learner.neutral is not None and learner.percent == 100
    assert learner.neutral.face.left_brow == pytest.approx(0.3)


def test_a_gap_teaches_nothing() -> None:
    learner = NeutralLearner()
    learner.watch(0.0, face_features(face()), None, resting=True)
    learner.watch(60.0, face_features(face()), None, resting=True)
    assert learner.percent < 10


def test_it_follows_slowly_and_only_at_rest() -> None:
    learner = NeutralLearner(Neutral.of([seen(0.0)]))
    learn(learner, 1.0, 20, resting=False, start=0.0)
    assert learner.neutral == Neutral.of([seen(0.0)])
    learn(learner, 1.0, DRIFT_S, resting=True, start=20.0)
    assert learner.neutral is not None
    assert learner.neutral.face.left_brow == pytest.approx(0.6 * 0.632, abs=0.01)


def test_forgetting_begins_anew() -> None:
    learner = NeutralLearner(Neutral.of([seen(0.0)]))
    learner.forget()
    assert (learner.neutral, learner.percent) == (None, 0)


@pytest.mark.parametrize(
    ("now", "rise"),
    [
        (BodyFeatures(320, 340, 210, 200), (0.1, 0.0)),
        (BodyFeatures(320, 320, 190, 200), (0.0, 0.0)),
        (BodyFeatures(340, 340, 240, 200), (0.0, 0.0)),
    ],
    ids=["left shoulder", "standing up", "bowing the head"],
)
def test_only_a_shrug_lifts_the_shoulders(now: BodyFeatures, rise: tuple[float, float]) -> None:
    neutral = Neutral.of(shoot(still(0.2))).body
    assert neutral is not None and body().left_shoulder.y == 340
    up = ShoulderRise.between(now, neutral)
    assert (up.left, up.right) == pytest.approx(rise)
