"""The truth about benchmark pictures: three kinds of labels, read into one shape."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card, Rank
from referee.errors import UnreadableError
from referee.seats import Seat
from referee.vision.seats_in_view import TableProfile

CLEARLY_VISIBLE = 0.30
"""Share of a card in view from which it counts in the headline recall of reveals."""
_RANKS = {
    "nine": Rank.NUEVE,
    "ten": Rank.DIEZ,
    "jack": Rank.SOTA,
    "queen": Rank.CABALLO,
    "king": Rank.REY,
    "ace": Rank.AS,
}


class LabelError(UnreadableError):
    """A folder without labels in a known format."""


@dataclass(frozen=True)
class LabelledCard:
    """The truth about one card: corners (4, 2) px (a box for photographs), share in view 0..1.

    `card` is a rank alone where the labels give no more, `visible` None where they do not say;
    `laid` is how the hand lies (`fan`); `counts` says whether a reader should read it.
    """

    card: Card | Rank
    quad: NDArray[np.float64]
    visible: float | None
    seat: Seat | None
    counts: bool
    laid: str = ""

    @property
    def name(self) -> str:
        """`12O`, or `K` where only the rank is known."""
        return self.card.code if isinstance(self.card, Card) else self.card.french

    def is_read_as(self, card: Card | None) -> bool:
        """Whether a reading says what the labels say."""
        if card is None:
            return False
        return self.card == card if isinstance(self.card, Card) else self.card is card.rank

    def name_of(self, card: Card) -> str:
        """A reading with as much detail as the labels have."""
        return card.code if isinstance(self.card, Card) else card.rank.french


@dataclass(frozen=True)
class LabelledPicture:
    """A picture with its cards, what it can be grouped by, and its seats where they are known.

    `boxed` says that the labels give boxes and no corners.
    """

    path: Path
    cards: tuple[LabelledCard, ...]
    groups: Mapping[str, str]
    profile: TableProfile | None

    @property
    def boxed(self) -> bool:
        """Whether the labels are boxes; only those of reveals, which know seats, are corners."""
        return self.profile is None


def read_labels(folder: Path) -> list[LabelledPicture]:
    """`labels.json` of composed reveals (an object) or of photographs (a list), or Pascal VOC.

    Pascal VOC is one XML file beside each picture, its objects named `nine` to `ace`. Raises
    LabelError.
    """
    file = folder / "labels.json"
    written = sorted(folder.glob("*.xml"))
    if written and not file.exists():
        return [_voc(path) for path in written]
    try:
        text = file.read_bytes()
    except OSError as error:
        raise LabelError(
            f"{file}: {error.strerror}; expected it, or a Pascal VOC file (.xml) a picture"
        ) from None
    try:
        labels = json.loads(text)
        if isinstance(labels, list):
            pictures = [_photo(folder, entry) for entry in labels if entry["usable"]]
        else:
            pictures = [_reveal(folder / name, item) for name, item in labels["images"].items()]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LabelError(f"{file}: {error}; expected the labels of a card benchmark") from None
    if not pictures:
        raise LabelError(f"{file}: names no picture; expected the labels of a card benchmark")
    return pictures


def _photo(folder: Path, entry: Mapping[str, Any]) -> LabelledPicture:
    return LabelledPicture(folder / entry["tile"], tuple(_photo_cards(entry)), {}, None)


def _photo_cards(entry: Mapping[str, Any]) -> Iterator[LabelledCard]:
    for card in entry["cards"]:
        if card["code"] != "J":
            yield LabelledCard(
                Card.parse(card["code"]),
                _box_corners(card["box"]),
                float(card["visible"]),
                None,
                bool(card["readable"]) and not card["doubtful"],
            )


def _reveal(path: Path, entry: Mapping[str, Any]) -> LabelledPicture:
    polygons = {
        Seat(seat): np.asarray(points, np.float64)
        for seat, points in entry["calib"]["seat_polygons"].items()
    }
    groups = {key: entry[key] for key in ("deck", "difficulty", "camera", "layout")}
    profile = TableProfile(tuple(entry["size"]), polygons)
    return LabelledPicture(path, tuple(_reveal_cards(entry)), groups, profile)


def _reveal_cards(entry: Mapping[str, Any]) -> Iterator[LabelledCard]:
    for card in entry["cards"]:
        visible = float(card["visible"])
        yield LabelledCard(
            Card.parse(card["code"]),
            np.asarray(card["quad"], np.float64),
            visible,
            Seat(card["seat"]),
            visible >= CLEARLY_VISIBLE,
            card.get("layout", ""),
        )


def _voc(file: Path) -> LabelledPicture:
    try:
        root = ElementTree.fromstring(file.read_bytes())
        cards = [_voc_card(item) for item in root.iter("object")]
        path = file.with_name(root.findtext("filename", ""))
    except (OSError, ElementTree.ParseError, KeyError, ValueError, TypeError) as error:
        raise LabelError(
            f"{file}: {error}; expected Pascal VOC with objects named {', '.join(_RANKS)}"
        ) from None
    return LabelledPicture(path, tuple(cards), {}, None)


def _voc_card(item: ElementTree.Element) -> LabelledCard:
    box = [float(item.findtext(f"bndbox/{side}") or "") for side in _SIDES]
    return LabelledCard(_RANKS[item.findtext("name", "")], _box_corners(box), None, None, True)


_SIDES = ("xmin", "ymin", "xmax", "ymax")


def _box_corners(box: Sequence[float]) -> NDArray[np.float64]:
    x0, y0, x1, y1 = box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)
