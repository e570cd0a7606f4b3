"""Models that see what a test says, to follow a watcher without a picture of anybody."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame
from referee.signals.box import Box
from referee.signals.models import Image, Models, Points, SeenBody, SeenFace
from referee.signals.mouth_cut import MouthCut
from referee.signals.mouth_model import CLASSES, MouthReading
from referee.signals.observation import BLENDSHAPES, HeadPose

NEUTRAL = dict.fromkeys(BLENDSHAPES, 0.0)
_EYES = {33: (0.2, 0.35), 133: (0.4, 0.35), 362: (0.6, 0.35), 263: (0.8, 0.35)}
_MOUTH = {61: (0.35, 0.75), 291: (0.65, 0.75), 13: (0.5, 0.745), 14: (0.5, 0.755)}


def face_points(box: Box, mouth_open: float = 0.0) -> Points:
    """478 points that fill the box, eyes and mouth in their places; lips apart in box heights."""
    unit = np.stack([np.linspace(0, 1, 478), np.tile([0.0, 1.0], 239)], axis=1)
    for index, place in (_EYES | _MOUTH).items():
        unit[index] = place
    unit[14, 1] += mouth_open
    places = unit * [box.width, box.height] + [box.x, box.y]
    return np.hstack([places, np.zeros((478, 1))])


class Scene:
    """What stands before the camera, px of the whole frame."""

    def __init__(self, *faces: Box) -> None:
        self.faces = faces
        self.mouth_open = 0.0
        self.body: SeenBody | None = None
        self.hands: tuple[Points, ...] = ()
        self.finds_from = 0.09
        """Share of the picture's width from which the finder sees a face."""

    def frame(self, time_s: float, size: tuple[int, int] = (640, 480)) -> Frame:
        """A picture that tells each pixel's place, and changes with time as a sensor's does."""
        width, height = size
        image = np.zeros((height, width, 3), np.uint8)
        x, y = np.arange(width), np.arange(height)[:, None]
        image[..., 0], image[..., 1] = x // 4, y // 4
        image[..., 2] = 64 * (x % 4) + 16 * (y % 4) + round(time_s * 20) % 16
        return Frame(image, time_s, "scene")


class FakeFace:
    """Follows the first face of the scene that lies in the picture it is given."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.widths: list[int] = []
        self.forgotten = 0
        self.closed = False

    def look(self, image: Image, time_s: float) -> SeenFace | None:
        self.widths.append(image.shape[1])
        part = place(image)
        for face in self._scene.faces:
            if part.holds(face):
                points = face_points(face, self._scene.mouth_open) - [part.x, part.y, 0]
                return SeenFace(points, NEUTRAL, HeadPose(0, 0, 0))
        return None

    def forget(self) -> None:
        self.forgotten += 1

    def close(self) -> None:
        self.closed = True


class FakeFinder:
    """Finds the faces that are large enough for the picture it is given."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def find(self, image: Image) -> tuple[Box, ...]:
        part = place(image)
        found = [
            Box(face.x - part.x, face.y - part.y, face.width, face.height)
            for face in self._scene.faces
            if part.holds(face) and face.width >= self._scene.finds_from * part.width
        ]
        return tuple(sorted(found, key=lambda box: -box.width))

    def close(self) -> None:
        pass


class FakeBody:
    """Sees the scene's body, and counts how often it was asked."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self.asked = 0

    def look(self, image: Image, time_s: float) -> SeenBody | None:
        self.asked += 1
        return self._scene.body

    def close(self) -> None:
        pass


class FakeHands:
    """Sees the scene's hands."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def look(self, image: Image, time_s: float) -> tuple[Points, ...]:
        return self._scene.hands

    def close(self) -> None:
        pass


class FakeTongue:
    """Says that the tongue is out, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def score(self, image: Image, points: Points) -> float:
        self.asked += 1
        return 0.9


class FakeMouth:
    """Reads every mouth as bitten at the left."""

    def read(self, cut: MouthCut, yaw_deg: float) -> MouthReading:
        return MouthReading({name: float(name == "bite_left") for name in CLASSES})


def place(image: Image) -> Box:
    """Where a part of a Scene's frame was cut out."""
    x, y, fine = (int(value) for value in image[0, 0])
    return Box(4 * x + fine // 64, 4 * y + fine // 16 % 4, image.shape[1], image.shape[0])


def models(
    scene: Scene,
    *,
    body: bool = False,
    hands: bool = False,
    tongue: bool = False,
    mouth: bool = False,
) -> Models:
    """Fakes that all look at one scene."""
    return Models(
        FakeFace(scene),
        FakeFinder(scene),
        FakeBody(scene) if body else None,
        FakeHands(scene) if hands else None,
        FakeTongue() if tongue else None,
        FakeMouth() if mouth else None,
    )


def body_at(x: float, y: float, head: float, hands: NDArray[np.float64] | None = None) -> SeenBody:
    """A body whose head is `head` px wide about (x, y); hands far below unless given (4, 3)."""
    below = np.full((4, 3), [x, y + 5 * head, 0.1])
    points = {
        "nose": (x, y, 1.0),
        "left_ear": (x + head / 2.2, y, 1.0),
        "right_ear": (x - head / 2.2, y, 1.0),
        "left_shoulder": (x + head, y + 1.5 * head, 1.0),
        "right_shoulder": (x - head, y + 1.5 * head, 1.0),
    }
    return SeenBody(points, (below if hands is None else hands, below))


def times(start_s: float, end_s: float, fps: float = 20) -> Iterator[float]:
    """The times of frames, the end left out."""
    for number in range(round((end_s - start_s) * fps)):
        yield start_s + number / fps
