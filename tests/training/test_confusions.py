"""Which cards are mistaken for which, and where."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.cards import Rank
from referee.training.conditions import Conditions, conditions_of
from referee.training.confusions import (
    PAIRS,
    by_condition,
    confusion_lines,
    confusions,
    mistaken,
)
from tests.training.made_readings import reading

GNU, CLASSIC = {"deck": "gnu"}, {"deck": "classic"}
READINGS = [
    reading("3C", "3C", groups=GNU),
    reading("3C", "4C", 0.95, visible=0.33, laid="fan", groups=GNU),
    reading("3C", "4C", 0.6, visible=0.5, conditions=Conditions(60, 1.4, 120), groups=CLASSIC),
    reading("11O", "11C", 0.7, groups=GNU),
    reading("7E", None, visible=0.2, conditions=Conditions(45, 2.0, 80), groups=CLASSIC),
    reading("5B", "5B", 0.5, groups=CLASSIC),
]


def test_the_most_frequent_confusion_comes_first() -> None:
    found = [(c.truth, c.read_as, len(c.readings)) for c in confusions(READINGS)]
    assert found == [("3C", "4C", 2), ("11O", "11C", 1)]
    assert mistaken(READINGS) == READINGS[1:4], "what was missed is mistaken for nothing"


def test_where_only_ranks_are_labelled_ranks_are_compared() -> None:
    kings = [reading(Rank.REY, "12C"), reading(Rank.REY, "11C", 0.4)]
    assert [r.right for r in kings] == [True, False]
    assert [(c.truth, c.read_as) for c in confusions(kings)] == [("K", "Q")]


def test_every_card_is_in_one_group_of_each_kind() -> None:
    sizes: dict[str, int] = {}
    for condition in by_condition(READINGS):
        sizes[condition.kind] = sizes.get(condition.kind, 0) + len(condition.readings)
    assert sizes == dict.fromkeys(("visible", "length", "blur", "light", "deck", "layout"), 6)


@pytest.mark.parametrize(
    "visible, name",
    [(0.29, "< 0.30"), (0.30, "0.30-0.40"), (0.64, "0.50-0.65"), (0.98, ">= 0.98")],
)
def test_groups_are_named_by_their_limits(visible: float, name: str) -> None:
    first = next(iter(by_condition([reading("3C", "3C", visible=visible)])))
    assert (first.kind, first.name) == ("visible", name)


def test_what_labels_do_not_say_is_no_condition() -> None:
    kinds = {c.kind for c in by_condition([reading("3C", "3C", visible=None, laid="")])}
    assert kinds == {"length", "blur", "light"}


def test_the_tables_for_people() -> None:
    lines = list(confusion_lines(READINGS, 0.8))
    assert lines[0].split() == [
        *("mistaken", "n", "sure", "visible", "length", "blur", "light", "deck;", "layout")
    ]
    assert lines[1].split() == [
        *("3C", "as", "4C", "2", "1", "0.33-0.50", "60-80", "1.0-1.4", "120-200"),
        *("gnu", "1,", "classic", "1;", "fan", "1,", "row", "1"),
    ]
    rates = {line[:22].strip(): line[22:].split() for line in lines}
    assert rates["deck classic"][:5] == ["3", "33.3", "33.3", "0.0", "66.7"]
    assert rates["deck gnu"][:5] == ["3", "0.0", "66.7", "33.3", "33.3"]
    assert rates["deck gnu"][5:] == ["11O", "as", "11C", "x1,", "3C", "as", "4C", "x1"]


def test_a_reader_without_mistakes_says_so() -> None:
    assert next(confusion_lines([reading("3C", "3C")], 0.8)) == "mistaken: none"


def test_a_long_list_is_cut_and_says_what_it_leaves_out() -> None:
    codes = [f"{rank}{suit}" for suit in "OC" for rank in range(1, 11)]
    lines = list(confusion_lines([reading(code, "12E") for code in codes], 0.8))
    assert lines[PAIRS + 1] == f"{20 - PAIRS} more pairs with {20 - PAIRS} cards"


# --- what labels do not say --------------------------------------------------------------------

QUAD = np.array([(40, 30), (160, 30), (160, 210), (40, 210)], np.float64)


def edges(blur: float, paper: int = 220) -> np.ndarray:
    """Ink and paper in broad stripes, with edges of a known width."""
    picture = np.full((240, 200, 3), paper, np.float32)
    for x in range(0, 200, 40):
        picture[:, x : x + 16] = 20
    blurred = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    return blurred.astype(np.uint8)


@pytest.mark.parametrize("blur", [1.0, 1.5, 2.0, 3.0])
def test_blur_is_the_width_of_edges(blur: float) -> None:
    assert conditions_of(edges(blur), QUAD).blur == pytest.approx(blur, rel=0.2)


def test_sharp_edges_are_less_than_a_pixel_wide() -> None:
    assert conditions_of(edges(0), QUAD).blur < 0.8


@pytest.mark.parametrize("paper", [90, 160, 240])
def test_light_is_the_level_of_the_paper(paper: int) -> None:
    assert conditions_of(edges(1.0, paper), QUAD).light == pytest.approx(paper, abs=2)


def test_length_is_that_of_the_long_edges_whichever_come_first() -> None:
    picture = edges(0)
    assert conditions_of(picture, QUAD).length == 180
    assert conditions_of(picture, np.roll(QUAD, 1, axis=0)).length == 180


def test_cards_at_the_rim_and_flat_ones_are_measured_too() -> None:
    flat = np.full((50, 50, 3), 77, np.uint8)
    found = conditions_of(flat, QUAD + 300)
    assert (found.light, np.isfinite(found.blur)) == (77, True)
