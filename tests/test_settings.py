"""The settings page's file, its route, and the note in the log."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from referee.config import load_config
from referee.settings_file import SettingsFile
from referee.table.database import LogError
from referee.web.access import CSRF_HEADER
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory

CONFIG = """version: 1
table: {name: mahai 1, ruleset: common40}  # ours
cameras:
  eyes: {source: "rtsp://${REFEREE_CAM}@camera/main", role: faces, seat: A}
"""
USUAL = {"ruleset": "common40", "signals": None, "cards_only": False, "retention_days": 7.0}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFEREE_CAM", "user:geheim")
    found = tmp_path / "table.yaml"
    found.write_text(CONFIG, encoding="utf-8")
    return found


@pytest.fixture
def desk() -> Desk:
    return Desk(Memory())


@pytest.fixture
def client(path: Path, desk: Desk) -> Iterator[TestClient]:
    keeper = SettingsFile(path, load_config(path))
    app = create_app(desk, Accounts(), WebSettings(path.parent), keeper=keeper)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        client.headers[CSRF_HEADER] = client.get("/api/v1/session").json()["csrf"]
        yield client


def test_what_is_kept_is_told_without_secrets(client: TestClient) -> None:
    told = client.get("/api/v1/settings").json()
    assert {key: told[key] for key in USUAL} == USUAL
    assert not told["waits_for_restart"] and "classic13" in told["lists"]
    assert "# ours" in told["text"] and "geheim" not in told["text"]


def test_a_change_is_written_noted_and_waits_for_the_next_start(
    client: TestClient, path: Path, desk: Desk
) -> None:
    wanted = {"ruleset": "spain30", "signals": "fem", "cards_only": True, "retention_days": 2}
    answer = client.put("/api/v1/settings", json=wanted)
    assert answer.status_code == 200 and answer.json()["waits_for_restart"]
    config = load_config(path)
    assert config.table.ruleset == "spain30" and not config.signals.enabled
    assert config.signals.allowed == "fem" and config.signals.clip_retention_days == 2
    text = path.read_text(encoding="utf-8")
    assert "# ours" in text and "${REFEREE_CAM}" in text
    [noted] = desk.table.recorded
    assert "ruleset: spain30, signals: fem, cards_only: True" in str(noted.event)
    assert client.put("/api/v1/settings", json=USUAL).json()["waits_for_restart"] is False


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"ruleset": "kitchen"}, "kitchen"),
        ({"signals": "agreed"}, "agreed"),
        ({"retention_days": 0}, "greater than 0"),
        ({"ruleset": "${REFEREE_CAM}"}, "${REFEREE_CAM}"),
    ],
)
def test_what_is_no_setting_is_refused_and_nothing_written(
    client: TestClient, path: Path, desk: Desk, change: dict[str, object], reason: str
) -> None:
    answer = client.put("/api/v1/settings", json=USUAL | change)
    assert answer.status_code == 422 and reason in answer.json()["detail"]
    assert "geheim" not in answer.text
    assert path.read_text(encoding="utf-8") == CONFIG and desk.events == 0


def test_a_change_that_the_log_cannot_note_is_not_kept(
    client: TestClient, path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise LogError("the disk is full")

    monkeypatch.setattr(desk._journal, "append", full)
    answer = client.put("/api/v1/settings", json=USUAL | {"cards_only": True})
    assert answer.status_code == 503 and "the disk is full" in answer.json()["detail"]
    assert path.read_text(encoding="utf-8") == CONFIG
    assert [p.name for p in path.parent.iterdir()] == ["table.yaml"]


def test_the_same_again_writes_nothing(client: TestClient, path: Path, desk: Desk) -> None:
    assert client.put("/api/v1/settings", json=USUAL).status_code == 200
    assert path.read_text(encoding="utf-8") == CONFIG and desk.events == 0


def test_a_table_without_a_file_keeps_nothing(tmp_path: Path) -> None:
    app = create_app(Desk(Memory()), Accounts(), WebSettings(tmp_path))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        answer = client.get("/api/v1/settings")
    assert answer.status_code == 404 and "no configuration file" in answer.json()["detail"]
