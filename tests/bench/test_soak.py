"""A short soak: whatever waits is bounded, and the cameras' reveals settle deals."""

from pathlib import Path

from referee.web.feed import BACKLOG
from tests.bench.soak import soak

SECONDS = 8.0


def test_nothing_piles_up_at_a_busy_table(tmp_path: Path) -> None:
    told: list[str] = []
    found = soak(SECONDS, tmp_path, told.append)
    assert found.deals and found.events >= 3 * found.deals and told
    assert set(found.longest) == {"pages", "reports"}
    assert found.longest["pages"] <= BACKLOG
    assert found.longest["reports"] <= 8
    assert f"{found.deals} deals" in found.lines()[0]
