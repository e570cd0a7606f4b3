"""Whether a camera has moved: said when it has, not said when people and cards have."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.frames.frame import Frame, Image
from referee.frames.photo import read_photo
from referee.vision.landscape import Landscape

TABLE = read_photo(Path(__file__).parents[2] / "datasets" / "samples" / "reveal.jpg")


def frame(image: Image) -> Frame:
    return Frame(np.asarray(image, np.uint8), 1.0, "top")


def shifted(dx: float, dy: float, turn_degrees: float = 0.0) -> Frame:
    height, width = TABLE.image.shape[:2]
    motion = cv2.getRotationMatrix2D((width / 2, height / 2), turn_degrees, 1.0)
    motion[:, 2] += (dx, dy)
    moved = cv2.warpAffine(TABLE.image, motion, (width, height), borderMode=cv2.BORDER_REFLECT)
    return frame(moved)


def noisy(image: Image, *, gain: float = 1.0, noise: float = 5.0) -> Frame:
    rng = np.random.default_rng(1)
    return frame(np.clip(image * gain + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8))


@pytest.fixture(scope="module")
def landscape() -> Landscape:
    return Landscape.of(TABLE)


@pytest.mark.parametrize("dx, dy", [(14, 0), (0, -30), (40, 25), (-120, 60)])
def test_a_shifted_picture_is_measured(landscape: Landscape, dx: float, dy: float) -> None:
    shift = landscape.shift_px(shifted(dx, dy))
    assert shift == pytest.approx(np.hypot(dx, dy), abs=2)
    assert landscape.means_moved(shift)


def test_a_turned_picture_has_moved(landscape: Landscape) -> None:
    corner = np.hypot(1920, 1080) / 2 * np.radians(2)
    assert landscape.shift_px(shifted(0, 0, 2)) == pytest.approx(corner, rel=0.2)


@pytest.mark.parametrize("gain", [0.7, 1.0, 1.25])
def test_noise_and_light_are_no_movement(landscape: Landscape, gain: float) -> None:
    seen = noisy(TABLE.image, gain=gain)
    shift = landscape.shift_px(seen)
    assert shift == pytest.approx(0, abs=1.5)
    assert not landscape.means_moved(shift)


def test_cards_that_were_swept_away_are_no_movement(landscape: Landscape) -> None:
    swept = TABLE.image.copy()
    swept[300:800, 300:1600] = 90
    assert not landscape.means_moved(landscape.shift_px(noisy(swept)))


def test_a_person_who_moves_is_no_movement(landscape: Landscape) -> None:
    moved = TABLE.image.copy()
    moved[:, 60:800] = TABLE.image[:, :740]
    assert not landscape.means_moved(landscape.shift_px(noisy(moved)))


@pytest.mark.parametrize("picture", [np.zeros_like(TABLE.image), np.full_like(TABLE.image, 200)])
def test_of_a_dark_or_covered_picture_nothing_is_said(landscape: Landscape, picture: Image) -> None:
    assert landscape.shift_px(frame(picture)) is None
    assert not landscape.means_moved(None)


def test_what_will_be_taken_away_is_not_looked_at() -> None:
    outline = np.array([(400, 200), (1500, 200), (1500, 900), (400, 900)], np.float64)
    points = Landscape.of(TABLE, ignore=outline).points
    inside = (points[:, 0] > 401) & (points[:, 0] < 1499)
    inside &= (points[:, 1] > 201) & (points[:, 1] < 899)
    assert len(points) and not inside.any()


def test_a_landscape_is_read_as_it_was_written(landscape: Landscape) -> None:
    again = Landscape.from_json(landscape.to_json())
    assert again.size == landscape.size
    assert again.points == pytest.approx(landscape.points, abs=0.06)
    assert np.array_equal(again.looks, landscape.looks)
