import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import SPANISH_40, Card, parse_cards
from referee.errors import NotAllowedError
from referee.mus.exchange import Discard, Exchange, Piles
from referee.mus.ruleset import DiscardOrder, Ruleset, StockExhausted
from referee.seats import Seat
from tests.strategies import packs, seats

COMMON = Ruleset()
HELD = (None,) * 4


def unseen(stock: int, discards: int, rules: Ruleset = COMMON) -> Exchange:
    piles = Piles((HELD, HELD, HELD, HELD), (None,) * stock, (None,) * discards)
    return Exchange(rules, Seat.A, piles)


def lay(exchange: Exchange, **counts: int) -> Exchange:
    for seat, count in counts.items():
        exchange = exchange.lay(Discard(Seat(seat), count))
    return exchange


def test_the_deal_goes_one_card_at_a_time_from_mano():
    piles = Piles.deal(COMMON, Seat.C, SPANISH_40.ordered)
    assert piles.hand(Seat.C) == SPANISH_40.ordered[0:16:4]
    assert piles.hand(Seat.B) == SPANISH_40.ordered[3:16:4]
    assert (len(piles.stock), len(piles)) == (24, 40)


@pytest.mark.parametrize(
    "order", [SPANISH_40.ordered[:39], (*SPANISH_40.ordered[:39], SPANISH_40.ordered[0])]
)
def test_a_deal_takes_the_whole_pack(order):
    with pytest.raises(NotAllowedError, match="the 40 cards of the pack in order, each once"):
        Piles.deal(COMMON, Seat.A, order)


def test_everybody_lays_down_before_anybody_is_served():
    exchange = lay(unseen(24, 0), A=2, B=4, C=1)
    assert (exchange.next_to_lay, len(exchange.piles.stock)) == (Seat.D, 24)
    exchange = lay(exchange, D=3)
    assert exchange.done
    assert (len(exchange.piles.stock), len(exchange.piles.discards)) == (14, 10)


def test_where_the_dealer_discards_first_mano_is_last():
    exchange = unseen(24, 0, Ruleset(discard_order=DiscardOrder.DEALER_FIRST))
    assert exchange.next_to_lay is Seat.D
    assert lay(exchange, D=1, C=1, B=1).next_to_lay is Seat.A


@pytest.mark.parametrize(
    "rules, laid, why",
    [
        (COMMON, {"B": 1}, "A discards next"),
        (COMMON, {"A": 0}, "at least 1, at most four"),
        (COMMON, {"A": 5}, "at least 1, at most four"),
        (Ruleset(discard_min=0), {"A": 0, "B": 0, "C": 0, "D": 0, "A ": 1}, "all have discarded"),
    ],
)
def test_a_discard_that_is_not_allowed(rules, laid, why):
    exchange = unseen(24, 0, rules)
    with pytest.raises(NotAllowedError, match=why):
        for seat, count in laid.items():
            exchange = exchange.lay(Discard(Seat(seat.strip()), count))


def test_nobody_needs_cards_when_all_stand_pat():
    exchange = lay(unseen(24, 0, Ruleset(discard_min=0)), A=0, B=0, C=0, D=0)
    assert exchange.done
    assert len(exchange.piles.stock) == 24


def test_a_single_needy_player_does_not_get_his_own_discards_back():
    exchange = lay(unseen(9, 15), A=4, B=3, C=2, D=1)
    assert exchange.needy == (Seat.D,)
    assert (len(exchange.to_shuffle), len(exchange.set_aside)) == (24, 1)
    exchange = exchange.shuffle()
    assert exchange.done
    assert (len(exchange.piles.stock), len(exchange.piles.discards)) == (23, 1)


def test_where_all_discards_are_shuffled_his_own_are_among_them():
    rules = Ruleset(stock_exhausted=StockExhausted.ALL_DISCARDS)
    exchange = lay(unseen(9, 15, rules), A=4, B=3, C=2, D=1)
    assert (len(exchange.to_shuffle), len(exchange.set_aside)) == (25, 0)
    assert len(exchange.shuffle().piles.stock) == 24


def test_when_several_are_needy_all_discards_are_shuffled():
    exchange = lay(unseen(5, 19), A=4, B=3, C=2, D=1)
    assert exchange.needy == (Seat.B, Seat.C, Seat.D)
    assert len(exchange.to_shuffle) == 29
    exchange = exchange.shuffle()
    assert exchange.done
    assert (len(exchange.piles.stock), len(exchange.piles.discards)) == (24, 0)


def test_a_stock_that_just_suffices_is_not_shuffled():
    exchange = lay(unseen(10, 14), A=4, B=3, C=2, D=1)
    assert exchange.done
    assert len(exchange.piles.stock) == 0
    with pytest.raises(NotAllowedError, match="the stock has not run out"):
        exchange.shuffle()


def test_known_cards_are_named_when_discarded_and_served_from_the_top():
    exchange = Exchange(COMMON, Seat.A, Piles.deal(COMMON, Seat.A, SPANISH_40.ordered))
    top = exchange.piles.stock[0]
    hand = exchange.piles.hand(Seat.A)
    with pytest.raises(NotAllowedError, match="must name 2 different cards of its hand, 1O 2O"):
        exchange.lay(Discard(Seat.A, 2, parse_cards("1O 12B")))
    with pytest.raises(NotAllowedError, match="named: none"):
        exchange.lay(Discard(Seat.A, 2))
    exchange = exchange.lay(Discard(Seat.A, 1, (hand[0],)))
    for seat in (Seat.B, Seat.C, Seat.D):
        exchange = exchange.lay(Discard(seat, 1, (exchange.piles.hand(seat)[0],)))
    assert exchange.piles.hand(Seat.A) == (*hand[1:], top)


def test_cards_of_a_hand_nobody_knows_cannot_be_named():
    with pytest.raises(NotAllowedError, match="say only how many"):
        unseen(24, 0).lay(Discard(Seat.A, 1, parse_cards("1O")))


def test_a_new_stock_holds_exactly_the_discards():
    exchange = lay(unseen(9, 15), A=4, B=3, C=2, D=1)
    with pytest.raises(NotAllowedError, match="the 24 discards in order, which nobody saw"):
        exchange.shuffle(SPANISH_40.ordered[:24])


def test_a_card_is_in_one_pile_only():
    card = SPANISH_40.ordered[0]
    with pytest.raises(NotAllowedError, match="the same card twice in the pack: 1O"):
        Piles(((card,), (card,), (), ()), ())


@given(packs, seats, st.lists(st.tuples(*[st.integers(0, 4)] * 4), max_size=8), st.randoms())
def test_no_card_is_ever_lost_or_made(order, mano, rounds, random):
    rules = Ruleset(discard_min=0)
    piles = Piles.deal(rules, mano, order)
    for counts in rounds:
        exchange = Exchange(rules, mano, piles)
        while exchange.next_to_lay:
            seat = exchange.next_to_lay
            count = counts["ABCD".index(seat)]
            exchange = exchange.lay(Discard(seat, count, exchange.piles.hand(seat)[:count]))
            assert len(exchange.piles) == 40
        if exchange.needy:
            pool = [card for card in exchange.to_shuffle if card]
            random.shuffle(pool)
            kept_out = set(exchange.set_aside)
            single = exchange.needy[0] if len(exchange.needy) == 1 else None
            exchange = exchange.shuffle(pool)
            assert single is None or not kept_out & set(exchange.piles.hand(single))
        piles = exchange.piles
        everything: set[Card | None] = {c for hand in piles.hands for c in hand}
        assert everything | set(piles.stock) | set(piles.discards) == SPANISH_40.cards
        assert all(len(hand) == 4 for hand in piles.hands)
