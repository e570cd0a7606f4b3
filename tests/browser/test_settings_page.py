"""The settings page: what is kept for the next start."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from referee.config import load_config
from referee.settings_file import SettingsFile
from referee.web.desk import Desk, Memory
from tests.browser.conftest import Open, Server, serving


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "table.yaml"
    found.write_text("version: 1  # the format\n", encoding="utf-8")
    return found


@pytest.fixture
def server(path: Path) -> Iterator[Server]:
    with serving(
        Desk(Memory()), path.parent, keeper=SettingsFile(path, load_config(path))
    ) as server:
        yield server


def test_a_change_is_written_and_said_to_wait(open_page: Open, path: Path) -> None:
    page = open_page("/settings")
    page.select_option("#next-ruleset", "spain30")
    page.select_option("#next-signals", "fem")
    page.fill("#next-days", "2.5")
    page.check("#next-cards")
    page.click("#do-settings")
    expect(page.locator("#waits")).to_contain_text("wait for the next start")
    expect(page.locator("#config")).to_contain_text("clip_retention_days: 2.5")
    config = load_config(path)
    assert config.table.ruleset == "spain30" and not config.signals.enabled
    page.reload()
    expect(page.locator("#next-ruleset")).to_have_value("spain30")
    expect(page.locator("#next-cards")).to_be_checked()
    expect(page.locator("#waits")).to_be_visible()
