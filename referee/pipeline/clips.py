"""The clips of a table: saved with a question, kept with a ruling, deleted after their days.

A clip that cannot be stored takes no question away: it is then asked without one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event, Lock, Thread

from referee.config import TableConfig
from referee.errors import RefereeError
from referee.signals.evidence import Cut
from referee.signals.evidence_store import EvidenceStore, FacePolicy
from referee.table.seen import Evidence
from referee.table.state import Flag
from referee.table.verdict import Verdict

log = logging.getLogger(__name__)

EXPIRE_EVERY_S = 3600.0


class Clips:
    """One folder of clips, for several cameras and for the desk; from any thread."""

    def __init__(self, store: EvidenceStore, now: Callable[[], datetime]) -> None:
        """`now`: with its time zone."""
        self._store = store
        self._now = now
        self._ruled: frozenset[str] | None = None
        self._lock = Lock()

    @classmethod
    def of(cls, config: TableConfig, folder: Path, now: Callable[[], datetime]) -> Clips:
        """Those of a table whose configuration lies in this folder."""
        days = config.signals.clip_retention_days
        policy = FacePolicy(not config.signals.enabled, days)
        return cls(EvidenceStore(folder / config.table.evidence_dir, policy), now)

    def save(self, cut: Cut) -> Evidence | None:
        """As the log names it; None when it holds no picture or cannot be stored."""
        self.expire()
        try:
            with self._lock:
                kept = self._store.save(cut, self._now())
        except (RefereeError, OSError) as error:
            log.error("the clip of a question about %s is lost: %s", cut.player, error)
            return None
        return None if kept is None else Evidence(f"{kept.id}.mp4", kept.sha256)

    def expire(self) -> None:
        """Delete what is too old and what no ruling rests on."""
        try:
            with self._lock:
                self._store.expire(self._now())
        except (RefereeError, OSError) as error:
            log.error("old clips cannot be deleted: %s", error)

    @contextmanager
    def expiring(self, every_s: float = EXPIRE_EVERY_S) -> Iterator[None]:
        """Delete what grows too old at a table that stays open and asks nothing."""
        closing = Event()

        def watch() -> None:
            while not closing.wait(every_s):
                self.expire()

        watching = Thread(target=watch, name="clips", daemon=True)
        watching.start()
        try:
            yield
        finally:
            closing.set()
            watching.join()

    def keep_ruled(self, flags: Collection[Flag]) -> None:
        """Keep those on which a ruling of `not allowed` rests, for as long as it stands."""
        ruled = frozenset(
            Path(flag.raised.evidence.name).stem
            for flag in flags
            if flag.raised.evidence and flag.ruling
            if flag.ruling.verdict is Verdict.NOT_ALLOWED
        )
        if ruled == self._ruled:
            return
        try:
            with self._lock:
                self._store.keep_only(ruled)
            self._ruled = ruled
        except (RefereeError, OSError) as error:
            log.error("a clip that a ruling rests on cannot be marked: %s", error)
