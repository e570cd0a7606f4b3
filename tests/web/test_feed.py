"""Snapshots, changes, coming back, and listeners that do not keep up."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.web.feed import BACKLOG, KEPT_BYTES, Dropped, Feed, Listener, Message

TS = "2026-11-30T18:00:00+00:00"


def applied(messages: list[Message]) -> dict[str, Any]:
    """The view of a page that got these messages."""
    view: dict[str, Any] = {}
    for message in messages:
        body = json.loads(message.text)
        if body["type"] == "snapshot":
            view = {}
        view |= body["data"]
    return view


async def heard(listener: Listener, first: tuple[Message, ...]) -> list[Message]:
    """Everything that is there to hear now."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    messages = list(first)
    while listener._queue.qsize():
        messages.append(await listener.next())
    return messages


views = st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), min_size=1)


@given(st.lists(views, max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_whoever_joins_or_comes_back_holds_the_whole_view(
    steps: list[dict[str, int]], joins: int, leaves: int
) -> None:
    async def run() -> None:
        feed = Feed("mahai 1")
        messages: list[Message] = []
        for seq, view in enumerate(steps, 1):
            feed.publish(seq, "call", TS, dict.fromkeys("abc") | view)
            if seq == joins:
                listener, first = feed.listen(None, TS)
                messages = await heard(listener, first)
                listener.close()
        since = messages[-1].seq if messages else None
        listener, first = feed.listen(since, TS)
        messages += await heard(listener, first)
        assert applied(messages) == dict(feed.view)

    asyncio.run(run())


def test_a_change_says_only_what_changed() -> None:
    async def run() -> None:
        feed = Feed("mahai 1")
        feed.publish(1, "match_opened", TS, {"score": 0, "deal": None})
        listener, first = feed.listen(None, TS)
        feed.publish(2, "deal_started", TS, {"score": 0, "deal": 1})
        messages = await heard(listener, first)
        assert [json.loads(message.text) for message in messages] == [
            {"seq": 1, "type": "snapshot", "ts": TS, "table": "mahai 1",
             "data": {"score": 0, "deal": None}},
            {"seq": 2, "type": "deal_started", "ts": TS, "table": "mahai 1", "data": {"deal": 1}},
        ]  # fmt: skip

    asyncio.run(run())


def test_coming_back_gives_what_was_missed_and_how_the_cameras_do() -> None:
    async def run() -> None:
        feed = Feed("mahai 1")
        for seq in range(3):
            feed.publish(seq, "call", TS, {"score": seq - 1})
        feed.tell("cameras", TS, {"cameras": ["top"]})
        _listener, first = feed.listen(1, TS)
        assert [json.loads(message.text)["data"] for message in first] == [
            {"score": 1},
            {"cameras": ["top"]},
        ]

    asyncio.run(run())


@pytest.mark.parametrize("since", [0, 99_999])
def test_who_was_away_too_long_or_comes_from_elsewhere_gets_a_snapshot(since: int) -> None:
    async def run() -> None:
        feed = Feed("mahai 1")
        for seq in range(1, 11):
            feed.publish(seq, "call", TS, {"score": f"{seq}" * (KEPT_BYTES // 5)})
        assert sum(message.size for message in feed._sent) <= KEPT_BYTES
        _listener, first = feed.listen(since, TS)
        assert [json.loads(message.text)["type"] for message in first] == ["snapshot"]

    asyncio.run(run())


@pytest.mark.parametrize("since", [0, 6, 7])
def test_who_may_hold_the_view_of_an_earlier_start_gets_a_snapshot(since: int) -> None:
    """The table was opened again at event 7, perhaps with other rules."""

    async def run() -> None:
        feed = Feed("mahai 1")
        feed.publish(7, "start", TS, {"rules": "nabo"})
        feed.publish(8, "call", TS, {"rules": "nabo"})
        _listener, first = feed.listen(since, TS)
        assert applied(first) == {"rules": "nabo"}

    asyncio.run(run())


def test_a_table_without_events_has_a_view_too() -> None:
    async def run() -> None:
        feed = Feed("mahai 1")
        feed.publish(0, "start", TS, {"score": 0})
        _listener, first = feed.listen(0, TS)
        assert applied(first) == {"score": 0}

    asyncio.run(run())


def test_a_slow_listener_is_dropped_and_the_others_hear_on() -> None:
    async def run() -> None:
        drops = []
        feed = Feed("mahai 1")
        feed.on_drop = lambda: drops.append(1)
        slow, _ = feed.listen(None, TS)
        quick, first = feed.listen(None, TS)
        messages = list(first)
        for seq in range(1, BACKLOG + 10):
            feed.publish(seq, "call", TS, {"score": seq})
            messages += await heard(quick, ())
            assert feed.backlog == (seq if seq <= BACKLOG else 0)
        with pytest.raises(Dropped):
            await slow.next()
        assert drops == [1] and feed.listeners == 1
        assert applied(messages) == {"score": BACKLOG + 9}
        assert slow._queue.qsize() <= 1

    asyncio.run(run())
