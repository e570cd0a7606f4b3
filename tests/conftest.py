"""Fixtures for the whole suite."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from referee.cli import main

# Examples are judged by what they do, not by how long a busy machine takes over them.
settings.register_profile("referee", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("referee")

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Run:
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture
def referee(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Runs the command line in this process: `referee("settle", path)`."""

    def run(*args: object) -> Run:
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return Run(int(ended.value.code or 0), captured.out, captured.err)

    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes the texts that people read anew, to be looked over in the diff."""
    parser.addoption("--update-golden", action="store_true")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with a file of tests/golden."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
