"""YAML that people write: loading it, and telling every fault with its line."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedBase, CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.scalarbool import ScalarBoolean

from referee.errors import RefereeError, UnreadableError

MAX_BYTES = 64 * 1024
"""A deal is a few hundred bytes; anything much larger is some other file."""

T = TypeVar("T")


class GameName(StrEnum):
    """The game that a deal file is about."""

    MUS = "mus"
    MOUCHE = "mouche"

    @classmethod
    def parse(cls, text: str) -> "GameName":
        """`mus`, `mouche`; raises UnreadableError."""
        if text not in set(cls):
            raise UnreadableError(f"{text!r} is not a game; write {' or '.join(cls)}")
        return cls(text)


@dataclass(frozen=True, slots=True)
class DealFault:
    """One thing wrong with a deal file."""

    line: int
    path: str
    """Dotted, as in `bets.pares`; empty for the file as a whole."""
    message: str

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", {self.path}" if self.path else "")
        return f"{where}: {self.message}"


class DealFileError(UnreadableError):
    """A deal file that cannot be read; `faults` lists everything that is wrong, by line."""

    def __init__(self, faults: tuple[DealFault, ...]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__("\n".join(str(fault) for fault in self.faults))


_A_DEAL = ("mano", "hands", "bets", "and for another game than mus: game")
"""What a file that is no deal at all is told to hold; the reader of its game knows the rest."""


def game_of(text: str) -> GameName:
    """The game that a deal file names, Mus where it names none; raises DealFileError."""
    reading = Reading()
    game = reading.scalar(load(text, _A_DEAL), "game", "", GameName.parse)
    reading.raise_faults()
    return game or GameName.MUS


def load(text: str, keys: Sequence[str]) -> CommentedMap:
    """The mapping that a text is; raises DealFileError, which names the keys to write."""
    yaml = YAML(typ="rt", pure=True)
    if len(text.encode()) > MAX_BYTES:
        raise DealFileError((DealFault(1, "", f"a deal file has at most {MAX_BYTES} bytes"),))
    try:
        data = yaml.load(io.StringIO(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(error.problem or error.context).split())
        fault = DealFault(mark.line + 1 if mark else 1, "", f"not YAML: {problem}")
        raise DealFileError((fault,)) from None
    except (YAMLError, RecursionError) as error:
        problem = " ".join(str(error).split())
        raise DealFileError((DealFault(1, "", f"not YAML: {problem}"),)) from None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        # ruamel lets through whatever Python says of a value that looks like a date or a number
        fault = DealFault(1, "", f"a value cannot be read: {error}; write words and numbers")
        raise DealFileError((fault,)) from None
    if not isinstance(data, CommentedMap):
        found = "the file is empty" if data is None else "not a deal"
        message = f"{found}; write the keys {', '.join(keys)}"
        raise DealFileError((DealFault(1, "", message),))
    return data


class Reading:
    """One pass over a file, collecting faults."""

    def __init__(self) -> None:
        self.faults: list[DealFault] = []

    def raise_faults(self) -> None:
        """Raise DealFileError if any fault was found."""
        if self.faults:
            raise DealFileError(tuple(self.faults))

    def mapping(
        self, data: CommentedMap, key: str, allowed: Sequence[str], shape: str
    ) -> CommentedMap | None:
        """The mapping under a key, or None when it is absent or a fault was found."""
        if key not in data:
            return None
        node = data[key]
        if not isinstance(node, CommentedMap):
            self.fault(data, key, key, f"{shown(node)} is not a mapping {shape}")
            return None
        self.refuse_unknown(node, allowed, f"{key}.")
        return node

    def scalar(
        self,
        node: CommentedMap,
        key: str,
        prefix: str,
        read: Callable[[str], T],
        expected: str = "a text",
    ) -> T | None:
        """What a text under a key means; a list of texts reads as one, joined by commas."""
        if key not in node:
            return None
        value: Any = node[key]
        if isinstance(value, CommentedSeq) and value and all(isinstance(v, str) for v in value):
            value = ", ".join(value)
        if not isinstance(value, str):
            self.fault(node, key, prefix + key, f"{shown(value)} is not {expected}")
            return None
        try:
            return read(value)
        except RefereeError as error:
            self.fault(node, key, prefix + key, str(error))
            return None

    def number(
        self, node: CommentedMap, key: str, prefix: str, what: str, least: int | None = 0
    ) -> int | None:
        """A whole number under a key, not below the least; None when absent or faulty."""
        if key not in node:
            return None
        value = node[key]
        if not is_number(value) or (least is not None and value < least):
            bound = "" if least is None else f", {least} or more"
            self.fault(node, key, f"{prefix}{key}", f"{shown(value)} is not {what}{bound}")
            return None
        return int(value)

    def refuse_unknown(self, node: CommentedMap, allowed: Sequence[str], prefix: str) -> None:
        """A fault for every key that is not allowed, with the nearest one that is."""
        for key in node:
            if key in allowed:
                continue
            near = get_close_matches(str(key), allowed, 1, 0.5)
            hint = f"did you mean {near[0]}? " if near else ""
            message = f"unknown key {str(key)!r}; {hint}allowed: {', '.join(allowed)}"
            self.fault(node, key, f"{prefix}{key}", message)

    def fault(self, node: CommentedMap, key: object, path: str, message: str) -> None:
        """A fault at the line of a key."""
        self.faults.append(DealFault(self.line(node, key), path, message))

    @staticmethod
    def line(node: CommentedBase, key: object) -> int:
        """Where a key of a mapping stands, 1 for the first line.

        A key that a merge (`<<`) brings in has no place of its own: it is where the mapping is.
        """
        try:
            return int(node.lc.key(key)[0]) + 1
        except (KeyError, TypeError):
            return int(node.lc.line) + 1


def is_number(value: object) -> bool:
    """Whether YAML means a whole number, which a truth value is not."""
    return isinstance(value, int) and not isinstance(value, (bool, ScalarBoolean))


def shown(value: object) -> str:
    """A value as a fault names it."""
    if isinstance(value, CommentedMap):
        return "a mapping"
    if isinstance(value, CommentedSeq):
        return "this list"
    return "an empty value" if value is None else repr(value)
