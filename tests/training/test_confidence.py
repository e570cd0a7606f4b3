"""Temperatures fit on composed hands: judged by truth, found again where they are known."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from numpy.random import default_rng

from referee.frames.frame import Frame
from referee.training import confidence
from referee.training.confidence import Trials, fit, fit_temperatures, log_loss, stated, trials
from referee.training.scene import BACK, Ingredients, PlacedCard, Scene
from referee.vision.confidence import Temperatures
from referee.vision.detector import CardReader, Looks
from tests.training.made_decks import made_deck
from tests.vision.table_views import card_at

NAMES = ("1O", "2O", "3O", BACK, "none")


def drawn(temperature: float, cards: int = 4000, seed: int = 1) -> Trials:
    """Trials whose truth is drawn from the odds; the reader states these to the power of T."""
    rng = default_rng(seed)
    true = rng.dirichlet(np.full(len(NAMES), 0.4), cards)
    truth = np.array([rng.choice(len(NAMES), p=row) for row in true])
    odds = np.maximum(true, 1e-9) ** temperature
    odds /= odds.sum(axis=1, keepdims=True)
    return Trials(NAMES, odds, np.zeros(cards, bool), truth, np.arange(cards) // 4)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0, 3.0])
def test_a_known_temperature_is_found_again(temperature: float) -> None:
    given = drawn(temperature)
    assert fit_temperatures(given).once == pytest.approx(temperature, rel=0.07)


def test_each_kind_of_look_is_fit_by_itself() -> None:
    once, again = drawn(2.0), drawn(0.5, seed=2)
    parts = zip(
        (once.odds, once.again, once.truth, once.scene),
        (again.odds, ~again.again, again.truth, again.scene),
        strict=True,
    )
    found = fit_temperatures(Trials(NAMES, *(np.concatenate(part) for part in parts)))
    assert (found.once, found.again) == (pytest.approx(2, rel=0.07), pytest.approx(0.5, rel=0.07))


def test_with_few_cards_nothing_is_fit() -> None:
    assert fit_temperatures(drawn(3.0, cards=39)) == Temperatures()


def test_a_fit_is_judged_on_scenes_it_did_not_see() -> None:
    bold = fit(drawn(2.5))
    assert bold.before.error > 0.1
    assert bold.after.error < 0.03
    assert bold.loss_after < bold.loss_before
    assert (bold.scenes, bold.again) == (1000, 0)


def test_no_half_is_judged_with_a_fit_of_its_own() -> None:
    """Halves that need opposite temperatures: those of the other half make each worse."""
    bold, timid = drawn(3.0), drawn(1 / 3, seed=2)
    both = Trials(
        NAMES,
        np.concatenate([bold.odds, timid.odds]),
        np.concatenate([bold.again, timid.again]),
        np.concatenate([bold.truth, timid.truth]),
        np.concatenate([2 * bold.scene, 2 * timid.scene + 1]),
    )
    found = fit(both)
    assert found.loss_after > found.loss_before


def test_log_loss_by_hand() -> None:
    given = Trials(
        NAMES[:2],
        np.array([[0.5, 0.5], [0.8, 0.2]]),
        np.zeros(2, bool),
        np.array([0, 1]),
        np.arange(2),
    )
    assert log_loss(given, Temperatures()) == pytest.approx(-(np.log(0.5) + np.log(0.2)) / 2)


def test_backs_and_what_is_no_card_state_nothing() -> None:
    odds = np.array(
        [[0.9, 0.1, 0, 0, 0], [0.3, 0.1, 0, 0, 0.6], [0.1, 0, 0, 0.9, 0], [0.2, 0.4, 0, 0, 0.4]]
    )
    given = Trials(NAMES, odds, np.zeros(4, bool), np.array([0, 0, 0, 4]), np.arange(4))
    found = stated(given, Temperatures(), "some")
    assert found.confidence == pytest.approx([0.9, 0.4])
    assert found.right.tolist() == [True, False]


# --- composing ---------------------------------------------------------------------------------


class Looking:
    """Stands in for the reader: finds a card of each scene off by some px, then something else."""

    names = NAMES

    def __init__(self, stray: float) -> None:
        self.stray = stray
        self.seen: list[np.ndarray] = []

    def look(self, frame: Frame) -> Looks:
        self.seen.append(frame.image)
        nothing = len(self.seen) == 1
        quads = np.stack([QUAD + self.stray, QUAD + 300])[: 0 if nothing else 2]
        odds = np.tile(np.float32([0.1, 0.6, 0.1, 0.1, 0.1]), (len(quads), 1))
        return Looks(quads, np.ones(len(quads)), odds, np.zeros(len(quads), bool))


QUAD = card_at(60, 80)


def composed(reader: Looking, cards: int, seed: int = 3) -> Trials:
    ingredients = Ingredients((made_deck(),), ())
    return trials(cast(CardReader, reader), ingredients, cards, seed)


@pytest.mark.parametrize("stray, truth", [(3, "2O"), (60, "none")])
def test_the_truth_is_the_card_that_lies_there(
    monkeypatch: pytest.MonkeyPatch, stray: float, truth: str
) -> None:
    placed = (PlacedCard("2O", QUAD, 1.0), PlacedCard("1O", QUAD + 20, 0.5))
    scene = Scene(np.zeros((160, 160, 3), np.uint8), placed, ())
    monkeypatch.setattr(confidence, "hand_scene", lambda *_: scene)
    found = composed(Looking(stray), 4)
    assert [NAMES[i] for i in found.truth] == [truth, "none"] * 2
    assert found.scene.tolist() == [1, 1, 2, 2], "the first scene showed nothing"
    assert found.odds.shape == (4, 5)


def test_a_seed_gives_the_same_scenes_again() -> None:
    one, same, other = Looking(0), Looking(0), Looking(0)
    for reader, seed in ((one, 3), (same, 3), (other, 4)):
        try:
            composed(reader, 2, seed)
        except KeyError:  # cards of the made deck are no classes of this reader
            continue
    assert np.array_equal(one.seen[0], same.seen[0])
    assert one.seen[0].shape != other.seen[0].shape or (one.seen[0] != other.seen[0]).any()
