"""Corners to key points and back: no jump anywhere, and never a mirrored card."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from referee.vision import quads
from referee.vision.quads import keypoints_of_quads, quads_of_keypoints

Quad = NDArray[np.float64]

UPRIGHT = np.array([(-30.5, -47.5), (30.5, -47.5), (30.5, 47.5), (-30.5, 47.5)])
"""A card seen from above, px with y down."""


def seen(turn: float, tilt: float = 0.0, squeeze: float = 1.0, scale: float = 1.0) -> Quad:
    """The card turned, pressed flat in y, and with perspective `tilt` along y, near (400, 300)."""
    cos, sin = math.cos(turn), math.sin(turn)
    points = scale * UPRIGHT @ np.array([(cos, sin), (-sin, cos)])
    points = points * (1.0, squeeze)
    return points / (1 + tilt * points[:, 1:] / (100 * scale)) + (400.0, 300.0)


views = st.builds(
    seen,
    turn=st.floats(-math.pi, math.pi),
    tilt=st.floats(-0.3, 0.3),
    squeeze=st.floats(0.4, 1.0),
    scale=st.floats(0.3, 4.0),
)


def half_turned(quad: Quad) -> Quad:
    return np.roll(quad, 2, axis=-2)


def signed_area(quad: Quad) -> float:
    x, y = quad.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


@given(views)
def test_corners_come_back_up_to_half_a_turn(quad: Quad) -> None:
    back = quads_of_keypoints(keypoints_of_quads(quad))
    gaps = [np.abs(back - same).max() for same in (quad, half_turned(quad))]
    assert min(gaps) < 1e-4


@given(views)
def test_half_a_turn_gives_the_same_key_points(quad: Quad) -> None:
    ours, theirs = keypoints_of_quads(quad), keypoints_of_quads(half_turned(quad))
    assert np.allclose(ours, theirs, atol=1e-6)


@given(views)
def test_a_card_is_never_mirrored_and_its_top_edge_is_up(quad: Quad) -> None:
    back = quads_of_keypoints(keypoints_of_quads(quad))
    assert signed_area(back) > 0
    top, bottom = back[:2].mean(axis=0), back[2:].mean(axis=0)
    assert top[1] <= bottom[1] + 1e-6


@given(
    turn=st.floats(-math.pi, math.pi),
    tilt=st.floats(-0.2, 0.2),
    squeeze=st.floats(0.5, 1.0),
)
def test_key_points_move_little_when_the_card_turns_a_little(
    turn: float, tilt: float, squeeze: float
) -> None:
    step = 0.01
    moved = keypoints_of_quads(seen(turn + step, tilt, squeeze)) - keypoints_of_quads(
        seen(turn, tilt, squeeze)
    )
    longest_lever = 2 * np.linalg.norm(UPRIGHT[0])
    assert np.linalg.norm(moved, axis=1).max() < 2.5 * longest_lever * step


def test_ordered_corners_do_jump_which_is_why_key_points_exist() -> None:
    before, after = (
        quads_of_keypoints(keypoints_of_quads(seen(math.pi / 2 + d))) for d in (-0.01, 0.01)
    )
    assert np.abs(after - before).max() > 50


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_the_short_edge_stays_the_short_edge(degrees: int) -> None:
    back = quads_of_keypoints(keypoints_of_quads(seen(math.radians(degrees))))
    sides = np.linalg.norm(np.roll(back, -1, axis=0) - back, axis=1)
    assert sides == pytest.approx([61, 95, 61, 95], abs=1e-4)


def test_many_quads_are_turned_at_once() -> None:
    quads = np.stack([seen(t) for t in np.linspace(-1.4, 1.4, 7)])
    together = quads_of_keypoints(keypoints_of_quads(quads))
    alone = [quads_of_keypoints(keypoints_of_quads(quad)) for quad in quads]
    assert np.allclose(together, alone)
    assert np.allclose(together, quads, atol=1e-4)


def test_no_quads_are_no_quads() -> None:
    assert quads_of_keypoints(np.zeros((0, 4, 2))).shape == (0, 4, 2)


@given(st.integers(0, 359), st.floats(-8, 8), st.floats(-8, 8))
def test_key_points_of_a_picture_turned_upside_down(degrees: int, a: float, b: float) -> None:
    angle = np.radians(degrees)
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    card = np.array([(-30 + a, -47), (30, -47 + b), (30, 47), (-30, 47)]) @ turn
    card = np.add(card, (200, 150))
    over = np.subtract((639, 479), card)
    expected = keypoints_of_quads(over)
    assert quads.half_turned(keypoints_of_quads(card), 640, 480) == pytest.approx(
        expected, abs=1e-6
    )
