"""From an event to every page: `python -m tests.bench.bench_web`.

Fifty pages hold the event stream open over the loopback address, in a process of their own, at a
table with a long evening behind it. Deals are begun, their bets entered, their cards shown and
settled; each of these is timed from before the table is asked until a page has read its message.
"""

import asyncio
import gc
import json
import multiprocessing
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from websockets.asyncio.client import connect

from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.commands import EnterBets, Intent, StartDeal
from referee.table.events import BetsEntered, MatchClosed, MatchOpened, Noticed
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory
from referee.web.server import server_for
from tests.browser.deals import reveal

VIEWERS = 50
BEFORE = 200
"""Steps of play before anybody looks: some sixty deals."""
STEPS = 200
PERIOD_S = 0.05
_END = "the last one"


def main() -> None:
    """Print median, 99th percentile and worst latency."""
    desk = Desk(Memory())
    playing = _steps(desk)
    for _ in range(BEFORE):
        desk.submit(next(playing), "bench")
    app = create_app(desk, Accounts(), WebSettings(Path(tempfile.mkdtemp())))
    listener = socket.create_server(("127.0.0.1", 0))
    server = server_for(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    viewers = multiprocessing.get_context("spawn").Process(
        target=_watch, args=(listener.getsockname()[1], theirs)
    )
    viewers.start()
    ours.recv()
    sent = {}
    for _ in range(STEPS):
        asked = time.monotonic()
        desk.submit(next(playing), "bench")
        sent[desk.events] = asked
        time.sleep(PERIOD_S)
    desk.submit(Noticed(_END), "bench")
    received: list[tuple[int, float]] = ours.recv()
    viewers.join()
    server.should_exit = True
    thread.join()
    delays = sorted(1000 * (at - sent[seq]) for seq, at in received if seq in sent)
    p99 = delays[int(0.99 * len(delays))]
    print(
        f"event to page, {VIEWERS} viewers, {len(delays)} messages: "
        f"median {statistics.median(delays):.1f} ms, p99 {p99:.1f} ms, worst {delays[-1]:.1f} ms"
    )


def _steps(desk: Desk) -> Iterator[Intent]:
    """One deal after the other, match after match."""
    while True:
        if desk.state.match is None or desk.state.match.closed:
            yield MatchOpened(Ruleset.preset(), Seat.D)
        yield StartDeal()
        yield EnterBets(BetsEntered())
        yield reveal()
        if desk.state.winner:
            yield MatchClosed()


def _watch(port: int, report: Connection) -> None:
    gc.disable()  # a pause of these pages would count as one of the table
    report.send(asyncio.run(_all(port, report)))


async def _all(port: int, report: Connection) -> list[tuple[int, float]]:
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(_one(port, ready)) for _ in range(VIEWERS)]
    for _ in range(VIEWERS):
        await ready.acquire()
    report.send("ready")
    return [line for lines in await asyncio.gather(*tasks) for line in lines]


async def _one(port: int, ready: asyncio.Semaphore) -> list[tuple[int, float]]:
    """Numbers of the events and when their messages were read, on the machine's one clock."""
    lines: list[tuple[int, float]] = []
    async with connect(f"ws://127.0.0.1:{port}/api/v1/events") as stream:
        await stream.recv()
        ready.release()
        while True:
            message = json.loads(await stream.recv())
            if message["type"] == "noticed":
                return lines
            lines.append((message["seq"], time.monotonic()))


if __name__ == "__main__":
    main()
