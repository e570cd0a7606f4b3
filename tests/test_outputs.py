"""No verb writes over what it reads, however the file is named."""

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.errors import NotAllowedError
from referee.mus.ruleset import Ruleset
from referee.outputs import refuse_overwriting
from referee.seats import Seat
from referee.table.events import MatchOpened
from referee.table.log import EventLog
from tests.conftest import Run

BETS = "mano: A\nbets: {grande: pass, chica: pass, juego: pass}\n"
LABELS = '[{"tile": "one.png", "usable": true, "cards": []}]'
DEAL = ("settle", "p.png", "--bets", "r.yaml", "--table", "t.json", "--image")
READ = ("read", "p.png", "--table", "t.json", "--image")
CALIBRATE = ("calibrate", "p.png", "--table-size", "900x760")
SIGNALS = ("signals", "v.mp4", "--match", "match", "--show")
EXPORT = ("log", "export", "c.db", "--output")

CASES = [
    ((*EXPORT, "c.db"), "c.db"),
    ((*EXPORT, "c.db-wal"), "c.db-wal"),
    ((*EXPORT, "c.db-shm"), "c.db-shm"),
    (("log", "export", "link.db", "--output", "c.db-wal"), "c.db-wal"),
    (("log", "export", "sqlite:///c.db", "--output", "c.db"), "c.db"),
    (("log", "export", "sqlite:///file:c.db?uri=true", "--output", "c.db"), "c.db"),
    ((*SIGNALS, "v.mp4"), "v.mp4"),
    ((*SIGNALS, "match/player.json"), "match/player.json"),
    ((*DEAL, "p.png"), "p.png"),
    ((*DEAL, "r.yaml"), "r.yaml"),
    ((*DEAL, "t.json"), "t.json"),
    ((*READ, "p.png"), "p.png"),
    ((*READ, "t.json"), "t.json"),
    ((*READ, "match/../p.png"), "p.png"),
    ((*READ, "link.png"), "p.png"),
    ((*READ, "hard.png"), "p.png"),
    ((*CALIBRATE, "--out", "p.png"), "p.png"),
    ((*CALIBRATE, "--out", "top.json", "--proof", "p.png"), "p.png"),
    ((*CALIBRATE, "--out", "t.json", "--proof", "t.json"), "t.json"),
    (("calibrate", "p.png", "--check", "t.json", "--proof", "p.png"), "p.png"),
    (("calibrate", "p.png", "--check", "t.json", "--proof", "t.json"), "t.json"),
    (("calibrate", "many", "--out", "top.json", "--proof", "many/1.png"), "many/1.png"),
    (("evaluate", "cards", "data", "--predictions", "data/labels.json"), "data/labels.json"),
    (
        ("evaluate", "cards", "data", "--models", "many", "--predictions", "many/1.png"),
        "many/1.png",
    ),
    (("train", "export", "best.pt", "best.pt"), "best.pt"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of every kind that a verb reads."""
    monkeypatch.chdir(tmp_path)
    log = EventLog.open("c.db")
    log.append((MatchOpened(Ruleset(), Seat.D),), "test")
    log.close()
    for name in ("match", "many", "data"):
        Path(name).mkdir()
    cv2.imwrite("p.png", np.full((60, 80, 3), 90, np.uint8))
    cv2.imwrite("many/1.png", np.full((60, 80, 3), 90, np.uint8))
    texts = {"r.yaml": BETS, "t.json": "{}", "data/labels.json": LABELS, "best.pt": "weights"}
    texts |= {"v.mp4": "film", "match/player.json": '{"templates": []}'}
    texts |= {"c.db-wal": "", "c.db-shm": ""}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("link.png").symlink_to("p.png")
    Path("link.db").symlink_to("c.db")
    os.link("p.png", "hard.png")
    return tmp_path


@pytest.mark.parametrize(("command", "source"), CASES)
def test_a_source_is_never_written_over(
    referee: Callable[..., Run], folder: Path, command: tuple[str, ...], source: str
) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    run = referee(*command)
    assert run.status == 2
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    (line,) = run.err.splitlines()
    assert line.startswith(f"referee: {command[-1]}: is the same file as ")
    assert Path(source).name in line and line.endswith("write to another file")


def test_companions_that_are_not_there_yet_are_the_logs_too(
    referee: Callable[..., Run], folder: Path
) -> None:
    Path("c.db-wal").unlink()
    assert referee(*EXPORT, "c.db-wal").status == 2
    assert not Path("c.db-wal").exists()


def test_another_file_may_be_written_over(referee: Callable[..., Run], folder: Path) -> None:
    Path("events.jsonl").write_text("old", encoding="utf-8")
    assert referee(*EXPORT, "events.jsonl").status == 0
    assert "match_opened" in Path("events.jsonl").read_text(encoding="utf-8")


def test_what_is_not_given_is_not_compared(folder: Path) -> None:
    refuse_overwriting(None, Path("p.png"))
    refuse_overwriting(Path("new.png"), None, Path("p.png"), Path("x" * 5000))
    with pytest.raises(NotAllowedError, match=r"hard\.png: is the same file as p\.png"):
        refuse_overwriting(Path("hard.png"), None, Path("p.png"))
