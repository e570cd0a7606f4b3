"""Stock, hands and discards, whether the cards are known or lie face down.

A physical table does not know the cards before the reveal, so a place in a pile is a Card or
None. Nothing here shuffles: the order of the pack, and of every new stock, is passed in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from referee.cards import Card, format_cards
from referee.errors import NotAllowedError
from referee.mus.ruleset import DiscardOrder, Ruleset, StockExhausted
from referee.seats import Seat

HAND_SIZE = 4

Pile = tuple[Card | None, ...]
"""Cards from the top down; None is a card nobody has seen."""


@dataclass(frozen=True, slots=True)
class Piles:
    """All cards of the pack: four hands (A B C D), the stock and the discards."""

    hands: tuple[Pile, Pile, Pile, Pile]
    stock: Pile
    discards: Pile = ()

    def __post_init__(self) -> None:
        known = [card for pile in (*self.hands, self.stock, self.discards) for card in pile if card]
        if len(set(known)) != len(known):
            twice = sorted({card for card in known if known.count(card) > 1})
            raise NotAllowedError(f"the same card twice in the pack: {format_cards(twice)}")

    def __len__(self) -> int:
        return sum(map(len, self.hands)) + len(self.stock) + len(self.discards)

    def hand(self, seat: Seat) -> Pile:
        """The cards a seat holds."""
        return self.hands[_PLACE[seat]]

    def discarded(self, seat: Seat, cards: Pile) -> Self:
        """After a seat laid cards of its hand on the discards."""
        kept = list(self.hand(seat))
        for card in cards:
            kept.remove(card)
        return replace(
            self, hands=self._hands_with(seat, tuple(kept)), discards=(*self.discards, *cards)
        )

    def served(self, seat: Seat) -> Self:
        """After a hand was filled from the top of the stock, as far as that goes."""
        hand = self.hand(seat)
        cards = self.stock[: HAND_SIZE - len(hand)]
        return replace(
            self, hands=self._hands_with(seat, hand + cards), stock=self.stock[len(cards) :]
        )

    def _hands_with(self, seat: Seat, hand: Pile) -> tuple[Pile, Pile, Pile, Pile]:
        a, b, c, d = (hand if other is seat else self.hand(other) for other in Seat)
        return a, b, c, d

    @classmethod
    def deal(cls, ruleset: Ruleset, mano: Seat, order: Sequence[Card] | None) -> Self:
        """Four cards each, one at a time from mano; None deals a pack nobody sees.

        Raises NotAllowedError when the order is not the whole pack.
        """
        pack: Pile = (None,) * len(ruleset.pack) if order is None else tuple(order)
        if order is not None and (
            len(pack) != len(ruleset.pack) or set(pack) != ruleset.pack.cards
        ):
            distinct = len(set(pack) & ruleset.pack.cards)
            raise NotAllowedError(
                f"a deal needs the {len(ruleset.pack)} cards of the pack in order, each once; "
                f"got {len(pack)}, of which {distinct} are different cards of the pack"
            )
        turns = mano.order_from()
        a, b, c, d = (pack[turns.index(seat) : 4 * HAND_SIZE : 4] for seat in Seat)
        return cls((a, b, c, d), pack[4 * HAND_SIZE :])


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat lays cards down; which ones is known only where the hands are."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{self.seat} discards {self.count}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One round of discards: all lay down, then the dealer serves in order from mano."""

    ruleset: Ruleset
    mano: Seat
    piles: Piles
    laid: tuple[Discard, ...] = ()

    @property
    def next_to_lay(self) -> Seat | None:
        """Who discards next; None when all have."""
        order = self.mano.order_from()
        if self.ruleset.discard_order is DiscardOrder.DEALER_FIRST:
            order = order[::-1]
        return order[len(self.laid)] if len(self.laid) < 4 else None

    @property
    def needy(self) -> tuple[Seat, ...]:
        """Who still waits for cards when the stock has run out, in order from mano."""
        if self.next_to_lay:
            return ()
        order = self.mano.order_from()
        return tuple(seat for seat in order if len(self.piles.hand(seat)) < HAND_SIZE)

    @property
    def done(self) -> bool:
        """Whether everybody has four cards again."""
        return self.next_to_lay is None and not self.needy

    @property
    def set_aside(self) -> Pile:
        """Discards that stay out of a new stock: the own ones of a single needy player."""
        if self.ruleset.stock_exhausted is StockExhausted.ALL_DISCARDS or len(self.needy) != 1:
            return ()
        own = next(d for d in self.laid if d.seat is self.needy[0])
        return own.cards or (None,) * own.count

    @property
    def to_shuffle(self) -> Pile:
        """The discards that make a new stock; empty while there is no need of one."""
        if not self.needy:
            return ()
        pool = list(self.piles.discards)
        for card in self.set_aside:
            pool.remove(card)
        return tuple(pool)

    def lay(self, discard: Discard) -> Self:
        """After a seat has discarded; the last one sets the dealer serving.

        Raises NotAllowedError out of turn, for a wrong count, and for cards not held.
        """
        seat, least = discard.seat, self.ruleset.discard_min
        if seat is not self.next_to_lay:
            turn = f"{self.next_to_lay} discards next" if self.next_to_lay else "all have discarded"
            raise NotAllowedError(
                f"discard: {discard!s} is not allowed, {turn}",
                "discard_turn" if self.next_to_lay else "discard_done",
                said=discard,
                seat=self.next_to_lay or seat,
            )
        if not least <= discard.count <= HAND_SIZE:
            raise NotAllowedError(
                f"discard: {discard!s} is not allowed; allowed: at least {least}, at most four",
                "discard_count",
                said=discard,
                n=least,
            )
        hand = self.piles.hand(seat)
        if None in hand:
            if discard.cards:
                raise NotAllowedError(
                    f"discard: {seat}'s cards are not known, so say only how many it discards"
                )
            gone: Pile = (None,) * discard.count
        else:
            gone = discard.cards
            if len(set(gone)) != discard.count or not set(gone) <= set(hand):
                held = format_cards([card for card in hand if card])
                raise NotAllowedError(
                    f"discard: {discard!s} must name {discard.count} different cards of its hand, "
                    f"{held}; named: {format_cards(discard.cards) or 'none'}"
                )
        piles = self.piles.discarded(seat, gone)
        laid = (*self.laid, discard)
        return replace(self, piles=piles, laid=laid)._served()

    def shuffle(self, order: Sequence[Card] | None = None) -> Self:
        """After the discards became a new stock, in the order given (None: nobody saw it)."""
        pool = self.to_shuffle
        if not pool:
            raise NotAllowedError("shuffle: not allowed, the stock has not run out")
        known = {card for card in pool if card}
        stock: Pile = (None,) * len(pool) if order is None else tuple(order)
        if len(stock) != len(pool) or {card for card in stock if card} != known:
            raise NotAllowedError(
                f"shuffle: the new stock must be the {len(pool)} discards in order"
                + (f": {format_cards(sorted(known))}" if known else ", which nobody saw")
            )
        piles = replace(self.piles, stock=stock, discards=self.set_aside)
        return replace(self, piles=piles)._served()

    def _served(self) -> Self:
        if self.next_to_lay:
            return self
        piles = self.piles
        for seat in self.mano.order_from():
            piles = piles.served(seat)
        return replace(self, piles=piles)


_PLACE = {seat: place for place, seat in enumerate(Seat)}
