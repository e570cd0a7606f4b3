"""From looks at one player to gestures: each one an event with a start, an end and a side.

Every gesture that is watched has a latch that follows its evidence; gestures of one part of the
body are rivals, of which at most one runs at a time. Nothing is recognised before the player's
neutral is known, nor from parts that are not seen.
"""

from collections.abc import Iterable
from enum import StrEnum

from referee.errors import UnreadableError
from referee.signals.cues import Look
from referee.signals.features import (
    ShoulderRise,
    body_features,
    face_features,
    hand_features,
)
from referee.signals.gesture import Gesture, GestureEvent, Side
from referee.signals.glances import Glances
from referee.signals.latch import Latch, Run
from referee.signals.neutral import Neutral, NeutralLearner
from referee.signals.observation import Face, FaceObservation
from referee.signals.parts import DELIBERATE, WATCHES, Part
from referee.signals.sight import ENOUGH, NOTHING, Visible, visible
from referee.signals.talk import Talk
from referee.signals.templates import NOTHING_SHOWN, Templates
from referee.signals.unlisted import UnlistedWatch

LONGEST_S = 5.0
"""A signal is over sooner; what lasts longer is how the player now sits."""
AWAY_S = 10.0
"""Whoever comes back after so long is learnt anew."""


class WatchState(StrEnum):
    """What the recogniser can say just now."""

    CALIBRATING = "calibrating"
    WATCHING = "watching"
    CANNOT_TELL = "cannot_tell"


class Recogniser:
    """Watches one player."""

    def __init__(
        self,
        player: str,
        listed: Iterable[Gesture] = WATCHES,
        neutral: Neutral | None = None,
        templates: Templates = NOTHING_SHOWN,
    ) -> None:
        """`listed`: the signals of the ruleset. `neutral`: one that the player has shown;
        `templates`: how the player makes the signals."""
        self.player = player
        self.state = WatchState.CALIBRATING if neutral is None else WatchState.CANNOT_TELL
        self.late_looks = 0
        """Looks left out because they came out of order."""
        self._learner = NeutralLearner(neutral)
        self._groups = _groups(player, frozenset(listed) | DELIBERATE, templates)
        self._unlisted = UnlistedWatch(player, frozenset(listed))
        self._talk = Talk()
        self._glances = Glances()
        self._time_s: float | None = None
        self._seen_s: float | None = None

    def use(self, templates: Templates) -> None:
        """Go by what the player has shown, from the next look on."""
        for group in self._groups:
            group.use(templates)

    @property
    def calibrated_percent(self) -> int:
        """How well the player's neutral is known, 0 to 100."""
        return self._learner.percent

    @property
    def running(self) -> tuple[GestureEvent, ...]:
        """What is recognised and not over yet."""
        return tuple(event for group in self._groups if (event := group.running))

    @property
    def level(self) -> float:
        """How strongly anything shows just now, a signal or a movement in no list, 0 to 1."""
        signals = max((group.level for group in self._groups), default=0.0)
        return max(signals, self._unlisted.level)

    def update(self, observation: FaceObservation) -> tuple[GestureEvent, ...]:
        """Take one look into account; the gestures that ended with it.

        Raises UnreadableError for a look at another player.
        """
        if observation.player != self.player:
            raise UnreadableError(
                f"a look at {observation.player}, given to what watches {self.player}"
            )
        now = observation.time_s
        if self._time_s is not None and now <= self._time_s:
            self.late_looks += 1
            return ()
        self._time_s = now
        if observation.face is None:
            return self._unseen(now)
        return self._seen(now, observation, observation.face)

    def finish(self) -> tuple[GestureEvent, ...]:
        """End what is running: the stream is over."""
        now = self._time_s
        if now is None:
            return ()
        ended = [event for group in self._groups if (event := group.stop(now))]
        sifted = self._glances.sift(now, ended, ()) + self._glances.finish()
        return sifted + self._unlisted.finish(now)

    def _unseen(self, now: float) -> tuple[GestureEvent, ...]:
        if self._seen_s is not None and now - self._seen_s > AWAY_S:
            self._learner.forget()
        self.state = WatchState.CANNOT_TELL
        return self._follow(now, None, NOTHING)

    def _seen(
        self, now: float, observation: FaceObservation, face: Face
    ) -> tuple[GestureEvent, ...]:
        self._seen_s = now
        reading = face_features(face)
        body = body_features(observation.body) if observation.body else None
        neutral = self._learner.neutral
        if neutral is None:
            self._learner.watch(now, reading, body, resting=True)
            self.state = WatchState.CALIBRATING
            return ()
        talking = self._talk.follow(now, reading.mouth_open)
        look = look_at(observation, face, neutral, talking)
        seen = visible(face.sight, reading, look.face, observation.body, look.hands)
        ended = self._follow(now, look, seen)
        resting = all(group.at_rest for group in self._groups)
        self._learner.watch(now, reading, body, resting)
        well = min(seen.eyes, seen.mouth) >= ENOUGH
        self.state = WatchState.WATCHING if well else WatchState.CANNOT_TELL
        return ended

    def _follow(self, now: float, look: Look | None, seen: Visible) -> tuple[GestureEvent, ...]:
        ended = [event for group in self._groups for event in group.follow(now, look, seen)]
        running = {group.part: event for group in self._groups if (event := group.running)}
        sifted = self._glances.sift(now, ended, running.values())
        busy = frozenset(running)
        return sifted + self._unlisted.follow(now, look, seen, busy)


def look_at(
    observation: FaceObservation, face: Face, neutral: Neutral, talking: bool = False
) -> Look:
    """One look compared with a neutral."""
    body = body_features(observation.body) if observation.body else None
    return Look(
        face=face_features(face).minus(neutral.face),
        neutral=neutral.face,
        mouth=face.mouth,
        rise=ShoulderRise.between(body, neutral.body) if body and neutral.body else None,
        hands=hand_features(observation),
        talking=talking,
    )


class _Channel:
    """One gesture to one side: its cue and its latch."""

    def __init__(self, gesture: Gesture, side: Side | None, templates: Templates) -> None:
        self.gesture, self.side = gesture, side
        self.templates = templates
        self.latch = Latch()
        self._muted = False

    def follow(self, now: float, look: Look | None, seen: float) -> Run | None:
        evidence = None
        if look is not None and seen >= ENOUGH:
            evidence = self._evidence(look)
            evidence = None if evidence is None else evidence * seen
        if self._muted and evidence is not None:
            self._muted = evidence > 0.25
            evidence = 0.0 if self._muted else evidence
        return self.latch.follow(now, evidence, seen)

    def _evidence(self, look: Look) -> float | None:
        if look.talking and WATCHES[self.gesture].part in (Part.MOUTH, Part.HEAD):
            return 0.0
        return self.templates.evidence(self.gesture, self.side, look)

    def mute(self, now: float) -> Run | None:
        """End the run; nothing more is heard until the evidence is gone."""
        self._muted = True
        return self.latch.stop(now)

    def is_ready(self, now: float) -> bool:
        run = self.latch.run
        if run is None or run.above_s is None:
            return False
        return run.held_s(now) >= WATCHES[self.gesture].hold_s


class _Group:
    """Rivals: the gestures made with one part."""

    def __init__(self, player: str, part: Part, channels: tuple[_Channel, ...]) -> None:
        self._player, self.part, self._channels = player, part, channels
        self._latched: _Channel | None = None
        self._recognised_s = 0.0

    def use(self, templates: Templates) -> None:
        for channel in self._channels:
            channel.templates = templates

    @property
    def at_rest(self) -> bool:
        return all(channel.latch.run is None for channel in self._channels)

    @property
    def level(self) -> float:
        """The evidence for the gesture that is recognised; what comes to nothing is not shown."""
        return self._latched.latch.level if self._latched else 0.0

    @property
    def running(self) -> GestureEvent | None:
        run = self._latched.latch.run if self._latched else None
        return self._event(self._latched, run) if self._latched and run else None

    def follow(self, now: float, look: Look | None, seen: Visible) -> list[GestureEvent]:
        quality = getattr(seen, self.part)
        events = []
        for channel in self._channels:
            ended = channel.follow(now, look, quality)
            if channel is self._latched:
                if (
                    ended is None
                    and channel.latch.run
                    and now - channel.latch.run.start_s > LONGEST_S
                ):
                    ended = channel.mute(now)
                if ended:
                    events.append(self._release(ended))
        if self._latched is None and look is not None:
            self._latch(now)
        return events

    def stop(self, now: float) -> GestureEvent | None:
        ended = [(channel, channel.latch.stop(now)) for channel in self._channels]
        return next(
            (self._release(run) for channel, run in ended if run and channel is self._latched), None
        )

    def _latch(self, now: float) -> None:
        ready = [channel for channel in self._channels if channel.is_ready(now)]
        if ready:
            self._latched = max(ready, key=lambda channel: channel.latch.level)
            self._recognised_s = now

    def _release(self, run: Run) -> GestureEvent:
        channel, self._latched = self._latched, None
        assert channel is not None
        return self._event(channel, run)

    def _event(self, channel: _Channel, run: Run) -> GestureEvent:
        return GestureEvent(
            player=self._player,
            gesture=channel.gesture,
            start_s=run.start_s,
            recognised_s=self._recognised_s,
            end_s=run.end_s,
            side=channel.side,
            strength=run.peak,
            visibility=run.visibility,
        )


def _groups(player: str, gestures: frozenset[Gesture], templates: Templates) -> tuple[_Group, ...]:
    def channels(part: Part) -> tuple[_Channel, ...]:
        return tuple(
            _Channel(gesture, side, templates)
            for gesture, watch in WATCHES.items()
            if watch.part is part and gesture in gestures
            for side in watch.sides
        )

    return tuple(_Group(player, part, found) for part in Part if (found := channels(part)))
