"""Confidences against what was right, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from referee.training.reliability import (
    Stated,
    bins,
    cut_at,
    least_threshold,
    reliability_lines,
)
from referee.training.reliability_chart import reliability_chart


def stated(*groups: tuple[float, int, int]) -> Stated:
    """Groups of (confidence, readings, of these right)."""
    confidence = np.concatenate([np.full(n, c) for c, n, _ in groups])
    right = np.concatenate([np.arange(n) < k for _, n, k in groups])
    return Stated("made up", confidence, right)


FAIR = stated((0.4, 10, 4), (0.75, 20, 15), (0.97, 100, 97))
BOLD = stated((0.75, 20, 9), (0.97, 100, 87))


def test_bins_say_how_many_were_right() -> None:
    assert [(b.cards, round(b.confidence, 3), b.right) for b in bins(FAIR)] == [
        (10, 0.4, 0.4),
        (20, 0.75, 0.75),
        (100, 0.97, 0.97),
    ]


def test_certainty_itself_has_a_bin() -> None:
    (last,) = bins(stated((1.0, 3, 3)))
    assert (last.cards, last.confidence, last.right) == (3, 1.0, 1.0)


def test_the_error_is_the_mean_distance_of_confidence_and_truth() -> None:
    assert FAIR.error == pytest.approx(0)
    assert BOLD.error == pytest.approx((20 * 0.3 + 100 * 0.1) / 120)
    assert stated((0.5, 0, 0)).error == 0


def test_a_cut_counts_what_passes_it() -> None:
    cut = cut_at(BOLD, 0.9)
    assert (cut.sure, cut.wrong) == (pytest.approx(100 / 120), pytest.approx(13 / 120))


@pytest.mark.parametrize(
    "given, least",
    [
        (stated((0.9, 1000, 998), (0.99, 1000, 1000)), 0.5),
        (stated((0.9, 1000, 997), (0.99, 1000, 1000)), 0.901),
        (stated((0.7, 500, 0), (0.85, 1000, 990), (0.99, 1000, 1000)), 0.851),
        (stated((0.9999, 2000, 1990)), None),
        (stated((0.9, 999, 999)), None),
    ],
    ids=["allowed as it is", "one too many", "several", "wrong however sure", "too few to tell"],
)
def test_the_least_threshold_lets_one_in_a_thousand_through(
    given: Stated, least: float | None
) -> None:
    assert least_threshold(given) == least


def test_the_lines_for_people() -> None:
    lines = list(reliability_lines(stated((0.9, 1000, 997), (0.99, 1000, 1000))))
    assert lines[0] == "made up: 2000 readings, calibration error 0.053"
    assert ["0.900", "1000", "99.7%"] in [line.split() for line in lines]
    assert ["0.900", "100.0%", "1.50"] in [line.split() for line in lines]
    assert lines[-1] == "at most 1 in 1,000 wrong and sure: from 0.901, 50.0 % doubtful"
    assert "too few" in list(reliability_lines(FAIR))[-1]
    assert "at no threshold" in list(reliability_lines(stated((0.9999, 2000, 1990))))[-1]


def test_confidences_and_truths_must_be_as_many() -> None:
    with pytest.raises(ValueError, match=r"made up: \(2,\) confidences for \(3,\) readings"):
        Stated("made up", np.zeros(2), np.zeros(3, bool))


def test_the_chart_marks_each_bin_where_it_belongs() -> None:
    chart = reliability_chart([BOLD])
    x, y = round(64 + 480 * 0.75), round(16 + 480 * (1 - 0.45))
    assert chart[y, x].tolist() == [176, 96, 32]
    on_diagonal = chart[round(16 + 480 * 0.25), x].tolist()
    assert on_diagonal != [176, 96, 32]


def test_every_series_has_a_line_in_the_legend() -> None:
    one, two = (reliability_chart(series) for series in ([BOLD], [BOLD, FAIR]))
    assert two.shape[0] == one.shape[0] + 26
    assert (two[-26:] != 255).any()
