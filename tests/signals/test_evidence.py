"""Evidence: what is kept about a flag, what is forgotten, and what goes when it must."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from referee.errors import NotAllowedError, UnreadableError
from referee.frames.frame import Frame
from referee.signals.box import Box
from referee.signals.evidence import SIDE_PX, Cut, FaceMemory
from referee.signals.evidence_store import EvidenceError, EvidenceStore, FacePolicy
from referee.signals.observation import FaceObservation, FaceState
from referee.signals.watcher import View
from tests.signals.fake_models import face_points, times

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FACE = Box(200, 100, 100, 120)
GREY, FACE_COLOUR, NEIGHBOUR = 90, 200, 10


def frame(time_s: float, face: Box = FACE) -> Frame:
    """A grey room with a bright face and a dark neighbour."""
    image = np.full((480, 640, 3), GREY, np.uint8)
    face.cut(image)[:] = FACE_COLOUR
    image[:, 500:] = NEIGHBOUR
    return Frame(image, time_s, "camera")


def look(time_s: float, face: Box | None = FACE, state: FaceState = FaceState.NO_FACE) -> View:
    """A look whose observation does not matter here."""
    points = None if face is None else face_points(face)
    return View(FaceObservation("A", time_s, state), points)


def cuts(memory: FaceMemory, start_s: float, end_s: float, fps: float = 10) -> Iterator[Cut]:
    for time_s in times(start_s, end_s, fps):
        yield from memory.add(frame(time_s), look(time_s), 0.1 * time_s)


@cache
def one_cut() -> Cut:
    flagged_s = 6.0
    memory = FaceMemory("A")
    list(cuts(memory, 0.0, flagged_s))
    memory.flag("A: a wink during mus corrido", flagged_s)
    [cut] = cuts(memory, flagged_s, flagged_s + 3)
    return cut


def test_a_flag_keeps_four_seconds_before_and_two_after() -> None:
    cut = one_cut()
    kept = [still.time_s for still in cut.stills]
    assert (kept[0], kept[-1]) == pytest.approx((2.0, 8.0), abs=0.11)
    assert len(kept) == pytest.approx(61, abs=1)
    assert [s.time_s for s in cut.curve] == kept
    assert cut.curve[0].value == pytest.approx(0.1 * kept[0])


def test_without_a_flag_nothing_comes_out_and_the_past_is_forgotten() -> None:
    memory = FaceMemory("A")
    assert list(cuts(memory, 0.0, 30.0)) == []
    assert len(memory._stills) == pytest.approx(41, abs=1)
    memory.forget()
    memory.flag("late", 30.0)
    assert memory.finish()[0].stills == ()


def test_two_flags_close_together_get_a_cut_each() -> None:
    memory = FaceMemory("A")
    list(cuts(memory, 0.0, 5.0))
    memory.flag("first", 5.0)
    memory.flag("second", 5.5)
    first, second = cuts(memory, 5.0, 9.0)
    assert (first.flag, second.flag) == ("first", "second")
    assert second.stills[0].time_s == pytest.approx(1.5, abs=0.11)


def test_a_source_that_ends_soon_after_a_flag_still_gives_its_cut() -> None:
    memory = FaceMemory("A")
    list(cuts(memory, 0.0, 5.0))
    memory.flag("at the end", 4.9)
    [cut] = memory.finish()
    assert cut.stills[-1].time_s == pytest.approx(4.9)


def test_only_the_face_of_the_seat_is_kept() -> None:
    picture = one_cut().stills[0].image()
    assert picture.shape == (SIDE_PX, SIDE_PX, 3)
    middle = picture[SIDE_PX // 2, SIDE_PX // 2]
    assert middle.tolist() == pytest.approx([FACE_COLOUR] * 3, abs=4)
    assert picture.min() > GREY - 10  # the neighbour, 200 px aside, is not in it


def test_frames_with_several_faces_and_frames_before_any_face_are_not_kept() -> None:
    memory = FaceMemory("A")
    memory.add(frame(0.0), look(0.0, None))
    memory.add(frame(0.1), look(0.1))
    memory.add(frame(0.2), look(0.2, FACE, FaceState.SEVERAL_FACES))
    memory.add(frame(0.3), look(0.3, None))  # face lost: the same place goes on
    assert [still.time_s for still in memory._stills] == [0.1, 0.3]


def test_the_view_stays_still_while_the_face_moves_a_little() -> None:
    memory = FaceMemory("A")
    memory.add(frame(0.0), look(0.0))
    first = memory._part
    nudged = Box(FACE.x + 20, FACE.y + 5, FACE.width, FACE.height)
    memory.add(frame(0.1, nudged), look(0.1, nudged))
    assert memory._part == first
    away = Box(FACE.x + 150, FACE.y, FACE.width, FACE.height)
    memory.add(frame(0.2, away), look(0.2, away))
    assert memory._part != first and memory._part is not None and memory._part.holds(away)


def short_cut() -> Cut:
    """As much as the store needs."""
    return replace(one_cut(), stills=one_cut().stills[35:45])


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(tmp_path / "evidence", FacePolicy(retention_days=7))


def test_a_clip_plays_with_the_frames_own_times(store: EvidenceStore) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    with av.open(str(store.clip_path(evidence))) as container:
        assert container.streams.video[0].codec_context.name == "h264"
        shown = [float(f.time or 0) for f in container.decode(video=0)]
    assert len(shown) == len(short_cut().stills)
    assert shown[-1] == pytest.approx(evidence.to_s - evidence.from_s, abs=0.002)
    picture = cv2.imread(str(store.thumbnail_path(evidence)))
    assert picture is not None and picture.shape == (SIDE_PX, SIDE_PX, 3)


def test_what_was_stored_is_read_again(store: EvidenceStore) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    assert store.all() == (evidence,)
    assert store.check(evidence).startswith(b"\x00\x00\x00")


def test_an_altered_clip_is_refused(store: EvidenceStore) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    path = store.clip_path(evidence)
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(EvidenceError, match="altered since it was stored"):
        store.check(evidence)


def test_a_cut_without_a_picture_is_not_stored(store: EvidenceStore, tmp_path: Path) -> None:
    assert store.save(Cut("A", "flag", 1.0, (), ()), NOW) is None
    assert not (tmp_path / "evidence").exists()


def test_only_evidence_reaches_the_disk(store: EvidenceStore, tmp_path: Path) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    files = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert files == [f"{evidence.id}.{suffix}" for suffix in ("jpg", "json", "mp4")]


@pytest.mark.parametrize(
    ("days", "kept", "gone"), [(6.9, False, 0), (7.1, False, 1), (7.1, True, 0)]
)
def test_evidence_goes_after_its_days_unless_it_is_kept(
    store: EvidenceStore, tmp_path: Path, days: float, kept: bool, gone: int
) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    if kept:
        store.keep_only([evidence.id])
    assert len(store.expire(NOW + timedelta(days=days))) == gone
    assert len(store.all()) == 1 - gone
    assert len(list((tmp_path / "evidence").iterdir())) == 3 * (1 - gone)


def test_named_clips_are_deleted_kept_or_not(store: EvidenceStore) -> None:
    cut = short_cut()
    mine = store.save(cut, NOW)
    other = store.save(Cut("B", cut.flag, 7.0, cut.stills[:-1], cut.curve), NOW)
    assert mine is not None and other is not None
    store.keep_only([mine.id])
    assert store.delete_named([mine.id]) == (mine.id,)
    assert store.all() == (other,)
    assert store.delete_named([mine.id]) == ()


def test_a_named_clip_goes_though_its_record_cannot_be_read(
    store: EvidenceStore, tmp_path: Path
) -> None:
    mine = store.save(short_cut(), NOW)
    assert mine is not None
    (tmp_path / "evidence" / f"{mine.id}.json").write_text("broken")
    assert store.delete_named([mine.id]) == (mine.id,)
    assert list((tmp_path / "evidence").iterdir()) == []


@pytest.mark.parametrize("write", [1, 2, 3])
def test_a_clip_whose_storing_was_cut_short_goes_with_its_days(
    store: EvidenceStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: int
) -> None:
    written: list[Path] = []
    replace_file = Path.replace

    def cut_short(self: Path, target: Path) -> Path:
        written.append(self)
        if len(written) == write:
            raise OSError("no space left")
        return replace_file(self, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", cut_short)
        with pytest.raises(OSError, match="no space"):
            store.save(short_cut(), NOW)
    store.expire(NOW + timedelta(days=8))
    left = [path.name for path in (tmp_path / "evidence").iterdir()]
    assert not [name for name in left if "mp4" in name or "jpg" in name]


@pytest.mark.parametrize("text", ["", "{}", '{"version": 2}', "[1]", "null"])
def test_a_record_that_cannot_be_read_is_named(
    store: EvidenceStore, tmp_path: Path, text: str
) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    (tmp_path / "evidence" / "broken.json").write_text(text)
    with pytest.raises(EvidenceError, match=r"broken\.json"):
        store.all()


def test_a_record_holds_no_picture_and_no_landmark(store: EvidenceStore, tmp_path: Path) -> None:
    evidence = store.save(short_cut(), NOW)
    assert evidence is not None
    record = json.loads((tmp_path / "evidence" / f"{evidence.id}.json").read_text())
    assert set(record) == {
        *("version", "id", "player", "flag", "made_at", "flagged_s", "from_s", "to_s"),
        *("sha256", "kept", "curve"),
    }


def test_a_table_of_cards_only_never_opens_a_face_camera() -> None:
    opened = []
    with pytest.raises(NotAllowedError, match="cards only"):
        FacePolicy(cards_only=True).open_face_source(lambda: opened.append("camera"))
    assert opened == []
    assert FacePolicy().open_face_source(lambda: "camera") == "camera"


@pytest.mark.parametrize("days", [-1, 4000])
def test_a_retention_outside_ten_years_is_refused(days: int) -> None:
    with pytest.raises(UnreadableError, match="0 to 3650"):
        FacePolicy(retention_days=days)
