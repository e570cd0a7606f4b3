"""The rules stay pure: what import-linter cannot say about the standard library itself."""

import ast
import sys
from pathlib import Path

import pytest

import referee

PACKAGE = Path(referee.__file__).parent
PURE = sorted([PACKAGE / "errors.py", PACKAGE / "seats.py", PACKAGE / "cards.py"]) + sorted(
    path for game in ("mus", "mouche") for path in (PACKAGE / game).rglob("*.py")
)
IMPURE = {"datetime", "logging", "os", "random", "secrets", "socket", "subprocess", "time"}


def imported(path: Path) -> set[str]:
    """Top-level names of everything a module imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0] if not node.level else "referee")
    return names


@pytest.mark.parametrize("path", PURE, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_rules_import_only_the_standard_library(path: Path) -> None:
    assert imported(path) <= set(sys.stdlib_module_names) | {"referee"}


@pytest.mark.parametrize("path", PURE, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_rules_know_no_clock_no_chance_and_no_system(path: Path) -> None:
    assert not imported(path) & IMPURE


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
