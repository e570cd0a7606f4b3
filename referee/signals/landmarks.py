"""MediaPipe's landmarkers: a picture to the points of a face, a body and hands.

mediapipe's types stop here. Pictures are BGR and unmirrored; points are px of the picture that
was given. Each model keeps what it tracks from one picture to the next, so one of each belongs
to one player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision
from numpy.typing import NDArray

from referee.frames.decoding import quiet_decoder
from referee.signals.box import Box
from referee.signals.bundles import FACE, HAND, POSE, load_bundle, member
from referee.signals.models import Image, Models, Points, SeenBody, SeenFace
from referee.signals.mouth_model import MouthModel
from referee.signals.needs import Needs
from referee.signals.observation import BLENDSHAPES, HeadPose
from referee.signals.tongue import TongueModel

_BODY_POINTS = {"nose": 0, "left_ear": 7, "right_ear": 8, "left_shoulder": 11, "right_shoulder": 12}
_BODY_HANDS = ((15, 17, 19, 21), (16, 18, 20, 22))
"""Wrist, little finger, index and thumb of the left and of the right hand."""


class _Clock:
    """Whole milliseconds that always increase, as MediaPipe demands."""

    def __init__(self) -> None:
        self._last = -1

    def at(self, time_s: float) -> int:
        """This time, or the next free millisecond."""
        self._last = max(round(time_s * 1000), self._last + 1)
        return self._last


_BLACK: Image = np.zeros((64, 64, 3), np.uint8)


def _picture(image: Image) -> mp.Image:
    return mp.Image(mp.ImageFormat.SRGB, cv2.cvtColor(image, cv2.COLOR_BGR2RGB))


def _options(bundle_data: bytes) -> BaseOptions:
    return BaseOptions(model_asset_buffer=bundle_data)


class _Landmarker:
    """What the three landmarkers share: a quiet start and a clock."""

    def __init__(self, create: Callable[[], Any]) -> None:
        self._clock = _Clock()
        with quiet_decoder():  # the models greet on stderr when they are made and first used
            self._model = create()
            self._detect(_BLACK, 0.0)

    def _detect(self, image: Image, time_s: float) -> Any:
        return self._model.detect_for_video(_picture(image), self._clock.at(time_s))

    def close(self) -> None:
        """Release the model."""
        self._model.close()


class MediaPipeFace(_Landmarker):
    """Face landmarks, blendshapes and head pose."""

    def __init__(self) -> None:
        options = vision.FaceLandmarkerOptions(
            base_options=_options(load_bundle(FACE)),
            running_mode=vision.RunningMode.VIDEO,
            num_faces=1,  # with more, MediaPipe does not smooth the points
            output_face_blendshapes=True,
            output_facial_transformation_matrixes=True,
        )
        super().__init__(lambda: vision.FaceLandmarker.create_from_options(options))

    def look(self, image: Image, time_s: float) -> SeenFace | None:
        """The face in the picture, if there is one."""
        result = self._detect(image, time_s)
        if not result.face_landmarks:
            return None
        height, width = image.shape[:2]
        points = np.array(
            [(p.x * width, p.y * height, p.z * width) for p in result.face_landmarks[0]]
        )
        shapes = {
            c.category_name: min(max(c.score, 0.0), 1.0)
            for c in result.face_blendshapes[0]
            if c.category_name in BLENDSHAPES
        }
        return SeenFace(points, shapes, head_pose(result.facial_transformation_matrixes[0]))

    def forget(self) -> None:
        """Lose the face on a black picture, which also empties MediaPipe's smoothing filter."""
        self._detect(_BLACK, 0.0)


class MediaPipeBody(_Landmarker):
    """Body landmarks."""

    def __init__(self) -> None:
        options = vision.PoseLandmarkerOptions(
            base_options=_options(load_bundle(POSE)), running_mode=vision.RunningMode.VIDEO
        )
        super().__init__(lambda: vision.PoseLandmarker.create_from_options(options))

    def look(self, image: Image, time_s: float) -> SeenBody | None:
        """The body in the picture, if there is one."""
        result = self._detect(image, time_s)
        if not result.pose_landmarks:
            return None
        height, width = image.shape[:2]
        points = np.array(
            [(p.x * width, p.y * height, p.visibility) for p in result.pose_landmarks[0]]
        )
        points[:, 2] = points[:, 2].clip(0, 1)
        named = {name: tuple(points[index].tolist()) for name, index in _BODY_POINTS.items()}
        left, right = (points[list(indices)] for indices in _BODY_HANDS)
        return SeenBody(named, (left, right))


class MediaPipeHands(_Landmarker):
    """Hand landmarks."""

    def __init__(self) -> None:
        options = vision.HandLandmarkerOptions(
            base_options=_options(load_bundle(HAND)),
            running_mode=vision.RunningMode.VIDEO,
            num_hands=2,
        )
        super().__init__(lambda: vision.HandLandmarker.create_from_options(options))

    def look(self, image: Image, time_s: float) -> tuple[Points, ...]:
        """For each hand its 21 points; give a square picture, others are measured askew."""
        result = self._detect(image, time_s)
        height, width = image.shape[:2]
        return tuple(
            np.array([(p.x * width, p.y * height) for p in hand]) for hand in result.hand_landmarks
        )


class MediaPipeFaceFinder:
    """The face detector of the face bundle by itself."""

    def __init__(self) -> None:
        data = member(FACE, load_bundle(FACE), "face_detector.tflite")
        options = vision.FaceDetectorOptions(
            base_options=_options(data), running_mode=vision.RunningMode.IMAGE
        )
        with quiet_decoder():
            self._model = vision.FaceDetector.create_from_options(options)
            self._model.detect(_picture(_BLACK))

    def find(self, image: Image) -> tuple[Box, ...]:
        """The faces, largest first; short range: at least a tenth of the picture's width."""
        boxes = [d.bounding_box for d in self._model.detect(_picture(image)).detections]
        found = [Box(b.origin_x, b.origin_y, max(b.width, 1), max(b.height, 1)) for b in boxes]
        return tuple(sorted(found, key=lambda box: -box.width))

    def close(self) -> None:
        """Release the model."""
        self._model.close()


def load_models(needs: Needs) -> Models:
    """The models for one player that these needs call for. Raises BundleError, ModelError."""
    return Models(
        MediaPipeFace(),
        MediaPipeFaceFinder(),
        MediaPipeBody() if needs.body else None,
        MediaPipeHands() if needs.hands else None,
        TongueModel() if needs.tongue else None,
        MouthModel.load() if needs.mouth else None,
    )


def head_pose(matrix: NDArray[np.float64]) -> HeadPose:
    """Angles of MediaPipe's facial transformation matrix (4, 4): x right, y up, z to the camera.

    Euler angles in the order z, y, x. MediaPipe's pitch and roll grow downwards and towards the
    player's right; HeadPose has them the other way.
    """
    turn = np.asarray(matrix, np.float64)[:3, :3]
    turn = turn / np.linalg.norm(turn, axis=0)
    return HeadPose(
        yaw_deg=float(np.degrees(np.arcsin(np.clip(-turn[2, 0], -1, 1)))),
        pitch_deg=float(-np.degrees(np.arctan2(turn[2, 1], turn[2, 2]))),
        roll_deg=float(-np.degrees(np.arctan2(turn[1, 0], turn[0, 0]))),
    )
