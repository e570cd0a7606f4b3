"""The deal file: a YAML that a card player writes, both ways.

::

    game: mus                    # left out: mus
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

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ruamel.yaml.comments import CommentedMap

from referee.cards import Pack
from referee.errors import UnreadableError
from referee.mus.hands import Hand, Lance
from referee.mus.noted import PASSED
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset
from referee.mus.score import Score
from referee.mus.showdown import Fault as HandsFault
from referee.mus.showdown import FaultKind, hand_faults
from referee.seats import Pair, Seat
from referee.spoken_calls import EXAMPLE, LanceBets, format_bets, parse_bets
from referee.yaml_file import DealFault, GameName, Reading, is_number, load


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


def read_deal(text: str) -> DealFile:
    """The deal that a YAML text describes; raises DealFileError with every fault."""
    return _Reading().deal(load(text, _KEYS))


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


_KEYS = ("game", "ruleset", "mano", "score", "hands", "bets")
_LANCES = {
    **{lance.value: lance for lance in Lance},
    "handia": Lance.GRANDE,
    "txikia": Lance.CHICA,
    "pareak": Lance.PARES,
    "jokoa": Lance.JUEGO,
    "puntua": Lance.PUNTO,
}
_SPEECHLESS = "paso"


class _Reading(Reading):
    """One pass over a file, collecting faults."""

    def deal(self, data: CommentedMap) -> DealFile:
        self.refuse_unknown(data, _KEYS, "")
        self.scalar(data, "game", "", _mus)
        bets, lines = self.bets(data)
        ruleset = self.scalar(data, "ruleset", "", lambda name: Ruleset.preset(name).name)
        pack = Ruleset.preset(ruleset or DEFAULT_PRESET).pack
        deal = DealFile(
            bets=MappingProxyType(bets),
            mano=self.scalar(data, "mano", "", Seat.parse),
            ruleset=ruleset,
            score=self.score(data),
            hands=self.hands(data, pack),
            lines=MappingProxyType(lines),
        )
        self.raise_faults()
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
            elif not is_number(value) or value < 0:
                self.fault(
                    node, pair, f"score.{pair}", f"{value!r} is not a number of points, 0 or more"
                )
            else:
                points[pair] = int(value)
        return Score(points[Pair.AC], points[Pair.BD]) if len(points) == 2 else None

    def hands(self, data: CommentedMap, pack: Pack) -> Mapping[Seat, Hand] | None:
        node = self.mapping(data, "hands", tuple(Seat), "of four cards for each of A, B, C and D")
        if node is None:
            return None
        hands = {}
        for seat in Seat:
            if seat.value not in node:
                self.fault(data, "hands", "hands", f"the hand of {seat} is missing")
            elif (hand := self.scalar(node, seat.value, "hands.", Hand.parse)) is not None:
                hands[seat] = hand
        for fault in hand_faults({seat: hand.cards for seat, hand in hands.items()}, pack):
            if fault.kind is not FaultKind.WRONG_COUNT:  # a hand that was not read, told above
                self.hands_fault(node, fault)
        return MappingProxyType(hands) if len(hands) == len(Seat) else None

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
            said = self.scalar(node, key, "bets.", parse_bets, expected=EXAMPLE)
            if said is not None:
                bets[lance] = said
        return bets, lines


def _mus(text: str) -> GameName:
    if GameName.parse(text) is not GameName.MUS:
        raise UnreadableError(f"the bets of a photograph or a clip are those of mus, not of {text}")
    return GameName.MUS
