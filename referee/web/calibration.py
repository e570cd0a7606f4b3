"""What the web asks of whoever calibrates cameras. Pixels are looked at elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from referee.seats import Seat


class Way(StrEnum):
    """How the table is found in the picture."""

    MAT = "mat"
    CORNERS = "corners"
    FACES = "faces"
    """Not at all: the camera sees players only."""


@dataclass(frozen=True)
class Spot:
    """A point of the picture, px."""

    x: float
    y: float


@dataclass(frozen=True)
class FaceArea:
    """Where a player's face is looked for, px from the upper left of the picture."""

    seat: Seat
    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Top:
    """The table top, mm."""

    width_mm: float
    """From D to B."""
    depth_mm: float
    """From A to C."""


@dataclass(frozen=True)
class Wish:
    """A calibration as a person wants it."""

    way: Way
    top: Top | None = None
    corners: tuple[Spot, ...] = ()
    """Between D and A, A and B, B and C, C and D."""
    below: Seat | None = None
    """Who sits nearest to the lower edge of the picture."""
    faces: tuple[FaceArea, ...] = ()
    seats: Mapping[Seat, tuple[Spot, ...]] = field(default_factory=dict)
    """Card areas drawn by hand; those of the other seats follow from the table."""


@dataclass(frozen=True)
class Proof:
    """A calibration drawn on the newest picture, and how good it is."""

    jpeg: bytes
    width: int
    height: int
    px_per_mm: float | None
    """In the middle of the table; None where no table is seen."""
    points: int | None
    """Points that the table was fitted to."""
    error_px: float | None
    """None for four corners, which fit exactly and prove nothing."""
    error_mm: float | None
    seats: Mapping[Seat, tuple[Spot, ...]] = field(default_factory=dict)
    """Card areas; empty where no table is seen."""


@dataclass(frozen=True)
class Calibratable:
    """A camera that can be calibrated."""

    name: str
    role: str
    """`cards` or `faces`."""
    file: str
    """Where its calibration is or will be stored."""
    made: datetime | None
    """None while there is none."""


class Calibrator(Protocol):
    """Whoever can calibrate the cameras of this table."""

    def cameras(self) -> Sequence[Calibratable]:
        """Those whose pictures people may see."""

    def picture(self, name: str) -> bytes:
        """The newest picture as it is, JPEG; raises NotAllowedError where there is none."""

    def prove(self, name: str, wish: Wish) -> Proof:
        """Try a calibration and store nothing; raises RefereeError with what is wrong."""

    def store(self, name: str, wish: Wish, tell: Callable[[Proof], object]) -> Proof:
        """Try it, and keep it for the next start, once `tell` has told of it; raises
        RefereeError, or what `tell` raises, and keeps nothing then."""
