"""The settings page's hands: a table's configuration file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.config import TableConfig, load_config, public_text
from referee.config_writing import Change, write_changes
from referee.mus.ruleset import Signals
from referee.web.settings import Settings


class SettingsFile:
    """The settings in `table.yaml`; `config` is what the table was started with."""

    def __init__(self, path: Path, config: TableConfig) -> None:
        self._path = path
        self.running = _settings(config)

    def read(self) -> Settings:
        """As the file says now."""
        return _settings(load_config(self._path))

    def text(self) -> str:
        """The file without its secrets."""
        return public_text(self._path)

    def write(self, settings: Settings, tell: Callable[[], object]) -> None:
        """Only what differs is touched."""
        now = self.read()
        wanted = (
            (Change(("table",), "ruleset", settings.ruleset), now.ruleset),
            (Change(("signals",), "allowed", settings.signals), now.signals),
            (Change(("signals",), "enabled", not settings.cards_only), not now.cards_only),
            (
                Change(("signals",), "clip_retention_days", settings.retention_days),
                now.retention_days,
            ),
        )
        changes = [change for change, old in wanted if change.value != old]
        write_changes(self._path, *changes, tell=tell)

    def lists(self) -> tuple[str, ...]:
        """Every list that has a name."""
        return tuple(signals.value for signals in Signals if signals is not Signals.AGREED)


def _settings(config: TableConfig) -> Settings:
    signals = config.signals
    return Settings(
        config.table.ruleset,
        signals.allowed.value if signals.allowed else None,
        not signals.enabled,
        signals.clip_retention_days,
    )
