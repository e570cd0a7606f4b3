"""The weights that ship read the picture and the clip that ship, all sixteen cards of each."""

from pathlib import Path

import onnxruntime as ort
import pytest

from referee.frames.photo import read_photo
from referee.frames.recording import read_clip
from referee.seats import Seat
from referee.vision.clip import read_reveal_clip
from referee.vision.detector import CardReader
from referee.vision.models import FEATURES, Faces
from referee.vision.reveal import Reveal, read_reveal
from referee.weights import load_model

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
PHOTO = {"A": "12O 12C 1E 1B", "B": "11E 10O 7C 4B", "C": "12E 3B 6O 5C", "D": "7O 7E 2C 4O"}
CLIP = {"A": "12B 11O 10C 7B", "B": "3O 12C 12O 1C", "C": "6E 5O 4C 1E", "D": "10B 10E 7O 7C"}
ALL_LIE_STILL_S = 3.0
"""When the last hand of the clip has been withdrawn far enough, s from its start."""


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


def hands(reveal: Reveal) -> dict[str, list[str]]:
    return {str(seat): [c.code for c in reveal.cards(seat)] for seat in Seat}


def expected(truth: dict[str, str]) -> dict[str, list[str]]:
    return {seat: codes.split() for seat, codes in truth.items()}


def test_the_sample_photograph(reader: CardReader) -> None:
    reveal = read_reveal(reader.read(read_photo(SAMPLES / "reveal.jpg")))
    assert [fault.message for fault in reveal.faults] == []
    assert hands(reveal) == expected(PHOTO)


def test_the_sample_clip_is_committed_once_all_lies_still(reader: CardReader) -> None:
    committed = read_reveal_clip(read_clip(SAMPLES / "reveal.mp4"), reader)
    assert committed is not None
    assert [fault.message for fault in committed.reveal.faults] == []
    assert hands(committed.reveal) == expected(CLIP)
    assert committed.frame.time_s > ALL_LIE_STILL_S


@pytest.mark.parametrize("faces", list(Faces))
def test_classifiers_say_by_what_a_taught_deck_is_told_apart(faces: Faces) -> None:
    session = ort.InferenceSession(load_model(faces.classifier).data)
    assert [output.name for output in session.get_outputs()][1:] == [FEATURES]
