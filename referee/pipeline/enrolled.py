"""What the players of a match showed before it: used while it is played, forgotten with it."""

from __future__ import annotations

import logging

from referee.errors import RefereeError
from referee.seats import Seat
from referee.signals.templates import NOTHING_SHOWN, MatchTemplates, Templates
from referee.table.state import TableState

log = logging.getLogger(__name__)


class Enrolled:
    """The templates that lie in one folder, for the match that is played now or next."""

    def __init__(self, store: MatchTemplates) -> None:
        self._store = store
        self._match: int | None = None
        self._looked = False

    def follow(self, state: TableState) -> bool:
        """Whether what players showed must be read anew; what was shown for a match that is over
        is deleted."""
        last = state.match
        match = last.number if last and not last.closed else None
        if self._looked and match == self._match:
            return False
        if self._match is not None:
            self._forget()
        self._match, self._looked = match, True
        return True

    def of(self, seat: Seat) -> Templates:
        """What the player at a seat has shown; nothing where it cannot be read."""
        try:
            return self._store.load(seat.value)
        except (RefereeError, OSError) as error:
            log.warning("what %s showed is left out: %s", seat, error)
            return NOTHING_SHOWN

    def _forget(self) -> None:
        try:
            self._store.delete()
        except OSError as error:
            log.error("what players showed for a match that is over cannot be deleted: %s", error)
