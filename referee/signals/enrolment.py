"""Enrolment: before play, a player keeps still and then shows each signal a few times.

Ends by itself: what is not shown in time, or cannot be told from what was shown, is left out and
stays with the generic thresholds.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.errors import NotAllowedError, UnreadableError
from referee.signals.cues import Look
from referee.signals.gesture import Gesture, Side
from referee.signals.neutral import LEARNING_S, Neutral
from referee.signals.observation import FaceObservation
from referee.signals.parts import WATCHES
from referee.signals.recogniser import look_at
from referee.signals.templates import FEATURES, Template, Templates, length, movement_of

SHOWINGS = 2
PATIENCE_S = 10.0
"""How long one gesture is waited for."""
SHORTEST_S = 0.25
"""A blink is shorter than any showing."""
MOVED, AT_REST = 0.6, 0.4
"""Length of a movement, in clear movements of one feature."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What a player has shown."""

    neutral: Neutral
    templates: Templates
    left_out: tuple[str, ...]
    """Gestures that stay with the generic thresholds."""


class Enrolment:
    """Leads one player through it, look by look."""

    def __init__(self, player: str, listed: Iterable[Gesture]) -> None:
        """`listed`: the signals of the ruleset; those that need no template are not asked for."""
        self.player = player
        wanted = set(listed)
        self._todo: list[tuple[Gesture, Side | None]] = [
            (gesture, side)
            for gesture, watch in WATCHES.items()
            if gesture in wanted and watch.part in FEATURES
            for side in watch.sides
        ]
        self._still: list[FaceObservation] = []
        self._neutral: Neutral | None = None
        self._shown: list[Template] = []
        self._showing: list[tuple[float, Look]] = []
        self._times = 0
        self._asked_s: float | None = None
        self._left_out: list[str] = []

    @property
    def done(self) -> bool:
        """Whether nothing is left to show."""
        return self._neutral is not None and not self._todo

    @property
    def prompt(self) -> str:
        """What the player is asked to do now."""
        if self._neutral is None:
            return "look at the camera and keep your face still"
        if not self._todo:
            return "thank you, that was all"
        return f"show {_name(*self._todo[0])} ({self._times + 1} of {SHOWINGS})"

    def feed(self, observation: FaceObservation) -> None:
        """Take one look into account; looks without a face only pass the time."""
        now = observation.time_s
        if self._neutral is None:
            self._learn_neutral(observation)
        elif self._todo:
            self._asked_s = now if self._asked_s is None else self._asked_s
            if now - self._asked_s > PATIENCE_S:
                self._give_up()
            elif observation.face:
                self._watch(now, look_at(observation, observation.face, self._neutral))

    def result(self) -> Enrolled:
        """What was shown; raises NotAllowedError before the end."""
        if self._neutral is None or self._todo:
            raise NotAllowedError(f"{self.player} is still enrolling: {self.prompt}")
        return Enrolled(self._neutral, Templates(tuple(self._shown)), tuple(self._left_out))

    def _learn_neutral(self, observation: FaceObservation) -> None:
        if not observation.face:
            return
        self._still.append(observation)
        if observation.time_s - self._still[0].time_s >= LEARNING_S:
            self._neutral = Neutral.of(self._still)
            self._still = []

    def _watch(self, now: float, look: Look) -> None:
        """Follow the part asked for out of neutral and back: that is one showing."""
        gesture, side = self._todo[0]
        moved = length(movement_of(WATCHES[gesture].part, look))
        if moved >= MOVED or (self._showing and moved >= AT_REST):
            self._showing.append((now, look))
            return
        showing, self._showing = self._showing, []
        if not showing or now - showing[0][0] < SHORTEST_S:
            return
        try:
            template = Template.of(gesture, side, [look for _, look in showing])
        except UnreadableError:
            return
        self._shown.append(template)
        self._times += 1
        if self._times == SHOWINGS:
            self._next()

    def _give_up(self) -> None:
        if not self._times:
            self._left_out.append(_name(*self._todo[0]))
        self._next()

    def _next(self) -> None:
        del self._todo[0]
        self._times, self._showing, self._asked_s = 0, [], None


def _name(gesture: Gesture, side: Side | None) -> str:
    return gesture.value.replace("_", " ") + (f" to your {side}" if side else "")
