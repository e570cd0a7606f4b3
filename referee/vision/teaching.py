"""Teaching a deck: from pictures of its cards, shown in any order, to which of them is which.

A card is shown by lying still, alone or among others. What the reader takes for one card in one
place is a showing; showings that look alike are the same card. Which card it is, the order in
which they are shown says, or the reader's own readings, all cards at once: each face of the pack
is there once, so a deck that is read badly card by card is still told apart as a whole. Where two
cards could as well be exchanged, a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision.assignment import assigned, margins
from referee.vision.classifier import BACK
from referee.vision.rectify import Image
from referee.vision.sighting import CardSighting
from referee.vision.stillness import Stillness
from referee.vision.variations import plate_of

_STILL_S = 0.25
"""Nothing is learnt from a recording before it lies still for so long."""
_EVERY_S = 0.5
"""Time between two views of a still recording."""
_VIEWS = 6
"""Views kept of one card."""
_SAME_PLACE = 0.2
"""Two views this share of a card's length apart lie in one place."""
_ALIKE = 0.7
"""Cosine of the features of two showings from which they may be of one card."""
_SURELY_ALIKE = 0.92
"""The same without a look at what they are read as."""
_SURE = 3.0
"""Log-odds by which a name must be better than the best exchange of names."""
_FLOOR = 1e-4


class Looker(Protocol):
    """What teaching asks of `referee.vision.detector.CardReader`."""

    def read(self, frame: Frame) -> Sequence[CardSighting]:
        """All cards of a frame."""

    def features_at(
        self, image: NDArray[np.uint8], quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Odds (n, classes) and features (n, 2, D)."""


@dataclass
class Showing:
    """One card as it was shown: `number` from 1, `where` it was first seen, plates of its views.

    `odds` (classes,) are the sum of the logarithms of the reader's odds, `feature` (D,) the sum of
    what it sees, over `views`.
    """

    number: int
    where: str
    odds: NDArray[np.float64]
    feature: NDArray[np.float64]
    quad: NDArray[np.float64]
    plates: list[Image] = field(default_factory=list)
    views: int = 1

    def join(self, other: Showing) -> None:
        """Take over the views of another showing of the same card."""
        self.odds = self.odds + other.odds
        self.feature = self.feature + other.feature
        self.quad = other.quad
        self.plates = (self.plates + other.plates)[:_VIEWS]
        self.views += other.views

    @property
    def log_odds(self) -> NDArray[np.float64]:
        """Of all classes; two views say more than one, ten hardly more than three."""
        return self.odds / self.views * min(self.views, 3)


@dataclass(frozen=True)
class Doubt:
    """A card that a person must name: which one, where it was shown, and what it may be."""

    number: int
    where: str
    candidates: tuple[Card, ...]

    def __str__(self) -> str:
        may_be = " or ".join(f"{card.code} ({card.spanish})" for card in self.candidates)
        return f"card {self.number} ({self.where}) may be {may_be}"


@dataclass(frozen=True)
class Lesson:
    """What was shown: plates by label, and everything that keeps it from being a deck."""

    plates: Mapping[str, Sequence[Image]]
    faults: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    shown: tuple[Showing, ...]

    @property
    def complete(self) -> bool:
        """Whether every card of the pack was shown and is told apart."""
        return not (self.faults or self.doubts)


def watch(reader: Looker, frames: Iterable[Frame], *, moving: bool) -> Iterator[list[Showing]]:
    """Everything shown so far, after each picture that was looked at.

    Of a `moving` source only what lies still is looked at, twice a second; otherwise every
    picture is.
    """
    stillness = Stillness()
    looked_s = -np.inf
    shown: list[Showing] = []
    before: list[Showing] = []
    for frame in frames:
        if moving:
            still = stillness.feed(frame)
            if still.for_s < _STILL_S or frame.time_s - looked_s < _EVERY_S:
                continue
        looked_s = frame.time_s
        where = f"at {frame.time_s:.1f} s" if moving else f"in {frame.source}"
        views = _views(reader, frame, where)
        before = _linked(views, before if moving else [], shown)
        yield shown


def _views(reader: Looker, frame: Frame, where: str) -> list[Showing]:
    cards = reader.read(frame)
    if not cards:
        return []
    quads = np.stack([card.quad for card in cards])
    odds, features = reader.features_at(frame.image, quads)
    return [
        Showing(
            0,
            where,
            np.log(np.maximum(odd, _FLOOR)).astype(np.float64),
            feature.mean(axis=0).astype(np.float64),
            quad,
            [plate_of(frame.image, quad)],
        )
        for quad, odd, feature in zip(quads, odds, features, strict=True)
    ]


def _linked(
    views: Sequence[Showing], before: Sequence[Showing], shown: list[Showing]
) -> list[Showing]:
    """Join each view to the showing in its place just before, or begin a new one."""
    there = []
    for view in sorted(views, key=lambda v: (v.quad[:, 0].mean(), v.quad[:, 1].mean())):
        near = [s for s in before if _in_one_place(s, view) and _cosine(s, view) > _ALIKE]
        if near:
            near[0].join(view)
            there.append(near[0])
        else:
            view.number = len(shown) + 1
            shown.append(view)
            there.append(view)
    return there


def _in_one_place(a: Showing, b: Showing) -> bool:
    length = float(np.linalg.norm(a.quad[0] - a.quad[3]))
    return float(np.linalg.norm(a.quad.mean(axis=0) - b.quad.mean(axis=0))) < _SAME_PLACE * length


def _cosine(a: Showing, b: Showing, mean: NDArray[np.float64] | float = 0.0) -> float:
    one, other = a.feature / a.views - mean, b.feature / b.views - mean
    return float(one @ other / max(1e-9, np.linalg.norm(one) * np.linalg.norm(other)))


def lesson(
    shown: Sequence[Showing],
    cards: Sequence[Card],
    classes: Sequence[str],
    *,
    named: Mapping[int, Card] | None = None,
    in_order: bool = False,
) -> Lesson:
    """Say which card each showing is of, and what is missing, shown too often or doubtful.

    `cards` are those of the pack, and in `in_order` the order in which they were shown. `named`
    are those that a person named, by number.
    """
    named = dict(named or {})
    faces, backs = _split(shown, classes, named)
    faults = [f"card {number} was not shown" for number in sorted(set(named) - _numbers(shown))]
    strange = sorted({card.code for card in named.values()} - {card.code for card in cards})
    faults += [f"{code} is not in this pack" for code in strange]
    if faults:
        return Lesson({}, tuple(faults), (), tuple(shown))
    groups = _grouped(faces, cards, classes, named)
    if not groups:
        return Lesson({}, ("no card was seen lying still",), (), tuple(shown))
    gain = _gains(groups, cards, classes, named)
    if in_order:
        columns: list[int | None] = [i if i < len(cards) else None for i in range(len(groups))]
        faults += _miscounted(groups, gain, cards)
    else:
        columns = assigned(gain)
    faults += _unmatched(groups, gain, columns, cards)
    doubts = () if in_order else tuple(_doubts(groups, gain, columns, cards, named))
    plates: dict[str, list[Image]] = {}
    for group, column in zip(groups, columns, strict=True):
        if column is not None:
            plates[cards[column].code] = group.plates
    if backs:
        plates[BACK] = [plate for back in backs for plate in back.plates][:_VIEWS]
    return Lesson(plates, tuple(faults), doubts, tuple(groups))


def _numbers(shown: Sequence[Showing]) -> set[int]:
    return {showing.number for showing in shown}


def _split(
    shown: Sequence[Showing], classes: Sequence[str], named: Mapping[int, Card]
) -> tuple[list[Showing], list[Showing]]:
    """Faces, and backs that nobody called a face."""
    back = list(classes).index(BACK)
    backs = [s for s in shown if int(s.odds.argmax()) == back and s.number not in named]
    return [s for s in shown if all(s is not b for b in backs)], backs


def _grouped(
    faces: Sequence[Showing],
    cards: Sequence[Card],
    classes: Sequence[str],
    named: dict[int, Card],
) -> list[Showing]:
    """One showing a card: those that look alike joined, in the order of their first view."""
    mean = np.mean([s.feature / s.views for s in faces], axis=0) if faces else 0.0
    columns = [list(classes).index(card.code) for card in cards]
    groups: list[Showing] = []
    for showing in faces:
        mine = named.get(showing.number)
        for group in groups:
            other = named.get(group.number)
            if mine and other:
                alike = mine == other
            else:
                likeness = _cosine(group, showing, mean)
                read_same = group.odds[columns].argmax() == showing.odds[columns].argmax()
                alike = likeness > (_ALIKE if read_same else _SURELY_ALIKE)
            if alike:
                group.join(showing)
                if mine:
                    named[group.number] = mine
                break
        else:
            groups.append(replace(showing, plates=list(showing.plates)))
    return groups


def _gains(
    groups: Sequence[Showing],
    cards: Sequence[Card],
    classes: Sequence[str],
    named: Mapping[int, Card],
) -> NDArray[np.float64]:
    """Log-odds (groups, cards); what a person named is beyond doubt."""
    columns = [list(classes).index(card.code) for card in cards]
    gain = np.stack([group.log_odds[columns] for group in groups])
    gain -= np.log(np.exp(gain).sum(axis=1, keepdims=True))
    for row, group in zip(gain, groups, strict=True):
        if group.number in named:
            row[:] = 100 * np.log(_FLOOR)
            row[list(cards).index(named[group.number])] = 0.0
    return gain


def _unmatched(
    groups: Sequence[Showing],
    gain: NDArray[np.float64],
    columns: Sequence[int | None],
    cards: Sequence[Card],
) -> Iterator[str]:
    missing = [card for i, card in enumerate(cards) if i not in columns]
    if missing:
        codes = ", ".join(card.code for card in missing)
        yield (
            f"{len(cards) - len(missing)} of {len(cards)} cards were seen; missing, as far as "
            f"they are told apart: {codes}; show every card by itself for a second"
        )
    for i, (group, column) in enumerate(zip(groups, columns, strict=True)):
        if column is None:
            likely = cards[int(gain[i].argmax())]
            twins = [
                g.number
                for g, c in zip(groups, columns, strict=True)
                if c is not None and cards[c] == likely
            ]
            yield (
                f"card {group.number} ({group.where}) is one too many: it looks like "
                f"{likely.code}, as card {', '.join(map(str, twins)) or '?'} does; take it out, "
                f"or name it if it was shown before, as in --card {group.number}={likely.code}"
            )


def _miscounted(
    groups: Sequence[Showing], gain: NDArray[np.float64], cards: Sequence[Card]
) -> Iterator[str]:
    """With cards shown in order: the first that the reader is sure is another than its turn."""
    if len(groups) == len(cards):
        return
    for i, (group, card) in enumerate(zip(groups, cards, strict=False)):
        best = int(gain[i].argmax())
        if cards[best] != card and gain[i, best] - gain[i, i] > _SURE:
            yield (
                f"card {group.number} ({group.where}) should be {card.code} by the order, "
                f"but looks like {cards[best].code}; was one left out before it?"
            )
            return


def _doubts(
    groups: Sequence[Showing],
    gain: NDArray[np.float64],
    columns: list[int | None],
    cards: Sequence[Card],
    named: Mapping[int, Card],
) -> Iterator[Doubt]:
    worth = margins(gain, columns)
    for i, (group, column) in enumerate(zip(groups, columns, strict=True)):
        if column is None or group.number in named or worth[i] >= _SURE:
            continue
        likely = [column, *(int(k) for k in np.argsort(-gain[i]) if int(k) != column)]
        yield Doubt(group.number, group.where, tuple(cards[k] for k in likely[:3]))
