"""Enrolment: a player is led through neutral and signals, and it always ends."""

import pytest

from referee.errors import NotAllowedError
from referee.signals.enrolment import Enrolment
from referee.signals.gesture import Gesture, Side
from referee.signals.recogniser import Recogniser
from tests.signals.scenes import (
    SHUT,
    WINK_LEFT,
    WINK_RIGHT,
    Stretch,
    away,
    brows,
    held,
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
