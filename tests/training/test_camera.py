"""A camera above the table: millimetres to pixels, where they belong."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.training.camera import TableCamera, look_at, random_camera

SIZE = (640, 480)


def above(**changes: float) -> TableCamera:
    """Straight above, the table's upward direction up in the picture, a card 95 px long."""
    view = {"elevation": math.pi / 2, "azimuth": -math.pi / 2, "roll": 0.0, "distance_mm": 900.0}
    return look_at((0.0, 0.0), 95.0, SIZE, **(view | changes))


@settings(max_examples=50)
@given(
    elevation=st.floats(0.5, math.pi / 2),
    azimuth=st.floats(-math.pi, math.pi),
    roll=st.floats(-0.5, 0.5),
    distance=st.floats(400, 2500),
    x=st.floats(-300, 300),
    y=st.floats(-300, 300),
)
def test_the_target_is_in_the_middle_of_the_picture(
    elevation: float, azimuth: float, roll: float, distance: float, x: float, y: float
) -> None:
    camera = look_at(
        (x, y), 80.0, SIZE, elevation=elevation, azimuth=azimuth, roll=roll, distance_mm=distance
    )
    assert camera.project(np.array([x, y])) == pytest.approx([320, 240], abs=1e-6)


def test_from_above_a_millimetre_is_a_pixel_and_nothing_is_mirrored() -> None:
    points = np.array([(0.0, 0.0), (95, 0), (0, 95), (-40, -60)])
    expected = [(320, 240), (415, 240), (320, 145), (280, 300)]
    assert above().project(points) == pytest.approx(np.array(expected), abs=1e-6)


def test_roll_turns_the_picture() -> None:
    turned = above(roll=math.pi / 2).project(np.array([95.0, 0]))
    assert np.linalg.norm(turned - (320, 240)) == pytest.approx(95)
    assert turned[0] == pytest.approx(320, abs=1e-6)


@settings(max_examples=50)
@given(
    elevation=st.floats(0.6, math.pi / 2),
    azimuth=st.floats(-math.pi, math.pi),
    roll=st.floats(-3, 3),
)
def test_a_face_is_never_mirrored_from_any_side(
    elevation: float, azimuth: float, roll: float
) -> None:
    camera = above(elevation=elevation, azimuth=azimuth, roll=roll)
    a, b, c = camera.project(np.array([(-30.0, 47), (30, 47), (30, -47)]))
    assert np.cross([*(b - a), 0], [*(c - b), 0])[2] > 0, "clockwise on the screen, y down"


def test_a_line_across_the_view_has_the_asked_length_and_one_along_it_is_shorter() -> None:
    camera = above(elevation=math.radians(40), azimuth=0.0, distance_mm=50_000.0)
    across = camera.project(np.array([(0.0, -47.5), (0, 47.5)]))
    along = camera.project(np.array([(-47.5, 0.0), (47.5, 0)]))
    assert np.linalg.norm(across[1] - across[0]) == pytest.approx(95, rel=0.01)
    assert np.linalg.norm(along[1] - along[0]) == pytest.approx(
        95 * math.sin(math.radians(40)), rel=0.01
    )


def test_what_is_near_looks_larger() -> None:
    camera = above(elevation=math.radians(45), azimuth=-math.pi / 2)
    widths = [
        np.linalg.norm(np.subtract(*camera.project(np.array([(-30.0, y), (30.0, y)]))))
        for y in (-200.0, 0.0, 200.0)
    ]
    assert widths[0] > widths[1] > widths[2]


@pytest.mark.parametrize("k1", [0.05, -0.05])
def test_distortion_moves_points_along_the_radius(k1: float) -> None:
    point = np.array([150.0, 100.0])
    straight, bent = above().project(point), above(k1=k1).project(point)
    middle = np.array([320, 240])
    stretch = np.linalg.norm(bent - middle) / np.linalg.norm(straight - middle)
    assert stretch == pytest.approx(1 + k1 * ((150**2 + 100**2) / 320**2))
    assert above(k1=k1).project(np.zeros(2)) == pytest.approx(middle)


def test_points_of_any_shape_are_projected_alike() -> None:
    points = np.arange(48, dtype=float).reshape(3, 4, 2, 2)
    projected = above().project(points)
    assert projected.shape == points.shape
    assert projected[2, 1, 0] == pytest.approx(above().project(points[2, 1, 0]))


@settings(max_examples=50)
@given(seed=st.integers(0, 10_000))
def test_a_random_camera_looks_down_on_its_target(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera = random_camera(rng, (10.0, 20.0), 60.0, SIZE)
    assert camera.project(np.array([10.0, 20.0])) == pytest.approx([320, 240], abs=1e-6)
    circle = [(10 + 47.5 * math.cos(a), 20 + 47.5 * math.sin(a)) for a in np.linspace(0, 6.28, 60)]
    radii = np.linalg.norm(camera.project(np.array(circle)) - (320, 240), axis=1)
    assert radii.max() == pytest.approx(30, rel=0.12)
    assert radii.min() > 30 * math.sin(math.radians(34)) * 0.85


def test_a_seed_gives_the_same_camera() -> None:
    def camera(seed: int) -> TableCamera:
        return random_camera(np.random.default_rng(seed), (0.0, 0.0), 60.0, SIZE)

    assert np.array_equal(camera(5).homography, camera(5).homography)
    assert not np.array_equal(camera(5).homography, camera(6).homography)
