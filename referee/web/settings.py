"""What the web asks of whoever keeps a table's settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Settings:
    """What an admin may change from a page."""

    ruleset: str
    """House rules of new matches, by name."""
    signals: str | None
    """The list of signals, by name; None for the ruleset's own."""
    cards_only: bool
    """No camera is turned to a face."""
    retention_days: float
    """How long clips are kept."""


class SettingsKeeper(Protocol):
    """Whoever keeps the settings; they count from the next start of the table."""

    @property
    def running(self) -> Settings:
        """Those that the table was started with."""

    def read(self) -> Settings:
        """Those that are kept now; raises RefereeError when they cannot be read."""

    def text(self) -> str:
        """All that is kept, for people to read, without secrets."""

    def write(self, settings: Settings, tell: Callable[[], object]) -> None:
        """Keep others, once `tell` has told of them; raises RefereeError with every fault, or
        what `tell` raises, and keeps nothing then."""

    def lists(self) -> tuple[str, ...]:
        """The lists of signals there are."""
