"""Evidence on disk: per flag a clip, a thumbnail and a record, for as long as it is needed.

One folder holds ID.mp4, ID.jpg and ID.json. Nothing here tells who a player is; the record has
the name or the seat by which the table knows the player, so that all of it can be deleted.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from referee.errors import NotAllowedError, UnreadableError
from referee.signals.evidence import Cut, Sample, Still, thumbnail
from referee.signals.film import Film

DEFAULT_RETENTION_DAYS = 7
VERSION = 1

log = logging.getLogger(__name__)
T = TypeVar("T")


class EvidenceError(UnreadableError):
    """Evidence that is missing or is not what was stored."""


@dataclass(frozen=True, slots=True)
class FacePolicy:
    """What a table allows about faces."""

    cards_only: bool = False
    """No camera is ever turned to a face."""
    retention_days: float = DEFAULT_RETENTION_DAYS

    def __post_init__(self) -> None:
        if not 0 <= self.retention_days <= 3650:
            raise UnreadableError(
                f"retention_days is {self.retention_days}; allowed: 0 to 3650 days"
            )

    def open_face_source(self, opener: Callable[[], T]) -> T:
        """Open a source of faces; with `cards_only` raises NotAllowedError and opens nothing."""
        if self.cards_only:
            raise NotAllowedError(
                "this table is cards only: no camera may look at a face; "
                "change cards_only in its settings if the players agree"
            )
        return opener()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The record of one flag's evidence."""

    id: str
    player: str
    flag: str
    made_at: datetime
    """With its time zone."""
    flagged_s: float
    """The flag's time on the source's clock; the clip's own clock starts at `from_s`."""
    from_s: float
    to_s: float
    sha256: str
    """Of the clip's bytes."""
    curve: tuple[Sample, ...]
    kept: bool = False
    """Kept beyond the retention, because a ruling rests on it."""

    def __post_init__(self) -> None:
        if self.made_at.tzinfo is None:
            raise UnreadableError(f"evidence {self.id}: made_at needs a time zone")


class EvidenceStore:
    """One folder of evidence."""

    def __init__(self, folder: Path, policy: FacePolicy | None = None) -> None:
        self._folder = folder
        self._policy = policy or FacePolicy()
        self._unreadable: set[Path] = set()
        """Records that were named in the log of the program, once each."""

    def save(self, cut: Cut, made_at: datetime) -> Evidence | None:
        """Write a cut; None when it holds no picture. `made_at` needs its time zone."""
        stills = cut.stills
        if not stills:
            return None
        clip = encode_clip(stills)
        digest = hashlib.sha256(clip).hexdigest()
        evidence = Evidence(
            id=f"{made_at:%Y%m%dT%H%M%S}-{digest[:10]}",
            player=cut.player,
            flag=cut.flag,
            made_at=made_at,
            flagged_s=cut.flagged_s,
            from_s=stills[0].time_s,
            to_s=stills[-1].time_s,
            sha256=digest,
            curve=cut.curve,
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        # the record goes first: a face whose storing is cut short goes with its days all the same
        self._write_record(evidence)
        _write(self.clip_path(evidence), clip)
        _write(self.thumbnail_path(evidence), thumbnail(cut) or b"")
        return evidence

    def clip_path(self, evidence: Evidence) -> Path:
        """Where the clip is."""
        return self._folder / f"{evidence.id}.mp4"

    def thumbnail_path(self, evidence: Evidence) -> Path:
        """Where the thumbnail is."""
        return self._folder / f"{evidence.id}.jpg"

    def all(self) -> tuple[Evidence, ...]:
        """Every record, oldest first. Raises EvidenceError for a record that cannot be read."""
        return tuple(sorted(map(_read_record, self._paths()), key=lambda e: e.made_at))

    def check(self, evidence: Evidence) -> bytes:
        """The clip's bytes; raises EvidenceError when they are not those that were stored."""
        path = self.clip_path(evidence)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise EvidenceError(f"{path}: {error.strerror or error}") from None
        if hashlib.sha256(data).hexdigest() != evidence.sha256:
            raise EvidenceError(
                f"{path}: altered since it was stored (sha256 is not {evidence.sha256[:12]}...); "
                "do not rule on it"
            )
        return data

    def keep_only(self, ids: Collection[str]) -> None:
        """Keep these beyond the retention, and no others."""
        for evidence in self._readable():
            if evidence.kept != (evidence.id in ids):
                self._write_record(replace(evidence, kept=evidence.id in ids))

    def expire(self, now: datetime) -> tuple[Evidence, ...]:
        """Delete what is older than the retention and not kept; returns what went.

        Of a record that cannot be read nobody knows that it is kept: it goes by its file's age.
        """
        oldest = now - timedelta(days=self._policy.retention_days)
        gone = tuple(e for e in self._readable() if not e.kept and e.made_at < oldest)
        for evidence in gone:
            self._unlink(evidence.id, "retention")
        for path in tuple(self._unreadable):
            if path.exists() and path.stat().st_mtime < oldest.timestamp():
                self._unlink(path.stem, "retention, its record cannot be read")
        return gone

    def delete_named(self, ids: Collection[str]) -> tuple[str, ...]:
        """Delete these, kept or not, with a record that can be read or not; returns what went."""
        there = tuple(sorted(name for name in ids if any(f.exists() for f in self._files(name))))
        for name in there:
            self._unlink(name, "asked for")
        return there

    def _unlink(self, name: str, why: str) -> None:
        # the record goes last, so that a deletion that is cut short can be taken up again
        for file in self._files(name):
            file.unlink(missing_ok=True)
        log.info("evidence %s deleted: %s", name, why)

    def _files(self, name: str) -> tuple[Path, ...]:
        """Those of one cut, whole or not, the record last."""
        ends = ("mp4.part", "jpg.part", "json.part", "mp4", "jpg", "json")
        return tuple(self._folder / f"{name}.{end}" for end in ends)

    def _readable(self) -> tuple[Evidence, ...]:
        """One record that is broken keeps nobody from reading the others."""
        found = []
        for path in self._paths():
            try:
                found.append(_read_record(path))
            except EvidenceError as error:
                if path not in self._unreadable:
                    self._unreadable.add(path)
                    log.warning("%s", error)
        return tuple(found)

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob("*.json")) if self._folder.is_dir() else []

    def _write_record(self, evidence: Evidence) -> None:
        record = {
            "version": VERSION,
            "id": evidence.id,
            "player": evidence.player,
            "flag": evidence.flag,
            "made_at": evidence.made_at.isoformat(),
            "flagged_s": evidence.flagged_s,
            "from_s": evidence.from_s,
            "to_s": evidence.to_s,
            "sha256": evidence.sha256,
            "kept": evidence.kept,
            "curve": [[sample.time_s, sample.value] for sample in evidence.curve],
        }
        text = json.dumps(record, ensure_ascii=False, indent=1)
        _write(self._folder / f"{evidence.id}.json", text.encode())


def encode_clip(stills: tuple[Still, ...]) -> bytes:
    """An MP4 (H.264) whose frames keep their own times, to a millisecond, from the first one."""
    target = io.BytesIO()
    with Film(target) as film:
        for still in stills:
            film.add(still.image(), still.time_s)
    return target.getvalue()


def _write(path: Path, data: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


def _read_record(path: Path) -> Evidence:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["version"] != VERSION:
            raise EvidenceError(f"{path}: version {record['version']}; allowed: {VERSION}")
        return Evidence(
            id=str(record["id"]),
            player=str(record["player"]),
            flag=str(record["flag"]),
            made_at=datetime.fromisoformat(record["made_at"]),
            flagged_s=float(record["flagged_s"]),
            from_s=float(record["from_s"]),
            to_s=float(record["to_s"]),
            sha256=str(record["sha256"]),
            curve=tuple(Sample(float(t), float(v)) for t, v in record["curve"]),
            kept=bool(record["kept"]),
        )
    except EvidenceError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EvidenceError(f"{path}: not a record of evidence ({error})") from None
