"""A table that plays Mouche: what is written, what it comes to, what is put right or refused."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import NotAllowedError, RefereeError, UnreadableError
from referee.mouche.deal import Stage
from referee.mouche.events import Anted, Choice, Dealt, Decision
from referee.mouche.flags import FlagKind
from referee.mouche.ruleset import DealPattern, Ruleset
from referee.mouche.seats import Seat
from referee.mus.ruleset import Ruleset as MusRuleset
from referee.seats import Seat as MusSeat
from referee.table.codec import dumps, event_to_json, loads, recorded_from_json, recorded_to_json
from referee.table.commands import Correct, Intent, RefusedError, Undo, decide
from referee.table.events import Corrected, MatchOpened, Recorded
from referee.table.fold import Table, fold
from referee.table.log import EventLog
from referee.table.mouche_commands import NameLaid
from referee.table.mouche_deal import Asked, changes_of
from referee.table.mouche_events import (
    CardLaid,
    FlagRuled,
    MoucheClosed,
    MoucheOpened,
    MoucheSettled,
    StakesSet,
    TrickSwept,
)
from referee.table.verdict import Verdict
from tests.mouche.table import TRICKS, card, deal_of
from tests.mouche.table import played as played_by_rules
from tests.table.mouche_tables import (
    OPENED,
    SAID,
    doubtful,
    intents,
    opened,
    played,
    running,
    sessions,
    settled,
)
from tests.table.tables import NOON, act
from tests.table.tables import opened as opened_mus

TRICK_1 = f"{SAID}, P1 Kh, P2 9h, P3 Th"
REVOKED = f"{TRICK_1}, P1 Qh, P2 9s, P3 8d, P2 Kd, P3 9d, P1 Ad, P2 Ks, P3 Jh"
"""P3 lays the jack of hearts, and had laid the eight of diamonds on a heart."""
RULING = FlagRuled(2, FlagKind.NOT_FOLLOWED, Seat.P3, 2, Verdict.NOT_ALLOWED, "agreed")


def laid(table: Table) -> str:
    """The cards that count, with who laid them."""
    return " ".join(f"{one.seat or 'up'}:{one.card.french}" for one in running(table).laid)


def number_of(table: Table, code: str) -> int:
    """Of the event that tells of a card."""
    return next(
        one.seq
        for one in table.recorded
        if isinstance(one.event, CardLaid) and one.event.card == card(code)
    )


def test_a_whole_deal_is_settled_and_told_as_by_the_rules() -> None:
    table = settled()
    game = table.state.mouche[-1]
    by_rules = played_by_rules(
        deal_of(pool=0, purse=1000),
        "ante, deal 3+2, turn 8s, P1 stick, P2 exchange 2, P3 exchange 5," + TRICKS,
    )
    assert game.deals[0].settlement == by_rules.settlement
    assert game.deal is None and game.standing.dealer is Seat.P1
    told = table.recorded[-1].event
    assert isinstance(told, MoucheSettled)
    assert (told.purses, told.basket) == ((1002, 1003, 990), 5)
    assert str(told) == "deal settled: P1 1002, P2 1003, P3 990; pool 5"
    assert not table.state.misfits


def test_the_second_deal_is_dealt_as_the_first() -> None:
    table = act(settled(), Anted())
    assert running(table).play.stage is Stage.TURN_UP
    assert running(table).play.pattern is DealPattern.THREE_TWO


def test_a_camera_and_a_person_tell_the_same() -> None:
    seen = played(f"{SAID},{TRICKS}", camera="top")
    assert seen.state.mouche[-1].stakes == settled().state.mouche[-1].stakes


def test_a_card_read_wrong_is_put_right_and_the_cards_after_it_find_their_places() -> None:
    table = played(f"{TRICK_1}, P1 Qh, P2 9s", camera="top")
    assert laid(table).endswith("P1:Kh P2:9h P3:Th P1:Qh P2:9s")
    table = act(table, NameLaid(number_of(table, "9h"), card("8c")))
    table = act(table, NameLaid(number_of(table, "Th"), card("9c")))
    assert laid(table).endswith("P1:Kh P2:8c P3:9c P1:Qh P2:9s")
    table = act(table, Correct(len(table.recorded)))
    assert laid(table).endswith("P1:Kh P2:8c P3:Th P1:Qh P2:9s")


def test_after_another_winner_the_next_trick_begins_with_another_seat() -> None:
    table = played(f"{TRICK_1}, P1 Qh", camera="top")
    table = act(table, NameLaid(number_of(table, "Kh"), card("8h")))
    assert laid(table).endswith("P1:8h P2:9h P3:Th P3:Qh")


def test_undo_goes_back_card_by_card_and_through_a_settled_deal() -> None:
    table = act(settled(), Undo())
    assert running(table).play.stage is Stage.TRICKS
    assert len(running(table).laid) == 15
    again = act(table, CardLaid(card("Qs"))).state.mouche[-1]
    assert again.standing == settled().state.mouche[-1].standing


def test_a_correction_after_the_deal_shows_what_changes() -> None:
    table = act(settled(), NameLaid(number_of(settled(), "Qs"), card("Tc")))
    deal = table.state.mouche[-1].deals[0]
    assert changes_of(deal) == (
        "no longer P1 +2 (tricks)",
        "no longer P2 +3 (tricks)",
        "now P1 +1 (tricks)",
        "now P2 +4 (tricks)",
    )
    assert table.state.mouche[-1].stakes.purses == (1001, 1004, 990)


@pytest.mark.parametrize(
    ("seen", "kind", "says"),
    [
        (doubtful("9h"), Asked.DOUBTFUL, "P2's card is doubtful, perhaps 9h"),
        (
            CardLaid(None, 0.2, camera="top", certain=False),
            Asked.DOUBTFUL,
            "P2's card is doubtful, perhaps any",
        ),
        (
            CardLaid(card("9h"), camera="top", order_known=False),
            Asked.ORDER,
            "P2's card came with another card, perhaps it is 9h",
        ),
        (
            CardLaid(card("8s"), camera="top"),
            Asked.IMPOSSIBLE,
            "P2's card: tricks: 8s was turned up; allowed: a card not seen yet",
        ),
        (
            CardLaid(card("2h"), camera="top"),
            Asked.IMPOSSIBLE,
            "P2's card: tricks: 2h is not in the pack of 28 cards; allowed: K Q J A T 9 8",
        ),
        (
            TrickSwept("top"),
            Asked.MISSING,
            "trick 1 was swept when 1 of 3 cards had been seen: what did P2 lay",
        ),
    ],
)
def test_what_a_camera_saw_waits_for_a_person(
    seen: CardLaid | TrickSwept, kind: Asked, says: str
) -> None:
    table = act(played(f"{SAID}, P1 Kh"), seen, *intents("P3 Th, P1 Qh", "top"))
    question = running(table).question
    assert question and (question.kind, question.message) == (kind, says)
    assert (question.seat, running(table).legal()) == (Seat.P2, ())
    assert [one.seq for one in running(table).waiting] == [question.seq + 1, question.seq + 2]
    with pytest.raises(RefusedError, match=f"event {question.seq} waits for a person"):
        decide(table, CardLaid(card("9h")))
    named = act(table, NameLaid(question.seq, card("9h")))
    if kind is Asked.MISSING:
        assert running(named).question.seat is Seat.P3  # type: ignore[union-attr]
        named = act(named, NameLaid(question.seq, None))
    assert laid(named).endswith("P1:Kh P2:9h P3:Th P1:Qh")
    denied = act(table, NameLaid(question.seq, None))
    assert laid(denied).endswith("P1:Kh P2:Th P3:Qh")


def test_cards_that_were_missed_are_named_one_after_the_other() -> None:
    table = act(played(f"{SAID}, P1 Kh"), TrickSwept("top"))
    place = running(table).question.seq  # type: ignore[union-attr]
    table = act(table, NameLaid(place, card("9h")), NameLaid(place, card("Th")))
    assert laid(table).endswith("P1:Kh P2:9h P3:Th") and running(table).question is None
    with pytest.raises(NotAllowedError, match=f"event {place} tells of several cards"):
        decide(table, NameLaid(place, card("8h")))


def test_a_trick_that_is_whole_may_be_swept() -> None:
    table = act(played(TRICK_1), TrickSwept("top"))
    assert running(table).question is None and len(running(table).laid) == 4


def test_a_revoke_is_a_question_with_the_card_that_proves_it() -> None:
    before = played(REVOKED.removesuffix(", P3 Jh"), camera="top")
    assert not running(before).flags
    table = act(before, CardLaid(card("Jh"), camera="top"))
    (now,) = running(table).flags
    assert (now.flag.kind, now.flag.seat, now.flag.trick) == (FlagKind.NOT_FOLLOWED, "P3", 2)
    assert now.flag.proof == card("Jh") and now.ruling is None
    ruled = act(table, RULING)
    assert running(ruled).flags[0].ruling == RULING
    again = act(ruled, replace(RULING, verdict=Verdict.ALLOWED))
    assert running(again).flags[0].ruling.verdict is Verdict.ALLOWED  # type: ignore[union-attr]
    read_wrong = act(again, NameLaid(number_of(again, "Jh"), card("9c")))
    assert not running(read_wrong).flags and not read_wrong.state.misfits


def test_what_an_earlier_game_left_open_is_ruled_on_while_another_runs() -> None:
    table = act(played(REVOKED), MoucheClosed(), OPENED, Anted(), RULING)
    otherwise = replace(RULING, verdict=Verdict.ALLOWED)
    for ruled, ruling in ((table, RULING), (act(table, otherwise), otherwise)):
        earlier, now = ruled.state.mouche
        assert earlier.deal and earlier.deal.flags[0].ruling == ruling
        assert now.deal and not now.closed


@pytest.mark.parametrize(
    ("table", "intent", "says"),
    [
        (Table(), Anted(), "no game of Mouche is running; open one"),
        (opened(), CardLaid(card("8s")), "no deal is running; the dealer puts in the ante first"),
        (opened(), OPENED, "game 1 of Mouche is running; close it first"),
        (
            opened(),
            MatchOpened(MusRuleset(), MusSeat.D),
            "game 1 of Mouche is running; close it first",
        ),
        (opened_mus(), OPENED, "match 1 is running; close it first"),
        (act(opened(), MoucheClosed()), Anted(), "no game of Mouche is running; open one"),
        (act(opened(), Anted()), Anted(), "deal 1 is running (deal); play it to its end"),
        (
            act(opened(), Anted()),
            CardLaid(card("8s")),
            "deal: no card is laid open now; allowed: deal 2+2+1 or 3+2 or 2+3 or 2+1+2",
        ),
        (
            act(opened(), Anted()),
            Dealt(DealPattern.THREE_TWO, Ruleset().pack_of(OPENED.table).ordered),
            "nobody knows the order of the pack; deal without it",
        ),
        (
            played("deal 3+2, turn 8s"),
            Decision(Seat.P2, Choice.PASS),
            "decide: P2 pass is not allowed; allowed: P1 pass, P1 stick, P1 exchange 1 to 5",
        ),
        (
            played(f"{SAID}, P1 Kh"),
            CardLaid(card("Kh")),
            "tricks: Kh was laid by P1 in trick 1; allowed: a card not seen yet",
        ),
        (
            act(opened(), Anted()),
            StakesSet((1, 2, 3), 0),
            "tokens are set between two deals; deal 1 is running",
        ),
        (opened(), StakesSet((1, 2), 0), "2 purses; allowed: 3"),
        (played(TRICK_1), RULING, "no such flag in deal 1; there are: none"),
        (
            played(TRICK_1),
            replace(RULING, deal=1),
            "no deal began with event 1; there are: none",
        ),
        (played(TRICK_1), NameLaid(3, None), "no card was laid as event 3; there are: 4, 8, 9, 10"),
        (
            played(f"{SAID}, P1 Kh"),
            Correct(4),
            "with this, what was said later is no longer possible: 5 (P1 stick)",
        ),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(
    table: Table, intent: Intent, says: str
) -> None:
    with pytest.raises(NotAllowedError) as refused:
        decide(table, intent)
    assert says in str(refused.value)


def test_tokens_are_put_to_what_lies_on_the_table() -> None:
    table = act(settled(), StakesSet((990, 1000, 1000), 10, (), Seat.P2, "counted"))
    game = table.state.mouche[-1]
    assert (game.stakes.purses, game.stakes.pool.basket) == ((990, 1000, 1000), 10)
    assert game.standing.dealer is Seat.P2
    assert act(table, Undo()).state.mouche[-1].stakes == settled().state.mouche[-1].stakes


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: MoucheOpened(Ruleset(), ("", ""), Seat.P1), "2 players; allowed: 3 to 6"),
        (lambda: MoucheOpened(Ruleset(), ("",) * 5, Seat.P1), "5 players; allowed under article"),
        (lambda: MoucheOpened(Ruleset(), ("",) * 3, Seat.P4), "nobody sits at P4; allowed: P1"),
        (lambda: CardLaid(None), "a card that is certain has a name"),
        (lambda: CardLaid(card("Kh"), 1.5), "a confidence is 0 to 1, not 1.5"),
    ],
)
def test_an_event_that_cannot_be_is_not_made(make: object, says: str) -> None:
    with pytest.raises(RefereeError) as refused:
        make()  # type: ignore[operator]
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Decision(Seat.P1, Choice.EXCHANGE, 1, (card("Kh"),)), "never which"),
        (Dealt(DealPattern.THREE_TWO, (card("Kh"),)), "never which"),
    ],
)
def test_hands_are_not_written(event: Intent, says: str) -> None:
    with pytest.raises(UnreadableError, match=says):
        event_to_json(event)  # type: ignore[arg-type]


@settings(max_examples=25, deadline=None)
@given(sessions())
def test_a_replay_gives_the_live_state_and_tokens_are_conserved(wishes: list[Intent]) -> None:
    table = act(Table(), *wishes)
    written = [dumps(recorded_to_json(one)) for one in table.recorded]
    read = [recorded_from_json(loads(text, "line")) for text in written]
    assert fold(read) == table.state and Table.of(read) == table
    assert not table.state.misfits
    for game in table.state.mouche:
        set_to = [e for one in read if isinstance(e := one.event, StakesSet)]
        totals = {1000 * game.standing.table.players, *(sum(e.purses) + 15 for e in set_to)}
        assert game.stakes.total in totals


@settings(max_examples=25, deadline=None)
@given(sessions(), st.data())
def test_a_correction_and_its_undoing_give_the_earlier_state(
    wishes: list[Intent], data: st.DataObject
) -> None:
    table = act(Table(), *wishes)
    target = data.draw(st.integers(1, len(table.recorded)))
    try:
        corrected = act(table, Correct(target, (), undo_misfits=True))
    except RefusedError:
        return
    assert Table.of(corrected.recorded) == corrected
    restored = corrected
    for number in range(len(corrected.recorded), len(table.recorded), -1):
        undone = Corrected(number, (), "undone")
        restored = restored.then(Recorded(len(restored.recorded) + 1, NOON, "someone", undone))
    assert replace(restored.state, seq=0) == replace(table.state, seq=0)


def test_the_log_is_kept_and_exported(tmp_path: Path, golden: object, referee: object) -> None:
    table = act(settled(), NameLaid(number_of(settled(), "Qs"), card("Tc")))
    log = EventLog.open(tmp_path / "table.db", now=lambda: NOON)
    log.append([one.event for one in table.recorded], "someone")
    assert fold(log.read()).mouche[-1].deals == table.state.mouche[-1].deals
    log.close()
    run = referee("log", "verify", tmp_path / "table.db")  # type: ignore[operator]
    assert (run.status, run.out.split()[0]) == (0, str(len(table.recorded)))
    run = referee("log", "export", tmp_path / "table.db", "--format", "csv")  # type: ignore[operator]
    golden("mouche/log.csv", run.out)  # type: ignore[operator]
