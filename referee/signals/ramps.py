"""Soft thresholds: how far a number is between "no" (0) and "yes" (1)."""


def above(value: float, no: float, yes: float) -> float:
    """0 up to `no`, 1 from `yes` on, straight in between."""
    return min(1.0, max(0.0, (value - no) / (yes - no)))


def below(value: float, yes: float, no: float) -> float:
    """1 up to `yes`, 0 from `no` on, straight in between."""
    return 1.0 - above(value, yes, no)
