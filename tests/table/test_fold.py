"""Laws of the log: replay equals live, corrections are undone without a trace, fold never fails."""

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.seats import Seat
from referee.table.codec import dumps, loads, recorded_from_json, recorded_to_json
from referee.table.commands import Correct, Intent, RefusedError, decide
from referee.table.events import CardNamed, Corrected, DealStarted, Recorded
from referee.table.fold import Table, fold
from tests.table.table_events import any_events, correctable
from tests.table.tables import NOON, act, sessions

small_corrections = st.builds(
    Corrected, st.integers(0, 12), st.lists(correctable, max_size=2).map(tuple)
) | st.builds(CardNamed, st.integers(0, 12), st.just("A1"), st.none())


def without_numbers(table: Table) -> object:
    """The state but for the number of the last event."""
    return replace(table.state, seq=0)


@settings(max_examples=25)
@given(sessions())
def test_a_replay_gives_the_live_state(intents: list[Intent]) -> None:
    table = act(Table(), *intents)
    written = [dumps(recorded_to_json(one)) for one in table.recorded]
    read = [recorded_from_json(loads(text, "line")) for text in written]
    assert fold(read) == table.state
    assert Table.of(read) == table
    assert not table.state.misfits


@settings(max_examples=25)
@given(sessions(), st.data())
def test_a_correction_and_its_undoing_give_the_earlier_state(
    intents: list[Intent], data: st.DataObject
) -> None:
    table = act(Table(), *intents)
    target = data.draw(st.integers(1, len(table.recorded)))
    instead = (
        () if data.draw(st.booleans()) else (data.draw(st.sampled_from(table.recorded)).event,)
    )
    if any(isinstance(event, Corrected) for event in instead):
        instead = ()
    try:
        corrections = decide(table, Correct(target, instead, undo_misfits=True))
    except RefusedError:
        return
    corrected = act(table, Correct(target, instead, undo_misfits=True))
    numbers = range(len(table.recorded) + 1, len(corrected.recorded) + 1)
    assert len(numbers) == len(corrections)
    assert Table.of(corrected.recorded) == corrected
    restored = corrected
    for number in reversed(numbers):
        undone = Corrected(number, (), "undone")
        restored = restored.then(Recorded(len(restored.recorded) + 1, NOON, "someone", undone))
    assert Table.of(restored.recorded) == restored
    assert without_numbers(restored) == without_numbers(table)


@settings(max_examples=50)
@given(st.lists(any_events | small_corrections, max_size=12))
@example([Corrected(7), DealStarted(Seat.A)])
def test_any_events_at_all_come_to_some_state(events: list[object]) -> None:
    recorded = [Recorded(i, NOON, "someone", event) for i, event in enumerate(events, 1)]  # type: ignore[arg-type]
    table = Table()
    for one in recorded:
        table = table.then(one)
    assert Table.of(recorded) == table
    assert table.state.seq == len(recorded)
