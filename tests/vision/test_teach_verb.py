"""`referee teach`: what it is told, and what it refuses before it looks at anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from referee.cards import Card
from referee.errors import RefereeError
from referee.frames.address import SourceAddress
from referee.frames.frame import Frame, FrameError
from referee.vision.models import Faces
from referee.vision.showing import Watching
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.taught import DeckError, TaughtDeck
from referee.vision.taught_files import deck_path
from referee.vision.teach_verb import (
    _tell_why_not,
    ask,
    look_at,
    order_of,
    parse_named,
    shows_more,
    teach,
)
from referee.vision.teaching import Doubt, Lesson
from tests.test_teacher import CODES, PaintedReader, deck_of
from tests.vision.test_taught import DECK


@pytest.mark.parametrize(
    ("count", "faces", "first", "last"),
    [
        (40, Faces.SPANISH, "1O", "12B"),
        (48, Faces.SPANISH, "1O", "12B"),
        (32, Faces.FRENCH, "1O", "12B"),
        (52, Faces.FRENCH, "1O", "12B"),
    ],
)
def test_by_suits_every_card_once(count: int, faces: Faces, first: str, last: str) -> None:
    cards = order_of("suits", count, faces)
    assert len(set(cards)) == len(cards) == count
    assert (cards[0].code, cards[-1].code) == (first, last)


def test_a_listed_order_is_kept() -> None:
    listed = [card.code for card in reversed(order_of(None, 40, Faces.SPANISH))]
    assert [card.code for card in order_of(" ".join(listed), 40, Faces.SPANISH)] == listed


@pytest.mark.parametrize(
    ("order", "count", "message"),
    [
        (None, 41, r"^--cards 41: no spanish pack; allowed: 40, 48"),
        ("1O 2O", 40, r"^--order: a pack of 40 has each card once; missing: 3O, "),
        ("1O 1O", 40, r"once; twice: 1O"),
        ("1O what", 40, r"^--order: "),
    ],
)
def test_orders_that_are_none(order: str | None, count: int, message: str) -> None:
    with pytest.raises(RefereeError, match=message):
        order_of(order, count, Faces.SPANISH)


def test_named_cards() -> None:
    assert parse_named(["17=7O", "3 = rey de oros"]) == {
        17: Card.parse("7O"),
        3: Card.parse("12O"),
    }


def test_french_cards_are_named_and_listed_in_french() -> None:
    assert parse_named(["12=4C", "3=Kd"], Faces.FRENCH) == {
        12: Card.parse("4B"),
        3: Card.parse("12O"),
    }
    with pytest.raises(RefereeError, match=r"as in 17=7d$"):
        parse_named(["7d"], Faces.FRENCH)
    by_suits = order_of(None, 40, Faces.FRENCH)
    listed = " ".join(card.french for card in reversed(by_suits))
    assert order_of(listed, 40, Faces.FRENCH) == by_suits[::-1]
    with pytest.raises(RefereeError, match="missing: 2d, "):
        order_of("Ad", 40, Faces.FRENCH)


def test_a_french_doubt_is_asked_and_answered_in_french(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def prompt(text: str, default: str) -> str:
        asked.append((text, default))
        return "4C"

    monkeypatch.setattr("typer.prompt", prompt)
    doubt = Doubt(12, "at 5.0 s", (Card.parse("4B"), Card.parse("4C")), None, Faces.FRENCH)
    named = ask([doubt], order_of(None, 40, Faces.FRENCH), faces=Faces.FRENCH)
    assert named == {12: Card.parse("4B")}
    assert asked == [("card 12 (at 5.0 s) may be 4c or 4h; which is it?", "4c")]


@pytest.mark.parametrize("texts", [["7O"], ["1=7O", "1=6O"], ["1=what"]])
def test_names_that_cannot_be_read(texts: list[str]) -> None:
    with pytest.raises(RefereeError):
        parse_named(texts)


@pytest.mark.parametrize(
    ("source", "deck", "out", "message"),
    [
        (None, "azul", None, "say what to look at and a name"),
        ("missing.mp4", "azul", "azul.deck", "missing.mp4"),
        ("missing.mp4", "Azul!", "azul.deck", "cannot name a deck"),
        ("missing.mp4", "azul", "azul.txt", "a deck is kept in a file NAME.deck"),
    ],
)
def test_what_is_refused(
    tmp_path: Path, source: str | None, deck: str, out: str | None, message: str
) -> None:
    where = tmp_path / out if out else None
    with pytest.raises(RefereeError, match=message):
        teach(
            source and str(tmp_path / source),
            deck,
            40,
            None,
            None,
            Faces.SPANISH,
            None,
            where,
            None,
            False,
        )
    assert list(tmp_path.iterdir()) == []


def test_the_list_names_a_damaged_file_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    DECK.save(deck_path("azul"))
    deck_path("aaa").write_bytes(b"no deck")
    teach(None, None, 40, None, None, Faces.SPANISH, None, None, None, True)
    damaged, whole = capsys.readouterr().out.splitlines()
    assert damaged.startswith("aaa  damaged  ") and "aaa.deck: not a taught deck" in damaged
    assert whole.startswith("azul  2 spanish cards  ")


def test_a_refusal_with_many_reasons_fits_on_a_screen(capsys: pytest.CaptureFixture[str]) -> None:
    doubts = tuple(Doubt(n, f"at {n} s", (Card.parse("7O"),)) for n in range(1, 79))
    _tell_why_not(Lesson({}, ("39 of 40 cards were seen",), doubts, ()))
    told = capsys.readouterr().out.splitlines()
    assert len(told) <= 20
    assert told[1] == "  39 of 40 cards were seen"
    assert told[-2] == "  and 63 more"
    assert "--card 1=7O" in told[-1]


def test_a_slip_of_the_tongue_is_asked_for_again_and_loses_no_lesson(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["8O", "nonsense", "7O", "7O", "7C"])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    doubts = [Doubt(n, f"at {n} s", (Card.parse("7O"), Card.parse("7C"))) for n in (3, 5)]
    named = ask(doubts, order_of(None, 40, Faces.SPANISH))
    assert named == {3: Card.parse("7O"), 5: Card.parse("7C")}
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "8O is not in this pack of 40; Ctrl+C keeps nothing"
    assert "nonsense" in told[1]
    assert told[2] == "7O was named already, as card 3; each card is there once"


def test_an_answer_that_was_given_before_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["7O", "7C"])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    doubts = [Doubt(5, "at 5 s", (Card.parse("7O"), Card.parse("7C")))]
    before = {2: Card.parse("7O")}
    assert ask(doubts, order_of(None, 40, Faces.SPANISH), before=before) == {5: Card.parse("7C")}
    assert capsys.readouterr().out == "7O was named already, as card 2; each card is there once\n"


def test_ctrl_c_in_the_middle_of_a_look_ends_the_showing_and_loses_nothing(tmp_path: Path) -> None:
    class Interrupted:
        looks = 0

        def read(self, frame: Frame) -> Sequence[CardSighting]:
            self.looks += 1
            if self.looks == 3:
                raise KeyboardInterrupt
            quad = np.array([(20, 20), (60, 20), (60, 80), (20, 80)], float)
            return [CardSighting(quad, (Candidate(None, 0.5),), 0.9)]

        def features_at(self, image: object, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return np.full((1, 5), 0.2, np.float32), np.ones((1, 2, 4), np.float32)

    for number in range(5):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((100, 100, 3), 99, np.uint8))
    watching = Watching(Interrupted(), moving=False)
    look_at(SourceAddress.parse(str(tmp_path)), watching, 40, None)
    assert [showing.number for showing in watching.shown] == [1, 2]


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four pictures of ten cards each, read without a model; the deck is worked out in no time."""
    reader = PaintedReader()
    fans = [CODES[i : i + 10] for i in range(0, 40, 10)]
    fans[3] = [("7B", "6B") if code == "7B" else code for code in fans[3]]
    folder = tmp_path / "cards"
    folder.mkdir()
    for number, fan in enumerate(fans):
        cv2.imwrite(str(folder / f"{number}.png"), reader.scene(*fan))
    reader.classifier = SimpleNamespace(names=reader.names, features=reader.features)
    monkeypatch.setattr("referee.vision.detector.CardReader.load", lambda **_: reader)
    monkeypatch.setattr("referee.vision.fitting.fit_deck", deck_of)
    return folder


def teach_pictures(folder: Path, out: Path, sheet: Path | None = None, *named: str) -> None:
    teach(str(folder), "azul", 40, None, list(named), Faces.SPANISH, sheet, out, None, False)


def test_a_deck_that_cannot_be_written_is_refused_before_anything_is_looked_at(
    pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("referee.vision.detector.CardReader.load")
    (pictures.parent / "notes.txt").touch()
    out = pictures.parent / "notes.txt" / "azul.deck"
    with pytest.raises(RefereeError, match=r"azul\.deck: cannot be written there .*--out FILE$"):
        teach_pictures(pictures, out)


def test_the_sheet_is_there_if_the_deck_cannot_be_kept(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(deck: TaughtDeck, path: Path) -> None:
        raise DeckError(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr(TaughtDeck, "save", full)
    sheet, seven = tmp_path / "sheet.png", f"{CODES.index('7B') + 1}=7B"
    with pytest.raises(DeckError, match="No space left"):
        teach_pictures(pictures, tmp_path / "azul.deck", sheet, seven)
    assert sheet.is_file()


def test_the_deck_is_kept_if_the_sheet_cannot_be_drawn(pictures: Path, tmp_path: Path) -> None:
    out, seven = tmp_path / "decks" / "azul.deck", f"{CODES.index('7B') + 1}=7B"
    with pytest.raises(RefereeError, match=r"sheet\.txt: cannot write \.txt"):
        teach_pictures(pictures, out, tmp_path / "sheet.txt", seven)
    assert len(TaughtDeck.load(out).cards) == 40


def test_a_name_of_the_command_line_is_not_taken_for_an_answer(
    pictures: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers = iter(["1O"])
    monkeypatch.setattr("typer.prompt", lambda _, default: next(answers, default))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    teach_pictures(pictures, tmp_path / "azul.deck", None, "1=1O")
    told = capsys.readouterr().out
    assert "1O was named already, as card 1; each card is there once" in told
    assert "azul.deck: 40 cards, no back was shown" in told


def test_a_camera_that_is_gone_ends_the_showing_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(*_: object) -> Iterator[Frame]:
        raise FrameError("/dev/video0: cannot be opened")

    monkeypatch.setattr("referee.vision.teach_verb._frames", gone)
    watching, camera = Watching(OneCard(), moving=False), SourceAddress.parse("/dev/video0")
    with pytest.raises(FrameError):
        look_at(camera, watching, 40, None)
    watching.feed(Frame(np.full((100, 100, 3), 99, np.uint8), 0.0, "deck"))
    look_at(camera, watching, 40, None)
    assert len(watching.shown) == 1
    assert "/dev/video0: cannot be opened" in capsys.readouterr().out


class OneCard:
    """Sees one card wherever it looks; `feature` tells which."""

    def __init__(self) -> None:
        self.feature = np.eye(4, dtype=np.float32)[0]

    def read(self, frame: Frame) -> Sequence[CardSighting]:
        quad = np.array([(20, 20), (60, 20), (60, 80), (20, 80)], float)
        return [CardSighting(quad, (Candidate(None, 0.5),), 0.9)]

    def features_at(self, image: object, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.full((1, 5), 0.2, np.float32), np.tile(self.feature, (1, 2, 1))


def test_a_showing_that_goes_on_keeps_what_was_shown() -> None:
    reader = OneCard()
    watching = Watching(reader, moving=True)
    picture = np.full((100, 100, 3), 99, np.uint8)
    for time_s in (100.0, 100.3, 100.6, 101.2):
        watching.feed(Frame(picture, time_s, "deck"))
    reader.feature = np.eye(4, dtype=np.float32)[1]
    watching.pause()
    looked = [watching.feed(Frame(picture, time_s, "deck")) for time_s in (0.0, 0.1, 0.4)]
    assert looked == [False, False, True]
    assert [(s.number, s.views) for s in watching.shown] == [(1, 2), (2, 1)]


@pytest.mark.parametrize(
    ("missing", "terminal", "answer", "goes_on"),
    [
        ("7O", True, True, True),
        ("7O", True, False, False),
        ("7O", False, True, False),
        ("", True, True, False),
    ],
)
def test_before_a_camera_what_is_missing_may_be_shown_at_once(
    missing: str,
    terminal: bool,
    answer: bool,
    goes_on: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: terminal)
    monkeypatch.setattr("typer.confirm", lambda *_, **__: answer)
    cards = (Card.parse(missing),) if missing else ()
    faults = ("39 of 40 cards were shown; missing: 7O",) if missing else ()
    assert shows_more(Lesson({}, faults, (), (), missing=cards)) is goes_on
    assert ("missing: 7O" in capsys.readouterr().out) is bool(missing and terminal)
