"""Temperatures make odds probabilities and are stated in the model card."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.vision.confidence import Temperatures, state_temperatures, stated_temperatures
from referee.weights import ModelError

ODDS = np.array([[0.7, 0.2, 0.1], [0.7, 0.2, 0.1]], np.float32)
TWICE = np.array([False, True])

CARD = "# Some classifier\n\nsha256: 00ff\n\nMore words.\n"


def test_a_temperature_of_one_leaves_odds_alone() -> None:
    assert Temperatures().probabilities(ODDS, TWICE) == pytest.approx(ODDS)


def test_each_kind_of_look_has_its_own() -> None:
    once, again = Temperatures(once=2.0, again=0.5).probabilities(ODDS, TWICE)
    roots, squares = np.sqrt(ODDS[0]), ODDS[0] ** 2
    assert once == pytest.approx(roots / roots.sum())
    assert again == pytest.approx(squares / squares.sum())


def test_no_cards_are_no_cards() -> None:
    assert Temperatures(2, 2).probabilities(np.zeros((0, 3)), np.zeros(0, bool)).shape == (0, 3)


@given(
    st.lists(st.floats(1e-6, 1), min_size=2, max_size=6),
    st.floats(0.2, 5),
    st.booleans(),
)
def test_the_order_stays_and_the_sum_is_one(odds: list[float], t: float, twice: bool) -> None:
    given_odds = np.array([odds]) / sum(odds)
    (found,) = Temperatures(t, t).probabilities(given_odds, np.array([twice]))
    assert found.sum() == pytest.approx(1, abs=1e-5)
    assert found[given_odds[0].argmax()] == pytest.approx(found.max(), rel=1e-5)


@pytest.mark.parametrize("once, again", [(0, 1), (1, 0.01), (30, 1), (float("nan"), 1)])
def test_other_temperatures_are_refused(once: float, again: float) -> None:
    with pytest.raises(ValueError, match=r"between 0\.05 and 20"):
        Temperatures(once, again)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "some.md").write_text(CARD)
    return tmp_path / "some.onnx"


def test_a_card_that_states_none_means_odds_as_they_are(model: Path) -> None:
    assert stated_temperatures(model) == Temperatures()


def test_what_is_stated_is_read_again_and_replaced_by_the_next(model: Path) -> None:
    for fit in (Temperatures(1.25, 0.6), Temperatures(1.5, 0.75)):
        state_temperatures(model, fit)
        assert stated_temperatures(model) == fit
    text = model.with_suffix(".md").read_text()
    assert text == CARD.replace("00ff\n", "00ff\ntemperatures: 1.500 0.750\n")


@pytest.mark.parametrize("words", ["", " 1.0", " 1 2 3", " one two", " 0 1", " 1 nan"])
def test_a_line_that_cannot_be_right_is_refused(model: Path, words: str) -> None:
    model.with_suffix(".md").write_text(f"{CARD}temperatures:{words}\n")
    with pytest.raises(ModelError, match=r"some\.md: `temperatures:.*expected two numbers"):
        stated_temperatures(model)


def test_without_a_card_nothing_is_stated(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"some\.md: .*export the model first"):
        state_temperatures(tmp_path / "some.onnx", Temperatures())
