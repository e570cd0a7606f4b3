"""Changes of a table's configuration that keep its comments, its order and its secrets' names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock
from typing import Any

from referee.config import ConfigError, load_config, read_yaml, yaml_writer

_WRITING = Lock()
"""Two people at two pages: what one writes is not lost in what the other has read before."""


@dataclass(frozen=True)
class Change:
    """One value of the configuration."""

    section: tuple[str, ...]
    """Where it stands, as in `cameras`, `top`."""
    key: str
    value: str | float | bool | None
    """None takes the key away, so that what is usual counts."""


def write_changes(path: Path, *changes: Change, tell: Callable[[], object] = int) -> None:
    """Write them into the file, or nothing: the new file must be a configuration.

    `tell` tells of them once they are known to be good and before they count; what it raises
    leaves the file as it was. Raises ConfigError with a line for every fault, and when the file
    cannot be written.
    """
    with _WRITING:
        # what lies beside it counts from the file itself, not from a link to it
        _write(path.resolve(), changes, tell)


def _write(path: Path, changes: Sequence[Change], tell: Callable[[], object]) -> None:
    load_config(path)
    data = read_yaml(path)
    for change in changes:
        _put(data, change)
    text = StringIO()
    yaml_writer().dump(data, text)
    partial: Path | None = None
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, suffix=path.suffix, delete=False
        ) as file:
            partial = Path(file.name)
            file.write(text.getvalue())
        load_config(partial)
        partial.chmod(path.stat().st_mode & 0o777)
        tell()
        partial.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except ConfigError as error:
        raise ConfigError(str(error).replace(str(partial), str(path))) from None
    finally:
        if partial is not None:
            partial.unlink(missing_ok=True)


def _put(data: Any, change: Change) -> None:
    if isinstance(change.value, str) and "${" in change.value:
        # it would be read back as a secret, and told as a fault
        raise ConfigError(f"{change.key}: {change.value!r} is not allowed; allowed: no ${{...}}")
    inner = data
    for name in change.section:
        if inner.get(name) is None:
            inner[name] = {}
        inner = inner[name]
    if change.value is None:
        inner.pop(change.key, None)
    else:
        inner[change.key] = change.value
