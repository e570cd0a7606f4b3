"""Hands that players call by name. A name never changes what a hand is worth."""

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Rank
from referee.mus.hands import Hand, Kings, effective_rank


class NamedHand(StrEnum):
    """A hand with a name of its own."""

    DUPLES_GALLEGOS = "duples_gallegos"
    DUPLES_CASTELLANOS = "duples_castellanos"
    DUPLES_VASCOS = "duples_vascos"
    CUATRO_REYES = "cuatro_reyes"
    SOLOMILLO = "solomillo"
    LEY_DEL_MUS = "ley_del_mus"
    LA_REAL = "la_real"
    TIO_PERETE = "tio_perete"
    PALENTINOS = "palentinos"

    @property
    def spoken(self) -> tuple[str, ...]:
        """What players say, the commonest first."""
        return _NAMES[self][0]


@dataclass(frozen=True, slots=True)
class Named:
    """A name for a hand; `clean` when every card is printed as what it plays as."""

    name: NamedHand
    clean: bool

    def __str__(self) -> str:
        return self.name.spoken[0]


def name_hand(hand: Hand, kings: Kings) -> Named | None:
    """The name of a hand, if it has one: three kings and an ace are a solomillo."""
    name = _BY_RANKS.get(hand.value(kings).strengths)
    if name is None:
        return None
    return Named(name, all(effective_rank(card, kings) is card.rank for card in hand.cards))


_R, _C, _S, _A = Rank.REY, Rank.CABALLO, Rank.SOTA, Rank.AS
_NAMES: dict[NamedHand, tuple[tuple[str, ...], tuple[Rank, ...]]] = {
    NamedHand.DUPLES_GALLEGOS: (("duples gallegos",), (_R, _R, _A, _A)),
    NamedHand.DUPLES_CASTELLANOS: (
        ("duples castellanos", "duples polacos", "duples alemanes"),
        (_R, _R, _C, _C),
    ),
    NamedHand.DUPLES_VASCOS: (("duples vascos",), (_R, _R, _S, _S)),
    NamedHand.CUATRO_REYES: (("cuatro reyes", "la piara"), (_R, _R, _R, _R)),
    NamedHand.SOLOMILLO: (("solomillo", "la bonita"), (_R, _R, _R, _A)),
    NamedHand.LEY_DEL_MUS: (("ley del mus",), (_R, _R, _C, _S)),
    NamedHand.LA_REAL: (("la Real", "31 Real"), (_S, Rank.SIETE, Rank.SIETE, Rank.SIETE)),
    NamedHand.TIO_PERETE: (
        ("tío Perete", "la jugada del tío Perete", "tanganete", "peterete", "pedrete"),
        (Rank.SIETE, Rank.SEIS, Rank.CINCO, Rank.CUATRO),
    ),
    # called duples, which they are not
    NamedHand.PALENTINOS: (("palentinos", "duples palentinos", "la Josito"), (_R, _C, _A, _A)),
}
_BY_RANKS = {ranks: name for name, (_, ranks) in _NAMES.items()}
