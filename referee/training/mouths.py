"""Mouths to train with: frames of labelled recordings, cut out as the table cuts them out.

From the bench format that `referee.signals.recorded` reads: the landmarks that are stored beside a
clip, or for a photograph those that are found in it now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.frames.photo import read_photo
from referee.frames.recording import read_clip
from referee.signals.face_shape import measure_face
from referee.signals.mouth_cut import cut_mouth
from referee.signals.mouth_model import CLASSES
from referee.signals.recorded import Label, Recording, file_of, read_items, read_landmarks

PARTED = 0.05
"""Lips this far apart, in eye distances, are open."""
_NAMES = {
    "bite_lip_center": "bite_center",
    "bite_lip_side": "bite",
    "tongue_front": "tongue_front",
    "tongue_side": "tongue",
}


@dataclass(frozen=True)
class Mouth:
    """One mouth and what it does."""

    picture: NDArray[np.uint8]
    """The cut-out of `cut_mouth`."""
    label: str
    """One of CLASSES."""
    recording: str
    person: str
    is_real: bool
    yaw_deg: float


def read_mouths(folder: Path) -> Iterator[Mouth]:
    """Every mouth of a folder whose label is sure. Raises UnreadableError."""
    for item in read_items(folder):
        yield from _of_photo(folder, item) if item.is_photo else _of_clip(folder, item)


def _of_clip(folder: Path, item: Recording) -> Iterator[Mouth]:
    landmarks, yaws = read_landmarks(folder, item.name)
    frames = read_clip(file_of(folder, item))
    for frame, points, yaw_deg in zip(frames, landmarks, yaws, strict=False):
        if not np.isfinite(points).any():
            continue
        label = label_at(item.labels, frame.time_s, measure_face(points).mouth_open)
        if label is not None:
            cut = cut_mouth(frame.image, points)
            yield Mouth(cut.picture, label, item.name, item.person, item.is_real, yaw_deg)


def _of_photo(folder: Path, item: Recording) -> Iterator[Mouth]:
    from referee.signals.landmarks import load_models
    from referee.signals.needs import Needs
    from referee.signals.watcher import Watcher

    frame = read_photo(file_of(folder, item))
    with Watcher(item.person, load_models(Needs(False, False, False, False))) as watcher:
        view = watcher.look(frame)
    points, face = view.face, view.observation.face
    if points is None or face is None:
        return
    label = label_at(item.labels, None, measure_face(points).mouth_open)
    if label is not None:
        picture = cut_mouth(frame.image, points).picture
        yield Mouth(picture, label, item.name, item.person, item.is_real, face.pose.yaw_deg)


def label_at(labels: tuple[Label, ...], time_s: float | None, mouth_open: float) -> str | None:
    """What the mouth does at a time, or in a photograph (None); None where that is not sure.

    A signal counts while it is fully shown. On the way there and back nobody can say.
    """
    for label in labels:
        name = _NAMES.get(label.gesture)
        if name is None or not (time_s is None or label.spans(time_s)):
            continue
        if label.optional or not (time_s is None or label.is_full(time_s)):
            return None
        return name if name in CLASSES else f"{name}_{label.side}"
    return "open" if mouth_open >= PARTED else "closed"
