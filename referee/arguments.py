"""What the command line takes as text: scores, corrections and deal files."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from referee.cards import Card, Pack
from referee.deal_file import DealFile, read_deal
from referee.errors import RefereeError, UnreadableError
from referee.mus.score import Score
from referee.seats import Pair
from referee.yaml_file import MAX_BYTES, DealFileError

_SCORE = re.compile(r"\s*(AC|BD)\s*=\s*(\d{1,4})\s*,\s*(AC|BD)\s*=\s*(\d{1,4})\s*", re.IGNORECASE)
_CORRECTION = re.compile(r"([A-D]\d+)=(.+)", re.IGNORECASE)


T = TypeVar("T")


def read_deal_at(path: Path) -> DealFile:
    """The deal of Mus in a file; raises UnreadableError with a line for every fault."""
    return read_at(path, read_deal)


def read_at(path: Path, read: Callable[[str], T]) -> T:
    """What a deal file means; raises UnreadableError with a line for every fault."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror or error}") from None
    try:
        return read(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise UnreadableError(f"{path}: not a text in UTF-8; a deal file is YAML") from None
    except DealFileError as error:
        raise at(path, error) from None


def at(path: Path, error: RefereeError) -> UnreadableError:
    """The same error with its file before every fault."""
    return UnreadableError("\n".join(f"{path}: {line}" for line in str(error).splitlines()))


def parse_score(text: str) -> Score:
    """`AC=12,BD=7`, in either order; raises UnreadableError."""
    match = _SCORE.fullmatch(text)
    if match is None or match[1].upper() == match[3].upper():
        raise UnreadableError(f"--score {text!r} cannot be read; write it as in AC=12,BD=7")
    points = {Pair.parse(match[1]): int(match[2]), Pair.parse(match[3]): int(match[4])}
    return Score(points[Pair.AC], points[Pair.BD])


def parse_corrections(texts: Sequence[str], pack: Pack) -> dict[str, Card]:
    """`A2=7O`: cards that a person has named, by label.

    Raises UnreadableError with a line for every one that has no meaning, names a card that the
    pack lacks, or a label that is named already.
    """
    corrections: dict[str, Card] = {}
    faults: list[str] = []
    for text in texts:
        match = _CORRECTION.fullmatch(text.strip())
        if match is None:
            faults.append(f"--card {text!r} cannot be read; write a label and a card, as in A2=7O")
            continue
        label = match[1].upper()
        if label in corrections:
            faults.append(f"--card names {label} twice; name it once")
            continue
        try:
            corrections[label] = pack.require(Card.parse(match[2]))
        except RefereeError as error:
            faults.append(f"--card {label}: {error}")
    if faults:
        raise UnreadableError("\n".join(faults))
    return corrections
