"""A pinhole camera above a table: table millimetres to pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


@dataclass(frozen=True)
class TableCamera:
    """Homography (3, 3) from table mm (x right, y up, seen from above) to px (y down).

    `k1` is a mild radial distortion about the middle of the picture, in units of its half width.
    """

    homography: NDArray[np.float64]
    width: int
    height: int
    k1: float

    def project(self, points_mm: NDArray[np.floating]) -> NDArray[np.float64]:
        """(..., 2) mm on the table to (..., 2) px, lens distortion included."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
        homogeneous = np.column_stack([flat, np.ones(len(flat))]) @ self.homography.T
        px = homogeneous[:, :2] / homogeneous[:, 2:]
        middle = np.array([self.width, self.height]) / 2
        offset = px - middle
        radius2 = (offset**2).sum(axis=1, keepdims=True) / (self.width / 2) ** 2
        return (middle + offset * (1 + self.k1 * radius2)).reshape(np.shape(points_mm))


def look_at(
    target_mm: tuple[float, float],
    card_px: float,
    size: tuple[int, int],
    *,
    elevation: float,
    azimuth: float,
    roll: float,
    distance_mm: float,
    k1: float = 0.0,
) -> TableCamera:
    """A camera whose picture (width, height) has `target_mm` in its middle.

    A 95 mm long line at the target, square to the view, is `card_px` px long. Angles in radians;
    elevation pi/2 looks straight down.
    """
    width, height = size
    focal = card_px * distance_mm / 95.0
    back = np.array(
        [
            math.cos(elevation) * math.cos(azimuth),
            math.cos(elevation) * math.sin(azimuth),
            math.sin(elevation),
        ]
    )
    position = np.array([*target_mm, 0.0]) + distance_mm * back
    forward = -back
    side = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    down = np.cross(forward, side)
    turned = np.stack(
        [
            math.cos(roll) * side + math.sin(roll) * down,
            -math.sin(roll) * side + math.cos(roll) * down,
            forward,
        ]
    )
    intrinsics = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    plane = np.column_stack([turned[:, 0], turned[:, 1], -turned @ position])
    return TableCamera(intrinsics @ plane, width, height, k1)


def random_camera(
    rng: Generator, target_mm: tuple[float, float], card_px: float, size: tuple[int, int]
) -> TableCamera:
    """From straight above to 35 degrees, from a phone at arm's length to a lamp over the table."""
    return look_at(
        target_mm,
        card_px,
        size,
        elevation=math.radians(rng.choice([rng.uniform(35, 60), rng.uniform(55, 90)])),
        azimuth=rng.uniform(-math.pi, math.pi),
        roll=rng.normal(0, 0.1),
        distance_mm=math.exp(rng.uniform(math.log(400), math.log(2200))),
        k1=float(rng.normal(0, 0.012)),
    )
