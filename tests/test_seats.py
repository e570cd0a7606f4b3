import pytest

from referee.errors import UnreadableError
from referee.seats import Pair, Seat


def test_seats_go_counter_clockwise_and_partners_sit_opposite():
    assert [seat.next for seat in Seat] == [Seat.B, Seat.C, Seat.D, Seat.A]
    assert [seat.partner for seat in Seat] == [Seat.C, Seat.D, Seat.A, Seat.B]
    assert all(seat.next.previous is seat for seat in Seat)


@pytest.mark.parametrize("mano", Seat)
def test_speaking_order_follows_the_seats_from_mano(mano):
    order = mano.order_from()
    assert order[0] is mano
    assert all(order[i + 1] is order[i].next for i in range(3))


def test_pairs_know_their_seats_and_each_other():
    assert Pair.AC.seats == (Seat.A, Seat.C)
    assert all(seat in seat.pair.seats and seat.partner in seat.pair.seats for seat in Seat)
    assert Pair.AC.other is Pair.BD
    assert Pair.BD.other is Pair.AC


@pytest.mark.parametrize("text, seat", [("A", Seat.A), (" d ", Seat.D)])
def test_reads_a_seat(text, seat):
    assert Seat.parse(text) is seat


@pytest.mark.parametrize("text, pair", [("AC", Pair.AC), ("b-d", Pair.BD)])
def test_reads_a_pair(text, pair):
    assert Pair.parse(text) is pair


@pytest.mark.parametrize("read, text", [(Seat.parse, "E"), (Pair.parse, "AB"), (Pair.parse, "CA")])
def test_refuses_other_names_and_says_which_are_allowed(read, text):
    with pytest.raises(UnreadableError, match="write A"):
        read(text)
