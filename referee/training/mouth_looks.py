"""One cut-out of a mouth as other cameras might have seen it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.signals.mouth_cut import MOUTH_AT, SIZE
from referee.signals.mouth_model import SIDE, window

_SIDES = {"left": "right", "right": "left"}


def varied(
    picture: NDArray[np.uint8], yaw_deg: float, label: str, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], str]:
    """The network's window of it, (SIDE, SIDE, 3) BGR, and what it then shows.

    Mirrored half the time, which swaps the sides; turned, moved and resized as landmarks err; in
    another light, from farther away, noisy and packed as JPEG.
    """
    mirror = bool(rng.integers(2))
    yaw_deg = (-yaw_deg if mirror else yaw_deg) + rng.normal(0, 3)
    look = _in_another_light(window(_moved(picture, mirror, rng), yaw_deg), rng)
    return _through_a_camera(look, rng), other_side(label) if mirror else label


def other_side(label: str) -> str:
    """The same gesture made to the other side."""
    stem, _, side = label.rpartition("_")
    return f"{stem}_{_SIDES[side]}" if side in _SIDES else label


def _moved(picture: NDArray[np.uint8], mirror: bool, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The middle of the mouth hardly leaves its place."""
    angle, size, lean, right, down = rng.normal(0, (0.09, 0.08, 0.05, 3, 3))
    size = np.exp(size)
    cos, sin = size * np.cos(angle), size * np.sin(angle)
    turn = np.array([[cos, lean - sin], [sin, cos]])
    if mirror:
        turn[:, 0] *= -1
    shift = MOUTH_AT - turn @ MOUTH_AT + (right, down)
    into = np.hstack([turn, shift[:, np.newaxis]])
    moved = cv2.warpAffine(picture, into, SIZE, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _in_another_light(look: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    gamma, light, *colours = np.exp(rng.normal(0, (0.25, 0.2, 0.08, 0.08, 0.08)))
    across, down = rng.normal(0, 0.15, 2)
    ramp = np.linspace(-1, 1, SIDE, dtype=np.float32)
    slope = light * (1 + across * ramp + down * ramp[:, np.newaxis])
    bright = (look.astype(np.float32) / 255) ** np.float32(gamma)
    bright *= slope[..., np.newaxis] * np.array(colours, np.float32)
    grey = bright.mean(axis=2, keepdims=True)
    return np.asarray(
        (255 * (grey + (bright - grey) * rng.uniform(0.6, 1.3))).clip(0, 255), np.uint8
    )


def _through_a_camera(look: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    far, noisy, packed = rng.random(3) < 0.5
    if far:
        side = int(rng.integers(SIDE // 2, SIDE))
        small = cv2.resize(look, (side, side), interpolation=cv2.INTER_AREA)
        look = np.asarray(cv2.resize(small, (SIDE, SIDE)), np.uint8)
    if noisy:
        noise = rng.standard_normal(look.shape, np.float32) * rng.uniform(1, 6)
        look = np.asarray((look + noise).clip(0, 255), np.uint8)
    if packed:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))]
        look = np.asarray(cv2.imdecode(cv2.imencode(".jpg", look, quality)[1], 1), np.uint8)
    return look
