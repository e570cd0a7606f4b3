"""Where a deal stands, and whose hand is known to be the one that a signal told of."""

import pytest

from referee.mus.keinuak import Moment
from referee.mus.ruleset import FirstHand, Ruleset
from referee.pipeline.standing import Standings, deal_of, standing_of
from referee.seats import Seat
from referee.table.commands import StartDeal, Undo
from referee.table.events import BetsEntered
from referee.table.fold import Table
from tests.table.tables import HANDS, PASSED, TALKED, act, opened, reveal, steps, talked

A, B, _, _ = Seat
CORRIDO = Ruleset(first_hand=FirstHand.CORRIDO)
MUS = "A mus, B mus, C mus, D mus"
CHANGED = "A discards 1, B discards 2, C discards 1, D discards 4"


def dealt(said: str = "", ruleset: Ruleset | None = None) -> Table:
    """A match whose first deal has come so far."""
    return act(opened(ruleset), StartDeal(), *(steps(said) if said else ()))


def settled() -> Table:
    """A deal that was said word by word and settled."""
    return act(dealt(TALKED), reveal())


@pytest.mark.parametrize(
    ("table", "moment"),
    [
        (dealt(), None),
        (act(settled(), StartDeal()), Moment.MUS),
        (dealt("A mus"), Moment.MUS),
        (dealt("A mus", CORRIDO), Moment.CORRIDO),
        (dealt("A no_mus, A pass"), Moment.GRANDE),
        (dealt(f"A no_mus, {PASSED}"), Moment.LATER),
        (act(dealt("A no_mus"), BetsEntered()), None),
        (dealt(TALKED), None),
    ],
    ids=["unsaid", "by-habit", "mus", "corrido", "grande", "chica", "entered", "waits-for-cards"],
)
def test_the_moment_is_what_people_tell(table: Table, moment: Moment | None) -> None:
    standing = standing_of(table.state)
    assert standing is not None and standing.moment is moment


@pytest.mark.parametrize(
    "table", [opened(), settled(), act(dealt(), reveal())], ids=["between", "settled", "open"]
)
def test_with_no_hidden_cards_there_is_nothing_to_tell(table: Table) -> None:
    assert standing_of(table.state) is None


def test_a_gesture_belongs_to_the_moment_when_it_began() -> None:
    lately = Standings()
    assert lately.at(1.0) is None
    lately.note(1.0, opened().state)
    lately.note(2.0, dealt("A mus").state)
    lately.note(3.0, dealt("A no_mus").state)
    moments = [s and s.moment for s in map(lately.at, (0.5, 1.9, 2.0, 2.9, 9.0))]
    assert moments == [None, None, Moment.MUS, Moment.MUS, Moment.GRANDE]


@pytest.mark.parametrize(
    ("before", "after", "known"),
    [
        ("A mus", "B mus, C mus, D no_mus", True),
        (f"{MUS}, {CHANGED}", "", True),
        (f"{MUS}, A discards 1", "B discards 2, C discards 1, D discards 4", True),
        (MUS, CHANGED, False),
    ],
    ids=["cut", "after-the-exchange", "own-discard-done", "exchanged-since"],
)
def test_a_hand_is_the_one_held_then_unless_it_was_exchanged(
    before: str, after: str, known: bool
) -> None:
    then = dealt(before)
    standing = standing_of(then.state)
    cut = "" if "no_mus" in after else "A no_mus, "
    rest = TALKED.removeprefix("A no_mus, ")
    said = f"{after}, {cut}{rest}" if after else f"{cut}{rest}"
    table = act(then, *steps(said), reveal())
    assert standing is not None
    deal = deal_of(table.state, standing.deal)
    assert deal is not None and deal.hands is not None
    assert standing.hand(deal, A) == (deal.hands[A] if known else None)


def test_a_hand_is_not_told_where_the_exchange_was_not_said() -> None:
    then = dealt("A mus")
    standing = standing_of(then.state)
    table = act(then, BetsEntered(), reveal())
    deal = deal_of(table.state, table.state.matches[0].deals[0].seq)
    assert standing is not None and deal is not None and deal.hands is not None
    assert standing.hand(deal, A) is None


def test_a_hand_is_not_told_when_what_was_said_is_corrected() -> None:
    then = dealt("A mus")
    standing = standing_of(then.state)
    table = act(then, Undo(), *steps(TALKED), reveal(HANDS))
    deal = table.state.matches[0].deals[0]
    assert standing is not None and standing.hand(deal, A) is None


def test_a_deal_that_was_undone_is_no_longer_there() -> None:
    table = talked()
    deal = table.state.deal
    assert deal is not None and deal_of(table.state, deal.seq) is deal
    assert deal_of(opened().state, deal.seq) is None
