"""What is kept of a taught deck: round trip, faults of the file, and how cards are told by it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.cards import Card
from referee.vision.detector import CardReader
from referee.vision.models import Faces
from referee.vision.readers import reader_for
from referee.vision.taught import DeckError, TaughtDeck
from referee.vision.taught_files import deck_path, find_decks, stored_decks
from referee.weights import load_model

CLASSES = ("10O", "12O", "7O", "back", "none")
DECK = TaughtDeck(
    "azul",
    load_model(Faces.SPANISH.classifier).sha256,
    Faces.SPANISH,
    ("10O", "7O", "back"),
    np.array([1.0, 2, 3, 4], np.float32),
    np.eye(4, 2, dtype=np.float32),
    np.array([(3.0, 0), (0, 3), (-3, 0)], np.float32),
    1.0,
    0.6,
)
"""Two cards and a back, told apart by the first two of four features."""


def features(*placed: tuple[float, float]) -> np.ndarray:
    rows = np.zeros((len(placed), 4), np.float32)
    rows[:, :2] = placed
    return rows + DECK.mean


def plain(none: float, back: float = 0.0) -> np.ndarray:
    return np.array([[0, 1 - none - back, 0, back, none]], np.float32)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where decks are kept, with DECK in it."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    path = deck_path(DECK.name)
    DECK.save(path)
    return path


def test_a_deck_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(DeckError, match=r"azul\.deck: cannot be written: "):
        DECK.save(tmp_path / "notes.txt" / "azul.deck")


def test_a_deck_comes_back_as_it_was_kept(kept: Path) -> None:
    (back,) = find_decks("azul")
    assert (back.name, back.classifier, back.faces, back.labels) == (
        DECK.name,
        DECK.classifier,
        DECK.faces,
        DECK.labels,
    )
    assert (back.sharpness, back.floor) == (DECK.sharpness, DECK.floor)
    for field in ("mean", "basis", "centres"):
        assert np.array_equal(getattr(back, field), getattr(DECK, field))
    assert [file.name for file in kept.parent.iterdir()] == ["azul.deck"]


def test_a_file_and_auto_find_it_as_well(kept: Path) -> None:
    assert find_decks(str(kept))[0].name == "azul"
    assert find_decks("azul.deck", beside=kept.parent)[0].name == "azul"
    assert [deck.name for deck in find_decks("auto")] == ["azul"]


@pytest.mark.parametrize(
    ("wanted", "faces", "message"),
    [
        ("rojo", Faces.SPANISH, r"^deck 'rojo' was not taught; taught: azul; teach it: referee"),
        ("../azul", Faces.SPANISH, r"cannot name a deck"),
        ("azul", Faces.FRENCH, r"^deck azul: has spanish faces; this table is read as french"),
        ("auto", Faces.FRENCH, r"no deck with french faces was taught to this reader"),
        ("none.deck", Faces.SPANISH, r"none\.deck: no such file"),
    ],
)
def test_what_cannot_be_found_is_told(kept: Path, wanted: str, faces: Faces, message: str) -> None:
    with pytest.raises(DeckError, match=message):
        find_decks(wanted, faces, kept.parent)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 and no more", b"text"])
def test_a_file_that_holds_no_deck_is_refused_by_its_path(kept: Path, data: bytes) -> None:
    kept.write_bytes(data)
    with pytest.raises(DeckError, match=r"azul\.deck: not a taught deck: .*teach it again"):
        find_decks("azul")


def test_a_cut_file_is_refused(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-40])
    with pytest.raises(DeckError, match=r"azul\.deck: not a taught deck"):
        find_decks("azul")


def test_auto_goes_on_without_a_damaged_file_and_tells_of_it(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (kept.parent / "broken.deck").write_bytes(b"no deck")
    assert [deck.name for deck in find_decks("auto")] == ["azul"]
    (told,) = caplog.messages
    assert "broken.deck: not a taught deck" in told and "the other decks are used" in told
    assert [type(deck).__name__ for deck in stored_decks().values()] == ["TaughtDeck", "DeckError"]
    kept.unlink()
    with pytest.raises(DeckError, match="no deck with spanish faces was taught"):
        find_decks("auto")


def test_auto_goes_on_without_a_deck_of_another_reader_and_tells_of_it(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    replace(DECK, name="old", classifier="a" * 64).save(deck_path("old"))
    assert [deck.name for deck in find_decks("auto")] == ["azul"]
    (told,) = caplog.messages
    assert "deck old: was taught to another version of the reader" in told
    assert "teach it again" in told


def test_no_damage_to_the_file_is_more_than_a_refusal(kept: Path) -> None:
    whole = kept.read_bytes()
    for place in range(len(whole)):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with suppress(DeckError):
            find_decks("azul")


@pytest.mark.parametrize(
    "changed",
    [
        {"labels": ("10O", "10O", "back")},
        {"labels": ("10O",)},
        {"centres": DECK.centres[:2]},
        {"mean": DECK.mean[:3]},
        {"sharpness": 0.0},
        {"floor": float("nan")},
        {"name": "Azul!"},
    ],
)
def test_numbers_that_do_not_fit_are_no_deck(changed: dict[str, object]) -> None:
    with pytest.raises(DeckError):
        replace(DECK, **changed)  # type: ignore[arg-type]


def test_a_deck_belongs_to_one_classifier() -> None:
    DECK.require(DECK.classifier, CLASSES)
    with pytest.raises(DeckError, match=r"another version of the reader.*referee teach SOURCE"):
        DECK.require("b" * 64, CLASSES)
    with pytest.raises(DeckError, match="the reader knows no 7O"):
        DECK.require(DECK.classifier, ("10O", "back", "none"))


def test_the_nearest_card_of_the_deck_is_read_whatever_the_classifier_says() -> None:
    odds = DECK.odds(plain(none=0.1), features((0.2, 2.5)), CLASSES)
    assert CLASSES[int(odds[0].argmax())] == "7O"
    assert odds[0, CLASSES.index("none")] == pytest.approx(0.1)
    assert odds[0, CLASSES.index("12O")] == 0, "a card that the deck lacks"
    assert odds.sum() == pytest.approx(1)


def test_halfway_between_two_cards_is_a_doubt() -> None:
    odds = DECK.odds(plain(none=0.0), features((2, 2)), CLASSES)
    assert odds[0, 0] == pytest.approx(odds[0, 2]) == pytest.approx(0.5, abs=0.01)


def test_a_back_that_was_not_taught_stays_as_the_classifier_says() -> None:
    faces_only = replace(DECK, labels=("10O", "7O"), centres=DECK.centres[:2])
    odds = faces_only.odds(plain(none=0.0, back=0.9), features((-3, 0)), CLASSES)
    assert odds[0, CLASSES.index("back")] == pytest.approx(0.9)
    taught = DECK.odds(plain(none=0.0, back=0.0), features((-3, 0)), CLASSES)
    assert CLASSES[int(taught[0].argmax())] == "back"


def test_likeness_is_that_to_the_likest_card() -> None:
    assert DECK.likeness(features((2, 0), (0, -1))) == pytest.approx([1, 0], abs=1e-6)
    assert [card for card in DECK.cards] == [Card.parse("10O"), Card.parse("7O")]


def test_a_taught_deck_says_itself_what_its_faces_are(kept: Path) -> None:
    """A hand of mus may be settled from a picture of a French deck that was taught."""
    sha256 = load_model(Faces.FRENCH.classifier).sha256
    replace(DECK, name="verde", faces=Faces.FRENCH, classifier=sha256).save(deck_path("verde"))
    for name in ("verde", "azul"):
        reader = reader_for(deck=name)
        assert isinstance(reader, CardReader)
        assert [deck.name for deck in reader.decks] == [name]
        assert reader.classifier_sha256 == reader.decks[0].classifier
    with pytest.raises(DeckError, match="has french faces; this table is read as spanish"):
        reader_for(Faces.SPANISH, "verde")
