"""The teaching page's hands: a lesson through a camera of a running table, and what is kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.config import TableConfig, load_config
from referee.errors import NotAllowedError, RefereeError
from referee.frames.frame import Frame
from referee.pipeline.pipeline import Pipeline, Watched
from referee.pipeline.reports import Report
from referee.teacher import IDLE_S, TableTeacher
from referee.vision.models import Faces
from referee.vision.packs import pack_of
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.taught import DeckError, TaughtDeck
from referee.vision.taught_files import deck_path
from referee.web.teaching import LessonSeen, LessonWish, Sight, Stage
from tests.frames.fakes import Time, WaitingDevice, eventually
from tests.pipeline.scenes import StubEyes, live

CONFIG = """version: 1
cameras:
  top: {source: test:pattern, role: cards}
  hand_a: {source: test:pattern, role: hand, seat: A}
"""
CARDS = pack_of(40, Faces.SPANISH)
CODES = [card.code for card in CARDS]
CLASSES = (*(card.code for card in pack_of(48, Faces.SPANISH)), "back", "none")
WISH = LessonWish("top", "azul", 40)
SIZE = 500


class PaintedReader:
    """Sees a row of cards in each picture: the shade of the picture says which scene it is."""

    classifier_sha256 = "c" * 64
    names = CLASSES

    def __init__(self, faces: Faces = Faces.SPANISH) -> None:
        self.faces = faces
        self.scenes: dict[int, Sequence[tuple[str, str | None]]] = {}
        self.decks: tuple[TaughtDeck, ...] = ()

    def scene(self, *cards: str | tuple[str, str]) -> np.ndarray:
        """A picture of cards; a pair is a card and what it is read as."""
        shade = len(self.scenes) + 1
        self.scenes[shade] = [c if isinstance(c, tuple) else (c, None) for c in cards]
        return np.full((90, SIZE, 3), 5 * shade, np.uint8)

    def _there(self, image: np.ndarray) -> Sequence[tuple[str, str | None]]:
        return self.scenes.get(int(image[0, 0, 0]) // 5, ())

    def read(self, frame: Frame) -> list[CardSighting]:
        quads = [quad_at(45.0 * i) for i in range(len(self._there(frame.image)))]
        return [CardSighting(quad, (Candidate(None, 0.5),), 0.9) for quad in quads]

    def features_at(self, image: np.ndarray, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        odds = np.full((len(quads), len(CLASSES)), 0.1 / (len(CLASSES) - 1), np.float32)
        features = np.zeros((len(quads), 2, len(CLASSES)), np.float32)
        for row, (code, read_as) in enumerate(self._there(image)):
            odds[row, CLASSES.index(read_as or code)] = 0.9
            features[row, :, CLASSES.index(code)] = 1
        return odds, features

    def features(self, crops: Sequence[np.ndarray]) -> np.ndarray:
        return np.array([[c.mean(), c.std(), 1.0] for c in crops], np.float32)

    def use_decks(self, decks: Sequence[TaughtDeck]) -> None:
        self.decks = tuple(decks)


def quad_at(x: float) -> np.ndarray:
    return np.array([(x, 10.0), (x + 40, 10), (x + 40, 72), (x, 72)])


def deck_of(
    name: str, sha: str, faces: Faces, plates: dict[str, object], look: object
) -> TaughtDeck:
    """Worked out in no time."""
    assert callable(look)
    look([np.zeros((128, 128, 3), np.uint8)] * 70)
    count = len(plates)
    zeros, centres = np.zeros(3, np.float32), np.eye(count, 2, dtype=np.float32)
    return TaughtDeck(
        name, sha, faces, tuple(plates), zeros, zeros[:2] * zeros[:, None], centres, 1, 0
    )


class School:
    """A running table, what its camera sees, and its teacher."""

    def __init__(
        self,
        config: TableConfig,
        fit: Callable[..., TaughtDeck] = deck_of,
        faces: Faces = Faces.SPANISH,
    ) -> None:
        self.time, self.device, self.eyes = Time(), WaitingDevice(), StubEyes()
        self.reports: list[Report] = []
        hand = Watched(live("hand_a", WaitingDevice(), self.time), StubEyes(secret=True))
        table = Watched(live("top", self.device, self.time), self.eyes)
        self.pipeline = Pipeline([table, hand], self.reports.append, self.time.clock)
        self.reader = PaintedReader(faces)
        self.teacher = TableTeacher(config, self.pipeline, self.reader, self.time.clock, fit=fit)
        self.told: list[str] = []
        self._at = 0.0

    def film(self, image: np.ndarray, seconds: float = 1.0) -> None:
        """The camera sees this picture for so long."""
        end = self._at + seconds
        while self._at < end:
            self.give(image)

    def give(self, image: np.ndarray) -> None:
        self._at += 0.1
        self.time.now += 0.1
        self.device.frames.put(Frame(image, self._at, "top"))
        eventually(self.device.frames.empty)

    @contextmanager
    def open(self) -> Iterator[School]:
        """While its cameras are at work."""
        self.pipeline.start()
        try:
            yield self
        finally:
            self.device.frames.put(None)
            self.pipeline.stop()

    def blank(self) -> None:
        """The camera sees an empty table."""
        self.give(np.zeros((90, SIZE, 3), np.uint8))
        eventually(lambda: self.pipeline.frame("top"))

    def begin(self, wish: LessonWish = WISH) -> None:
        """With a picture to look at."""
        self.blank()
        self.teacher.begin(wish)

    def show(self, *cards: str | tuple[str, str]) -> LessonSeen:
        """Show cards until they were looked at."""
        image, before = self.reader.scene(*cards), len(self.shown)

        def looked() -> bool:
            self.give(image)
            return len(self.shown) >= before + len(cards)

        eventually(looked)
        return self.lesson

    @property
    def shown(self) -> Sequence[object]:
        lesson = self.teacher._lesson
        return lesson.course.shown if lesson else ()

    @property
    def lesson(self) -> LessonSeen:
        found = self.teacher.lesson()
        assert found
        return found

    def keep(self) -> LessonSeen:
        self.teacher.keep(self.told.append)
        eventually(lambda: self.lesson.stage is not Stage.FITTING)
        return self.lesson


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableConfig:
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    path = tmp_path / "table.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return load_config(path)


@pytest.fixture
def school(config: TableConfig) -> Iterator[School]:
    with School(config).open() as school:
        yield school


def fans(codes: Sequence[str]) -> list[Sequence[str]]:
    return [codes[i : i + 10] for i in range(0, len(codes), 10)]


def test_a_deck_is_shown_named_kept_and_used(school: School) -> None:
    school.begin()
    assert school.teacher.school().packs == (40, 48)
    assert len(school.lesson.missing) == 40
    for fan in fans(CODES[:30]):
        school.show(*fan)
    assert list(school.lesson.missing) == CODES[30:]
    with pytest.raises(NotAllowedError, match="not complete"):
        school.teacher.keep(print)
    last = [("7B", "6B") if code == "7B" else code for code in CODES[30:]]
    lesson = school.show("back", *last[:9])
    lesson = school.show(*last[9:])
    assert lesson.back and not lesson.missing and not lesson.complete
    asked = {doubt.candidates[0]: doubt.number for doubt in lesson.doubts}
    assert set(asked) == {"6B", "7B"}
    school.teacher.name(asked["7B"], "7B")
    assert school.lesson.complete
    picture = cv2.imdecode(
        np.frombuffer(school.teacher.picture(asked["7B"]), np.uint8), cv2.IMREAD_COLOR
    )
    assert picture.shape == (171, 110, 3)
    assert school.keep().stage is Stage.KEPT
    kept = TaughtDeck.load(deck_path("azul"))
    assert len(kept.cards) == 40 and "back" in kept.labels
    assert [deck.name for deck in school.reader.decks] == ["azul"]
    (told,) = school.told
    assert told.startswith("deck azul was taught with camera top: 40 cards, with its back;")
    (deck,) = school.teacher.decks()
    assert (deck.name, deck.cards, deck.used, deck.outdated) == ("azul", 40, True, False)


def test_the_table_reads_nothing_meanwhile_and_goes_on_after(school: School) -> None:
    school.begin()
    before = len(school.eyes.frames)
    school.show("1O", "2O")
    assert len(school.eyes.frames) == before
    (top, _) = school.pipeline.health()
    assert top.message.startswith("a deck is being taught")
    assert school.pipeline.picture("top")
    assert school.eyes.drawn == 0, "what is seen of the lesson is drawn"
    school.teacher.cancel()
    school.film(np.zeros((90, SIZE, 3), np.uint8), 0.3)
    eventually(lambda: len(school.eyes.frames) > before)
    assert school.pipeline.health()[0].message == ""
    assert school.lesson.stage is Stage.CANCELLED
    assert not deck_path("azul").exists()


def test_a_foreign_card_is_told_and_left_out(school: School) -> None:
    school.begin()
    for fan in fans(CODES):
        school.show(*fan)
    (foreign,) = school.show("8O").too_many
    assert (foreign.card, foreign.foreign, school.lesson.complete) == ("8O", True, False)
    school.teacher.leave_out(foreign.number)
    assert school.lesson.complete


def test_a_lost_camera_loses_nothing(school: School) -> None:
    school.begin()
    school.show("1O", "2O")
    school.time.now += 10
    assert school.lesson.sight is Sight.LOST
    assert {one.card for one in school.lesson.seen} | {
        d.candidates[0] for d in school.lesson.doubts
    } == {"1O", "2O"}
    school.show("3O")
    assert school.lesson.sight is Sight.LIVE and len(school.lesson.missing) == 37


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (LessonWish("hand_a", "azul", 40), "no camera 'hand_a' to teach with; there are: top"),
        (LessonWish("top", "Azul!", 40), "cannot name a deck"),
        (LessonWish("top", "azul", 52), "52: no spanish pack; allowed: 40, 48"),
    ],
)
def test_lessons_that_cannot_begin(school: School, wish: LessonWish, message: str) -> None:
    with pytest.raises(RefereeError, match=message):
        school.begin(wish)
    assert school.teacher.lesson() is None


def test_one_lesson_at_a_time(school: School) -> None:
    with pytest.raises(NotAllowedError, match="gives no picture"):
        school.teacher.begin(WISH)
    with pytest.raises(NotAllowedError, match="no deck is being taught"):
        school.teacher.cancel()
    school.begin()
    with pytest.raises(NotAllowedError, match="deck azul is being taught with camera top"):
        school.teacher.begin(LessonWish("top", "rojo", 40))
    school.teacher.cancel()
    before = school.lesson.id
    school.begin(LessonWish("top", "rojo", 40))
    assert school.lesson.id != before, "its cards are numbered from 1 again"
    assert school.lesson.name == "rojo" and school.lesson.stage is Stage.SHOWING


def test_a_lesson_that_is_forgotten_gives_the_camera_back(school: School) -> None:
    school.begin()
    school.show("1O")
    school.time.now += IDLE_S - 5
    school.film(np.zeros((90, SIZE, 3), np.uint8), 0.3)
    assert school.lesson.stage is Stage.SHOWING, "somebody has just looked"
    school.time.now += IDLE_S + 5
    school.film(np.zeros((90, SIZE, 3), np.uint8), 0.3)
    assert school.lesson.stage is Stage.CANCELLED
    assert school.lesson.refusal and school.lesson.refusal.kind == "lesson_forgotten"


def test_what_cannot_be_noted_is_not_kept_and_may_be_tried_again(school: School) -> None:
    school.begin()
    for fan in fans(CODES):
        school.show(*fan)

    def refuse(text: str) -> None:
        raise NotAllowedError("the log cannot be written")

    school.teacher.keep(refuse)
    eventually(lambda: school.lesson.stage is Stage.SHOWING)
    assert "the log cannot be written" in str(school.lesson.refusal)
    assert not deck_path("azul").exists() and school.reader.decks == ()
    shown = len(school.shown)
    school.show("back")
    assert len(school.shown) == shown + 1, "the showing goes on from where it was"
    assert school.keep().stage is Stage.KEPT


def test_a_deck_is_cancelled_while_it_is_worked_out(config: TableConfig) -> None:
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def slowly(*args: object) -> TaughtDeck:
        begun.set()
        go_on.wait()
        try:
            return deck_of(*args)  # type: ignore[arg-type]
        finally:
            done.set()

    with School(config, slowly).open() as school:
        school.begin()
        for fan in fans(CODES):
            school.show(*fan)
        school.teacher.keep(school.told.append)
        begun.wait()
        with pytest.raises(NotAllowedError, match="no deck is being taught now"):
            school.teacher.name(1, "1O")
        school.teacher.cancel()
        go_on.set()
        done.wait()
        assert school.lesson.stage is Stage.CANCELLED
        assert not deck_path("azul").exists() and not school.told


def test_with_auto_a_taught_deck_joins_the_others(tmp_path: Path, config: TableConfig) -> None:
    auto = config.model_copy(update={"table": config.table.model_copy(update={"deck": "auto"})})
    plates = {code: object() for code in CODES}
    old = deck_of("rojo", "c" * 64, Faces.SPANISH, plates, lambda crops: None)
    with School(auto).open() as school:
        same = deck_of("azul", "c" * 64, Faces.SPANISH, plates, lambda _: None)
        school.reader.decks = (old, same)
        school.begin()
        for fan in fans(CODES):
            school.show(*fan)
        assert school.keep().stage is Stage.KEPT
        assert [deck.name for deck in school.reader.decks] == ["rojo", "azul"]
        assert school.reader.decks[0] is old and school.reader.decks[1] is not same


def test_french_faces_are_written_and_named_as_they_are(config: TableConfig) -> None:
    top = {"top": config.cameras["top"]}
    config = config.model_copy(update={"cameras": top})
    with School(config, faces=Faces.FRENCH).open() as school:
        assert school.teacher.school().faces == "french"
        assert school.teacher.school().packs == (52, 40, 32)
        school.begin()
        assert {"Kh", "Ad"} < set(school.lesson.missing)
        school.show("12C", ("7B", "6B"))
        assert "Kh" in {seen.card for seen in school.lesson.seen}
        school.teacher.name(2, "7c")
        assert ("7c", True) in {(seen.card, seen.named) for seen in school.lesson.seen}


def test_the_list_of_decks_names_damaged_and_outdated_ones(school: School) -> None:
    plates = {code: object() for code in CODES}
    deck_of("viejo", "0" * 64, Faces.SPANISH, plates, lambda _: None).save(deck_path("viejo"))
    deck_path("roto").write_bytes(b"no deck")
    found = {deck.name: deck for deck in school.teacher.decks()}
    assert found["roto"].damaged and found["roto"].file == "roto.deck"
    assert found["viejo"].outdated and not found["viejo"].used
    with pytest.raises(DeckError):
        TaughtDeck.load(deck_path("roto"))


def test_a_secret_camera_is_never_lent(school: School) -> None:
    with pytest.raises(ValueError, match="secret"):
        school.pipeline.lend("hand_a", StubEyes())
