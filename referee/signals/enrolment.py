"""Enrolment: before play, a player keeps still and then shows each signal two or three times.

Ends by itself: what is not shown in time, or cannot be told from what was shown, is left out and
stays with the generic thresholds. A showing that teaches nothing is refused with the reason.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.errors import NotAllowedError, UnreadableError
from referee.signals.cues import CUES, Look
from referee.signals.features import face_features
from referee.signals.gesture import Gesture, Side
from referee.signals.latch import ENTER
from referee.signals.neutral import LEARNING_S, Neutral
from referee.signals.observation import Face, FaceObservation
from referee.signals.parts import WATCHES, Part
from referee.signals.recogniser import look_at
from referee.signals.sight import ENOUGH, visible
from referee.signals.templates import FEATURES, Template, Templates, length, movement_of

SHOWINGS = 2
ALIKE = 0.75
"""Cosine between two showings below which a third one is asked for."""
PATIENCE_S = 10.0
"""How long one gesture is waited for."""
SHORTEST_S = 0.25
"""A blink is shorter than any showing."""
LONGEST_S = 4.0
"""Who holds it longer has not come back to rest, or now rests differently."""
MOVED, AT_REST = 0.6, 0.4
"""Length of a movement, in clear movements of one feature."""
STILL = 1.0
"""The same, for a face that is not at rest while its neutral is learnt."""
AWAY_S = 1.0
"""How long nobody may be seen without being told so."""


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
        self.remark = ""
        """Why the last showing was refused; empty after one that was taken."""
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
        self._own: list[Template] = []
        """Of the gesture that is asked for now."""
        self._showing: list[tuple[float, Look]] = []
        self._hidden = 0
        """Looks of this showing at which its part was not well seen."""
        self._asked_s: float | None = None
        self._away_s: float | None = None
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
        return f"show {_name(*self._todo[0])} ({len(self._own) + 1} of {self._showings})"

    @property
    def _showings(self) -> int:
        alike = len(self._own) < SHOWINGS or self._own[0].cosine(self._own[1].movement) >= ALIKE
        return SHOWINGS if alike else SHOWINGS + 1

    def feed(self, observation: FaceObservation) -> None:
        """Take one look into account; looks without a face only pass the time."""
        now = observation.time_s
        self._note_absence(observation)
        if self._neutral is None:
            self._learn_neutral(observation)
        elif self._todo:
            self._asked_s = now if self._asked_s is None else self._asked_s
            if now - self._asked_s > PATIENCE_S:
                self._give_up()
            elif observation.face:
                self._watch(observation, observation.face, self._neutral)

    def result(self) -> Enrolled:
        """What was shown; raises NotAllowedError before the end."""
        if self._neutral is None or self._todo:
            raise NotAllowedError(f"{self.player} is still enrolling: {self.prompt}")
        return Enrolled(self._neutral, Templates(tuple(self._shown)), tuple(self._left_out))

    def stop(self) -> None:
        """The source is over: what was not shown is left out.

        Raises NotAllowedError when not even the neutral is known.
        """
        while self._neutral is not None and self._todo:
            self._give_up()
        self.result()

    def _note_absence(self, observation: FaceObservation) -> None:
        if observation.face:
            self._away_s = None
            return
        self._away_s = observation.time_s if self._away_s is None else self._away_s
        if observation.time_s - self._away_s >= AWAY_S:
            state = observation.state.replace("_", " ")
            self.remark = f"cannot tell ({state}); sit alone before the camera"

    def _learn_neutral(self, observation: FaceObservation) -> None:
        if not observation.face:
            return
        self._still.append(observation)
        if observation.time_s - self._still[0].time_s < LEARNING_S:
            return
        neutral, restless = Neutral.of(self._still), 0
        for o in self._still:
            if o.face:
                look = look_at(o, o.face, neutral)
                moved = (length(movement_of(part, look)) for part in (Part.BROWS, Part.MOUTH))
                restless += max(moved) > STILL
        if restless > len(self._still) / 4:
            self.remark = "the face was not at rest; once more"
        else:
            self._neutral, self.remark = neutral, ""
        self._still = []

    def _watch(self, observation: FaceObservation, face: Face, neutral: Neutral) -> None:
        """Follow the part asked for out of neutral and back: that is one showing."""
        now, look = observation.time_s, look_at(observation, face, neutral)
        part = WATCHES[self._todo[0][0]].part
        moved = length(movement_of(part, look))
        if moved >= MOVED or (self._showing and moved >= AT_REST):
            seen = visible(face.sight, face_features(face), look.face, observation.body, look.hands)
            self._showing.append((now, look))
            self._hidden += getattr(seen, part) < ENOUGH
            return
        showing, hidden = self._showing, self._hidden
        self._showing, self._hidden = [], 0
        if showing:
            self._take(showing, hidden, now)

    def _take(self, showing: list[tuple[float, Look]], hidden: int, now: float) -> None:
        gesture, side = self._todo[0]
        lasted = now - showing[0][0]
        if lasted < SHORTEST_S:
            return  # a blink, a twitch: nobody meant to show that
        if lasted > LONGEST_S:
            self.remark = f"that lasted {lasted:.1f} s; come back to rest sooner"
        elif hidden > len(showing) / 3:
            self.remark = "the face was not well seen; look at the camera, hands away"
        else:
            looks = [look for _, look in showing]
            try:
                template = Template.of(gesture, side, looks)
            except UnreadableError:
                self.remark = _what_it_was(gesture, side, looks)
                return
            self._own.append(template)
            self.remark = ""
            if len(self._own) >= self._showings:
                self._next()

    def _give_up(self) -> None:
        if not self._own:
            self._left_out.append(_name(*self._todo[0]))
        self._next()

    def _next(self) -> None:
        self._shown += self._own
        del self._todo[0]
        self._own, self._showing, self._hidden, self._asked_s = [], [], 0, None


def lead(
    enrolment: Enrolment, looks: Iterable[FaceObservation], say: Callable[[str], None]
) -> Enrolled:
    """Lead a player through an enrolment: `say` gets each new prompt and each new remark.

    Looks are taken until all is shown or there are no more, live or recorded. Raises
    NotAllowedError when they end before the neutral is known.
    """
    prompt = remark = ""
    for look in looks:
        if enrolment.remark not in ("", remark):
            say(f"  {enrolment.remark}")
        if enrolment.prompt != prompt:
            say(enrolment.prompt)
        prompt, remark = enrolment.prompt, enrolment.remark
        if enrolment.done:
            break
        enrolment.feed(look)
    enrolment.stop()
    if enrolment.prompt != prompt:
        say(enrolment.prompt)
    return enrolment.result()


def _what_it_was(gesture: Gesture, side: Side | None, looks: list[Look]) -> str:
    """What was seen instead of what was asked for."""
    part = WATCHES[gesture].part
    rivals = [
        (sum((CUES[other](look, its) or 0.0) >= ENTER for look in looks), _name(other, its))
        for other, watch in WATCHES.items()
        if watch.part is part
        for its in watch.sides
        if (other, its) != (gesture, side)
    ]
    count, name = max(rivals, default=(0, ""))
    if count > len(looks) / 3:
        return f"that looked like {name}; show {_name(gesture, side)}"
    return "that was not clear enough; show it more clearly"


def _name(gesture: Gesture, side: Side | None) -> str:
    return gesture.value.replace("_", " ") + (f" to your {side}" if side else "")
