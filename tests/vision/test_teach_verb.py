"""`referee teach`: what it is told, and what it refuses before it looks at anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards import Card
from referee.errors import RefereeError
from referee.vision.models import Faces
from referee.vision.teach_verb import order_of, parse_named, teach


@pytest.mark.parametrize(
    ("count", "faces", "first", "last"),
    [
        (40, Faces.SPANISH, "1O", "12B"),
        (48, Faces.SPANISH, "1O", "12B"),
        (32, Faces.FRENCH, "1O", "12B"),
        (52, Faces.FRENCH, "1O", "12B"),
    ],
)
def test_by_suits_every_card_once(count: int, faces: Faces, first: str, last: str) -> None:
    cards = order_of("suits", count, faces)
    assert len(set(cards)) == len(cards) == count
    assert (cards[0].code, cards[-1].code) == (first, last)


def test_a_listed_order_is_kept() -> None:
    listed = [card.code for card in reversed(order_of(None, 40, Faces.SPANISH))]
    assert [card.code for card in order_of(" ".join(listed), 40, Faces.SPANISH)] == listed


@pytest.mark.parametrize(
    ("order", "count", "message"),
    [
        (None, 41, r"^--cards 41: no spanish pack; allowed: 40, 48"),
        ("1O 2O", 40, r"^--order: a pack of 40 has each card once; missing: 3O, "),
        ("1O 1O", 40, r"once; twice: 1O"),
        ("1O what", 40, r"^--order: "),
    ],
)
def test_orders_that_are_none(order: str | None, count: int, message: str) -> None:
    with pytest.raises(RefereeError, match=message):
        order_of(order, count, Faces.SPANISH)


def test_named_cards() -> None:
    assert parse_named(["17=7O", "3 = rey de oros"]) == {
        17: Card.parse("7O"),
        3: Card.parse("12O"),
    }


@pytest.mark.parametrize("texts", [["7O"], ["1=7O", "1=6O"], ["1=what"]])
def test_names_that_cannot_be_read(texts: list[str]) -> None:
    with pytest.raises(RefereeError):
        parse_named(texts)


@pytest.mark.parametrize(
    ("source", "deck", "out", "message"),
    [
        (None, "azul", None, "say what to look at and a name"),
        ("missing.mp4", "azul", "azul.deck", "missing.mp4"),
        ("missing.mp4", "Azul!", "azul.deck", "cannot name a deck"),
        ("missing.mp4", "azul", "azul.txt", "a deck is kept in a file NAME.deck"),
    ],
)
def test_what_is_refused(
    tmp_path: Path, source: str | None, deck: str, out: str | None, message: str
) -> None:
    where = tmp_path / out if out else None
    with pytest.raises(RefereeError, match=message):
        teach(
            source and str(tmp_path / source),
            deck,
            40,
            None,
            None,
            Faces.SPANISH,
            None,
            where,
            None,
            False,
        )
    assert list(tmp_path.iterdir()) == []
