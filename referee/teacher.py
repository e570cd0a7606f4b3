"""The teaching page's hands: a camera of the running table, its reader, and the decks it knows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from threading import Lock, Thread
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.config import TableConfig
from referee.errors import NotAllowedError, RefereeError, Refusal
from referee.frames.device import Clock
from referee.outputs import put_back
from referee.pipeline.pipeline import Pipeline
from referee.pipeline.teaching_eyes import TeachingEyes
from referee.vision.classifier import BACK
from referee.vision.course import Course
from referee.vision.fitting import fit_deck
from referee.vision.models import Faces
from referee.vision.packs import pack_of, pack_sizes
from referee.vision.rectify import Image
from referee.vision.showing import Looker, Showing
from referee.vision.taught import AUTO, DeckError, TaughtDeck, checked_name
from referee.vision.taught_files import deck_path, stored_decks
from referee.vision.teach_sheet import upright
from referee.web.teaching import (
    CardInDoubt,
    CardSeen,
    CardTooMany,
    DeckKept,
    LessonSeen,
    LessonWish,
    School,
    Sight,
    Stage,
)

log = logging.getLogger(__name__)

IDLE_S = 300.0
"""A lesson that nobody looks at and in which nothing new is shown for so long ends by itself: the
table reads no reveal while it goes on."""
_AT_ONCE = 32
"""Crops whose features are asked for in one go, between which a lesson may be cancelled."""
_JPEG = (cv2.IMWRITE_JPEG_QUALITY, 88)


class DeckReader(Looker, Protocol):
    """What teaching asks of `referee.vision.detector.CardReader`."""

    @property
    def faces(self) -> Faces:
        """What is printed on the cards that it reads."""

    @property
    def classifier_sha256(self) -> str:
        """Which reader a deck is taught to."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its classes."""

    @property
    def decks(self) -> tuple[TaughtDeck, ...]:
        """Those that it compares cards with."""

    def use_decks(self, decks: Sequence[TaughtDeck]) -> None:
        """Compare cards with these from now on."""

    def features(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        """Features (n, D) of crops."""


class _CancelledError(Exception):
    """A lesson ended while its deck was worked out."""


@dataclass
class _Lesson:
    """One lesson; what changes is changed under the lock."""

    wish: LessonWish
    course: Course
    id: str = field(default_factory=lambda: token_hex(4))
    stage: Stage = Stage.SHOWING
    fitted: float = 0.0
    refusal: Refusal | None = None
    alive_s: float = 0.0
    """When somebody looked at the page, or something new was shown."""


class TableTeacher:
    """Teaches decks with the cameras of one running table, one at a time.

    While cards are shown, the camera is lent by the pipeline and reads no reveals; the deck is
    worked out on a thread of its own, and is used by the table's reader as soon as it is kept.
    """

    def __init__(
        self,
        config: TableConfig,
        pipeline: Pipeline,
        reader: DeckReader,
        clock: Clock,
        fit: Callable[..., TaughtDeck] = fit_deck,
    ) -> None:
        self._cameras = tuple(n for n, c in config.cameras.items() if c.role == "cards")
        self._faces = reader.faces
        self._configured = config.table.deck
        self._pipeline = pipeline
        self._reader = reader
        self._clock = clock
        self._fit = fit
        self._lock = Lock()
        self._lesson: _Lesson | None = None

    def school(self) -> School:
        """Cameras of the table; packs with the faces that it reads."""
        return School(self._cameras, self._faces.value, pack_sizes(self._faces), self._configured)

    def lesson(self) -> LessonSeen | None:
        """As it is now; whoever asks keeps it from ending by itself."""
        lesson = self._lesson
        if lesson is None:
            return None
        lesson.alive_s = self._clock()
        return self._seen(lesson)

    def decks(self) -> Sequence[DeckKept]:
        """All files in the folder of decks."""
        used = {deck.name for deck in self._reader.decks}
        return tuple(self._kept(file, deck, used) for file, deck in stored_decks().items())

    def begin(self, wish: LessonWish) -> None:
        """From an empty table on."""
        checked_name(wish.name)
        if wish.camera not in self._cameras:
            there = ", ".join(self._cameras) or "none"
            raise NotAllowedError(
                f"no camera {wish.camera!r} to teach with; there are: {there}",
                "no_camera",
                name=wish.camera,
            )
        course = Course(pack_of(wish.count, self._faces), self._reader.names)
        with self._lock:
            if self._lesson and self._lesson.stage in (Stage.SHOWING, Stage.FITTING):
                going = self._lesson.wish
                raise NotAllowedError(
                    f"deck {going.name} is being taught with camera {going.camera}; "
                    "keep or cancel it first",
                    "lesson_goes_on",
                    name=going.name,
                )
            if self._sight(wish.camera) is not Sight.LIVE:
                raise NotAllowedError(
                    f"camera {wish.camera} gives no picture; see the page of the cameras",
                    "no_picture",
                    name=wish.camera,
                )
            lesson = _Lesson(wish, course, alive_s=self._clock())
            self._lesson = lesson
            self._watch(lesson)

    def name(self, number: int, card: str) -> None:
        """Cards are written as the faces are."""
        meant = Card.parse(card, self._faces.notation)
        with self._lock:
            lesson = self._showing()
            lesson.course = lesson.course.name(number, meant)

    def leave_out(self, number: int) -> None:
        """With every showing that was taken for the same card."""
        with self._lock:
            lesson = self._showing()
            lesson.course = lesson.course.leave_out(number)

    def picture(self, number: int) -> bytes:
        """Its first view, upright."""
        lesson = self._lesson
        if lesson is None:
            raise _no_lesson()
        plate = lesson.course.showing(number).plates[0]
        return cv2.imencode(".jpg", upright(plate), _JPEG)[1].tobytes()

    def keep(self, tell: Callable[[str], object]) -> None:
        """Some seconds' work, done on a thread."""
        with self._lock:
            lesson = self._showing()
            if not lesson.course.lesson.complete:
                raise NotAllowedError(
                    "the deck is not complete: show what is missing and name what is doubtful",
                    "deck_not_complete",
                )
            lesson.stage, lesson.fitted, lesson.refusal = Stage.FITTING, 0.0, None
            self._pipeline.lend(lesson.wish.camera, None)
        Thread(target=self._work_out, args=(lesson, tell), name="teach", daemon=True).start()

    def cancel(self) -> None:
        """Also while the deck is worked out."""
        with self._lock:
            lesson = self._lesson
            if lesson is None or lesson.stage not in (Stage.SHOWING, Stage.FITTING):
                raise _no_lesson()
            self._end(lesson, None)

    def _end(self, lesson: _Lesson, why: Refusal | None) -> None:
        lesson.stage, lesson.refusal = Stage.CANCELLED, why
        self._pipeline.lend(lesson.wish.camera, None)

    def _showing(self) -> _Lesson:
        """The lesson in which cards are shown and named. Raises NotAllowedError."""
        if self._lesson is None or self._lesson.stage is not Stage.SHOWING:
            raise _no_lesson()
        return self._lesson

    def _watch(self, lesson: _Lesson) -> None:
        """Lend the camera to the lesson. What was shown before a failed attempt to keep stays."""
        before = lesson.course.shown

        def told(shown: Sequence[Showing]) -> bool:
            return self._looked(lesson, shown)

        def passed() -> None:
            self._end_idle(lesson)

        eyes = TeachingEyes(self._reader, told, passed, before)
        self._pipeline.lend(lesson.wish.camera, eyes)

    def _looked(self, lesson: _Lesson, shown: Sequence[Showing]) -> bool:
        """Whether to go on looking."""
        with self._lock:
            if lesson.stage is not Stage.SHOWING:
                return False
            if len(shown) > len(lesson.course.shown):
                lesson.alive_s = self._clock()
            lesson.course = course = lesson.course.looked(shown)
        _ = course.lesson  # worked out here, so that pages need not wait for it
        return not course.full

    def _end_idle(self, lesson: _Lesson) -> None:
        if self._clock() - lesson.alive_s <= IDLE_S:
            return
        with self._lock:
            if lesson.stage is Stage.SHOWING:
                minutes = round(IDLE_S / 60)
                text = f"nobody looked and nothing was shown for {minutes} minutes"
                self._end(lesson, Refusal(text, "lesson_forgotten", {"n": minutes}))

    def _work_out(self, lesson: _Lesson, tell: Callable[[str], object]) -> None:
        wish = lesson.wish
        try:
            deck = self._fit(
                wish.name,
                self._reader.classifier_sha256,
                self._faces,
                lesson.course.lesson.plates,
                lambda crops: self._features(lesson, crops),
            )
            with self._lock:
                if lesson.stage is not Stage.FITTING:
                    return
                self._keep(deck, wish, tell)
                lesson.stage = Stage.KEPT
        except _CancelledError:
            return
        except RefereeError as error:
            self._try_again(lesson, error.refusal)
        except Exception:
            log.exception("deck %s cannot be worked out", wish.name)
            self._try_again(lesson, Refusal("the referee failed here; its log says more", "broken"))

    def _features(self, lesson: _Lesson, crops: Sequence[Image]) -> NDArray[np.float32]:
        parts = []
        for start in range(0, len(crops), _AT_ONCE):
            if lesson.stage is not Stage.FITTING:
                raise _CancelledError
            parts.append(self._reader.features(crops[start : start + _AT_ONCE]))
            lesson.fitted = min(1.0, (start + _AT_ONCE) / len(crops))
        return np.concatenate(parts)

    def _keep(self, deck: TaughtDeck, wish: LessonWish, tell: Callable[[str], object]) -> None:
        """Nothing is kept that was not told of, and nothing is used that was not kept."""
        back = "with its back" if BACK in deck.labels else "without a back"
        file = deck_path(wish.name)
        with put_back(file):
            deck.save(file)
            tell(
                f"deck {wish.name} was taught with camera {wish.camera}: {len(deck.cards)} cards, "
                f"{back}; the table compares cards with it from now on"
            )
        others = self._reader.decks if self._configured == AUTO else ()
        self._reader.use_decks([*(d for d in others if d.name != deck.name), deck])

    def _try_again(self, lesson: _Lesson, why: Refusal) -> None:
        with self._lock:
            if lesson.stage is Stage.FITTING:
                lesson.stage, lesson.refusal = Stage.SHOWING, why
                lesson.alive_s = self._clock()
                self._watch(lesson)

    def _sight(self, camera: str) -> Sight:
        if any(report.over for report in self._pipeline.health() if report.name == camera):
            return Sight.OVER
        return Sight.LOST if self._pipeline.frame(camera) is None else Sight.LIVE

    def _seen(self, lesson: _Lesson) -> LessonSeen:
        course, wish = lesson.course, lesson.wish
        learnt, code = course.lesson, self._faces.code
        doubtful = {doubt.number for doubt in learnt.doubts}
        seen = (
            CardSeen(s.number, code(Card.parse(name)), s.views, s.number in course.named)
            for s in learnt.shown
            if (name := learnt.names.get(s.number)) and s.number not in doubtful
        )
        return LessonSeen(
            id=lesson.id,
            camera=wish.camera,
            name=wish.name,
            stage=lesson.stage,
            sight=self._sight(wish.camera),
            pack=tuple(map(code, course.cards)),
            seen=tuple(seen),
            doubts=tuple(
                CardInDoubt(
                    d.number,
                    tuple(map(code, d.candidates)),
                    code(d.foreign) if d.foreign else None,
                )
                for d in learnt.doubts
            ),
            too_many=tuple(
                CardTooMany(e.number, code(e.card), e.twins, e.foreign) for e in learnt.extras
            ),
            missing=tuple(map(code, learnt.missing)),
            back=BACK in learnt.plates,
            complete=learnt.complete,
            full=course.full,
            fitted=lesson.fitted,
            refusal=lesson.refusal,
        )

    def _kept(self, file: Path, deck: TaughtDeck | DeckError, used: set[str]) -> DeckKept:
        if isinstance(deck, DeckError):
            return DeckKept(file.stem, file.name, 0, "", False, damaged=True, outdated=False)
        mine = deck.faces is self._faces
        outdated = mine and deck.classifier != self._reader.classifier_sha256
        return DeckKept(
            deck.name,
            file.name,
            len(deck.cards),
            deck.faces.value,
            mine and deck.name in used,
            damaged=False,
            outdated=outdated,
        )


def _no_lesson() -> NotAllowedError:
    return NotAllowedError(
        "no deck is being taught now, or it is worked out already; begin a lesson", "no_lesson"
    )
