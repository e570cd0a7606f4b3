"""Teaching a deck: from showings of its cards, in any order, to which of them is which.

Showings that look alike are the same card. Which card it is, the order in which they are shown
says, or the reader's own readings, all cards at once: each face of the pack is there once, so a
deck that is read badly card by card is still told apart as a whole. Where two cards could as well
be exchanged, a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.vision.assignment import assigned, margins
from referee.vision.classifier import BACK, NO_CARD
from referee.vision.models import Faces
from referee.vision.rectify import Image
from referee.vision.showing import ALIKE, LEAST_ODDS, VIEWS, Showing, cosine

_SURELY_ALIKE = 0.92
"""Cosine from which two showings are of one card whatever they are read as."""
_SURE = 3.0
"""Log-odds by which a name must be better than the best exchange of names."""


@dataclass(frozen=True)
class Doubt:
    """A card that a person must name: which one, where it was shown, and what it may be.

    It may also be none of the pack: `foreign` is what it looks like, where that is plain.
    """

    number: int
    where: str
    candidates: tuple[Card, ...]
    foreign: Card | None = None
    faces: Faces = Faces.SPANISH

    def __str__(self) -> str:
        may_be = " or ".join(map(self._called, self.candidates))
        foreign = ""
        if self.foreign:
            foreign = f"; it looks like {self.faces.code(self.foreign)}, of another pack"
        return f"card {self.number} ({self.where}) may be {may_be}{foreign}"

    def _called(self, card: Card) -> str:
        return self.faces.code(card) + (f" ({card.spanish})" if self.faces is Faces.SPANISH else "")


@dataclass(frozen=True)
class Extra:
    """A card that is one too many: it looks like `card`, as those with the numbers `twins` do.

    One that looks like no card of the pack is `foreign`.
    """

    number: int
    where: str
    card: Card
    twins: tuple[int, ...]
    foreign: bool = False
    faces: Faces = Faces.SPANISH

    def __str__(self) -> str:
        code = self.faces.code(self.card)
        this = f"card {self.number} ({self.where}) is one too many: it looks like {code}"
        if self.foreign:
            return f"{this}, which is not in this pack; take it out"
        return (
            f"{this}, as card {', '.join(map(str, self.twins)) or '?'} does; take it out, "
            f"or name it if it was shown before, as in --card {self.number}={code}"
        )


@dataclass(frozen=True)
class Lesson:
    """What was shown: plates by label, and everything that keeps it from being a deck.

    `faults` tell of `missing` and `extras` as well; `names` are the labels of `shown` by number.
    What was taken for a back is not among `shown`, but in `backs`.
    """

    plates: Mapping[str, Sequence[Image]]
    faults: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    shown: tuple[Showing, ...]
    missing: tuple[Card, ...] = ()
    extras: tuple[Extra, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    backs: tuple[Showing, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every card of the pack was shown and is told apart."""
        return not (self.faults or self.doubts)


def lesson(
    shown: Sequence[Showing],
    cards: Sequence[Card],
    classes: Sequence[str],
    *,
    named: Mapping[int, Card] | None = None,
    in_order: bool = False,
    faces: Faces = Faces.SPANISH,
) -> Lesson:
    """Say which card each showing is of, and what is missing, shown too often or doubtful.

    `cards` are those of the pack, and in `in_order` the order in which they were shown. `named`
    are those that a person named, by number; faults and doubts name cards as `faces` are written.
    """
    named = dict(named or {})
    fronts, backs = _split(shown, classes, named)
    faults = [f"card {number} was not shown" for number in sorted(set(named) - _numbers(shown))]
    strange = sorted(faces.code(card) for card in set(named.values()) - set(cards))
    faults += [f"{code} is not in this pack" for code in strange]
    if faults:
        return Lesson({}, tuple(faults), (), tuple(shown))
    groups = _grouped(fronts, cards, classes, named)
    if not groups:
        nothing = ("no card was seen lying still",)
        return Lesson({}, nothing, (), tuple(shown), missing=tuple(cards))
    gain = _gains(groups, cards, classes, named)
    if in_order:
        columns: list[int | None] = [i if i < len(cards) else None for i in range(len(groups))]
        faults += _miscounted(groups, gain, cards, faces)
        faults += _named_otherwise(groups, cards, named, faces)
    else:
        columns = assigned(gain)
    missing = tuple(card for i, card in enumerate(cards) if i not in columns)
    faults += _missed(missing, cards, backs, faces)
    extras = tuple(_extras(groups, gain, columns, cards, classes, faces))
    faults += map(str, extras)
    doubts = () if in_order else tuple(_doubts(groups, gain, columns, cards, named, classes, faces))
    plates: dict[str, list[Image]] = {}
    names = {}
    for group, column in zip(groups, columns, strict=True):
        if column is not None:
            names[group.number] = cards[column].code
            plates[cards[column].code] = group.plates
    if backs:
        plates[BACK] = [plate for back in backs for plate in back.plates][:VIEWS]
    return Lesson(
        plates, tuple(faults), doubts, tuple(groups), missing, extras, names, tuple(backs)
    )


def _numbers(shown: Sequence[Showing]) -> set[int]:
    return {showing.number for showing in shown}


def _split(
    shown: Sequence[Showing], classes: Sequence[str], named: Mapping[int, Card]
) -> tuple[list[Showing], list[Showing]]:
    """Fronts, and backs that nobody called a card."""
    back = list(classes).index(BACK)
    backs = [s for s in shown if int(s.odds.argmax()) == back and s.number not in named]
    return [s for s in shown if all(s is not b for b in backs)], backs


def _grouped(
    fronts: Sequence[Showing],
    cards: Sequence[Card],
    classes: Sequence[str],
    named: dict[int, Card],
) -> list[Showing]:
    """One showing a card: those that look alike joined, in the order of their first view."""
    mean = np.mean([s.feature / s.views for s in fronts], axis=0) if fronts else 0.0
    columns = [list(classes).index(card.code) for card in cards]
    groups: list[Showing] = []
    for showing in fronts:
        mine = named.get(showing.number)
        for group in groups:
            other = named.get(group.number)
            if mine and other:
                alike = mine == other
            else:
                likeness = cosine(group, showing, mean)
                read_same = group.odds[columns].argmax() == showing.odds[columns].argmax()
                alike = likeness > (ALIKE if read_same else _SURELY_ALIKE)
            if alike:
                group.join(showing)
                if mine:
                    named[group.number] = mine
                break
        else:
            groups.append(replace(showing, plates=list(showing.plates), also=list(showing.also)))
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
            row[:] = 100 * np.log(LEAST_ODDS)
            row[list(cards).index(named[group.number])] = 0.0
    return gain


def _missed(
    missing: Sequence[Card], cards: Sequence[Card], backs: Sequence[Showing], faces: Faces
) -> Iterator[str]:
    if not missing:
        return
    codes = ", ".join(map(faces.code, missing))
    yield (
        f"{len(cards) - len(missing)} of {len(cards)} cards were seen; missing, as far as "
        f"they are told apart: {codes}; show every card by itself for a second"
    )
    if backs:
        numbers = [str(back.number) for back in backs]
        taken = f"card {numbers[0]} was taken for a back"
        if len(numbers) > 1:
            taken = f"cards {', '.join(numbers[:-1])} and {numbers[-1]} were taken for backs"
        example = f"--card {numbers[0]}={faces.code(missing[0])}"
        yield f"{taken}; if one is a face, name it, as in {example}"


def _extras(
    groups: Sequence[Showing],
    gain: NDArray[np.float64],
    columns: Sequence[int | None],
    cards: Sequence[Card],
    classes: Sequence[str],
    faces: Faces,
) -> Iterator[Extra]:
    for i, (group, column) in enumerate(zip(groups, columns, strict=True)):
        if column is not None:
            continue
        seen_as = _seen_as(group, classes)
        if seen_as not in cards:
            yield Extra(group.number, group.where, seen_as, (), True, faces)
            continue
        likely = cards[int(gain[i].argmax())]
        twins = tuple(
            g.number
            for g, c in zip(groups, columns, strict=True)
            if c is not None and cards[c] == likely
        )
        yield Extra(group.number, group.where, likely, twins, faces=faces)


def _miscounted(
    groups: Sequence[Showing], gain: NDArray[np.float64], cards: Sequence[Card], faces: Faces
) -> Iterator[str]:
    """With cards shown in order: the first that the reader is sure is another than its turn."""
    if len(groups) == len(cards):
        return
    for i, (group, card) in enumerate(zip(groups, cards, strict=False)):
        best = int(gain[i].argmax())
        if cards[best] != card and gain[i, best] - gain[i, i] > _SURE:
            yield (
                f"card {group.number} ({group.where}) should be {faces.code(card)} by the order, "
                f"but looks like {faces.code(cards[best])}; was one left out before it?"
            )
            return


def _named_otherwise(
    groups: Sequence[Showing], cards: Sequence[Card], named: Mapping[int, Card], faces: Faces
) -> Iterator[str]:
    """With cards shown in order: those that a person named as another than its turn."""
    for group, card in zip(groups, cards, strict=False):
        told = named.get(group.number, card)
        if told != card:
            yield (
                f"card {group.number} ({group.where}) should be {faces.code(card)} by the order, "
                f"but was named {faces.code(told)}; leave out one of the two"
            )


def _doubts(
    groups: Sequence[Showing],
    gain: NDArray[np.float64],
    columns: list[int | None],
    cards: Sequence[Card],
    named: Mapping[int, Card],
    classes: Sequence[str],
    faces: Faces,
) -> Iterator[Doubt]:
    worth = margins(gain, columns)
    for i, (group, column) in enumerate(zip(groups, columns, strict=True)):
        if column is None or group.number in named:
            continue
        foreign = _seen_as(group, classes)
        best = max(group.log_odds[classes.index(card.code)] for card in cards)
        plain = group.log_odds[classes.index(foreign.code)] - best > _SURE
        # what lies in place of a card that is lost gets the name that is left, without a rival
        unlike = _contradicted(i, groups, gain, columns, named)
        if worth[i] >= _SURE and not plain and not unlike:
            continue
        likely = [column, *(int(k) for k in np.argsort(-gain[i]) if int(k) != column)]
        candidates = tuple(cards[k] for k in likely[:3])
        yield Doubt(group.number, group.where, candidates, foreign if plain else None, faces)


def _contradicted(
    i: int,
    groups: Sequence[Showing],
    gain: NDArray[np.float64],
    columns: list[int | None],
    named: Mapping[int, Card],
) -> bool:
    """Whether a card is plainly read as another, whose name is not taken for want of a better one.

    Of a deck whose cards are all read badly, none is: who holds that name is read badly as well.
    """
    mine, best = columns[i], int(gain[i].argmax())
    if mine is None or gain[i, best] - gain[i, mine] <= _SURE:
        return False
    holder = columns.index(best)
    if groups[holder].number in named:
        return True
    second, first = np.sort(gain[holder])[-2:]
    return bool(gain[holder, best] == first and first - second > _SURE)


def _seen_as(group: Showing, classes: Sequence[str]) -> Card:
    """What the reader takes it for, of all faces that it knows."""
    faces = [i for i, name in enumerate(classes) if name not in (BACK, NO_CARD)]
    return Card.parse(classes[max(faces, key=lambda k: group.odds[k])])
