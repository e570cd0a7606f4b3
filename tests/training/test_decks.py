"""Folders of faces: what is read, and what is refused by name."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.training.decks import (
    CODES,
    FRENCH_CODES,
    Deck,
    DeckError,
    codes_of,
    load_deck,
    load_decks,
    load_textures,
    prepare_face,
    rasterise,
)

Image = NDArray[np.uint8]

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 61 95" width="61" height="95">'
    '<rect width="61" height="95" fill="#ffffff"/>'
    '<rect width="61" height="40" fill="#0000ff"/></svg>'
)


def face(colour: tuple[int, int, int] = (30, 160, 90), height: int = 400) -> Image:
    return np.full((height, height * 61 // 95, 3), colour, np.uint8)


def save(folder: Path, name: str, pixels: Image | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    cv2.imwrite(str(path), face() if pixels is None else pixels)
    return path


def test_there_are_48_codes() -> None:
    assert len(set(CODES)) == len(CODES) == 48
    assert {"1O", "8C", "9E", "12B"} <= set(CODES)


# --- faces -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pixels",
    [
        face(height=100),
        face(height=1200),
        np.full((400, 250), 128, np.uint8),
        np.full((400, 250, 4), 255, np.uint8),
        np.full((300, 300, 3), 128, np.uint8),
    ],
    ids=["small", "large", "grey", "with alpha", "square"],
)
def test_every_face_becomes_one_size_with_rounded_corners(pixels: Image) -> None:
    ready = prepare_face(pixels)
    assert (ready.shape, ready.dtype) == ((304, 195, 4), np.uint8)
    assert ready[152, 97, 3] == 255
    for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert ready[(*corner, 3)] == 0
    assert (ready[..., 3] > 0).mean() == pytest.approx(0.993, abs=0.01)


def test_what_is_transparent_in_a_face_becomes_paper() -> None:
    clear = np.zeros((304, 195, 4), np.uint8)
    clear[:152, :, 3] = 255
    ready = prepare_face(clear)
    assert ready[40, 97, :3].max() == 0
    assert ready[260, 97, :3].min() >= 245
    assert ready[260, 97, 3] == 255


def test_an_svg_face_is_drawn_upright_in_its_colours() -> None:
    ready = rasterise(SVG)
    assert ready.shape == (304, 195, 4)
    assert tuple(ready[60, 97, :3]) == (255, 0, 0)
    assert tuple(ready[250, 97, :3]) == (255, 255, 255)


# --- folders -----------------------------------------------------------------------------------


def test_a_folder_of_faces_and_backs_is_a_deck(tmp_path: Path) -> None:
    folder = tmp_path / "castilian"
    save(folder, "1O.png", face((10, 20, 200)))
    save(folder, "12b.jpg")
    (folder / "7C.svg").write_text(SVG)
    save(folder, "back.png")
    save(folder, "back_red.png")
    (folder / "README.md").write_text("drawn for this test")
    deck = load_deck(folder)
    assert deck.name == "castilian"
    assert set(deck.faces) == {"1O", "12B", "7C"}
    assert len(deck.backs) == 2
    assert np.abs(deck.faces["1O"][100, 100, :3].astype(int) - (10, 20, 200)).max() <= 1
    assert tuple(deck.faces["7C"][60, 97, :3]) == (255, 0, 0)


def test_a_deck_may_have_no_back(tmp_path: Path) -> None:
    save(tmp_path, "1O.png")
    assert load_deck(tmp_path).backs == ()


def test_decks_come_in_the_order_given(tmp_path: Path) -> None:
    for name in ("b", "a"):
        save(tmp_path / name, "1O.png")
    folders = [tmp_path / "b", tmp_path / "a", tmp_path / "b"]
    decks = load_decks(folders)
    assert [deck.name for deck in decks] == ["b", "a", "b"]
    assert decks[0] is decks[2], "three hundred times the same faces do not fit in memory"


def test_a_french_deck_is_known_by_its_names_and_its_tens(tmp_path: Path) -> None:
    for name in ("Kh.png", "4c.png", "Td.png", "As.png", "back.png"):
        save(tmp_path / "french", name)
    french = load_deck(tmp_path / "french")
    assert set(french.faces) == {"12C", "4B", "XO", "1E"}
    save(tmp_path / "spanish", "1O.png")
    spanish = load_deck(tmp_path / "spanish")
    assert (french.french, spanish.french) == (True, False)
    assert codes_of([french]) == FRENCH_CODES
    assert codes_of([spanish]) == codes_of([]) == CODES
    with pytest.raises(DeckError, match="together"):
        codes_of([french, spanish])


def test_a_picture_that_is_no_card_is_refused_by_name(tmp_path: Path) -> None:
    save(tmp_path, "1O.png")
    path = save(tmp_path, "13O.png")
    with pytest.raises(DeckError) as caught:
        load_deck(tmp_path)
    assert str(caught.value) == (
        f"{path}: not a card code; allowed: rank 1-12 and O, C, E or B, such as 12O, "
        "or all in French, such as Kd, or back*"
    )
    assert isinstance(caught.value, UnreadableError)


@pytest.mark.parametrize("name", ["1O.png", "1O.svg", "1O.PNG", "1O.SVG"])
def test_a_file_that_is_no_picture_is_refused_by_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("no picture at all")
    with pytest.raises(DeckError) as caught:
        load_deck(tmp_path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_svg_faces_may_be_named_in_capitals(tmp_path: Path) -> None:
    (tmp_path / "7C.SVG").write_text(SVG)
    assert set(load_deck(tmp_path).faces) == {"7C"}


@pytest.mark.parametrize("made", [True, False], ids=["empty", "missing"])
def test_a_folder_without_faces_is_no_deck(tmp_path: Path, made: bool) -> None:
    folder = tmp_path / "deck"
    if made:
        folder.mkdir()
        (folder / "notes.txt").write_text("nothing here")
    with pytest.raises(DeckError, match=r"deck: no card faces here; expected .* 12O\.png"):
        load_deck(folder)


def test_a_back_alone_is_no_deck(tmp_path: Path) -> None:
    save(tmp_path, "back.png")
    with pytest.raises(DeckError, match="no card faces here"):
        load_deck(tmp_path)


@pytest.mark.parametrize("faces", [{}, {"13O": face()}, {"1O": face(), "rey": face()}])
def test_a_deck_refuses_codes_that_no_pack_has(faces: dict[str, Image]) -> None:
    with pytest.raises(DeckError, match="deck 'odd': faces"):
        Deck("odd", faces, ())


# --- textures ----------------------------------------------------------------------------------


def test_textures_are_all_pictures_that_are_large_enough(tmp_path: Path) -> None:
    save(tmp_path / "wood", "oak.png", np.full((80, 90, 3), 50, np.uint8))
    save(tmp_path, "felt.jpg", np.full((100, 64), 90, np.uint8))
    save(tmp_path, "tiny.png", np.full((63, 200, 3), 50, np.uint8))
    (tmp_path / "broken.png").write_text("no picture")
    (tmp_path / "LICENCE.txt").write_text("none needed")
    textures = load_textures(tmp_path)
    assert [texture.shape for texture in textures] == [(100, 64, 3), (80, 90, 3)]


def test_a_folder_without_textures_gives_none(tmp_path: Path) -> None:
    assert load_textures(tmp_path) == ()
    assert load_textures(tmp_path / "missing") == ()
