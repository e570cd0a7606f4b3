"""What looks at a camera of faces: gestures become questions, each with its clip.

A question that only the cards can raise waits for the reveal, and its clip waits in memory.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from referee.config import CameraSection, TableConfig
from referee.errors import UnreadableError
from referee.frames.frame import Frame, Image
from referee.mus.keinuak import Gesture, vocabulary
from referee.mus.ruleset import Ruleset
from referee.pipeline.build import FaceEyes as MakesFaceEyes
from referee.pipeline.clips import Clips
from referee.pipeline.enrolled import Enrolled
from referee.pipeline.reports import Report, Witnessed
from referee.pipeline.standing import Standing, Standings, deal_of
from referee.seats import Seat
from referee.signals.box import Box
from referee.signals.evidence import Cut, FaceMemory
from referee.signals.evidence_store import FacePolicy
from referee.signals.gesture import GestureEvent
from referee.signals.judge import Judge, Ruling, Verdict
from referee.signals.landmarks import load_models
from referee.signals.needs import Needs
from referee.signals.recogniser import Recogniser
from referee.signals.session import Step, finish, recognise
from referee.signals.templates import MatchTemplates
from referee.signals.watcher import FrameOrderError, View, Watcher
from referee.table.events import FlagRaised
from referee.table.state import TableState
from referee.vision.calibration import Calibration

_NAMED = 8
_HELD = 32
"""Signals of one player in one deal that wait for the cards; the oldest go first."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ruled:
    """A gesture, and how the deal stood when it began."""

    ruling: Ruling
    standing: Standing


@dataclass(frozen=True)
class Held:
    """A legal signal whose truth only the cards can tell, with its clip."""

    ruled: Ruled
    cut: Cut


@dataclass
class SeatWatch:
    """One player in view: what follows the face, and what was asked and not yet reported."""

    seat: Seat
    watcher: Watcher
    recogniser: Recogniser
    memory: FaceMemory
    running: deque[Ruled] = field(default_factory=deque)
    """Those whose clip is still running, in order."""
    held: deque[Held] = field(default_factory=lambda: deque(maxlen=_HELD))
    past: list[GestureEvent] = field(default_factory=list)
    last: Step | None = None


class FaceEyes:
    """Watches the players whom one camera sees, while cards are held that nobody has seen.

    A question is reported when its clip is complete, two seconds after the gesture; one about the
    truth of a signal once the hands of its deal are known. Clips of signals that the cards bear
    out are forgotten.
    """

    secret = False

    def __init__(
        self,
        camera: str,
        watches: Sequence[SeatWatch],
        judge: Judge,
        state: Callable[[], TableState],
        clips: Clips,
        enrolled: Enrolled | None = None,
    ) -> None:
        """`state`: of the table, as it is now. `enrolled`: what the players showed.

        A match with another list of signals than the judge's ruleset names is not judged.
        """
        self._camera = camera
        self._watches = watches
        self._judge = judge
        self._state = state
        self._standings = Standings()
        self._clips = clips
        self._enrolled = enrolled
        self._aside = ThreadPoolExecutor(len(watches), f"faces {camera}")

    def look(self, frame: Frame) -> Sequence[Report]:
        """The questions that are complete with this frame."""
        state = self._state()
        self._standings.note(frame.time_s, state)
        if self._enrolled and self._enrolled.follow(state):
            for watch in self._watches:
                watch.recogniser.use(self._enrolled.of(watch.seat))
        reports: list[Report] = []
        for watch, view in zip(self._watches, self._views(frame), strict=True):
            reports += self._follow(watch, frame, view) if view else ()
            reports += self._compare_with_cards(watch, state, frame.time_s)
        return reports

    def finish(self) -> Sequence[Report]:
        """The questions whose gesture or clip was still running, with what there is of it."""
        state = self._state()
        reports: list[Report] = []
        for watch in self._watches:
            if watch.last is None:
                continue
            time_s = watch.last.view.observation.time_s
            self._ask(watch, finish(watch.recogniser, watch.last).ended, time_s)
            reports += self._sort(watch, watch.memory.finish(), time_s)
            reports += self._compare_with_cards(watch, state, time_s)
        return reports

    def draw(self, frame: Frame) -> Image:
        """The picture with the landmarks and features of the first player in view."""
        from referee.signals.show import draw_step

        watch = self._watches[0]
        return frame.image if watch.last is None else draw_step(frame, watch.last, watch.past)

    def close(self) -> None:
        """Release the models, and forget the faces."""
        self._aside.shutdown()
        for watch in self._watches:
            watch.watcher.close()
            watch.memory.forget()
            watch.held.clear()

    def _views(self, frame: Frame) -> Iterable[View | None]:
        """Each player in this frame, side by side; None where it came out of order."""

        def look(watch: SeatWatch) -> View | None:
            try:
                return watch.watcher.look(frame)
            except FrameOrderError as error:
                log.info("%s: %s", self._camera, error)
                return None

        return list(self._aside.map(look, self._watches))

    def _follow(self, watch: SeatWatch, frame: Frame, view: View) -> list[Report]:
        step = recognise(watch.recogniser, view)
        watch.last = step
        self._ask(watch, step.ended, frame.time_s)
        cuts = watch.memory.add(frame, view, watch.recogniser.level)
        return self._sort(watch, cuts, frame.time_s)

    def _ask(self, watch: SeatWatch, ended: Iterable[GestureEvent], time_s: float) -> None:
        """Begin a clip for each gesture that is, or may yet become, a question."""
        for event in ended:
            watch.past = [*watch.past, event][-_NAMED:]
            ruled = self._rule(event)
            if ruled:
                watch.memory.flag(ruled.ruling.question or "", time_s)
                watch.running.append(ruled)

    def _sort(self, watch: SeatWatch, cuts: Iterable[Cut], time_s: float) -> list[Report]:
        """Report the questions whose clip is complete; what the cards will tell is held."""
        reports: list[Report] = []
        for cut in cuts:
            ruled = watch.running.popleft()  # cuts come in the order in which they were asked for
            if ruled.ruling.needs_answer:
                reports.append(self._report(watch.seat, ruled.ruling, cut, time_s))
            else:
                watch.held.append(Held(ruled, cut))
        return reports

    def _rule(self, event: GestureEvent) -> Ruled | None:
        """None for what raises no question, whatever the cards are."""
        standing = self._standings.at(event.start_s)
        if standing is None or standing.rules.signals is not self._judge.ruleset.signals:
            return None
        ruling = self._judge.judge(event, standing.moment)
        asks = ruling.needs_answer or ruling.verdict is Verdict.LEGAL
        return Ruled(ruling, standing) if asks else None

    def _compare_with_cards(
        self, watch: SeatWatch, state: TableState, time_s: float
    ) -> list[Report]:
        reports: list[Report] = []
        for held in tuple(watch.held):
            standing = held.ruled.standing
            deal = deal_of(state, standing.deal)
            if deal and deal is state.deal and not deal.hands:
                continue
            watch.held.remove(held)
            hand = standing.hand(deal, watch.seat) if deal else None
            if hand is None:
                continue
            if state.deal not in (None, deal):
                log.warning(
                    "%s: a signal of %s in deal %d is not judged: the next deal has begun",
                    self._camera,
                    watch.seat,
                    standing.deal,
                )
                continue
            judge = replace(self._judge, ruleset=standing.rules)
            ruling = judge.reveal(held.ruled.ruling, hand)
            if ruling.question:
                cut = replace(held.cut, flag=ruling.question)
                reports.append(self._report(watch.seat, ruling, cut, time_s))
        return reports

    def _report(self, seat: Seat, ruling: Ruling, cut: Cut, time_s: float) -> Report:
        flag = FlagRaised(
            seat=seat,
            question=f"{ruling.reason}; rule: {ruling.rule}; {ruling.evidence}",
            gesture=Gesture(ruling.event.gesture.value),
            infraction=ruling.infraction,
            confidence=round(ruling.event.strength, 4),
            evidence=self._clips.save(cut),
        )
        return Witnessed(self._camera, flag, time_s)


def makes_face_eyes(
    config: TableConfig,
    clips: Clips,
    state: Callable[[], TableState],
    enrolled: Path | None = None,
) -> MakesFaceEyes:
    """For `build_pipeline`: eyes for each camera of faces.

    `enrolled`: folder of what `referee enrol` learnt; emptied when the match closes.
    """
    ruleset = Ruleset.preset(config.table.ruleset)
    judge = Judge(ruleset, vocabulary(config.signals.allowed or ruleset.signals))
    policy = FacePolicy(not config.signals.enabled, config.signals.clip_retention_days)

    def make(name: str, section: CameraSection, calibration: Calibration | None) -> FaceEyes:
        boxes = _boxes(name, section, calibration)
        needs = Needs.of(judge.listed)

        def watch(seat: Seat, box: Box | None) -> SeatWatch:
            watcher = Watcher(seat.value, load_models(needs), box)
            recogniser = Recogniser(seat.value, judge.listed)
            return SeatWatch(seat, watcher, recogniser, FaceMemory(seat.value))

        def open_all() -> FaceEyes:
            watches = [watch(seat, box) for seat, box in boxes.items()]
            shown = Enrolled(MatchTemplates(enrolled)) if enrolled else None
            return FaceEyes(name, watches, judge, state, clips, shown)

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
