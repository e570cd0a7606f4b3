"""Write the deck as SVG: `python -m datasets.deck`, or another style with `--style SEED --out`."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from datasets.deck import CODES, Style, draw_back, draw_face

FOLDER = Path(__file__).parent / "faces"


def write_deck(folder: Path, style: Style) -> None:
    """Write 48 faces and the back into a folder, replacing the former ones."""
    folder.mkdir(parents=True, exist_ok=True)
    for code in CODES:
        (folder / f"{code}.svg").write_text(draw_face(code, style), encoding="utf-8", newline="\n")
    (folder / "back.svg").write_text(draw_back(style), encoding="utf-8", newline="\n")


def main() -> None:
    """Without options, renew the deck that ships; a style seed gives a deck for training."""
    parser = argparse.ArgumentParser(prog="python -m datasets.deck", description=__doc__)
    parser.add_argument("--style", type=int, help="seed of a random style; needs --out")
    parser.add_argument("--out", type=Path, help="folder to write to; default: the shipped deck's")
    options = parser.parse_args()
    if options.style is not None and options.out is None:
        parser.error("--style needs --out FOLDER: the shipped deck keeps its own style")
    style = Style() if options.style is None else Style.random(random.Random(options.style))
    folder = options.out or FOLDER
    write_deck(folder, style)
    print(f"{len(CODES)} faces and back.svg written to {folder}")


if __name__ == "__main__":
    main()
