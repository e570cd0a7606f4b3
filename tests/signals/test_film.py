"""Films keep the times of their pictures."""

from io import BytesIO
from pathlib import Path

import av
import numpy as np
import pytest

from referee.errors import UnreadableError
from referee.signals.film import Film


def shown(target: BytesIO) -> list[tuple[float, tuple[int, ...]]]:
    target.seek(0)
    with av.open(target) as container:
        return [(float(f.time or 0), f.to_ndarray().shape) for f in container.decode(video=0)]


def grey(width: int = 64, height: int = 48, level: int = 90) -> np.ndarray:
    return np.full((height, width, 3), level, np.uint8)


def test_uneven_times_are_kept_from_the_first_picture_on() -> None:
    target = BytesIO()
    with Film(target) as film:
        for time_s in (10.0, 10.04, 10.2, 10.21):
            film.add(grey(level=round(time_s * 10) % 200), time_s)
    assert [time for time, _ in shown(target)] == pytest.approx([0, 0.04, 0.2, 0.21], abs=0.001)


def test_a_picture_that_is_not_later_is_left_out() -> None:
    target = BytesIO()
    with Film(target) as film:
        for time_s in (0.0, 0.1, 0.1, 0.05, 0.2):
            film.add(grey(), time_s)
    assert len(shown(target)) == 3


def test_odd_sizes_are_made_even() -> None:
    target = BytesIO()
    with Film(target) as film:
        film.add(grey(65, 49), 0.0)
        film.add(grey(65, 49), 0.1)
    assert len(shown(target)) == 2


def test_a_film_without_a_picture_is_no_error() -> None:
    with Film(BytesIO()):
        pass


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"nowhere"):
        Film(tmp_path / "nowhere" / "film.mp4")
