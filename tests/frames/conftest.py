"""Fixtures for files of frames."""

from pathlib import Path

import pytest

from tests.frames.files import Written


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write
