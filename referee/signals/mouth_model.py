"""What a small network makes of a mouth: a bitten lip, a tongue, and to which side.

It was trained for this project (`referee train mouth`); its model card tells how far it goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from referee.signals.mouth_cut import MOUTH_AT, SIZE, MouthCut
from referee.weights import load_model

NAME = "mouth"
CLASSES = (
    *("closed", "open", "bite_center", "bite_left", "bite_right"),
    *("tongue_front", "tongue_left", "tongue_right"),
)
"""In the order of the network's outputs; left and right are the player's own."""
SIDE = 36
"""Side of the picture that the network takes, px."""
_WINDOW = 72
_ABOVE = 24
"""Of the cut-out: the side of the square that is looked at, and how far it goes above the mouth."""

_LEAN = 0.6
"""How far a straight tongue leans on a head in profile: aside over down."""


@dataclass(frozen=True, slots=True)
class MouthReading:
    """How probable each class is, from 0 to 1."""

    by_class: dict[str, float]

    def __getitem__(self, name: str) -> float:
        return self.by_class[name]


def window(picture: NDArray[np.uint8], yaw_deg: float) -> NDArray[np.uint8]:
    """What the network looks at in a cut-out of `cut_mouth`: (SIDE, SIDE, 3) BGR.

    A tongue points out of the mouth, so that on a turned head a straight one leans: the cut-out is
    slanted until it hangs straight again.
    """
    lean = _LEAN * float(np.sin(np.radians(yaw_deg)))
    slant = np.array([[1.0, lean, -lean * MOUTH_AT[1]], [0.0, 1.0, 0.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = np.asarray(
        cv2.warpAffine(picture, slant, SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    left, top = MOUTH_AT[0] - _WINDOW // 2, MOUTH_AT[1] - _ABOVE
    part = picture[top : top + _WINDOW, left : left + _WINDOW]
    return np.asarray(cv2.resize(part, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


class MouthModel:
    """Reads mouths with the shipped network."""

    def __init__(self, weights: bytes) -> None:
        """`weights`: an ONNX file with the input `mouths` (n, 3, SIDE, SIDE), RGB 0..1."""
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session = ort.InferenceSession(weights, options, providers=["CPUExecutionProvider"])

    @classmethod
    def load(cls) -> MouthModel:
        """The network that ships with the project. Raises ModelError."""
        return cls(load_model(NAME).data)

    def read(self, cut: MouthCut, yaw_deg: float) -> MouthReading:
        """One mouth of a head turned so far to the player's left."""
        rgb = np.ascontiguousarray(window(cut.picture, yaw_deg)[..., ::-1].transpose(2, 0, 1))
        mouths = rgb[np.newaxis].astype(np.float32) / 255
        (chances,) = self._session.run(None, {"mouths": mouths})
        return MouthReading(dict(zip(CLASSES, chances[0].tolist(), strict=True)))
