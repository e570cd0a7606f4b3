"""A picture with a time and a source, the same for photographs, recordings and cameras."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError

Image = NDArray[np.uint8]

MIN_SIDE = 64


class FrameError(UnreadableError):
    """A file that does not give a usable picture."""


@dataclass(frozen=True)
class Frame:
    """A BGR picture (height, width, 3), its time in seconds from the start, and its source."""

    image: Image
    time_s: float
    source: str

    def __post_init__(self) -> None:
        if self.image.dtype != np.uint8 or self.image.ndim != 3 or self.image.shape[2] != 3:
            raise FrameError(
                f"{self.source}: a frame is uint8 (height, width, 3), "
                f"not {self.image.dtype} {self.image.shape}"
            )
        height, width = self.image.shape[:2]
        if min(height, width) < MIN_SIDE:
            raise FrameError(
                f"{self.source}: {width}x{height} px is too small to hold a card; "
                f"each side must be at least {MIN_SIDE} px"
            )
