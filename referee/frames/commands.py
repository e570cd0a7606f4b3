"""The verb `referee cameras`: what is connected, and what of it opens."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from referee.frames.survey import Found

NOTHING_OPENS = 1


def cameras(
    sources: Annotated[
        list[str] | None,
        typer.Argument(help="Sources to try; without any, every camera of this computer."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """List the cameras that open, with the settings that they give."""
    from referee.frames.address import SourceAddress
    from referee.frames.survey import connected_devices, try_source

    names = sources or [str(path) for path in connected_devices(Path("/dev"))]
    addresses = [SourceAddress.parse(name) for name in names]
    began_s = time.monotonic()
    found = [try_source(a, lambda: time.monotonic() - began_s, time.sleep) for a in addresses]
    if as_json:
        print(json.dumps({"cameras": [_as_json(f) for f in found]}, ensure_ascii=False, indent=2))
    else:
        print("\n".join(map(_line, found)) or _NONE)
    if not any(f.error is None for f in found):
        raise typer.Exit(NOTHING_OPENS)


_NONE = """No camera is connected to this computer.
Plug one in, or try a network camera: referee cameras rtsp://user:password@address/path"""


def _line(found: Found) -> str:
    if found.error is not None:
        return f"{found.address}\n  {found.error}"
    name = f"  ({found.model})" if found.model else ""
    return f"{found.address}{name}\n  opens, {found.picture}"


def _as_json(found: Found) -> dict[str, Any]:
    settings = found.settings
    return {
        "source": str(found.address),
        "model": found.model,
        "opens": found.error is None,
        "error": found.error,
        "width": settings.width if settings else None,
        "height": settings.height if settings else None,
        "fps": settings.fps if settings else None,
        "fourcc": settings.fourcc if settings else None,
    }
