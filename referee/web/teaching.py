"""What the web asks of whoever teaches the reader a deck. Pixels are looked at elsewhere.

Cards are codes as the faces are written: `7O` with Spanish faces, `Kh` with French ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from referee.errors import Refusal


class Stage(StrEnum):
    """How far a lesson has come."""

    SHOWING = "showing"
    """Cards are shown, or named by a person."""
    FITTING = "fitting"
    """The deck is worked out; the camera is the table's again."""
    KEPT = "kept"
    CANCELLED = "cancelled"


class Sight(StrEnum):
    """Whether the camera of a lesson sees anything."""

    LIVE = "live"
    LOST = "lost"
    OVER = "over"
    """It was a recording, and all of it was seen."""


@dataclass(frozen=True)
class LessonWish:
    """A lesson as a person wants it."""

    camera: str
    name: str
    """Of the deck."""
    count: int
    """Of its cards."""


@dataclass(frozen=True)
class CardSeen:
    """A card that was shown: its number, and what it is taken for."""

    number: int
    card: str
    views: int
    named: bool
    """By a person."""


@dataclass(frozen=True)
class CardInDoubt:
    """A card that a person must name; the likeliest name comes first."""

    number: int
    candidates: tuple[str, ...]
    foreign: str | None = None
    """The card of another pack that it looks like, where that is plain."""


@dataclass(frozen=True)
class CardTooMany:
    """A card that has no place in the pack: it looks like another, or like no card of the pack."""

    number: int
    card: str
    twins: tuple[int, ...]
    """Numbers of the cards that it looks like."""
    foreign: bool


@dataclass(frozen=True)
class LessonSeen:
    """A lesson as everybody on the page sees it."""

    id: str
    """Another for each lesson, also after a new start: in each, cards are numbered from 1."""
    camera: str
    name: str
    stage: Stage
    sight: Sight
    pack: tuple[str, ...]
    """Every card that is wanted, suit by suit."""
    seen: tuple[CardSeen, ...]
    """Those without doubt."""
    doubts: tuple[CardInDoubt, ...]
    too_many: tuple[CardTooMany, ...]
    missing: tuple[str, ...]
    back: bool
    """Whether a back was shown."""
    complete: bool
    """Whether it can be kept."""
    full: bool
    """Whether so much was shown that no more is looked at."""
    fitted: float
    """Share of the working out that is done, 0 to 1."""
    refusal: Refusal | None
    """Why it ended, or why it could not be kept."""


@dataclass(frozen=True)
class DeckKept:
    """A deck that was taught, or a file that should be one."""

    name: str
    file: str
    cards: int
    faces: str
    used: bool
    """Whether this table compares cards with it now."""
    damaged: bool
    outdated: bool
    """Taught to another version of the reader: it must be taught again."""


@dataclass(frozen=True)
class School:
    """What can be taught here, and what `table.yaml` says."""

    cameras: tuple[str, ...]
    faces: str
    """`spanish` or `french`."""
    packs: tuple[int, ...]
    """How many cards a deck may have, the usual number first."""
    configured: str | None
    """The deck, or `auto`, that the table starts with."""


class Teacher(Protocol):
    """Whoever teaches decks at this table; one lesson at a time, which everybody sees."""

    def school(self) -> School:
        """What can be taught here."""

    def lesson(self) -> LessonSeen | None:
        """The lesson that goes on, or the last one that ended."""

    def decks(self) -> Sequence[DeckKept]:
        """All that were taught on this machine."""

    def begin(self, wish: LessonWish) -> None:
        """Begin a lesson; raises RefereeError while another goes on."""

    def name(self, number: int, card: str) -> None:
        """Say what a card is; raises RefereeError."""

    def leave_out(self, number: int) -> None:
        """Say that a card does not count; raises RefereeError."""

    def picture(self, number: int) -> bytes:
        """A card as it was seen, JPEG; raises RefereeError where there is none."""

    def keep(self, tell: Callable[[str], object]) -> None:
        """Begin to work the deck out; it is kept and used once `tell` has told of it.

        Raises RefereeError while cards are missing or doubtful.
        """

    def cancel(self) -> None:
        """End the lesson and keep nothing; raises RefereeError where none goes on."""
