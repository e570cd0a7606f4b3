"""Hands, stock and discards, whether the cards are known or lie face down.

A physical table does not know the cards before they are played, so a place in a pile is a Card
or None. Nothing here shuffles: the order of the pack, and of a new stock, is passed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from referee.cards import Card, Pack
from referee.errors import NotAllowedError
from referee.mouche.hands import HAND_SIZE
from referee.mouche.ruleset import DealPattern
from referee.mouche.seats import Seat

Pile = tuple[Card | None, ...]
"""Cards from the top down; None is a card nobody has seen."""


@dataclass(frozen=True, slots=True)
class Piles:
    """All cards of the pack but the one turned up: a hand for each seat from P1, and the rest."""

    hands: tuple[Pile, ...]
    stock: Pile
    discards: Pile = ()

    def __len__(self) -> int:
        return sum(map(len, self.hands)) + len(self.stock) + len(self.discards)

    def hand(self, seat: Seat) -> Pile:
        """What a seat holds."""
        return self.hands[seat.place]

    def known_hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards a seat holds; empty when nobody has seen them."""
        return tuple(card for card in self.hand(seat) if card)

    def turned_up(self, card: Card) -> Self:
        """After the top of the stock was laid open."""
        top = self.stock[0]
        if top is not None and top != card:
            raise NotAllowedError(
                f"turn up: {card.french} is not the next card of the pack; allowed: {top.french}"
            )
        return replace(self, stock=self.stock[1:])

    def discarded(self, seat: Seat, cards: Pile) -> Self:
        """After a seat laid cards of its hand aside."""
        return replace(self.without(seat, cards), discards=(*self.discards, *cards))

    def without(self, seat: Seat, cards: Pile) -> Self:
        """After cards left a hand."""
        kept = list(self.hand(seat))
        for card in cards:
            kept.remove(card)
        return self._with_hand(seat, tuple(kept))

    def served(self, seat: Seat) -> Self:
        """After a hand was filled from the top of the stock, as far as that goes."""
        hand = self.hand(seat)
        cards = self.stock[: HAND_SIZE - len(hand)]
        return replace(self._with_hand(seat, hand + cards), stock=self.stock[len(cards) :])

    def _with_hand(self, seat: Seat, hand: Pile) -> Self:
        hands = list(self.hands)
        hands[seat.place] = hand
        return replace(self, hands=tuple(hands))

    @classmethod
    def deal(
        cls, pack: Pack, order: Sequence[Seat], pattern: DealPattern, cards: Sequence[Card] | None
    ) -> Self:
        """Packets of the pattern round the table; None deals a pack nobody sees.

        `order` begins on the dealer's right. Raises NotAllowedError when the cards are not the
        whole pack.
        """
        stock: Pile = (None,) * len(pack) if cards is None else tuple(cards)
        if cards is not None and (len(stock) != len(pack) or set(stock) != pack.cards):
            distinct = len(set(stock) & pack.cards)
            raise NotAllowedError(
                f"a deal needs the {len(pack)} cards of the pack in order, each once; "
                f"got {len(stock)}, of which {distinct} are different cards of the pack"
            )
        hands: dict[Seat, Pile] = dict.fromkeys(order, ())
        for count in pattern.packets:
            for seat in order:
                hands[seat] += stock[:count]
                stock = stock[count:]
        return cls(tuple(hands[seat] for seat in sorted(order)), stock)
