"""Draw a reading on its picture, for people to check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import Notation
from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.outputs import write_bytes
from referee.seats import Seat
from referee.vision.reveal import CERTAIN, Reveal, SeatedCard
from referee.vision.sighting import CardSighting

Image = NDArray[np.uint8]

# BGR, one a seat, told apart by the label too: colour is never the only cue.
SEAT_COLOURS = {
    Seat.A: (64, 180, 255),
    Seat.B: (230, 160, 60),
    Seat.C: (90, 210, 90),
    Seat.D: (220, 110, 220),
}
_DOUBT = (40, 40, 230)
_ASIDE = (150, 150, 150)
_FONT = cv2.FONT_HERSHEY_DUPLEX
_WEBP_MOST = 16_383


def draw_reveal(frame: Frame, reveal: Reveal) -> Image:
    """The picture with every card outlined and labelled `A2 7O`; doubtful cards red with `?`."""
    image = frame.image.copy()
    unit = max(0.4, min(frame.image.shape[:2]) / 1080)
    for sighting in reveal.aside:
        _outline(image, sighting.quad, _ASIDE, unit)
    for seat, hand in reveal.hands.items():
        for seated in hand:
            sure = seated.card is not None and seated.certain(reveal.threshold)
            _outline(image, seated.sighting.quad, SEAT_COLOURS[seat] if sure else _DOUBT, unit)
    taken: list[_Box] = []
    for seat, hand in reveal.hands.items():
        for seated in hand:
            sure = seated.card is not None and seated.certain(reveal.threshold)
            colour = SEAT_COLOURS[seat] if sure else _DOUBT
            _label(image, seated.sighting.centre, _text(seated, sure), colour, unit, taken)
    return image


def draw_cards(
    frame: Frame,
    cards: Sequence[CardSighting],
    threshold: float = CERTAIN,
    notation: Notation = Notation.SPANISH,
) -> Image:
    """The picture with every open card outlined and labelled `7O`, in French notation `7d`.

    Doubtful ones are red with `?`.
    """
    image = frame.image.copy()
    unit = max(0.4, min(frame.image.shape[:2]) / 1080)
    taken: list[_Box] = []
    for sighting in cards:
        if sighting.card is None:
            _outline(image, sighting.quad, _ASIDE, unit)
            continue
        sure = sighting.confidence >= threshold
        colour = SEAT_COLOURS[Seat.C] if sure else _DOUBT
        _outline(image, sighting.quad, colour, unit)
        name = sighting.card.french if notation is Notation.FRENCH else sighting.card.code
        text = f"{name}{'' if sure else '?'}"
        _label(image, sighting.centre, text, colour, unit, taken)
    return image


def _text(seated: SeatedCard, sure: bool) -> str:
    code = seated.card.code if seated.card else "back"
    return f"{seated.label} {code}{'' if sure else '?'}"


def _outline(
    image: Image, quad: NDArray[np.float64], colour: tuple[int, int, int], unit: float
) -> None:
    points = [np.round(quad).astype(np.int32)]
    cv2.polylines(image, points, True, (0, 0, 0), max(2, round(4 * unit)), cv2.LINE_AA)
    cv2.polylines(image, points, True, colour, max(1, round(2 * unit)), cv2.LINE_AA)


@dataclass(frozen=True)
class _Box:
    """Where a label is drawn, px."""

    left: int
    top: int
    right: int
    bottom: int

    def overlaps(self, other: _Box) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)

    def lowered(self, by: int) -> _Box:
        return _Box(self.left, self.top + by, self.right, self.bottom + by)


def _label(
    image: Image,
    centre: NDArray[np.float64],
    text: str,
    colour: tuple[int, int, int],
    unit: float,
    taken: list[_Box],
) -> None:
    """Write on the card's middle, or below the labels that are there already."""
    scale = 0.5 * unit
    (width, height), _ = cv2.getTextSize(text, _FONT, scale, 1)
    pad = max(2, round(3 * unit))
    left = round(float(centre[0]) - width / 2) - pad
    top = round(float(centre[1]) - height / 2) - pad
    box = _Box(left, top, left + width + 2 * pad, top + height + 2 * pad)
    while any(box.overlaps(other) for other in taken):
        box = box.lowered(max(1, height // 3))
    taken.append(box)
    cv2.rectangle(image, (box.left, box.top), (box.right, box.bottom), (20, 20, 20), cv2.FILLED)
    at = (box.left + pad, box.bottom - pad)
    cv2.putText(image, text, at, _FONT, scale, colour, 1, cv2.LINE_AA)


def write_image(path: Path, image: Image) -> None:
    """Write a picture whole or not at all. Raises UnreadableError naming the path."""
    suffix = path.suffix.lower() or ".png"
    if suffix not in (".png", ".jpg", ".jpeg", ".webp"):
        raise UnreadableError(f"{path}: cannot write {suffix}; use .png, .jpg or .webp")
    height, width = image.shape[:2]
    if suffix == ".webp" and max(height, width) > _WEBP_MOST:
        raise UnreadableError(
            f"{path}: a WebP has {_WEBP_MOST} px a side at most, not {width}x{height}; use .png"
        )
    _, data = cv2.imencode(suffix, image)
    write_bytes(path, data.tobytes())
