"""What people and cameras want at a table that plays Mouche, worked out into events."""

from dataclasses import dataclass
from typing import TypeAlias

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.table.mouche_deal import MoucheTableDeal, told_of
from referee.table.mouche_events import CardLaid, FlagRuled, MoucheSettled, TrickSwept
from referee.table.mouche_game import Games, MoucheGame, running


@dataclass(frozen=True, slots=True)
class NameLaid:
    """The card that event `seq` tells of is this one; None: no card was laid.

    Of a trick that was swept too soon it is the next card that was not seen; None: it was not
    swept.
    """

    seq: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Instead:
    """Events that stand in the place of one."""

    target: int
    events: tuple[CardLaid | TrickSwept | FlagRuled, ...]


Wish: TypeAlias = NameLaid | FlagRuled


def instead_of(games: Games, wish: Wish) -> Instead | None:
    """What a wish puts in the place of an earlier event; None when it stands by itself.

    Raises NotAllowedError for a card that no event of the last game tells of.
    """
    if isinstance(wish, FlagRuled):
        return _ruled_before(games, wish)
    deals = _deals(games[-1]) if games else []
    for deal in deals:
        if deal.question and deal.question.seq == wish.seq:
            seen = deal.question.seen
            there = tuple(CardLaid(laid.card) for laid in deal.laid if laid.seq == wish.seq)
            swept = (seen,) if isinstance(seen, TrickSwept) else ()
            named = (CardLaid(wish.card), *swept) if wish.card else ()
            return Instead(wish.seq, (*there, *named))
    known = [laid.seq for deal in deals for laid in deal.laid]
    if known.count(wish.seq) > 1:
        raise NotAllowedError(
            f"event {wish.seq} tells of several cards; correct it as a whole",
            "several_cards",
            n=wish.seq,
        )
    if wish.seq in known:
        return Instead(wish.seq, (CardLaid(wish.card),) if wish.card else ())
    listed = ", ".join(map(str, known)) or "none"
    raise NotAllowedError(
        f"no card was laid as event {wish.seq}; there are: {listed}", "no_card_laid", n=wish.seq
    )


def to_tell(games: Games) -> MoucheSettled | None:
    """What people must be told now: the running deal is settled."""
    game = running(games)
    settlement = game.deal.settlement if game and game.deal else None
    return told_of(settlement) if settlement else None


def _ruled_before(games: Games, wish: FlagRuled) -> Instead | None:
    for deal in (deal for game in games for deal in _deals(game)):
        if deal.seq != wish.deal:
            continue
        for given in deal.given:
            now = (given.ruling.kind, given.ruling.seat, given.ruling.trick)
            if now == (wish.kind, wish.seat, wish.trick):
                return Instead(given.seq, (wish,))
    return None


def _deals(game: MoucheGame) -> list[MoucheTableDeal]:
    return [*game.deals, *([game.deal] if game.deal else [])]
