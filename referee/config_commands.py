"""The verb `referee check-config`."""

from __future__ import annotations

import json
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

    if schema:
        print(json.dumps(TableConfig.model_json_schema(), indent=2, ensure_ascii=False))
        return
    if path is None:
        raise UnreadableError("name the configuration, as in `referee check-config table.yaml`")
    config = load_config(path)
    print(f"{path}: {config.table.name}, {config.table.ruleset}, log in {config.table.log}")
    folder = path.resolve().parent
    for name, camera in config.cameras.items():
        seat = f" of {camera.seat}" if camera.seat else ""
        print(f"  {name:7} {camera.role}{seat}  {camera.address(folder)}")
