"""The contact sheet shows the worst mistakes: the card as seen, the scene, the words."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.training.mistake_sheet import mistake_sheet, worst
from tests.training.made_readings import reading

CARD = (40, 40, 220)
TABLE = (30, 120, 30)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A red card on a green table."""
    image = np.full((120, 160, 3), TABLE, np.uint8)
    cv2.rectangle(image, (16, 16), (56, 72), CARD, -1)
    path = tmp_path / "one.png"
    cv2.imwrite(str(path), image)
    return path


def test_sure_mistakes_come_first_then_what_was_missed() -> None:
    given = [
        reading("1O", None),
        reading("2O", "3O", 0.6),
        reading("4O", "4O", 0.99),
        reading("5O", "6O", 0.97),
        reading("7O", None, counts=False),
    ]
    assert [r.label.name for r in worst(given)] == ["5O", "2O", "1O"]
    assert [r.label.name for r in worst(given, limit=2)] == ["5O", "2O"]


def test_a_mistake_shows_the_card_beside_the_scene(picture: Path) -> None:
    sheet = mistake_sheet([reading("5O", "6O", path=picture)], 0.8)
    crop, scene = sheet[8:200, 8:200], sheet[8:200, 208:400]
    assert np.median(crop.reshape(-1, 3), axis=0) == pytest.approx(CARD)
    assert np.abs(scene[96, 150].astype(int) - TABLE).max() < 3
    assert np.abs(scene[96, 96].astype(int) - CARD).max() < 3
    green, red = (
        np.all(scene == colour, axis=2).sum() for colour in ((60, 160, 40), (40, 40, 220))
    )
    assert green > 100, "the truth is outlined"
    assert red > 0


def test_words_stand_under_every_mistake(picture: Path) -> None:
    sheet = mistake_sheet([reading("5O", "6O", path=picture)], 0.8)
    words = sheet[202:255, 8:400]
    assert (words < 100).any(axis=2).sum() > 200


def test_the_size_follows_the_number_and_the_limit(picture: Path) -> None:
    one = mistake_sheet([reading("5O", "6O", path=picture)], 0.8).shape
    many = mistake_sheet([reading("5O", "6O", path=picture)] * 9, 0.8, limit=4).shape
    assert many[0] - 8 == 2 * (one[0] - 8)
    assert many[1] - 8 == 3 * (one[1] - 8)


def test_a_missed_card_is_cut_out_where_the_labels_say(picture: Path) -> None:
    sheet = mistake_sheet([reading("5O", None, path=picture)], 0.8)
    assert np.median(sheet[8:200, 8:200].reshape(-1, 3), axis=0) == pytest.approx(CARD)


def test_without_mistakes_the_sheet_says_so() -> None:
    assert (mistake_sheet([reading("4O", "4O")], 0.8) < 100).any()
