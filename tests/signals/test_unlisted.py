"""Deliberate movements that no list has, and the natural ones that explain themselves."""

from dataclasses import replace

import pytest

from referee.signals.gesture import Gesture, GestureEvent
from referee.signals.observation import Face, Sight
from tests.signals.faces import face
from tests.signals.scenes import (
    EVERY,
    KISS,
    SMILE,
    Stretch,
    brows,
    held,
    hidden,
    lids,
    named,
    recogniser,
    shoot,
    still,
    tongue,
    watch,
)

CLASSIC = frozenset(
    set(Gesture) - {Gesture.HEAD_TURN, Gesture.HEAD_UP, Gesture.KISS, Gesture.OTHER}
)
JAW = face(jawOpen=0.7, shape={"mouth_open": 0.4})
ROLLED = face(mouthRollLower=0.9, mouthRollUpper=0.8, shape={"lower_lip": 0.06, "upper_lip": 0.07})
LAUGH = face(mouthSmileLeft=0.8, mouthSmileRight=0.8, jawOpen=0.7, shape={"mouth_open": 0.4})
FROWN = face(
    browDownLeft=0.8,
    browDownRight=0.8,
    shape={"left_brow_height": 0.33, "right_brow_height": 0.33},
)
FAINTLY_ROLLED = face(mouthRollLower=0.4, mouthRollUpper=0.4)


def told(scene: list[Stretch], fps: float = 30) -> list[str]:
    """How the movements of a scene are described, listed signals left out."""
    return [e.description for e in _watch(scene, fps) if e.gesture not in CLASSIC]


def _watch(scene: list[Stretch], fps: float) -> list[GestureEvent]:
    return watch(still(1) + scene + still(1.5), fps, recogniser(CLASSIC))


@pytest.mark.parametrize("fps", [10, 15, 30])
@pytest.mark.parametrize(
    ("shown", "told_as"),
    [
        (JAW, "opened the mouth wide for"),
        (KISS, "pushed out the lips for"),
        (ROLLED, "rolled in the lips for"),
        (face(mouthFrownLeft=0.7, mouthFrownRight=0.7), "pulled down the corners of the mouth for"),
        (face(mouthLeft=0.6, shape={"mouth_open": 0.2}), "pulled the open mouth aside for"),
        (face(noseSneerLeft=0.7, noseSneerRight=0.7), "wrinkled the nose for"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_a_movement_is_told_in_plain_words(shown: object, told_as: str, fps: float) -> None:
    (description,) = told(held(0.6, shown), fps)  # type: ignore[arg-type]
    assert description.startswith(told_as)
    assert 0.4 <= float(description.split()[-2]) <= 0.8


def test_a_known_signal_of_other_lists_keeps_its_name() -> None:
    (event,) = [e for e in _watch(held(0.6, KISS), 30) if e.gesture not in CLASSIC]
    assert event.gesture is Gesture.KISS


def test_a_signal_of_the_list_is_not_flagged_as_well() -> None:
    for scene in EVERY.values():
        listed = watch(still(1) + scene + still(1.5), watcher=recogniser(set(Gesture)))
        assert len(listed) == 1
    assert told(held(0.6, tongue())) == []


@pytest.mark.parametrize(
    ("why", "scene"),
    [
        ("too short", held(0.1, JAW)),
        ("too long: that is a mood", held(3.5, ROLLED)),
        ("a smile", held(1, SMILE)),
        ("a laugh", held(1, LAUGH)),
        ("a frown", held(1, FROWN)),
        ("blinks", (held(0.2, lids(1, 1)) + still(0.5)) * 3),
        ("drinking", hidden(held(1, KISS), Sight(mouth=0.0))),
        ("faint", held(0.6, FAINTLY_ROLLED)),
        ("talk that goes on", held(0.4, KISS) + (held(0.1, JAW) + still(0.1)) * 6),
        ("talk that went before", (held(0.1, JAW) + still(0.1)) * 6 + held(0.4, KISS)),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_what_explains_itself(why: str, scene: list[Stretch]) -> None:
    assert told(scene) == []


def test_a_faint_movement_counts_when_it_comes_back() -> None:
    again = held(0.6, FAINTLY_ROLLED) + still(2)
    first, second = told(again * 3)
    assert first.endswith(", 2nd time")
    assert second.endswith(", 3rd time")


@pytest.mark.parametrize("fps", [10, 15, 30])
def test_what_the_rest_of_the_face_does_with_a_signal_counts_when_it_comes_back(fps: float) -> None:
    """Whoever lifts the brows often purses the lips; done alone, the same is told at once."""
    up = brows(1)
    pursed = replace(
        KISS,
        blendshapes={**KISS.blendshapes, **{k: v for k, v in up.blendshapes.items() if v}},
        shape=replace(up.shape, mouth_width=KISS.shape.mouth_width),
    )
    together = held(0.2, up) + held(0.6, pursed) + held(0.1, up) + still(2)
    assert told(together, fps) == []
    (again,) = told(together * 2, fps)
    assert again.startswith("pushed out the lips for") and again.endswith(", 2nd time")
    assert len(told(held(0.6, KISS) + still(2), fps)) == 1


def test_one_thing_with_two_names_is_one_question() -> None:
    both = face(mouthPucker=0.9, mouthRollLower=0.9, mouthRollUpper=0.9, shape={"mouth_width": 0.6})
    assert len(told(held(0.6, both))) == 1


def test_a_signal_of_another_list_is_named_where_nobody_does_it_by_accident() -> None:
    shrug = EVERY[Gesture.SHOULDER_LEFT, next(s for g, s in EVERY if g is Gesture.SHOULDER_LEFT)]
    core = {Gesture.WINK, Gesture.BROWS_UP}
    events = watch(still(1) + shrug + still(1), watcher=recogniser(core))
    assert [gesture for gesture, _ in named(events)] == [Gesture.SHOULDER_LEFT]
    turn = held(0.8, face(yaw=24))
    assert watch(still(1) + turn + still(1), watcher=recogniser(core)) == []


@pytest.mark.parametrize("shown", [JAW, lids(left=1.0)], ids=["in no list", "a signal"])
def test_the_curve_rises_with_whatever_moves(shown: Face) -> None:
    watching = recogniser(CLASSIC)
    levels = []
    for look in shoot(still(1) + held(0.6, shown) + still(1)):
        watching.update(look)
        levels.append(watching.level)
    assert max(levels[:30]) < 0.05 and max(levels[30:48]) > 0.9 and levels[-1] < 0.05
