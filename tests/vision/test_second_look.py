"""A second look at a doubtful card: cuts all about it, and one answer from all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.vision.second_look import cuts_about, joint_odds

CARD = np.array([(100.0, 50.0), (161.0, 50.0), (161.0, 145.0), (100.0, 145.0)])


def test_the_first_cut_is_the_card_and_no_two_are_the_same() -> None:
    cuts = cuts_about(CARD)
    assert cuts.shape == (9, 4, 2)
    assert np.array_equal(cuts[0], CARD)
    assert len({cut.tobytes() for cut in cuts}) == 9


def test_cuts_lie_all_about_the_card_and_no_further_than_a_corner_may_be_off() -> None:
    cuts = cuts_about(CARD)
    assert cuts.mean(axis=(0, 1)) == pytest.approx(CARD.mean(axis=0))
    assert 2 < np.abs(cuts - CARD).max() < 0.1 * 95


def test_half_a_turn_of_the_corners_gives_the_same_cuts_the_other_way_up() -> None:
    turned = np.roll(cuts_about(np.roll(CARD, 2, axis=0)), 2, axis=1)
    key = {tuple(np.round(cut, 6).ravel()) for cut in turned}
    assert key == {tuple(np.round(cut, 6).ravel()) for cut in cuts_about(CARD)}


@given(st.lists(st.floats(0.001, 1), min_size=3, max_size=3))
def test_cuts_that_agree_change_nothing(odds: list[float]) -> None:
    one = np.array(odds) / sum(odds)
    assert joint_odds(np.tile(one, (9, 1))) == pytest.approx(one, rel=1e-4)


def test_a_steady_reading_beats_a_louder_one_that_comes_and_goes() -> None:
    steady, fickle = [0.5] * 9, [0.49, 0.95, 0.01, 0.95, 0.01, 0.95, 0.01, 0.95, 0.01]
    odds = np.array([steady, fickle]).T
    joint = joint_odds(odds / odds.sum(axis=1, keepdims=True))
    assert joint.argmax() == 0
    assert joint.sum() == pytest.approx(1)


def test_one_cut_alone_rules_no_card_out() -> None:
    odds = np.tile([0.9, 0.1], (9, 1))
    odds[3] = (0.0, 1.0)
    assert joint_odds(odds).argmax() == 0
