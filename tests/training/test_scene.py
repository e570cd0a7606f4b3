"""Composed pictures and the truth about them: corners where they are drawn, shares in view."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from numpy.typing import NDArray

from referee.training.camera import TableCamera, look_at
from referee.training.decks import CARD_HEIGHT_MM, CARD_WIDTH_MM
from referee.training.layouts import Placement
from referee.training.scene import (
    BACK,
    Ingredients,
    Light,
    PlacedCard,
    SceneCard,
    compose,
    corners_mm,
    deal_hands,
    lay_cards,
    random_view,
)
from referee.vision.rectify import rectify
from tests.training.made_decks import BACK_COLOUR, CORNER_COLOURS, PLAIN_LOOK, made_deck

DECK = made_deck()
CLEAN = Ingredients((DECK,), (), hard=0.0)
HARD = Ingredients((DECK,), (), hard=1.0)
SIZE = 320
NIGHT = Light(direction=0.0, length_mm=0.0, depth=0.0)


def camera(elevation: float = 90, azimuth: float = -90, roll: float = 0) -> TableCamera:
    return look_at(
        (0.0, 0.0),
        100.0,
        (SIZE, SIZE),
        elevation=math.radians(elevation),
        azimuth=math.radians(azimuth),
        roll=math.radians(roll),
        distance_mm=900.0,
    )


def card(x: float = 0.0, y: float = 0.0, turn: float = 0.0, code: str = "1O") -> SceneCard:
    return SceneCard(code, Placement(x, y, turn))


def laid(
    *cards: SceneCard, seen_by: TableCamera | None = None, light: Light = NIGHT
) -> tuple[NDArray[np.uint8], list[NDArray[np.float64]], NDArray[np.int16]]:
    """Unbent cards in a plain printing on a grey table: picture, corners, which card is where."""
    picture = np.full((SIZE, SIZE, 3), 120, np.uint8)
    quads, ids = lay_cards(
        default_rng(0),
        picture,
        DECK,
        cards,
        seen_by or camera(),
        look=PLAIN_LOOK,
        light=light,
        warp_mm=0.0,
    )
    return picture, quads, ids


# --- geometry ----------------------------------------------------------------------------------


def test_corners_start_at_the_top_left_and_go_clockwise() -> None:
    left, right = -CARD_WIDTH_MM / 2, CARD_WIDTH_MM / 2
    top, bottom = CARD_HEIGHT_MM / 2, -CARD_HEIGHT_MM / 2
    expected = [(left, top), (right, top), (right, bottom), (left, bottom)]
    assert corners_mm(Placement(0, 0, 0)) == pytest.approx(np.array(expected))


def test_a_turn_is_counter_clockwise_seen_from_above() -> None:
    moved = corners_mm(Placement(10, 20, math.pi / 2))
    assert moved[0] == pytest.approx([10 - CARD_HEIGHT_MM / 2, 20 - CARD_WIDTH_MM / 2])


@settings(max_examples=40, deadline=None)
@given(
    turn=st.floats(-math.pi, math.pi),
    elevation=st.floats(40, 90),
    azimuth=st.floats(-180, 180),
    roll=st.floats(-20, 20),
    x=st.floats(-30, 30),
    y=st.floats(-30, 30),
)
def test_a_card_is_drawn_where_its_corners_say(
    turn: float, elevation: float, azimuth: float, roll: float, x: float, y: float
) -> None:
    seen_by = camera(elevation, azimuth, roll)
    picture, (quad,), ids = laid(card(x, y, turn), seen_by=seen_by)
    expected = seen_by.project(corners_mm(Placement(x, y, turn)))
    assert quad == pytest.approx(expected)
    for corner, colour in zip(quad, CORNER_COLOURS, strict=True):
        inside = quad.mean(axis=0) + 0.75 * (corner - quad.mean(axis=0))
        outside = quad.mean(axis=0) + 1.15 * (corner - quad.mean(axis=0))
        (x_in, y_in), (x_out, y_out) = np.round([inside, outside]).astype(int)
        assert np.abs(picture[y_in, x_in].astype(int) - colour).max() < 12
        assert tuple(picture[y_out, x_out]) == (120, 120, 120)
        assert (ids[y_in, x_in], ids[y_out, x_out]) == (0, -1)


def test_a_rectified_card_shows_its_face_upright() -> None:
    picture, (quad,), _ = laid(card(5, -8, 2.5), seen_by=camera(50, 30, 10))
    crop = rectify(picture, quad)
    for (x, y), colour in zip(
        ((32, 32), (96, 32), (96, 96), (32, 96)), CORNER_COLOURS, strict=True
    ):
        assert np.abs(crop[y, x].astype(int) - colour).max() < 12


def test_the_last_card_lies_on_top() -> None:
    picture, quads, ids = laid(card(-10), card(10, code=BACK))
    x, y = np.round(quads[1].mean(axis=0)).astype(int)
    assert np.abs(picture[y, x].astype(int) - BACK_COLOUR).max() < 12
    assert ids[y, x] == 1


def test_the_map_of_cards_counts_their_pixels() -> None:
    _, quads, ids = laid(card(), card(20))
    area = cv2.contourArea(quads[1].astype(np.float32))
    assert (ids == 1).sum() == pytest.approx(area, rel=0.02)
    assert (ids == 0).sum() == pytest.approx(area * 20 / CARD_WIDTH_MM, rel=0.08)


def test_a_shadow_darkens_the_table_beside_the_card_and_not_the_card() -> None:
    light = Light(direction=0.0, length_mm=6.0, depth=0.5)
    shaded, (quad,), _ = laid(card(), light=light)
    plain, _, _ = laid(card())
    x, y = np.round((quad[1] + quad[2]) / 2).astype(int)
    assert shaded[y, x + 3, 0] < 100
    assert np.array_equal(shaded[y, x - 6], plain[y, x - 6])
    left = int(quad[0, 0])
    assert tuple(shaded[y, left - 6]) == (120, 120, 120)


def test_a_card_out_of_the_picture_is_no_trouble() -> None:
    picture, _, ids = laid(card(x=2000.0))
    assert np.all(picture == 120)
    assert np.all(ids == -1)


def test_a_deck_without_backs_cannot_lie_face_down() -> None:
    with pytest.raises(ValueError, match="deck 'made' has no back to lay face down"):
        compose(default_rng(0), CLEAN, made_deck(backs=False), [card(code=BACK)], camera(), 100.0)


# --- the truth about a scene -------------------------------------------------------------------


def composed(*cards: SceneCard, ingredients: Ingredients = CLEAN) -> tuple[PlacedCard, ...]:
    return compose(default_rng(4), ingredients, DECK, cards, camera(), 100.0).cards


def test_a_card_alone_is_all_in_view() -> None:
    (alone,) = composed(card())
    assert alone.visible > 0.97
    assert alone.code == "1O"


@pytest.mark.parametrize("shift, share", [(15.0, 15 / 61), (30.5, 0.5), (50.0, 50 / 61)])
def test_a_covered_card_shows_what_the_other_leaves(shift: float, share: float) -> None:
    lower, upper = composed(card(), card(shift, code="2O"))
    assert lower.visible == pytest.approx(share, abs=0.05)
    assert upper.visible > 0.97


def test_a_card_wholly_covered_is_not_in_view() -> None:
    lower, _ = composed(card(), card())
    assert lower.visible < 0.03


def test_a_card_half_out_of_the_picture_is_half_in_view() -> None:
    (half,) = composed(card(x=SIZE / 2 * 0.95))
    assert half.visible == pytest.approx(0.5, abs=0.06)


def test_truth_keeps_codes_backs_and_seats_in_order() -> None:
    cards = [card(-60, code="12B"), card(0, code=BACK), card(60, code="7C")]
    seated = [replace(c, seat=seat) for c, seat in zip(cards, "ABC", strict=True)]
    placed = composed(*seated)
    assert [(c.code, c.seat) for c in placed] == [("12B", "A"), (BACK, "B"), ("7C", "C")]


def test_an_arm_over_a_card_takes_it_out_of_view() -> None:
    shares = [
        compose(default_rng(seed), HARD, DECK, [card()], camera(), 100.0).cards[0].visible
        for seed in range(25)
    ]
    assert min(shares) < 0.8
    assert sorted(shares)[12] > 0.97


# --- dealing -----------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_no_face_is_dealt_twice(seed: int) -> None:
    cards = deal_hands(default_rng(seed), DECK, [(0.0, 0.0), (300.0, 0.0), (0.0, 300.0)])
    faces = [c.code for c in cards if c.code != BACK]
    assert len(faces) == len(set(faces))
    assert set(faces) <= set(DECK.faces)
    assert 3 <= len(cards) <= 18


def test_a_deck_without_backs_is_dealt_face_up() -> None:
    deck = made_deck(backs=False)
    for seed in range(20):
        cards = deal_hands(default_rng(seed), deck, [(0.0, 0.0)] * 3, back_share=1.0)
        assert all(c.code != BACK for c in cards)


def test_backs_come_as_often_as_asked() -> None:
    cards = deal_hands(default_rng(1), DECK, [(0.0, 0.0)] * 4, back_share=1.0)
    assert all(c.code == BACK for c in cards)
    cards = deal_hands(default_rng(1), DECK, [(0.0, 0.0)] * 4, back_share=0.0)
    assert all(c.code != BACK for c in cards)


def test_dealing_ends_with_the_pack() -> None:
    cards = deal_hands(default_rng(1), DECK, [(0.0, 0.0)] * 40, back_share=0.0)
    assert len(cards) == 48


# --- whole views -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_random_view_is_a_square_picture_with_its_truth(seed: int) -> None:
    scene = random_view(default_rng(seed), HARD, 160, 40.0)
    assert (scene.picture.shape, scene.picture.dtype) == ((160, 160, 3), np.uint8)
    assert scene.cards
    for placed in scene.cards:
        assert placed.quad.shape == (4, 2)
        assert 0.0 <= placed.visible <= 1.0
    assert all(box.shape == (4, 2) for box in scene.clutter)


def test_a_seed_gives_the_same_view() -> None:
    def pixels(seed: int) -> bytes:
        return random_view(default_rng(seed), HARD, 160, 40.0).picture.tobytes()

    assert pixels(8) == pixels(8)
    assert pixels(8) != pixels(9)
