"""What looks at a camera of faces: gestures become questions, each with its clip."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from referee.config import CameraSection, TableConfig
from referee.errors import UnreadableError
from referee.frames.frame import Frame, Image
from referee.mus.keinuak import Gesture, Moment
from referee.mus.ruleset import Ruleset
from referee.pipeline.build import FaceEyes as MakesFaceEyes
from referee.pipeline.reports import Report, Witnessed
from referee.seats import Seat
from referee.signals.box import Box
from referee.signals.evidence import Cut, FaceMemory
from referee.signals.evidence_store import EvidenceStore, FacePolicy
from referee.signals.gesture import GestureEvent
from referee.signals.judge import Judge, Ruling
from referee.signals.landmarks import load_models
from referee.signals.needs import Needs
from referee.signals.recogniser import Recogniser
from referee.signals.session import Step, recognise
from referee.signals.watcher import FrameOrderError, Watcher
from referee.table.events import FlagRaised
from referee.table.seen import Evidence
from referee.vision.calibration import Calibration

_NAMED = 8

log = logging.getLogger(__name__)


@dataclass
class SeatWatch:
    """One player in view: what follows the face, and what was asked and not yet reported."""

    seat: Seat
    watcher: Watcher
    recogniser: Recogniser
    memory: FaceMemory
    asked: list[Ruling] = field(default_factory=list)
    """Flags whose clip is still running, in order."""
    past: list[GestureEvent] = field(default_factory=list)
    last: Step | None = None


class FaceEyes:
    """Watches the players whom one camera sees.

    A question is reported when its clip is complete, two seconds after the gesture.
    """

    secret = False

    def __init__(
        self,
        camera: str,
        watches: Sequence[SeatWatch],
        judge: Judge,
        moment: Callable[[], Moment | None],
        store: EvidenceStore,
        now: Callable[[], datetime],
    ) -> None:
        """`moment`: where the deal stands; None where nobody tells. `now`: with its time zone."""
        self._camera = camera
        self._watches = watches
        self._judge = judge
        self._moment = moment
        self._store = store
        self._now = now

    def look(self, frame: Frame) -> Sequence[Report]:
        """The questions whose clips are complete with this frame."""
        return [report for watch in self._watches for report in self._follow(watch, frame)]

    def draw(self, frame: Frame) -> Image:
        """The picture with the landmarks and features of the first player in view."""
        from referee.signals.show import draw_step

        watch = self._watches[0]
        return frame.image if watch.last is None else draw_step(frame, watch.last, watch.past)

    def close(self) -> None:
        """Release the models, and forget the faces."""
        for watch in self._watches:
            watch.watcher.close()
            watch.memory.forget()

    def _follow(self, watch: SeatWatch, frame: Frame) -> list[Report]:
        try:
            view = watch.watcher.look(frame)
        except FrameOrderError as error:
            log.info("%s: %s", self._camera, error)
            return []
        step = recognise(watch.recogniser, view)
        watch.last = step
        for event in step.ended:
            watch.past = [*watch.past, event][-_NAMED:]
            ruling = self._judge.judge(event, self._moment())
            if ruling.question is not None:
                watch.memory.flag(ruling.question, frame.time_s)
                watch.asked.append(ruling)
        strength = max((event.strength for event in step.running), default=0.0)
        cuts = watch.memory.add(frame, view, strength)
        return [self._report(watch, cut, frame) for cut in cuts]

    def _report(self, watch: SeatWatch, cut: Cut, frame: Frame) -> Report:
        """Cuts come in the order in which they were asked for."""
        ruling = watch.asked.pop(0)
        now = self._now()
        self._store.expire(now)
        kept = self._store.save(cut, now)
        flag = FlagRaised(
            seat=watch.seat,
            question=f"{ruling.reason}; {ruling.evidence}",
            gesture=Gesture(ruling.event.gesture.value),
            infraction=ruling.infraction,
            confidence=round(ruling.event.strength, 4),
            evidence=None if kept is None else Evidence(f"{kept.id}.mp4", kept.sha256),
        )
        return Witnessed(self._camera, flag, frame.time_s)


def makes_face_eyes(
    config: TableConfig,
    evidence: Path,
    moment: Callable[[], Moment | None],
    now: Callable[[], datetime],
) -> MakesFaceEyes:
    """For `build_pipeline`: eyes for each camera of faces; clips go to the folder `evidence`."""
    judge = Judge.of(Ruleset.preset(config.table.ruleset))
    policy = FacePolicy(not config.signals.enabled, config.signals.clip_retention_days)
    store = EvidenceStore(evidence, policy)

    def make(name: str, section: CameraSection, calibration: Calibration | None) -> FaceEyes:
        boxes = _boxes(name, section, calibration)
        needs = Needs.of(judge.listed)

        def watch(seat: Seat, box: Box | None) -> SeatWatch:
            watcher = Watcher(seat.value, load_models(needs), box)
            recogniser = Recogniser(seat.value, judge.listed)
            return SeatWatch(seat, watcher, recogniser, FaceMemory(seat.value))

        def open_all() -> FaceEyes:
            watches = [watch(seat, box) for seat, box in boxes.items()]
            return FaceEyes(name, watches, judge, moment, store, now)

        return policy.open_face_source(open_all)

    return make


def _boxes(
    name: str, section: CameraSection, calibration: Calibration | None
) -> dict[Seat, Box | None]:
    """Who is in view, and where; None where one player has the whole picture."""
    if calibration is not None and calibration.faces:
        return {s: Box(b.x, b.y, b.width, b.height) for s, b in calibration.faces.items()}
    if section.of_seat is not None:
        return {section.of_seat: None}
    raise UnreadableError(
        f"camera {name}: nobody said whose face it sees; set its `seat`, or calibrate it with a "
        "box for each face: referee calibrate --help"
    )
