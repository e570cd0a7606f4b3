"""The border to MediaPipe, on a head drawn by code."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from datasets.samples.head import WALL, Head, draw_head
from referee.frames.frame import Frame
from referee.signals.landmarks import (
    MediaPipeBody,
    MediaPipeFace,
    MediaPipeFaceFinder,
    MediaPipeHands,
    head_pose,
)
from referee.signals.models import Image, Models
from referee.signals.observation import Face, FaceObservation, FaceState
from referee.signals.tongue import TongueModel, level_face
from referee.signals.watcher import Watcher


@pytest.fixture(scope="module")
def models() -> Iterator[Models]:
    models = Models(MediaPipeFace(), MediaPipeFaceFinder(), MediaPipeBody(), None, TongueModel())
    yield models
    models.close()


@pytest.fixture
def watcher(models: Models) -> Watcher:
    """Watches with models that have seen nobody yet."""
    models.face.forget()
    assert models.body is not None
    models.body.look(room(), 0.0)
    return Watcher("A", models)


def observe(watcher: Watcher, image: Image, time_s: float = 0.0) -> FaceObservation:
    return watcher.look(Frame(image, time_s, "drawn")).observation


def read_face(watcher: Watcher, image: Image) -> Face:
    face = observe(watcher, image).face
    assert face is not None
    return face


def room(*heads: tuple[int, Image]) -> Image:
    """A wide picture with heads at the given places from the left, px."""
    image = np.full((720, 1280, 3), WALL, np.uint8)
    for x, head in heads:
        height, width = head.shape[:2]
        image[100 : 100 + height, x : x + width] = head
    return image


def test_a_face_with_open_eyes_looks_straight_ahead(watcher: Watcher) -> None:
    face = read_face(watcher, draw_head())
    pose = face.pose
    assert abs(pose.yaw_deg) < 5 and abs(pose.pitch_deg) < 8 and abs(pose.roll_deg) < 5
    assert face.blendshapes["eyeBlinkLeft"] < 0.1 and face.blendshapes["eyeBlinkRight"] < 0.1
    assert face.mouth.tongue_out == 0.0


def test_sides_are_the_players_own(watcher: Watcher) -> None:
    """The head's left eye is drawn at the right of the picture."""
    face = read_face(watcher, draw_head(head=Head(left_eye_shut=True)))
    assert face.blendshapes["eyeBlinkLeft"] > face.blendshapes["eyeBlinkRight"] + 0.25
    assert face.shape.left_eye_open < face.shape.right_eye_open


def test_a_tongue_is_read_from_the_hidden_output(watcher: Watcher) -> None:
    score = read_face(watcher, draw_head(head=Head(tongue_out=True))).mouth.tongue_out
    assert score is not None and score > 0.2


def test_a_tongue_that_shows_in_the_closer_cut_only_is_out(
    models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wall_beside(crop: Image) -> float:
        return float((np.abs(crop.astype(int) - WALL).max(axis=2) < 6).mean())

    models.face.forget()
    seen = models.face.look(draw_head(), 2.0)
    assert seen is not None and isinstance(models.tongue, TongueModel)
    monkeypatch.setattr(models.tongue, "_read", lambda crop: 1 - wall_beside(crop))
    close = level_face(draw_head(), seen.points, 1.35)
    assert wall_beside(close) < wall_beside(level_face(draw_head(), seen.points, 1.5))
    assert models.tongue.score(draw_head(), seen.points) == 1 - wall_beside(close)


def test_a_body_has_its_left_shoulder_at_the_right_of_the_picture(watcher: Watcher) -> None:
    body = observe(watcher, draw_head()).body
    assert body is not None and body.left_shoulder.x > body.nose.x > body.right_shoulder.x


def test_an_empty_picture_holds_nobody(watcher: Watcher) -> None:
    assert observe(watcher, room()).state is FaceState.NO_FACE


def test_a_face_too_small_for_the_whole_picture_is_found_by_its_body(watcher: Watcher) -> None:
    picture = room((700, draw_head(240)))
    assert MediaPipeFaceFinder().find(picture) == ()
    look = watcher.look(Frame(picture, 0.0, "drawn"))
    assert look.observation.state is FaceState.SEEN
    assert look.face_box is not None and look.face_box.centre[0] == pytest.approx(820, abs=8)


def test_a_face_of_20_px_is_not_read(watcher: Watcher) -> None:
    assert observe(watcher, room((700, draw_head(56)))).face is None


def test_two_faces_are_nobodys(watcher: Watcher) -> None:
    picture = room((100, draw_head(560)), (660, draw_head(560)))
    assert observe(watcher, picture).state is FaceState.SEVERAL_FACES


@pytest.mark.parametrize("degrees", [-20, 20])
def test_a_tilted_head_tells_to_which_side(watcher: Watcher, degrees: int) -> None:
    """Turned clockwise in the picture, the head leans to the right of the picture: its left."""
    turn = cv2.getRotationMatrix2D((240, 240), -degrees, 1.0)
    picture = cv2.warpAffine(draw_head(), turn, (480, 480), borderValue=WALL)
    assert read_face(watcher, picture).pose.roll_deg == pytest.approx(degrees, abs=5)


def test_head_pose_grows_to_the_left_and_upwards() -> None:
    """A face turned to its own left looks to the right of the picture, x of MediaPipe's matrix."""
    angle = np.radians(30)
    yaw = np.eye(4)
    yaw[:3, :3] = [
        [np.cos(angle), 0, np.sin(angle)],
        [0, 1, 0],
        [-np.sin(angle), 0, np.cos(angle)],
    ]
    assert head_pose(yaw).yaw_deg == pytest.approx(30)
    pitch = np.eye(4)
    pitch[1:3, 1:3] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    assert head_pose(pitch).pitch_deg == pytest.approx(30)


def test_no_hand_is_seen_where_there_is_none() -> None:
    hands = MediaPipeHands()
    assert hands.look(draw_head(), 0.0) == ()
    hands.close()


def test_the_tongue_is_looked_for_on_a_level_face(models: Models) -> None:
    model = models.face
    turn = cv2.getRotationMatrix2D((240, 240), 25, 1.0)
    tilted = np.asarray(cv2.warpAffine(draw_head(), turn, (480, 480), borderValue=WALL), np.uint8)
    model.forget()
    seen = model.look(tilted, 0.0)
    assert seen is not None
    model.forget()
    level = model.look(level_face(tilted, seen.points), 1.0)
    assert level is not None and abs(level.pose.roll_deg) < 4
