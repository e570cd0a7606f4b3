"""A frame is a colour picture large enough to hold a card."""

import numpy as np
import pytest

from referee.frames.frame import MIN_SIDE, Frame, FrameError, Image


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((64, 64), np.uint8),
        np.zeros((64, 64, 4), np.uint8),
        np.zeros((64, 64, 3), np.float32),
        np.zeros((MIN_SIDE - 1, 400, 3), np.uint8),
    ],
)
def test_a_frame_refuses_what_is_no_picture(image: Image) -> None:
    with pytest.raises(FrameError, match=r"^camera 1: "):
        Frame(image, 0.0, "camera 1")
