"""Which sources there are, and whether they open."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.errors import RefereeError
from referee.frames.address import SourceAddress, without_credentials
from referee.frames.device import CameraSettings, Clock, Device, Sleep
from referee.frames.opening import open_device


@dataclass(frozen=True)
class Found:
    """A source and what came of opening it: the settings it gives, or why it does not open."""

    address: SourceAddress
    model: str | None
    settings: CameraSettings | None
    error: str | None

    @property
    def picture(self) -> str:
        """The settings in words."""
        given = self.settings or CameraSettings()
        parts = [
            f"{given.width}x{given.height} px" if given.width else "",
            f"{given.fps:g} fps" if given.fps else "",
            given.fourcc or "",
        ]
        return ", ".join(part for part in parts if part)


def connected_devices(dev: Path) -> list[Path]:
    """The cameras under /dev, by the name that stays the same after a restart where there is one.

    A camera shows several devices; those with an index above 0 give no pictures.
    """
    by_id = sorted(dev.glob("v4l/by-id/*-video-index0"))
    named = {link.resolve() for link in by_id}
    others = [path for path in sorted(dev.glob("video[0-9]*")) if path.resolve() not in named]
    return [*by_id, *(path for path in others if not _is_second_index(dev, path))]


def _is_second_index(dev: Path, path: Path) -> bool:
    links = dev.glob("v4l/by-id/*-video-index[1-9]*")
    return any(link.resolve() == path.resolve() for link in links)


def model_of(device: Path, sys_class: Path = Path("/sys/class/video4linux")) -> str | None:
    """What the driver calls the camera."""
    with contextlib.suppress(OSError):
        return (sys_class / device.resolve().name / "name").read_text(encoding="utf-8").strip()
    return None


def try_source(
    address: SourceAddress,
    clock: Clock,
    sleep: Sleep,
    opener: Callable[..., Device] = open_device,
) -> Found:
    """Open a source and read one picture from it."""
    model = model_of(Path(address.target)) if address.target.startswith("/dev/") else None
    try:
        device = opener(address, str(address), clock=clock, sleep=sleep)
        try:
            frame = device.read()
        finally:
            device.close()
    except RefereeError as error:
        reason = without_credentials(str(error)).removeprefix(f"{address}: ")
        return Found(address, model, None, reason)
    if frame is None:
        return Found(address, model, None, "opens, but gives no picture")
    return Found(address, model, device.settings, None)
