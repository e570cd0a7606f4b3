"""Counts over labelled pictures: cards found and read, precision, exact hands and reveals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.seats import Seat
from referee.training.labels import LabelledPicture
from referee.training.matching import box_overlap
from referee.vision.sighting import CardSighting


@dataclass
class Tally:
    """Counts over some pictures."""

    cards: int = 0
    found: int = 0
    read: int = 0
    certain_read: int = 0
    predicted: int = 0
    predicted_right: int = 0
    certain: int = 0
    certain_right: int = 0
    hands: int = 0
    exact_hands: int = 0
    reveals: int = 0
    exact_reveals: int = 0
    committed: int = 0
    committed_right: int = 0


def count_cards(
    tally: Tally,
    picture: LabelledPicture,
    up: Sequence[CardSighting],
    pairs: Mapping[int, int],
    threshold: float,
) -> None:
    """Add the cards of a picture; `pairs` is what `match` says of them and the sightings `up`."""
    owner = {j: i for i, j in pairs.items()}
    for i, label in enumerate(picture.cards):
        if label.counts:
            tally.cards += 1
            tally.found += i in pairs
            right = i in pairs and label.is_read_as(up[pairs[i]].card)
            tally.read += right
            tally.certain_read += right and up[pairs[i]].confidence >= threshold
    for j, sighting in enumerate(up):
        if j not in owner and picture.boxed:
            overlaps = [box_overlap(c.quad, sighting.quad) for c in picture.cards]
            if max(overlaps, default=0.0) <= 0:
                continue
        right = j in owner and picture.cards[owner[j]].is_read_as(sighting.card)
        tally.predicted += 1
        tally.predicted_right += right
        if sighting.confidence >= threshold:
            tally.certain += 1
            tally.certain_right += right


def count_reveal(
    tally: Tally, picture: LabelledPicture, hands: Mapping[Seat, Sequence[Card]], complete: bool
) -> None:
    """Add the hands of a reveal and whether it was settled without a question."""
    exact = 0
    for seat in Seat:
        truth = Counter(c.card for c in picture.cards if c.seat is seat)
        exact += truth == Counter(hands[seat])
    tally.hands += len(Seat)
    tally.exact_hands += exact
    tally.reveals += 1
    tally.exact_reveals += exact == len(Seat)
    tally.committed += complete
    tally.committed_right += complete and exact == len(Seat)
