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
        ({Gesture.WINK, Gesture.HEAD_TILT}, False, Needs(False, False, False, False)),
        ({Gesture.WINK}, True, Needs(True, True, False, False)),
        ({Gesture.SHOULDER_LEFT}, False, Needs(True, False, False, False)),
        ({Gesture.BITE_LIP_SIDE}, False, Needs(False, False, False, True)),
        (CORE5, False, Needs(True, False, True, True)),
        (set(Gesture), False, Needs(True, True, True, True)),
    ],
)
def test_needs(gestures: set[Gesture], hands_to_face: bool, needs: Needs) -> None:
    assert Needs.of(gestures, hands_to_face=hands_to_face) == needs
