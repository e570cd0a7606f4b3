"""What the web shows of cameras. The pixels are read, drawn on and encoded elsewhere, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee.table.seen import CameraStatus
from referee.web.telling import report_phrase


class Picture(Protocol):
    """A JPEG with its number, which changes when the picture does."""

    @property
    def number(self) -> int:
        """Of the picture, counted from the start."""

    @property
    def jpeg(self) -> bytes:
        """The file."""


class CameraHealth(Protocol):
    """How one camera does."""

    @property
    def name(self) -> str:
        """As the configuration names it."""

    @property
    def status(self) -> CameraStatus:
        """In one word."""

    @property
    def message(self) -> str:
        """Why, in one sentence without its full stop."""

    @property
    def fps(self) -> float:
        """Frames a second, as they arrive."""

    @property
    def age_ms(self) -> int:
        """Age of the newest frame; since the start while there was none."""

    @property
    def drops(self) -> Mapping[str, int]:
        """Frames that were not looked at, since the start, by cause."""

    @property
    def shows_hands(self) -> bool:
        """Players lift their cards to it: it is never previewed."""


class Cameras(Protocol):
    """Whoever runs the cameras."""

    def health(self) -> Sequence[CameraHealth]:
        """How each camera does now."""

    def picture(self, name: str) -> Picture | None:
        """The newest picture of a camera, with seats and cards drawn; None without signal."""


class NoCameras:
    """A table whose cards are typed."""

    def health(self) -> Sequence[CameraHealth]:
        """None."""
        return ()

    def picture(self, name: str) -> Picture | None:
        """None."""
        return None


@dataclass(frozen=True)
class StillPicture:
    """A picture that does not change."""

    number: int
    jpeg: bytes


@dataclass(frozen=True)
class SimpleHealth:
    """The health of a camera that needs no watching over: a recording, a test."""

    name: str
    status: CameraStatus = CameraStatus.OK
    message: str = ""
    fps: float = 0.0
    age_ms: int = 0
    drops: Mapping[str, int] = field(default_factory=dict)
    shows_hands: bool = False


def health_plain(camera: CameraHealth) -> dict[str, Any]:
    """Plain data, as pages read it."""
    said = report_phrase(camera.message)
    return {
        "name": camera.name,
        "status": camera.status.value,
        "message": camera.message,
        "said": said.plain() if said else None,
        "fps": round(camera.fps, 1),
        "age_ms": camera.age_ms,
        "dropped": sum(camera.drops.values()),
        "drops": dict(camera.drops),
        "preview": not camera.shows_hands,
    }
