"""What holds in every deal, whatever the house rules and whatever is played."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.mouche.deal import Deal, Stage, replay
from referee.mouche.events import Event, Uncontested
from referee.mouche.game import Game
from referee.mouche.ledger import EntryKind
from referee.mouche.ruleset import Ruleset
from referee.mouche.seats import Table
from referee.mouche.settlement import Result, settle
from referee.mouche.tokens import Pool, Stakes
from referee.mouche.tricks import TRICKS
from tests.mouche.strategies import (
    Played,
    chances,
    event_of,
    play_out,
    played_deals,
    rulesets,
    starts,
)


@given(played_deals())
@settings(max_examples=40)
def test_no_token_is_made_or_lost(played: Played) -> None:
    assert {state.stakes.total for state in played.states} == {played.start.stakes.total}


@given(played_deals())
@settings(max_examples=40)
def test_the_ledger_says_how_every_purse_changed(played: Played) -> None:
    start, settled = played.start, played.end.settlement
    assert settled
    assert settled.before == start.stakes
    moved = Counter({seat: 0 for seat in start.table.seats})
    for entry in settled.ledger:
        moved[entry.seat] += entry.jetons
    for seat in start.table.seats:
        assert settled.after.purse(seat) - start.stakes.purse(seat) == moved[seat]


@given(rulesets(), st.integers(0, 200), st.data())
def test_five_shares_and_the_remainder_are_the_pool(
    ruleset: Ruleset, basket: int, data: st.DataObject
) -> None:
    table = Table(data.draw(st.integers(3, 6)))
    seats = table.seats
    committed = data.draw(st.lists(st.sampled_from(seats), min_size=2, unique=True))
    winners = data.draw(st.lists(st.sampled_from(committed), min_size=TRICKS, max_size=TRICKS))
    stakes = Stakes((0,) * table.players, Pool(basket))
    settled = settle(ruleset, stakes, Result(seats[-1], tuple(committed), tuple(winners)))
    paid = [entry for entry in settled.ledger if entry.kind is not EntryKind.FINE]
    assert sum(entry.jetons for entry in paid) + settled.left == basket
    assert all(entry.jetons > 0 for entry in paid)
    for entry in paid:
        if entry.kind is not EntryKind.REMAINDER:
            assert 5 * entry.jetons <= winners.count(entry.seat) * basket < 5 * (entry.jetons + 1)
    fined = {entry.seat for entry in settled.ledger if entry.kind is EntryKind.FINE}
    assert fined == (set(committed) - set(winners) if basket else set())


@given(played_deals())
@settings(max_examples=40)
def test_a_trick_has_one_winner_who_laid_a_card_nobody_beats(played: Played) -> None:
    deal = played.end
    if deal.play is None:
        return
    assert len(deal.play.closed) in (0, TRICKS)
    assert len(deal.play.winners) == len(deal.play.closed)
    for trick, winner in zip(deal.play.closed, deal.play.winners, strict=True):
        (won,) = [play for play in trick.plays if play.seat is winner]
        assert not any(trick.beats(play.card) for play in trick.plays)
        assert won.card.suit in (trick.led, trick.trump)


@given(played_deals())
@settings(max_examples=40)
def test_a_running_deal_always_allows_something_and_an_ended_one_nothing(played: Played) -> None:
    for state in played.states:
        assert bool(state.legal()) is (state.stage is not Stage.OVER)


@given(starts(), chances, st.booleans(), st.booleans())
@settings(max_examples=40)
def test_everything_that_is_legal_is_accepted(
    start: Deal, chance: Random, known: bool, eager: bool
) -> None:
    for state in play_out(start, chance, known=known, eager=eager).states:
        for step in state.legal():
            state.apply(event_of(state, step, chance, known=known))


@given(played_deals())
@settings(max_examples=40)
def test_the_same_events_make_the_same_ledger(played: Played) -> None:
    again = replay(played.start, played.events)
    assert (again.error, again.applied) == (None, len(played.events))
    assert again.deal == played.end
    assert again.deal.settlement == played.end.settlement


@given(played_deals(known=True))
@settings(max_examples=40)
def test_no_card_is_lost_and_players_who_see_their_cards_never_revoke(played: Played) -> None:
    for state in played.states:
        if state.piles and state.trump_card:
            laid = sum(len(trick.plays) for trick in state.tricks)
            assert len(state.piles) + laid + 1 == len(state.pack)
        assert not [flag for flag in state.flags if flag.trick]


@given(played_deals(known=True))
@settings(max_examples=40)
def test_unseen_cards_settle_like_seen_ones(played: Played) -> None:
    """A deal followed without seeing the hands ends in the same ledger.

    Who sees that no other hand is a mouche need not be told so.
    """
    blind = replay(played.start, [_as_seen_at_a_table(event) for event in played.events])
    assert blind.error is None
    deal = blind.deal
    if deal.stage is Stage.MOUCHE and played.end.settlement:
        deal = deal.apply(Uncontested())
    assert deal.settlement == played.end.settlement


def _as_seen_at_a_table(event: Event) -> Event:
    if hasattr(event, "order"):
        return replace(event, order=None)
    return replace(event, cards=()) if hasattr(event, "choice") else event


@given(rulesets(), st.integers(3, 6), chances)
@settings(max_examples=20)
def test_a_game_keeps_its_tokens_its_pattern_and_hands_on_the_deal(
    ruleset: Ruleset, players: int, chance: Random
) -> None:
    table = Table(players)
    game = start = Game.start(ruleset, table, chance.choice(table.seats))
    for number in range(3):
        deal = play_out(game.deal(), chance, known=False, eager=True).end
        after = game.after(deal)
        assert after.stakes.total == start.stakes.total
        assert after.deals == number + 1
        assert after.dealer is table.next(game.dealer)
        assert game.pattern in (None, after.pattern)
        assert deal.settlement and deal.settlement.next_dealer is after.dealer
        game = after
