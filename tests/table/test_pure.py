"""What happened is worked out without a clock, chance or the system: one log, one state."""

from pathlib import Path

import pytest

import referee.table
from tests.test_floors import IMPURE, imported

FOLDER = Path(referee.table.__file__).parent
WITH_THE_WORLD = {"database.py", "holding.py", "log.py", "salvage.py", "verbs.py"}
PURE = sorted(path for path in FOLDER.glob("*.py") if path.name not in WITH_THE_WORLD)


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.name)
def test_no_clock_no_chance_and_no_system(path: Path) -> None:
    assert not imported(path) & (IMPURE - {"datetime"})
    text = path.read_text(encoding="utf-8")
    assert "now(" not in text
    assert "today(" not in text
