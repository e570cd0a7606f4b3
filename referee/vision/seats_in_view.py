"""Which seat a card belongs to: by the table's profile, or by four groups round the centre."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.seats import Seat

HAND_SIZE = 4


class ProfileError(UnreadableError):
    """A table profile that cannot be used."""


@dataclass(frozen=True)
class TableProfile:
    """The card area of every seat as a polygon in px of the calibrated picture."""

    image_size: tuple[int, int]
    polygons: Mapping[Seat, NDArray[np.float64]]

    def __post_init__(self) -> None:
        if set(self.polygons) != set(Seat):
            raise ProfileError(
                f"a profile needs the polygons of A, B, C and D, not {[*self.polygons]}"
            )
        for seat, polygon in self.polygons.items():
            if polygon.ndim != 2 or polygon.shape[0] < 3 or polygon.shape[1] != 2:
                raise ProfileError(f"seat {seat}: a polygon is three or more [x, y] in px")

    @classmethod
    def read(cls, path: Path) -> TableProfile:
        """From JSON: `{"image_size": [w, h], "seats": {"A": [[x, y], ...], "B": ...}}`."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            polygons = {
                Seat(seat): np.asarray(points, np.float64) for seat, points in data["seats"].items()
            }
            width, height = data["image_size"]
            return cls((int(width), int(height)), polygons)
        except OSError as error:
            raise ProfileError(f"{path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProfileError(
                f'{path}: not a table profile ({error}); expected {{"image_size": [w, h], '
                '"seats": {"A": [[x, y], ...], "B": ..., "C": ..., "D": ...}}'
            ) from None

    def seat_of(self, point: NDArray[np.floating]) -> Seat | None:
        """The seat whose polygon holds a point (px), or None outside all of them."""
        depth = {
            seat: cv2.pointPolygonTest(
                polygon.astype(np.float32), (float(point[0]), float(point[1])), True
            )
            for seat, polygon in self.polygons.items()
        }
        best = max(depth, key=lambda seat: depth[seat])
        return best if depth[best] >= 0 else None


def seats_by_layout(centres: NDArray[np.floating]) -> list[Seat]:
    """A seat for each card centre (n, 2) px, from the picture alone.

    Cards are ordered by their angle about the middle of the table and cut into four runs where the
    gaps are widest, runs of four being preferred. The run nearest the lower edge of the picture is
    seat A; B, C, D follow counter-clockwise as seen from above.
    """
    n = len(centres)
    if n == 0:
        return []
    points = np.asarray(centres, np.float64)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    groups = [list(range(n))]
    for _ in range(3):
        groups = _runs(points - middle)
        middle = np.mean([points[group].mean(axis=0) for group in groups], axis=0)
    angles = [_angle(points[group].mean(axis=0) - middle) for group in groups]
    first = int(np.argmin([abs(_wrapped(angle + math.pi / 2)) for angle in angles]))
    order = sorted(range(len(groups)), key=lambda g: (angles[g] - angles[first]) % (2 * math.pi))
    seats = [Seat.A] * n
    for seat, group in zip(_seats_for(angles, order), order, strict=True):
        for card in groups[group]:
            seats[card] = seat
    return seats


def _seats_for(angles: Sequence[float], order: Sequence[int]) -> list[Seat]:
    """A B C D for four groups; for fewer, the quarter turn that each group is nearest to."""
    names = list(Seat)
    if len(order) == HAND_SIZE:
        return names
    start = angles[order[0]]
    quarters = [round(((angles[g] - start) % (2 * math.pi)) / (math.pi / 2)) % 4 for g in order]
    return [names[q] for q in quarters] if len(set(quarters)) == len(order) else names[: len(order)]


def _angle(offset: NDArray[np.float64]) -> float:
    """Counter-clockwise angle, y up, of an offset in px (y down)."""
    return math.atan2(-offset[1], offset[0])


def _wrapped(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi


def _runs(offsets: NDArray[np.float64]) -> list[list[int]]:
    """Indices of cards in at most four runs of neighbouring angles."""
    n = len(offsets)
    angles = np.arctan2(-offsets[:, 1], offsets[:, 0])
    order = [int(i) for i in np.argsort(angles, kind="stable")]
    if n < 4:
        return [[i] for i in order]
    gaps = [
        _wrapped(angles[order[(i + 1) % n]] - angles[order[i]]) % (2 * math.pi) for i in range(n)
    ]
    likely = sorted(range(n), key=lambda i: -gaps[i])[:14]
    best: tuple[float, list[int]] = (-math.inf, [])
    for cuts in itertools.combinations(sorted(likely), 4):
        sizes = [(b - a) % n or n for a, b in zip(cuts, (*cuts[1:], cuts[0]), strict=True)]
        score = sum(gaps[c] for c in cuts) - 0.5 * sum(abs(s - HAND_SIZE) for s in sizes)
        if score > best[0]:
            best = (score, list(cuts))
    cuts = best[1]
    runs = []
    for a, b in zip(cuts, [*cuts[1:], cuts[0] + n], strict=True):
        runs.append([order[k % n] for k in range(a + 1, b + 1)])
    return runs
