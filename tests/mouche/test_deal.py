"""The deal's states, what each allows, and what it refuses."""

import pytest

from referee.errors import NotAllowedError, RefereeError
from referee.mouche.deal import Deal, Stage, replay
from referee.mouche.events import Anted, Choice, Dealt, Decision
from referee.mouche.ruleset import DealPattern, Ruleset
from referee.mouche.seats import Seat
from tests.mouche.table import (
    ALL_IN,
    DEALT,
    HANDS,
    TRICKS,
    allowed,
    deal_of,
    events,
    known_deal,
    played,
)

MOUCHE = "Kh Qh Jh 9h 8h"


@pytest.mark.parametrize(
    ("said", "stage", "legal"),
    [
        ("", Stage.ANTE, "P3 ante"),
        ("ante", Stage.DEAL, "deal 2+2+1 or 3+2 or 2+3 or 2+1+2"),
        ("ante, deal 3+2", Stage.TURN_UP, "turn up a card not seen yet"),
        (DEALT, Stage.DECIDE, "P1 pass, P1 stick, P1 exchange 1 to 5, P1 mouche, P2 mouche, "
         "P3 mouche"),
        (f"{DEALT}, P1 stick, P2 pass", Stage.DECIDE, "P3 pass, P3 stick, P3 exchange 1 to 5, "
         "ask P1, P1 mouche, P3 mouche"),
        (f"{DEALT}, P1 exchange 5, P2 exchange 5", Stage.DECIDE,
         "P3 pass, P3 stick, P3 exchange 1 to 2, P3 mouche"),
        (ALL_IN, Stage.TRICKS, "P1 play a card not seen yet, ask P1, P1 mouche"),
        (f"{ALL_IN}, P1 Kh", Stage.TRICKS, "P2 play a card not seen yet"),
        (f"{ALL_IN}, P1 Kh, P2 9h, P3 9s", Stage.TRICKS, "P3 play a card not seen yet"),
        (f"{DEALT}, P1 stick, P2 mouche {MOUCHE}", Stage.MOUCHE,
         "no other mouche, P1 mouche, P3 mouche"),
        (f"{DEALT}, P1 pass, P2 pass, P3 pass", Stage.OVER, ""),
        (f"{DEALT}, P1 pass, P2 exchange 1, P3 pass", Stage.OVER, ""),
        (f"{ALL_IN}, P1 mouche {MOUCHE}", Stage.OVER, ""),
        (f"{DEALT}, P1 mouche {MOUCHE}, uncontested", Stage.OVER, ""),
        (f"{ALL_IN}, {TRICKS}", Stage.OVER, ""),
    ],
)  # fmt: skip
def test_what_is_legal_at_each_stage(said: str, stage: Stage, legal: str) -> None:
    deal = played(deal_of(), said) if said else deal_of()
    assert (deal.stage, allowed(deal)) == (stage, legal)


@pytest.mark.parametrize(
    ("said", "refused", "why"),
    [
        ("ante", "ante", "deal: ante is not allowed; allowed: deal 2+2+1 or 3+2"),
        ("ante, deal 3+2", "turn 7s", "7s is not in the pack of 28 cards; allowed: K Q J A T 9 8"),
        (DEALT, "P2 pass", "decide: P2 pass is not allowed; allowed: P1 pass, P1 stick"),
        (f"{DEALT}, P1 pass", "P1 stick", "decide: P1 stick is not allowed; allowed: P2 pass"),
        (DEALT, "P1 exchange 6", "P1 exchange 6 is not allowed; allowed: P1 pass, P1 stick, "
         "P1 exchange 1 to 5"),
        (DEALT, "P1 exchange 1 Kh", "P1 exchange 1 (Kh) names cards that nobody sees; allowed: "
         "P1 exchange 1"),
        (f"{DEALT}, P1 exchange 5, P2 exchange 5", "P3 exchange 3", "P3 exchange 1 to 2"),
        (DEALT, "P1 Kh", "decide: P1 Kh is not allowed"),
        (ALL_IN, "P2 Kh", "tricks: P2 Kh is not allowed; allowed: P1 play a card not seen yet"),
        (ALL_IN, "P1 7h", "tricks: 7h is not in the pack of 28 cards; allowed: K Q J A T 9 8"),
        (ALL_IN, "P1 8s", "tricks: 8s was turned up; allowed: a card not seen yet"),
        (f"{ALL_IN}, P1 Kh", "P2 Kh", "tricks: Kh was laid by P1 in trick 1"),
        (ALL_IN, f"P2 mouche {MOUCHE}", "P2 mouche Kh Qh Jh 9h 8h is not allowed"),
        (f"{ALL_IN}, P1 Kh", f"P1 mouche {MOUCHE}", "is not allowed; allowed: P2 play"),
        (f"{DEALT}, P1 pass", f"P1 mouche {MOUCHE}", "is not allowed; allowed: P2 pass"),
        (f"{DEALT}, P1 mouche {MOUCHE}", f"P2 mouche {MOUCHE}", "Kh was shown by P1"),
        (DEALT, "P1 mouche Ks Qs Js 9s 8s", "8s was turned up"),
        (f"{DEALT}, P1 exchange 1", "P2 asks P1 no", "P2 asks P1 no is not allowed"),
        (f"{DEALT}, P1 stick", "P1 asks P1 no", "somebody else asks; allowed: P2, P3"),
        (f"{DEALT}, P1 stick", "P4 asks P1 no", "somebody else asks; allowed: P2, P3"),
        (f"{ALL_IN}, {TRICKS}", "P1 9d", "over: P1 9d is not allowed; allowed: nothing, the deal"),
    ],
)  # fmt: skip
def test_an_impossible_event_is_refused_and_the_deal_stays(
    said: str, refused: str, why: str
) -> None:
    before = played(deal_of(), said)
    result = replay(before, events(refused))
    assert (result.deal, result.applied) == (before, 0)
    assert result.error is not None and why in str(result.error)
    assert "\n" not in str(result.error)


def test_the_winner_of_a_trick_leads_and_players_who_passed_are_left_out() -> None:
    said = f"{DEALT}, P1 pass, P2 stick, P3 stick, P2 9h, P3 Kh"
    deal = played(deal_of(), said)
    assert deal.committed == (Seat.P2, Seat.P3)
    assert deal.play and deal.play.winners == (Seat.P3,)
    assert allowed(deal) == "P3 play a card not seen yet"


def test_a_game_keeps_the_pattern_that_was_chosen() -> None:
    start = deal_of()
    deal = Deal(
        start.ruleset, start.table, start.dealer, start.stakes, DealPattern.THREE_TWO
    ).apply(Anted())
    assert allowed(deal) == "deal 3+2"
    with pytest.raises(NotAllowedError, match=r"deal 2\+3 is not allowed; allowed: deal 3\+2"):
        deal.apply(Dealt(DealPattern.TWO_THREE))


def test_known_cards_say_who_may_declare_and_what_may_be_laid() -> None:
    deal = played(known_deal(HANDS.replace("8h", "8c", 1)), "P1 stick, P2 stick, P3 exchange 1 8d")
    assert allowed(deal) == "P1 play Kh or Qh or Jh or 9h or 8c, ask P1, ask P2, P2 mouche"
    deal = played(deal, "P1 Kh")
    assert allowed(deal) == "P2 play Ks or Qs or Js or 9s or 8s"
    with pytest.raises(NotAllowedError, match="P2 Kd is not allowed; allowed: P2 play Ks or Qs"):
        deal.apply(events("P2 Kd")[0])


def test_a_mouche_is_shown_by_all_who_have_one_and_then_the_deal_is_over() -> None:
    deal = played(known_deal(HANDS), f"P1 stick, P2 stick, P1 mouche {MOUCHE}")
    assert allowed(deal) == "no other mouche, P2 mouche, P3 mouche"
    deal = played(deal, "P2 mouche Ks Qs Js 9s 8s, P3 mouche Kd Qd Jd 9d 8d")
    assert deal.settlement and deal.settlement.result.contest
    assert deal.settlement.result.contest.best.seat is Seat.P2
    moved = {entry.seat: entry.jetons for entry in deal.settlement.ledger[1:]}
    assert moved == {Seat.P2: 10, Seat.P1: -10}


def test_a_deal_needs_a_purse_for_everybody_and_no_more_players_than_the_house_takes() -> None:
    with pytest.raises(NotAllowedError, match="5 players; allowed under article: 3 to 4"):
        deal_of(players=5)
    with pytest.raises(NotAllowedError, match="nobody sits at P4; allowed: P1, P2, P3"):
        deal_of(dealer="P4")
    with pytest.raises(NotAllowedError, match="3 purses for 4 players"):
        Deal(Ruleset(), deal_of(players=4).table, Seat.P1, deal_of().stakes)


@pytest.mark.parametrize(("choice", "count"), [(Choice.STICK, 2), (Choice.EXCHANGE, 0)])
def test_an_exchange_has_a_number_and_nothing_else_has(choice: Choice, count: int) -> None:
    with pytest.raises(RefereeError, match="an exchange needs a number of cards"):
        Decision(Seat.P1, choice, count)
