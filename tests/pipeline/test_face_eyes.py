"""A camera of faces: what becomes a question, with which clip, and what stays in memory."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.errors import NotAllowedError
from referee.mus.keinuak import Gesture, Infraction, Moment, vocabulary
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset, Signals
from referee.pipeline.face_eyes import FaceEyes, SeatWatch
from referee.pipeline.reports import Report, Witnessed
from referee.seats import Seat
from referee.signals.box import Box
from referee.signals.evidence import FaceMemory
from referee.signals.evidence_store import EvidenceStore, FacePolicy
from referee.signals.judge import Judge
from referee.signals.models import Models, SeenFace
from referee.signals.observation import HeadPose
from referee.signals.recogniser import Recogniser
from referee.signals.watcher import Watcher
from referee.table.events import FlagRaised
from tests.signals.fake_models import NEUTRAL, FakeFinder, Scene, face_points, times

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FACE = Box(240, 120, 160, 200)


class WinkingFace:
    """At rest, but for a wink of the left eye from 4 s to 4.6 s."""

    def look(self, image: object, time_s: float) -> SeenFace:
        points = face_points(FACE)
        winks = 4.0 <= time_s < 4.6
        for top, bottom in ((385, 380), (387, 373), (158, 153), (160, 144)):
            left = top in (385, 387)
            points[top, :2] = points[263 if left else 33, :2] + [0, -4]
            points[bottom, :2] = points[top, :2] + [0, 0.5 if winks and left else 10]
        return SeenFace(
            points, NEUTRAL | {"eyeBlinkLeft": 0.7 if winks else 0.0}, HeadPose(0, 0, 0)
        )

    def forget(self) -> None:
        pass

    def close(self) -> None:
        pass


def eyes(folder: Path, moment: Moment | None) -> FaceEyes:
    scene = Scene(FACE)
    watch = SeatWatch(
        Seat.A,
        Watcher("A", Models(WinkingFace(), FakeFinder(scene))),
        Recogniser("A"),
        FaceMemory("A"),
    )
    judge = Judge(Ruleset.preset(DEFAULT_PRESET), vocabulary(Signals.CORE5))
    return FaceEyes("faces", [watch], judge, lambda: moment, EvidenceStore(folder), lambda: NOW)


def run(eyes: FaceEyes, end_s: float) -> list[Report]:
    scene = Scene(FACE)
    reports = [r for time_s in times(0.0, end_s, 15) for r in eyes.look(scene.frame(time_s))]
    eyes.close()
    return reports


def test_a_signal_when_signals_are_closed_is_a_question_with_its_clip(tmp_path: Path) -> None:
    [report] = run(eyes(tmp_path, Moment.CORRIDO), 8.0)
    assert isinstance(report, Witnessed) and report.camera == "faces"
    flag = report.event
    assert isinstance(flag, FlagRaised)
    assert (flag.seat, flag.gesture) == (Seat.A, Gesture.WINK)
    assert flag.infraction is Infraction.WRONG_MOMENT
    assert report.time_s == pytest.approx(4.6 + 2.0, abs=0.5)
    assert flag.evidence is not None
    [kept] = EvidenceStore(tmp_path).all()
    assert (flag.evidence.name, flag.evidence.sha256) == (f"{kept.id}.mp4", kept.sha256)


def test_a_legal_signal_leaves_nothing_behind(tmp_path: Path) -> None:
    assert run(eyes(tmp_path, Moment.GRANDE), 8.0) == []
    assert list(tmp_path.iterdir()) == []


def test_without_the_moment_a_listed_signal_is_no_question(tmp_path: Path) -> None:
    assert run(eyes(tmp_path, None), 8.0) == []


def test_the_picture_can_be_drawn(tmp_path: Path) -> None:
    watching = eyes(tmp_path, None)
    frame = Scene(FACE).frame(0.0)
    assert watching.draw(frame) is frame.image
    watching.look(frame)
    assert watching.draw(frame).shape[1] > frame.image.shape[1]
    watching.close()


def test_a_table_of_cards_only_makes_no_eyes() -> None:
    with pytest.raises(NotAllowedError, match="cards only"):
        FacePolicy(cards_only=True).open_face_source(lambda: None)
