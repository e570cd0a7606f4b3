"""Events as JSON: both ways the same, and nothing that does not fit is read."""

import copy
import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import Card
from referee.errors import UnreadableError
from referee.mus.betting import Call, Word
from referee.mus.events import LanceBets, Ruled
from referee.mus.exchange import Discard
from referee.mus.hands import Lance
from referee.seats import Seat
from referee.table.codec import (
    KINDS,
    VERSION,
    dumps,
    event_from_json,
    event_to_json,
    loads,
    recorded_from_json,
    recorded_to_json,
)
from referee.table.events import Correctable, Corrected, Recorded
from tests.table.table_events import recorded

CALL: dict[str, Any] = {
    "kind": "call",
    "version": 1,
    "data": {"seat": "A", "word": "bet", "amount": 2},
}


def test_every_event_has_a_name() -> None:
    assert set(KINDS.values()) == {*get_args(Correctable), Corrected}


@settings(max_examples=100)
@given(recorded)
def test_what_is_written_is_read_again(one: Recorded) -> None:
    text = dumps(recorded_to_json(one))
    assert recorded_from_json(loads(text, "event")) == one
    assert dumps(json.loads(text)) == text


def test_calls_are_named_only_where_other_events_may_stand() -> None:
    ruled = Ruled((LanceBets(Lance.CHICA, (Call(Seat.A, Word.PASS),)),))
    call = {"seat": "A", "word": "pass", "amount": 0}
    assert event_to_json(ruled)["data"] == {"bets": [{"lance": "chica", "calls": [call]}]}
    corrected = Corrected(7, (Call(Seat.A, Word.PASS),), "misheard")
    written = event_to_json(corrected)
    assert written["data"]["instead"] == [{"kind": "call", "version": 1, "data": call}]
    assert (event_from_json(event_to_json(ruled)), event_from_json(written)) == (ruled, corrected)


def test_a_call_as_it_stands_in_the_log() -> None:
    assert event_to_json(Call(Seat.A, Word.BET, 2)) == CALL
    assert event_from_json(CALL) == Call(Seat.A, Word.BET, 2)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "cal"}, "event: no kind 'cal'; allowed: match_opened, match_closed"),
        ({"version": 0}, "event: version is 0; allowed: 1"),
        ({"version": True}, "event: version is True; allowed: 1"),
        ({"version": VERSION + 1}, "was written by a newer referee"),
        ({"extra": 1}, "event: unknown 'extra'; allowed: kind, version, data"),
        ({"data": None}, "event: call is None; allowed: an object"),
        ({"data": {"seat": "A", "word": "bet"}}, "event: call: no 'amount'; allowed: seat, word"),
        (
            {"data": {"seat": "E", "word": "bet", "amount": 2}},
            "event: call.seat is 'E'; allowed: A, B, C, D",
        ),
        (
            {"data": {"seat": "A", "word": "bet", "amount": "2"}},
            "event: call.amount is '2'; allowed: a whole number",
        ),
        (
            {"data": {"seat": "A", "word": "bet", "amount": True}},
            "event: call.amount is True; allowed: a whole number",
        ),
        (
            {"data": {"seat": "A", "word": "pass", "amount": 2}},
            "event: call: pass takes no number, but A says 2",
        ),
        (
            {"kind": "discard", "data": {"seat": "A", "count": 1, "cards": ["7O"]}},
            "event: discard: a log says how many cards are discarded, never which",
        ),
        (
            {"kind": "card_named", "data": {"reveal": 3, "label": "A1", "card": "7o"}},
            "event: card_named.card is '7o'; allowed: '7O'",
        ),
        (
            {"kind": "card_named", "data": {"reveal": 3, "label": "1A", "card": "7O"}},
            "'1A' is not a place of a card; write a seat and a number, as in A2",
        ),
        (
            {"kind": "corrected", "data": {"target": 3, "instead": "none", "note": ""}},
            "event: corrected.instead is 'none'; allowed: a list",
        ),
        (
            {
                "kind": "corrected",
                "data": {
                    "target": 3,
                    "instead": [
                        {
                            "kind": "corrected",
                            "version": 1,
                            "data": {"target": 1, "instead": [], "note": ""},
                        }
                    ],
                    "note": "",
                },
            },
            "event: corrected.instead[0]: a corrected cannot stand here",
        ),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        event_from_json(CALL | change)
    assert says in str(refused.value)


@settings(max_examples=50)
@given(recorded, st.data())
def test_no_event_is_read_without_all_its_fields(one: Recorded, data: st.DataObject) -> None:
    written = json.loads(dumps(recorded_to_json(one)))
    where = data.draw(st.sampled_from(["", "data"]))
    damaged = copy.deepcopy(written)
    fields = damaged[where] if where else damaged
    if not fields:
        return
    del fields[data.draw(st.sampled_from(sorted(fields)))]
    with pytest.raises(UnreadableError, match=r"no '|event"):
        recorded_from_json(damaged)


def test_discarded_cards_are_not_written() -> None:
    with pytest.raises(UnreadableError, match="never which"):
        event_to_json(Discard(Seat.A, 1, (Card.parse("7O"),)))


@pytest.mark.parametrize("text", ["", "{", "[1,]", "NaN", "[" * 100_000])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        loads(text, "line 1")
