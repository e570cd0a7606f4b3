"""A reveal as it stands: what was read, what people said about it, and what is still open."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from referee.cards import Card, Pack
from referee.mus.showdown import Fault, FourHands, hand_faults
from referee.seats import Seat
from referee.table.events import CardNamed, RevealCommitted
from referee.table.seen import Alternative, CardRead


class Open(StrEnum):
    """Why a card or a hand waits for a person."""

    DOUBTFUL = "doubtful"
    FACE_DOWN = "face_down"
    WRONG_COUNT = "wrong_count"
    DUPLICATE = "duplicate"
    NOT_IN_PACK = "not_in_pack"


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One thing that keeps a reveal from being scored."""

    kind: Open
    labels: tuple[str, ...]
    """The cards to look at."""
    message: str
    """An English sentence, without its full stop."""
    fault: Fault | None = None
    """What is wrong with the sixteen cards together; None for one card that is not certain."""


@dataclass(frozen=True, slots=True)
class CardNow:
    """A card of a reveal, as read or as a person named it."""

    label: str
    card: Card | None
    """None for a card that lies face down."""
    read: CardRead | None
    """None for a card that only a person has seen."""
    named: bool

    @property
    def seat(self) -> Seat:
        """Whose hand it belongs to."""
        return Seat(self.label[0])

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """What else it may be, likeliest first."""
        return self.read.alternatives if self.read else ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A committed reveal with everything that people said about its cards."""

    seq: int
    """Number of the `RevealCommitted`."""
    committed: RevealCommitted
    cards: tuple[CardNow, ...]
    """As they stand, seat by seat."""
    open: tuple[OpenQuestion, ...]
    """Everything a person must say before this reveal is scored."""
    hands: FourHands | None
    """None while anything is open."""

    def hand(self, seat: Seat) -> tuple[CardNow, ...]:
        """The cards at a seat, from its owner's left."""
        return tuple(card for card in self.cards if card.seat is seat)

    @classmethod
    def of(
        cls, seq: int, committed: RevealCommitted, said: Iterable[CardNamed], pack: Pack
    ) -> Self:
        """From what was read and what people said about it, at most once for a label."""
        cards = _cards(committed, said)
        doubts = [doubt for card in cards if (doubt := _doubt(card, committed.doubtful_below))]
        known = {seat: [c.card for c in cards if c.card and c.seat is seat] for seat in Seat}
        for fault in hand_faults(known, pack):
            there = [card for card in cards if card.seat in fault.seats]
            labels = [c.label for c in there if not fault.cards or c.card in fault.cards]
            doubts.append(OpenQuestion(Open(fault.kind.value), tuple(labels), str(fault), fault))
        hands = None if doubts else FourHands.read(known, pack)
        return cls(seq, committed, cards, tuple(doubts), hands)


def _cards(committed: RevealCommitted, said: Iterable[CardNamed]) -> tuple[CardNow, ...]:
    read = {one.label: one for one in committed.cards}
    named = {one.label: one for one in said}
    cards = []
    labels = read.keys() | named.keys()
    for label in sorted(labels, key=lambda label: (label[0], int(label[1:]))):
        if label not in named:
            cards.append(CardNow(label, read[label].card, read[label], named=False))
        elif card := named[label].card:
            cards.append(CardNow(label, card, read.get(label), named=True))
    return tuple(cards)


def _doubt(now: CardNow, doubtful_below: float) -> OpenQuestion | None:
    if now.named or now.read is None:
        return None
    if now.card is None:
        return OpenQuestion(Open.FACE_DOWN, (now.label,), f"{now.label} lies face down")
    if now.read.confidence >= doubtful_below:
        return None
    likely = [(now.card, now.read.confidence)]
    likely += [(other.card, other.confidence) for other in now.alternatives[:2]]
    shown = ", ".join(f"{card.code} {100 * share:.0f} %" for card, share in likely)
    return OpenQuestion(Open.DOUBTFUL, (now.label,), f"{now.label} is doubtful: {shown}")
