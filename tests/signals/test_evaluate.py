"""Measuring on labelled recordings: reading the bench format, and fair counting."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.cli import main
from referee.errors import UnreadableError
from referee.signals.evaluate import (
    Report,
    Watched,
    compare,
    evaluate,
    evaluate_photos,
    templates_of,
    watch,
)
from referee.signals.gesture import Gesture, GestureEvent, Side
from referee.signals.observation import BLENDSHAPES
from referee.signals.parts import WATCHES
from referee.signals.recorded import Label, Recording, read_recordings
from referee.signals.report import report_json, report_lines
from tests.signals.scenes import WINK_LEFT, Stretch, brows, held, lids, shoot, still
from tests.signals.test_observation import landmarks

LISTED = frozenset(WATCHES) - {Gesture.KISS, Gesture.HEAD_TURN, Gesture.HEAD_UP}


def label(gesture: str, start: float, end: float, **changes: Any) -> Label:
    made = Label(gesture, "signal", None, start, end, optional=False, intensity="clear")
    return replace(made, **changes)


def recording(scene: list[Stretch], *labels: Label, name: str = "clip") -> Recording:
    return Recording(name, "A", False, False, (0.0, 0.9), labels, tuple(shoot(scene)))


def event(gesture: Gesture, start: float, end: float, side: Side | None = None) -> GestureEvent:
    return GestureEvent("A", gesture, start, start + 0.2, end, side, 0.9, 1.0)


def compared(events: list[GestureEvent], *labels: Label) -> Report:
    report = Report()
    clip = recording(still(10), *labels)
    compare(Watched(clip, tuple(events), 300, 3), LISTED, report)
    return report


WINK = label("wink", 2, 3, side=Side.LEFT)
WINKED = event(Gesture.WINK, 2.1, 2.4, Side.LEFT)


def test_a_clip_is_watched_from_its_own_neutral() -> None:
    clip = recording(
        still(1) + held(0.6, WINK_LEFT) + still(1), label("wink", 1, 1.6, side=Side.LEFT)
    )
    report = evaluate([clip], LISTED)
    assert report.recall("clear") == (1, 1)
    assert (report.false_count(False), report.wrong_side, report.untold) == (0, 0, 0)
    assert report.delays_s == [pytest.approx(0.13, abs=0.1)]


@pytest.mark.parametrize(
    ("events", "labels", "found", "false"),
    [
        ([WINKED], [WINK], 1, 0),
        ([event(Gesture.WINK, 2.1, 2.8, Side.RIGHT)], [WINK], 0, 1),
        ([WINKED, event(Gesture.WINK, 2.5, 2.7, Side.LEFT)], [WINK], 1, 1),
        ([event(Gesture.WINK, 5, 6, Side.LEFT)], [WINK], 0, 1),
        ([event(Gesture.BROWS_UP, 2, 3)], [label("brows_up", 2, 3, optional=True)], 0, 0),
        ([], [label("brows_up", 2, 3, optional=True)], 0, 0),
        ([event(Gesture.BROWS_UP, 2, 3)], [label("speech", 2, 3, kind="benign")], 0, 1),
        ([event(Gesture.BROWS_UP, 2, 3)], [label("brows_up", 2, 3), label("brows_up", 3, 4)], 1, 0),
    ],
)
def test_what_counts(
    events: list[GestureEvent], labels: list[Label], found: int, false: int
) -> None:
    report = compared(events, *labels)
    assert report.recall("clear")[0] == found
    assert report.false_count(False) == false


def test_the_wrong_side_is_counted_by_name() -> None:
    assert compared([event(Gesture.WINK, 2.1, 2.8, Side.RIGHT)], WINK).wrong_side == 1


def test_flags_on_what_is_benign_are_questions_too() -> None:
    kiss = replace(event(Gesture.KISS, 2, 3), description="pushed out the lips for 1.0 s")
    pucker = label("pucker", 2, 3, kind="nonstandard")
    assert compared([kiss], pucker).unlisted_found == 1
    report = compared([kiss], label("speech", 2, 3, kind="benign"))
    assert report.questions_an_hour(False) == pytest.approx(3600 / 9.97, rel=0.01)
    assert report.unlisted_found == 0


@pytest.mark.parametrize(("seen", "most"), [(0, 3.0), (1, 4.74), (5, 10.51)])
def test_little_footage_allows_many_questions(seen: int, most: float) -> None:
    """The upper limits of a Poisson mean, as tables print them."""
    kiss = replace(event(Gesture.KISS, 2, 3), description="pushed out the lips for 1.0 s")
    report = compared([replace(kiss, start_s=2 - k / 10) for k in range(seen)])
    hours = report.seconds[False] / 3600
    assert report.questions(False) == seen
    assert report.most_questions_an_hour(False) * hours == pytest.approx(most, abs=0.01)


def test_a_signal_of_another_list_is_a_flag_well_raised() -> None:
    core = frozenset({Gesture.WINK})
    shrug = label("shoulders_both", 2, 3)
    report = Report()
    flag = event(Gesture.SHOULDERS_BOTH, 2, 3)
    compare(Watched(recording(still(10), shrug), (flag,), 300, 0), core, report)
    assert (report.unlisted_found, report.unlisted_labelled) == (1, 1)
    assert report.false_unlisted == []


def test_templates_come_from_the_other_clips_of_the_person() -> None:
    faint = still(1) + held(0.6, brows(0.4)) + still(1)
    clips = [recording(faint, label("brows_up", 1, 1.6), name=n) for n in ("one", "two")]
    assert evaluate(clips, LISTED).recall("clear") == (0, 2)
    assert evaluate(clips, LISTED, with_templates=True).recall("clear") == (2, 2)
    assert len(templates_of(clips).shown) == 2
    assert watch(clips[0], LISTED).events == ()


def test_the_report_reads_like_this() -> None:
    clip = recording(still(1) + held(0.6, WINK_LEFT) + still(1), WINK)
    report = evaluate([clip], LISTED)
    text = "\n".join(report_lines({"generic": report}, evaluate_photos([])))
    assert "wink                   0/1       -       -       1        0 %" in text
    assert "clip at 2.0 s: wink to the left, clear" in text
    assert "clip at 1.0 s: wink left" in text
    assert (
        json.loads(json.dumps(report_json({"generic": report}, evaluate_photos([]))))["clips"][
            "generic"
        ]["false_made"]
        == 1
    )


def stored(folder: Path) -> Path:
    """A folder in the bench format: a clip of a wink, and two photographs."""
    scene = shoot(held(1, lids()) + held(0.6, WINK_LEFT) + held(1, lids()), fps=20)
    names = sorted(BLENDSHAPES)
    faces = [o.face for o in scene if o.face]
    seen: dict[str, Any] = {
        "t": [o.time_s for o in scene],
        "present": [1] * len(scene),
        **{axis: [0.0] * len(scene) for axis in ("roll", "yaw", "pitch", "tongue_score")},
        "blendshapes": {name: [f.blendshapes[name] for f in faces] for name in names},
        "pose": [[[0, 0, 1], [40, 0, 1], [-40, 0, 1], [100, 90, 1], [-100, 90, 1]]] * len(scene),
        "hands": [[{"wrist": [0, 0], "thumb_tip": [1, 1], "index_tip": [2, 2]}]] * len(scene),
    }
    points = np.repeat(landmarks()[None], len(scene), axis=0)
    for i, face in enumerate(faces):
        points[i, [385, 387], 1] = 200 - 15 * face.shape.left_eye_open
        points[i, [380, 373], 1] = 200 + 15 * face.shape.left_eye_open
    index = np.flatnonzero(np.isfinite(points[0, :, 0]))
    (folder / "observations").mkdir(parents=True)
    np.savez(
        folder / "observations" / "wink.npz",
        index=index,
        landmarks_px32=np.round(points[:, index] * 32).astype(np.int16),
    )

    def write(name: str, content: dict[str, Any]) -> None:
        path = folder / "observations" / f"{name}.json"
        path.write_text(json.dumps(content), encoding="utf-8")

    write("wink", seen)
    for name, frame in (("photo_wink", 25), ("photo_calm", 0)):
        one = {k: v[frame : frame + 1] for k, v in seen.items() if isinstance(v, list)}
        shapes = {k: v[frame : frame + 1] for k, v in seen["blendshapes"].items()}
        write(name, {**one, "blendshapes": shapes})
    wink = {"gesture": "wink", "side": "left", "kind": "signal", "start_s": 1.0, "end_s": 1.6}
    still_wink = {**wink, "start_s": None, "end_s": None}
    common = {"source": "synthetic: made", "person": "P", "neutral_s": None}
    items = [
        {**common, "file": "a/wink.mp4", "type": "clip", "neutral_s": [0, 0.9], "events": [wink]},
        {**common, "file": "b/wink.jpg", "type": "photo", "events": [still_wink]},
        {**common, "file": "b/calm.jpg", "type": "photo", "events": []},
    ]
    (folder / "labels.json").write_text(json.dumps({"items": items}), encoding="utf-8")
    return folder


def test_a_stored_bench_is_read_and_measured(tmp_path: Path) -> None:
    clip, *photos = recordings = read_recordings(stored(tmp_path))
    assert (clip.name, clip.is_real, clip.is_photo) == ("wink", False, False)
    assert clip.observations[0].hands is not None
    assert clip.labels[0] == label("wink", 1.0, 1.6, side=Side.LEFT, intensity="")
    assert evaluate(recordings, LISTED).recall("subtle") == (1, 1)
    report = evaluate_photos(recordings)
    assert (report.winks, report.false_winks, report.photos) == ((1, 1), (), len(photos))


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["evaluate", "signals", str(stored(tmp_path)), "--signals", "core5", "--json"])
    clips = json.loads(capsys.readouterr().out)["clips"]
    assert clips["generic thresholds"]["recall"]["subtle"] == {"wink": [1, 1]}
    assert clips["with personal templates"]["false_made"] == 0


def test_stored_angles_are_turned_to_the_players_left_and_up(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    path = folder / "observations" / "wink.json"
    seen = json.loads(path.read_text(encoding="utf-8"))
    seen.update({axis: [value] * len(seen["t"]) for axis, value in (("roll", -9), ("pitch", -8))})
    path.write_text(json.dumps(seen), encoding="utf-8")
    face = read_recordings(folder)[0].observations[0].face
    assert face is not None
    assert (face.pose.roll_deg, face.pose.pitch_deg) == (9, 8)


def test_a_broken_bench_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"labels.json: cannot be read"):
        read_recordings(tmp_path)
    folder = stored(tmp_path / "bench")
    (folder / "observations" / "wink.json").unlink()
    with pytest.raises(UnreadableError, match=r"bench: wink: FileNotFoundError"):
        read_recordings(folder)
