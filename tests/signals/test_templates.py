"""Personal templates: what they learn, what they leave to the generic thresholds."""

from pathlib import Path

import pytest

from referee.errors import UnreadableError
from referee.signals.cues import Look
from referee.signals.gesture import Gesture, Side
from referee.signals.observation import Face
from referee.signals.recogniser import Recogniser, look_at
from referee.signals.templates import MatchTemplates, Template, Templates
from tests.signals.faces import face, seen
from tests.signals.scenes import (
    ASIDE_LEFT,
    KISS,
    NEUTRAL,
    brows,
    held,
    named,
    still,
    watch,
)

FAINT_BROWS = brows(0.4)


def looks(*faces: Face) -> list[Look]:
    return [look_at(seen(0.0, a_face), a_face, NEUTRAL) for a_face in faces]


def shown(gesture: Gesture, side: Side | None, a_face: Face) -> Template:
    return Template.of(gesture, side, looks(face(), face(), a_face, a_face, face()))


def test_faint_brows_are_seen_once_they_were_shown() -> None:
    scene = still(1) + held(0.6, FAINT_BROWS) + still(1)
    templates = Templates((shown(Gesture.BROWS_UP, None, FAINT_BROWS),))
    personal = Recogniser("A", neutral=NEUTRAL, templates=templates)
    assert watch(scene) == []
    assert named(watch(scene, watcher=personal)) == [(Gesture.BROWS_UP, None)]


def test_who_overdoes_it_is_not_asked_to_do_it_again() -> None:
    assert shown(Gesture.BROWS_UP, None, brows(1.6)).gain == 1


def test_a_side_that_was_not_shown_goes_by_the_other() -> None:
    faint = face(mouthLeft=0.3, shape={"corners_aside": 0.02})
    other = looks(face(mouthRight=0.3, shape={"corners_aside": -0.02}))[0]
    templates = Templates((shown(Gesture.MOUTH_SIDE, Side.LEFT, faint),))
    with_it = templates.evidence(Gesture.MOUTH_SIDE, Side.RIGHT, other)
    without = Templates().evidence(Gesture.MOUTH_SIDE, Side.RIGHT, other)
    assert without is not None and with_it is not None and with_it > without


def test_what_is_rather_another_gesture_is_no_evidence() -> None:
    crooked_kiss = face(
        mouthPucker=0.9, mouthLeft=0.55, shape={"mouth_width": 0.68, "corners_aside": 0.03}
    )
    look = looks(crooked_kiss)[0]
    kiss, aside = (
        shown(Gesture.KISS, None, KISS),
        shown(Gesture.MOUTH_SIDE, Side.LEFT, ASIDE_LEFT),
    )
    assert Templates((aside,)).evidence(Gesture.MOUTH_SIDE, Side.LEFT, look) == pytest.approx(
        0.72, abs=0.05
    )
    assert Templates((kiss, aside)).evidence(Gesture.MOUTH_SIDE, Side.LEFT, look) == 0.0


@pytest.mark.parametrize(
    ("gesture", "a_face", "fault"),
    [
        (Gesture.BROWS_UP, face(), "brows_up: not to be told from what was shown"),
        (Gesture.SHOULDERS_BOTH, face(), "shoulders_both is not learnt from examples; allowed"),
        (Gesture.OTHER, face(), "other is not learnt"),
    ],
)
def test_what_cannot_be_learnt(gesture: Gesture, a_face: Face, fault: str) -> None:
    with pytest.raises(UnreadableError, match=fault):
        shown(gesture, None, a_face)


def test_nothing_seen_teaches_nothing() -> None:
    with pytest.raises(UnreadableError, match="no face was seen"):
        Template.of(Gesture.WINK, Side.LEFT, [])


def test_templates_belong_to_a_match(tmp_path: Path) -> None:
    store = MatchTemplates(tmp_path / "match-7")
    templates = Templates((shown(Gesture.MOUTH_SIDE, Side.LEFT, ASIDE_LEFT),))
    assert store.load("A") == Templates()
    store.save("A", templates)
    store.save("B", templates)
    (kept,) = store.load("A").shown
    assert (kept.gesture, kept.side, kept.gain) == (Gesture.MOUTH_SIDE, Side.LEFT, 1)
    assert kept.movement == pytest.approx(templates.shown[0].movement, abs=1e-3)
    store.delete("A")
    assert store.load("A") == Templates() != store.load("B")
    store.delete()
    assert list((tmp_path / "match-7").iterdir()) == []


@pytest.mark.parametrize("text", ["", "{}", '{"templates": [{"gesture": "frown"}]}'])
def test_a_broken_file_is_named(text: str) -> None:
    with pytest.raises(UnreadableError, match="enrol the player again"):
        Templates.from_json(text)


def test_a_player_is_no_path(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="use letters"):
        MatchTemplates(tmp_path).load("../B")
