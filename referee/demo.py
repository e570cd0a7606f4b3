"""A whole deal that plays itself: calls, a flag, and the shipped recording of a reveal.

The calls are scripted; the cards are not: they are read from the recording while it plays, by
the same networks and votes as at a table.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread

import cv2
from numpy.typing import NDArray

from referee.errors import NotAllowedError, RefereeError, UnreadableError
from referee.frames.frame import Frame
from referee.frames.recording import read_clip
from referee.mus.betting import Call
from referee.mus.events import Declared
from referee.mus.hands import Lance
from referee.mus.keinuak import Gesture
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.talk import MusCall, MusWord
from referee.pipeline.reports import reveal_event
from referee.seats import Seat
from referee.table.commands import Intent, StartDeal
from referee.table.events import FlagRaised, MatchOpened, ScoreSet
from referee.table.seen import CameraStatus
from referee.vision.annotate import draw_reveal
from referee.vision.clip import read_reveal_clip
from referee.vision.detector import CardReader
from referee.web.cameras import SimpleHealth, StillPicture
from referee.web.desk import Desk

log = logging.getLogger(__name__)

CLIP = Path(__file__).parents[1] / "datasets" / "samples" / "reveal.mp4"
CAMERA = "top"
PAUSE_S = 1.2
"""Between two calls, so that people can follow."""
_JPEG = (cv2.IMWRITE_JPEG_QUALITY, 80)


def script() -> Sequence[Intent]:
    """What was said in the deal of the recording, see datasets/samples/clip.yaml."""
    passes = [Call.parse(f"{seat} pass") for seat in "DABC"]
    pares = {Seat.D: True, Seat.A: False, Seat.B: True, Seat.C: False}
    juego = {Seat.D: True, Seat.A: True, Seat.B: True, Seat.C: False}
    return (
        MatchOpened(Ruleset.preset(), Seat.C),
        ScoreSet(Score(33, 30)),
        StartDeal(),
        MusCall(Seat.D, MusWord.MUS),
        MusCall(Seat.A, MusWord.NO_MUS),
        *passes,
        *passes[:3],
        Call.parse("C bet 2"),
        Call.parse("B refuse"),
        *(Declared(Lance.PARES, seat, holds) for seat, holds in pares.items()),
        FlagRaised(
            Seat.B,
            "a wink was seen while the juego was declared",
            gesture=Gesture.WINK,
            confidence=0.91,
        ),
        *(Declared(Lance.JUEGO, seat, holds) for seat, holds in juego.items()),
        Call.parse("D pass"),
        Call.parse("A bet 2"),
        Call.parse("B ordago"),
        Call.parse("A accept"),
    )


class Demo:
    """Plays the deal at a desk, in a thread of its own, and is its only camera."""

    def __init__(self, desk: Desk, clip: Path = CLIP, pause_s: float = PAUSE_S) -> None:
        if not clip.exists():
            raise UnreadableError(
                f"{clip}: the demonstration plays this recording, which comes with the project's "
                "source; run it there with `make demo`"
            )
        self._desk = desk
        self._clip = clip
        self._pause_s = pause_s
        self._stop = Signal()
        self._lock = Lock()
        self._picture: StillPicture | None = None
        self._thread = Thread(target=self._play, name="demo", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """End early."""
        self._stop.set()
        self._thread.join()

    def wait(self) -> None:
        """Until the deal is played."""
        self._thread.join()

    def health(self) -> Sequence[SimpleHealth]:
        """One camera, which gives a picture from the first frame on."""
        seen = self.picture(CAMERA) is not None
        if not seen:
            message = "the recording of the reveal has not begun"
            return (SimpleHealth(CAMERA, CameraStatus.DEGRADED, message),)
        return (SimpleHealth(CAMERA, fps=12.0),)

    def picture(self, name: str) -> StillPicture | None:
        """The newest frame."""
        with self._lock:
            return self._picture if name == CAMERA else None

    def _play(self) -> None:
        try:
            for intent in script():
                self._desk.submit(intent, "demo")
                if self._stop.wait(self._pause_s):
                    return
            reader = CardReader.load()
            committed = read_reveal_clip(self._frames(), reader, pack=Ruleset.preset().pack)
            if committed is None or self._stop.is_set():
                return
            self._show(draw_reveal(committed.frame, committed.reveal))
            self._desk.submit(reveal_event(CAMERA, committed.reveal), f"camera:{CAMERA}")
        except NotAllowedError as error:
            # somebody plays along with the buttons and was faster
            log.info("the demonstration stops: %s", error)
        except RefereeError:
            log.exception("the demonstration failed")

    def _frames(self) -> Iterator[Frame]:
        """The recording at live speed."""
        begun = time.monotonic()
        for frame in read_clip(self._clip):
            if self._stop.wait(max(0.0, begun + frame.time_s - time.monotonic())):
                return
            self._show(frame.image)
            yield frame

    def _show(self, image: NDArray) -> None:  # type: ignore[type-arg]
        ok, jpeg = cv2.imencode(".jpg", image, _JPEG)
        if ok:
            with self._lock:
                number = self._picture.number + 1 if self._picture else 1
                self._picture = StillPicture(number, jpeg.tobytes())
