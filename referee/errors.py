"""The three ways input can be wrong; every refusal in this package is one of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is refused: in English, and by kind and data for who says it otherwise."""

    message: str
    """What was wrong and what was allowed."""
    kind: str = ""
    """Names the sentence; empty where there is the English one only."""
    data: Mapping[str, object] = field(default_factory=dict)
    """What the sentence speaks of: seats, cards, numbers, calls, or tuples of them."""

    def __str__(self) -> str:
        return self.message


class RefereeError(ValueError):
    """Base of all refusals: the message says what was wrong and what was allowed.

    `kind` and `data` are those of `Refusal`; the words for them live where pages are made.
    """

    def __init__(self, message: object = "", kind: str = "", **data: object) -> None:
        super().__init__(message)
        self.refusal = Refusal(str(message), kind, data)


class UnreadableError(RefereeError):
    """The input has no meaning: a text that is no card, a field that does not exist."""


class NotAllowedError(RefereeError):
    """The input is well formed but not allowed now: a call out of turn, a card of another pack."""


class AmbiguousError(RefereeError):
    """The input has more than one meaning and the referee does not guess."""
