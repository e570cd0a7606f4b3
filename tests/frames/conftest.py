"""Fixtures for files of frames."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.frames.files import Written


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Ten frames at ten a second, each brighter than the last."""
    path = tmp_path / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (128, 96))
    assert writer.isOpened()
    for i in range(10):
        writer.write(np.full((96, 128, 3), 20 * i + 20, np.uint8))
    writer.release()
    return path
