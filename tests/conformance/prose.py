"""Reading prose as the sentence of ours that it is closest to.

Policies are written as text, and two authors do not write the same text.
"""

import re
from collections.abc import Iterable
from typing import Protocol, TypeVar

_EMPTY_WORDS = {"a", "an", "the", "of", "or", "and", "if", "in", "on", "for", "to", "by"} | {
    *("that", "it", "is", "are", "he", "his", "player")
}
_LEAST_SHARED = 0.5
_STEM = 6


class Sayable(Protocol):
    """Something with a sentence."""

    @property
    def sentence(self) -> str: ...


T = TypeVar("T", bound=Sayable)


def closest(text: str, candidates: Iterable[T]) -> T | None:
    """The candidate whose sentence has most of the text's words; None if it has too few.

    Of equals, the one that says least besides.
    """
    words = _stems(text)
    (shared, _), best = max(
        ((_likeness(words, _stems(candidate.sentence)), candidate) for candidate in candidates),
        key=lambda rated: rated[0],
    )
    return best if shared >= _LEAST_SHARED else None


def _likeness(words: frozenset[str], sentence: frozenset[str]) -> tuple[float, float]:
    """Shares, 0 to 1, of the text that the sentence has, and of the sentence that the text has."""
    common = len(words & sentence)
    return common / max(1, len(words)), common / max(1, len(sentence))


def _stems(text: str) -> frozenset[str]:
    """The words that carry meaning, cut short so that `signals` and `signalling` are one."""
    words = frozenset(re.findall(r"\w+", text.lower())) - _EMPTY_WORDS
    return frozenset(word[:_STEM] for word in words)
