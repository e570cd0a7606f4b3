"""An open camera or recording, and the settings that are asked of it and given by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from referee.frames.frame import Frame

Clock = Callable[[], float]
"""Monotonic seconds since the start; the same clock for all cameras of a table."""
Sleep = Callable[[float], object]


class Automatic(Enum):
    """What a camera adjusts by itself, and by that changes the picture of a still table."""

    EXPOSURE = "exposure"
    FOCUS = "focus"
    WHITE_BALANCE = "white balance"


@dataclass(frozen=True)
class CameraSettings:
    """Picture settings. As a wish, None leaves the choice to the driver."""

    width: int | None = None
    height: int | None = None
    fps: float | None = None
    fourcc: str | None = None
    locked: tuple[Automatic, ...] = ()

    def __post_init__(self) -> None:
        if (self.width is None) != (self.height is None):
            raise ValueError("width and height are given together")
        if self.fourcc is not None and len(self.fourcc) != 4:
            raise ValueError(f"a fourcc has four characters, as MJPG; not {self.fourcc!r}")

    def unmet_by(self, given: CameraSettings) -> Iterator[str]:
        """One line for each wish that the driver did not grant."""
        if self.width and (self.width, self.height) != (given.width, given.height):
            yield (
                f"asked for {self.width}x{self.height}, "
                f"the driver gives {given.width}x{given.height}"
            )
        if self.fps and given.fps and abs(self.fps - given.fps) > 0.5:
            yield f"asked for {self.fps:g} fps, the driver gives {given.fps:g}"
        if self.fourcc and given.fourcc and self.fourcc != given.fourcc:
            yield f"asked for {self.fourcc}, the driver gives {given.fourcc}"
        for automatic in self.locked:
            if automatic not in given.locked:
                yield f"the driver does not lock the {automatic.value}"


class Device(Protocol):
    """A source that is open. Calls come from one thread at a time."""

    @property
    def settings(self) -> CameraSettings:
        """What the driver says that it really gives."""

    def read(self) -> Frame | None:
        """The next frame, however long it takes; None after the last one of a recording.

        Raises FrameError when the camera gave no picture.
        """

    def close(self) -> None:
        """Give the device back."""
