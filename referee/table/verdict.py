"""What a human referee says to a question."""

from enum import StrEnum


class Verdict(StrEnum):
    """The answer to a flag."""

    ALLOWED = "allowed"
    NOT_ALLOWED = "not_allowed"
    CANNOT_TELL = "cannot_tell"
