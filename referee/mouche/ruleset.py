"""House rules as data.

Every axis on which tables differ, and every point that the Mouche article leaves open, is a
field of `Ruleset`; a preset is a TOML file in `presets/` that names its differences from the
default, `article`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from importlib.resources import files
from typing import Any, Self, get_type_hints

from referee.cards import Card, Pack, Suit
from referee.errors import NotAllowedError, UnreadableError
from referee.mouche.hands import RANKS
from referee.mouche.seats import LEAST_PLAYERS, MOST_PLAYERS, Table
from referee.mouche.tokens import Tokens

DEFAULT_PRESET = "article"


class PackRule(StrEnum):
    """Which cards are in play."""

    ARTICLE = "article"
    """32 cards; three players play without the sevens."""
    ACADEMIE = "academie"
    """28, 36, 48 or 52 cards for 3, 4, 5 or 6 players (Académie universelle, 1718)."""


class DealPattern(StrEnum):
    """The packets in which five cards are dealt; the dealer chooses once for the whole game."""

    TWO_TWO_ONE = "2+2+1"
    THREE_TWO = "3+2"
    TWO_THREE = "2+3"
    TWO_ONE_TWO = "2+1+2"

    @property
    def packets(self) -> tuple[int, ...]:
        """Cards in each round of the deal."""
        return tuple(int(count) for count in self.value.split("+"))

    @classmethod
    def of(cls, packets: Sequence[int]) -> Self:
        """The pattern of these packets; raises NotAllowedError."""
        name = "+".join(str(count) for count in packets)
        if name not in set(cls):
            raise NotAllowedError(f"a deal of {name} is not allowed; allowed: {', '.join(cls)}")
        return cls(name)


class Fines(StrEnum):
    """Where the fines of one deal go."""

    STACK = "stack"
    """All into the next pool."""
    ONE_A_DEAL = "one_a_deal"
    """One into each of the pools that follow."""


class AllPass(StrEnum):
    """Nobody plays."""

    POOL_STAYS = "pool_stays"
    DEALER_TAKES = "dealer_takes"
    """The dealer takes the pool, as the last to have the choice."""


class OneLeft(StrEnum):
    """All but one player passed."""

    TAKES_POOL = "takes_pool"
    POOL_STAYS = "pool_stays"


class Remainder(StrEnum):
    """What the fifths leave of a pool that is no multiple of five."""

    STAYS = "stays"
    LAST_TRICK = "last_trick"
    """It goes to the winner of the last trick."""


class StockShort(StrEnum):
    """The stock does not have five cards any more."""

    LIMITED = "limited"
    """Nobody exchanges more than is left."""
    SHUFFLED = "shuffled"
    """The discards of the players before are shuffled into a new stock."""


class ShortPurse(StrEnum):
    """A purse does not hold what is to be paid."""

    OWES = "owes"
    """It is paid all the same, and the purse is below 0."""
    PAYS_WHAT_IS_LEFT = "pays_what_is_left"


class BeatenMouche(StrEnum):
    """A player who was in with a mouche that another mouche beats."""

    PAYS = "pays"
    """The fine, like everybody who was in."""
    SPARED = "spared"


class OpenPoint(StrEnum):
    """What the article leaves open; the value is the field of `Ruleset` that settles it."""

    ALL_PASS = "all_pass"
    ONE_LEFT = "one_left"
    REMAINDER = "remainder"
    STOCK_SHORT = "stock_short"
    SHORT_PURSE = "short_purse"
    BEATEN_MOUCHE = "beaten_mouche"
    MUST_BEAT = "must_beat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One table's rules; the defaults are `article`. Amounts are jetons."""

    name: str = DEFAULT_PRESET
    pack: PackRule = PackRule.ARTICLE
    most_players: int = 4
    """The fewest are 3."""
    ante: int = 5
    """What the dealer puts into the pool."""
    ante_per_player: bool = False
    """The ante is one jeton for each player instead (adpoker)."""
    purse_jetons: int = 20
    purse_fiches: int = 16
    purse_contrats: int = 9
    fine_cap: int = 0
    """The most that a fine may be; 0 when the players agreed on no cap."""
    fines: Fines = Fines.STACK
    ace_points: int = 10
    """What an ace counts in a mouche."""
    must_beat: bool = False
    """Whether a player who follows suit must beat the card to beat when able."""
    all_pass: AllPass = AllPass.POOL_STAYS
    one_left: OneLeft = OneLeft.TAKES_POOL
    remainder: Remainder = Remainder.STAYS
    stock_short: StockShort = StockShort.LIMITED
    short_purse: ShortPurse = ShortPurse.OWES
    beaten_mouche: BeatenMouche = BeatenMouche.PAYS

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if value < least or (most is not None and value > most):
                allowed = f"{least} or more" if most is None else f"{least} to {most}"
                raise UnreadableError(f"ruleset {self.name}: {name} is {value}; allowed: {allowed}")

    @property
    def purse(self) -> Tokens:
        """What everybody starts with."""
        return Tokens(self.purse_jetons, self.purse_fiches, self.purse_contrats)

    def ante_of(self, table: Table) -> int:
        """What the dealer of such a table puts in."""
        return table.players if self.ante_per_player else self.ante

    def pack_of(self, table: Table) -> Pack:
        """The cards in play; raises NotAllowedError for more players than the house takes."""
        if table.players > self.most_players:
            raise NotAllowedError(
                f"{table.players} players; allowed under {self.name}: "
                f"{LEAST_PLAYERS} to {self.most_players}",
                "players",
                n=table.players,
                least=LEAST_PLAYERS,
                most=self.most_players,
            )
        return _PACKS[_SIZES[self.pack][table.players]]

    def house_rule(self, point: OpenPoint) -> str:
        """`remainder = stays`: how this house settles what the article leaves open."""
        return f"{point} = {_plain(getattr(self, point))}"

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Self:
        """Rules from plain data; missing keys are those of article.

        Raises UnreadableError naming every unknown key and every value that is not allowed.
        """
        kinds = get_type_hints(cls)
        faults = [
            f"unknown key {key!r}; allowed: {', '.join(kinds)}"
            for key in mapping
            if key not in kinds
        ]
        values = {}
        for key in mapping.keys() & kinds.keys():
            try:
                values[key] = _read_value(key, kinds[key], mapping[key])
            except UnreadableError as fault:
                faults.append(str(fault))
        if faults:
            where = f"ruleset {mapping.get('name', '?')}"
            raise UnreadableError(f"{where}: " + "; ".join(sorted(faults)))
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        """Plain data from which `from_mapping` makes these rules again."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {k: v.value if isinstance(v, Enum) else v for k, v in values.items()}

    @classmethod
    def preset(cls, name: str = DEFAULT_PRESET) -> Self:
        """A shipped preset by name; raises UnreadableError naming those there are."""
        if name not in preset_names():
            raise UnreadableError(
                f"no Mouche ruleset named {name!r}; allowed: {', '.join(preset_names())}"
            )
        text = (files("referee.mouche") / "presets" / f"{name}.toml").read_text(encoding="utf-8")
        return cls.from_mapping(tomllib.loads(text) | {"name": name})


def preset_names() -> tuple[str, ...]:
    """Names of the shipped presets, sorted."""
    folder = files("referee.mouche") / "presets"
    presets = (p.name for p in folder.iterdir() if p.name.endswith(".toml"))
    return tuple(sorted(name.removesuffix(".toml") for name in presets))


_RANGES: Mapping[str, tuple[int, int | None]] = {
    "most_players": (LEAST_PLAYERS, MOST_PLAYERS),
    "ante": (0, None),
    "purse_jetons": (0, None),
    "purse_fiches": (0, None),
    "purse_contrats": (0, None),
    "fine_cap": (0, None),
    "ace_points": (1, 11),
}
_SIZES: Mapping[PackRule, Mapping[int, int]] = {
    PackRule.ARTICLE: {3: 28, 4: 32, 5: 32, 6: 32},
    PackRule.ACADEMIE: {3: 28, 4: 36, 5: 48, 6: 52},
}
_PACKS: Mapping[int, Pack] = {
    size: Pack(
        "French",
        frozenset(Card(rank, suit) for rank in RANKS[: size // len(Suit)] for suit in Suit),
    )
    for size in (28, 32, 36, 48, 52)
}


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _read_value(key: str, kind: type, value: Any) -> Any:
    if issubclass(kind, Enum):
        for member in kind:
            if value == member.value:
                return member
        allowed = ", ".join(str(member.value) for member in kind)
        raise UnreadableError(f"{key} is {value!r}; allowed: {allowed}")
    if type(value) is not kind:
        raise UnreadableError(f"{key} is {value!r}; allowed: a value of type {kind.__name__}")
    return value
