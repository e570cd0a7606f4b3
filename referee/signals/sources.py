"""Where the verbs about signals get their looks from: a recording or a camera, the same code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.frames.frame import Frame
    from referee.signals.box import Box
    from referee.signals.needs import Needs
    from referee.signals.watcher import View


def is_clip(source: str) -> bool:
    """Whether it is a recording, which can be read more than once."""
    from referee.frames.address import SourceAddress

    return not SourceAddress.parse(source).live


def frames_of(source: str, seconds: float | None = None) -> Iterator[Frame]:
    """Every frame of a recording; a camera's newest ones until Ctrl-C or so many seconds."""
    if is_clip(source):
        from referee.frames.recording import read_clip

        return read_clip(Path(source))
    return _camera_frames(source, seconds)


def looks_of(
    player: str, box: Box | None, needs: Needs, frames: Iterator[Frame]
) -> Iterator[tuple[Frame, View]]:
    """One player in each frame; loads the models that are needed, and releases them."""
    from referee.signals.landmarks import load_models
    from referee.signals.session import watch
    from referee.signals.watcher import Watcher

    with Watcher(player, load_models(needs), box) as watcher:
        yield from watch(watcher, frames)


def _camera_frames(source: str, seconds: float | None) -> Iterator[Frame]:
    from referee.frames.address import SourceAddress
    from referee.frames.opening import camera_frames

    address = SourceAddress.parse(source)
    try:
        yield from camera_frames(address, "face", seconds, clock=time.monotonic, sleep=time.sleep)
    except KeyboardInterrupt:
        return
