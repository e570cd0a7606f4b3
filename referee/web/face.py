"""What the pages of a table show of the game that is played there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Protocol

from referee.mus.ruleset import Ruleset
from referee.table.events import Correctable
from referee.table.state import TableState
from referee.web.overlay_view import overlay_view
from referee.web.said import said_by
from referee.web.views import view_of
from referee.web.words import Phrase

Plain = dict[str, Any]


class GamePlayed(StrEnum):
    """Which game; it is part of the names of its pages."""

    MUS = "mus"
    MOUCHE = "mouche"


LAYOUTS = {
    GamePlayed.MUS: ("full", "lower-third", "score", "seat"),
    GamePlayed.MOUCHE: ("full", "score"),
}
"""How the overlay of each game may be arranged."""


class Face(Protocol):
    """Views of one game."""

    @property
    def game(self) -> GamePlayed:
        """Which it is."""

    def view(self, state: TableState) -> Plain:
        """All sections of the dashboard but those about cameras and undoing."""

    def overlay(self, view: Mapping[str, Any]) -> Plain:
        """What the overlay shows: a part of that view."""

    def said(self, event: Correctable) -> Phrase | None:
        """What somebody said or did, in the languages of the pages; None for anything else."""


class MusFace:
    """Mus; `rules` are offered before the first match."""

    game = GamePlayed.MUS

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules

    def view(self, state: TableState) -> Plain:
        """Score, calls, reveal, flags."""
        return view_of(state, self._rules)

    def overlay(self, view: Mapping[str, Any]) -> Plain:
        """Score, hands, settlement."""
        return overlay_view(view)

    def said(self, event: Correctable) -> Phrase | None:
        """A word in a lance, a discard, a declaration."""
        return said_by(event)
