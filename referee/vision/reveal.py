"""From cards in a picture to four hands, with everything that is wrong or doubtful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from referee.cards import SPANISH_40, Card, Pack
from referee.seats import Seat
from referee.vision.deck_in_view import DOUBT
from referee.vision.distinct import distinct
from referee.vision.hands_in_view import HAND_SIZE
from referee.vision.seats_in_view import TableProfile, equally_low, seats_by_layout
from referee.vision.sighting import Candidate, CardSighting

CERTAIN = 0.80
"""Confidence below which a card is listed as doubtful instead of being read."""


_FAINT = 0.35
"""A fifth card at a seat is a ghost when detector score times confidence is less than this."""


class FaultKind(Enum):
    """What can be wrong with a reveal."""

    NO_CARDS = "no cards"
    TOO_FEW = "too few cards"
    TOO_MANY = "too many cards"
    SAME_CARD_TWICE = "same card twice"
    NOT_IN_PACK = "not in the pack"
    NOT_OF_DECK = "not of the deck"
    FACE_DOWN = "face down"
    SEATS_UNCLEAR = "seats unclear"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True)
class Fault:
    """One thing that keeps a reveal from being scored, and which cards (labels) it is about."""

    kind: FaultKind
    message: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatedCard:
    """A card at a seat; `label` is the seat and the place from the owner's left, as in `A2`.

    `corrected` is set when a person has named the card. `alone` is what the card looks like by
    itself, where `sighting` was weighed by what the other cards are.
    """

    label: str
    sighting: CardSighting
    corrected: Card | None = None
    alone: CardSighting | None = None

    @property
    def card(self) -> Card | None:
        """The card as corrected or as read; None when it lies face down."""
        return self.corrected or self.sighting.card

    def certain(self, threshold: float) -> bool:
        """Whether a person named it or the reader is sure enough."""
        return self.corrected is not None or self.sighting.confidence >= threshold


@dataclass(frozen=True)
class Reveal:
    """Four hands as read, and all faults. `aside` are cards that belong to no hand."""

    hands: Mapping[Seat, tuple[SeatedCard, ...]]
    faults: tuple[Fault, ...]
    aside: tuple[CardSighting, ...]
    pack: Pack
    threshold: float

    @property
    def complete(self) -> bool:
        """Whether there are sixteen certain, distinct cards, four at each seat."""
        return not self.faults

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """The face-up cards at a seat."""
        return tuple(seated.card for seated in self.hands[seat] if seated.card is not None)

    def with_corrections(self, corrections: Mapping[str, Card]) -> Reveal:
        """The reveal with the cards at some labels named by a person; faults are found anew.

        Doubtful cards are weighed again: what was named may have spoken for or against them. Raises
        KeyError with the unknown label; `labels` lists those that exist.
        """
        unknown = sorted(set(corrections) - set(self.labels))
        if unknown:
            raise KeyError(unknown[0])
        named = [
            replace(c, corrected=corrections.get(c.label, c.corrected))
            for hand in self.hands.values()
            for c in hand
        ]
        weighed = {c.label: c for c in _weighed_again(named, self.threshold, self.pack)}
        hands = {seat: tuple(weighed[c.label] for c in hand) for seat, hand in self.hands.items()}
        stay = [fault for fault in self.faults if fault.kind is FaultKind.SEATS_UNCLEAR]
        faults = (*find_faults(hands, self.pack, self.threshold), *stay)
        return replace(self, hands=hands, faults=faults)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all cards, seat by seat."""
        return tuple(c.label for hand in self.hands.values() for c in hand)


def read_reveal(
    sightings: Sequence[CardSighting],
    profile: TableProfile | None = None,
    *,
    pack: Pack = SPANISH_40,
    threshold: float = CERTAIN,
    joint: bool = True,
) -> Reveal:
    """Seat the cards and check the reveal. Without a profile the layout decides the seats.

    `joint` weighs the doubtful cards by what the others surely are; off, it is for measuring.
    """
    up = [s for s in sightings if not s.face_down]
    down = [s for s in sightings if s.face_down]
    seats: list[Seat | None]
    if profile is None:
        seats = list(seats_by_layout(np.array([s.quad for s in up]).reshape(-1, 4, 2)))
        down_seats: list[Seat | None] = [_neighbour_seat(s, up, seats) for s in down]
    else:
        seats = [profile.seat_of(s.centre) for s in up]
        down_seats = [profile.seat_of(s.centre) for s in down]
    faint = _faint_extras(up, seats)
    seats = [seat for i, seat in enumerate(seats) if i not in faint]
    up = [s for i, s in enumerate(up) if i not in faint]
    alone = dict[int, CardSighting]()
    if joint:
        weighed = distinct(up, threshold, pack)
        alone = {id(after): before for before, after in zip(up, weighed, strict=True)}
        up = weighed
    hands: dict[Seat, tuple[SeatedCard, ...]] = {}
    unseated = zip((*up, *down), (*seats, *down_seats), strict=True)
    aside = [sighting for sighting, seat in unseated if seat is None]
    seated = [s.centre for s, seat in zip(up, seats, strict=True) if seat is not None]
    middle = np.mean(seated, axis=0) if seated else np.zeros(2)
    for seat in Seat:
        hand = [s for s, where in zip(up, seats, strict=True) if where is seat]
        hidden = [s for s, where in zip(down, down_seats, strict=True) if where is seat]
        missing = max(0, HAND_SIZE - len(hand))
        hidden.sort(key=lambda s: _distance_to(s, hand))
        hand += hidden[:missing]
        aside += hidden[missing:]
        ordered = _from_owners_left(hand, middle)
        hands[seat] = tuple(
            SeatedCard(f"{seat}{i}", s, alone=alone.get(id(s))) for i, s in enumerate(ordered, 1)
        )
    faults = [*find_faults(hands, pack, threshold, aside=sum(not s.face_down for s in aside))]
    low = () if profile else equally_low(np.array([s.quad for s in up]), seats)
    if low:
        faults.append(_seats_unclear(*low))
    return Reveal(hands, tuple(faults), tuple(aside), pack, threshold)


def _weighed_again(
    cards: Sequence[SeatedCard], threshold: float, pack: Pack
) -> Iterator[SeatedCard]:
    """The cards of a reveal, the doubtful ones weighed by what the others are by now."""
    known = [_as_known(card) for card in cards]
    weighed = iter(distinct([one for one in known if one is not None], threshold, pack))
    for card, one in zip(cards, known, strict=True):
        again = card.sighting if one is None else next(weighed)
        yield card if card.corrected else replace(card, sighting=again)


def _as_known(card: SeatedCard) -> CardSighting | None:
    """The card as the others are to be weighed by it; None for one that lies face down."""
    if card.corrected is None:
        return card.alone
    return replace(card.sighting, candidates=(Candidate(card.corrected, 1.0),))


def _faint_extras(up: Sequence[CardSighting], seats: Sequence[Seat | None]) -> set[int]:
    """Indices of sightings beyond four at a seat that the networks together doubt: no cards.

    A fifth card that is clearly found and read stays, and is a fault.
    """
    extras: set[int] = set()
    for seat in Seat:
        places = [i for i, where in enumerate(seats) if where is seat]
        places.sort(key=lambda i: _plainness(up[i]))
        for i in places[: max(0, len(places) - HAND_SIZE)]:
            if _plainness(up[i]) < _FAINT:
                extras.add(i)
    return extras


def _plainness(sighting: CardSighting) -> float:
    """How surely this is a card. One of another deck is no less of a card for that."""
    share = DOUBT if sighting.not_of else 1.0
    return sighting.found * sighting.confidence / share


def _distance_to(sighting: CardSighting, hand: Sequence[CardSighting]) -> float:
    return min((float(np.linalg.norm(sighting.centre - s.centre)) for s in hand), default=0.0)


def _neighbour_seat(
    sighting: CardSighting, up: Sequence[CardSighting], seats: Sequence[Seat | None]
) -> Seat | None:
    """The seat of the nearest face-up card no further than a card's length away."""
    reach = float(np.linalg.norm(sighting.quad[0] - sighting.quad[3]))
    gaps = [float(np.linalg.norm(sighting.centre - s.centre)) for s in up]
    if not gaps or min(gaps) > reach:
        return None
    return seats[int(np.argmin(gaps))]


def _from_owners_left(hand: Sequence[CardSighting], middle: np.ndarray) -> list[CardSighting]:
    """Cards of a hand in the order its owner, who faces the middle of the table, sees them."""
    if not hand:
        return []
    towards = middle - np.mean([s.centre for s in hand], axis=0)
    if np.linalg.norm(towards) < 1:  # a hand alone: its owner takes the picture
        towards = np.array([0.0, -1.0])
    rightwards = np.array([-towards[1], towards[0]])
    return sorted(hand, key=lambda s: float(s.centre @ rightwards))


def find_faults(
    hands: Mapping[Seat, tuple[SeatedCard, ...]], pack: Pack, threshold: float, aside: int = 0
) -> Iterable[Fault]:
    """Everything that is wrong with four hands, not only the first thing.

    `aside` is how many open cards belong to no hand.
    """
    if not any(hands.values()) and aside:
        yield Fault(
            FaultKind.NO_CARDS,
            f"{aside} cards lie in no seat's area of the table profile; look at that with "
            "`referee calibrate PICTURE --check PROFILE --proof proof.png`",
        )
        return
    if not any(hands.values()):
        yield Fault(
            FaultKind.NO_CARDS,
            "no cards found; photograph the whole table from above, cards face up, in good light",
        )
        return
    for seat, hand in hands.items():
        if len(hand) != HAND_SIZE:
            kind = FaultKind.TOO_FEW if len(hand) < HAND_SIZE else FaultKind.TOO_MANY
            yield Fault(
                kind,
                f"seat {seat} shows {len(hand)} cards instead of {HAND_SIZE}",
                tuple(c.label for c in hand),
            )
    seated = [c for hand in hands.values() for c in hand]
    for c in seated:
        if c.card is None:
            yield Fault(FaultKind.FACE_DOWN, f"{c.label} lies face down", (c.label,))
        elif c.sighting.not_of and not c.corrected:
            message = f"{c.label} is not of the {c.sighting.not_of}"
            yield Fault(FaultKind.NOT_OF_DECK, message, (c.label,))
        elif not c.certain(threshold):
            yield Fault(FaultKind.DOUBTFUL, _doubt(c), (c.label,))
        elif c.card not in pack:
            yield Fault(
                FaultKind.NOT_IN_PACK,
                f"{c.label} is {c.card.code} ({c.card.spanish}), "
                f"which is not in the pack of {len(pack)}",
                (c.label,),
            )
    counts = Counter(c.card for c in seated if c.card is not None and c.certain(threshold))
    for card, count in counts.items():
        if count > 1:
            labels = tuple(c.label for c in seated if c.card == card and c.certain(threshold))
            yield Fault(
                FaultKind.SAME_CARD_TWICE,
                f"{card.code} ({card.spanish}) is read {count} times: {', '.join(labels)}",
                labels,
            )


def _seats_unclear(one: Seat, other: Seat) -> Fault:
    return Fault(
        FaultKind.SEATS_UNCLEAR,
        f"the hands taken for {one} and {other} lie equally low in the picture, and either may be "
        "A's; take it from one player's side, or say where the seats are with --table",
    )


def _doubt(seated: SeatedCard) -> str:
    likely = [
        f"{c.card.code if c.card else 'face down'} {100 * c.confidence:.0f} %"
        for c in seated.sighting.candidates[:3]
        if c.confidence >= 0.01
    ]
    return f"{seated.label} is doubtful: {', '.join(likely)}"
