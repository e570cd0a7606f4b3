"""The table of the samples: cloth, wooden rim, floor, camera and light."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from referee.training.camera import TableCamera, look_at
from referee.training.layouts import Placement
from referee.training.looks import Look
from referee.training.scene import Light, SceneCard

Image = NDArray[np.uint8]

HALF_MM = 430.0
SEAT_DISTANCE_MM = 255.0
LIGHT = Light(direction=0.9, length_mm=1.4, depth=0.35)
AS_PRINTED = Look()


def camera(width: int, height: int, card_px: float) -> TableCamera:
    """A camera on a stand behind seat A, looking steeply down."""
    return look_at(
        (0.0, -12.0),
        card_px,
        (width, height),
        elevation=math.radians(66),
        azimuth=-math.pi / 2,
        roll=0.0,
        distance_mm=1500.0,
        k1=0.004,
    )


def _outline(view: TableCamera, half_mm: float) -> NDArray[np.int32]:
    steps = np.linspace(-half_mm, half_mm, 24)
    sides = [
        np.column_stack([steps, np.full(24, -half_mm)]),
        np.column_stack([np.full(24, half_mm), steps]),
        np.column_stack([steps[::-1], np.full(24, half_mm)]),
        np.column_stack([np.full(24, -half_mm), steps[::-1]]),
    ]
    return np.round(view.project(np.concatenate(sides))).astype(np.int32)


def draw_table(rng: Generator, view: TableCamera) -> Image:
    """Floor, wooden rim and green cloth with its weave (BGR)."""
    shape = (view.height, view.width)
    grain = rng.standard_normal(shape, np.float32)
    soft = cv2.GaussianBlur(rng.standard_normal(shape, np.float32), (0, 0), 40) * 30
    picture = np.empty((*shape, 3), np.float32)
    picture[:] = (38, 44, 52)
    picture += (2 * grain + 3 * soft)[..., None]
    rim = np.zeros(shape, np.uint8)
    cv2.fillPoly(rim, [_outline(view, HALF_MM + 45)], 255, cv2.LINE_AA)
    cloth = np.zeros(shape, np.uint8)
    cv2.fillPoly(cloth, [_outline(view, HALF_MM)], 255, cv2.LINE_AA)
    streaks = cv2.GaussianBlur(rng.standard_normal(shape, np.float32), (0, 0), 25, sigmaY=1.2)
    wood = np.float32((52, 84, 128)) + (90 * streaks)[..., None]
    felt = np.float32((62, 96, 36)) + (3.5 * grain + 4 * soft)[..., None]
    for surface, mask in ((wood, rim), (felt, cloth)):
        alpha = (mask.astype(np.float32) / 255)[..., None]
        picture = picture * (1 - alpha) + surface * alpha
    return np.clip(picture, 0, 255).astype(np.uint8)


def hand_at(
    seat: str, codes: Sequence[str], placements: Sequence[Placement], away_mm: float = 0.0
) -> list[SceneCard]:
    """A hand laid before its owner; `away_mm` pulls it back towards the table's edge."""
    turn = "ABCD".index(seat) * math.pi / 2
    cos, sin = math.cos(turn), math.sin(turn)
    cards = []
    for code, p in zip(codes, placements, strict=True):
        x, y = p.x, p.y - SEAT_DISTANCE_MM - away_mm
        there = Placement(cos * x - sin * y, sin * x + cos * y, p.turn + turn)
        cards.append(SceneCard(code, there, seat))
    return cards


def expose(rng: Generator, picture: Image) -> Image:
    """Lamp fall-off, a little lens softness and sensor noise."""
    height, width = picture.shape[:2]
    yy, xx = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    lamp = 1.08 - 0.28 * ((xx - 0.15) ** 2 + (yy + 0.1) ** 2)
    lit = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 0.6) * lamp[..., None]
    lit += 2.2 * rng.standard_normal((height, width, 1), np.float32)
    return np.clip(lit, 0, 255).astype(np.uint8)
