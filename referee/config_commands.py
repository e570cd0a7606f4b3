"""The verb `referee check-config`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UnreadableError


def check_config(
    path: Annotated[Path | None, typer.Argument(help="The configuration, table.yaml.")] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON schema, for editors.")
    ] = False,
) -> None:
    """Check a table's configuration: every fault with its line, its value and what is allowed."""
    from referee.config import TableConfig, load_config
    from referee.table.database import shown

    if schema:
        print(json.dumps(TableConfig.model_json_schema(), indent=2, ensure_ascii=False))
        return
    if path is None:
        raise UnreadableError("name the configuration, as in `referee check-config table.yaml`")
    config = load_config(path)
    folder = path.resolve().parent
    _require_writable(path, config.table.log, folder)
    if config.table.deck is not None:
        _require_deck(path, config.table.deck, config.table.faces, folder)
    log = shown(config.table.log)
    print(f"{path}: {config.table.name}, {config.table.ruleset}, log in {log}")
    for name, camera in config.cameras.items():
        seat = f" of {camera.seat}" if camera.seat else ""
        address = camera.address(folder)
        still = ", one picture, which stands still" if address.still else ""
        print(f"  {name:7} {camera.role}{seat}  {address}{still}")


def _require_writable(path: Path, log: str, folder: Path) -> None:
    """Raises UnreadableError where `referee run` could not write the log."""
    if "://" in log:
        return
    file = folder / log
    asked = file if file.exists() else file.parent
    if not file.parent.is_dir():
        why = f"there is no folder {file.parent}; make it"
    elif file.is_dir():
        why = "it is a folder; name a file"
    elif not os.access(file.parent, os.W_OK | os.X_OK) or not os.access(asked, os.W_OK):
        why = f"{asked} may not be written; give this user leave, or name another place"
    else:
        return
    raise UnreadableError(f"{path}: table.log {log!r}: {why}")


def _require_deck(path: Path, deck: str, faces: str | None, folder: Path) -> None:
    """Raises UnreadableError where `referee run` would find no such deck, or refuse it."""
    from referee.vision.models import Faces
    from referee.vision.taught import DeckError
    from referee.vision.taught_files import find_decks
    from referee.weights import load_model

    try:
        for found in find_decks(deck, Faces(faces) if faces else None, folder):
            found.require_reader(load_model(found.faces.classifier).sha256)
    except DeckError as error:
        raise UnreadableError(f"{path}: table.deck: {error}") from None
