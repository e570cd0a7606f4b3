"""Reading prose as the sentence of ours that it is closest to.

Policies are written as text, and two authors do not write the same text.
"""

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

_EMPTY_WORDS = frozenset(
    ("a", "an", "the", "of", "or", "and", "that", "it", "is", "are", "in", "on", "for", "to", "by")
)
_LEAST_LIKENESS = 0.5


class Sayable(Protocol):
    """Something with a sentence."""

    @property
    def sentence(self) -> str: ...


T = TypeVar("T", bound=Sayable)


def closest(text: str, candidates: Iterable[T]) -> T | None:
    """The candidate whose sentence shares most words with the text; None if none is close."""
    likeness, best = max(
        ((_likeness(text, candidate.sentence), candidate) for candidate in candidates),
        key=lambda pair: pair[0],
    )
    return best if likeness >= _LEAST_LIKENESS else None


def _likeness(one: str, other: str) -> float:
    """Shared words over mean words (Dice), 0 to 1."""
    a, b = _words(one), _words(other)
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower())) - _EMPTY_WORDS
