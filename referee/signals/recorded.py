"""The bench format: labelled recordings of faces, with what MediaPipe saw in each frame.

A folder holds `labels.json` (items with a file, events and the seconds usable as neutral) and
`observations/`: for each clip NAME.json (times, blendshapes, head pose, tongue score, body
points, hands) and NAME.npz (landmarks); for each photograph photo_NAME.json, without landmarks.
There roll is negative to the player's left and pitch positive downwards; here both are turned
round.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.signals.face_shape import LANDMARKS, FaceShape, Point, measure_face
from referee.signals.gesture import Side
from referee.signals.neutral import TYPICAL
from referee.signals.observation import (
    Body,
    BodyPoint,
    Face,
    FaceObservation,
    FaceState,
    HandPoints,
    HeadPose,
    MouthScores,
)


@dataclass(frozen=True, slots=True)
class Label:
    """One thing that happens in a recording."""

    gesture: str
    """A code of `Gesture`, or a name for something no ruleset lists (`blink`, `cheek_puff`)."""
    kind: str
    """`signal`, `nonstandard` (deliberate, in no list) or `benign`."""
    side: Side | None
    start_s: float | None
    """None in a photograph."""
    end_s: float | None
    optional: bool
    """Ambiguous: seeing it counts neither way."""
    intensity: str
    """`clear`, `subtle` or another word; empty where nobody judged it."""
    full_s: tuple[float, float] | None = None
    """While it is shown in full; None where nobody noted it."""

    def spans(self, time_s: float) -> bool:
        """Whether it is being made at this time."""
        return (
            self.start_s is not None
            and self.end_s is not None
            and self.start_s <= time_s <= self.end_s
        )

    def is_full(self, time_s: float) -> bool:
        """Whether it is known to be shown in full at this time."""
        return self.full_s is not None and self.full_s[0] <= time_s <= self.full_s[1]


@dataclass(frozen=True, slots=True)
class Recording:
    """One labelled clip or photograph."""

    name: str
    person: str
    is_real: bool
    """Whether a real face was filmed."""
    is_photo: bool
    neutral_s: tuple[float, float] | None
    labels: tuple[Label, ...]
    observations: tuple[FaceObservation, ...]

    @property
    def duration_s(self) -> float:
        """From the first look to the last."""
        return self.observations[-1].time_s - self.observations[0].time_s


def read_recordings(folder: Path) -> tuple[Recording, ...]:
    """Every labelled recording of a folder.

    Raises UnreadableError naming the file and what is missing in it.
    """
    return tuple(
        replace(item, observations=_observations(folder, item)) for item in read_items(folder)
    )


def read_items(folder: Path) -> tuple[Recording, ...]:
    """The same, without what was seen in them."""
    path = folder / "labels.json"
    try:
        items = json.loads(path.read_text(encoding="utf-8"))["items"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = error.strerror if isinstance(error, OSError) else repr(error)
        raise UnreadableError(
            f"{path}: cannot be read ({why}); give a folder with labels.json and observations/"
        ) from None
    return tuple(_read(folder, item) for item in items)


def file_of(folder: Path, recording: Recording) -> Path:
    """The clip or photograph itself. Raises UnreadableError when it is missing."""
    found = [p for p in folder.glob(f"*/{recording.name}.*") if p.suffix not in (".json", ".npz")]
    if not found:
        raise UnreadableError(
            f"{folder}: no file of {recording.name}; leave --from-pixels out to use what is stored"
        )
    return found[0]


def read_landmarks(folder: Path, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The stored landmarks of a clip, (frames, 478, 3) px, NaN where unknown, and the yaw of the
    head, (frames,) degrees to the player's left.

    Raises UnreadableError when there are none.
    """
    path = folder / "observations" / f"{name}.npz"
    try:
        seen = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        return _landmarks(path), np.array(seen["yaw"], np.float64)
    except (OSError, ValueError, KeyError) as error:
        raise UnreadableError(f"{path}: {error!r}") from None


def _read(folder: Path, item: Mapping[str, Any]) -> Recording:
    try:
        is_photo = item["type"] != "clip"
        neutral = item["neutral_s"] if not is_photo else None
        return Recording(
            name=Path(item["file"]).stem,
            person=item["person"],
            is_real=not item["source"].startswith("synthetic"),
            is_photo=is_photo,
            neutral_s=(neutral[0], neutral[1]) if neutral else None,
            labels=tuple(_label(event) for event in item["events"]),
            observations=(),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableError(f"{folder}: {item.get('file', item)}: {error!r}") from error


def _observations(folder: Path, item: Recording) -> tuple[FaceObservation, ...]:
    stem = folder / "observations" / (f"photo_{item.name}" if item.is_photo else item.name)
    try:
        return _read_observations(stem, item.person)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableError(f"{folder}: {item.name}: {error!r}") from error


def _label(event: Mapping[str, Any]) -> Label:
    return Label(
        gesture=event["gesture"],
        kind=event["kind"],
        side=Side(event["side"]) if event.get("side") else None,
        start_s=event["start_s"],
        end_s=event["end_s"],
        optional=bool(event.get("optional")),
        intensity=event.get("intensity", ""),
        full_s=_full(event),
    )


def _full(event: Mapping[str, Any]) -> tuple[float, float] | None:
    start, end = event.get("apex_start_s"), event.get("apex_end_s")
    return None if start is None or end is None else (start, end)


def _read_observations(stem: Path, player: str) -> tuple[FaceObservation, ...]:
    seen = json.loads(stem.with_suffix(".json").read_text(encoding="utf-8"))
    stored = stem.with_suffix(".npz")
    landmarks = _landmarks(stored) if stored.exists() else None
    return tuple(
        _observation(seen, None if landmarks is None else landmarks[i], i, player)
        for i in range(len(seen["t"]))
    )


def _landmarks(path: Path) -> NDArray[np.float64]:
    with np.load(path) as stored:
        points = stored["landmarks_px32"].astype(np.float64)
        points[points == -32768] = np.nan
        landmarks = np.full((len(points), LANDMARKS, 3), np.nan)
        landmarks[:, stored["index"]] = points / 32
    return landmarks


def _observation(
    seen: Mapping[str, Any], landmarks: NDArray[np.float64] | None, i: int, player: str
) -> FaceObservation:
    has_face = bool(seen["present"][i])
    hands = seen.get("hands")
    return FaceObservation(
        player=player,
        time_s=float(seen["t"][i]),
        state=FaceState.SEEN if has_face else FaceState.NO_FACE,
        face=_face(seen, landmarks, i) if has_face else None,
        body=_body(seen["pose"][i]) if seen.get("pose") else None,
        hands=None if hands is None else tuple(_hand(hand) for hand in hands[i] or ()),
    )


def _face(seen: Mapping[str, Any], landmarks: NDArray[np.float64] | None, i: int) -> Face:
    blendshapes = {name: values[i] for name, values in seen["blendshapes"].items()}
    return Face(
        blendshapes=blendshapes,
        pose=HeadPose(seen["yaw"][i], -seen["pitch"][i], -seen["roll"][i]),
        shape=_shape_without_landmarks(blendshapes)
        if landmarks is None
        else measure_face(landmarks),
        mouth=MouthScores(tongue_out=seen["tongue_score"][i]),
    )


def _body(points: list[list[float]] | None) -> Body | None:
    if points is None:
        return None
    nose, left_ear, right_ear, left_shoulder, right_shoulder = (
        BodyPoint(x, y, visibility) for x, y, visibility in points
    )
    return Body(nose, left_ear, right_ear, left_shoulder, right_shoulder)


def _hand(hand: Mapping[str, Any]) -> HandPoints:
    return HandPoints(*(Point(*hand[part]) for part in ("wrist", "thumb_tip", "index_tip")))


def _shape_without_landmarks(blendshapes: Mapping[str, float]) -> FaceShape:
    """A typical face whose lids are where `eyeBlink` says.

    On photographs whose lids were measured too, they are closed by about that share.
    """
    rest = TYPICAL.face

    def opening(blink: float, neutral: float) -> float:
        return neutral * (1 - blink)

    return FaceShape(
        eye_distance_px=60.0,
        mouth_center=Point(0.0, 0.0),
        left_eye_open=opening(blendshapes["eyeBlinkLeft"], rest.left_eye_open),
        right_eye_open=opening(blendshapes["eyeBlinkRight"], rest.right_eye_open),
        left_brow_height=rest.left_brow_height,
        right_brow_height=rest.right_brow_height,
        mouth_width=rest.mouth_width,
        mouth_open=rest.mouth_open,
        corners_aside=0.0,
        lower_lip_aside=0.0,
        mouth_slant=0.0,
        lower_lip=rest.lower_lip,
        upper_lip=rest.upper_lip,
    )
