"""What one hand of four cards is worth in each lance.

Strength, high to low: rey caballo sota 7 6 5 4 (3 2) as. Which cards count as kings and aces
is a house rule (`Kings`); with eight kings every 3 is a rey and every 2 an as, in every
comparison and in every sum.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from operator import attrgetter

from referee.cards import Card, Notation, Rank, Suit, format_cards, parse_cards
from referee.errors import NotAllowedError


class Lance(StrEnum):
    """A comparison of hands, in playing order; juego and punto exclude each other."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"


class Kings(Enum):
    """Which cards are kings and aces.

    NINE adds the 5 of oros to the eight kings. RIBAFRECHA is the 36-card form without 2s, in
    which 3s are kings and 4s aces.
    """

    FOUR = 4
    EIGHT = 8
    NINE = 9
    RIBAFRECHA = 36


class Pares(Enum):
    """Class of pares; the value is what it scores and how it ranks."""

    NONE = 0
    PAIR = 1
    MEDIAS = 2
    DUPLES = 3


class Real31(StrEnum):
    """Which hands are a Real, a 31 that beats every other 31: three sevens and ..."""

    NONE = "none"
    ANY_FIGURE = "any_figure"
    KING_OR_JACK = "king_or_jack"
    JACK = "jack"
    JACK_COINS = "jack_coins"
    """The sota de oros, and the sevens are those of the other suits."""
    JACK_OTHER_SUITS = "jack_other_suits"
    """A sota, and the sevens are those of the other suits."""


@dataclass(frozen=True, slots=True)
class HandValue:
    """A hand's worth in all lances; in every key the larger wins, equal keys are a tie."""

    strengths: tuple[Rank, ...]
    """Effective ranks, strongest first."""
    grande: int
    chica: int
    pares: Pares
    pares_key: int
    """0 without pares."""
    repeated: tuple[Rank, ...]
    """The effective ranks held at least twice, higher first."""
    points: int
    """Sum of the cards, 4 to 40."""
    juego_key: int
    """0 below 31; 31 beats 32 beats 40 beats 37 beats 36 beats 35 beats 34 beats 33."""

    @property
    def has_pares(self) -> bool:
        """Whether the hand takes part in pares."""
        return self.pares_key > 0

    @property
    def has_juego(self) -> bool:
        """Whether the hand takes part in juego: 31 or more."""
        return self.juego_key > 0

    @property
    def juego_points(self) -> int:
        """What the hand scores in juego: 3 for 31, 2 for more, 0 without juego."""
        return 0 if not self.juego_key else 3 if self.points == 31 else 2


@dataclass(frozen=True, slots=True)
class Hand:
    """Four distinct cards, kept from the highest to the lowest."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        cards = self.cards
        if len(cards) != 4:
            raise NotAllowedError(f"a hand is 4 cards, not {len(cards)}: {format_cards(cards)}")
        ordered = tuple(sorted(cards, key=_INDEX, reverse=True))
        if len(set(ordered)) != 4:
            twice = sorted({card for card in cards if cards.count(card) > 1})
            raise NotAllowedError(f"the same card twice in a hand: {format_cards(twice)}")
        object.__setattr__(self, "cards", ordered)

    def __str__(self) -> str:
        return format_cards(self.cards)

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None) -> "Hand":
        """`Kh 3d 7s Ac` or `rey de oros, ...`; raises RefereeError of any kind."""
        return cls(parse_cards(text, notation))

    def value(self, kings: Kings) -> HandValue:
        """The hand's worth under a house's kings."""
        a, b, c, d = self.cards
        weights = _WEIGHTS[kings]
        return _value(weights[a.index] + weights[b.index] + weights[c.index] + weights[d.index])

    def by_strength(self, kings: Kings) -> tuple[Card, ...]:
        """The cards from the strongest to the weakest under a house's kings."""
        return tuple(sorted(self.cards, key=lambda card: -effective_rank(card, kings)))

    def is_real(self, real: Real31, kings: Kings, three_is_king: bool = False) -> bool:
        """Whether the hand is a Real under the house's definition.

        A 3 counts as the figure only where threes are kings and the house says so.
        """
        if real is Real31.NONE:
            return False
        sevens = [card for card in self.cards if card.rank is Rank.SIETE]
        if len(sevens) != 3:
            return False
        figure = next(card for card in self.cards if card.rank is not Rank.SIETE)
        rank = figure.rank
        if three_is_king and kings is not Kings.FOUR and rank is Rank.TRES:
            rank = Rank.REY
        if rank not in _REAL_FIGURES[real]:
            return False
        if real is Real31.JACK_COINS and figure.suit is not Suit.OROS:
            return False
        suit_bound = real in (Real31.JACK_COINS, Real31.JACK_OTHER_SUITS)
        return not suit_bound or all(seven.suit is not figure.suit for seven in sevens)


def effective_rank(card: Card, kings: Kings) -> Rank:
    """The rank a card plays as."""
    rank = card.rank
    if kings is Kings.NINE and rank is Rank.CINCO and card.suit is Suit.OROS:
        return Rank.REY
    if kings is Kings.RIBAFRECHA:
        return {Rank.TRES: Rank.REY, Rank.CUATRO: Rank.AS}.get(rank, rank)
    if kings is Kings.FOUR:
        return rank
    return {Rank.TRES: Rank.REY, Rank.DOS: Rank.AS}.get(rank, rank)


_INDEX = attrgetter("index")
_FIGURES = {Rank.SOTA, Rank.CABALLO, Rank.REY}
_REAL_FIGURES = {
    Real31.ANY_FIGURE: _FIGURES,
    Real31.KING_OR_JACK: {Rank.REY, Rank.SOTA},
    Real31.JACK: {Rank.SOTA},
    Real31.JACK_COINS: {Rank.SOTA},
    Real31.JACK_OTHER_SUITS: {Rank.SOTA},
}
_JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)

# A hand's effective ranks are counted in base 5 (0 to 4 of each), so that adding four weights
# gives a number that names the rank multiset, whatever the suits and the order.
_WEIGHTS = {
    kings: tuple(
        5 ** (effective_rank(Card(rank, suit), kings) - 1) for rank in Rank for suit in Suit
    )
    for kings in Kings
}


@cache
def _value(multiset: int) -> HandValue:
    strengths: list[Rank] = []
    counts: dict[Rank, int] = {}
    for rank in Rank:
        multiset, count = divmod(multiset, 5)
        strengths = [rank] * count + strengths
        counts[rank] = count
    repeated = tuple(rank for rank in reversed(Rank) if counts[rank] > 1)
    pares, pares_key = _pares(counts, repeated)
    points = sum(min(rank, 10) for rank in strengths)
    return HandValue(
        strengths=tuple(strengths),
        grande=_positional(strengths),
        chica=-_positional(strengths[::-1]),
        pares=pares,
        pares_key=pares_key,
        repeated=repeated,
        points=points,
        juego_key=_JUEGO_ORDER.index(points) + 1 if points >= 31 else 0,
    )


def _positional(ranks: list[Rank]) -> int:
    """Lexicographic order as one number."""
    key = 0
    for rank in ranks:
        key = key * 16 + rank
    return key


def _pares(counts: dict[Rank, int], repeated: tuple[Rank, ...]) -> tuple[Pares, int]:
    """Class and key; four of a kind are duples of that rank twice, kickers never count."""
    if not repeated:
        return Pares.NONE, 0
    high, low = repeated[0], repeated[-1]
    if len(repeated) == 2 or counts[high] == 4:
        return Pares.DUPLES, Pares.DUPLES.value * 256 + high * 16 + low
    pares = Pares.MEDIAS if counts[high] == 3 else Pares.PAIR
    return pares, pares.value * 256 + high * 16
