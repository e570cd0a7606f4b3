"""A camera of faces: what becomes a question, with which clip, and what stays in memory."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.config import CameraSection, TableConfig
from referee.errors import NotAllowedError
from referee.mus.keinuak import Gesture, Infraction, vocabulary
from referee.mus.ruleset import DEFAULT_PRESET, FirstHand, Ruleset, Signals
from referee.pipeline.clips import Clips
from referee.pipeline.enrolled import Enrolled
from referee.pipeline.face_eyes import FaceEyes, SeatWatch, makes_face_eyes
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
from referee.table.commands import StartDeal
from referee.table.events import FlagRaised
from referee.table.fold import Table
from referee.table.state import TableState
from referee.vision.calibration import Calibration, FaceBox
from tests.pipeline.test_standing import dealt
from tests.signals.fake_models import NEUTRAL, FakeFinder, Scene, face_points, models, times
from tests.table.tables import HANDS, PASSED, TALKED, act, opened, reveal, steps

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


def eyes(
    folder: Path,
    state: Callable[[], TableState],
    signals: Signals = Signals.CORE5,
    enrolled: Enrolled | None = None,
) -> FaceEyes:
    watch = SeatWatch(
        Seat.A,
        Watcher("A", Models(WinkingFace(), FakeFinder(Scene(FACE)))),
        Recogniser("A"),
        FaceMemory("A"),
    )
    judge = Judge(Ruleset.preset(DEFAULT_PRESET), vocabulary(signals))
    clips = Clips(EvidenceStore(folder), lambda: NOW)
    return FaceEyes("faces", [watch], judge, state, clips, enrolled)


class Told:
    """A table that goes on at the times that a test says."""

    def __init__(self, *told: tuple[float, Table]) -> None:
        self._told = told
        self.now = 0.0

    def __call__(self) -> TableState:
        return [table.state for since_s, table in self._told if since_s <= self.now][-1]


def run(eyes: FaceEyes, end_s: float, told: Told | None = None) -> list[Report]:
    scene = Scene(FACE)
    reports = list[Report]()
    for time_s in times(0.0, end_s, 15):
        if told:
            told.now = time_s
        reports += eyes.look(scene.frame(time_s))
    reports += eyes.finish()
    eyes.close()
    return reports


def at(table: Table) -> Callable[[], TableState]:
    return lambda: table.state


CORRIDO = dealt("A mus", Ruleset(first_hand=FirstHand.CORRIDO))
GRANDE = dealt("A no_mus")
UNWATCHED = dealt("A mus", Ruleset(first_hand=FirstHand.CORRIDO, signals=Signals.NONE))
MIDDLE = 4.8
"""When the wink is over and its clip still running."""


def test_a_signal_when_signals_are_closed_is_a_question_with_its_clip(tmp_path: Path) -> None:
    [report] = run(eyes(tmp_path, at(CORRIDO)), 8.0)
    assert isinstance(report, Witnessed) and report.camera == "faces"
    flag = report.event
    assert isinstance(flag, FlagRaised)
    assert (flag.seat, flag.gesture) == (Seat.A, Gesture.WINK)
    assert flag.infraction is Infraction.WRONG_MOMENT
    assert "rule: core5: a wink may say 31" in flag.question
    assert report.time_s == pytest.approx(4.6 + 2.0, abs=0.5)
    assert flag.evidence is not None
    [kept] = EvidenceStore(tmp_path).all()
    assert (flag.evidence.name, flag.evidence.sha256) == (f"{kept.id}.mp4", kept.sha256)


def test_a_gesture_is_judged_by_the_moment_when_it_began(tmp_path: Path) -> None:
    told = Told((0.0, CORRIDO), (4.4, GRANDE))
    [report] = run(eyes(tmp_path, told), 8.0, told)
    assert isinstance(report, Witnessed) and isinstance(report.event, FlagRaised)
    assert report.event.infraction is Infraction.WRONG_MOMENT


@pytest.mark.parametrize(
    ("table", "signals"),
    [
        (GRANDE, Signals.CORE5),
        (dealt(), Signals.CORE5),
        (opened(), Signals.NONE),
        (act(GRANDE, reveal()), Signals.NONE),
        (UNWATCHED, Signals.CORE5),
    ],
    ids=["legal", "moment not told", "no deal", "cards lie open", "a match with other signals"],
)
def test_what_raises_no_question_leaves_nothing_behind(
    tmp_path: Path, table: Table, signals: Signals
) -> None:
    assert run(eyes(tmp_path, at(table), signals), 8.0) == []
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_is_not_allowed_is_a_question_at_any_moment(tmp_path: Path) -> None:
    [report] = run(eyes(tmp_path, at(dealt()), Signals.NONE), 8.0)
    assert isinstance(report, Witnessed) and isinstance(report.event, FlagRaised)
    assert report.event.infraction is Infraction.UNLISTED_SIGNAL


REST = steps(TALKED.removeprefix("A no_mus, "))
WITH_31 = (
    f"{PASSED}, {PASSED}, A pares no, B pares yes, C pares yes, D pares no, B pass, C pass, "
    "A juego yes, B juego yes, C juego no, D juego yes, A pass, B pass, D pass"
)
HOLDS_31 = {**HANDS, Seat.A: "12O 11E 10E 1B", Seat.B: "11C 11O 3E 4B"}


@pytest.mark.parametrize("reveal_s", [MIDDLE, 7.5], ids=["before the clip ends", "after"])
def test_a_false_signal_is_a_question_once_the_hands_are_known(
    tmp_path: Path, reveal_s: float
) -> None:
    told = Told((0.0, GRANDE), (reveal_s, act(GRANDE, *REST, reveal())))
    [report] = run(eyes(tmp_path, told), 9.0, told)
    assert isinstance(report, Witnessed) and isinstance(report.event, FlagRaised)
    flag = report.event
    assert (flag.seat, flag.infraction) == (Seat.A, Infraction.FALSE_SIGNAL)
    assert flag.question.startswith("a wink says 31: ") and "does not hold it" in flag.question
    assert "rule: core5: a wink may say 31" in flag.question
    assert report.time_s >= max(reveal_s, 6.5)
    [kept] = EvidenceStore(tmp_path).all()
    assert flag.evidence is not None and flag.evidence.name == f"{kept.id}.mp4"
    assert kept.flag == "A: was this a signal? The cards do not bear it out."
    assert kept.curve


@pytest.mark.parametrize(
    "after",
    [
        act(GRANDE, *steps(WITH_31), reveal(HOLDS_31)),
        act(GRANDE, *REST, reveal(doubtful=["A1"])),
        opened(),
        act(GRANDE, *REST, reveal(), StartDeal()),
    ],
    ids=["true", "a card in doubt", "the deal was undone", "too late"],
)
def test_only_known_cards_make_a_signal_false(tmp_path: Path, after: Table) -> None:
    told = Told((0.0, GRANDE), (7.5, after))
    assert run(eyes(tmp_path, told), 9.0, told) == []
    assert list(tmp_path.iterdir()) == []


def test_the_picture_can_be_drawn(tmp_path: Path) -> None:
    watching = eyes(tmp_path, at(GRANDE))
    frame = Scene(FACE).frame(0.0)
    assert watching.draw(frame) is frame.image
    watching.look(frame)
    assert watching.draw(frame).shape[1] > frame.image.shape[1]
    watching.close()


def test_a_table_of_cards_only_makes_no_eyes() -> None:
    with pytest.raises(NotAllowedError, match="cards only"):
        FacePolicy(cards_only=True).open_face_source(lambda: None)


LEFT, RIGHT = FaceBox(0, 0, 300, 400), FaceBox(320, 0, 300, 400)
BOTH = Calibration((640, 480), NOW, "", faces={Seat.B: LEFT, Seat.D: RIGHT})


@pytest.mark.parametrize(
    ("camera", "calibration", "seats"),
    [
        ({"seat": "C"}, None, ["C"]),
        ({}, BOTH, ["B", "D"]),
        ({"seat": "C"}, BOTH, ["B", "D"]),
    ],
)
def test_a_calibration_says_who_is_in_view_where_a_seat_does_not(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    camera: dict[str, str],
    calibration: Calibration | None,
    seats: list[str],
) -> None:
    looked = list[tuple[str, Box | None]]()
    monkeypatch.setattr("referee.pipeline.face_eyes.load_models", lambda needs: models(Scene()))
    monkeypatch.setattr(
        "referee.pipeline.face_eyes.Watcher",
        lambda seat, models, box: looked.append((seat, box)),
    )
    config = TableConfig(version=1)
    clips = Clips.of(config, tmp_path, lambda: NOW)
    make = makes_face_eyes(config, clips, at(GRANDE))
    section = CameraSection.model_validate({"source": "0", "role": "faces", **camera})
    make("faces", section, calibration)
    assert [seat for seat, _ in looked] == seats
    assert [box is None for _, box in looked] == [calibration is None] * len(seats)
