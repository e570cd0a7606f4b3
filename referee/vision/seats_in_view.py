"""Which seat a card belongs to: by the table's profile, or by the four hands round the centre."""

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
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.hands_in_view import as_from_above, hands_by_layout

_EQUALLY_LOW = 0.25
"""In card lengths; two hands come as near only where a table is seen across a corner."""


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

    def require_size(self, frame: Frame) -> None:
        """Raises ProfileError unless the frame has the size that the profile was made for."""
        height, width = frame.image.shape[:2]
        if (width, height) != self.image_size:
            raise ProfileError(
                f"{frame.source}: the picture has {width}x{height} px, the table profile is for "
                f"{self.image_size[0]}x{self.image_size[1]}; set that size on the camera, or run "
                "`referee calibrate` again"
            )

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


def seats_by_layout(quads: NDArray[np.floating]) -> list[Seat]:
    """A seat for each card (n, 4, 2) px, TL TR BR BL, from the picture alone.

    The hand lowest in the picture is seat A; B, C, D follow counter-clockwise as seen from above.
    Of fewer than four hands, the two furthest apart are taken to face each other.
    """
    quads = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    hands = hands_by_layout(quads)
    seats = [Seat.A] * len(quads)
    for seat, hand in zip(_seats_of(hands, quads), hands, strict=True):
        for card in hand:
            seats[card] = seat
    return seats


def equally_low(quads: NDArray[np.floating], seats: Sequence[Seat | None]) -> tuple[Seat, ...]:
    """The two of four hands that lie lowest in the picture, where a few px decide which is A's.

    Cards (n, 4, 2) px, TL TR BR BL, and their seats by layout.
    """
    heights = {
        seat: float(
            np.mean([quad[:, 1] for quad, at in zip(quads, seats, strict=True) if at is seat])
        )
        for seat in Seat
        if seat in seats
    }
    if len(heights) < len(Seat):
        return ()
    second, lowest = sorted(heights, key=lambda seat: heights[seat])[-2:]
    length = float(np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)))
    close = heights[lowest] - heights[second] < _EQUALLY_LOW * length
    return (lowest, second) if close else ()


def _seats_of(hands: Sequence[Sequence[int]], quads: NDArray[np.float64]) -> list[Seat]:
    """A seat for each hand; the hands come counter-clockwise."""
    if not hands:
        return []
    lowest = int(np.argmax([quads[hand].mean(axis=(0, 1))[1] for hand in hands]))
    places = [(i - lowest) % len(hands) for i in range(len(hands))]
    if len(hands) < len(Seat):
        flat = as_from_above(quads)
        quarters = _quarters([flat[hand].mean(axis=(0, 1)) for hand in hands], lowest)
        if len(set(quarters)) == len(hands):
            places = quarters
    return [tuple(Seat)[place] for place in places]


def _quarters(spots: Sequence[NDArray[np.float64]], first: int) -> list[int]:
    """Quarter turns, counter-clockwise, from one spot to each about the middle of the farthest."""
    a, b = max(
        itertools.combinations_with_replacement(spots, 2),
        key=lambda pair: float(np.linalg.norm(pair[0] - pair[1])),
    )
    offsets = np.array(spots) - (a + b) / 2
    angles = np.arctan2(-offsets[:, 1], offsets[:, 0])
    return [round(float(angle - angles[first]) / (math.pi / 2)) % len(Seat) for angle in angles]
