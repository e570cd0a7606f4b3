"""Signals in time, without images: scenes with human names, and what must hold for all."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import UnreadableError
from referee.signals.face_shape import Point
from referee.signals.gesture import Gesture, Side
from referee.signals.observation import Face, FaceState, HandPoints, HeadPose, Sight
from referee.signals.recogniser import Recogniser, WatchState
from tests.signals.faces import face, seen
from tests.signals.scenes import (
    ASIDE_LEFT,
    EVERY,
    KISS,
    SHUT,
    SMILE,
    SMIRK,
    WINK_LEFT,
    Stretch,
    away,
    bite,
    body,
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

RATES = [10, 15, 30]
GLANCE = face(
    eyeBlinkLeft=0.6, eyeLookOutLeft=0.9, eyeLookInRight=0.9, shape={"left_eye_open": 0.1}
)


def _with(a_face: Face, **blendshapes: float) -> Face:
    return replace(a_face, blendshapes={**a_face.blendshapes, **blendshapes})


@pytest.mark.parametrize("expected", EVERY, ids=lambda e: "-".join(str(x) for x in e if x))
@pytest.mark.parametrize("fps", RATES)
def test_each_gesture_is_one_event_at_any_frame_rate(
    expected: tuple[Gesture, Side | None], fps: float
) -> None:
    scene = still(1) + EVERY[expected] + still(1.5)
    (event,) = watch(scene, fps)
    assert (event.gesture, event.side) == expected
    lasts = sum(stretch.seconds for stretch in EVERY[expected])
    assert event.start_s == pytest.approx(1, abs=0.15)
    assert event.end_s == pytest.approx(1 + lasts, abs=0.2)
    assert event.strength > 0.7


@pytest.mark.parametrize(
    ("what", "scene"),
    [
        ("a blink", held(0.2, SHUT)),
        ("a slow blink", held(0.4, SHUT)),
        ("a blink that opens one eye first", held(0.15, SHUT) + held(0.05, lids(0.8, 0.1))),
        ("a squint of both eyes", held(1, lids(0.5, 0.45))),
        ("a smile", held(2, SMILE)),
        ("a smirk", held(1, SMIRK)),
        ("a look to the side", held(1, face(yaw=20, roll=9))),
        ("a look at the cards", held(2, replace(SHUT, pose=HeadPose(0, -16, 0)))),
        ("a glance that narrows one eye", held(1, GLANCE)),
        ("a yawn", held(2.5, _with(SHUT, jawOpen=0.8))),
        ("standing up", held(1, face(), body(left=40, right=40, head=40))),
        ("bowing the head", held(1, face(), body(head=-30))),
        (
            "a tongue behind laughing teeth",
            held(0.6, tongue(score=0.4))
            and held(0.6, replace(tongue(), blendshapes={**tongue().blendshapes, "jawOpen": 0.0})),
        ),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_what_is_no_signal(what: str, scene: list[Stretch]) -> None:
    listed = set(Gesture) - {Gesture.HEAD_TURN, Gesture.HEAD_UP, Gesture.KISS, Gesture.OTHER}
    assert watch(still(1) + scene + still(1.5), watcher=recogniser(listed)) == []


@pytest.mark.parametrize("fps", RATES)
def test_a_slow_winker(fps: float) -> None:
    closing = [s for k in range(1, 10) for s in held(0.05, lids(left=k / 10, right=k / 40))]
    scene = still(1) + closing + held(0.5, WINK_LEFT) + closing[::-1] + still(1)
    assert named(watch(scene, fps)) == [(Gesture.WINK, Side.LEFT)]


@pytest.mark.parametrize("fps", RATES)
def test_a_wink_that_leaves_a_slit(fps: float) -> None:
    scene = still(1) + held(0.5, lids(left=0.45)) + still(1)
    assert named(watch(scene, fps)) == [(Gesture.WINK, Side.LEFT)]


@pytest.mark.parametrize("fps", RATES)
def test_glare_on_the_glasses_says_nothing(fps: float) -> None:
    glare = hidden(held(0.3, WINK_LEFT) + held(0.3, SHUT), Sight(left_eye=0.1))
    watcher = recogniser()
    assert watch(still(1) + glare * 3, fps, watcher=watcher) == []
    assert watcher.state is WatchState.CANNOT_TELL
    assert named(watch(still(1) + held(0.5, brows(1)) + still(1), fps)) == [
        (Gesture.BROWS_UP, None)
    ]


@pytest.mark.parametrize("fps", RATES)
def test_a_talker(fps: float) -> None:
    opened = held(0.14, face(jawOpen=0.3, shape={"mouth_open": 0.15}))
    # Some consonants show the tongue for a moment; in the middle of talk, even for longer.
    word = opened + held(0.06, tongue(score=0.3)) + still(0.1)
    drawl = opened + held(0.15, tongue()) + still(0.1)
    talk = word * 4 + drawl * 4
    assert watch(still(1) + talk + still(1), fps) == []
    afterwards = watch(still(1) + talk + still(1.2) + held(0.6, tongue()) + still(1), fps)
    assert named(afterwards) == [(Gesture.TONGUE_FRONT, None)]


@pytest.mark.parametrize("fps", RATES)
def test_a_player_who_winks_while_talking(fps: float) -> None:
    words = [face(jawOpen=0.3 * (k % 2), shape={"mouth_open": 0.15 * (k % 2)}) for k in range(10)]
    talk = [s for word in words for s in held(0.12, word)]
    wink = [
        replace(s, face=replace(WINK_LEFT, shape=replace(WINK_LEFT.shape, mouth_open=0.15)))
        for s in held(0.5, WINK_LEFT)
    ]
    assert named(watch(still(1) + talk + wink + talk, fps)) == [(Gesture.WINK, Side.LEFT)]


@pytest.mark.parametrize("fps", RATES)
def test_a_player_who_leaves_and_comes_back(fps: float) -> None:
    watcher = Recogniser("A")
    assert watch(still(1) + held(0.5, WINK_LEFT), fps, watcher=watcher) == []
    assert watcher.state is WatchState.CALIBRATING
    assert 30 <= watcher.calibrated_percent < 100

    watcher = Recogniser("A")
    back = still(4) + away(12) + still(2) + held(0.5, WINK_LEFT) + still(2) + held(0.5, WINK_LEFT)
    (event,) = watch(back + still(1), fps, watcher=watcher)
    assert event.start_s == pytest.approx(20.5, abs=0.1)
    assert watcher.calibrated_percent == 100


@pytest.mark.parametrize("fps", RATES)
def test_a_short_absence_keeps_what_was_learnt(fps: float) -> None:
    scene = still(4) + away(3) + still(0.5) + held(0.5, WINK_LEFT) + still(1)
    assert named(watch(scene, fps, watcher=Recogniser("A"))) == [(Gesture.WINK, Side.LEFT)]


@pytest.mark.parametrize("fps", RATES)
def test_a_mouth_behind_a_glass(fps: float) -> None:
    drinking = hidden(held(1, tongue()) + held(1, KISS), Sight(mouth=0.0))
    assert watch(still(1) + drinking + still(1), fps) == []


@pytest.mark.parametrize("fps", RATES)
def test_a_hand_in_front_of_the_mouth(fps: float) -> None:
    hand = HandPoints(Point(220, 400), Point(205, 262), Point(200, 258))
    assert watch([*still(1), Stretch(1, tongue(), body(), (hand,)), *still(1)], fps) == []


@pytest.mark.parametrize("fps", RATES)
def test_brows_that_rest_high(fps: float) -> None:
    rest = held(5, brows(0.8))
    watcher = Recogniser("A")
    assert watch(rest, fps, watcher=watcher) == []
    higher = held(0.6, brows(1.6))
    assert named(watch(rest + higher + held(1, brows(0.8)), fps, watcher=Recogniser("A"))) == [
        (Gesture.BROWS_UP, None)
    ]


def test_an_ear_lobe_is_held_and_not_passed() -> None:
    def at_ear(seconds: float) -> list[Stretch]:
        hand = HandPoints(Point(250, 330), Point(243, 215), Point(241, 212))
        return [Stretch(seconds, face(), body(), (hand,))]

    nobody = [Stretch(1, face(), body(), ())]
    assert named(watch(nobody + at_ear(0.7) + nobody)) == [(Gesture.EARLOBE, Side.LEFT)]
    assert watch(nobody + at_ear(0.2) + nobody) == []

    telephone = HandPoints(Point(250, 330), Point(243, 215), Point(320, 290))
    assert watch([*nobody, Stretch(1, face(), body(), (telephone,)), *nobody]) == []


def test_a_posture_is_no_signal_for_ever() -> None:
    events = watch(still(1) + held(8, face(roll=18)) + still(1))
    assert len(events) == 1
    assert events[0].duration_s == pytest.approx(5, abs=0.1)


def test_rivals_take_turns() -> None:
    sides = held(0.5, ASIDE_LEFT) + held(0.5, EVERY[Gesture.MOUTH_SIDE, Side.RIGHT][0].face)  # type: ignore[arg-type]
    assert (
        named(watch(still(1) + sides * 2 + still(1)))
        == [
            (Gesture.MOUTH_SIDE, Side.LEFT),
            (Gesture.MOUTH_SIDE, Side.RIGHT),
        ]
        * 2
    )


def test_a_running_gesture_is_shown_before_it_ends() -> None:
    watcher = recogniser()
    for observation in shoot(still(1) + held(0.5, WINK_LEFT)):
        watcher.update(observation)
    (event,) = watcher.running
    assert (event.gesture, event.end_s) == (Gesture.WINK, None)
    assert 1.0 <= event.recognised_s <= 1.2
    assert named(watcher.finish()) == [(Gesture.WINK, Side.LEFT)]
    assert watcher.running == ()


def test_looks_out_of_order_are_counted_and_left_out() -> None:
    watcher = recogniser()
    for observation in shoot(still(0.5)):
        watcher.update(observation)
    assert watcher.update(seen(0.1, WINK_LEFT)) == ()
    assert watcher.late_looks == 1


def test_a_look_at_somebody_else_is_refused() -> None:
    with pytest.raises(UnreadableError, match="a look at B, given to what watches A"):
        recogniser().update(seen(0.0, player="B"))


@pytest.mark.parametrize("state", [s for s in FaceState if s is not FaceState.SEEN])
def test_without_a_face_there_is_nothing_to_tell(state: FaceState) -> None:
    watcher = recogniser()
    assert watch(still(1) + away(2, state), watcher=watcher) == []
    assert watcher.state is WatchState.CANNOT_TELL


gestures = st.lists(st.sampled_from(sorted(EVERY, key=str)), min_size=1, max_size=3)


@settings(max_examples=15)
@given(gestures, st.sampled_from([10, 12.5, 15, 25]), st.floats(0, 0.1))
def test_the_frame_rate_changes_nothing(
    made: list[tuple[Gesture, Side | None]], fps: float, offset: float
) -> None:
    scene = [s for one in made for s in still(0.8 + offset) + EVERY[one]] + still(1.5)
    assert named(watch(scene, fps)) == named(watch(scene, 30)) == made


@settings(max_examples=15)
@given(gestures, st.integers(0, 7), st.sampled_from(["left_eye", "brows", "mouth", "all"]))
def test_hiding_something_never_adds_an_event(
    made: list[tuple[Gesture, Side | None]], at: int, part: str
) -> None:
    scene = [s for one in made for s in still(1) + EVERY[one]] + still(1.5)
    some = scene[at : at + 2]
    cover = (
        [replace(s, face=None, body=None, state=FaceState.NO_FACE) for s in some]
        if part == "all"
        else hidden(some, Sight(**{part: 0.0}))
    )
    covered = scene[:at] + cover + scene[at + 2 :]
    assert set(named(watch(covered))) <= set(named(watch(scene)))


FEM = {Gesture.HEAD_TURN, Gesture.HEAD_UP, Gesture.KISS, Gesture.BROWS_UP}
LEFT, RIGHT = held(0.8, face(yaw=24)), held(0.8, face(yaw=-24))
LOOK = _with(face(yaw=24), eyeLookOutLeft=0.7, eyeLookInRight=0.7)


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize(
    "scene",
    [
        held(2.2, face(yaw=24)),
        held(2.2, face(pitch=15)),
        LEFT + still(0.4) + RIGHT,
        LEFT + RIGHT + LEFT,
        held(0.8, LOOK),
        held(0.6, _with(_with(KISS, mouthRollLower=0.8), mouthRollUpper=0.8)),
    ],
    ids=["stays turned", "looks up", "looks about", "thrice", "eyes first", "a long face"],
)
def test_who_looks_at_something_passes_no_signal_of_the_head(
    scene: list[Stretch], fps: float
) -> None:
    events = watch(still(1) + scene + still(1.5), fps, recogniser(FEM))
    assert [event for event in events if event.gesture in FEM] == []


@pytest.mark.parametrize("fps", RATES)
def test_turns_that_come_straight_back_are_signals_each(fps: float) -> None:
    scene = still(1) + LEFT + still(1.5) + RIGHT + still(0.6) + RIGHT + still(0.3)
    expected = [(Gesture.HEAD_TURN, side) for side in (Side.LEFT, Side.RIGHT, Side.RIGHT)]
    assert named(watch(scene, fps, recogniser(FEM))) == expected


def test_bites_are_told_apart_by_the_corner_of_the_mouth() -> None:
    events = watch(still(1) + held(0.6, bite()) + still(1) + held(0.6, bite(-0.04)) + still(1))
    assert named(events) == [(Gesture.BITE_LIP_CENTER, None), (Gesture.BITE_LIP_SIDE, Side.LEFT)]


@pytest.mark.parametrize(
    ("aside", "left", "right", "expected"),
    [
        (0.06, None, None, (Gesture.TONGUE_SIDE, Side.LEFT)),
        (0.03, 0.9, 0.0, (Gesture.TONGUE_SIDE, Side.LEFT)),
        (0.0, 0.0, 0.8, (Gesture.TONGUE_FRONT, None)),
        (-0.06, 0.0, 0.1, (Gesture.TONGUE_SIDE, Side.RIGHT)),
    ],
)
def test_a_look_at_the_mouth_itself_has_its_say(
    aside: float, left: float | None, right: float | None, expected: tuple[Gesture, Side | None]
) -> None:
    shown = tongue(aside)
    scored = replace(shown, mouth=replace(shown.mouth, tongue_left=left, tongue_right=right))
    assert named(watch(still(1) + held(0.6, scored) + still(1))) == [expected]
