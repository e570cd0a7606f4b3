"""Dealing in packets, exchanging, and a stock that runs out."""

import pytest

from referee.errors import RefereeError
from referee.mouche.deal import Stage
from referee.mouche.events import Anted, Dealt
from referee.mouche.ruleset import DealPattern, Ruleset, StockShort
from referee.mouche.seats import Seat
from tests.mouche.table import DEALT, HANDS, allowed, deal_of, events, known_deal, played


def test_the_deal_goes_in_packets_from_the_dealers_right() -> None:
    start = deal_of(players=4, dealer="P2")
    pack = start.pack.ordered
    deal = start.apply(Anted()).apply(Dealt(DealPattern.TWO_ONE_TWO, pack))
    assert deal.piles is not None
    assert deal.piles.hand(Seat.P3) == (*pack[0:2], pack[8], *pack[12:14])
    assert deal.piles.hand(Seat.P2) == (*pack[6:8], pack[11], *pack[18:20])
    assert allowed(deal) == f"turn up {pack[20].french}"


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("P1 exchange 1", "P1 exchange 1 must name 1 different cards of the hand; allowed: Kh Qh"),
        ("P1 exchange 2 Kh Kh", "must name 2 different cards"),
        ("P1 exchange 1 Ks", "allowed: Kh Qh Jh 9h 8h"),
        ("P1 mouche Kh Qh Jh Th 8h", "P1 was dealt Kh Qh Jh 9h 8h"),
    ],
)
def test_known_cards_must_be_those_that_are_named(event: str, why: str) -> None:
    with pytest.raises(RefereeError, match=why):
        known_deal(HANDS).apply(events(event)[0])


def test_a_house_may_shuffle_the_discards_when_the_stock_runs_out() -> None:
    rules = Ruleset(stock_short=StockShort.SHUFFLED)
    deal = played(deal_of(ruleset=rules), f"{DEALT}, P1 exchange 5, P2 exchange 5, P3 exchange 4")
    assert (deal.stage, allowed(deal)) == (Stage.SHUFFLE, "shuffle")
    deal = played(deal, "shuffle")
    assert deal.stage is Stage.TRICKS
    assert deal.piles is not None
    assert [len(pile) for pile in (*deal.piles.hands, deal.piles.stock)] == [5, 5, 5, 8]
    assert len(deal.piles.discards) == 4
