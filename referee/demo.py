"""A whole deal that plays itself: calls, and the shipped recordings of a face and of a reveal.

The calls are scripted; what the cameras see is not: gestures and cards are read from the
recordings while they play, by the same networks, latches and votes as at a table.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread

import cv2

from referee.attending import attend
from referee.config import TableConfig
from referee.errors import NotAllowedError, RefereeError, UnreadableError
from referee.frames.frame import Frame, Image
from referee.frames.recording import read_clip
from referee.mus.betting import Call
from referee.mus.events import Declared
from referee.mus.hands import Lance
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.talk import MusCall, MusWord
from referee.pipeline.clips import Clips
from referee.pipeline.eyes import Eyes
from referee.pipeline.face_eyes import makes_face_eyes
from referee.pipeline.reports import reveal_event
from referee.seats import Seat
from referee.signals.evidence_store import EvidenceStore
from referee.table.commands import Intent, StartDeal
from referee.table.events import MatchOpened, ScoreSet
from referee.table.seen import CameraStatus
from referee.vision.annotate import draw_reveal
from referee.vision.clip import read_reveal_clip
from referee.vision.detector import CardReader
from referee.web.cameras import SimpleHealth, StillPicture
from referee.web.desk import Desk

log = logging.getLogger(__name__)

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples"
TABLE_CAMERA, FACE_CAMERA = "top", "face-b"
_CLIPS = {TABLE_CAMERA: "reveal.mp4", FACE_CAMERA: "face.mp4"}
_FPS = 12.0
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
        *(Declared(Lance.JUEGO, seat, holds) for seat, holds in juego.items()),
        Call.parse("D pass"),
        Call.parse("A bet 2"),
        Call.parse("B ordago"),
        Call.parse("A accept"),
    )


class Demo:
    """Plays the deal at a desk, in a thread of its own, and is its only cameras.

    The film of the face begins with the deal, and the calls fall into it at its own times. B
    winks, which says 31 and is true: nobody is asked. Then B opens the mouth wide, which no list
    of signals has: a question with its clip.
    """

    def __init__(
        self, desk: Desk, evidence: Path, samples: Path = SAMPLES, *, live: bool = True
    ) -> None:
        """Clips of flags go to the folder `evidence`. Not `live`: as fast as it can be read."""
        missing = [samples / clip for clip in _CLIPS.values() if not (samples / clip).exists()]
        if missing:
            raise UnreadableError(
                f"{missing[0]}: the demonstration plays this recording, which comes with the "
                "project's source; run it there with `make demo`"
            )
        self._desk = desk
        self._evidence = evidence
        self._samples = samples
        self._live = live
        self._stop = Signal()
        self._lock = Lock()
        self._pictures: dict[str, StillPicture] = {}
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
        """Each camera gives a picture from the first frame of its recording on."""
        message = "the recording has not begun"
        return tuple(
            SimpleHealth(name, fps=_FPS)
            if self.picture(name)
            else SimpleHealth(name, CameraStatus.DEGRADED, message)
            for name in _CLIPS
        )

    def picture(self, name: str) -> StillPicture | None:
        """The newest frame."""
        with self._lock:
            return self._pictures.get(name)

    def _play(self) -> None:
        try:
            spoken = deque(script())
            self._play_face(spoken)
            while spoken and not self._stop.is_set():
                self._desk.submit(spoken.popleft(), "demo")
                self._wait(PAUSE_S)
            self._play_reveal()
        except NotAllowedError as error:
            # somebody plays along with the buttons and was faster
            log.info("the demonstration stops: %s", error)
        except RefereeError:
            log.exception("the demonstration failed")

    def _play_face(self, spoken: deque[Intent]) -> None:
        """The film of the face, and what is said meanwhile."""
        eyes = self._face_eyes()
        said = 0
        try:
            for frame in self._frames(FACE_CAMERA):
                while spoken and frame.time_s >= said * PAUSE_S:
                    self._desk.submit(spoken.popleft(), "demo")
                    said += 1
                for report in eyes.look(frame):
                    attend(self._desk, report, hidden_hands=False)
                self._show(FACE_CAMERA, eyes.draw(frame))
            for report in eyes.finish():
                attend(self._desk, report, hidden_hands=False)
        finally:
            eyes.close()

    def _face_eyes(self) -> Eyes:
        source = str(self._samples / _CLIPS[FACE_CAMERA])
        section = {"source": source, "role": "faces", "seat": "B"}
        config = TableConfig.model_validate({"version": 1, "cameras": {FACE_CAMERA: section}})
        clips = Clips(EvidenceStore(self._evidence), lambda: datetime.now(UTC))
        make = makes_face_eyes(config, clips, lambda: self._desk.state)
        return make(FACE_CAMERA, config.cameras[FACE_CAMERA], None)

    def _play_reveal(self) -> None:
        reader = CardReader.load()
        pack = Ruleset.preset().pack
        committed = read_reveal_clip(self._shown(TABLE_CAMERA), reader, pack=pack)
        if committed is None or self._stop.is_set():
            return
        self._show(TABLE_CAMERA, draw_reveal(committed.frame, committed.reveal))
        self._desk.submit(reveal_event(TABLE_CAMERA, committed.reveal), f"camera:{TABLE_CAMERA}")

    def _shown(self, name: str) -> Iterator[Frame]:
        for frame in self._frames(name):
            self._show(name, frame.image)
            yield frame

    def _frames(self, name: str) -> Iterator[Frame]:
        """A recording at live speed."""
        begun = time.monotonic()
        for frame in read_clip(self._samples / _CLIPS[name]):
            self._wait(begun + frame.time_s - time.monotonic())
            if self._stop.is_set():
                return
            yield frame

    def _wait(self, seconds: float) -> None:
        if self._live and seconds > 0:
            self._stop.wait(seconds)

    def _show(self, name: str, image: Image) -> None:
        ok, jpeg = cv2.imencode(".jpg", image, _JPEG)
        if ok:
            with self._lock:
                before = self._pictures.get(name)
                number = before.number + 1 if before else 1
                self._pictures[name] = StillPicture(number, jpeg.tobytes())
