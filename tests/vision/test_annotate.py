"""A reading drawn on its picture, and pictures written whole or not at all."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.annotate import draw_reveal, write_image
from referee.vision.reveal import Reveal, read_reveal
from tests.vision.table_views import Laid, sighting, view

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SEEN = view({seat: Laid(pitch=65) for seat in Seat})
CODES = [f"{rank}{suit}" for suit in "OCEB" for rank in (1, 5, 7, 12)]
RED = (40, 40, 230)
GREY = (150, 150, 150)


def reading(doubtful: int | None = None, face_down: int | None = None) -> Reveal:
    """Sixteen cards and the stock; the card at a place doubtful or face down."""
    cards = []
    for i, (quad, code) in enumerate(zip(SEEN.quads, CODES, strict=True)):
        read = (None, 0.99) if i == face_down else (code, 0.5 if i == doubtful else 0.99)
        cards.append(sighting(quad, read))
    stock = view({Seat.A: Laid(count=1, reach=0)}).quads[0]
    return read_reveal([*cards, sighting(stock, (None, 0.99))])


def table(width: int = 1920, height: int = 1080) -> Frame:
    return Frame(np.full((height, width, 3), 90, np.uint8), 0.0, "table")


def has_outline(image: Image, quad: NDArray[np.float64], colour: Colour) -> bool:
    """Whether the card's outline has the colour at the middle of its upper edge."""
    x, y = np.round(quad[:2].mean(axis=0)).astype(int)
    near = image[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3).astype(int)
    return bool((np.abs(near - colour).max(axis=1) < 40).any())


def test_every_card_is_drawn_on_a_copy_of_the_picture() -> None:
    frame = table()
    drawn = draw_reveal(frame, reading())
    assert drawn.shape == frame.image.shape
    assert np.all(frame.image == 90)
    for quad in SEEN.quads:
        x, y = np.round(quad.mean(axis=0)).astype(int)
        label = drawn[y - 8 : y + 9, x - 30 : x + 31]
        assert label.max() > 100, "no text in the middle of the card"
        assert label.min() < 40, "no dark ground under the text"


def test_each_seat_has_a_colour_and_the_stock_is_grey() -> None:
    drawn = draw_reveal(table(), reading())
    colours = []
    for seat in Seat:
        quad = SEEN.quads[SEEN.owners.index(seat)]
        x, y = np.round(quad[:2].mean(axis=0)).astype(int)
        colours.append(tuple(int(c) for c in drawn[y, x]))
        assert not has_outline(drawn, quad, RED)
    assert len(set(colours)) == 4
    assert has_outline(drawn, view({Seat.A: Laid(count=1, reach=0)}).quads[0], GREY)


@pytest.mark.parametrize("kind", ["doubtful", "face_down"])
def test_a_card_that_is_not_sure_is_red(kind: str) -> None:
    drawn = draw_reveal(table(), reading(**{kind: 5}))
    assert has_outline(drawn, SEEN.quads[5], RED)
    assert not any(has_outline(drawn, q, RED) for i, q in enumerate(SEEN.quads) if i not in (4, 5))


def test_an_empty_reading_leaves_the_picture_as_it_is() -> None:
    frame = table()
    assert np.array_equal(draw_reveal(frame, read_reveal([])), frame.image)


@pytest.mark.parametrize("size", [(64, 64), (400, 300), (4000, 3000)])
def test_cards_beyond_the_edge_and_pictures_of_any_size_are_drawn(size: tuple[int, int]) -> None:
    reveal = reading(doubtful=0, face_down=9)
    assert draw_reveal(table(*size), reveal).shape == (size[1], size[0], 3)


# --- writing -----------------------------------------------------------------------------------

PICTURE = np.full((70, 90, 3), (10, 120, 240), np.uint8)


@pytest.mark.parametrize("name", ["out.png", "out.jpg", "OUT.JPEG", "out.webp", "out"])
def test_a_picture_is_written_and_nothing_else(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_image(path, PICTURE)
    back = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(back.astype(int) - PICTURE).max() <= 12
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_a_picture_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    path.write_bytes(b"an older picture")
    write_image(path, PICTURE)
    assert cv2.imread(str(path)).shape == (70, 90, 3)


@pytest.mark.parametrize("name", ["out.gif", "out.txt", "out.pdf"])
def test_an_unknown_suffix_is_refused_and_nothing_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(UnreadableError) as caught:
        write_image(path, PICTURE)
    assert str(caught.value) == (f"{path}: cannot write {path.suffix}; use .png, .jpg or .webp")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "out.png"
    with pytest.raises(UnreadableError) as caught:
        write_image(path, PICTURE)
    assert str(caught.value) == f"{path}: No such file or directory"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_that_name_stays_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    path.mkdir()
    with pytest.raises(UnreadableError, match="is a folder; name a file"):
        write_image(path, PICTURE)
    assert [p.name for p in tmp_path.iterdir()] == ["out.png"]


def test_no_webp_is_that_wide(tmp_path: Path) -> None:
    wide = np.zeros((4, 16_384, 3), np.uint8)
    with pytest.raises(UnreadableError, match=r"16383 px a side at most, not 16384x4; use \.png"):
        write_image(tmp_path / "out.webp", wide)
    write_image(tmp_path / "out.webp", wide[:, :-1])


def test_a_write_that_fails_half_way_leaves_the_older_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.png"
    path.write_bytes(b"an older picture")

    def full_disk(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(UnreadableError, match="No space left on device"):
        write_image(path, PICTURE)
    assert path.read_bytes() == b"an older picture"
    assert [p.name for p in tmp_path.iterdir()] == ["out.png"]
