"""A reveal that is shown before its deal was entered, and the ones that are of no other deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.mus.ruleset import Ruleset
from referee.pipeline.eyes import CardEyes
from referee.pipeline.reports import RevealSeen
from referee.pipeline.reveal_cue import RevealCue, cue_of
from referee.seats import Seat
from referee.table.commands import EnterBets, StartDeal
from referee.table.events import BetsEntered, MatchClosed, MatchOpened
from referee.vision.reveal_watch import RevealWatch
from referee.web.desk import Desk, Memory
from tests.browser.deals import open_match, reveal
from tests.vision.films import ScenesReader, film, reading

FIRST = RevealCue(False, {seat: frozenset() for seat in Seat})
AWAITED = RevealCue()


def hands(awaited: bool = False, **changed: str) -> RevealCue:
    """After a deal with the cards of `reading`, but for these."""
    return RevealCue(
        awaited,
        {
            seat: frozenset(c.card for c in reading(**changed)[4 * place : 4 * place + 4] if c.card)
            for place, seat in enumerate(Seat)
        },
    )


def reported(
    *cues: tuple[float, RevealCue], reader: ScenesReader | None = None, doubtful: bool = False
) -> list[float]:
    """When reveals are told while the cards lie from 1 s to 6 s, and the table awaits `cues`."""
    now = [AWAITED]
    watch = RevealWatch(reader or ScenesReader().at(0, reading()))
    eyes = CardEyes("top", watch, lambda: now[0])
    told = []
    for frame in film((1, True), (5, False), (1, True), (3, False)):
        now[0] = [cue for from_s, cue in cues if from_s <= frame.time_s][-1]
        for report in eyes.look(frame):
            assert isinstance(report, RevealSeen) and report.reveal.complete is not doubtful
            told.append(frame.time_s)
    return told


def test_a_reveal_that_is_awaited_is_reported_once() -> None:
    assert len(reported((0, AWAITED))) == 1
    assert len(reported((0, AWAITED), (2, FIRST), (4, AWAITED))) == 1


@pytest.mark.parametrize(
    "before", [FIRST, hands(**{f"{s}{i}": "4E" for s in "ABC" for i in "0123"})]
)
def test_a_reveal_before_its_deal_was_entered_is_reported_again(before: RevealCue) -> None:
    first, again = reported((0, before), (4, AWAITED))
    assert first < 2 and again == pytest.approx(4, abs=0.1)


@pytest.mark.parametrize("before", [hands(), hands(A0="4E"), RevealCue(False, None)])
def test_cards_that_may_be_of_the_last_deal_are_not_those_of_the_next(before: RevealCue) -> None:
    assert len(reported((0, before), (4, AWAITED))) == 1


@pytest.mark.parametrize("before", [hands(True), hands(True, A0="4E")])
def test_the_cards_of_the_last_deal_never_settle_the_next(before: RevealCue) -> None:
    assert reported((0, before)) == []


def test_other_cards_settle_the_next() -> None:
    others = hands(True, **{f"{s}{i}": "4E" for s in "ABC" for i in "0123"})
    assert len(reported((0, others))) == 1


def test_it_is_reported_again_after_a_hand_has_passed_over_it() -> None:
    first, again = reported((0, FIRST), (6.5, AWAITED))
    assert first < 2 and again > 7


def test_a_doubtful_one_too() -> None:
    cards = [*reading()[:-1], reading(confidence=0.6)[-1]]
    reader = ScenesReader().at(0, cards)
    first, again = reported((0, FIRST), (6.5, AWAITED), reader=reader, doubtful=True)
    assert first < 2 and again > 7


def test_what_has_been_swept_away_is_not_reported_again() -> None:
    swept = ScenesReader().at(0, reading()).at(6, [])
    assert len(reported((0, FIRST), (6.5, AWAITED), reader=swept)) == 1


def test_what_a_table_awaits() -> None:
    desk = Desk(Memory())
    assert cue_of(desk.state) == FIRST
    open_match(desk)
    assert cue_of(desk.state) == replace(FIRST, awaited=True)
    desk.submit(EnterBets(BetsEntered()), "t")
    assert cue_of(desk.state) == replace(FIRST, awaited=True)
    desk.submit(reveal(), "t")
    after = cue_of(desk.state)
    assert not after.awaited and after.before
    assert {seat: len(cards) for seat, cards in after.before.items()} == dict.fromkeys(Seat, 4)
    desk.submit(MatchClosed(), "t")
    assert cue_of(desk.state) == after
    desk.submit(MatchOpened(Ruleset.preset(), Seat.A), "t")
    assert cue_of(desk.state) == after
    desk.submit(StartDeal(), "t")
    assert cue_of(desk.state) == replace(after, awaited=True)


def test_of_a_deal_that_ended_unseen_the_cards_may_lie_there() -> None:
    desk = Desk(Memory())
    open_match(desk)
    desk.submit(EnterBets(BetsEntered()), "t")
    desk.submit(reveal(), "t")
    state = desk.state
    assert state.match
    unseen = replace(state.match.deals[-1], reading=None)
    state = replace(state, matches=(replace(state.match, deals=(unseen,)),))
    assert cue_of(state) == RevealCue(False, None)
