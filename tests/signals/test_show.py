"""What is drawn: a picture for every step, whatever was or was not seen."""

from dataclasses import replace

import numpy as np
import pytest

from referee.signals.box import Box
from referee.signals.gesture import Gesture, GestureEvent, Side
from referee.signals.observation import FaceObservation, FaceState
from referee.signals.recogniser import WatchState
from referee.signals.session import Step
from referee.signals.show import HEIGHT, PANEL, draw_step, name
from referee.signals.watcher import View, Watcher
from tests.signals.fake_models import Scene, body_at, models

WINK = GestureEvent("A", Gesture.WINK, 0.5, 0.7, 1.2, Side.LEFT, 0.9, 1.0)


def step_of(scene: Scene, running: tuple[GestureEvent, ...] = ()) -> Step:
    with Watcher("A", models(scene, body=True, hands=True, tongue=True)) as watcher:
        view = watcher.look(scene.frame(0.0))
    return Step(view, WatchState.WATCHING, 100, running, ())


def full_scene() -> Scene:
    scene = Scene(Box(240, 120, 160, 200))
    scene.mouth_open = 0.2
    scene.body = body_at(320, 220, 160)
    scene.hands = (np.full((21, 2), 100.0),)
    return scene


def test_a_step_is_the_frame_and_a_panel_beside_it() -> None:
    scene = full_scene()
    picture = draw_step(scene.frame(0.0), step_of(scene), [WINK] * 9)
    assert picture.shape == (HEIGHT, round(640 * HEIGHT / 480) + PANEL, 3)


def test_what_runs_is_framed() -> None:
    scene = full_scene()
    calm = draw_step(scene.frame(0.0), step_of(scene))
    hot = draw_step(scene.frame(0.0), step_of(scene, (WINK,)))
    assert (calm[3, 3:200] != hot[3, 3:200]).any(axis=-1).mean() > 0.9


@pytest.mark.parametrize("state", [s for s in FaceState if s is not FaceState.SEEN])
def test_every_state_can_be_drawn(state: FaceState) -> None:
    view = View(FaceObservation("A", 0.0, state))
    step = Step(view, WatchState.CANNOT_TELL, 0, (), ())
    seen = replace(step_of(full_scene()), running=())
    frame = Scene().frame(0.0)
    assert (draw_step(frame, step) != draw_step(frame, seen)).any()


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (WINK, "wink left 0.5-1.2 s"),
        (replace(WINK, end_s=None), "wink left 0.5-..."),
        (replace(WINK, gesture=Gesture.BROWS_UP, side=None), "brows up 0.5-1.2 s"),
    ],
)
def test_gestures_are_named_in_a_few_words(event: GestureEvent, text: str) -> None:
    assert name(event) == text
