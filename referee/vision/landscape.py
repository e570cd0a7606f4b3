"""What a picture looks like where nothing happens, to notice that the camera has moved.

The points are compared, not the picture: a calibration file shows nobody.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame

MOVED_PX = 8.0
"""A camera whose picture has shifted by more than this, at 1920 px across, has moved."""
_WIDTH = 960
"""Pictures are compared at this width."""
_CELLS = (12, 8)
_IN_A_CELL = 6
"""Points kept of each cell of a grid, so that no single thing speaks for the whole picture."""
_ENOUGH = 12
"""Points that must agree before anything is said."""
_AGREES_PX = 2.5
_RATIO = 0.8
"""A point is matched when the second best match is clearly worse (Lowe 2004)."""
_STILL_SHARE = 0.4
"""Points that have not moved outweigh a larger group that has: players move, floors do not."""

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Landscape:
    """Points (n, 2) px of the picture and what each looks like (n, 32) bytes."""

    size: tuple[int, int]
    points: Points
    looks: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if self.points.shape != (len(self.looks), 2) or self.looks.shape[1:] != (32,):
            raise ValueError(
                f"points (n, 2) and looks (n, 32), not {self.points.shape} {self.looks.shape}"
            )

    @classmethod
    def of(cls, frame: Frame, ignore: Points | None = None) -> Landscape:
        """The points of a picture, none of them in the polygon `ignore` (px)."""
        height, width = frame.image.shape[:2]
        points, looks = _features(frame)
        if ignore is not None and len(points):
            outline = ignore.astype(np.float32)
            out = np.array(
                [cv2.pointPolygonTest(outline, (float(x), float(y)), False) < 0 for x, y in points]
            )
            points, looks = points[out], looks[out]
        return cls((width, height), points, looks)

    def shift_px(self, frame: Frame) -> float | None:
        """How far the picture has shifted where it shifted most, px; None when too little of it
        is recognised, as in the dark or behind people."""
        points, looks = _features(frame)
        before, now = self._matched(points, looks)
        if len(before) < _ENOUGH:
            return None
        scale = self.size[0] / _WIDTH
        motion, agreeing = cv2.estimateAffinePartial2D(
            before, now, method=cv2.RANSAC, ransacReprojThreshold=_AGREES_PX * scale
        )
        if motion is None or int(agreeing.sum()) < _ENOUGH:
            return None
        shifts = np.linalg.norm(now - before, axis=1)
        still = shifts < _AGREES_PX * scale
        if still.sum() >= max(_ENOUGH, _STILL_SHARE * agreeing.sum()):
            return float(np.median(shifts[still]))
        width, height = self.size
        corners = np.array([(0.0, 0), (width, 0), (0, height), (width, height)])
        there = corners @ motion[:, :2].T + motion[:, 2]
        return float(np.linalg.norm(there - corners, axis=1).max())

    def means_moved(self, shift_px: float | None) -> bool:
        """Whether a shift is more than a heavy step beside the table."""
        return shift_px is not None and shift_px > MOVED_PX * self.size[0] / 1920

    def _matched(self, points: Points, looks: NDArray[np.uint8]) -> tuple[Points, Points]:
        """The points that are recognised: where they were and where they are."""
        if len(self.points) < 2 or len(points) < 2:
            return np.zeros((0, 2)), np.zeros((0, 2))
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(self.looks, looks, k=2)
        good = [a for a, b in pairs if a.distance < _RATIO * b.distance]
        before = np.array([self.points[m.queryIdx] for m in good]).reshape(-1, 2)
        now = np.array([points[m.trainIdx] for m in good]).reshape(-1, 2)
        return before, now

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "size": list(self.size),
            "points": np.round(self.points, 1).tolist(),
            "looks": base64.b64encode(self.looks.tobytes()).decode("ascii"),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Landscape:
        """Raises ValueError, KeyError or TypeError for anything else."""
        looks = np.frombuffer(base64.b64decode(data["looks"], validate=True), np.uint8)
        points = np.asarray(data["points"], np.float64).reshape(-1, 2)
        width, height = data["size"]
        return cls((int(width), int(height)), points, looks.reshape(-1, 32))


def _features(frame: Frame) -> tuple[Points, NDArray[np.uint8]]:
    """The strongest points of each cell, px of the frame."""
    height, width = frame.image.shape[:2]
    scale = width / _WIDTH
    size = (_WIDTH, max(1, round(height / scale)))
    grey = cv2.cvtColor(
        cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    orb = cv2.ORB.create(nfeatures=3000, fastThreshold=8)
    found = orb.detect(grey, None)
    best: dict[tuple[int, int], list[Any]] = {}
    for point in sorted(found, key=lambda p: -p.response):
        cell = (
            int(point.pt[0] * _CELLS[0] / size[0]),
            int(point.pt[1] * _CELLS[1] / size[1]),
        )
        kept = best.setdefault(cell, [])
        if len(kept) < _IN_A_CELL:
            kept.append(point)
    kept_points, looks = orb.compute(grey, [point for cell in best.values() for point in cell])
    if not len(kept_points):
        return np.zeros((0, 2)), np.zeros((0, 32), np.uint8)
    points = (np.array([point.pt for point in kept_points]) + 0.5) * scale - 0.5
    return points, np.asarray(looks, np.uint8)
