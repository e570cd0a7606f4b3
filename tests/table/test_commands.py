"""What people may do at a table, what comes of it, and what is refused with which words."""

from dataclasses import replace

import pytest

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.mus.betting import Call, Status, Word
from referee.mus.events import LanceBets, Ruled
from referee.mus.hands import Lance
from referee.mus.keinuak import Gesture, Infraction
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.seats import Pair, Seat
from referee.table.changes import changes
from referee.table.commands import (
    Correct,
    EnterBets,
    Intent,
    NameCard,
    RefusedError,
    Rule,
    StartDeal,
    Undo,
    decide,
)
from referee.table.deal import WaitsFor
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    CardNamed,
    Corrected,
    DealSettled,
    DealStarted,
    FlagRaised,
    MatchClosed,
    MatchOpened,
    NotedBets,
    Noticed,
    Player,
    Recorded,
    RevealCommitted,
    RulingGiven,
    ScoreSet,
    ToldPoints,
)
from referee.table.fold import Table
from referee.table.seen import CameraStatus
from referee.table.verdict import Verdict
from tests.table.tables import HANDS, NOON, TALKED, act, opened, reveal, steps, talked

A, B, C, D = Seat
AC, BD = Pair
SETTLED = act(talked(), reveal())


def card(text: str) -> Card:
    return Card.parse(text)


def noted(lance: Lance, *args: object) -> NotedBets:
    return NotedBets(lance, Noted(*args))  # type: ignore[arg-type]


def test_a_whole_deal_call_by_call() -> None:
    table = opened()
    assert table.state.deal is None
    table = act(table, StartDeal())
    assert [str(option) for option in table.state.legal()] == ["A mus", "A no_mus", "misdeal"]
    table = act(table, *steps(TALKED))
    assert table.state.deal and table.state.deal.waits_for is WaitsFor.CARDS
    assert table.state.legal() == ()
    table = act(table, reveal())
    assert table.state.deal is None
    assert table.state.score == Score(6, 5)
    assert table.recorded[-1].event == DealSettled(
        Score(6, 5),
        None,
        (
            ToldPoints(AC, "grande", "paso", 1),
            ToldPoints(AC, "chica", "paso", 1),
            ToldPoints(AC, "pares", "combos", 4),
            ToldPoints(BD, "juego", "combos", 5),
        ),
    )
    assert table.state.match and table.state.match.standing.mano is B


def test_cards_may_be_exchanged_unseen() -> None:
    table = act(opened(), StartDeal(), *steps("A mus, B mus, C mus, D mus"))
    table = act(table, *steps("A discards 4, B discards 4, C discards 4, D discards 4"))
    table = act(table, *steps("A mus, B mus, C mus, D mus"))
    # the stock of 8 runs out, and the discards are shuffled without a word
    table = act(table, *steps("A discards 4, B discards 4, C discards 4, D discards 4"))
    assert [str(option) for option in table.state.legal()] == ["A mus", "A no_mus"]


def test_a_refusal_that_wins_the_game_ends_the_deal_before_the_reveal() -> None:
    table = act(opened(), ScoreSet(Score(39, 20)), StartDeal(), *steps("A no_mus, A bet 2"))
    table = act(table, *steps("B refuse"))
    assert table.state.deal is None
    assert table.state.match and table.state.match.standing.games == (AC,)


def test_bets_in_one_screen_after_the_reveal() -> None:
    table = act(opened(), StartDeal(), reveal())
    assert table.state.deal and table.state.deal.waits_for is WaitsFor.BETS
    table = act(table, EnterBets(BetsEntered((noted(Lance.GRANDE, Status.ACCEPTED, 4),))))
    assert table.state.score == Score(9, 5)


def test_bets_in_one_screen_before_the_reveal() -> None:
    bets = BetsEntered((noted(Lance.CHICA, Status.REFUSED, 0, AC),))
    table = act(opened(), StartDeal(), EnterBets(bets))
    assert table.state.deal and table.state.deal.waits_for is WaitsFor.CARDS
    assert act(table, reveal()).state.score == Score(5, 6)


def test_both_ways_of_saying_the_bets_come_to_the_same() -> None:
    called = TALKED.replace("A no_mus, A pass", "A no_mus, A bet 4, B accept", 1)
    called = called.replace("B accept, B pass, C pass, D pass", "B accept", 1)
    by_calls = act(opened(), StartDeal(), *steps(called), reveal())
    bets = BetsEntered((noted(Lance.GRANDE, Status.ACCEPTED, 4),))
    in_one_screen = act(opened(), StartDeal(), reveal(), EnterBets(bets))
    assert by_calls.recorded[-1].event == in_one_screen.recorded[-1].event


def test_bets_that_the_cards_do_not_allow_wait_to_be_corrected() -> None:
    bets = BetsEntered((noted(Lance.JUEGO, Status.ACCEPTED, 2),))
    table = act(opened(), StartDeal(), EnterBets(bets), reveal())
    deal = table.state.deal
    assert deal and deal.waits_for is WaitsFor.BETS
    assert (
        str(deal.problem) == "bets in juego, but only BD holds juego, so nobody bets; remove them"
    )
    assert act(table, EnterBets(BetsEntered())).state.score == Score(6, 5)


def test_doubtful_cards_wait_for_a_person() -> None:
    table = act(talked(), reveal(doubtful=["B3"]))
    deal = table.state.deal
    assert deal and deal.waits_for is WaitsFor.NAMES and deal.reading
    assert [question.message for question in deal.reading.open] == ["B3 is doubtful: 10E 60 %"]
    assert deal.reading.open[0].labels == ("B3",)
    assert act(table, NameCard("B3", card("10E"))).state.score == Score(6, 5)


def test_a_card_that_was_overlooked_is_named_and_one_too_many_is_taken_away() -> None:
    hands = HANDS | {D: "12B 10C 7O", C: "12E 3B 2C 1O 4E"}
    table = act(talked(), reveal(hands))
    deal = table.state.deal
    assert deal and deal.reading
    assert [question.message for question in deal.reading.open] == [
        "C shows 5 cards, not 4 (12E 3B 2C 1O 4E)",
        "D shows 3 cards, not 4 (12B 10C 7O)",
    ]
    table = act(table, NameCard("C5", None), NameCard("D4", card("4E")))
    assert table.state.score == Score(6, 5)


def test_a_seat_may_show_more_cards_than_one_figure_counts() -> None:
    hands = HANDS | {A: "12O 3E 7C 1B 12C 12E 3B 3C 3O 2O"}
    deal = act(talked(), reveal(hands)).state.deal
    assert deal and deal.reading
    assert [card.label for card in deal.reading.hand(A)] == [f"A{i}" for i in range(1, 11)]
    assert deal.waits_for is WaitsFor.NAMES


def test_a_false_declaration_waits_for_a_ruling() -> None:
    said = TALKED.replace("C juego no, D juego yes", "C juego no, D juego no")
    table = act(opened(), StartDeal(), *steps(said), reveal())
    assert table.state.deal and table.state.deal.waits_for is WaitsFor.RULING
    assert act(table, Ruled((LanceBets(Lance.JUEGO),))).state.score == Score(6, 5)


def test_a_card_corrected_after_the_deal_changes_everything_after_it() -> None:
    table = act(SETTLED, StartDeal(), *steps("B no_mus"))
    table = act(table, NameCard("C4", card("4O"), deal=1))
    assert not table.state.misfits
    match = table.state.match
    assert match and match.standing.score == Score(4, 5)
    assert match.deal and match.deal.score == Score(4, 5)
    assert changes(match.deals[0]) == (
        "no longer AC +4 in pares (combos)",
        "now AC +2 in pares (combos)",
        "the score after the deal is AC 4, BD 5, not AC 6, BD 5 as told",
    )


def test_a_card_may_be_corrected_together_with_the_ruling_it_calls_for() -> None:
    table = act(SETTLED, StartDeal())
    with pytest.raises(RefusedError, match="deal 1 is running and waits for ruling"):
        decide(table, NameCard("D2", card("5C"), deal=1))
    shown = reveal(HANDS | {D: "12B 5C 7O 4E"})
    seq = next(one.seq for one in table.recorded if isinstance(one.event, RevealCommitted))
    table = act(table, Correct(seq, (shown, Ruled())))
    assert table.state.score == Score(6, 2)


def test_a_call_corrected_in_the_running_deal() -> None:
    table = act(opened(), StartDeal(), *steps("A no_mus, A bet 2, B raise 4"))
    table = act(table, Correct(4, (Call(A, Word.BET, 5),), "misheard"))
    assert table.state.deal and table.state.deal.play.round
    assert table.state.deal.play.round.offer == 9


def test_a_correction_that_makes_later_calls_impossible_is_refused_with_their_list() -> None:
    table = act(opened(), StartDeal(), *steps("A no_mus, A bet 2, B accept"))
    wrong = Correct(4, (Call(A, Word.PASS),))
    with pytest.raises(RefusedError) as refused:
        decide(table, wrong)
    assert str(refused.value).startswith(
        "with this, what was said later is no longer possible: 5 (B accept): grande: B accept is "
        "not allowed, no bet stands; allowed: B pass, B bet 2 or more, B ordago. Undo that as "
    )
    assert [misfit.seq for misfit in refused.value.misfits] == [5]
    events = decide(table, Correct(4, (Call(A, Word.PASS),), undo_misfits=True))
    assert [event.target for event in events if isinstance(event, Corrected)] == [4, 5]


def test_undo_goes_back_step_by_step_and_takes_what_was_told_with_it() -> None:
    table = act(SETTLED, Undo())
    assert table.state.deal and table.state.deal.waits_for is WaitsFor.CARDS
    assert table.state.score == Score(0, 0)
    table = act(table, Undo())
    assert [str(option) for option in table.state.legal()] == ["D declare"]
    assert act(table, *steps("D juego yes"), reveal()).state.score == Score(6, 5)


def test_undoing_everything_leaves_nothing() -> None:
    table = SETTLED
    for _ in range(len(steps(TALKED)) + 3):
        table = act(table, Undo())
    assert table.state.matches == ()
    with pytest.raises(RefusedError, match="there is nothing to undo"):
        decide(table, Undo())


def test_an_undone_correction_leaves_what_was_before() -> None:
    table = act(opened(), StartDeal(), *steps("A no_mus, A bet 2"), Correct(4, ()))
    assert table.state.deal and table.state.deal.play.round
    assert table.state.deal.play.round.offer == 0
    table = act(table, Correct(5, ()))
    assert table.state.deal and table.state.deal.play.round
    assert table.state.deal.play.round.offer == 2


def test_what_is_worked_out_anew_from_the_middle_is_what_the_whole_log_says() -> None:
    table = act(SETTLED, StartDeal(), *steps("B no_mus, B bet 2"))
    deal, reading = table.state.deal, table.state.match and table.state.match.deals[0].reading
    assert deal and reading
    named = CardNamed(reading.seq, "C4", card("4O"))
    intents: list[Intent] = [
        NameCard("C4", card("5O"), deal=1),
        Correct(deal.seq, (Noticed("agreed"), ScoreSet(Score(9, 9)), DealStarted(B))),
        Correct(deal.seq + 1, (named, *steps("B no_mus"))),  # a name in the place of a call
        Correct(deal.seq + 1, ()),
        Undo(),
        Correct(reading.seq, (reading.committed, named)),
    ]
    for intent in intents:
        events = (
            decide(table, replace(intent, undo_misfits=True))
            if isinstance(intent, Correct)
            else decide(table, intent)
        )
        for event in events:
            table = table.then(Recorded(len(table.recorded) + 1, NOON, "someone", event))
            assert Table.of(table.recorded) == table


def test_bets_of_an_earlier_deal_are_corrected_in_one_screen() -> None:
    bets = BetsEntered((noted(Lance.GRANDE, Status.ACCEPTED, 7),))
    table = act(SETTLED, StartDeal(), EnterBets(bets, deal=1))
    assert table.state.score == Score(12, 5)
    table = act(table, EnterBets(BetsEntered(), deal=1))
    assert table.state.score == Score(6, 5)
    assert table.state.match and changes(table.state.match.deals[0]) == ()


def test_a_score_is_set_during_a_deal_to_what_it_was_before() -> None:
    table = act(opened(), StartDeal(), *steps("A no_mus, A bet 2, B refuse"))
    assert table.state.score == Score(1, 0)
    table = act(table, ScoreSet(Score(10, 7), note="the stones say so"))
    assert table.state.score == Score(11, 7)


def test_a_flag_and_its_ruling_which_may_be_changed() -> None:
    table = act(talked(), FlagRaised(C, "a wink", gesture=Gesture.WINK))
    number = len(table.recorded)
    flag = table.state.flag(number)
    assert (flag.match, flag.deal, flag.ruling) == (1, 1, None)
    table = act(table, Rule(number, Verdict.ALLOWED))
    table = act(table, Rule(number, Verdict.CANNOT_TELL, "the face is turned away"))
    ruling = table.state.flag(number).ruling
    assert ruling == RulingGiven(number, Verdict.CANNOT_TELL, "the face is turned away")
    assert isinstance(table.recorded[-1].event, Corrected)


def test_what_only_the_cards_can_tell_is_not_flagged_before_they_are_shown() -> None:
    false = FlagRaised(C, "a wink says 31", infraction=Infraction.FALSE_SIGNAL)
    with pytest.raises(NotAllowedError, match="tells about cards that are not shown yet"):
        decide(talked(), false)
    table = act(SETTLED, false)
    assert table.state.flags[0].deal == 1


def test_cameras_players_and_notes_are_remembered() -> None:
    lost = CameraChanged("top", CameraStatus.LOST, "no picture for 5 s")
    table = act(
        Table(),
        MatchOpened(Ruleset(), D, (Player(A, "Ane"),)),
        CameraChanged("top", CameraStatus.OK),
        lost,
        Noticed("the light went out", about=3),
    )
    assert table.state.cameras == (lost,)
    assert [note.noticed.text for note in table.state.notes] == ["the light went out"]
    assert table.state.match and table.state.match.opened_at > NOON
    assert [table.state.match.player(seat) for seat in (A, B)] == ["Ane", "B"]


def test_mus_corrido_is_played_in_the_first_deal_where_agreed() -> None:
    rules = Ruleset.preset("ehmf4_30")
    agreed = act(Table(), MatchOpened(rules, D, corrido=True), StartDeal())
    assert agreed.state.deal and agreed.state.deal.play.corrido
    plain = act(Table(), MatchOpened(rules, D), StartDeal())
    assert plain.state.deal and not plain.state.deal.play.corrido


def won() -> Table:
    table = act(opened(), ScoreSet(Score(39, 0), games=(AC,)), StartDeal())
    return act(table, *steps("A no_mus, A bet 2, B refuse"))


RUNNING = act(opened(), StartDeal())


@pytest.mark.parametrize(
    ("table", "intent", "says"),
    [
        (Table(), StartDeal(), "no match is running; open one"),
        (Table(), Call(A, Word.PASS), "no match is running; open one"),
        (Table(), NameCard("A1", None), "no match is running; open one"),
        (opened(), MatchOpened(Ruleset(), A), "match 1 is running; close it first"),
        (opened(), reveal(), "no deal is running; start one"),
        (SETTLED, reveal(), "no deal is running; start one"),
        (opened(), NameCard("A1", None), "no deal has been played in this match"),
        (opened(), ScoreSet(Score(40, 0)), "AC has 40 points, and 40 win a game"),
        (won(), StartDeal(), "AC has won the match; close it and open another"),
        (RUNNING, StartDeal(), "deal 1 is running and waits for calls"),
        (RUNNING, Call(A, Word.BET, 2), "A bet 2 is not allowed; allowed: A mus, A no_mus"),
        (RUNNING, DealSettled(Score(1, 0)), "the deal is not settled, it waits for calls"),
        (RUNNING, NameCard("A1", None), "deal 1 has no reveal whose cards could be named"),
        (RUNNING, EnterBets(BetsEntered(), deal=2), "no deal 2 in this match; there are 1 to 1"),
        (RUNNING, ScoreSet(Score(1, 0), dealer=A), "correct event 2, which says who is mano"),
        (RUNNING, CardNamed(1, "A1", None), "no reveal 1; there are: none"),
        (RUNNING, Rule(2, Verdict.ALLOWED), "no flag 2; there are: none"),
        (RUNNING, Correct(9, ()), "no event 9; allowed: 1 to 2"),
        (
            act(RUNNING, reveal()),
            reveal(),
            "the reveal of this deal is committed as event 3; name the cards",
        ),
        (
            act(RUNNING, EnterBets(BetsEntered())),
            Call(A, Word.PASS),
            "the bets of this deal were entered in one screen as event 3; undo that to go on",
        ),
        (
            act(RUNNING, reveal()),
            EnterBets(BetsEntered((noted(Lance.PUNTO, Status.ACCEPTED, 2),))),
            "bets in punto, but somebody holds juego, so juego is played; move them there",
        ),
        (act(RUNNING, Undo()), Correct(3, (DealStarted(B),)), "3 is a correction; undo it"),
        (act(RUNNING, Undo()), Correct(2, ()), "event 2 was corrected so as event 3"),
        (
            act(RUNNING, Undo(), Correct(3, ())),
            Correct(3, ()),
            "correction 3 was undone as event 4",
        ),
        (act(opened(), MatchClosed()), StartDeal(), "no match is running; open one"),
    ],
)
def test_what_is_not_possible_is_refused(table: Table, intent: Intent, says: str) -> None:
    with pytest.raises(NotAllowedError) as refused:
        decide(table, intent)
    assert says in str(refused.value)
