"""What cameras see, as it stands in events."""

import re
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.errors import UnreadableError
from referee.seats import Seat

DOUBTFUL_BELOW = 0.80
"""Confidence below which a card waits for a person."""


class CameraStatus(StrEnum):
    """How a camera does."""

    OK = "ok"
    DEGRADED = "degraded"
    MOVED = "moved"
    """It no longer stands where it was calibrated."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A picture or clip kept beside the log."""

    name: str
    """Relative to the folder of evidence."""
    sha256: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another card that a reading may be."""

    card: Card
    confidence: float


@dataclass(frozen=True, slots=True)
class CardRead:
    """One card of a reveal as it was read.

    `label` is the seat and the place from the owner's left, as in `A2`. Confidences are 0 to 1.
    """

    label: str
    card: Card | None
    """None for a card that lies face down."""
    confidence: float = 1.0
    alternatives: tuple[Alternative, ...] = ()
    """Likeliest first."""

    def __post_init__(self) -> None:
        require_label(self.label)
        for confidence in (self.confidence, *(a.confidence for a in self.alternatives)):
            if not 0 <= confidence <= 1:
                raise UnreadableError(f"{self.label}: a confidence is 0 to 1, not {confidence}")

    @property
    def seat(self) -> Seat:
        """Whose hand the card belongs to."""
        return Seat(self.label[0])


def require_label(label: str) -> str:
    """The label itself; raises UnreadableError unless it is a seat and a place, as in `A2`."""
    if _LABEL.fullmatch(label):
        return label
    raise UnreadableError(
        f"{label!r} is not a place of a card; write a seat and a number, as in A2"
    )


_LABEL = re.compile(r"[A-D][1-9][0-9]?")
