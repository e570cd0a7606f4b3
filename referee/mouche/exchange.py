"""Exchanging cards: once a player, from what is left of the stock."""

from collections.abc import Sequence
from dataclasses import replace

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.mouche.events import Decision
from referee.mouche.hands import HAND_SIZE, spoken_cards
from referee.mouche.piles import Pile, Piles
from referee.mouche.ruleset import Ruleset, StockShort


def most_to_exchange(piles: Piles, ruleset: Ruleset) -> int:
    """The most cards that the next player may exchange."""
    left = len(piles.stock)
    if ruleset.stock_short is StockShort.SHUFFLED:
        left += len(piles.discards)
    return min(HAND_SIZE, left)


def exchange(piles: Piles, decision: Decision) -> Piles:
    """After cards were laid aside and replaced, as far as the stock goes.

    Raises NotAllowedError for cards that are not held, not named or not known.
    """
    return piles.discarded(decision.seat, _discards(piles, decision)).served(decision.seat)


def shuffle(piles: Piles, decision: Decision, order: Sequence[Card] | None) -> Piles:
    """After a new stock was made of the discards, and the last exchange completed from it.

    The player's own discards stay out. `order` is from the top, None when nobody saw it; raises
    NotAllowedError when it is not that of the discards.
    """
    pool = piles.discards[: -decision.count]
    known = {card for card in pool if card}
    stock: Pile = (None,) * len(pool) if order is None else tuple(order)
    if len(stock) != len(pool) or {card for card in stock if card} != known:
        raise NotAllowedError(
            f"shuffle: the new stock must be the {len(pool)} discards in order"
            + (f": {spoken_cards(known)}" if known else ", which nobody saw")
        )
    own = piles.discards[-decision.count :]
    return replace(piles, stock=stock, discards=own).served(decision.seat)


def _discards(piles: Piles, decision: Decision) -> Pile:
    hand, cards = piles.hand(decision.seat), decision.cards
    if None in hand:
        if cards:
            raise NotAllowedError(
                f"decide: {decision} names cards that nobody sees; allowed: "
                f"{decision.seat} exchange {decision.count}"
            )
        return (None,) * decision.count
    if len(set(cards)) != decision.count or not set(cards) <= set(hand):
        raise NotAllowedError(
            f"decide: {decision} must name {decision.count} different cards of the hand; "
            f"allowed: {spoken_cards(piles.known_hand(decision.seat))}"
        )
    return cards
