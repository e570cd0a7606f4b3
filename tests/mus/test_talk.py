import pytest

from referee.errors import NotAllowedError
from referee.mus.ruleset import MusTalk
from referee.mus.talk import MusCall, MusWord, Talk
from referee.seats import Seat


def talk(policy: MusTalk, mano: Seat, said: str) -> Talk:
    """`Am Bn`: A says mus, B says no mus."""
    state = Talk(policy, mano)
    for seat, word in said.split():
        state = state.say(MusCall(Seat(seat), MusWord.MUS if word == "m" else MusWord.NO_MUS))
    return state


@pytest.mark.parametrize(
    "policy, said, cut_by",
    [
        (MusTalk.SEAT, "Am Bm Cm Dm", None),
        (MusTalk.SEAT, "An", Seat.A),
        (MusTalk.SEAT, "Am Bm Cm Dn", Seat.D),
        (MusTalk.PAIRS, "Am Cm Bn", Seat.B),
        (MusTalk.PAIRS, "Am Cm Bm Dm", None),
        (MusTalk.FEM, "Cn", Seat.C),
        (MusTalk.FEM, "Cm Am Dn", Seat.D),
        (MusTalk.FEM, "Am Bm Cm Dm", None),
    ],
)
def test_how_the_talk_ends(policy, said, cut_by):
    state = talk(policy, Seat.A, said)
    assert state.cut_by is cut_by
    assert state.all_mus is (cut_by is None)
    assert state.in_turn() == ()
    assert state.out_of_turn == ()


@pytest.mark.parametrize(
    "policy, mano, said, turn",
    [
        (MusTalk.SEAT, Seat.A, "", "A"),
        (MusTalk.SEAT, Seat.C, "Cm", "D"),
        (MusTalk.PAIRS, Seat.A, "Am", "C"),
        (MusTalk.PAIRS, Seat.A, "Am Cm", "B"),
        (MusTalk.PAIRS, Seat.D, "Dm Bm", "A"),
        (MusTalk.FEM, Seat.A, "", "AC"),
        (MusTalk.FEM, Seat.A, "Am", "BC"),
        (MusTalk.FEM, Seat.A, "Cm", "A"),
        (MusTalk.FEM, Seat.A, "Am Cm", "BD"),
    ],
)
def test_whose_turn_it_is(policy, mano, said, turn):
    assert "".join(talk(policy, mano, said).in_turn()) == turn


@pytest.mark.parametrize(
    "policy, said", [(MusTalk.SEAT, "Bn"), (MusTalk.PAIRS, "Am Bn"), (MusTalk.FEM, "Bn")]
)
def test_a_word_out_of_turn_stands_and_is_reported(policy, said):
    state = talk(policy, Seat.A, said)
    assert state.cut_by is Seat.B
    assert state.out_of_turn == (MusCall(Seat.B, MusWord.NO_MUS),)


@pytest.mark.parametrize(
    "said, why",
    [
        ("Am Am", "A mus is not allowed, A has spoken; allowed: B mus, B no_mus"),
        ("An Bm", r"the talk is over \(cut by A\)"),
        ("Am Bm Cm Dm An", r"the talk is over \(four mus\)"),
    ],
)
def test_nobody_speaks_twice_nor_after_the_end(said, why):
    with pytest.raises(NotAllowedError, match=why):
        talk(MusTalk.SEAT, Seat.A, said)
