"""A drawn card at a known place comes back upright, of one size, and clean."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from referee.vision.rectify import CROP_SIZE, MARGIN, rectify

Image = NDArray[np.uint8]
Quad = NDArray[np.float64]

QUARTERS = {
    "top left": ((0.25, 0.25), (40, 40, 220)),
    "top right": ((0.75, 0.25), (40, 220, 40)),
    "bottom right": ((0.75, 0.75), (220, 40, 40)),
    "bottom left": ((0.25, 0.75), (40, 220, 220)),
}
"""Where in the card each quarter is, and its colour (BGR)."""
TABLE = (90, 90, 90)


def quartered_face(height: int = 380) -> Image:
    """A card whose quarters have four colours."""
    width = round(height * 61 / 95)
    face = np.zeros((height, width, 3), np.uint8)
    for (x, y), colour in QUARTERS.values():
        x0, y0 = round((x - 0.25) * width), round((y - 0.25) * height)
        face[y0 : y0 + height // 2 + 1, x0 : x0 + width // 2 + 1] = colour
    return face


def card_quad(centre: tuple[float, float], length: float, turn: float) -> Quad:
    """Corners TL TR BR BL, px, of a card turned counter-clockwise."""
    cos, sin = math.cos(turn), math.sin(turn)
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (length * 61 / 95 / 2, length / 2)
    return half @ np.array([(cos, -sin), (sin, cos)]) + centre


def picture_of(quad: Quad, face: Image, size: tuple[int, int] = (640, 480)) -> Image:
    """The face drawn with its corners at `quad`."""
    height, width = face.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    picture = np.full((size[1], size[0], 3), TABLE, np.uint8)
    return np.asarray(
        cv2.warpPerspective(
            face, matrix, size, picture, cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
        )
    )


def colour_at(crop: Image, x: float, y: float) -> Image:
    """The colour at a place of the card, 0 to 1 from its top left corner."""
    inner = 1 - 2 * MARGIN
    size = crop.shape[0]
    return crop[round((MARGIN + inner * y) * size), round((MARGIN + inner * x) * size)]


def quarters_are_right(crop: Image) -> bool:
    return all(
        np.abs(colour_at(crop, *where).astype(int) - colour).max() < 25
        for where, colour in QUARTERS.values()
    )


@settings(max_examples=40)
@given(turn=st.floats(-math.pi, math.pi), length=st.floats(60, 400))
def test_a_card_comes_back_upright_at_every_angle_and_size(turn: float, length: float) -> None:
    quad = card_quad((320, 240), length, turn)
    crop = rectify(picture_of(quad, quartered_face()), quad)
    assert crop.shape == (CROP_SIZE, CROP_SIZE, 3)
    assert crop.dtype == np.uint8
    assert quarters_are_right(crop)


def test_a_card_in_perspective_comes_back_square() -> None:
    quad = np.array([(250.0, 100), (390, 110), (470, 400), (150, 380)])
    assert quarters_are_right(rectify(picture_of(quad, quartered_face()), quad))


@pytest.mark.parametrize("length", [60, 150, 400, 1600])
def test_the_corners_lie_where_the_margin_says(length: int) -> None:
    picture = np.zeros((2000, 2000, 3), np.uint8)
    picture[200 : 200 + length, 300 : 300 + length * 2 // 3] = 255
    left, top, right, bottom = 299.5, 199.5, 299.5 + length * 2 // 3, 199.5 + length
    quad = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    crop = rectify(picture, quad)[..., 0].astype(int)
    middle = CROP_SIZE // 2
    for line in (crop[middle], crop[:, middle], crop[middle, ::-1], crop[::-1, middle]):
        edge = float(np.interp(127, line[:middle], np.arange(middle) + 0.5))
        assert edge == pytest.approx(MARGIN * CROP_SIZE, abs=0.6)


def test_half_a_turn_of_the_corners_turns_the_crop() -> None:
    quad = card_quad((320, 240), 200, 0.3)
    picture = picture_of(quad, quartered_face())
    upright, turned = rectify(picture, quad), rectify(picture, np.roll(quad, 2, axis=0))
    gap = np.abs(upright.astype(int) - turned[::-1, ::-1].astype(int))
    assert gap.mean() < 1.5


def test_fine_print_on_a_large_card_turns_grey_instead_of_making_bands() -> None:
    picture = np.zeros((2000, 2000, 3), np.uint8)
    picture[:, ::2] = 255
    quad = card_quad((1000, 1000), 1900, 0.1)
    inner = slice(CROP_SIZE // 4, -CROP_SIZE // 4)
    plain = cv2.warpPerspective(picture, np.diag([0.07, 0.07, 1.0]), (CROP_SIZE, CROP_SIZE))
    assert plain[inner, inner].std() > 60, "the picture must be one that can alias"
    crop = rectify(picture, quad)
    assert crop[inner, inner].std() < 12
    assert crop[inner, inner].mean() == pytest.approx(127, abs=15)


@pytest.mark.parametrize("length", [200, 900])
@pytest.mark.parametrize("centre", [(0.0, 240.0), (640.0, 240.0), (320.0, 0.0), (320.0, 480.0)])
def test_what_lies_outside_is_filled_from_the_edge(
    centre: tuple[float, float], length: float
) -> None:
    quad = card_quad(centre, length, 0.0)
    crop = rectify(picture_of(quad, quartered_face()), quad)
    assert crop.shape == (CROP_SIZE, CROP_SIZE, 3)
    for (x, y), colour in QUARTERS.values():
        px = quad[0] + (quad[2] - quad[0]) * (x, y)
        if 2 < px[0] < 637 and 2 < px[1] < 477:
            assert np.abs(colour_at(crop, x, y).astype(int) - colour).max() < 25


@pytest.mark.parametrize("centre", [(-500.0, -500.0), (5000.0, 240.0)])
@pytest.mark.parametrize("length", [100, 900])
def test_a_card_wholly_outside_still_gives_a_crop(
    centre: tuple[float, float], length: float
) -> None:
    picture = np.full((480, 640, 3), TABLE, np.uint8)
    crop = rectify(picture, card_quad(centre, length, 0.4))
    assert crop.shape == (CROP_SIZE, CROP_SIZE, 3)
    assert np.all(crop == TABLE)


def test_size_and_margin_can_be_chosen() -> None:
    quad = card_quad((320, 240), 200, 0.0)
    crop = rectify(picture_of(quad, quartered_face()), quad, size=64, margin=0.0)
    assert crop.shape == (64, 64, 3)
    assert np.abs(crop[2, 2].astype(int) - QUARTERS["top left"][1]).max() < 25
