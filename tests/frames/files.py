"""Small files, good and bad, for the tests of what reads them."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.errors import UnreadableError
from referee.frames.frame import FrameError, Image

Written = Callable[[str, bytes], Path]
"""Writes a file under a name and says where."""


def two_tone(width: int = 96, height: int = 64) -> Image:
    """Upper half red, lower half blue (BGR)."""
    image = np.zeros((height, width, 3), np.uint8)
    image[: height // 2] = (0, 0, 250)
    image[height // 2 :] = (250, 0, 0)
    return image


def encoded(suffix: str, image: Image | None = None) -> bytes:
    _, data = cv2.imencode(suffix, two_tone() if image is None else image)
    return data.tobytes()


def refusal(read: Callable[[], object], path: Path) -> str:
    """The one line that a reader answers with; it names the path."""
    with pytest.raises(FrameError) as caught:
        read()
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    assert isinstance(caught.value, UnreadableError)
    return text
