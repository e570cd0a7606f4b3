"""One player before a camera: frames to observations.

Faces at a table are small and MediaPipe's face models look at close range, so the face is looked
for in the seat's box, else in the whole picture, else about the head of the body found there; and
it is then followed in a square about it, which moves only when the face comes near its edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.signals.box import Box
from referee.signals.clear_view import ClearView
from referee.signals.face_shape import Point, measure_face
from referee.signals.models import Image, Models, Points, SeenBody, SeenFace
from referee.signals.mouth import agreed, has_side, score_mouth
from referee.signals.mouth_cut import cut_mouth
from referee.signals.observation import (
    Body,
    BodyPoint,
    Face,
    FaceObservation,
    FaceState,
    HandPoints,
    MouthScores,
    Sight,
)
from referee.signals.sight import ENOUGH

MIN_FACE_PX = 48
"""Width of the smallest face that is read. Drawn heads read the same down to 32 px; real ones are
harder."""
FROZEN_S = 1.0
"""A camera that repeats one picture for this long is frozen; sensors never do."""
RECOUNT_S = 0.5
"""Time between two counts of the faces in view."""
BODY_EVERY_S = 0.06
"""Least time between two looks at the body, which takes twice as long as the face: shoulders are
told as well at 15 looks a second as at 30, and in between the last look holds."""
_CLOSE_UP = 0.2
"""Share of the picture's width from which a face is read without cutting it out."""
_ZOOM = 3.0
"""Side of the square about a face, in widths of the face."""
_RIVAL = 0.5
"""A second face counts from this share of the first one's width; spectators are smaller."""
_PARTED = 0.05
"""Lips closer than this, in eye distances, hide any tongue, so no model looks for it."""
_PARTS = {"left_eye": (263, 362), "right_eye": (33, 133), "brows": (105, 334), "mouth": (13, 14)}
_REACH = 0.25
"""A hand this near a part of the face, in eye distances, hides it."""


class FrameOrderError(UnreadableError):
    """A frame that is not later than the one before it."""


@dataclass(frozen=True)
class View:
    """An observation with what it was made from, px of the frame: for drawing, never stored."""

    observation: FaceObservation
    face: Points | None = None
    """(478, 3)."""
    hands: tuple[Points, ...] = ()
    """(21, 2) each."""

    @property
    def face_box(self) -> Box | None:
        """The box that holds the face."""
        return None if self.face is None else Box.around(self.face)


class Watcher:
    """Follows one player through the frames of one source; close it when done."""

    def __init__(self, player: str, models: Models, box: Box | None = None) -> None:
        self.player = player
        self._models = models
        self._box = box
        self._zoom: Box | None = None
        """Where the face is followed; None while it is looked for."""
        self.left_out = 0
        """Frames that came out of order."""
        self._time_s: float | None = None
        self._rivals = False
        self._counted_s: float | None = None
        self._stillness = _Stillness()
        self._view = ClearView()
        self._aside = ThreadPoolExecutor(1, f"body-{player}")
        self._body: Future[SeenBody | None] | None = None
        self._body_s = 0.0

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the models."""
        self._aside.shutdown()
        self._models.close()

    def look(self, frame: Frame) -> View:
        """One observation. Raises FrameOrderError; the frame can be left out and the next given."""
        if self._time_s is not None and frame.time_s <= self._time_s:
            self.left_out += 1
            raise FrameOrderError(
                f"{frame.source}: a frame of {frame.time_s:.3f} s came after one of "
                f"{self._time_s:.3f} s; frames must come in order of time, leave this one out"
            )
        self._time_s = frame.time_s
        bounds = self._bounds(frame)
        if self._stillness.lasts(bounds.cut(frame.image), frame.time_s):
            return View(FaceObservation(self.player, frame.time_s, FaceState.FROZEN))

        seated = self._seated(frame, bounds)
        later = self._begin_body(frame, seated)
        face = self._follow(frame) if self._zoom else None
        if face is None:
            self._zoom = self._search(frame, bounds, later.result())
            face = self._follow(frame) if self._zoom else None
        self._count_faces(frame, bounds)
        seen_body = later.result()
        hands = self._look_at_hands(frame, seated)
        return self._observe(frame, face, seen_body, hands)

    def _bounds(self, frame: Frame) -> Box:
        whole = Box.of(frame.image)
        return self._box.moved_into(whole) if self._box else whole

    def _seated(self, frame: Frame, bounds: Box) -> Box:
        """Where head, shoulders and hands may be."""
        if self._box is None:
            return bounds
        larger = self._box.grown(left=0.75, top=0.25, right=0.75, bottom=1.25)
        return larger.moved_into(Box.of(frame.image))

    def _begin_body(self, frame: Frame, seated: Box) -> Future[SeenBody | None]:
        """A look at the body beside the one at the face, or the last look while it is new."""
        if self._body is None or frame.time_s - self._body_s >= BODY_EVERY_S:
            self._body_s = frame.time_s
            self._body = self._aside.submit(self._look_at_body, frame, seated)
        return self._body

    def _look_at_body(self, frame: Frame, seated: Box) -> SeenBody | None:
        if self._models.body is None:
            return None
        seen = self._models.body.look(seated.cut(frame.image), frame.time_s)
        if seen is None:
            return None
        dx, dy = seated.x, seated.y
        moved = {name: (x + dx, y + dy, v) for name, (x, y, v) in seen.points.items()}
        left, right = (hand + np.array([dx, dy, 0.0]) for hand in seen.hands)
        return SeenBody(moved, (left, right))

    def _look_at_hands(self, frame: Frame, seated: Box) -> tuple[Points, ...] | None:
        if self._models.hands is None:
            return None
        part = _padded_square(seated.cut(frame.image))
        found = self._models.hands.look(part, frame.time_s)
        return tuple(hand + np.array([seated.x, seated.y]) for hand in found)

    def _search(self, frame: Frame, bounds: Box, body: SeenBody | None) -> Box | None:
        """The part of the picture in which the face shall be followed from now on."""
        parts = [bounds]
        if body is not None:
            parts.append(_head(body).square(_ZOOM * _head(body).width).moved_into(bounds))
        for part in parts:
            found = self._models.finder.find(part.cut(frame.image))
            if not found:
                continue
            self._models.face.forget()
            if found[0].width >= _CLOSE_UP * part.width:
                return part
            near = Box(part.x + found[0].x, part.y + found[0].y, found[0].width, found[0].height)
            return near.square(_ZOOM * near.width).moved_into(bounds)
        return None

    def _follow(self, frame: Frame) -> SeenFace | None:
        """The face in the zoom, which is moved for the next frame when it fits no longer."""
        zoom = self._zoom
        assert zoom is not None
        seen = self._models.face.look(zoom.cut(frame.image), frame.time_s)
        if seen is None:
            return None
        face = SeenFace(seen.points + np.array([zoom.x, zoom.y, 0]), seen.blendshapes, seen.pose)
        if not _fits(face.box, zoom):
            bounds = self._bounds(frame)
            better = face.box.square(_ZOOM * face.box.width).moved_into(bounds)
            if better != zoom and (zoom != bounds or face.box.width < _CLOSE_UP * zoom.width):
                self._zoom = better
                self._models.face.forget()
        return face

    def _count_faces(self, frame: Frame, bounds: Box) -> None:
        if self._counted_s is not None and frame.time_s - self._counted_s < RECOUNT_S:
            return
        self._counted_s = frame.time_s
        self._rivals = False
        for part in {bounds, self._zoom or bounds}:
            found = self._models.finder.find(part.cut(frame.image))
            self._rivals |= len(found) > 1 and found[1].width >= _RIVAL * found[0].width

    def _observe(
        self,
        frame: Frame,
        face: SeenFace | None,
        body: SeenBody | None,
        hands: tuple[Points, ...] | None,
    ) -> View:
        state = FaceState.SEEN
        if self._rivals:
            state = FaceState.SEVERAL_FACES
        elif face is None:
            state = FaceState.NO_FACE
        elif face.box.width < MIN_FACE_PX:
            state = FaceState.TOO_SMALL
        read = None
        if face is not None and state is FaceState.SEEN:
            shape = measure_face(face.points)
            clear = self._view.look(frame.image, face.points, frame.time_s)
            hulls = _hulls(body, hands)
            sight = _uncovered(face.points, shape.eye_distance_px, hulls).within(clear)
            mouth = self._look_at_mouth(frame, face, shape.mouth_open, sight)
            read = Face(face.blendshapes, face.pose, shape, mouth, sight)
        observation = FaceObservation(
            self.player,
            frame.time_s,
            state,
            read,
            _body(body),
            None if hands is None else tuple(_hand(hand) for hand in hands),
        )
        return View(observation, face.points if face else None, hands or ())

    def _look_at_mouth(
        self, frame: Frame, face: SeenFace, mouth_open: float, sight: Sight
    ) -> MouthScores:
        if sight.mouth < ENOUGH:
            return MouthScores()
        tongue_out = None
        if self._models.tongue is not None:
            parted = mouth_open >= _PARTED
            tongue_out = self._models.tongue.score(frame.image, face.points) if parted else 0.0
        cut = cut_mouth(frame.image, face.points)
        yaw_deg = face.pose.yaw_deg
        scores = score_mouth(cut, yaw_deg, tongue_out)
        if self._models.mouth is None or not has_side(scores):
            return scores
        return agreed(scores, self._models.mouth.read(cut, yaw_deg))


class _Stillness:
    """Whether a camera repeats one picture."""

    def __init__(self) -> None:
        self._picture: NDArray[np.uint8] | None = None
        self._since_s = 0.0

    def lasts(self, picture: NDArray[np.uint8], time_s: float) -> bool:
        """True once nothing at all has changed for FROZEN_S."""
        if self._picture is not None and _same(picture, self._picture):
            return time_s - self._since_s >= FROZEN_S
        self._picture = picture.copy()
        self._since_s = time_s
        return False


def _same(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Noise shows in a few pixels, so that hardly any two pictures are compared as a whole."""
    few = np.s_[::16, ::16]
    return np.array_equal(one[few], other[few]) and np.array_equal(one, other)


def _fits(face: Box, zoom: Box) -> bool:
    """Whether a face can be followed well in this square."""
    margin = face.grown(left=0.15, top=0.15, right=0.15, bottom=0.15)
    return zoom.holds(margin) and _CLOSE_UP <= face.width / zoom.width <= 0.6


def _head(body: SeenBody) -> Box:
    """About the head, from ears and shoulders; ears lie closer together when it is turned."""
    points = {name: np.array(point[:2]) for name, point in body.points.items()}
    ears = float(np.linalg.norm(points["left_ear"] - points["right_ear"]))
    shoulders = float(np.linalg.norm(points["left_shoulder"] - points["right_shoulder"]))
    x, y = (points["nose"] + points["left_ear"] + points["right_ear"]) / 3
    return Box(round(x), round(y), 1, 1).square(max(1.1 * ears, 0.4 * shoulders, 1))


def _padded_square(image: Image) -> Image:
    height, width = image.shape[:2]
    side = max(height, width)
    return np.asarray(
        cv2.copyMakeBorder(image, 0, side - height, 0, side - width, cv2.BORDER_CONSTANT), np.uint8
    )


def _hulls(body: SeenBody | None, hands: Sequence[Points] | None) -> list[NDArray[np.float32]]:
    """What covers: the hands as the hand model saw them, else as far as the body model tells."""
    if hands is not None:
        outlines = list(hands)
    elif body is not None:
        outlines = [hand[:, :2] for hand in body.hands if hand[:, 2].min() > 0.5]
    else:
        outlines = []
    return [np.asarray(cv2.convexHull(o.astype(np.float32)), np.float32) for o in outlines]


def _uncovered(points: Points, scale: float, hulls: Sequence[NDArray[np.float32]]) -> Sight:
    """What the hands leave to be seen of each part."""

    def seen(part: str) -> float:
        x, y = points[list(_PARTS[part]), :2].mean(axis=0)
        near = any(
            cv2.pointPolygonTest(hull, (float(x), float(y)), True) > -_REACH * scale
            for hull in hulls
        )
        return 0.0 if near else 1.0

    return Sight(**{part: seen(part) for part in _PARTS})


def _body(seen: SeenBody | None) -> Body | None:
    if seen is None:
        return None
    return Body(**{name: BodyPoint(*point) for name, point in seen.points.items()})


def _hand(points: Points) -> HandPoints:
    wrist, thumb, index = (Point(*points[i].tolist()) for i in (0, 4, 8))
    return HandPoints(wrist, thumb, index)
