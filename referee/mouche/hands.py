"""The order of the cards, and the mouche: five cards of one suit as dealt.

High to low: K Q J A 10 9 8 7, and in the larger packs 6 5 4 3 2.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from referee.cards import Card, Notation, Rank, Suit, parse_cards
from referee.errors import NotAllowedError
from referee.mouche.seats import Seat

HAND_SIZE = 5

RANKS = (
    *(Rank.REY, Rank.CABALLO, Rank.SOTA, Rank.AS, Rank.DIEZ, Rank.NUEVE, Rank.OCHO),
    *(Rank.SIETE, Rank.SEIS, Rank.CINCO, Rank.CUATRO, Rank.TRES, Rank.DOS),
)
"""High to low."""


def strength(card: Card) -> int:
    """How high a card is in its suit; the larger wins."""
    return _STRENGTHS[card.rank]


def spoken_cards(cards: Iterable[Card]) -> str:
    """French codes, high to low and suit by suit: `Ks 9s Kh`."""
    ordered = sorted(cards, key=lambda card: (card.suit, -strength(card)))
    return " ".join(card.french for card in ordered)


def suit_name(suit: Suit) -> str:
    """`spades`."""
    return _SUIT_NAMES[suit]


@dataclass(frozen=True, slots=True)
class Mouche:
    """A seat's five cards of one suit."""

    seat: Seat
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        cards = self.cards
        if not is_mouche(cards):
            raise NotAllowedError(
                f"{self.seat}'s {spoken_cards(cards) or 'no cards'} are no mouche; "
                f"allowed: {HAND_SIZE} different cards of one suit",
                "no_mouche",
                seat=self.seat,
                n=HAND_SIZE,
            )

    def __str__(self) -> str:
        return f"{self.seat}'s mouche of {suit_name(self.suit)} ({spoken_cards(self.cards)})"

    @property
    def suit(self) -> Suit:
        """The suit of all five."""
        return self.cards[0].suit

    def points(self, ace_points: int) -> int:
        """Court cards 10, an ace as the house says, the others their number."""
        worth = {**_POINTS, Rank.AS: ace_points}
        return sum(worth[card.rank] for card in self.cards)

    @classmethod
    def parse(cls, seat: Seat, text: str) -> Self:
        """From French codes, `Kh Qh Jh 8h 7h`; raises RefereeError of any kind."""
        return cls(seat, parse_cards(text, Notation.FRENCH))


def is_mouche(cards: Sequence[Card]) -> bool:
    """Whether these are five different cards of one suit."""
    return len(set(cards)) == len(cards) == HAND_SIZE and len({card.suit for card in cards}) == 1


class DecidedBy(StrEnum):
    """Why a mouche beats another."""

    TRUMP = "trump"
    """It is in the trump suit, whatever the points."""
    POINTS = "points"
    PLACE = "place"
    """Equal points; its holder is nearer to the dealer's right."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The mouches of one deal compared."""

    best: Mouche
    beaten: tuple[Mouche, ...] = ()
    """In order from the dealer's right."""
    decided_by: DecidedBy | None = None
    """What the best has over the one that comes closest; None when it is alone."""
    points: int = 0
    """Of the best."""
    rival: Mouche | None = None
    """The one that comes closest."""
    rival_points: int = 0

    @classmethod
    def of(
        cls, mouches: Sequence[Mouche], order: Sequence[Seat], trump: Suit | None, ace_points: int
    ) -> Self:
        """Trump suit first, then points, then the place from the dealer's right."""

        def key(mouche: Mouche) -> tuple[bool, int, int]:
            points = mouche.points(ace_points)
            return mouche.suit is trump, points, -order.index(mouche.seat)

        ranked = sorted(mouches, key=key, reverse=True)
        best, others = ranked[0], ranked[1:]
        points = best.points(ace_points)
        if not others:
            return cls(best, points=points)
        rival, rival_points = others[0], others[0].points(ace_points)
        by = DecidedBy.PLACE
        if (best.suit is trump) != (rival.suit is trump):
            by = DecidedBy.TRUMP
        elif points != rival_points:
            by = DecidedBy.POINTS
        beaten = tuple(sorted(others, key=lambda mouche: order.index(mouche.seat)))
        return cls(best, beaten, by, points, rival, rival_points)

    @property
    def reason(self) -> str:
        """Why the best wins: `P3's mouche of spades (...), the trump suit, beats ...`."""
        if self.rival is None:
            return str(self.best)
        match self.decided_by:
            case DecidedBy.TRUMP:
                return f"{self.best}, the trump suit, beats {self.rival}"
            case DecidedBy.POINTS:
                return f"{self.best} of {self.points} beats {self.rival} of {self.rival_points}"
        return (
            f"{self.best} and {self.rival} are {self.points} each; {self.best.seat} is nearer to "
            "the dealer's right"
        )


_STRENGTHS = {rank: len(RANKS) - i for i, rank in enumerate(RANKS)}
_POINTS = {
    **{rank: rank.value for rank in Rank},
    **dict.fromkeys((Rank.REY, Rank.CABALLO, Rank.SOTA, Rank.DIEZ), 10),
}
_SUIT_NAMES = {
    Suit.OROS: "diamonds",
    Suit.COPAS: "hearts",
    Suit.ESPADAS: "spades",
    Suit.BASTOS: "clubs",
}
