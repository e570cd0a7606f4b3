"""What the cameras of a table report, and the events that it becomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from referee.cards import Card
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.table.events import CameraChanged, Correctable, RevealCommitted
from referee.table.seen import Alternative, CameraStatus, CardRead, Evidence
from referee.vision.reveal import Reveal, SeatedCard


@dataclass(frozen=True)
class RevealSeen:
    """A camera has read a reveal and will not read it again."""

    camera: str
    reveal: Reveal
    frame: Frame
    votes: int

    @property
    def time_s(self) -> float:
        """When it was decided."""
        return self.frame.time_s


@dataclass(frozen=True)
class HandSeen:
    """A hand camera has read a hand that nobody else may know yet: never logged, never drawn."""

    camera: str
    seat: Seat
    cards: tuple[Card, ...]
    time_s: float

    def __repr__(self) -> str:
        return f"HandSeen({self.camera!r}, {self.seat!r}, ...)"


@dataclass(frozen=True)
class CameraTold:
    """A camera came, went, moved or got worse."""

    camera: str
    status: CameraStatus
    message: str
    time_s: float


@dataclass(frozen=True)
class Witnessed:
    """What somebody else's eyes saw, already as an event: a flag, for example."""

    camera: str
    event: Correctable
    time_s: float


Report: TypeAlias = RevealSeen | HandSeen | CameraTold | Witnessed


def event_of(report: Report, evidence: Evidence | None = None) -> Correctable | None:
    """The event for the table's log; None for a hand, whose cards are kept apart."""
    match report:
        case RevealSeen():
            return reveal_event(report.camera, report.reveal, evidence)
        case CameraTold():
            return CameraChanged(report.camera, report.status, report.message)
        case Witnessed():
            return report.event
    return None


def reveal_event(camera: str, reveal: Reveal, evidence: Evidence | None = None) -> RevealCommitted:
    """A reveal as the table writes it down."""
    cards = tuple(_card_read(card) for hand in reveal.hands.values() for card in hand)
    return RevealCommitted(cards, camera, evidence, reveal.threshold)


def _card_read(seated: SeatedCard) -> CardRead:
    sighting = seated.sighting
    others = tuple(
        Alternative(candidate.card, _share(candidate.confidence))
        for candidate in sighting.candidates[1:]
        if candidate.card is not None
    )
    return CardRead(seated.label, seated.card, _share(sighting.confidence), others)


def _share(confidence: float) -> float:
    """A confidence as the log writes it: four digits are more than it is worth."""
    return round(min(1.0, max(0.0, confidence)), 4)
