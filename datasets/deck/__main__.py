"""`python -m datasets.deck` writes the 48 faces and the back into `datasets/deck/faces`."""

from __future__ import annotations

from pathlib import Path

from datasets.deck import CODES, draw_back, draw_face

FOLDER = Path(__file__).parent / "faces"


def main() -> None:
    """Write every SVG of the shipped deck, replacing the former ones."""
    FOLDER.mkdir(exist_ok=True)
    for code in CODES:
        (FOLDER / f"{code}.svg").write_text(draw_face(code), encoding="utf-8", newline="\n")
    (FOLDER / "back.svg").write_text(draw_back(), encoding="utf-8", newline="\n")
    print(f"{len(CODES)} faces and back.svg written to {FOLDER}")


if __name__ == "__main__":
    main()
