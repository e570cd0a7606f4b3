"""Cut one card out of a picture and turn it upright."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

CROP_SIZE = 128
"""Side of the square crop, px. A card is 61 x 95 mm: the crop is squeezed, which a classifier
does not mind and ultralytics' square classification input wants."""
MARGIN = 0.04
"""Share of the crop on each side that lies outside the card's corners."""


def rectify(
    image: Image, quad: NDArray[np.floating], size: int = CROP_SIZE, margin: float = MARGIN
) -> Image:
    """The card with corners `quad` (4, 2) px TL TR BR BL as a (size, size, 3) picture.

    Parts outside the picture are filled from its edge.
    """
    quad = np.asarray(quad, np.float64)
    edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    shrink = float(np.max(edges)) / (1.5 * size)
    if shrink > 1:
        image, quad = _shrunk_region(image, quad, shrink, margin)
    low, high = margin * size - 0.5, (1 - margin) * size - 0.5
    target = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    crop = cv2.warpPerspective(
        image, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def _shrunk_region(
    image: Image, quad: NDArray[np.float64], shrink: float, margin: float
) -> tuple[Image, NDArray[np.float64]]:
    """The part of the picture about the card, area-averaged so that fine print does not alias."""
    height, width = image.shape[:2]
    low, high = quad.min(axis=0), quad.max(axis=0)
    reach = margin * (high - low) + 2 * shrink
    x0, y0 = np.floor(np.clip(low - reach, 0, (width - 2, height - 2))).astype(int)
    x1, y1 = np.ceil(np.clip(high + reach, (x0 + 2, y0 + 2), (width, height))).astype(int)
    region = image[y0:y1, x0:x1]
    size = (max(1, round((x1 - x0) / shrink)), max(1, round((y1 - y0) / shrink)))
    small = cv2.resize(region, size, interpolation=cv2.INTER_AREA)
    scale = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)])
    return np.asarray(small, np.uint8), (quad - (x0, y0) + 0.5) * scale - 0.5
