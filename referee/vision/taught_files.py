"""Where taught decks lie, and which of them is meant by a name, a file or `auto`."""

from __future__ import annotations

import logging
from pathlib import Path

import platformdirs

from referee.vision.models import Faces
from referee.vision.taught import AUTO, SUFFIX, DeckError, TaughtDeck, checked_name
from referee.weights import load_model

log = logging.getLogger(__name__)


def deck_folder() -> Path:
    """Where taught decks lie unless another folder is named."""
    return platformdirs.user_data_path("referee") / "decks"


def deck_path(name: str, folder: Path | None = None) -> Path:
    """The file of a deck by its name."""
    return (folder or deck_folder()) / f"{checked_name(name)}{SUFFIX}"


def deck_files(folder: Path | None = None) -> tuple[Path, ...]:
    """The files of all taught decks of a folder, in the order of their names."""
    return tuple(sorted((folder or deck_folder()).glob(f"*{SUFFIX}")))


def stored_decks(folder: Path | None = None) -> dict[Path, TaughtDeck | DeckError]:
    """The files of all taught decks, each with its deck, or with what is wrong with the file."""
    return {file: _loaded(file) for file in deck_files(folder)}


def _loaded(file: Path) -> TaughtDeck | DeckError:
    try:
        return TaughtDeck.load(file)
    except DeckError as error:
        return error


def find_decks(
    wanted: str, faces: Faces | None = Faces.SPANISH, beside: Path = Path()
) -> tuple[TaughtDeck, ...]:
    """The deck of a file (counted from `beside`) or of a name; all with these faces for `auto`.

    Without faces, a deck that is named may have any, and `auto` means the Spanish ones.

    Of `auto`, a damaged file and a deck that was taught to another version of the reader are told
    in the log and left out.
    Raises DeckError; what to do next is in its message.
    """
    if wanted == AUTO:
        faces = faces or Faces.SPANISH
        decks = _usable(faces)
        if not decks:
            raise DeckError(
                f"{deck_folder()}: no deck with {faces} faces was taught to this reader; "
                "teach one: referee teach SOURCE --deck NAME"
            )
        return decks
    if wanted.endswith(SUFFIX):
        return (_with_faces(TaughtDeck.load(beside / wanted), faces),)
    path = deck_path(wanted)
    if not path.is_file():
        known = ", ".join(file.stem for file in deck_files()) or "none yet"
        raise DeckError(
            f"deck {wanted!r} was not taught; taught: {known}; "
            f"teach it: referee teach SOURCE --deck {wanted}"
        )
    return (_with_faces(TaughtDeck.load(path), faces),)


def _usable(faces: Faces) -> tuple[TaughtDeck, ...]:
    reader = load_model(faces.classifier).sha256
    usable = []
    for deck in stored_decks().values():
        if isinstance(deck, DeckError):
            log.warning("%s; the other decks are used", deck)
        elif deck.faces is faces:
            try:
                deck.require_reader(reader)
                usable.append(deck)
            except DeckError as error:
                log.warning("%s; the other decks are used", error)
    return tuple(usable)


def _with_faces(deck: TaughtDeck, faces: Faces | None) -> TaughtDeck:
    if faces is not None and deck.faces is not faces:
        raise DeckError(f"deck {deck.name}: has {deck.faces} faces; this table is read as {faces}")
    return deck
