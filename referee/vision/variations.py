"""A few clean views of a card turned into many: off corners, other light, blur, covering cards.

A taught deck is shown card by card, wholly in sight and in good light. At the table the same card
lies half under others, and its corners are found less exactly. What is compared with it there must
be what it would look like there, so the views are varied in the ways in which tables differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from referee.vision.rectify import CROP_SIZE, MARGIN, rectify

Image = NDArray[np.uint8]

PLATE_SIZE = 192
"""Side of the square picture in which a view is kept while teaching, px."""
_PLATE_MARGIN = 0.14
"""Share of a plate on each side outside the card: corners move, so more than the crop is needed."""
_WIDTH, _HEIGHT = 61.0, 95.0
"""Of a card, mm (as referee.training.decks)."""
_MM = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * (_WIDTH / 2, _HEIGHT / 2)
"""Corners TL TR BR BL of a card about its middle, mm, y up."""


def plate_of(image: Image, quad: NDArray[np.floating]) -> Image:
    """The card with corners `quad` (4, 2) px and what lies about it: (192, 192, 3)."""
    return rectify(image, quad, PLATE_SIZE, _PLATE_MARGIN)


def crop_of(plate: Image, quad: NDArray[np.floating] | None = None) -> Image:
    """The crop (128, 128, 3) that the classifier would see of a plate."""
    matrix = cv2.getPerspectiveTransform(
        _square(PLATE_SIZE, _PLATE_MARGIN), _square(CROP_SIZE, MARGIN)
    )
    return _warped(plate, matrix)


def varied(rng: Generator, plate: Image, others: Sequence[Image]) -> Image:
    """One crop (128, 128, 3) of the card on `plate`, mostly half under some of `others`."""
    seen = _seen_corners(rng)
    onto_crop = cv2.getPerspectiveTransform(_MM.astype(np.float32), seen)
    picture = _warped(plate, _from_plate(onto_crop))
    for placement in _covers(rng) if others else ():
        other = others[int(rng.integers(len(others)))]
        if rng.random() < 0.5:
            other = other[::-1, ::-1]
        picture = _covered(rng, picture, other, onto_crop @ placement)
    picture = _photographed(rng, picture)
    return picture[::-1, ::-1].copy() if rng.random() < 0.5 else picture


def _square(size: int, margin: float) -> NDArray[np.float32]:
    low, high = margin * size - 0.5, (1 - margin) * size - 0.5
    return np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)


def _warped(plate: Image, matrix: NDArray[np.float64]) -> Image:
    out = cv2.warpPerspective(
        plate, matrix, (CROP_SIZE, CROP_SIZE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(out, np.uint8)


def _from_plate(onto_crop: NDArray[np.float64]) -> NDArray[np.float64]:
    """Plate px to crop px, given mm about the middle of the card to crop px."""
    to_mm = cv2.getPerspectiveTransform(_square(PLATE_SIZE, _PLATE_MARGIN), _MM.astype(np.float32))
    return np.asarray(onto_crop @ to_mm, np.float64)


def _seen_corners(rng: Generator) -> NDArray[np.float32]:
    """Where the card's corners fall in a crop whose own corners are a little off."""
    error = float(rng.choice([0.008, 0.02, 0.04, 0.07], p=[0.25, 0.4, 0.25, 0.1]))
    inside = (1 - 2 * MARGIN) * CROP_SIZE
    unit = np.array([inside * _HEIGHT / _WIDTH, inside])
    stray = rng.normal(0, error, 2) + rng.normal(0, 0.7 * error, (4, 2))
    return (_square(CROP_SIZE, MARGIN) + stray * unit).astype(np.float32)


def _covers(rng: Generator) -> list[NDArray[np.float64]]:
    """How none to three cards lie over this one: mm about their middles to mm about its own."""
    kind = rng.choice(["none", "row", "fan", "pile", "any"], p=[0.25, 0.3, 0.2, 0.1, 0.15])
    side = float(rng.choice([-1, 1]))
    if kind == "row":
        step = _WIDTH * rng.uniform(0.26, 0.8)
        count = int(rng.integers(1, 4))
        drop, sloppy = rng.normal(0, 3), float(rng.choice([0.01, 0.05, 0.12]))
        return [
            _laid(
                side * step * i + rng.normal(0, 1 + 20 * sloppy),
                drop * i + rng.normal(0, 1 + 25 * sloppy),
                rng.normal(0, sloppy),
            )
            for i in range(1, count + 1)
        ]
    if kind == "fan":
        radius, count = rng.uniform(60, 190), int(rng.integers(1, 4))
        step = side * rng.uniform(0.12, 0.34) * 100 / radius
        turns = [step * i + rng.normal(0, 0.02) for i in range(1, count + 1)]
        way = float(rng.choice([-1, 1]))
        return [
            _laid(radius * math.sin(t), way * radius * (math.cos(t) - 1), -way * t) for t in turns
        ]
    if kind == "pile":
        return [_laid(rng.uniform(-26, 26), side * rng.uniform(18, 60), rng.normal(0, 0.1))]
    if kind == "any":
        placements = []
        for _ in range(int(rng.integers(1, 3))):
            way, far = rng.uniform(0, 2 * math.pi), rng.uniform(28, 75)
            turn = rng.normal(0, 0.6)
            placements.append(_laid(far * math.cos(way), far * math.sin(way), turn))
        return placements
    return []


def _laid(x: float, y: float, turn: float) -> NDArray[np.float64]:
    cos, sin = math.cos(turn), math.sin(turn)
    return np.array([(cos, -sin, x), (sin, cos, y), (0, 0, 1)])


def _covered(rng: Generator, picture: Image, other: Image, onto_crop: NDArray[np.float64]) -> Image:
    """`picture` with the card of a plate laid over it, and the shadow of its edge."""
    matrix = _from_plate(onto_crop)
    shape = np.zeros((PLATE_SIZE, PLATE_SIZE), np.uint8)
    cv2.fillConvexPoly(shape, np.round(_square(PLATE_SIZE, _PLATE_MARGIN)).astype(np.int32), 255)
    size = (CROP_SIZE, CROP_SIZE)
    alpha = cv2.warpPerspective(shape, matrix, size, flags=cv2.INTER_LINEAR)[..., None] / 255
    over = cv2.warpPerspective(other, matrix, size, flags=cv2.INTER_LINEAR)
    shift = np.array([(1, 0, rng.normal(0, 2)), (0, 1, rng.normal(0, 2))])
    shadow = cv2.blur(cv2.warpAffine(alpha, shift, size), (5, 5))[..., None]
    under = picture * (1 - rng.uniform(0, 0.45) * shadow)
    return np.asarray(under * (1 - alpha) + over * alpha, np.uint8)


def _photographed(rng: Generator, picture: Image) -> Image:
    """Other light, fewer pixels, blur, noise and what a file format leaves of it."""
    size = (CROP_SIZE, CROP_SIZE)
    gain = np.exp(rng.normal(0, 0.2) + rng.normal(0, float(rng.choice([0.03, 0.1])), 3))
    slope = rng.normal(0, float(rng.choice([0.03, 0.15])), 2)
    yy, xx = np.mgrid[-1 : 1 : CROP_SIZE * 1j, -1 : 1 : CROP_SIZE * 1j]
    lit = picture * gain * np.clip(1 + slope[0] * xx + slope[1] * yy, 0.4, 1.6)[..., None]
    if rng.random() < 0.15:
        at, reach = rng.uniform(-1, 1, 2), rng.uniform(0.1, 0.6)
        spot = np.exp(-((xx - at[0]) ** 2 + (yy - at[1]) ** 2) / reach**2)
        lit += spot[..., None] * rng.uniform(40, 200)
    lit = 255 * np.clip(lit / 255, 0, 1) ** np.exp(rng.normal(0, 0.2))
    out = np.asarray(lit, np.float32)
    if rng.random() < 0.6:
        few = max(24, round(CROP_SIZE * float(rng.uniform(0.3, 0.9))))
        out = cv2.resize(out, (few, few), interpolation=cv2.INTER_AREA)
        out = cv2.resize(out, size, interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.4:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 2)))
    if rng.random() < 0.3:
        out += (out - cv2.GaussianBlur(out, (0, 0), 1.5)) * np.float32(rng.uniform(0.3, 1.2))
    out += rng.standard_normal((CROP_SIZE, CROP_SIZE, 1), np.float32) * float(
        rng.choice([0, 1.5, 4, 9])
    )
    stored = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        quality = int(rng.uniform(30, 90))
        _, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])
        stored = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return stored
