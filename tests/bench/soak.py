"""Whether a table can stay open: `python -m tests.bench.soak --minutes 30`.

A card camera and a face camera see the shipped recordings again and again at live speed. A deal is
begun each time the table is free, all pass, and the camera's reveal settles it: a deal every
twelve seconds, so that half an hour has as many as a long day of play. Meanwhile pages watch the
event stream, the overlay and the preview, and some come and go. Printed are how much the memory of
the table's process has grown once it is warm, and the longest that each queue has ever been.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from referee.attending import Attendant
from referee.config import TableConfig
from referee.demo import SAMPLES
from referee.errors import NotAllowedError
from referee.frames.camera import Camera
from referee.frames.capture import Capture, Patience
from referee.frames.frame import Frame
from referee.frames.playback import Playback
from referee.frames.recording import read_clip
from referee.mus.ruleset import Ruleset
from referee.pipeline.clips import Clips
from referee.pipeline.eyes import CardEyes, Eyes
from referee.pipeline.face_eyes import makes_face_eyes
from referee.pipeline.pipeline import Pipeline, Watched
from referee.seats import Seat
from referee.signals.evidence_store import EvidenceStore
from referee.table.commands import EnterBets, StartDeal
from referee.table.events import BetsEntered, MatchClosed, MatchOpened
from referee.table.log import EventLog
from referee.vision.detector import CardReader
from referee.vision.reveal_watch import RevealWatch
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk
from referee.web.evidence import Evidence
from referee.web.server import server_for
from tests.browser.deals import reveal

PAGES, PASSING = 20, 4
"""Pages that stay, and pages that are opened anew every few seconds."""
SAMPLE_S = 2.0
AIM_PERCENT = 5.0
DEALS_A_MATCH = 12
PATIENCE_S = 20.0
"""After this long without a reveal by the camera, one is typed: the machine is busy."""
_PAGE = 4096


@dataclass
class Soak:
    """What was measured; memory in MB."""

    rss: list[float] = field(default_factory=list)
    longest: dict[str, int] = field(default_factory=dict)
    deals: int = 0
    """Begun."""
    typed: int = 0
    """Of these, with cards that the camera did not read in time."""
    begun_s: float = 0.0
    """When the last one was begun."""
    events: int = 0
    flags: int = 0

    def sample(self, queues: dict[str, int]) -> None:
        """Take one measurement."""
        self.rss.append(resident_mb())
        for name, length in queues.items():
            self.longest[name] = max(length, self.longest.get(name, 0))

    @property
    def growth_percent(self) -> float:
        """From the second tenth of the time, when everything has been loaded, to the last."""
        tenth = max(1, len(self.rss) // 10)
        warm, last = median(self.rss[tenth : 2 * tenth]), median(self.rss[-tenth:])
        return 100 * (last / warm - 1)

    def lines(self) -> list[str]:
        """The report."""
        queues = ", ".join(f"{name} {longest}" for name, longest in sorted(self.longest.items()))
        return [
            f"{self.deals} deals, {self.typed} of them typed; "
            f"{self.events} events, {self.flags} flags",
            f"{PAGES} pages, {PASSING} that come and go, two previews",
            f"memory {self.rss[0]:.0f} MB at the start, {self.rss[-1]:.0f} MB at the end",
            f"growth {self.growth_percent:+.1f} % once warm (aim under {AIM_PERCENT:g})",
            f"longest queues: {queues}",
        ]


def resident_mb() -> float:
    """Memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * _PAGE / 1e6


def soak(seconds: float, folder: Path, tell: Callable[[str], None] = print) -> Soak:
    """Keep a table busy for so long; `folder` takes its log and evidence."""
    log = EventLog.open(folder / "table.db", "table")
    desk = Desk(log, evidence=Evidence(folder))
    found = Soak()
    with (
        Attendant(desk, hidden_hands=False) as attendant,
        _pipeline(desk, folder, attendant) as cameras,
        _served(desk, folder, cameras) as port,
        _watched(port),
    ):
        end, due = time.monotonic() + seconds, time.monotonic()
        while time.monotonic() < end:
            play_on(desk, found)
            if time.monotonic() >= due:
                due += SAMPLE_S
                found.sample({"pages": desk.feed.backlog, "reports": attendant.waiting})
                if len(found.rss) % 30 == 1:
                    tell(f"  {found.rss[-1]:.0f} MB, {found.deals} deals, {desk.events} events")
            time.sleep(0.05)
        found.events, found.flags = desk.events, len(desk.state.flags)
        for camera in cameras.health():
            tell(f"  {camera.name}: {camera.looked_fps:.1f} of {camera.fps:.1f} frames/s looked at")
    log.close()
    return found


def play_on(desk: Desk, found: Soak) -> None:
    """Begin a match or a deal where none runs."""
    match = desk.state.match
    if match and not match.closed and (match.standing.winner or len(match.deals) >= DEALS_A_MATCH):
        desk.submit(MatchClosed(), "soak")
        match = None
    if match is None or match.closed:
        desk.submit(MatchOpened(Ruleset.preset(), Seat.D), "soak")
    if desk.state.deal is None:
        found.deals += 1
        found.begun_s = time.monotonic()
        desk.submit(StartDeal(), "soak")
        desk.submit(EnterBets(BetsEntered()), "soak")
    elif time.monotonic() - found.begun_s > PATIENCE_S:
        # the camera may be faster after all
        with contextlib.suppress(NotAllowedError):
            desk.submit(reveal(), "soak")
            found.typed += 1


def _pipeline(desk: Desk, folder: Path, attendant: Attendant) -> Pipeline:
    config = TableConfig.model_validate(
        {
            "version": 1,
            "cameras": {
                "eyes": {"source": str(SAMPLES / "face.mp4"), "role": "faces", "seat": "B"},
            },
        }
    )
    clips = Clips(EvidenceStore(folder), lambda: datetime.now(UTC))
    make = makes_face_eyes(config, clips, lambda: desk.state)
    faces = make("eyes", config.cameras["eyes"], None)
    cards = CardEyes("top", RevealWatch(CardReader.load(), pack=Ruleset.preset().pack))
    watched = [
        _camera("top", _cleared_and_revealed, cards),
        _camera("eyes", lambda: read_clip(SAMPLES / "face.mp4"), faces),
    ]
    return Pipeline(watched, attendant, time.monotonic)


def _cleared_and_revealed() -> Iterator[Frame]:
    """The table lies clear, then comes the recording, then the cards lie for a while."""
    lies_s, step_s = 3.0, 1 / 12
    still = [number * step_s for number in range(round(lies_s / step_s))]
    frame = None
    for frame in read_clip(SAMPLES / "reveal.mp4"):
        if frame.time_s == 0:
            yield from (replace(frame, time_s=time_s) for time_s in still)
        yield replace(frame, time_s=lies_s + frame.time_s)
    assert frame is not None
    last_s = lies_s + frame.time_s + step_s
    yield from (replace(frame, time_s=last_s + time_s) for time_s in still)


def _camera(name: str, frames: Callable[[], Iterator[Frame]], eyes: Eyes) -> Watched:
    """A recording that comes round for ever, of which the newest frame counts."""

    def opened() -> Playback:
        return Playback(frames, clock=time.monotonic, sleep=time.sleep, loop=True)

    def capture() -> Capture:
        return Capture(opened, time.monotonic, Patience(warm_up_s=0.0))

    return Watched(Camera(name, capture, time.monotonic, live=True), eyes)


@contextlib.contextmanager
def _served(desk: Desk, folder: Path, cameras: Pipeline) -> Iterator[int]:
    app = create_app(desk, Accounts(), WebSettings(folder), cameras)
    listener = socket.create_server(("127.0.0.1", 0))
    server = server_for(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@contextlib.contextmanager
def _watched(port: int) -> Iterator[None]:
    """Pages look on from a process of their own, so that their memory is not counted."""
    pages = multiprocessing.get_context("spawn").Process(target=_look_on, args=(port,), daemon=True)
    pages.start()
    try:
        yield
    finally:
        pages.terminate()
        pages.join()


def _look_on(port: int) -> None:
    asyncio.run(_all_pages(port))


async def _all_pages(port: int) -> None:
    stays = [_page(port, "/api/v1/events", None) for _ in range(PAGES - 2)]
    overlays = [_page(port, "/overlay/feed", None), _page(port, "/overlay/feed?delay=10", None)]
    passes = [_page(port, "/api/v1/events", 5.0 + i) for i in range(PASSING)]
    previews = [_preview(port, name) for name in ("top", "eyes")]
    await asyncio.gather(*stays, *overlays, *passes, *previews)


async def _page(port: int, path: str, stays_s: float | None) -> None:
    """Comes back for ever; a page that does not stay asks for what it has missed."""
    seq = 0
    while True:
        asks = "&" if "?" in path else "?"
        with contextlib.suppress(OSError, ConnectionClosed, TimeoutError):
            async with (
                connect(f"ws://127.0.0.1:{port}{path}{asks}since={seq}") as stream,
                asyncio.timeout(stays_s),
            ):
                while True:
                    seq = json.loads(await stream.recv()).get("seq", seq)
        await asyncio.sleep(0.5)


async def _preview(port: int, camera: str) -> None:
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            path = f"/api/v1/cameras/{camera}/preview.mjpg"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            while await reader.read(65536):
                pass
            writer.close()
        await asyncio.sleep(0.5)


def main() -> None:
    """Soak, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    minutes = parser.parse_args().minutes
    with tempfile.TemporaryDirectory() as folder:
        found = soak(60 * minutes, Path(folder), lambda line: print(line, flush=True))
    print("\n".join([f"soak of {minutes:g} minutes", *found.lines()]))


if __name__ == "__main__":
    main()
