"""What browsers are sent: our own files, up to date, and nothing from the internet."""

import re
from pathlib import Path

import pytest

import referee.web
from datasets import french
from datasets.deck import CODES, draw_back, draw_face

FOLDER = Path(referee.web.__file__).parent
TEXTS = [p for kind in ("*.js", "*.css", "*.html") for p in sorted(FOLDER.rglob(kind))]


def test_the_faces_are_what_the_deck_draws() -> None:
    faces = FOLDER / "static" / "faces"
    expected = {f"{code}.svg": draw_face(code) for code in CODES} | {"back.svg": draw_back()}
    there = {path.name: path.read_text(encoding="utf-8") for path in faces.iterdir()}
    assert there == expected, f"run `python -m datasets.deck --out {faces.relative_to(Path.cwd())}`"


def test_the_french_faces_are_what_the_french_deck_draws() -> None:
    faces = FOLDER / "static" / "french"
    expected = {f"{code}.svg": french.draw_face(code) for code in french.CODES}
    expected["back.svg"] = french.draw_back()
    there = {path.name: path.read_text(encoding="utf-8") for path in faces.iterdir()}
    assert there == expected, "run `python -m datasets.french`"


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: str(p.relative_to(FOLDER)))
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]", text)


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: str(p.relative_to(FOLDER)))
def test_no_script_is_in_a_page_and_none_is_large(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))|\son\w+=\"", text)
    assert len(text.splitlines()) <= 400
