"""Measure the card reader on labelled pictures: recall, precision, exact hands, exact reveals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from referee.frames.frame import Frame
from referee.frames.photo import read_photo
from referee.seats import Seat
from referee.training.conditions import Conditions, conditions_of
from referee.training.labels import LabelledCard, LabelledPicture, read_labels
from referee.training.matching import match
from referee.training.reliability import Stated
from referee.training.tallies import Tally, count_cards, count_reveal
from referee.vision.detector import CardReader
from referee.vision.photograph import read_photograph
from referee.vision.reveal import CERTAIN, Reveal
from referee.vision.sighting import CardSighting


@dataclass(frozen=True)
class Reading:
    """What became of one labelled card: `sighting` is None where no open card was found."""

    picture: LabelledPicture
    label: LabelledCard
    sighting: CardSighting | None
    conditions: Conditions

    @property
    def right(self) -> bool:
        """Whether it was read as what it is."""
        return self.sighting is not None and self.label.is_read_as(self.sighting.card)

    @property
    def read_as(self) -> str | None:
        """What it was read as, in as much detail as the labels have."""
        card = self.sighting.card if self.sighting else None
        return None if card is None else self.label.name_of(card)

    def sure(self, threshold: float) -> bool:
        """Whether it was read without being listed as doubtful."""
        return self.sighting is not None and self.sighting.confidence >= threshold


@dataclass
class Report:
    """Tallies by group (`("all", "all")` first), every labelled card's reading, the hands read."""

    threshold: float
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)
    predictions: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def tally(self, kind: str, name: str) -> Tally:
        """The tally of a group, made on first use."""
        return self.tallies.setdefault((kind, name), Tally())

    def stated(self, kind: str) -> Stated:
        """The confidences of the labelled cards that were found, and whether they were right."""
        found = [(r.sighting.confidence, r.right) for r in self.readings if r.sighting]
        confidence = np.array([c for c, _ in found], np.float64)
        return Stated(kind, confidence, np.array([right for _, right in found], bool))


def evaluate(
    folder: Path, reader: CardReader, threshold: float = CERTAIN, *, joint: bool = True
) -> Report:
    """Read every labelled picture of a folder and compare.

    `joint` weighs the doubtful cards of a reveal by what the others are, as a table does.
    """
    report = Report(threshold)
    for picture in read_labels(folder):
        frame = read_photo(picture.path)
        _count(report, picture, frame, reader, joint=joint)
    return report


def _count(
    report: Report,
    picture: LabelledPicture,
    frame: Frame,
    reader: CardReader,
    *,
    joint: bool,
) -> None:
    tallies = [report.tally("all", "all")]
    tallies += [report.tally(kind, name) for kind, name in picture.groups.items()]
    if picture.profile is None:
        up = [s for s in reader.read(frame) if not s.face_down]
    else:
        reveal = read_photograph(
            frame, reader, picture.profile, threshold=report.threshold, joint=joint
        )
        up = [c.sighting for hand in reveal.hands.values() for c in hand if c.card is not None]
        _count_hands(report, picture, reveal, tallies)
    pairs = match(picture.cards, up, boxes=picture.boxed)
    for tally in tallies:
        count_cards(tally, picture, up, pairs, report.threshold)
    for i, label in enumerate(picture.cards):
        seen = up[pairs[i]] if i in pairs else None
        report.readings.append(
            Reading(picture, label, seen, conditions_of(frame.image, label.quad))
        )


def _count_hands(
    report: Report, picture: LabelledPicture, reveal: Reveal, tallies: Sequence[Tally]
) -> None:
    hands = {seat: reveal.cards(seat) for seat in Seat}
    for tally in tallies:
        count_reveal(tally, picture, hands, reveal.complete)
    report.predictions[f"{picture.path.parent.name}/{picture.path.name}"] = {
        str(seat): [c.code for c in hand] for seat, hand in hands.items()
    }
