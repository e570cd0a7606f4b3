"""Which models a table's signals need: nothing runs that nobody asked for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from referee.signals.gesture import Gesture

_BODY = frozenset({Gesture.SHOULDERS_BOTH, Gesture.SHOULDER_LEFT, Gesture.SHOULDER_RIGHT})
_HANDS = frozenset({Gesture.EARLOBE})
_TONGUE = frozenset({Gesture.TONGUE_FRONT, Gesture.TONGUE_SIDE})
_BITES = frozenset({Gesture.BITE_LIP_CENTER, Gesture.BITE_LIP_SIDE})


@dataclass(frozen=True, slots=True)
class Needs:
    """The models beside the face landmarker, which always runs."""

    body: bool = True
    hands: bool = True
    tongue: bool = True
    mouth: bool = True

    @classmethod
    def of(cls, gestures: Collection[Gesture], *, hands_to_face: bool = False) -> Needs:
        """What these gestures need; `hands_to_face` also watches unlisted gestures of hands.

        A tongue needs the body too: a hand before the mouth would read as a tongue.
        """
        watched = set(gestures)
        hands = hands_to_face or bool(watched & _HANDS)
        tongue = bool(watched & _TONGUE)
        body = hands or tongue or bool(watched & _BODY)
        return cls(body, hands, tongue, mouth=tongue or bool(watched & _BITES))
