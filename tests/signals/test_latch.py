"""Evidence in time: what the latch makes of numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.signals.latch import ENTER, LEAVE, PATIENCE_S, Latch, Run

evidence = st.one_of(st.none(), st.floats(0, 1))


def follow(latch: Latch, values: list[float | None], fps: float = 20) -> list[Run]:
    return [run for i, v in enumerate(values) if (run := latch.follow(i / fps, v, 1.0))]


def test_a_pulse_is_one_run() -> None:
    (run,) = follow(Latch(), [0.0] * 10 + [1.0] * 10 + [0.0] * 10)
    assert run.start_s == pytest.approx(0.5, abs=0.05)
    assert run.end_s == pytest.approx(1.0, abs=0.1)
    assert run.peak == pytest.approx(1, abs=0.01)


def test_between_the_thresholds_nothing_changes() -> None:
    between = [(ENTER + LEAVE) / 2] * 20
    from_below, from_above = Latch(), Latch()
    assert follow(from_below, between) == follow(from_above, [1.0] * 10 + between) == []
    assert from_below.run is not None and from_below.run.peak < ENTER
    assert from_above.run is not None and from_above.run.peak > ENTER


def test_one_wrong_look_is_nothing() -> None:
    latch = Latch(smoothing_s=0.05)
    follow(latch, [0.0] * 5 + [1.0], fps=60)
    assert latch.level < ENTER


@given(st.lists(evidence, max_size=40))
def test_the_level_stays_within_the_evidence(values: list[float | None]) -> None:
    latch = Latch()
    for i, value in enumerate(values):
        latch.follow(i / 15, value, 1.0)
        assert 0 <= latch.level <= max((v for v in values[: i + 1] if v is not None), default=0)


@given(st.lists(evidence, max_size=20), st.integers(1, 40))
def test_the_unknown_never_starts_and_never_raises(
    values: list[float | None], unknown: int
) -> None:
    latch = Latch()
    follow(latch, values)
    level, run = latch.level, latch.run
    for i in range(unknown):
        latch.follow((len(values) + i) / 20, None, 0.0)
        assert latch.level <= level
        assert latch.run in (run, None)


def test_what_stays_unknown_has_ended() -> None:
    latch = Latch()
    follow(latch, [0.0, *[1.0] * 10])
    assert latch.run is not None
    ended = latch.follow(0.5 + PATIENCE_S + 0.1, None, 0.0)
    assert ended is not None and ended.end_s == pytest.approx(0.5)
    assert latch.level == 0


def test_a_ramp_is_crossed_at_the_same_time_at_any_frame_rate() -> None:
    def started(fps: int) -> float:
        (run,) = follow(Latch(), [max(0.0, 1 - abs(i / fps - 1)) for i in range(2 * fps + 1)], fps)
        return run.start_s

    assert started(10) == pytest.approx(started(100), abs=0.025)


@given(st.lists(st.sampled_from([0.0, 0.4, 1.0]), min_size=1, max_size=6))
def test_twice_as_many_looks_see_the_same(steps: list[float]) -> None:
    def crossings(per_step: int) -> list[tuple[float, float | None]]:
        values = [v for v in [0.0, *steps, 0.0] for _ in range(per_step)]
        return [(r.start_s, r.end_s) for r in follow(Latch(), [*values], fps=2 * per_step)]

    slow, fast = crossings(8), crossings(32)
    assert len(slow) == len(fast)
    for a, b in zip(slow, fast, strict=True):
        assert a == pytest.approx(b, abs=0.1)
