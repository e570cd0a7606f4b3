"""What the models that look at a player must give, whoever makes them.

Pictures are BGR and unmirrored; points are px of the picture that was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from referee.signals.box import Box
from referee.signals.mouth_cut import MouthCut
from referee.signals.mouth_model import MouthReading
from referee.signals.observation import HeadPose

Image = NDArray[np.uint8]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenFace:
    """One face: points (478, 3) px, blendshapes from 0 to 1, and where it looks."""

    points: Points
    blendshapes: Mapping[str, float]
    pose: HeadPose

    @property
    def box(self) -> Box:
        """The box that holds the points."""
        return Box.around(self.points)


@dataclass(frozen=True, slots=True)
class SeenBody:
    """One body. `points`: name -> x px, y px, visibility from 0 to 1.

    `hands`: per hand (4, 3), the same for wrist, little finger, index and thumb; coarse.
    """

    points: Mapping[str, tuple[float, float, float]]
    hands: tuple[Points, Points]


class FaceModel(Protocol):
    """Finds one face and follows it."""

    def look(self, image: Image, time_s: float) -> SeenFace | None:
        """The face in the picture, if there is one."""

    def forget(self) -> None:
        """Start anew: the next picture shows another part of the scene."""

    def close(self) -> None:
        """Release the model."""


class BodyModel(Protocol):
    """Finds one body and follows it."""

    def look(self, image: Image, time_s: float) -> SeenBody | None:
        """The body in the picture, if there is one."""

    def close(self) -> None:
        """Release the model."""


class HandModel(Protocol):
    """Finds up to two hands and follows them."""

    def look(self, image: Image, time_s: float) -> tuple[Points, ...]:
        """For each hand its 21 points (21, 2) px."""

    def close(self) -> None:
        """Release the model."""


class FaceFinder(Protocol):
    """Finds every face of a picture, without following any."""

    def find(self, image: Image) -> tuple[Box, ...]:
        """The faces, largest first."""

    def close(self) -> None:
        """Release the model."""


class TongueScorer(Protocol):
    """Tells whether the tongue is out."""

    def score(self, image: Image, points: Points) -> float:
        """From 0 to 1; `points` (478, 2 or 3) px of the image."""


class MouthReader(Protocol):
    """Tells what a mouth does."""

    def read(self, cut: MouthCut, yaw_deg: float) -> MouthReading:
        """How probable each of its classes is."""


@dataclass(frozen=True)
class Models:
    """The models that look at one player; None for those that are not needed."""

    face: FaceModel
    finder: FaceFinder
    body: BodyModel | None = None
    hands: HandModel | None = None
    tongue: TongueScorer | None = None
    mouth: MouthReader | None = None

    def close(self) -> None:
        """Release them."""
        for model in (self.face, self.finder, self.body, self.hands):
            if model is not None:
                model.close()
