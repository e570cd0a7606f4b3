"""The three ways input can be wrong; every refusal in this package is one of them."""


class RefereeError(ValueError):
    """Base of all refusals: the message says what was wrong and what was allowed."""


class UnreadableError(RefereeError):
    """The input has no meaning: a text that is no card, a field that does not exist."""


class NotAllowedError(RefereeError):
    """The input is well formed but not allowed now: a call out of turn, a card of another pack."""


class AmbiguousError(RefereeError):
    """The input has more than one meaning and the referee does not guess."""
