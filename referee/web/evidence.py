"""Clips and curves kept beside the log, by the name that an event gives them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.errors import NotAllowedError

KINDS = {".mp4": "video/mp4", ".jpg": "image/jpeg", ".png": "image/png"}


class Evidence:
    """A folder of evidence; None where none is kept.

    Beside `ID.mp4` lies `ID.json`, its record as `referee.signals` writes it; what is read of it
    is what the flag is about and how strong the gesture was over the clip.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder.resolve() if folder else None

    def file(self, name: str) -> Path:
        """The file of that name; raises NotAllowedError unless it is evidence."""
        if self._folder is not None:
            path = (self._folder / name).resolve()
            inside = path.is_relative_to(self._folder)
            if inside and path.suffix in KINDS and path.is_file():
                return path
        raise NotAllowedError(f"no evidence named {name!r}; it may have been deleted")

    def curve(self, name: str) -> dict[str, Any] | None:
        """How strong the gesture was over a clip, None where nobody wrote that down; raises
        NotAllowedError unless it is evidence."""
        return _read_curve(self.file(name).with_suffix(".json"))


def _read_curve(record: Path) -> dict[str, Any] | None:
    """Seconds from the start of the clip, strengths, and where the flag was raised."""
    try:
        data = json.loads(record.read_text(encoding="utf-8"))
        start_s = float(data["from_s"])
        curve = [(float(time_s) - start_s, float(value)) for time_s, value in data["curve"]]
        if not curve:
            return None
        return {
            "name": str(data["flag"]),
            "times": [round(time_s, 3) for time_s, _ in curve],
            "values": [round(value, 3) for _, value in curve],
            "flagged": round(float(data["flagged_s"]) - start_s, 3),
        }
    except (OSError, ValueError, KeyError, TypeError):
        # a clip without a curve is still evidence
        return None
