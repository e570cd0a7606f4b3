"""Doubtful readings are weighed against what the other cards surely are."""

import numpy as np
import pytest

from referee.cards import SPANISH_40, Card
from referee.vision.distinct import distinct
from referee.vision.sighting import Candidate, CardSighting


def seen(**odds: float) -> CardSighting:
    """A sighting with odds by code, as in `seen(c7O=0.9, c6O=0.1)`; `back` is a card face down."""
    candidates = [
        Candidate(None if name == "back" else Card.parse(name[1:]), value)
        for name, value in odds.items()
    ]
    ranked = tuple(sorted(candidates, key=lambda c: -c.confidence))
    return CardSighting(np.zeros((4, 2)), ranked, 0.9)


def codes(sightings: list[CardSighting]) -> list[str]:
    return [s.card.code if s.card else "back" for s in sightings]


@pytest.mark.parametrize(
    ("story", "sightings", "expected"),
    [
        ("a certain 7O leaves 6O", [seen(c7O=0.97), seen(c7O=0.55, c6O=0.4)], ["7O", "6O"]),
        ("two doubts that agree are kept", [seen(c7O=0.6), seen(c6O=0.6)], ["7O", "6O"]),
        (
            "the surer of two doubts keeps the card",
            [seen(c5C=0.7, c4C=0.25), seen(c5C=0.5, c4C=0.45)],
            ["5C", "4C"],
        ),
        ("two certain readings of one card stay a fault", [seen(c7O=0.9), seen(c7O=0.9)],
         ["7O", "7O"]),
    ],
)  # fmt: skip
def test_a_card_is_in_the_pack_once(
    story: str, sightings: list[CardSighting], expected: list[str]
) -> None:
    assert codes(distinct(sightings, 0.8)) == expected, story


def test_evidence_by_exclusion_makes_a_reading_surer() -> None:
    before = seen(c7O=0.55, c6O=0.4)
    after = distinct([seen(c7O=0.97), before], 0.8)[1]
    assert after.candidates[0].confidence > 0.8
    assert sum(c.confidence for c in after.candidates) <= 1 + 1e-9


def test_certain_readings_are_left_alone() -> None:
    sure = seen(c7O=0.97, c6O=0.02)
    assert distinct([sure, seen(c6O=0.5)], 0.8)[0] is sure


def test_cards_out_of_the_pack_count_for_less_but_are_not_impossible() -> None:
    doubtful, sure = seen(c9E=0.6, c7E=0.3), seen(c9E=0.999)
    assert codes(distinct([doubtful], 0.8, SPANISH_40)) == ["7E"]
    assert codes(distinct([sure], 0.8, SPANISH_40)) == ["9E"]
    assert codes(distinct([doubtful], 0.8)) == ["9E"]


def test_backs_are_no_single_card() -> None:
    assert codes(distinct([seen(back=0.6, c7O=0.3)] * 2, 0.8)) == ["back", "back"]


def test_nothing_seen_is_nothing() -> None:
    assert distinct([], 0.8) == []
