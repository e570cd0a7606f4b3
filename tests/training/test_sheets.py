"""French decks on one sheet: which card lies where, and what is refused."""

import gzip
from pathlib import Path

import pytest

from referee.errors import UnreadableError
from referee.training.decks import FRENCH_CODES, load_deck, load_decks
from referee.training.sheets import cut_sheet

SUITS = ("club", "diamond", "heart", "spade")
RANKS = (*(str(rank) for rank in range(1, 11)), "jack", "queen", "king")


def sheet(leave_out: str = "") -> str:
    """Each card in a green of its row and a red of its column; the back is blue."""
    places = {f"{s}_{r}": (i, j) for i, s in enumerate(SUITS) for j, r in enumerate(RANKS)}
    cards = "".join(
        f'<g id="{name}"><rect x="{61 * column + 1}" y="{95 * row + 1}" width="59" height="93" '
        f'fill="rgb({15 * column},{40 * row + 20},0)"/></g>'
        for name, (row, column) in places.items()
        if name != leave_out
    )
    back = '<rect id="back" x="123" y="381" width="59" height="93" fill="rgb(0,0,250)"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="793" height="475">{cards}{back}</svg>'


@pytest.mark.parametrize("name", ["anglo.svg", "anglo.svgz", "anglo.SVGZ"])
def test_a_sheet_is_a_deck(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    text = sheet().encode()
    path.write_bytes(text if name.endswith("svg") else gzip.compress(text))
    deck = load_deck(path)
    assert (deck.name, deck.french, set(deck.faces)) == ("anglo", True, set(FRENCH_CODES))
    middles = {code: deck.faces[code][152, 97, :3].tolist() for code in ("1B", "XO", "12C", "11E")}
    assert middles == {
        "1B": [0, 20, 0],
        "XO": [0, 60, 135],
        "12C": [0, 100, 180],
        "11E": [0, 140, 165],
    }
    assert deck.backs[0][152, 97, :3].tolist() == [250, 0, 0]


def test_borders_of_a_cell_are_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "anglo.svg"
    path.write_text(sheet())
    face = cut_sheet(path, 304)["Kh"]
    assert (face[2:-2, 2:-2, 3] == 255).all()
    assert face.shape[0] / face.shape[1] == pytest.approx(93 / 59, rel=0.02)


def test_a_sheet_and_a_folder_go_together(tmp_path: Path) -> None:
    path = tmp_path / "anglo.svg"
    path.write_text(sheet())
    first, second = load_decks([path, path])
    assert first is second


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.svg", sheet("heart_king").encode(), "no heart_king on it"),
        ("a.svg", sheet("heart_4").encode(), "nothing is drawn where 4h should be"),
        ("a.svg", sheet().encode()[:-6], "could not be drawn"),
        ("a.svgz", sheet().encode(), "expected a sheet of cards as SVG"),
        ("a.svgz", gzip.compress(sheet().encode())[:100], "expected a sheet of cards as SVG"),
        ("a.svgz", gzip.compress(b"\xff\xfe"), "expected a sheet of cards as SVG"),
        ("a.svg", b"", "no club_king on it"),
    ],
)
def test_what_is_no_sheet_is_refused(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(UnreadableError) as caught:
        load_deck(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
