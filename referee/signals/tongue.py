"""Whether the tongue shows: an output of the face landmark model that MediaPipe keeps to itself.

`face_landmarks_detector.tflite`, inside the face bundle, has a third output (`Identity_2`) that
rises when the tongue is out. It does not tell to which side, and a hand before the mouth reads
as a tongue: what covers the mouth must be known from elsewhere.
"""

from __future__ import annotations

import cv2
import numpy as np
from ai_edge_litert.interpreter import Interpreter
from numpy.typing import NDArray

from referee.frames.decoding import quiet_decoder
from referee.signals.bundles import FACE, load_bundle, member

SIDE = 256
"""Side of the picture that the model takes, px."""
MARGINS = (1.5, 1.35)
"""Sides of the two crops, in sizes of the face. Larger ones take a bitten lip for a tongue; a
tongue far to a side shows in the closer one only, a faint one in the wider one only."""
_RIGHT_EYE, _LEFT_EYE = 33, 263
_OUTPUT = "Identity_2"


class TongueModel:
    """Reads the hidden output."""

    def __init__(self) -> None:
        weights = member(FACE, load_bundle(FACE), "face_landmarks_detector.tflite")
        with quiet_decoder():
            self._model = Interpreter(model_content=weights, num_threads=1)
            self._model.allocate_tensors()
        self._input = self._model.get_input_details()[0]["index"]
        outputs = {d["name"]: d["index"] for d in self._model.get_output_details()}
        self._output = outputs[_OUTPUT]

    def score(self, image: NDArray[np.uint8], points: NDArray[np.float64]) -> float:
        """From 0 to 1 that the tongue is out; `points` (478, 2 or 3), px of the BGR image.

        The more telling of two crops: each misses tongues that the other shows.
        """
        return max(self._read(level_face(image, points, margin)) for margin in MARGINS)

    def _read(self, crop: NDArray[np.uint8]) -> float:
        rgb = cv2.cvtColor(crop, cv2.COLOR_BGR2RGB)
        self._model.set_tensor(self._input, rgb[np.newaxis].astype(np.float32) / 255)
        self._model.invoke()
        return float(np.clip(self._model.get_tensor(self._output).item(), 0, 1))


def level_face(
    image: NDArray[np.uint8], points: NDArray[np.float64], margin: float = MARGINS[0]
) -> NDArray[np.uint8]:
    """The face turned until its eyes are level, cut square about its box, SIDE px wide.

    `margin`: side of what is cut, in sizes of the box.
    """
    points = points[:, :2]
    along = points[_LEFT_EYE] - points[_RIGHT_EYE]
    cos, sin = along / np.hypot(*along)
    turn = np.array([[cos, sin], [-sin, cos]])
    turned = points @ turn.T
    low, high = turned.min(axis=0), turned.max(axis=0)
    scale = SIDE / (margin * float((high - low).max()))
    shift = SIDE / 2 - scale * (low + high) / 2
    into = np.hstack([scale * turn, shift[:, np.newaxis]])
    return np.asarray(cv2.warpAffine(image, into, (SIDE, SIDE)), np.uint8)
