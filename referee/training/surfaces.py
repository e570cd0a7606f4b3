"""Table tops and the things that lie about on them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Point = NDArray[np.float64]

_FAR = 10
"""Sides of a picture beyond which no hand reaches back into it."""


def _smooth_noise(rng: Generator, size: tuple[int, int], cells: int) -> NDArray[np.float32]:
    width, height = size
    small = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def _felt(rng: Generator, size: tuple[int, int]) -> Image:
    width, height = size
    hue, saturation, value = rng.integers(0, 180), rng.integers(0, 220), rng.integers(25, 235)
    base = cv2.cvtColor(np.uint8([[[hue, saturation, value]]]), cv2.COLOR_HSV2BGR)[0, 0]
    grain = rng.normal(0, rng.uniform(1, 12), (height, width, 1))
    blotch = rng.uniform(0, 10) * _smooth_noise(rng, size, 6)[..., None]
    return np.clip(base + grain + blotch, 0, 255).astype(np.uint8)


def _wood(rng: Generator, size: tuple[int, int]) -> Image:
    width, height = size
    dark = np.array([rng.integers(10, 90), rng.integers(30, 120), rng.integers(60, 180)])
    light = np.clip(dark * rng.uniform(1.1, 1.8), 0, 255)
    along = np.linspace(0, rng.uniform(15, 60), height)[:, None] + 3 * _smooth_noise(rng, size, 4)
    mix = (np.sin(along) * 0.5 + 0.5)[..., None] * rng.uniform(0.4, 1)
    picture = dark + (light - dark) * mix + rng.normal(0, 4, (height, width, 1))
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    return (
        picture
        if rng.random() < 0.5
        else cv2.rotate(cv2.resize(picture, (height, width)), cv2.ROTATE_90_CLOCKWISE)
    )


def _printed_cloth(rng: Generator, size: tuple[int, int]) -> Image:
    picture = _felt(rng, size)
    width, height = size
    step = int(rng.integers(8, 70))
    ink = rng.integers(0, 255, 3).tolist()
    figure = rng.choice(["check", "dots", "stripes", "flowers"])
    layer = picture.copy()
    for x in range(0, width + step, step):
        if figure in ("check", "stripes"):
            cv2.line(layer, (x, 0), (x, height), ink, max(1, step // 3))
        if figure == "check":
            cv2.line(layer, (0, x), (width, x), ink, max(1, step // 3))
        if figure in ("dots", "flowers"):
            for y in range(0, height + step, step):
                centre = (x + int(rng.normal(0, step / 8)), y)
                cv2.circle(layer, centre, max(1, step // 5), ink, -1, cv2.LINE_AA)
                if figure == "flowers":
                    for angle in np.arange(5) * 72:
                        cv2.ellipse(
                            layer,
                            centre,
                            (step // 3, step // 8),
                            float(angle),
                            0,
                            360,
                            [255 - c for c in ink],
                            -1,
                            cv2.LINE_AA,
                        )
    return cv2.addWeighted(layer, float(rng.uniform(0.2, 0.8)), picture, 0.5, 0)


def _photographed(rng: Generator, size: tuple[int, int], textures: Sequence[Image]) -> Image:
    texture = textures[int(rng.integers(len(textures)))]
    height, width = texture.shape[:2]
    scale = float(np.exp(rng.uniform(-1.0, 0.9)))
    angle = float(rng.uniform(0, 360))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale)
    matrix[:, 2] += rng.uniform(-200, 200, 2)
    picture = cv2.warpAffine(
        texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    if rng.random() < 0.4:
        tint = rng.uniform(0.4, 1.2, 3)
        picture = np.clip(picture * tint, 0, 255).astype(np.uint8)
    return picture


def table_top(rng: Generator, size: tuple[int, int], textures: Sequence[Image]) -> Image:
    """A table (width, height), sometimes with its edge and the floor beyond."""
    makers = [_felt, _wood, _printed_cloth]

    def one() -> Image:
        if textures and rng.random() < 0.55:
            return _photographed(rng, size, textures)
        return makers[int(rng.choice(3, p=[0.5, 0.25, 0.25]))](rng, size)

    picture = one()
    if rng.random() < 0.25:
        width, height = size
        beyond = one()
        angle = rng.uniform(0, 2 * np.pi)
        normal = np.array([np.cos(angle), np.sin(angle)])
        yy, xx = np.mgrid[:height, :width]
        side = (xx - width / 2) * normal[0] + (yy - height / 2) * normal[1]
        mask = side > rng.uniform(0.15, 0.5) * max(size)
        picture[mask] = (beyond[mask] * rng.uniform(0.2, 1.0)).astype(np.uint8)
    return picture


def _turned_box(
    rng: Generator, centre: NDArray[np.float64], w: float, h: float
) -> NDArray[np.int32]:
    angle = float(rng.uniform(0, 180))
    return cv2.boxPoints(((float(centre[0]), float(centre[1])), (w, h), angle)).astype(np.int32)


def draw_clutter(rng: Generator, picture: Image, mm: float) -> NDArray[np.float64]:
    """One thing that is no card, drawn in place; `mm` px a millimetre. Returns its outline box.

    The box is (4, 2) px: a negative example for the reader of faces.
    """
    height, width = picture.shape[:2]
    centre = rng.uniform((0, 0), (width, height))
    shade = rng.integers(0, 256, 3).tolist()
    kind = rng.choice(["paper", "phone", "cup", "coins", "pen", "box"])
    if kind == "paper":
        box = _turned_box(rng, centre, mm * rng.uniform(60, 150), mm * rng.uniform(80, 200))
        white = int(rng.integers(190, 250))
        cv2.fillConvexPoly(picture, box, (white, white, white), cv2.LINE_AA)
        for t in np.linspace(0.15, 0.85, int(rng.integers(2, 8))):
            p = box[0] + (box[1] - box[0]) * t
            q = box[3] + (box[2] - box[3]) * t
            a, b = sorted(rng.uniform(0.05, 0.95, 2))
            ink = [int(c) for c in rng.integers(20, 160, 3)]
            cv2.line(
                picture,
                (p + (q - p) * a).astype(int).tolist(),
                (p + (q - p) * b).astype(int).tolist(),
                ink,
                max(1, round(mm)),
                cv2.LINE_AA,
            )
        return box.astype(np.float64)
    if kind in ("phone", "box"):
        w, h = mm * rng.uniform(55, 85), mm * rng.uniform(85, 160)
        box = _turned_box(rng, centre, w, h)
        dark = [int(c) for c in rng.integers(5, 50, 3)] if kind == "phone" else shade
        cv2.fillConvexPoly(picture, box, dark, cv2.LINE_AA)
        inner = (box.mean(axis=0) + (box - box.mean(axis=0)) * rng.uniform(0.5, 0.93)).astype(int)
        cv2.polylines(
            picture,
            [inner.astype(np.int32)],
            True,
            [int(c) for c in rng.integers(0, 256, 3)],
            max(1, round(mm)),
            cv2.LINE_AA,
        )
        return box.astype(np.float64)
    point = centre.astype(int).tolist()
    if kind == "cup":
        radius = mm * rng.uniform(28, 60)
        cv2.circle(picture, point, round(radius), shade, -1, cv2.LINE_AA)
        cv2.circle(
            picture,
            point,
            round(radius * rng.uniform(0.5, 0.8)),
            rng.integers(0, 200, 3).tolist(),
            -1,
            cv2.LINE_AA,
        )
        cv2.circle(picture, point, round(radius * 0.9), [255] * 3, 1, cv2.LINE_AA)
        return _turned_box(rng, centre, 1.6 * radius, 1.6 * radius).astype(np.float64)
    if kind == "coins":
        for _ in range(int(rng.integers(2, 9))):
            spot = (centre + rng.normal(0, 15 * mm, 2)).astype(int).tolist()
            radius = max(1, round(mm * rng.uniform(4, 12)))
            cv2.circle(picture, spot, radius, shade, -1, cv2.LINE_AA)
            cv2.circle(picture, spot, radius, [c // 2 for c in shade], 1, cv2.LINE_AA)
        return _turned_box(rng, centre, 60 * mm, 60 * mm).astype(np.float64)
    end = centre + rng.normal(0, 90 * mm, 2)
    cv2.line(picture, point, end.astype(int).tolist(), shade, max(1, round(8 * mm)), cv2.LINE_AA)
    return _turned_box(rng, (centre + end) / 2, 60 * mm, 95 * mm).astype(np.float64)


def draw_hand(
    rng: Generator,
    picture: Image,
    ids: NDArray[np.int16],
    at: Point,
    mm: float,
    towards: Point | None = None,
) -> None:
    """A forearm, palm and fingers over whatever lies at `at` (px); `ids` is set to -1 below it.

    The arm leaves in the direction `towards` (px), or in any. A hand far outside the picture, as
    over a card at the camera's own feet, is not drawn: OpenCV cannot count so many pixels.
    """
    if not np.all(np.abs(at) < _FAR * max(picture.shape)):
        return
    skin = rng.uniform(70, 230) * np.array([rng.uniform(0.5, 0.75), rng.uniform(0.66, 0.86), 1.0])
    sleeve = rng.integers(0, 256, 3)
    away = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(away), np.sin(away)])
    if towards is not None:
        direction = towards / max(1e-6, float(np.linalg.norm(towards)))
    across = np.array([-direction[1], direction[0]])
    shape = np.zeros(picture.shape[:2], np.uint8)
    cloth = np.zeros(picture.shape[:2], np.uint8)

    def limb(
        mask: Image, start: NDArray[np.float64], end: NDArray[np.float64], wide: float
    ) -> None:
        cv2.line(
            mask,
            start.astype(int).tolist(),
            end.astype(int).tolist(),
            255,
            max(1, round(wide * mm)),
            cv2.LINE_AA,
        )

    palm = at + direction * 55 * mm
    limb(shape, palm, palm + direction * 35 * mm, 75)
    spread = rng.uniform(0.05, 0.3)
    for i, length in enumerate((68, 78, 74, 56)):
        turn = (i - 1.5) * spread
        finger = -direction * np.cos(turn) + across * np.sin(turn)
        start = palm + across * (i - 1.5) * 19 * mm
        limb(shape, start, start + finger * length * mm * rng.uniform(0.5, 1.05), 17)
    thumb = across * rng.choice([-1, 1])
    limb(shape, palm + thumb * 30 * mm, palm + thumb * 55 * mm - direction * 35 * mm, 19)
    limb(shape, palm, palm + direction * 160 * mm, 55)
    limb(cloth, palm + direction * 110 * mm, palm + direction * 900 * mm, 85)
    grain = cv2.resize(rng.normal(0, 1, (5, 5)).astype(np.float32), shape.shape[::-1])[..., None]
    edge = cv2.distanceTransform((shape > 127).astype(np.uint8), cv2.DIST_L2, 3)
    round_off = 0.6 + 0.4 * np.clip(edge / max(1.0, 9 * mm), 0, 1)[..., None]
    for mask, colour in ((shape, skin), (cloth, sleeve)):
        alpha = (mask.astype(np.float32) / 255)[..., None]
        painted = colour * (round_off if mask is shape else 1.0) + 8 * grain
        picture[:] = np.clip(picture * (1 - alpha) + painted * alpha, 0, 255).astype(np.uint8)
        ids[mask > 127] = -1
