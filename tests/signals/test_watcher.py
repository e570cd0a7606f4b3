"""What a watcher makes of what its models see: states, crops, and what hands hide."""

import numpy as np
import pytest

from referee.signals.box import Box
from referee.signals.observation import FaceState, MouthScores
from referee.signals.watcher import FrameOrderError, Watcher
from tests.signals.fake_models import FakeBody, FakeFace, FakeTongue, Scene, body_at, models, times

CLOSE = Box(240, 120, 160, 200)
FAR = Box(400, 120, 60, 72)


def watch(scene: Scene, box: Box | None = None, **needed: bool) -> Watcher:
    return Watcher("A", models(scene, **needed), box)


def test_one_face_is_seen_with_its_place_in_the_whole_frame() -> None:
    with watch(Scene(CLOSE)) as watcher:
        look = watcher.look(Scene(CLOSE).frame(0.0))
    assert look.observation.state is FaceState.SEEN
    assert look.face_box == CLOSE
    assert look.observation.body is None and look.observation.hands is None


def test_no_face_is_a_state() -> None:
    scene = Scene()
    scene.body = body_at(320, 200, 80)
    with watch(scene, body=True) as watcher:
        look = watcher.look(scene.frame(0.0))
    assert look.observation.state is FaceState.NO_FACE
    assert look.observation.body is not None and look.face is None


def test_two_faces_in_one_box_are_nobodys_until_one_leaves() -> None:
    scene = Scene(CLOSE, Box(440, 120, 100, 120))
    with watch(scene) as watcher:
        assert watcher.look(scene.frame(0.0)).observation.state is FaceState.SEVERAL_FACES
        scene.faces = (CLOSE,)
        assert watcher.look(scene.frame(0.3)).observation.state is FaceState.SEVERAL_FACES
        assert watcher.look(scene.frame(0.6)).observation.state is FaceState.SEEN


def test_a_small_face_behind_is_a_spectator() -> None:
    scene = Scene(CLOSE, Box(440, 120, 70, 90))
    with watch(scene) as watcher:
        assert watcher.look(scene.frame(0.0)).observation.state is FaceState.SEEN


def test_a_neighbour_outside_the_box_does_not_count() -> None:
    scene = Scene(CLOSE, Box(440, 120, 150, 180))
    with watch(scene, Box(200, 80, 230, 280)) as watcher:
        assert watcher.look(scene.frame(0.0)).observation.state is FaceState.SEEN


def test_a_face_of_20_px_is_too_small_to_read() -> None:
    scene = Scene(Box(300, 120, 20, 24))
    scene.body = body_at(310, 132, 20)
    with watch(scene, body=True) as watcher:
        look = watcher.look(scene.frame(0.0))
    assert look.observation.state is FaceState.TOO_SMALL
    assert look.observation.face is None


@pytest.mark.parametrize("time_s", [1.0, 0.5])
def test_a_frame_that_is_not_later_is_refused_and_the_next_one_read(time_s: float) -> None:
    scene = Scene(CLOSE)
    with watch(scene) as watcher:
        watcher.look(scene.frame(1.0))
        with pytest.raises(FrameOrderError, match=r"came after one of 1\.000 s"):
            watcher.look(scene.frame(time_s))
        assert watcher.look(scene.frame(1.1)).observation.state is FaceState.SEEN


def test_a_camera_that_repeats_one_picture_is_frozen_until_it_moves() -> None:
    scene = Scene(CLOSE)
    still = scene.frame(0.0).image
    with watch(scene) as watcher:
        states = {}
        for time_s in times(0.0, 2.0):
            frame = scene.frame(time_s)
            frame.image[:] = still
            states[time_s] = watcher.look(frame).observation.state
        moved = watcher.look(scene.frame(2.1)).observation.state
    assert {s for t, s in states.items() if t < 1.0} == {FaceState.SEEN}
    assert {s for t, s in states.items() if t >= 1.0} == {FaceState.FROZEN}
    assert moved is FaceState.SEEN


def test_a_far_face_is_cut_out_and_then_followed_where_it_is() -> None:
    scene = Scene(FAR)
    watcher = watch(scene)
    model = watcher._models.face
    assert isinstance(model, FakeFace)
    with watcher:
        looks = [watcher.look(scene.frame(t)) for t in times(0.0, 0.5)]
    assert {look.face_box for look in looks} == {FAR}
    assert set(model.widths) == {3 * FAR.width}
    assert model.forgotten == 1 and model.closed


def test_a_face_too_far_for_the_finder_is_found_about_the_head_of_the_body() -> None:
    scene = Scene(Box(400, 120, 52, 60))
    scene.body = body_at(426, 150, 52)
    with watch(scene, body=True) as watcher:
        assert watcher.look(scene.frame(0.0)).observation.state is FaceState.SEEN
    with watch(scene) as watcher:
        assert watcher.look(scene.frame(0.0)).observation.state is FaceState.NO_FACE


def test_the_square_follows_a_player_who_moves() -> None:
    scene = Scene(FAR)
    with watch(scene) as watcher:
        for step, time_s in enumerate(times(0.0, 2.0)):
            scene.faces = (Box(FAR.x - 8 * step, FAR.y + 2 * step, FAR.width, FAR.height),)
            look = watcher.look(scene.frame(time_s))
            assert look.face_box == scene.faces[0]


def test_a_player_who_leaves_and_comes_back_elsewhere_is_found_again() -> None:
    scene = Scene(FAR)
    with watch(scene) as watcher:
        watcher.look(scene.frame(0.0))
        scene.faces = ()
        assert watcher.look(scene.frame(0.1)).observation.state is FaceState.NO_FACE
        scene.faces = (Box(40, 200, 70, 84),)
        assert watcher.look(scene.frame(0.2)).face_box == scene.faces[0]


def test_a_box_that_reaches_beyond_the_frame_is_moved_into_it() -> None:
    scene = Scene(CLOSE)
    with watch(scene, Box(-50, -40, 600, 4000)) as watcher:
        assert watcher.look(scene.frame(0.0)).observation.state is FaceState.SEEN


def hand_at(x: float, y: float) -> np.ndarray:
    """21 points in a square of 40 px about a place."""
    return np.stack([np.linspace(x - 20, x + 20, 21), np.tile([y - 20, y, y + 20], 7)], axis=1)


def test_a_hand_before_the_mouth_hides_it_and_nobody_looks_for_a_tongue() -> None:
    scene = Scene(CLOSE)
    scene.mouth_open = 0.2
    scene.hands = (hand_at(320, 275),)
    watcher = watch(scene, hands=True, tongue=True)
    with watcher:
        face = watcher.look(scene.frame(0.0)).observation.face
    assert face is not None and face.mouth.tongue_out is None
    assert face.sight.mouth == 0 and face.sight.left_eye == face.sight.right_eye == 1
    tongue = watcher._models.tongue
    assert isinstance(tongue, FakeTongue) and tongue.asked == 0


@pytest.mark.parametrize(("visibility", "sight"), [(0.9, 0.0), (0.2, 1.0)])
def test_without_a_hand_model_the_body_tells_coarsely(visibility: float, sight: float) -> None:
    scene = Scene(CLOSE)
    hand = np.array([[310, 290], [330, 290], [320, 260], [300, 270]], float)
    scene.body = body_at(320, 220, 160, np.hstack([hand, np.full((4, 1), visibility)]))
    with watch(scene, body=True, tongue=True) as watcher:
        face = watcher.look(scene.frame(0.0)).observation.face
    assert face is not None and face.sight.mouth == sight


@pytest.mark.parametrize(("mouth_open", "score", "asked"), [(0.0, 0.0, 0), (0.2, 0.9, 1)])
def test_a_tongue_is_looked_for_only_between_parted_lips(
    mouth_open: float, score: float, asked: int
) -> None:
    scene = Scene(CLOSE)
    scene.mouth_open = mouth_open
    watcher = watch(scene, tongue=True)
    with watcher:
        face = watcher.look(scene.frame(0.0)).observation.face
    tongue = watcher._models.tongue
    assert isinstance(tongue, FakeTongue) and tongue.asked == asked
    assert face is not None and face.mouth.tongue_out == score


@pytest.mark.parametrize(("fps", "looks"), [(10, 10), (15, 15), (30, 15)])
def test_the_body_is_looked_at_no_more_often_than_needed(fps: float, looks: int) -> None:
    scene = Scene(CLOSE)
    scene.body = body_at(320, 220, 160)
    watcher = watch(scene, body=True)
    seen = [watcher.look(scene.frame(t)).observation.body for t in times(0.0, 1.0, fps)]
    watcher.close()
    model = watcher._models.body
    assert isinstance(model, FakeBody) and model.asked == looks
    assert all(body is not None for body in seen)


def test_a_hand_is_handed_over_with_the_points_that_touch() -> None:
    scene = Scene(CLOSE)
    scene.hands = (hand_at(100, 100),)
    with watch(scene, hands=True) as watcher:
        hands = watcher.look(scene.frame(0.0)).observation.hands
    assert hands is not None and len(hands) == 1
    assert (hands[0].wrist.x, hands[0].index_tip.x) == (80, 96)


@pytest.mark.parametrize(("mouth", "right"), [(False, 0.8), (True, 0.0)])
def test_the_network_for_mouths_has_its_say_where_it_is_needed(
    monkeypatch: pytest.MonkeyPatch, mouth: bool, right: float
) -> None:
    measured = MouthScores(0.0, 0.0, 0.0, None, 0.0, 0.8)
    monkeypatch.setattr("referee.signals.watcher.score_mouth", lambda *_: measured)
    with watch(Scene(CLOSE), mouth=mouth) as watcher:
        face = watcher.look(Scene(CLOSE).frame(0.0)).observation.face
    assert face is not None and face.mouth.bite_right == right
