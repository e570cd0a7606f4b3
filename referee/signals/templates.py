"""A player's own way of making each signal, shown before play: personal templates.

A template says how strongly this player makes one gesture (a gain on the generic thresholds) and
in which direction the features of that part move (to tell it from the player's other gestures).
Nothing in it tells who the player is. Templates belong to one match and go with it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, Self

from referee.errors import UnreadableError
from referee.signals.cues import CUES, Look
from referee.signals.gesture import Gesture, Side
from referee.signals.parts import WATCHES, Part

GAINS = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
"""Never below 1: who overdoes a signal when showing it makes it fainter when playing."""
PLAIN = 0.8
"""Evidence that what a player shows must reach."""
MARGIN = 0.1
"""How much more alike another gesture must be to take a movement away."""

CLEAR = {
    **dict.fromkeys(("left_eye_open", "right_eye_open"), 0.25),
    **dict.fromkeys(("left_brow_height", "right_brow_height"), 0.06),
    **{"mouth_open": 0.25, "mouth_width": 0.12, "mouth_slant": 0.04},
    **{"corners_aside": 0.05, "lower_lip_aside": 0.06, "lower_lip": 0.04, "upper_lip": 0.04},
    **{"yaw": 20.0, "pitch": 12.0, "roll": 12.0},
}
"""How much of a feature is a clear movement; 0.5 for what is not named, the blendshapes."""

FEATURES: Mapping[Part, tuple[str, ...]] = {
    Part.EYES: ("left_blink", "right_blink", "left_eye_open", "right_eye_open"),
    Part.BROWS: ("left_brow", "right_brow", "inner_brow", "left_brow_height", "right_brow_height"),
    Part.MOUTH: (
        *("jaw_open", "mouth_open", "mouth_width", "pull", "corners_aside", "lower_lip_aside"),
        *("mouth_slant", "pucker", "funnel", "left_smile", "right_smile", "frown", "press"),
        *("roll_lower", "roll_upper", "shrug_lower", "lower_lip", "upper_lip", "teeth"),
    ),
    Part.HEAD: ("yaw", "pitch", "roll"),
}
"""What tells the gestures of a part from one another. Shoulders and ears have no templates: what
they do is the same for everybody."""


@dataclass(frozen=True, slots=True)
class Template:
    """One gesture as one player makes it."""

    gesture: Gesture
    side: Side | None
    gain: float
    """What this player's movements are multiplied by before they meet the generic thresholds:
    above 1 for who signals faintly."""
    movement: tuple[float, ...]
    """The features of the part, each over what is clear in it."""

    @classmethod
    def of(cls, gesture: Gesture, side: Side | None, looks: Sequence[Look]) -> Self:
        """From the looks of one or more showings: the third of them that moves most.

        Raises UnreadableError when the gesture has no template or was not to be seen.
        """
        part = WATCHES[gesture].part if gesture in WATCHES else None
        if part is None or part not in FEATURES:
            able = ", ".join(g for g in WATCHES if WATCHES[g].part in FEATURES)
            raise UnreadableError(f"{gesture} is not learnt from examples; allowed: {able}")
        if not looks:
            raise UnreadableError(f"{gesture}: no face was seen; show it again")
        shown = sorted(looks, key=lambda look: length(movement_of(part, look)))
        most = shown[-max(1, len(shown) // 3) :]
        rows = [movement_of(part, look) for look in most]
        middle = tuple(median(column) for column in zip(*rows, strict=True))
        return cls(gesture, side, _gain(gesture, side, most), middle)

    def cosine(self, movement: Sequence[float]) -> float:
        """1 where a movement has the direction of this one, 0 where it has nothing of it."""
        lengths = length(self.movement) * length(movement)
        dot = sum(a * b for a, b in zip(self.movement, movement, strict=True))
        return dot / lengths if lengths else 0.0


@dataclass(frozen=True, slots=True)
class Templates:
    """What one player has shown."""

    shown: tuple[Template, ...] = ()

    def evidence(self, gesture: Gesture, side: Side | None, look: Look) -> float | None:
        """The generic evidence, with the thresholds where this player needs them.

        A side that was not shown goes by the other one; a gesture that was not shown stays
        generic. A movement that is rather another of the player's gestures is no evidence.
        """
        own = [t for t in self.shown if t.gesture is gesture]
        if not own:
            return CUES[gesture](look, side)
        if not self._fits(gesture, side, look):
            return 0.0
        return CUES[gesture](look.scaled(median(t.gain for t in own)), side)

    def _fits(self, gesture: Gesture, side: Side | None, look: Look) -> bool:
        part = WATCHES[gesture].part
        movement = movement_of(part, look)
        rivals = [t for t in self.shown if WATCHES[t.gesture].part is part]
        own = [t.cosine(movement) for t in rivals if (t.gesture, t.side) == (gesture, side)]
        others = [t.cosine(movement) for t in rivals if t.gesture is not gesture]
        return not own or not others or max(own) >= max(others) - MARGIN

    def to_json(self) -> str:
        """Only gestures and features; read back by `from_json`."""
        rows = [
            {
                "gesture": t.gesture,
                "side": t.side,
                "gain": t.gain,
                "movement": [round(value, 3) for value in t.movement],
            }
            for t in self.shown
        ]
        return json.dumps({"templates": rows})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Raises UnreadableError naming what it cannot read."""
        try:
            return cls(tuple(_template(row) for row in json.loads(text)["templates"]))
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableError(f"templates: {error!r}; enrol the player again") from None


NOTHING_SHOWN = Templates()


class MatchTemplates:
    """The templates of one match: a folder that goes when the match goes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, player: str, templates: Templates) -> None:
        """Keep what a player has shown, instead of what was kept before."""
        path = self._path(player)
        self._folder.mkdir(parents=True, exist_ok=True)
        path.write_text(templates.to_json(), encoding="utf-8")

    def load(self, player: str) -> Templates:
        """What a player has shown; nothing for one who has not."""
        path = self._path(player)
        if not path.exists():
            return NOTHING_SHOWN
        return Templates.from_json(path.read_text(encoding="utf-8"))

    def delete(self, player: str | None = None) -> None:
        """Forget one player, or all of them."""
        paths: Iterable[Path] = [self._path(player)] if player else self._folder.glob("*.json")
        for path in paths:
            path.unlink(missing_ok=True)

    def _path(self, player: str) -> Path:
        name = player.strip()
        if not name or not all(c.isalnum() or c in "-_ " for c in name):
            raise UnreadableError(f"player {player!r}: use letters, digits, spaces, - and _")
        return self._folder / f"{name}.json"


def movement_of(part: Part, look: Look) -> tuple[float, ...]:
    """The features of a part, each over what is clear in it."""
    return tuple(getattr(look.face, name) / CLEAR.get(name, 0.5) for name in FEATURES[part])


def length(movement: Sequence[float]) -> float:
    """How far a movement goes, in clear movements of one feature."""
    return sqrt(sum(value * value for value in movement))


def _gain(gesture: Gesture, side: Side | None, looks: Sequence[Look]) -> float:
    """The smallest gain with which what was shown is plainly the gesture."""
    for gain in GAINS:
        evidence = [CUES[gesture](look.scaled(gain), side) or 0.0 for look in looks]
        if median(evidence) >= PLAIN:
            return gain
    raise UnreadableError(
        f"{gesture}: not to be told from what was shown; show it again, more clearly, "
        "or leave it out: the generic thresholds then stay in force"
    )


def _template(row: Mapping[str, Any]) -> Template:
    gesture = Gesture(row["gesture"])
    movement = tuple(float(value) for value in row["movement"])
    if len(movement) != len(FEATURES[WATCHES[gesture].part]):
        raise ValueError(f"{gesture} with {len(movement)} numbers")
    side = Side(row["side"]) if row["side"] else None
    return Template(gesture, side, float(row["gain"]), movement)
