"""Hands laid down: how many cards, how close, and the same again for the same seed."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.training.decks import CARD_HEIGHT_MM, CARD_WIDTH_MM
from referee.training.layouts import LAYOUTS, Placement, lay_hand

seeds = st.integers(0, 10_000)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_a_layout_lays_as_many_cards_as_asked(layout: str, count: int) -> None:
    for seed in range(20):
        placements = lay_hand(np.random.default_rng(seed), layout, count)
        assert len(placements) == count
        assert all(math.isfinite(v) for p in placements for v in (p.x, p.y, p.turn))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_seed_gives_the_same_hand_and_another_seed_another(layout: str) -> None:
    def lay(seed: int) -> list[Placement]:
        return lay_hand(np.random.default_rng(seed), layout, 4)

    assert lay(3) == lay(3)
    assert lay(3) != lay(4)


@settings(max_examples=60)
@given(seed=seeds, layout=st.sampled_from(LAYOUTS))
def test_a_hand_stays_within_a_players_reach(seed: int, layout: str) -> None:
    placements = lay_hand(np.random.default_rng(seed), layout, 4)
    assert max(math.hypot(p.x, p.y) for p in placements) < 4 * CARD_HEIGHT_MM


@settings(max_examples=60)
@given(seed=seeds)
def test_spread_cards_hardly_overlap(seed: int) -> None:
    placements = lay_hand(np.random.default_rng(seed), "spread", 4)
    xs = sorted(p.x for p in placements)
    assert min(b - a for a, b in itertools.pairwise(xs)) > 0.9 * CARD_WIDTH_MM


@settings(max_examples=60)
@given(seed=seeds)
def test_cards_of_a_row_cover_each_other_in_part(seed: int) -> None:
    xs = sorted(p.x for p in lay_hand(np.random.default_rng(seed), "row", 4))
    step = (xs[-1] - xs[0]) / 3
    assert 0.1 * CARD_WIDTH_MM < step < 0.95 * CARD_WIDTH_MM


@settings(max_examples=60)
@given(seed=seeds)
def test_cards_of_a_fan_turn_like_the_hand_that_holds_them(seed: int) -> None:
    placements = sorted(lay_hand(np.random.default_rng(seed), "fan", 4), key=lambda p: p.x)
    turns = [math.remainder(p.turn, math.pi) for p in placements]
    assert turns[0] > turns[-1], "the left card of a fan leans to the left"
    assert placements[1].y > placements[0].y and placements[2].y > placements[3].y


def test_either_end_of_a_row_may_lie_on_top() -> None:
    tops = set()
    for seed in range(30):
        placements = lay_hand(np.random.default_rng(seed), "row", 4)
        tops.add(placements[-1].x > placements[0].x)
    assert tops == {True, False}


def test_now_and_then_a_card_is_upside_down() -> None:
    turned = 0
    for seed in range(200):
        placements = lay_hand(np.random.default_rng(seed), "row", 4)
        turned += any(abs(math.remainder(p.turn, 2 * math.pi)) > 2 for p in placements)
    assert 5 < turned < 60


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(KeyError):
        lay_hand(np.random.default_rng(0), "circle", 4)
