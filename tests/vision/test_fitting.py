"""A tiny real lesson: six cards of the deck of this project, taught to the reader that ships."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from referee.frames.frame import Frame
from referee.training.decks import load_deck
from referee.vision.deck_in_view import likeliest, strangers_named
from referee.vision.detector import CardReader
from referee.vision.fitting import fit_deck
from referee.vision.models import Faces
from referee.vision.rectify import Image
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.taught import TaughtDeck
from referee.vision.variations import PLATE_SIZE, crop_of, plate_of, varied

FACES = Path(__file__).parents[2] / "datasets" / "deck" / "faces"
CODES = ("1O", "7C", "12E", "4B", "11O", "2C")
QUAD = np.array([(60.0, 40), (182, 40), (182, 230), (60, 230)])


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load(threads=1)


@pytest.fixture(scope="module")
def pictures() -> Mapping[str, Image]:
    """One picture of each card, alone on a green table."""
    deck = load_deck(FACES)
    return {code: _picture(deck.faces[code]) for code in CODES}


def _picture(face: Image) -> Image:
    table = np.full((270, 240, 3), (60, 110, 50), np.uint8)
    card = cv2.resize(face, (122, 190), interpolation=cv2.INTER_AREA)
    alpha = card[..., 3:] / 255
    place = table[40:230, 60:182]
    place[:] = (card[..., :3] * alpha + place * (1 - alpha)).astype(np.uint8)
    return table


@pytest.fixture(scope="module")
def taught(reader: CardReader, pictures: Mapping[str, Image]) -> TaughtDeck:
    plates = {code: [plate_of(picture, QUAD)] for code, picture in pictures.items()}
    sha256 = reader.classifier_sha256
    features = reader.classifier.features
    return fit_deck("ours", sha256, Faces.SPANISH, plates, features, variations=8)


def test_every_card_is_read_by_the_taught_deck(
    reader: CardReader, pictures: Mapping[str, Image], taught: TaughtDeck
) -> None:
    reader.use_decks([taught])
    seen = {}
    for code, picture in pictures.items():
        frame = Frame(picture, 0.0, code)
        (card,) = reader.reread(frame, [CardSighting(QUAD, (Candidate(None, 0.0),), 0.9)])
        seen[code] = (str(card.card), card.confidence > 0.8, card.not_of)
    assert seen == {code: (code, True, None) for code in CODES}


def test_the_same_pictures_teach_the_same(
    reader: CardReader, pictures: Mapping[str, Image], taught: TaughtDeck
) -> None:
    plates = {code: [plate_of(picture, QUAD)] for code, picture in pictures.items()}
    features = reader.classifier.features
    again = fit_deck("ours", taught.classifier, Faces.SPANISH, plates, features, variations=8)
    assert again.floor == pytest.approx(taught.floor, abs=1e-3)
    assert again.sharpness == taught.sharpness


def test_which_deck_lies_there_and_what_is_not_of_it(
    reader: CardReader, pictures: Mapping[str, Image], taught: TaughtDeck
) -> None:
    image = pictures["1O"]
    own = reader.features_at(image, QUAD[None])[1]
    other = reader.features_at(cv2.flip(255 - image, 1), QUAD[None])[1]
    strict = TaughtDeck(**{**vars(taught), "name": "strict", "floor": 0.99999})
    assert likeliest([taught], own) is taught
    assert likeliest([strict], other) is None
    card = CardSighting(QUAD, (Candidate(None, 0.0),), 0.9)
    face = CardSighting(QUAD, (Candidate(taught.cards[0], 0.9),), 0.9)
    assert strangers_named([face], taught, lambda _: own)[0].not_of is None
    (strange,) = strangers_named([face], strict, lambda _: other)
    assert strange.not_of == "deck strict"
    assert strange.confidence == pytest.approx(0.45), "never read with confidence"
    assert strangers_named([card], strict, lambda _: other)[0].not_of is None, "a back"
    beside = CardSighting(QUAD + 20, (Candidate(taught.cards[1], 0.9),), 0.9)
    hidden = strangers_named([face, beside], strict, lambda _: np.repeat(other, 2, axis=0))
    assert [c.not_of for c in hidden] == [None, None], "of cards that hide each other nobody knows"


def test_variations_are_as_large_as_crops_and_differ() -> None:
    rng = default_rng(3)
    plate = rng.integers(0, 255, (PLATE_SIZE, PLATE_SIZE, 3)).astype(np.uint8)
    made = [varied(rng, plate, [plate]) for _ in range(12)]
    assert {crop.shape for crop in made} == {crop_of(plate).shape} == {(128, 128, 3)}
    assert len({crop.tobytes() for crop in made}) == 12
