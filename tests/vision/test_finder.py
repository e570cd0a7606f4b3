"""From the detector's raw output to cards, each once."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.finder import _above, _further, _merged, _Way
from referee.vision.quads import keypoints_of_quads, quads_of_keypoints
from tests.vision.detector_rows import Array, raw_rows, upright

# --- rows over the threshold -------------------------------------------------------------------


def test_rows_over_the_threshold_come_best_first() -> None:
    raw = raw_rows((upright(100, 100), 0.4), (upright(300, 100), 0.29), (upright(500, 100), 0.9))
    keypoints, scores = _above(raw, 0.3)
    assert scores == pytest.approx([0.9, 0.4])
    assert keypoints.shape == (2, 4, 2)
    assert keypoints[:, 0] == pytest.approx(np.array([(500, 100), (100, 100)]), abs=1e-3)


def test_nothing_over_the_threshold_is_nothing() -> None:
    keypoints, scores = _above(raw_rows((upright(100, 100), 0.2)), 0.3)
    assert (keypoints.shape, scores.shape) == ((0, 4, 2), (0,))
    assert [len(part) for part in _merged(keypoints, scores)] == [0, 0]


# --- one detection a card ----------------------------------------------------------------------


def merged_quads(quads: list[Array], scores: list[float]) -> tuple[Array, Array]:
    keypoints, merged = _merged(keypoints_of_quads(np.array(quads)), np.array(scores))
    return quads_of_keypoints(keypoints), merged


def test_ten_noisy_detections_of_a_card_become_one_with_the_mean_corners() -> None:
    rng = np.random.default_rng(7)
    true = upright(400, 300, 120, turn=0.4)
    noisy = [true + rng.normal(0, 2, (4, 2)) for _ in range(10)]
    quads, scores = merged_quads(noisy, list(np.linspace(0.9, 0.6, 10)))
    assert scores == pytest.approx([0.9])
    assert np.abs(quads[0] - true).max() < 2.0
    assert np.abs(quads[0] - true).mean() < np.mean([np.abs(n - true).mean() for n in noisy])


def test_better_detections_weigh_more() -> None:
    quads, scores = merged_quads([upright(100, 100), upright(104, 100)], [0.9, 0.3])
    assert scores == pytest.approx([0.9])
    assert quads[0].mean(axis=0) == pytest.approx([100.4, 100], abs=0.01)


@pytest.mark.parametrize("turn", [0.0, 0.7, 1.57, 3.0])
def test_two_cards_that_overlap_by_seventy_per_cent_stay_two(turn: float) -> None:
    step = 0.3 * 61
    first = upright(300, 300, turn=turn)
    second = upright(300 + step * np.cos(turn), 300 - step * np.sin(turn), turn=turn)
    quads, scores = merged_quads([first, second], [0.9, 0.8])
    assert scores == pytest.approx([0.9, 0.8])
    assert np.allclose(quads.mean(axis=1), [first.mean(axis=0), second.mean(axis=0)])


def test_two_cards_across_each_other_stay_two_although_their_centres_meet() -> None:
    quads, _ = merged_quads([upright(300, 300), upright(302, 300, turn=np.pi / 2)], [0.9, 0.8])
    assert len(quads) == 2


def test_a_hand_of_noisy_detections_becomes_its_four_cards() -> None:
    rng = np.random.default_rng(3)
    hand = [upright(300 + 24 * i, 300 + 2 * i, turn=-0.05 * i) for i in range(4)]
    noisy = [card + rng.normal(0, 1.0, (4, 2)) for card in hand for _ in range(6)]
    order = rng.permutation(len(noisy))
    quads, scores = merged_quads([noisy[i] for i in order], list(np.linspace(0.9, 0.4, 24)))
    assert len(quads) == len(scores) == 4
    left_to_right = quads[np.argsort(quads.mean(axis=1)[:, 0])]
    assert np.abs(left_to_right - np.array(hand)).max() < 3


def test_half_a_turn_makes_no_second_card() -> None:
    card = upright(300, 300, turn=0.2)
    quads, _ = merged_quads([card, np.roll(card, 2, axis=0)], [0.9, 0.8])
    assert len(quads) == 1


def test_what_only_one_of_two_looks_finds_counts_half() -> None:
    keypoints, scores = _above(raw_rows((upright(200, 200), 0.9), (upright(420, 260), 0.8)), 0.3)
    both = np.concatenate([keypoints, keypoints[:1]])
    merged, found = _merged(both, np.append(scores, 0.7), np.array([0, 0, 1]))
    assert len(merged) == 2
    assert found == pytest.approx([0.8, 0.4])


# --- how a picture is looked at ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "largest", "then"),
    [
        (960, 4000, _Way(1920)),
        (960, 1280, _Way(1280)),
        (960, 960, _Way(960, turned=True)),
        (458, 458, _Way(458, turned=True)),
        (224, 224, _Way(224, turned=True)),
    ],
    ids=["a large picture", "a smaller one", "no larger than the first look", "small", "close up"],
)
def test_what_can_not_be_seen_larger_is_seen_upside_down(
    first: int, largest: int, then: _Way
) -> None:
    assert _further(_Way(first), largest) == [then]
