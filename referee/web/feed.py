"""A view of the table as numbered messages: a snapshot, then what changed.

A view is a mapping of sections to plain data. A message about it is either a snapshot of all
sections or the sections that changed, so a listener that applies messages in order always
holds the whole view, and one that comes back with the last number it saw gets only what it
missed. Messages are encoded once, whatever the number of listeners. A listener that does not
keep up is dropped, never waited for: it connects again and gets a snapshot.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

KEPT_BYTES = 4_000_000
"""Size of the messages kept for listeners that come back."""
BACKLOG = 64
"""Messages that may wait for one listener before it is dropped."""

View = Mapping[str, Any]


@dataclass(frozen=True)
class Message:
    """One line to a listener: what the events after `after`, up to `seq`, have changed."""

    after: int
    seq: int
    text: str

    @property
    def size(self) -> int:
        """In bytes, as sent."""
        return len(self.text.encode())


class Dropped(Exception):
    """The listener did not keep up."""


class Listener:
    """Receives what is published from now on; belongs to one event loop."""

    def __init__(self, feed: Feed, loop: asyncio.AbstractEventLoop) -> None:
        self._feed = feed
        self._loop = loop
        self._queue: asyncio.Queue[Message | None] = asyncio.Queue(BACKLOG + 1)
        self._full = False

    async def next(self) -> Message:
        """The next message; raises Dropped when this listener has fallen behind."""
        message = await self._queue.get()
        if message is None:
            raise Dropped
        return message

    def close(self) -> None:
        """Receive nothing more."""
        self._feed.forget(self)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """Where it listens."""
        return self._loop

    @property
    def waiting(self) -> int:
        """Messages that it has not taken yet."""
        return self._queue.qsize()

    def put(self, message: Message) -> None:
        """Called in its event loop."""
        if self._full:
            return
        if self._queue.qsize() >= BACKLOG:
            self._full = True
            self._feed.dropped(self)
            while not self._queue.empty():
                self._queue.get_nowait()
            self._queue.put_nowait(None)
        else:
            self._queue.put_nowait(message)


class Feed:
    """Publishes one view; threads publish, event loops listen."""

    def __init__(self, table: str) -> None:
        self.on_drop: Callable[[], None] | None = None
        """Called when a listener is dropped."""
        self._table = table
        self._lock = Lock()
        self._seq = 0
        self._begun: int | None = None
        """The number of the first view published."""
        self._view: dict[str, Any] = {}
        self._sent: deque[Message] = deque()
        self._sent_bytes = 0
        self._told: set[str] = set()
        self._listeners: set[Listener] = set()

    @property
    def seq(self) -> int:
        """The number of the last event that the view includes."""
        return self._seq

    @property
    def listeners(self) -> int:
        """How many listen now."""
        return len(self._listeners)

    @property
    def backlog(self) -> int:
        """Messages that wait for the slowest listener, at most `BACKLOG`."""
        with self._lock:
            return max((listener.waiting for listener in self._listeners), default=0)

    @property
    def view(self) -> View:
        """The view as last published."""
        with self._lock:
            return dict(self._view)

    def publish(self, seq: int, kind: str, ts: str, view: View) -> None:
        """Make a view the current one and send every listener what changed.

        `kind` names the event behind it, `ts` is when it happened (UTC, ISO 8601).
        """
        with self._lock:
            changed = {name: data for name, data in view.items() if self._view.get(name) != data}
            told = {name: self._view[name] for name in self._told}
            gone = [name for name in self._view if name not in view and name not in told]
            message = self._message(seq, kind, ts, changed | dict.fromkeys(gone))
            self._view, self._seq = {**view, **told}, seq
            self._begun = seq if self._begun is None else self._begun
            self._keep(message)
            self._offer(message)

    def tell(self, kind: str, ts: str, sections: View) -> None:
        """Change some sections without an event: camera health, for example.

        Such a message keeps the number of the last event. A listener that comes back gets the
        sections told last, whatever it missed.
        """
        with self._lock:
            changed = {n: data for n, data in sections.items() if self._view.get(n) != data}
            if not changed:
                return
            self._view.update(changed)
            self._told.update(sections)
            self._offer(self._message(self._seq, kind, ts, changed))

    def listen(self, since: int | None, ts: str) -> tuple[Listener, tuple[Message, ...]]:
        """A listener, and what it must be sent first: what it missed, or a snapshot.

        Must be called in a running event loop.
        """
        listener = Listener(self, asyncio.get_running_loop())
        with self._lock:
            self._listeners.add(listener)
            missed = self._missed(since)
            if missed is None:
                return listener, (self._message(self._seq, "snapshot", ts, self._view),)
            told = {name: self._view[name] for name in sorted(self._told)}
            return listener, (*missed, self._message(self._seq, "status", ts, told))

    def forget(self, listener: Listener) -> None:
        """Stop sending to a listener."""
        with self._lock:
            self._listeners.discard(listener)

    def dropped(self, listener: Listener) -> None:
        """Forget a listener that did not keep up, and count it."""
        self.forget(listener)
        if self.on_drop:
            self.on_drop()

    def _keep(self, message: Message) -> None:
        self._sent.append(message)
        self._sent_bytes += message.size
        while self._sent_bytes > KEPT_BYTES:
            self._sent_bytes -= self._sent.popleft().size

    def _offer(self, message: Message) -> None:
        """Wake each event loop once, however many listen there; the lock is held."""
        by_loop: dict[asyncio.AbstractEventLoop, list[Listener]] = {}
        for listener in self._listeners:
            by_loop.setdefault(listener.loop, []).append(listener)
        for loop, listeners in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_put_all, listeners, message)

    def _missed(self, since: int | None) -> tuple[Message, ...] | None:
        """What came after a number, if all of it is still here.

        Who was here before the first view may hold one of an earlier start, with other settings.
        """
        if since is None or self._begun is None or not self._begun < since <= self._seq:
            return None
        if since < self._seq and (not self._sent or since < self._sent[0].after):
            return None
        return tuple(message for message in self._sent if message.seq > since)

    def _message(self, seq: int, kind: str, ts: str, data: View) -> Message:
        body = {"seq": seq, "type": kind, "ts": ts, "table": self._table, "data": data}
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        return Message(self._seq, seq, text)


def _put_all(listeners: Sequence[Listener], message: Message) -> None:
    for listener in listeners:
        listener.put(message)
