"""The desk of one table: intents come in, events are written, views go out.

One lock makes an intent, its events and the views that follow one step, whoever asks: a page, a
camera or another program.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import RLock
from typing import Any, Protocol

from referee.cards import Card
from referee.errors import NotAllowedError, RefereeError
from referee.mus.hands import Kings
from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.codec import kind_of
from referee.table.commands import Intent, decide
from referee.table.database import LogError
from referee.table.events import Event, Recorded
from referee.table.fold import Table, fold
from referee.table.hidden import SALT_BYTES, HiddenHand, UnrevealedHands
from referee.table.state import TableState
from referee.web.evidence import Evidence
from referee.web.face import Face, MusFace
from referee.web.feed import Feed
from referee.web.overlay_view import with_unrevealed
from referee.web.timeline import Timeline
from referee.web.undoing import undo_view
from referee.web.views import Plain


class NotStoredError(RefereeError):
    """The log could not be written: nothing was changed, and the same may be tried again."""


class Journal(Protocol):
    """Where events are written."""

    def read(self) -> Sequence[Recorded]:
        """All events, in order."""

    def append(self, events: Sequence[Event], by: str) -> Sequence[Recorded]:
        """Write events, all or none, and say how they were recorded."""

    def append_hidden(self, hand: HiddenHand, by: str) -> Sequence[Recorded]:
        """Write that a hand was sealed, and keep its cards elsewhere."""


class Memory:
    """A journal that is forgotten with the process: for a demonstration and for tests."""

    def __init__(self) -> None:
        self._recorded: list[Recorded] = []

    def read(self) -> Sequence[Recorded]:
        """All events, in order."""
        return tuple(self._recorded)

    def append(self, events: Sequence[Event], by: str) -> Sequence[Recorded]:
        """Number the events."""
        first, now = len(self._recorded) + 1, datetime.now(UTC)
        new = [Recorded(first + i, now, by, event) for i, event in enumerate(events)]
        self._recorded += new
        return new

    def append_hidden(self, hand: HiddenHand, by: str) -> Sequence[Recorded]:
        """The seal alone."""
        return self.append((hand.event,), by)


_GATHERS = ("misdealt", "deal_settled", "match_closed", "mouche_settled", "mouche_closed")
"""Events after which the cards go back into the pack. Hands may be lifted to a camera before
anybody says that the next deal has begun."""


class Desk:
    """One table. `clock` gives seconds that never go back.

    `rules` are offered for a match of Mus; another game is played where a `face` is given.
    """

    def __init__(
        self,
        journal: Journal,
        name: str = "table",
        evidence: Evidence | None = None,
        clock: Callable[[], float] = time.monotonic,
        rules: Ruleset | None = None,
        face: Face | None = None,
    ) -> None:
        self.evidence = evidence or Evidence(None)
        self.on_events: list[Callable[[Sequence[Recorded], float], None]] = []
        """Called with new events and the seconds until every page was handed its message."""
        self.feed = Feed(name)
        self._journal = journal
        self._clock = clock
        self._rules = rules or Ruleset.preset()
        self.face: Face = face or MusFace(self._rules)
        self._lock = RLock()
        self._table = Table.of(journal.read())
        self._public = Timeline(clock)
        self._unrevealed = UnrevealedHands()
        self._gathered = 0
        self._fault: str | None = None
        self.feed.tell("cameras", datetime.now(UTC).isoformat(), {"cameras": []})
        self._publish("start", datetime.now(UTC))

    @property
    def table(self) -> Table:
        """Events and state as they are now."""
        return self._table

    @property
    def state(self) -> TableState:
        """The state as it is now."""
        return self._table.state

    @property
    def events(self) -> int:
        """How many there are."""
        return len(self._table.recorded)

    @property
    def gathered(self) -> int:
        """How often the cards went back into the pack."""
        return self._gathered

    def faults(self) -> list[str]:
        """What keeps the log from being written, as sentences."""
        return [self._fault] if self._fault else []

    def submit(
        self, intent: Intent, by: str, expect: Callable[[TableState], None] | None = None
    ) -> Sequence[Recorded]:
        """Carry out an intent; raises NotAllowedError when the rules or `expect` refuse it, and
        NotStoredError when the log cannot be written.

        `expect` is asked in the same step, so that nothing comes between.
        """
        with self._lock:
            begun = self._clock()
            if expect:
                expect(self._table.state)
            recorded = self._write(
                lambda: self._journal.append(decide(self._table, intent), by), begun
            )
        return recorded

    def see_hand(self, seat: Seat, cards: Sequence[Card], by: str) -> None:
        """A hand camera has seen a hand that is not open yet.

        The log gets its seal. The cards are in no view but `overlay_view` with `hands`, which
        shows them as late as it is asked to. Raises NotStoredError; then nobody has seen it.
        """
        hand = HiddenHand(seat, tuple(cards), secrets.token_bytes(SALT_BYTES))
        with self._lock:
            now = self._clock()
            self._write(lambda: self._journal.append_hidden(hand, by), now)
            self._unrevealed = self._unrevealed.with_hand(hand, now)

    def view_after(self, seq: int) -> Plain:
        """The view as it was after an event, by replay; raises NotAllowedError for no such event.

        What was corrected later is shown as it was taken to be then.
        """
        recorded = self._table.recorded
        if not 1 <= seq <= len(recorded):
            last = len(recorded)
            raise NotAllowedError(
                f"no event {seq}; there are 1 to {last}", "no_such_event", n=seq, last=last
            )
        return self.face.view(fold(recorded[:seq]))

    def overlay_view(self, delay_s: float, *, hands: bool) -> Plain:
        """What the overlay shows, as it was `delay_s` seconds ago."""
        view = dict(self._public.ago(delay_s))
        if hands and view:
            held = self._unrevealed.as_of(self._clock() - delay_s)
            return with_unrevealed(view, held, self._kings)
        return view

    @property
    def _kings(self) -> Kings:
        match = self._table.state.match
        return (match.opened.ruleset if match else self._rules).kings

    def _write(self, append: Callable[[], Sequence[Recorded]], begun: float) -> Sequence[Recorded]:
        """Write, fold and publish; the lock is held."""
        try:
            recorded = append()
        except (LogError, OSError) as error:
            self._fault = str(error)
            raise NotStoredError(
                f"nothing was changed: {error}", "not_stored", text=str(error)
            ) from error
        self._fault = None
        for one in recorded:
            self._table = self._table.then(one)
        self._publish(kind_of(recorded[-1].event), recorded[-1].at)
        for tell in self.on_events:
            tell(recorded, self._clock() - begun)
        return recorded

    def _publish(self, kind: str, at: datetime) -> None:
        """Views of the state as it is now; the lock is held."""
        state = self._table.state
        view: dict[str, Any] = self.face.view(state)
        view["undo"] = undo_view(self._table, self.face.said)
        if kind in _GATHERS:
            self._unrevealed = self._unrevealed.gathered(self._clock())
            self._gathered += 1
        self._public.put(self.face.overlay(view))
        self.feed.publish(state.seq, kind, at.isoformat(), view)
