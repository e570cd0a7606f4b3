"""Write the French deck as SVG: `python -m datasets.french`."""

from __future__ import annotations

from pathlib import Path

from datasets.french import CODES, draw_back, draw_face

FOLDER = Path(__file__).parents[2] / "referee" / "web" / "static" / "french"


def write_deck(folder: Path) -> None:
    """Write 52 faces and the back into a folder, replacing the former ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for code in CODES:
        (folder / f"{code}.svg").write_text(draw_face(code), encoding="utf-8", newline="\n")
    (folder / "back.svg").write_text(draw_back(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_deck(FOLDER)
    print(f"{len(CODES)} faces and back.svg written to {FOLDER}")
