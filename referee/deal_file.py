"""The deal file: a YAML that a card player writes, both ways.

::

    ruleset: common40            # left out: common40
    mano: A
    score: {AC: 12, BD: 7}       # points before the deal; left out: 0-0
    hands:                       # left out when a photograph shows them
      A: 12O 3E 7C 1B
      B: 11C 11O 10E 4B
      C: 12E 3B 2C 1O
      D: 12B 10C 7O 4E
    bets:                        # a lance left out was passed by all
      grande: A envido 2, B quiero
      pares: [C envido 2, B 5 más, C no quiero]

A reading reports every fault with its line, and nothing is guessed: an unknown key is refused
with the nearest one that is known.
"""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedBase, CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.scalarbool import ScalarBoolean

from referee.errors import RefereeError, UnreadableError
from referee.mus.hands import Hand, Lance
from referee.mus.noted import PASSED
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.showdown import Fault as HandsFault
from referee.mus.showdown import hand_faults
from referee.seats import Pair, Seat
from referee.spoken_calls import EXAMPLE, LanceBets, format_bets, parse_bets

MAX_BYTES = 64 * 1024
"""A deal is a few hundred bytes; anything much larger is some other file."""


@dataclass(frozen=True, slots=True)
class DealFile:
    """What a deal file says; None stands for what it leaves out."""

    bets: Mapping[Lance, LanceBets]
    """The lances that are written down; any other was passed."""
    mano: Seat | None = None
    ruleset: str | None = None
    score: Score | None = None
    hands: Mapping[Seat, Hand] | None = None
    lines: Mapping[Lance, int] = field(default_factory=dict, compare=False)
    """Where the file says each lance, 1 for the first line."""

    def bets_of(self, lance: Lance) -> LanceBets:
        """The bets of a lance, passed when the file says nothing of it."""
        return self.bets.get(lance, PASSED)


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


def read_deal(text: str) -> DealFile:
    """The deal that a YAML text describes; raises DealFileError with every fault."""
    return _Reading().deal(_load(text))


def write_deal(deal: DealFile) -> str:
    """The YAML text that `read_deal` reads as the same deal."""
    lines = []
    if deal.ruleset is not None:
        lines.append(f"ruleset: {deal.ruleset}")
    if deal.mano is not None:
        lines.append(f"mano: {deal.mano}")
    if deal.score is not None:
        lines.append(f"score: {{AC: {deal.score.ac}, BD: {deal.score.bd}}}")
    if deal.hands is not None:
        lines += ["hands:", *(f"  {seat}: {deal.hands[seat]}" for seat in Seat)]
    written = [lance for lance in Lance if lance in deal.bets]
    lines.append("bets:" if written else "bets: paso")
    lines += [f"  {lance}: {format_bets(deal.bets[lance])}" for lance in written]
    return "\n".join(lines) + "\n"


_KEYS = ("ruleset", "mano", "score", "hands", "bets")
_LANCES = {
    **{lance.value: lance for lance in Lance},
    "handia": Lance.GRANDE,
    "txikia": Lance.CHICA,
    "pareak": Lance.PARES,
    "jokoa": Lance.JUEGO,
    "puntua": Lance.PUNTO,
}
_SPEECHLESS = "paso"
_BOOLEANS = (bool, ScalarBoolean)

T = TypeVar("T")


def _load(text: str) -> CommentedMap:
    yaml = YAML(typ="rt", pure=True)
    try:
        if len(text.encode()) > MAX_BYTES:
            raise DealFileError((DealFault(1, "", f"a deal file has at most {MAX_BYTES} bytes"),))
        data = yaml.load(io.StringIO(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(error.problem or error.context).split())
        fault = DealFault(mark.line + 1 if mark else 1, "", f"not YAML: {problem}")
        raise DealFileError((fault,)) from None
    except (YAMLError, RecursionError) as error:
        problem = " ".join(str(error).split())
        raise DealFileError((DealFault(1, "", f"not YAML: {problem}"),)) from None
    if not isinstance(data, CommentedMap):
        message = f"not a deal; write the keys {', '.join(_KEYS)}"
        raise DealFileError((DealFault(1, "", message),))
    return data


class _Reading:
    """One pass over a file, collecting faults."""

    def __init__(self) -> None:
        self.faults: list[DealFault] = []

    def deal(self, data: CommentedMap) -> DealFile:
        self.refuse_unknown(data, _KEYS, "")
        bets, lines = self.bets(data)
        deal = DealFile(
            bets=MappingProxyType(bets),
            mano=self.scalar(data, "mano", "", Seat.parse),
            ruleset=self.scalar(data, "ruleset", "", lambda name: Ruleset.preset(name).name),
            score=self.score(data),
            hands=self.hands(data),
            lines=MappingProxyType(lines),
        )
        if self.faults:
            raise DealFileError(tuple(self.faults))
        return deal

    def score(self, data: CommentedMap) -> Score | None:
        node = self.mapping(data, "score", tuple(Pair), "as in {AC: 12, BD: 7}")
        if node is None:
            return None
        points = {}
        for pair in Pair:
            value = node.get(pair.value)
            if pair.value not in node:
                self.fault(data, "score", "score", f"{pair} is missing; write both, 0 for none")
            elif not isinstance(value, int) or isinstance(value, _BOOLEANS) or value < 0:
                self.fault(
                    node, pair, f"score.{pair}", f"{value!r} is not a number of points, 0 or more"
                )
            else:
                points[pair] = int(value)
        return Score(points[Pair.AC], points[Pair.BD]) if len(points) == 2 else None

    def hands(self, data: CommentedMap) -> Mapping[Seat, Hand] | None:
        node = self.mapping(data, "hands", tuple(Seat), "of four cards for each of A, B, C and D")
        if node is None:
            return None
        hands = {}
        for seat in Seat:
            if seat.value not in node:
                self.fault(data, "hands", "hands", f"the hand of {seat} is missing")
            elif (hand := self.scalar(node, seat.value, "hands.", Hand.parse)) is not None:
                hands[seat] = hand
        if len(hands) < len(Seat):
            return None
        for fault in hand_faults({seat: hand.cards for seat, hand in hands.items()}, None):
            self.hands_fault(node, fault)
        return MappingProxyType(hands)

    def hands_fault(self, node: CommentedMap, fault: HandsFault) -> None:
        self.fault(node, fault.seats[-1], "hands", str(fault))

    def bets(self, data: CommentedMap) -> tuple[dict[Lance, LanceBets], dict[Lance, int]]:
        if "bets" not in data:
            message = "bets are missing; write 'bets: paso' when nobody bet"
            self.faults.append(DealFault(1, "bets", message))
            return {}, {}
        if data["bets"] == _SPEECHLESS:
            return {}, {}
        bets: dict[Lance, LanceBets] = {}
        lines: dict[Lance, int] = {}
        node = self.mapping(data, "bets", tuple(_LANCES), "of lances, or 'bets: paso'")
        if node is None:
            return bets, lines
        for key in node:
            lance = _LANCES.get(key)
            if lance is None:
                continue
            if lance in lines:
                self.fault(node, key, f"bets.{key}", f"{lance} is said twice (line {lines[lance]})")
            lines[lance] = self.line(node, key)
            said = self.scalar(node, key, "bets.", parse_bets)
            if said is not None:
                bets[lance] = said
        return bets, lines

    def mapping(
        self, data: CommentedMap, key: str, allowed: tuple[str, ...], shape: str
    ) -> CommentedMap | None:
        """The mapping under a key, or None when it is absent or a fault was found."""
        if key not in data:
            return None
        node = data[key]
        if not isinstance(node, CommentedMap):
            self.fault(data, key, key, f"{_shown(node)} is not a mapping {shape}")
            return None
        self.refuse_unknown(node, allowed, f"{key}.")
        return node

    def scalar(
        self, node: CommentedMap, key: str, prefix: str, read: Callable[[str], T]
    ) -> T | None:
        """What a text under a key means; a list of texts reads as one, joined by commas."""
        if key not in node:
            return None
        value: Any = node[key]
        if isinstance(value, CommentedSeq) and value and all(isinstance(v, str) for v in value):
            value = ", ".join(value)
        if not isinstance(value, str):
            expected = EXAMPLE if prefix == "bets." else "a text"
            self.fault(node, key, prefix + key, f"{_shown(value)} is not {expected}")
            return None
        try:
            return read(value)
        except RefereeError as error:
            self.fault(node, key, prefix + key, str(error))
            return None

    def refuse_unknown(self, node: CommentedMap, allowed: tuple[str, ...], prefix: str) -> None:
        for key in node:
            if key in allowed:
                continue
            near = get_close_matches(str(key), allowed, 1, 0.5)
            hint = f"did you mean {near[0]}? " if near else ""
            message = f"unknown key {str(key)!r}; {hint}allowed: {', '.join(allowed)}"
            self.fault(node, key, f"{prefix}{key}", message)

    def fault(self, node: CommentedMap, key: object, path: str, message: str) -> None:
        self.faults.append(DealFault(self.line(node, key), path, message))

    @staticmethod
    def line(node: CommentedBase, key: object) -> int:
        return int(node.lc.key(key)[0]) + 1


def _shown(value: object) -> str:
    if isinstance(value, CommentedMap):
        return "a mapping"
    if isinstance(value, CommentedSeq):
        return "this list"
    return "an empty value" if value is None else repr(value)
