"""Clips and curves kept beside the log, by the name that an event gives them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.errors import NotAllowedError

KINDS = {".mp4": "video/mp4", ".jpg": "image/jpeg", ".png": "image/png"}


class Evidence:
    """A folder of evidence; None where none is kept.

    Beside `NAME.mp4` may lie `NAME.json`, the feature over time: `name`, `times` in seconds,
    `values` from 0 to 1, and the thresholds `on` and `off`.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder.resolve() if folder else None
        self._curves: dict[str, dict[str, Any] | None] = {}

    def file(self, name: str) -> Path:
        """The file of that name; raises NotAllowedError unless it is evidence."""
        if self._folder is not None:
            path = (self._folder / name).resolve()
            inside = path.is_relative_to(self._folder)
            if inside and path.suffix in KINDS and path.is_file():
                return path
        raise NotAllowedError(f"no evidence named {name!r}; it may have been deleted")

    def describe(self, name: str) -> dict[str, Any]:
        """The clip's address and its curve, as pages read them; empty when it is gone."""
        try:
            path = self.file(name)
        except NotAllowedError:
            return {}
        return {"clip": f"/api/v1/evidence/{name}", "curve": self._curve(path)}

    def _curve(self, clip: Path) -> dict[str, Any] | None:
        if clip.name not in self._curves:
            self._curves[clip.name] = _read_curve(clip.with_suffix(".json"))
        return self._curves[clip.name]


def _read_curve(path: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        times, values = [float(t) for t in data["times"]], [float(v) for v in data["values"]]
        if not times or len(times) != len(values):
            return None
        return {
            "name": str(data["name"]),
            "times": times,
            "values": values,
            "on": float(data["on"]),
            "off": float(data["off"]),
        }
    except (OSError, ValueError, KeyError, TypeError):
        # a clip without a curve is still evidence
        return None
