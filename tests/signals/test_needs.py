"""No model runs that the signals in force do not need."""

import pytest

from referee.signals.gesture import Gesture
from referee.signals.needs import Needs

CORE5 = {
    Gesture.BITE_LIP_CENTER,
    Gesture.TONGUE_FRONT,
    Gesture.MOUTH_SIDE,
    Gesture.BROWS_UP,
    Gesture.WINK,
}


@pytest.mark.parametrize(
    ("gestures", "hands_to_face", "needs"),
    [
        ({Gesture.WINK, Gesture.HEAD_TILT}, False, Needs(body=False, hands=False, tongue=False)),
        ({Gesture.WINK}, True, Needs(body=True, hands=True, tongue=False)),
        ({Gesture.SHOULDER_LEFT}, False, Needs(body=True, hands=False, tongue=False)),
        (CORE5, False, Needs(body=True, hands=False, tongue=True)),
        (set(Gesture), False, Needs(body=True, hands=True, tongue=True)),
    ],
)
def test_needs(gestures: set[Gesture], hands_to_face: bool, needs: Needs) -> None:
    assert Needs.of(gestures, hands_to_face=hands_to_face) == needs
