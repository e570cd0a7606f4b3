"""Labelled recordings watched anew, from their pixels instead of what was stored about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from referee.frames.photo import read_photo
from referee.frames.recording import read_clip
from referee.signals.landmarks import load_models
from referee.signals.needs import Needs
from referee.signals.observation import FaceObservation
from referee.signals.recorded import Recording, file_of
from referee.signals.session import watch
from referee.signals.watcher import Watcher


def from_pixels(folder: Path, recordings: Iterable[Recording]) -> tuple[Recording, ...]:
    """The same recordings with what is seen in their files now.

    Raises UnreadableError when the file of a recording is missing.
    """
    return tuple(
        replace(recording, observations=_look(file_of(folder, recording), recording))
        for recording in recordings
    )


def _look(path: Path, recording: Recording) -> tuple[FaceObservation, ...]:
    needs = Needs(body=True, hands=recording.observations[0].hands is not None, tongue=True)
    frames = iter([read_photo(path)]) if recording.is_photo else read_clip(path)
    with Watcher(recording.person, load_models(needs)) as watcher:
        return tuple(view.observation for _, view in watch(watcher, frames))
