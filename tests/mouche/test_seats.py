"""Who sits where, and who comes next."""

import pytest

from referee.errors import NotAllowedError, UnreadableError
from referee.mouche.seats import Seat, Table


def test_seats_go_round_from_the_dealers_right() -> None:
    assert Table(4).from_the_right_of(Seat.P2) == (Seat.P3, Seat.P4, Seat.P1, Seat.P2)
    assert Table(3).next(Seat.P3) is Seat.P1
    assert Seat.parse(" p5 ") is Seat.P5
    with pytest.raises(UnreadableError, match="'P7' is not a seat; write P1, P2"):
        Seat.parse("P7")
    with pytest.raises(NotAllowedError, match="2 players; allowed: 3 to 6"):
        Table(2)
