"""Clips: no question is lost with one, a ruling keeps them, their days or a person end them."""

import logging
import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from referee.config import TableConfig
from referee.errors import UnreadableError
from referee.mus.keinuak import Infraction
from referee.pipeline.clips import Clips
from referee.pipeline.forgetting import clips_meant, seats_meant
from referee.seats import Seat
from referee.signals.evidence_store import Evidence, EvidenceStore, FacePolicy
from referee.signals.gesture import Gesture, Side
from referee.signals.templates import MatchTemplates, Template, Templates
from referee.table.commands import Rule
from referee.table.events import FlagRaised, MatchClosed, MatchOpened, Player
from referee.table.fold import Table
from referee.table.log import EventLog
from referee.table.seen import Evidence as Named
from referee.table.verdict import Verdict
from tests.conftest import Run
from tests.pipeline.test_face_eyes import CORRIDO, GRANDE, NOW, REST, Told, eyes, run
from tests.signals.test_evidence import short_cut
from tests.table.tables import act, reveal

Referee = Callable[..., Run]


def stored(folder: Path, days_ago: float = 0.0, player: str = "A") -> Evidence:
    """A clip in a folder of evidence."""
    made = NOW - timedelta(days=days_ago)
    cut = replace(short_cut(), player=player, flagged_s=short_cut().flagged_s + days_ago)
    evidence = EvidenceStore(folder).save(cut, made)
    assert evidence is not None
    return evidence


def clips(folder: Path, days: float = 7) -> Clips:
    return Clips(EvidenceStore(folder, FacePolicy(retention_days=days)), lambda: NOW)


def broken(folder: Path) -> Path:
    """A clip whose record cannot be read."""
    folder.mkdir(exist_ok=True)
    (folder / "broken.mp4").write_bytes(b"clip")
    (folder / "broken.json").write_text("{")
    return folder / "broken.json"


def test_a_record_that_cannot_be_read_stops_no_question(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken(tmp_path)
    with caplog.at_level(logging.WARNING):
        [report] = run(eyes(tmp_path, lambda: CORRIDO.state), 8.0)
    flag = report.event  # type: ignore[union-attr]
    assert isinstance(flag, FlagRaised) and flag.evidence is not None
    assert (tmp_path / flag.evidence.name).is_file()
    assert caplog.text.count("broken.json") == 1


def test_a_disk_that_takes_nothing_stops_no_question(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "evidence").write_text("a file where the folder should be")
    [report] = run(eyes(tmp_path / "evidence", lambda: CORRIDO.state), 8.0)
    flag = report.event  # type: ignore[union-attr]
    assert isinstance(flag, FlagRaised) and flag.evidence is None
    assert flag.infraction is Infraction.WRONG_MOMENT
    assert "the clip of a question about A is lost" in caplog.text


@pytest.mark.parametrize("end_s", [4.5, 5.0], ids=["while it lasts", "while its clip runs"])
def test_a_question_at_the_end_of_a_recording_is_asked(tmp_path: Path, end_s: float) -> None:
    [report] = run(eyes(tmp_path, lambda: CORRIDO.state), end_s)
    flag = report.event  # type: ignore[union-attr]
    assert isinstance(flag, FlagRaised) and flag.evidence is not None
    [kept] = EvidenceStore(tmp_path).all()
    assert kept.to_s == pytest.approx(end_s, abs=0.1)


def test_a_false_signal_at_the_end_of_a_recording_is_asked(tmp_path: Path) -> None:
    told = Told((0.0, GRANDE), (4.8, act(GRANDE, *REST, reveal())))
    [report] = run(eyes(tmp_path, told), 5.0, told)
    assert report.event.infraction is Infraction.FALSE_SIGNAL  # type: ignore[union-attr]


def test_a_clip_whose_record_cannot_be_read_goes_by_the_age_of_its_file(tmp_path: Path) -> None:
    record = broken(tmp_path)
    os.utime(record, (NOW.timestamp() - 6 * 86400,) * 2)
    clips(tmp_path).expire()
    assert record.exists()
    os.utime(record, (NOW.timestamp() - 8 * 86400,) * 2)
    clips(tmp_path).expire()
    assert list(tmp_path.iterdir()) == []


def flagged(table: Table, evidence: Evidence, seat: Seat = Seat.A) -> Table:
    named = Named(f"{evidence.id}.mp4", evidence.sha256)
    return act(table, FlagRaised(seat, "was this meant for the partner?", evidence=named))


@pytest.mark.parametrize(
    ("verdicts", "stays"),
    [
        ([], False),
        ([Verdict.NOT_ALLOWED], True),
        ([Verdict.ALLOWED], False),
        ([Verdict.CANNOT_TELL], False),
        ([Verdict.NOT_ALLOWED, Verdict.ALLOWED], False),
    ],
    ids=lambda x: "-".join(x) if isinstance(x, list) else "",
)
def test_a_ruling_keeps_its_clip_for_as_long_as_it_stands(
    tmp_path: Path, verdicts: list[Verdict], stays: bool
) -> None:
    table = flagged(GRANDE, stored(tmp_path, days_ago=8))
    [flag] = table.state.flags
    keeper = clips(tmp_path)
    for verdict in verdicts:
        table = act(table, Rule(flag.seq, verdict))
        keeper.keep_ruled(table.state.flags)
    keeper.expire()
    assert bool(EvidenceStore(tmp_path).all()) is stays


@pytest.mark.parametrize("enabled", [True, False], ids=["faces", "cards only"])
def test_old_clips_are_deleted_where_faces_are_watched_no_longer_too(
    tmp_path: Path, enabled: bool
) -> None:
    stored(tmp_path / "evidence", days_ago=3)
    recent = stored(tmp_path / "evidence", days_ago=1)
    config = TableConfig.model_validate(
        {"version": 1, "signals": {"enabled": enabled, "clip_retention_days": 2}}
    )
    Clips.of(config, tmp_path, lambda: NOW).expire()
    assert EvidenceStore(tmp_path / "evidence").all() == (recent,)


def test_an_open_table_that_asks_nothing_deletes_old_clips_too(tmp_path: Path) -> None:
    keeper = clips(tmp_path)
    with keeper.expiring(every_s=0.01):
        stored(tmp_path, days_ago=8)
        ends = time.monotonic() + 20
        while any(tmp_path.iterdir()) and time.monotonic() < ends:
            time.sleep(0.01)
    assert not any(tmp_path.iterdir())


def two_matches(folder: Path) -> tuple[Table, dict[str, Evidence]]:
    """Ane sits at A and then at C; each match has a question about either seat."""

    def seated(**names: str) -> MatchOpened:
        players = tuple(Player(Seat(seat), name) for seat, name in names.items())
        return MatchOpened(GRANDE.state.matches[0].opened.ruleset, Seat.A, players)

    table, kept = Table(), dict[str, Evidence]()
    for number, names in enumerate(({"A": "Ane", "C": "Jon"}, {"A": "Mikel", "C": "Ane"}), 1):
        table = act(table, seated(**names))
        for seat in (Seat.A, Seat.C):
            kept[f"{number}{seat}"] = stored(folder, 0.1 * len(kept), seat)
            table = flagged(table, kept[f"{number}{seat}"], seat)
        table = act(table, MatchClosed()) if number == 1 else table
    return table, kept


@pytest.mark.parametrize(
    ("player", "match", "gone"),
    [
        ("Ane", None, {"1A", "2C"}),
        ("ane", 1, {"1A"}),
        ("Mikel", None, {"2A"}),
        ("C", None, {"2C"}),
        ("C", 1, {"1C"}),
        (None, 1, {"1A", "1C"}),
    ],
)
def test_whose_clips_are_meant(
    tmp_path: Path, player: str | None, match: int | None, gone: set[str]
) -> None:
    table, kept = two_matches(tmp_path)
    meant = clips_meant(table.state, seats_meant(table.state, player, match))
    assert {name for name, evidence in kept.items() if evidence.id in meant} == gone


@pytest.mark.parametrize(
    ("player", "match", "message"),
    [("Miren", None, "no player 'Miren'; there are"), (None, 3, "no match 3; there are 1 to 2")],
)
def test_nobody_is_forgotten_by_a_slip(
    tmp_path: Path, player: str | None, match: int | None, message: str
) -> None:
    with pytest.raises(UnreadableError, match=message):
        seats_meant(two_matches(tmp_path)[0].state, player, match)


def test_a_player_is_forgotten_with_what_was_shown(referee: Referee, tmp_path: Path) -> None:
    table, kept = two_matches(tmp_path / "evidence")
    log = EventLog.open(tmp_path / "table.db", "table")
    log.append([one.event for one in table.recorded], "test")
    log.close()
    shown = MatchTemplates(tmp_path / "enrolled")
    wink = Templates((Template(Gesture.WINK, Side.LEFT, 1.0, (1.4, 0.0, -1.0, 0.0)),))
    for name in ("Ane", *Seat):
        shown.save(name, wink)
    (tmp_path / "table.yaml").write_text("version: 1\n")
    assert referee("forget", tmp_path / "table.yaml").status == 2
    ran = referee("forget", tmp_path / "table.yaml", "--player", "Ane")
    assert (ran.status, ran.out) == (0, "2 clips deleted\n")
    left = {evidence.id for evidence in EvidenceStore(tmp_path / "evidence").all()}
    assert left == {kept["1C"].id, kept["2A"].id}
    assert shown.load("C") == shown.load("Ane") == Templates() and shown.load("A") == wink
