"""What light, lens, sensor and file do to a picture of a table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def _light(rng: Generator, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    gain = np.exp(rng.normal(-0.1, 0.2)) * np.exp(rng.normal(0, rng.choice([0.03, 0.12]), 3))
    yy, xx = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    slope = rng.normal(0, rng.choice([0.05, 0.3]), 2)
    field = np.clip(1 + slope[0] * xx + slope[1] * yy, 0.35, 1.6)
    if rng.random() < 0.3:
        blob = cv2.resize(
            rng.uniform(0.4, 1.1, (3, 3)).astype(np.float32),
            (width, height),
            interpolation=cv2.INTER_CUBIC,
        )
        field = field * blob
    lit = picture * np.float32(gain) * field[..., None]
    if rng.random() < 0.25:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.uniform(-1, 1, 2)
            reach = rng.uniform(0.03, 0.35)
            spot = np.exp(-(((xx - x) ** 2 + ((yy - y) * rng.uniform(0.5, 2)) ** 2) / reach**2))
            lit = lit + spot[..., None] * rng.uniform(40, 220)
    return lit


def _blur(rng: Generator, picture: NDArray[np.float32], detail: float) -> NDArray[np.float32]:
    kind = rng.choice(["none", "soft", "motion"], p=[0.6, 0.3, 0.1])
    if kind == "soft":
        return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.0) * detail))
    if kind == "motion":
        length = max(2, round(rng.uniform(1.5, 4) * detail))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1.0 / length
        turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, turn, (length, length))
        return cv2.filter2D(picture, -1, kernel / max(1e-6, float(kernel.sum())))
    return picture


def _smeared(rng: Generator, picture: NDArray[np.float32], detail: float) -> NDArray[np.float32]:
    """Spots where nothing is sharp: a finger's grease on the lens, a reflection on the plastic."""
    height, width = picture.shape[:2]
    spots = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 8))):
        at = (int(rng.integers(width)), int(rng.integers(height)))
        axes = (
            max(2, round(rng.uniform(6, 26) * detail)),
            max(2, round(rng.uniform(4, 9) * detail)),
        )
        cv2.ellipse(spots, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    spots = cv2.GaussianBlur(spots, (0, 0), float(max(0.7, 1.5 * detail)))[..., None]
    smooth = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(4, 9) * max(0.7, detail)))
    return picture * (1 - spots) + smooth * spots


def photograph(rng: Generator, scene: Image, detail: float) -> Image:
    """The scene (BGR) as a camera stores it; `detail` px of blur still leave a card readable."""
    picture = _light(rng, scene.astype(np.float32))
    picture = _blur(rng, picture, detail)
    if rng.random() < 0.25:
        picture = _smeared(rng, picture, detail)
    if rng.random() < 0.2:
        scale = float(rng.uniform(0.5, 0.9))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, scene.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.8, 2)))
        picture = picture + (picture - soft) * float(rng.uniform(0.3, 1.5))
    picture = 255 * np.clip(picture / 255, 0, 1) ** float(np.exp(rng.normal(0, 0.2)))
    noise = rng.choice([0, 1.5, 4, 9], p=[0.25, 0.35, 0.25, 0.15])
    if noise:
        grain = rng.standard_normal(picture.shape[:2], np.float32)[..., None]
        chroma = cv2.resize(
            rng.standard_normal((scene.shape[0] // 2, scene.shape[1] // 2, 3), np.float32),
            scene.shape[1::-1],
        )
        picture = picture + noise * (grain + 0.7 * chroma)
    stored = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.uniform(30, 96))
        _, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])
        stored = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return stored
