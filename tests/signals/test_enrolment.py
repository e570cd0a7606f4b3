"""Enrolment: a player is led through neutral and signals, and it always ends."""

import pytest

from referee.errors import NotAllowedError
from referee.signals.enrolment import Enrolled, Enrolment, lead
from referee.signals.gesture import Gesture, Side
from referee.signals.observation import FaceState, Sight
from referee.signals.recogniser import Recogniser
from tests.signals.faces import face
from tests.signals.scenes import (
    ASIDE_LEFT,
    KISS,
    SHUT,
    SMILE,
    WINK_LEFT,
    WINK_RIGHT,
    Stretch,
    away,
    brows,
    held,
    hidden,
    lids,
    named,
    shoot,
    still,
    watch,
)

FAINT = held(0.6, brows(0.4)) + still(0.5)


def enrolled(listed: set[Gesture], scene: list[Stretch]) -> Enrolment:
    enrolment = Enrolment("A", listed)
    for observation in shoot(scene):
        enrolment.feed(observation)
    return enrolment


def test_what_was_shown_is_recognised_afterwards() -> None:
    shown = enrolled({Gesture.BROWS_UP}, still(3.2) + FAINT * 2).result()
    assert [t.gesture for t in shown.templates.shown] == [Gesture.BROWS_UP] * 2
    assert shown.left_out == ()
    personal = Recogniser("A", neutral=shown.neutral, templates=shown.templates)
    assert named(watch(still(1) + FAINT, watcher=personal)) == [(Gesture.BROWS_UP, None)]


def led(listed: set[Gesture], scene: list[Stretch], fps: float = 30) -> tuple[Enrolled, list[str]]:
    said = list[str]()
    return lead(Enrolment("A", listed), shoot(scene, fps), said.append), said


WINK = held(0.5, WINK_LEFT) + still(0.5)
ASK = "show wink to your left (1 of 2)"


@pytest.mark.parametrize("fps", [10, 15, 30])
@pytest.mark.parametrize(
    ("poor", "reason"),
    [
        (held(0.5, WINK_RIGHT) + still(0.5), "that looked like wink to your right; show wink"),
        (held(0.5, lids(0.45, 0.42)) + still(0.5), "that was not clear enough"),
        (held(4.5, WINK_LEFT) + still(0.5), "that lasted 4.5 s; come back to rest sooner"),
        (hidden(WINK, Sight(left_eye=0.2)), "the face was not well seen; look at the camera"),
        (away(2, FaceState.SEVERAL_FACES), "cannot tell (several faces); sit alone"),
    ],
    ids=["another side", "a squint", "long", "hidden", "two faces"],
)
def test_a_poor_showing_is_refused_with_the_reason(
    poor: list[Stretch], reason: str, fps: float
) -> None:
    shown, said = led({Gesture.WINK}, still(3.3) + poor + WINK * 2, fps)
    assert said[1] == ASK and said[2].strip().startswith(reason)
    assert [t.side for t in shown.templates.shown] == [Side.LEFT] * 2
    assert shown.left_out == ("wink to your right",)


def test_a_face_that_is_not_at_rest_is_asked_again() -> None:
    lively = (held(0.6, SMILE) + still(0.5)) * 3
    shown, said = led({Gesture.WINK}, lively + still(3.2) + WINK * 2)
    rest = "look at the camera and keep your face still"
    assert said[:3] == [rest, "  the face was not at rest; once more", ASK]
    assert len(shown.templates.shown) == 2


def test_two_showings_that_differ_call_for_a_third() -> None:
    crooked = face(
        mouthLeft=0.7,
        mouthPucker=0.9,
        mouthFunnel=0.8,
        shape={"corners_aside": 0.08, "mouth_width": 0.55},
    )
    aside, other = held(0.5, ASIDE_LEFT) + still(0.5), held(0.5, crooked) + still(0.5)
    shown, said = led({Gesture.MOUTH_SIDE}, still(3.2) + aside + other + aside)
    assert "show mouth side to your left (3 of 3)" in said
    assert len(shown.templates.shown) == 3


def test_a_recording_that_ends_early_leaves_out_the_rest() -> None:
    shown, said = led({Gesture.WINK, Gesture.KISS}, still(3.2) + WINK + still(0.2))
    assert len(shown.templates.shown) == 1
    assert shown.left_out == ("wink to your right", "kiss")
    assert said[-1] == "thank you, that was all"
    with pytest.raises(NotAllowedError, match="keep your face still"):
        led({Gesture.WINK}, held(1, KISS))


def test_the_prompts_lead_through_it() -> None:
    scenes = [[], still(3.2), held(0.5, WINK_LEFT) + still(0.5), held(0.5, WINK_LEFT) + still(0.5)]
    scenes += [(held(0.5, WINK_RIGHT) + still(0.5)) * 2]
    enrolment, seen, start = Enrolment("A", {Gesture.WINK, Gesture.SHOULDERS_BOTH}), [], 0.0
    for scene in scenes:
        for observation in shoot(scene, start_s=start) if scene else ():
            enrolment.feed(observation)
        start += sum(stretch.seconds for stretch in scene)
        seen.append(enrolment.prompt)
    assert seen == [
        "look at the camera and keep your face still",
        "show wink to your left (1 of 2)",
        "show wink to your left (2 of 2)",
        "show wink to your right (1 of 2)",
        "thank you, that was all",
    ]
    assert {t.side for t in enrolment.result().templates.shown} == set(Side)


@pytest.mark.parametrize(
    "instead",
    [still(11), away(11), (held(0.2, SHUT) + still(0.5)) * 16, (held(0.6, SHUT) + still(1)) * 7],
    ids=["nothing", "nobody", "blinks", "another gesture"],
)
def test_what_is_not_shown_is_left_out(instead: list[Stretch]) -> None:
    shown = enrolled({Gesture.BROWS_UP}, still(3.2) + instead).result()
    assert (shown.templates.shown, shown.left_out) == ((), ("brows up",))


def test_before_the_end_there_is_no_result() -> None:
    with pytest.raises(NotAllowedError, match=r"A is still enrolling: show brows up \(1 of 2\)"):
        enrolled({Gesture.BROWS_UP}, still(3.2)).result()


def test_a_ruleset_without_templates_needs_only_the_neutral() -> None:
    assert enrolled({Gesture.SHOULDERS_BOTH}, still(3.2)).done
