"""Tokens, the pool and the purses."""

import pytest

from referee.errors import UnreadableError
from referee.mouche.ruleset import Ruleset
from referee.mouche.seats import Seat, Table
from referee.mouche.tokens import Pool, Stakes, Tokens


def test_tokens() -> None:
    assert Ruleset().purse.worth == 1000
    assert str(Ruleset().purse) == "9 contrats, 16 fiches, 20 jetons"
    assert Tokens.fewest(127) == Tokens(jetons=2, fiches=5, contrats=1)
    assert str(Tokens.fewest(127)) == "1 contrat, 5 fiches, 2 jetons"
    assert str(Tokens()) == "none"
    for worth in range(0, 500, 7):
        assert Tokens.fewest(worth).worth == worth
    with pytest.raises(UnreadableError, match="tokens are counted from 0"):
        Tokens(-1)


def test_a_pool_takes_fines_at_once_or_one_a_deal() -> None:
    pool = Pool(2, (7,))
    assert pool.followed_by([10, 10], one_a_deal=True) == Pool(9, (10, 10))
    assert pool.followed_by([10, 10], one_a_deal=False) == Pool(29)
    assert pool.followed_by([], one_a_deal=True) == Pool(9)
    with pytest.raises(UnreadableError, match="a pool is 0 or more"):
        Pool(-1)


def test_stakes_move_and_never_change_in_sum() -> None:
    start = Stakes.at_start(Table(3), Ruleset().purse)
    assert start.total == 3000
    after = start.paid_in(Seat.P2, 5)
    assert (after.purse(Seat.P2), after.pool, after.total) == (995, Pool(5), 3000)
