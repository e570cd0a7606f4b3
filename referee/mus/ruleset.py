"""House rules as data.

Every axis on which Mus tables differ is a field of `Ruleset`; a preset is a TOML file in
`presets/` that names its differences from the default, `common40`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from importlib.resources import files
from typing import Any, Self, get_type_hints

from referee.cards import SPANISH_40, Pack, Rank
from referee.errors import UnreadableError
from referee.mus.hands import Kings, Real31

DEFAULT_PRESET = "common40"


class MusTalk(StrEnum):
    """Who speaks when about mus."""

    SEAT = "seat"
    """Mano and then counter-clockwise (Fournier)."""
    PAIRS = "pairs"
    """Mano, his partner, the second, the dealer (FFM)."""
    FEM = "fem"
    """The second may not cut before mano has spoken, the third may cut at any time, the fourth
    once mano's pair has given mus."""


class DiscardOrder(StrEnum):
    """Who lays his cards down first."""

    MANO_FIRST = "mano_first"
    DEALER_FIRST = "dealer_first"
    """The dealer first and mano last (FEM, Asturias)."""


class StockExhausted(StrEnum):
    """What is shuffled when the stock runs out during an exchange."""

    KEEP_LAST_NEEDY_OUT = "keep_last_needy_out"
    """All discards; when only one player still needs cards, all but his own (Fournier)."""
    ALL_DISCARDS = "all_discards"
    """Always all discards (FEM, FFM)."""


class FirstHand(StrEnum):
    """The first deal of a game."""

    PLAIN = "plain"
    CORRIDO = "corrido"
    """Mus corrido: after four mus mano moves one seat on; whoever cuts becomes mano."""
    CORRIDO_IF_AGREED = "corrido_if_agreed"


class ExposedCard(StrEnum):
    """A card seen, or a wrong count found, in the first deal."""

    REDEAL = "redeal"
    MUS_VISTO = "mus_visto"
    """A forced exchange in which a player may stand pat (Fournier)."""
    OFFERED = "offered"
    """From mano on each player may force mus or play (EHMF)."""
    PLAY_ON = "play_on"


class RefusalTiming(StrEnum):
    """When the points of a refused bet are taken."""

    IMMEDIATE = "immediate"
    AT_REVEAL = "at_reveal"


class BetOverRest(StrEnum):
    """What a number is that reaches the rest of the game."""

    ORDINARY = "ordinary"
    ORDAGO = "ordago"


class Rulebook(StrEnum):
    """Whose text settles irregularities."""

    COMMON = "common"
    FOURNIER = "fournier"
    FFM = "ffm"
    EHMF = "ehmf"
    FEM = "fem"
    ARTICLE = "article"


class Signals(StrEnum):
    """The vocabulary of signals in force."""

    CORE5 = "core5"
    CLASSIC13 = "classic13"
    FEM = "fem"
    BIZKAIA = "bizkaia"
    FOURNIER = "fournier"
    DONNAIPE = "donnaipe"
    AGREED = "agreed"
    """The pairs agree on a list before play."""
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One table's rules; the defaults are `common40`. Points are tantos."""

    name: str = DEFAULT_PRESET
    kings: Kings = Kings.EIGHT
    target: int = 40
    """Points that win a game."""
    games_to_win: int = 2
    """Games that win a vaca."""
    vacas_to_win: int = 1
    """Vacas that win the match."""
    mus_talk: MusTalk = MusTalk.SEAT
    discard_min: int = 1
    """Fewest cards a player may exchange; the most is 4."""
    discard_order: DiscardOrder = DiscardOrder.MANO_FIRST
    stock_exhausted: StockExhausted = StockExhausted.KEEP_LAST_NEEDY_OUT
    first_hand: FirstHand = FirstHand.PLAIN
    exposed_card: ExposedCard = ExposedCard.REDEAL
    open_min: int = 2
    """Smallest first bet; there is no largest."""
    raise_min: int = 2
    """Smallest number a raise adds."""
    raise_doubles: bool = False
    """A raise must at least double the offer."""
    bet_over_rest: BetOverRest = BetOverRest.ORDINARY
    refuse_first: int = 1
    """What a refused first bet pays, whatever its size."""
    deje_extra: int = 0
    """What a refused raise in pares, juego and punto pays on top of the accepted stake."""
    refusal_timing: RefusalTiming = RefusalTiming.IMMEDIATE
    paso_grande_chica: int = 1
    """What a passed grande or chica pays to the best hand."""
    paso_extra_pares_juego: int = 0
    """What contested pares or juego pay on top of the combinations when all pass."""
    punto_bonus: int = 1
    """What winning punto pays, on top of a bet."""
    punto_bonus_after_refusal: bool = True
    real31: Real31 = Real31.NONE
    real31_three_is_king: bool = False
    """Whether a 3 may be the figure of a Real where threes are kings."""
    ordago_overrides_pending: bool = True
    """An accepted ordago voids what is pending; otherwise earlier lances are counted first."""
    perete_bonus: int = 0
    """What openly declaring 4-5-6-7 before play pays."""
    signals: Signals = Signals.CORE5
    irregularities: Rulebook = Rulebook.COMMON

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value < least:
                raise UnreadableError(
                    f"ruleset {self.name}: {name} is {value}; allowed: {least} or more"
                )
        if self.discard_min > 1:
            raise UnreadableError(
                f"ruleset {self.name}: discard_min is {self.discard_min}; allowed: 0, 1"
            )

    @property
    def pack(self) -> Pack:
        """The cards in play."""
        return RIBAFRECHA_36 if self.kings is Kings.RIBAFRECHA else SPANISH_40

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Self:
        """Rules from plain data; missing keys are those of common40.

        Raises UnreadableError naming every unknown key and every value that is not allowed.
        """
        kinds = get_type_hints(cls)
        where = f"ruleset {mapping.get('name', '?')}"
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
                f"no ruleset named {name!r}; allowed: {', '.join(preset_names())}"
            )
        text = (files("referee.mus") / "presets" / f"{name}.toml").read_text(encoding="utf-8")
        return cls.from_mapping(tomllib.loads(text) | {"name": name})


def preset_names() -> tuple[str, ...]:
    """Names of the shipped presets, sorted."""
    folder = files("referee.mus") / "presets"
    presets = (p.name for p in folder.iterdir() if p.name.endswith(".toml"))
    return tuple(sorted(name.removesuffix(".toml") for name in presets))


RIBAFRECHA_36 = Pack(
    "Ribafrecha", frozenset(card for card in SPANISH_40.cards if card.rank is not Rank.DOS)
)

_LEAST = {
    "target": 1,
    "games_to_win": 1,
    "vacas_to_win": 1,
    "discard_min": 0,
    "open_min": 1,
    "raise_min": 1,
    "refuse_first": 0,
    "deje_extra": 0,
    "paso_grande_chica": 0,
    "paso_extra_pares_juego": 0,
    "punto_bonus": 0,
    "perete_bonus": 0,
}


def _read_value(key: str, kind: type, value: Any) -> Any:
    if issubclass(kind, Enum):
        for member in kind:
            if type(value) is type(member.value) and value == member.value:
                return member
        allowed = ", ".join(str(member.value) for member in kind)
        raise UnreadableError(f"{key} is {value!r}; allowed: {allowed}")
    if type(value) is not kind:
        raise UnreadableError(f"{key} is {value!r}; allowed: a value of type {kind.__name__}")
    return value
