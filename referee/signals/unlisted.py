"""Deliberate movements that are no listed signal: what a referee may want to ask about.

A movement counts when it is clear of neutral for 0.15 to 3 s and nothing explains it: no listed
signal of the same part, no talk shortly before or after, no smile, no yawn, no hand or glass in
front. One that is not very clear, or that goes with a listed signal of another part, counts only
when it comes back: a face seldom moves one part alone, and a private code is used again.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from referee.signals.cues import Look, lips_out, yawning
from referee.signals.gesture import Gesture, GestureEvent
from referee.signals.latch import ENTER, Latch, Run
from referee.signals.parts import Part
from referee.signals.ramps import above, below
from referee.signals.sight import ENOUGH, Visible

SHORTEST_S = 0.15
LONGEST_S = 3.0
VERY_CLEAR = 0.75
"""Peak from which one time is enough."""
TALK_NEAR_S = 0.7
"""Talk so near before or after explains a movement of the mouth."""
EXCUSED_SHARE = 1 / 3
"""The share of its looks that must be explained to explain the whole."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Something a face can do that is in no list."""

    what: str
    part: Part
    strength: Callable[[Look], float]
    """From 0 to 1."""
    gesture: Gesture = Gesture.OTHER
    """Its name where some ruleset has one."""


def _jaw_dropped(look: Look) -> float:
    return min(above(look.face.jaw_open, 0.2, 0.5), above(look.face.mouth_open, 0.1, 0.3))


def _lips_in(look: Look) -> float:
    return above(min(look.face.roll_lower, look.face.roll_upper), 0.2, 0.5)


def _corners_down(look: Look) -> float:
    f = look.face
    pouted = min(above(f.shrug_lower, 0.1, 0.3), above(-f.lower_lip, 0.01, 0.04))
    return max(above(f.frown, 0.2, 0.5), min(pouted, above(-f.mouth_width, 0.02, 0.06)))


def _open_mouth_aside(look: Look) -> float:
    f = look.face
    return min(above(abs(f.pull), 0.2, 0.5), above(f.mouth_open, 0.05, 0.1))


def _nose_wrinkled(look: Look) -> float:
    """The brows come down while the upper lip goes up; frowning leaves the mouth alone."""
    f = look.face
    brows = -(f.left_brow_height + f.right_brow_height) / 2
    lifted = min(
        above(brows, 0.03, 0.07), above(f.mouth_open, 0.04, 0.1), below(f.jaw_open, 0.2, 0.4)
    )
    return max(above(f.sneer, 0.2, 0.5), lifted)


MOVEMENTS = (
    Movement("opened the mouth wide", Part.MOUTH, _jaw_dropped),
    Movement("pushed out the lips", Part.MOUTH, lips_out, Gesture.KISS),
    Movement("rolled in the lips", Part.MOUTH, _lips_in),
    Movement("pulled down the corners of the mouth", Part.MOUTH, _corners_down),
    Movement("pulled the open mouth aside", Part.MOUTH, _open_mouth_aside),
    Movement("wrinkled the nose", Part.MOUTH, _nose_wrinkled),
)


@dataclass(slots=True)
class _Excursion:
    """One movement while it lasts."""

    looks: int = 0
    excused: int = 0
    beside: int = 0
    """Looks at which another part makes a listed signal."""

    @property
    def is_explained(self) -> bool:
        return self.excused > EXCUSED_SHARE * self.looks

    @property
    def goes_with_a_signal(self) -> bool:
        return self.beside > self.looks / 2


@dataclass(frozen=True, slots=True)
class _Done:
    """A movement that is over and may have to be told."""

    movement: Movement
    run: Run
    stands_alone: bool
    """Whether one time is enough."""


class UnlistedWatch:
    """Watches one player for movements that no list has."""

    def __init__(self, player: str, listed: frozenset[Gesture]) -> None:
        self._player = player
        self._movements = [m for m in MOVEMENTS if m.gesture not in listed]
        self._latches = {m.what: Latch() for m in self._movements}
        self._excursions = {m.what: _Excursion() for m in self._movements}
        self._pending: list[_Done] = []
        self._times: Counter[str] = Counter()
        self._talked_s: float | None = None
        self._told_s: float | None = None

    @property
    def level(self) -> float:
        """How strongly the movement that is most there shows just now, 0 to 1."""
        return max((latch.level for latch in self._latches.values()), default=0.0)

    def follow(
        self, now: float, look: Look | None, seen: Visible, busy: frozenset[Part]
    ) -> tuple[GestureEvent, ...]:
        """Take one look into account; the movements that are now known to need asking about.

        `busy`: the parts with which a listed signal is being made.
        """
        if look and look.talking:
            self._talked_s = now
        for movement in self._movements:
            self._follow(movement, now, look, seen, busy)
        return self._due(now)

    def finish(self, now: float) -> tuple[GestureEvent, ...]:
        """Decide on what is still waiting: the stream is over."""
        return self._due(now + TALK_NEAR_S)

    def _follow(
        self,
        movement: Movement,
        now: float,
        look: Look | None,
        seen: Visible,
        busy: frozenset[Part],
    ) -> None:
        latch, excursion = self._latches[movement.what], self._excursions[movement.what]
        quality = getattr(seen, movement.part)
        hidden = look is None or quality < ENOUGH
        evidence = None if look is None or hidden else movement.strength(look) * quality
        ended = latch.follow(now, evidence, quality)
        excursion.looks += 1
        excursion.excused += (
            hidden or movement.part in busy or (look is not None and _natural(look))
        )
        excursion.beside += bool(busy)
        if ended is None and latch.run is not None:
            return
        if ended and _counts(ended, excursion):
            alone = ended.peak >= VERY_CLEAR and not excursion.goes_with_a_signal
            self._pending.append(_Done(movement, ended, alone))
        self._excursions[movement.what] = _Excursion()

    def _due(self, now: float) -> tuple[GestureEvent, ...]:
        due = [done for done in self._pending if (done.run.end_s or now) + TALK_NEAR_S <= now]
        self._pending = [done for done in self._pending if done not in due]
        events = []
        for done in due:
            movement, run = done.movement, done.run
            talked = self._talked_s is not None and self._talked_s >= run.start_s - TALK_NEAR_S
            if talked or self._is_part_of_another(run):
                continue
            self._told_s = run.end_s or now
            self._times[movement.what] += 1
            times = self._times[movement.what]
            if done.stands_alone or times > 1:
                events.append(self._event(movement, run, times, now))
        return tuple(events)

    def _is_part_of_another(self, run: Run) -> bool:
        """Whether the movement began during one that was already told: one thing, one question."""
        return self._told_s is not None and run.start_s < self._told_s

    def _event(self, movement: Movement, run: Run, times: int, now: float) -> GestureEvent:
        lasted = (run.end_s or now) - run.start_s
        again = f", {_nth(times)} time" if times > 1 else ""
        return GestureEvent(
            player=self._player,
            gesture=movement.gesture,
            start_s=run.start_s,
            recognised_s=now,
            end_s=run.end_s,
            side=None,
            strength=run.peak,
            visibility=run.visibility,
            description=f"{movement.what} for {lasted:.1f} s{again}",
        )


def _counts(run: Run, excursion: _Excursion) -> bool:
    lasted = (run.end_s or run.start_s) - run.start_s
    return run.peak >= ENTER and not excursion.is_explained and SHORTEST_S <= lasted <= LONGEST_S


def _natural(look: Look) -> bool:
    """A smile or a yawn."""
    return min(look.face.left_smile, look.face.right_smile) > 0.35 or yawning(look) > 0.5


def _nth(n: int) -> str:
    suffix = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{suffix}"
