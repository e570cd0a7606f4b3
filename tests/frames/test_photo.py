"""Photographs: what is read, and each kind of file that is refused in one line."""

import struct
import tracemalloc
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.frames.frame import Image
from referee.frames.photo import read_photo
from tests.frames.files import Written, encoded, refusal, two_tone


def png_declaring(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header promises that many pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + checksum

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 16))
        + chunk(b"IEND", b"")
    )


def jpeg_declaring(width: int, height: int) -> bytes:
    """A real JPEG with another size written into its frame header."""
    data = bytearray(encoded(".jpg"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def webp_declaring(kind: bytes, width: int, height: int) -> bytes:
    """The header of a WebP: `VP8 ` is lossy, `VP8L` lossless, `VP8X` has more than a picture."""
    if kind == b"VP8X":
        body = bytes(4) + b"".join((n - 1).to_bytes(3, "little") for n in (width, height))
    elif kind == b"VP8L":
        body = b"\x2f" + struct.pack("<I", width - 1 | (height - 1) << 14) + bytes(5)
    else:
        body = b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width, height)
    chunk = kind + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def bmp_declaring(width: int, height: int) -> bytes:
    """A real BMP with another size written into its header."""
    data = bytearray(encoded(".bmp"))
    data[18:26] = struct.pack("<ii", width, height)
    return bytes(data)


def jpeg_turned(orientation: int) -> bytes:
    """The two-tone picture with an EXIF orientation, as a phone held sideways writes it."""
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    exif = b"Exif\0\0" + tiff
    plain = encoded(".jpg")
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]


def with_thumbnail() -> bytes:
    """A JPEG whose header holds a small JPEG with an end of its own, as cameras write it."""
    plain, thumbnail = encoded(".jpg"), encoded(".jpg", two_tone(16, 8))
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + plain[2:]


NOT_PHOTOS = {
    "a text renamed": ("notes.jpg", b"grande, chica, pares, juego\n" * 40, "not an image"),
    "noise": ("noise.png", bytes(range(256)) * 8, "not an image"),
    "a lone JPEG marker": ("start.jpg", b"\xff\xd8", "cut short"),
    "a lone PNG signature": ("start.png", b"\x89PNG\r\n\x1a\n", "cut short"),
    "an empty file": ("empty.jpg", b"", "the file is empty"),
    "a truncated JPEG": ("half.jpg", encoded(".jpg")[:-20], "cut short"),
    "a truncated PNG": ("half.png", encoded(".png")[:-20], "cut short"),
    "a JPEG without pixels": ("hollow.jpg", b"\xff\xd8\xff\xd9", "cut short"),
    "a JPEG cut after its thumbnail": ("thumb.jpg", with_thumbnail()[:-20], "cut short"),
    "a PNG without pixels": ("hollow.png", png_declaring(100, 100), None),
    "one pixel": ("dot.png", encoded(".png", np.zeros((1, 1, 3), np.uint8)), "1x1 px is too small"),
    "a strip": ("strip.png", encoded(".png", np.zeros((20, 400, 3), np.uint8)), "400x20 px"),
    "200 megapixels as PNG": ("vast.png", png_declaring(20_000, 10_000), "200 megapixels"),
    "200 megapixels as JPEG": ("vast.jpg", jpeg_declaring(20_000, 10_000), "200 megapixels"),
    "200 megapixels as WebP": ("vast.webp", webp_declaring(b"VP8L", 16_000, 12_500), "200 mega"),
    "200 megapixels as BMP": ("vast.bmp", bmp_declaring(20_000, -10_000), "200 megapixels"),
    "a PNG of every pixel there is": ("all.png", png_declaring(2**31 - 1, 2**31 - 1), "megapixels"),
}


@pytest.mark.parametrize("name, data, says", NOT_PHOTOS.values(), ids=NOT_PHOTOS)
def test_a_file_that_is_no_photograph_is_refused_in_one_line(
    written: Written, name: str, data: bytes, says: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    path = written(name, data)
    text = refusal(lambda: read_photo(path), path)
    assert says is None or says in text
    assert capfd.readouterr() == ("", ""), "decoders must not talk over the message"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "is a folder" in refusal(lambda: read_photo(tmp_path), tmp_path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.jpg"
    assert "No such file" in refusal(lambda: read_photo(path), path)


@pytest.mark.parametrize(
    "name, data",
    [
        ("vast.png", png_declaring(20_000, 10_000)),
        ("vast.jpg", jpeg_declaring(20_000, 10_000)),
        ("lossy.webp", webp_declaring(b"VP8 ", 16_000, 12_500)),
        ("lossless.webp", webp_declaring(b"VP8L", 16_000, 12_500)),
        ("more.webp", webp_declaring(b"VP8X", 20_000, 10_000)),
        ("vast.bmp", bmp_declaring(20_000, -10_000)),
    ],
)
def test_a_vast_picture_is_refused_before_its_pixels_are_made(
    written: Written, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes
) -> None:
    path = written(name, data)
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    tracemalloc.start()
    try:
        refusal(lambda: read_photo(path), path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


def test_a_vast_picture_of_another_format_is_refused(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.frames.photo.MAX_PIXELS", 64 * 96 - 1)
    path = written("vast.tiff", encoded(".tiff"))
    assert "96x64 px is 0 megapixels" in refusal(lambda: read_photo(path), path)


@pytest.mark.parametrize("suffix, slack", [(".png", 0), (".webp", 40), (".jpg", 40)])
def test_a_photograph_is_read_as_bgr(written: Written, suffix: str, slack: int) -> None:
    path = written(f"table{suffix}", encoded(suffix))
    frame = read_photo(path)
    assert (frame.image.shape, frame.image.dtype) == ((64, 96, 3), np.uint8)
    assert (frame.time_s, frame.source) == (0.0, str(path))
    assert np.abs(frame.image[8, 48].astype(int) - (0, 0, 250)).max() <= slack
    assert np.abs(frame.image[56, 48].astype(int) - (250, 0, 0)).max() <= slack


def test_the_suffix_of_a_photograph_does_not_matter(written: Written) -> None:
    assert read_photo(written("table.dat", encoded(".png"))).image.shape == (64, 96, 3)


@pytest.mark.parametrize("image", [np.full((70, 90), 128, np.uint8), np.full((70, 90, 4), 128)])
def test_grey_and_transparent_pictures_become_three_channels(
    written: Written, image: Image
) -> None:
    frame = read_photo(written("grey.png", encoded(".png", image.astype(np.uint8))))
    assert frame.image.shape == (70, 90, 3)


def test_sixteen_bit_pictures_become_eight_bit(written: Written) -> None:
    deep = np.full((70, 90, 3), 40_000, np.uint16)
    frame = read_photo(written("deep.png", encoded(".png", deep)))
    assert frame.image.dtype == np.uint8
    assert abs(int(frame.image[0, 0, 0]) - 156) <= 1


@pytest.mark.parametrize(
    "orientation, shape, red_at",
    [
        (1, (64, 96), (8, 48)),
        (3, (64, 96), (56, 48)),
        (6, (96, 64), (48, 56)),
        (8, (96, 64), (48, 8)),
    ],
)
def test_a_photograph_is_turned_as_its_exif_says(
    written: Written, orientation: int, shape: tuple[int, int], red_at: tuple[int, int]
) -> None:
    frame = read_photo(written("sideways.jpg", jpeg_turned(orientation)))
    assert frame.image.shape[:2] == shape
    assert np.abs(frame.image[red_at].astype(int) - (0, 0, 250)).max() <= 40


@pytest.mark.parametrize("data", [with_thumbnail(), encoded(".jpg") + b"film" * 50_000])
def test_a_photograph_with_a_thumbnail_or_a_film_is_read(written: Written, data: bytes) -> None:
    assert read_photo(written("phone.jpg", data)).image.shape == (64, 96, 3)
