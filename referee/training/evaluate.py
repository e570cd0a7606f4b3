"""Measure the card reader on labelled pictures: recall, precision, exact hands, exact reveals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.errors import UnreadableError
from referee.frames.photo import read_photo
from referee.seats import Seat
from referee.vision.detector import CardReader
from referee.vision.ghosts import quad_overlap
from referee.vision.reveal import CERTAIN, read_reveal
from referee.vision.seats_in_view import TableProfile
from referee.vision.sighting import CardSighting

CLEARLY_VISIBLE = 0.30
"""Share of a card in view from which it counts in the headline recall of reveals."""
_OVERLAP = 0.5


class LabelError(UnreadableError):
    """A folder without labels in a known format."""


@dataclass(frozen=True)
class LabelledCard:
    """The truth about one card: corners (4, 2) px (a box for photographs), share in view."""

    card: Card
    quad: NDArray[np.float64]
    visible: float
    seat: Seat | None
    counts: bool


@dataclass(frozen=True)
class LabelledPicture:
    """A picture with its cards, what it can be grouped by, and its seats where they are known."""

    path: Path
    cards: tuple[LabelledCard, ...]
    groups: Mapping[str, str]
    profile: TableProfile | None


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


@dataclass
class Report:
    """Tallies by group (`("all", "all")` first) and the confusions, most frequent first."""

    threshold: float
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    predictions: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def tally(self, kind: str, name: str) -> Tally:
        """The tally of a group, made on first use."""
        return self.tallies.setdefault((kind, name), Tally())


def _reveal_cards(entry: Mapping[str, Any]) -> Iterator[LabelledCard]:
    for card in entry["cards"]:
        visible = float(card["visible"])
        yield LabelledCard(
            Card.parse(card["code"]),
            np.asarray(card["quad"], np.float64),
            visible,
            Seat(card["seat"]),
            visible >= CLEARLY_VISIBLE,
        )


def _box_corners(box: Sequence[float]) -> NDArray[np.float64]:
    x0, y0, x1, y1 = box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)


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


def read_labels(folder: Path) -> list[LabelledPicture]:
    """`labels.json` of composed reveals (an object) or of photographs (a list)."""
    file = folder / "labels.json"
    try:
        labels = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(labels, list):
            return [_photo(folder, entry) for entry in labels if entry["usable"]]
        return [_reveal(folder / name, entry) for name, entry in labels["images"].items()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LabelError(f"{file}: {error}; expected the labels of a card benchmark") from None


def _photo(folder: Path, entry: Mapping[str, Any]) -> LabelledPicture:
    return LabelledPicture(folder / entry["tile"], tuple(_photo_cards(entry)), {}, None)


def _reveal(path: Path, entry: Mapping[str, Any]) -> LabelledPicture:
    polygons = {
        Seat(seat): np.asarray(points, np.float64)
        for seat, points in entry["calib"]["seat_polygons"].items()
    }
    groups = {key: entry[key] for key in ("deck", "difficulty", "camera", "layout")}
    profile = TableProfile(tuple(entry["size"]), polygons)
    return LabelledPicture(path, tuple(_reveal_cards(entry)), groups, profile)


def _box(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([quad.min(axis=0), quad.max(axis=0)])


def _box_overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    low, high = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
    shared = float(np.prod(np.maximum(high - low, 0)))
    union = float(np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2])) - shared
    return shared / union if union > 0 else 0.0


def match(
    truth: Sequence[LabelledCard], sightings: Sequence[CardSighting], *, boxes: bool
) -> dict[int, int]:
    """Index of a labelled card -> index of the sighting that overlaps it most, one to one."""
    overlaps = np.zeros((len(truth), len(sightings)))
    for i, label in enumerate(truth):
        for j, sighting in enumerate(sightings):
            if boxes:
                overlaps[i, j] = _box_overlap(_box(label.quad), _box(sighting.quad))
            else:
                overlaps[i, j] = quad_overlap(label.quad, sighting.quad)
    pairs: dict[int, int] = {}
    least = 0.2 if boxes else _OVERLAP
    while overlaps.size and overlaps.max() >= least:
        i, j = np.unravel_index(int(overlaps.argmax()), overlaps.shape)
        pairs[int(i)] = int(j)
        overlaps[i, :] = overlaps[:, j] = 0
    return pairs


def _count_cards(
    tally: Tally,
    picture: LabelledPicture,
    up: Sequence[CardSighting],
    pairs: Mapping[int, int],
    threshold: float,
) -> None:
    owner = {j: i for i, j in pairs.items()}
    for i, label in enumerate(picture.cards):
        if label.counts:
            tally.cards += 1
            tally.found += i in pairs
            right = i in pairs and up[pairs[i]].card == label.card
            tally.read += right
            tally.certain_read += right and up[pairs[i]].confidence >= threshold
    for j, sighting in enumerate(up):
        if j not in owner and picture.profile is None:
            overlaps = [_box_overlap(_box(c.quad), _box(sighting.quad)) for c in picture.cards]
            if max(overlaps, default=0.0) <= 0:
                continue
        right = j in owner and picture.cards[owner[j]].card == sighting.card
        tally.predicted += 1
        tally.predicted_right += right
        if sighting.confidence >= threshold:
            tally.certain += 1
            tally.certain_right += right


def _count_reveal(
    tally: Tally, picture: LabelledPicture, hands: Mapping[Seat, Sequence[Card]], complete: bool
) -> None:
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


def evaluate(folder: Path, reader: CardReader, threshold: float = CERTAIN) -> Report:
    """Read every labelled picture of a folder and compare."""
    report = Report(threshold)
    for picture in read_labels(folder):
        sightings = reader.read(read_photo(picture.path))
        up = [s for s in sightings if not s.face_down]
        if picture.profile is not None:
            reveal = read_reveal(sightings, picture.profile, threshold=threshold)
            up = [c.sighting for hand in reveal.hands.values() for c in hand if c.card is not None]
        pairs = match(picture.cards, up, boxes=picture.profile is None)
        tallies = [report.tally("all", "all")]
        tallies += [report.tally(kind, name) for kind, name in picture.groups.items()]
        for i, j in pairs.items():
            card = up[j].card
            if card is not None and card != picture.cards[i].card:
                report.confusions[picture.cards[i].card.code, card.code] += 1
        for tally in tallies:
            _count_cards(tally, picture, up, pairs, threshold)
        if picture.profile is not None:
            hands = {seat: reveal.cards(seat) for seat in Seat}
            for tally in tallies:
                _count_reveal(tally, picture, hands, reveal.complete)
            report.predictions[f"{picture.path.parent.name}/{picture.path.name}"] = {
                str(seat): [c.code for c in hand] for seat, hand in hands.items()
            }
    return report


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.1f}" if whole else "     -"


def report_lines(report: Report) -> Iterator[str]:
    """A table for people; percentages."""
    yield (
        f"{'':22s}{'cards':>6s} {'found':>6s} {'read':>6s} {'precis':>6s} "
        f"{'sure':>6s} {'sureOK':>6s} {'hands':>6s} {'exact':>6s} {'settled':>7s} {'wrong':>5s}"
    )
    for (kind, name), t in report.tallies.items():
        yield (
            f"{kind + ' ' + name:22s}{t.cards:6d} {_share(t.found, t.cards)} "
            f"{_share(t.read, t.cards)} {_share(t.predicted_right, t.predicted)} "
            f"{_share(t.certain_read, t.cards)} {_share(t.certain_right, t.certain)} "
            f"{_share(t.exact_hands, t.hands)} {_share(t.exact_reveals, t.reveals)} "
            f"{_share(t.committed, t.reveals):>7s} {t.committed - t.committed_right:5d}"
        )
    yield (
        "found, read: share of the countable cards; precis: of all readings; sure, sureOK: same "
        f"from confidence {report.threshold:.2f}; hands, exact: all four, all sixteen right; "
        "settled: reveals without a fault; wrong: of those, not right"
    )
    if report.confusions:
        worst = ", ".join(f"{a} as {b} x{n}" for (a, b), n in report.confusions.most_common(15))
        yield f"mistaken: {worst}"


def report_json(report: Report) -> dict[str, Any]:
    """The counts of every group, the confusions and the predictions as plain data."""
    return {
        "threshold": report.threshold,
        "groups": {f"{kind} {name}": asdict(t) for (kind, name), t in report.tallies.items()},
        "mistaken": [[a, b, n] for (a, b), n in report.confusions.most_common()],
        "predictions": report.predictions,
    }
