"""The best one-to-one assignment, against trying everything."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from referee.vision.assignment import assigned, margins

GAINS = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(-9, 9).map(float))
)


def best_by_trying(gain: np.ndarray) -> float:
    few, many = sorted(gain.shape)
    wide = gain if gain.shape[0] == few else gain.T
    return max(sum(wide[i, c] for i, c in enumerate(p)) for p in permutations(range(many), few))


def worth(gain: np.ndarray, columns: list[int | None]) -> float:
    return float(sum(gain[i, c] for i, c in enumerate(columns) if c is not None))


@given(GAINS)
def test_no_assignment_gains_more(gain: np.ndarray) -> None:
    columns = assigned(gain)
    taken = [c for c in columns if c is not None]
    assert len(columns) == gain.shape[0]
    assert len(taken) == len(set(taken)) == min(gain.shape)
    assert worth(gain, columns) == pytest.approx(best_by_trying(gain))


@given(GAINS)
def test_a_margin_is_never_negative_and_no_exchange_loses_less(gain: np.ndarray) -> None:
    columns = assigned(gain)
    for i, margin in enumerate(margins(gain, columns)):
        assert margin >= 0
        for j, other in enumerate(columns):
            mine = columns[i]
            if i == j or mine is None or other is None:
                continue
            lost = gain[i, mine] + gain[j, other] - gain[i, other] - gain[j, mine]
            assert margin <= lost + 1e-9


def test_what_each_alone_would_take_is_not_what_all_together_take() -> None:
    gain = np.log([[0.6, 0.4], [0.9, 0.1]])
    assert gain.argmax(axis=1).tolist() == [0, 0]
    assert assigned(gain) == [1, 0]


def test_a_free_column_that_is_as_good_is_a_doubt() -> None:
    gain = np.array([[0.0, -0.1, -9.0]])
    assert margins(gain, assigned(gain)) == pytest.approx([0.1])


def test_numbers_must_be_finite() -> None:
    with pytest.raises(ValueError, match="finite"):
        assigned(np.array([[0.0, -np.inf]]))
