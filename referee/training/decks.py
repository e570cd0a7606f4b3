"""Decks of faces to compose pictures from: a folder of `CODE.png|jpg|svg`, and `back*` files.

Names are Spanish codes (`12O.png`) or, all of them, French ones (`Kd.svg`, `Tc.svg`). A French deck
may also be one sheet (`anglo.svgz`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Card, Notation, notation_of
from referee.errors import RefereeError, UnreadableError
from referee.training.sheets import SUFFIXES as SHEETS
from referee.training.sheets import cut_sheet

Image = NDArray[np.uint8]

CARD_WIDTH_MM = 61.0
CARD_HEIGHT_MM = 95.0
CORNER_RADIUS_MM = 3.6
CODES: tuple[str, ...] = tuple(f"{rank}{suit}" for suit in "OCEB" for rank in range(1, 13))
"""The 48 faces of a Spanish pack: rank 1-12, suit oros, copas, espadas, bastos."""
FRENCH_CODES: tuple[str, ...] = (*CODES, *(f"X{suit}" for suit in "OCEB"))
"""The 52 faces of a French pack under the codes of the Spanish ones; X is the ten."""
_FACE_HEIGHT = 304
_SUFFIXES = (".png", ".jpg", ".jpeg", ".svg")


class DeckError(UnreadableError):
    """A folder that is no deck."""


@dataclass(frozen=True)
class Deck:
    """Faces by code and backs, each uint8 BGRA, height 304 px, alpha 0 outside the rounded card."""

    name: str
    faces: Mapping[str, Image]
    backs: Sequence[Image]

    def __post_init__(self) -> None:
        unknown = sorted(set(self.faces) - set(FRENCH_CODES))
        if unknown or not self.faces:
            raise DeckError(
                f"deck {self.name!r}: faces {unknown or 'none'}; allowed: {FRENCH_CODES}"
            )

    @property
    def french(self) -> bool:
        """Whether this is a French pack, which alone has tens."""
        return any(code.startswith("X") for code in self.faces)


def codes_of(decks: Iterable[Deck]) -> tuple[str, ...]:
    """The cards that a reader of these decks must tell apart. French and Spanish do not mix."""
    french = {deck.french for deck in decks}
    if len(french) > 1:
        raise DeckError("French and Spanish decks together; train a reader for each")
    return FRENCH_CODES if french == {True} else CODES


def _rounded_alpha(height: int, width: int) -> Image:
    alpha = np.zeros((height, width), np.uint8)
    r = round(CORNER_RADIUS_MM / CARD_WIDTH_MM * width)
    cv2.rectangle(alpha, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return alpha


def prepare_face(pixels: Image) -> Image:
    """Any 8-bit picture of a whole card to BGRA, 304 px high, with rounded corners cut out."""
    if pixels.ndim == 2:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    if pixels.shape[2] == 4:
        alpha = pixels[..., 3:].astype(np.float32) / 255
        paper = np.float32(250)
        pixels = (pixels[..., :3] * alpha + paper * (1 - alpha)).astype(np.uint8)
    width = round(_FACE_HEIGHT * CARD_WIDTH_MM / CARD_HEIGHT_MM)
    shrinking = pixels.shape[0] > _FACE_HEIGHT
    resized = cv2.resize(
        pixels,
        (width, _FACE_HEIGHT),
        interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC,
    )
    return np.dstack([resized, _rounded_alpha(_FACE_HEIGHT, width)])


def rasterise(svg: str) -> Image:
    """A face drawn as SVG to BGRA pixels, 304 px high. Raises DeckError."""
    import resvg_py

    try:
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, height=_FACE_HEIGHT))
    except ValueError as error:
        raise DeckError(f"an SVG face could not be drawn: {error}") from None
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise DeckError("an SVG face could not be drawn")
    return prepare_face(pixels)


def load_deck(folder: Path) -> Deck:
    """Read `CODE.png|jpg|svg` and `back*` from a folder; other pictures are refused by name.

    A file is read as a sheet of French cards.
    """
    if folder.is_file() and folder.suffix.lower() in SHEETS:
        return _load_sheet(folder)
    faces: dict[str, Image] = {}
    backs: list[Image] = []
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    paths = [path for path in paths if path.suffix.lower() in _SUFFIXES]
    notation = notation_of(path.stem for path in paths if not path.stem.startswith("back"))
    for path in paths:
        if path.suffix.lower() == ".svg":
            try:
                face = rasterise(path.read_text(encoding="utf-8"))
            except DeckError as error:
                raise DeckError(f"{path}: {error}") from None
        else:
            pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            if pixels is None:
                raise DeckError(f"{path}: not an image")
            face = prepare_face(pixels)
        if path.stem.startswith("back"):
            backs.append(face)
        else:
            faces[_code(path, notation)] = face
    if not faces:
        raise DeckError(f"{folder}: no card faces here; expected files such as 12O.png")
    return Deck(folder.name, faces, tuple(backs))


def _load_sheet(path: Path) -> Deck:
    cut = {name: prepare_face(face) for name, face in cut_sheet(path, _FACE_HEIGHT).items()}
    back = cut.pop("back")
    faces = {Card.parse(name, Notation.FRENCH).code: face for name, face in cut.items()}
    return Deck(path.stem, faces, (back,))


def _code(path: Path, notation: Notation | None) -> str:
    try:
        return Card.parse(path.stem, notation).code
    except RefereeError:
        raise DeckError(
            f"{path}: not a card code; allowed: rank 1-12 and O, C, E or B, such as 12O, "
            "or all in French, such as Kd, or back*"
        ) from None


def load_decks(folders: Iterable[Path]) -> tuple[Deck, ...]:
    """Every folder as a deck, in the given order; one that is named more often is read once."""
    named = tuple(folders)
    read = {folder: load_deck(folder) for folder in dict.fromkeys(named)}
    return tuple(read[folder] for folder in named)


def load_textures(folder: Path) -> tuple[Image, ...]:
    """Every picture under a folder as a BGR table texture of at least 64 px, in name order."""
    textures = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in _SUFFIXES[:3]:
            pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if pixels is not None and min(pixels.shape[:2]) >= 64:
                textures.append(pixels)
    return tuple(textures)
