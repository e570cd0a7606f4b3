"""The reader for a recording or a photograph of which little is known."""

from __future__ import annotations

from functools import partial

from referee.vision.detector import CardReader
from referee.vision.either_pack import EitherPack
from referee.vision.models import Faces
from referee.vision.reveal_watch import Reader
from referee.vision.taught_files import find_decks


def reader_for(faces: Faces | None = None, deck: str | None = None) -> Reader:
    """Reads cards with these faces; unless they are said, those of the taught deck.

    `deck` is the name or the file of a taught deck, or `auto`: any Spanish one. Without both,
    whichever pack lies there is read. Raises DeckError and ModelError.
    """
    if deck:
        decks = find_decks(deck, faces)
        return CardReader.load(faces=decks[0].faces, decks=decks)
    if faces:
        return CardReader.load(faces=faces)
    return EitherPack({faces: partial(CardReader.load, faces=faces) for faces in Faces})
