"""What cameras report, brought to the desk. A camera says a thing once: nothing is let go of
because the log cannot be written for a while."""

from __future__ import annotations

import logging
from collections import deque
from threading import Condition, Thread

from referee.errors import NotAllowedError
from referee.pipeline.reports import HandSeen, Report, event_of
from referee.web.desk import Desk, NotStoredError

log = logging.getLogger(__name__)

RETRY_S = 1.0
"""Between two attempts to write what is kept."""
MOST_KEPT = 100
"""Reports that wait for a log that cannot be written: hours of play. Beyond that the oldest go."""


def attend(desk: Desk, report: Report, *, hidden_hands: bool) -> None:
    """Bring one report to the desk; raises NotStoredError when the log cannot be written.

    A reveal that nobody waits for is not a fault: somebody laid cards open between two deals.
    """
    by = f"camera:{report.camera}"
    try:
        if isinstance(report, HandSeen):
            if hidden_hands:
                desk.see_hand(report.seat, report.cards, by)
            return
        event = event_of(report)
        if event is not None:
            desk.submit(event, by)
    except NotAllowedError as error:
        log.info("%s: %s is refused: %s", by, type(report).__name__, error)


class Attendant:
    """Takes reports from any thread and brings them to the desk in order, from one of its own."""

    def __init__(self, desk: Desk, *, hidden_hands: bool) -> None:
        self._desk = desk
        self._hidden_hands = hidden_hands
        self._kept: deque[Report] = deque()
        self._news = Condition()
        self._stopping = False
        self._told = ""
        self._thread = Thread(target=self._run, name="attendant", daemon=True)

    def __call__(self, report: Report) -> None:
        """Keep a report until it is in the log, or refused."""
        with self._news:
            self._kept.append(report)
            if len(self._kept) > MOST_KEPT:
                lost = self._kept.popleft()
                log.error("what camera %s reported is lost: too much waits", lost.camera)
            self._news.notify()

    @property
    def waiting(self) -> int:
        """Reports that are not in the log yet."""
        return len(self._kept)

    def __enter__(self) -> Attendant:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._news:
            self._stopping = True
            self._news.notify()
        self._thread.join()
        if not self.bring():
            log.error("the table is closed; %d reports of cameras are lost", len(self._kept))

    def bring(self) -> bool:
        """Bring what is kept, oldest first; False when the log cannot be written."""
        while self._kept:
            report = self._kept[0]
            try:
                attend(self._desk, report, hidden_hands=self._hidden_hands)
            except NotStoredError as error:
                if str(error) != self._told:  # a fault of every attempt is told once
                    self._told = str(error)
                    log.error("what camera %s reports is kept: %s", report.camera, error)
                return False
            except Exception:
                log.exception("a report of camera %s cannot be used", report.camera)
            with self._news:
                if self._kept and self._kept[0] is report:
                    self._kept.popleft()
        if self._told:
            self._told = ""
            log.warning("the log can be written again; what cameras reported is in it")
        return True

    def _run(self) -> None:
        while not self._stopping:
            done = self.bring()
            with self._news:
                if not self._stopping and not (done and self._kept):
                    self._news.wait(None if done else RETRY_S)
