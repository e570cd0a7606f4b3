"""A card that was found twice is one card; two cards that overlap are two."""

import numpy as np
import pytest

from referee.cards import Card
from referee.vision.ghosts import quad_overlap, seen_better, without_ghosts
from referee.vision.sighting import Candidate, CardSighting

CARD = np.array([(0, 0), (61, 0), (61, 95), (0, 95)], np.float64)


def sighting(code: str, right: float, found: float = 0.9, confidence: float = 0.95) -> CardSighting:
    return CardSighting(
        np.add(CARD, (right, 0.0)), (Candidate(Card.parse(code), confidence),), found
    )


@pytest.mark.parametrize(
    ("right", "share"), [(0, 1.0), (61, 0.0), (30.5, 1 / 3), (200, 0.0)]
)  # fmt: skip
def test_overlap_is_shared_area_over_the_area_of_both(right: float, share: float) -> None:
    assert quad_overlap(CARD, np.add(CARD, (right, 0.0))) == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize(
    ("story", "sightings", "kept"),
    [
        ("one face twice, shifted a little", [sighting("7O", 0), sighting("7O", 15, 0.6)], ["7O"]),
        ("two faces that overlap by 60 %", [sighting("7O", 0), sighting("6O", 24)], ["7O", "6O"]),
        ("one face twice, far apart, is a fault to report",
         [sighting("7O", 0), sighting("7O", 100)], ["7O", "7O"]),
        ("the best found comes first", [sighting("7O", 0, 0.5), sighting("6O", 80, 0.9)],
         ["6O", "7O"]),
    ],
)  # fmt: skip
def test_ghosts_go_and_cards_stay(
    story: str, sightings: list[CardSighting], kept: list[str]
) -> None:
    assert [s.card.code for s in without_ghosts(sightings) if s.card] == kept, story


@pytest.mark.parametrize(
    ("story", "right", "faces", "sure", "explained"),
    [
        ("the same face in the same place", (0, 15), (7, 7), (True, False), [False, True]),
        ("another face", (0, 15), (7, 6), (True, False), [False, False]),
        ("the same face elsewhere", (0, 100), (7, 7), (True, False), [False, False]),
        ("neither is sure", (0, 15), (7, 7), (False, False), [False, False]),
        ("the better found is never explained", (0, 15), (7, 7), (False, True), [False, False]),
    ],
)
def test_what_a_surely_read_card_explains(
    story: str,
    right: tuple[float, float],
    faces: tuple[int, int],
    sure: tuple[bool, bool],
    explained: list[bool],
) -> None:
    quads = np.stack([np.add(CARD, (x, 0.0)) for x in right])
    assert seen_better(quads, np.array(faces), np.array(sure)).tolist() == explained, story
