"""Games, vacas and the match, and who deals next."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import NotAllowedError
from referee.mus.match import Match, amarracos
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.seats import Pair, Seat

COMMON = Ruleset()
SPAIN = Ruleset.preset("spain30")


def played(ruleset: Ruleset, winners: str) -> Match:
    match = Match(ruleset, Seat.D)
    for name in winners.split():
        match = match.after_deal(match.score, Pair[name])
    return match


def test_mano_sits_on_the_dealers_right_and_the_cutter_on_the_left() -> None:
    match = Match(COMMON, Seat.A)
    assert (match.mano, match.cutter) == (Seat.B, Seat.D)


def test_the_deal_passes_to_the_right_within_a_game_and_into_the_next() -> None:
    match = Match(COMMON, Seat.D).after_deal(Score(6, 5))
    assert (match.dealer, match.score, match.is_first_deal) == (Seat.A, Score(6, 5), False)
    match = match.after_deal(Score(40, 9), Pair.AC)
    assert (match.dealer, match.score, match.is_first_deal) == (Seat.B, Score(0, 0), True)


def test_mus_corrido_moves_the_deal_with_mano() -> None:
    assert Match(SPAIN, Seat.D).after_deal(Score(6, 5), mano=Seat.B).dealer is Seat.B


@pytest.mark.parametrize(
    ("ruleset", "winners", "winner", "vacas", "running"),
    [
        (COMMON, "", None, "", ""),
        (COMMON, "BD", None, "", "BD"),
        (COMMON, "AC BD", None, "", "AC BD"),
        (COMMON, "AC BD AC", Pair.AC, "AC", ""),
        (SPAIN, "AC AC AC", None, "AC", ""),
        (SPAIN, "AC AC BD BD BD AC", None, "BD", "AC"),
        (SPAIN, "AC AC AC BD BD BD AC BD AC AC AC AC AC", Pair.AC, "AC BD AC AC", ""),
    ],
)
def test_games_make_vacas_and_vacas_the_match(
    ruleset: Ruleset, winners: str, winner: Pair | None, vacas: str, running: str
) -> None:
    match = played(ruleset, winners)
    assert match.winner is winner
    assert " ".join(match.vacas) == vacas
    assert " ".join(match.games_in_vaca) == running


@settings(max_examples=50)
@given(st.lists(st.sampled_from(Pair), max_size=40), st.integers(1, 4), st.integers(1, 3))
def test_no_pair_ever_has_more_than_it_needs(winners: list[Pair], games: int, vacas: int) -> None:
    match = Match(replace(COMMON, games_to_win=games, vacas_to_win=vacas), Seat.A)
    for pair in winners:
        if match.winner:
            assert match.vacas.count(match.winner) == vacas
            assert not match.games_in_vaca
            break
        match = match.after_deal(match.score, pair)
        assert all(match.games_in_vaca.count(p) < games for p in Pair)


def test_an_ordago_may_win_a_game_below_the_target() -> None:
    assert Match(COMMON, Seat.A).after_deal(Score(0, 39), Pair.AC).games == (Pair.AC,)


def test_a_finished_match_takes_no_more_deals() -> None:
    with pytest.raises(NotAllowedError, match="AC has won the match; start a new one"):
        played(COMMON, "AC AC").after_deal(Score(1, 0))


def test_a_reached_target_must_win_the_game() -> None:
    match = Match(COMMON, Seat.A)
    with pytest.raises(NotAllowedError, match="AC has reached 40 points, so the game is not open"):
        match.after_deal(Score(40, 9))
    with pytest.raises(NotAllowedError, match="so the game is not BD; allowed: AC"):
        match.after_deal(Score(40, 9), Pair.BD)


def test_a_deal_takes_no_points_away() -> None:
    with pytest.raises(NotAllowedError, match="AC 6, BD 5 before, AC 5, BD 9 after"):
        Match(COMMON, Seat.A, Score(6, 5)).after_deal(Score(5, 9))


def test_a_match_does_not_stand_at_a_won_game() -> None:
    with pytest.raises(NotAllowedError, match="BD has 40 points, and 40 win a game"):
        Match(COMMON, Seat.A, Score(0, 40))


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (0, "0 tantos"),
        (1, "1 tanto"),
        (4, "4 tantos"),
        (5, "1 amarraco"),
        (7, "1 amarraco 2 tantos"),
        (39, "7 amarracos 4 tantos"),
    ],
)
def test_points_are_counted_in_amarracos(points: int, said: str) -> None:
    assert amarracos(points) == said


def test_points_are_never_negative() -> None:
    with pytest.raises(NotAllowedError, match="not -1"):
        amarracos(-1)
