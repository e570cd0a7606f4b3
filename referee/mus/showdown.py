"""Four hands laid open: what is wrong with a reading, and who is best in each lance."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Self

from referee.cards import Card, Pack, format_cards
from referee.errors import NotAllowedError
from referee.mus.hands import Hand, HandValue, Kings, Lance, Real31
from referee.mus.ruleset import Ruleset
from referee.seats import Pair, Seat


class FaultKind(StrEnum):
    """What can be wrong with the cards read at four seats."""

    WRONG_COUNT = "wrong_count"
    DUPLICATE = "duplicate"
    NOT_IN_PACK = "not_in_pack"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a reading, and where."""

    kind: FaultKind
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        where, cards = " and ".join(self.seats), format_cards(self.cards)
        if self.kind is FaultKind.WRONG_COUNT:
            return f"{where} shows {len(self.cards)} cards, not 4" + (
                f" ({cards})" if cards else ""
            )
        if self.kind is FaultKind.DUPLICATE:
            return f"{cards} appears {len(self.seats)} times (at {where})"
        return f"{cards} at {where} is not in the pack"


class FaultyHandsError(NotAllowedError):
    """The cards cannot be four hands of one pack; `faults` lists everything that is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        message = "these are not four hands: " + "; ".join(str(fault) for fault in faults)
        super().__init__(message, "hands", faults=tuple(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class FourHands:
    """The hands of A, B, C and D: 16 distinct cards."""

    a: Hand
    b: Hand
    c: Hand
    d: Hand

    def __post_init__(self) -> None:
        if len({card.index for hand in self.hands for card in hand.cards}) != 16:
            faults = hand_faults({seat: self[seat].cards for seat in Seat}, None)
            raise FaultyHandsError(faults)

    @property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """In table order from A."""
        return self.a, self.b, self.c, self.d

    def __getitem__(self, seat: Seat) -> Hand:
        return self.hands[_PLACE[seat]]

    @classmethod
    def of(cls, hands: Mapping[Seat, Hand]) -> Self:
        """From one hand for every seat; raises FaultyHandsError."""
        return cls.read({seat: hand.cards for seat, hand in hands.items()}, None)

    @classmethod
    def read(cls, cards: Mapping[Seat, Sequence[Card]], pack: Pack | None) -> Self:
        """From the cards seen at each seat; raises FaultyHandsError with every fault.

        Without a pack any card is accepted.
        """
        faults = hand_faults(cards, pack)
        if faults:
            raise FaultyHandsError(faults)
        return cls(*(Hand(tuple(cards[seat])) for seat in Seat))


def hand_faults(cards: Mapping[Seat, Sequence[Card]], pack: Pack | None) -> tuple[Fault, ...]:
    """Everything that keeps these cards from being four hands; empty when nothing does."""
    faults: list[Fault] = []
    seats_of: dict[Card, list[Seat]] = {}
    for seat in Seat:
        held = tuple(cards.get(seat, ()))
        if len(held) != 4:
            faults.append(Fault(FaultKind.WRONG_COUNT, (seat,), held))
        for card in held:
            seats_of.setdefault(card, []).append(seat)
            if pack is not None and card not in pack:
                faults.append(Fault(FaultKind.NOT_IN_PACK, (seat,), (card,)))
    for card, seats in seats_of.items():
        if len(seats) > 1:
            faults.append(Fault(FaultKind.DUPLICATE, tuple(seats), (card,)))
    return tuple(faults)


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat's hand and its worth."""

    seat: Seat
    hand: Hand
    value: HandValue


@dataclass(frozen=True, slots=True)
class Comparison:
    """The hands of one lance compared."""

    lance: Lance
    kings: Kings
    holdings: tuple[Holding, ...]
    """Those that take part, in order from mano."""
    best: Holding
    rival: Holding | None
    """The best of the other pair; None when only one pair takes part."""
    tie: bool
    """Best and rival are equal and the seat nearer to mano wins."""
    real: bool
    """The best hand is a Real and that decides."""

    @property
    def pair(self) -> Pair:
        """The pair of the best hand."""
        return self.best.seat.pair

    @property
    def contested(self) -> bool:
        """Whether both pairs take part, so that there is betting."""
        return self.rival is not None

    def of_pair(self, pair: Pair) -> tuple[Holding, ...]:
        """A pair's holdings, in order from mano."""
        return tuple([h for h in self.holdings if h.seat.pair is pair])


@dataclass(frozen=True, slots=True)
class Showdown:
    """Four hands under one table's rules, in order from mano."""

    ruleset: Ruleset
    holdings: tuple[Holding, ...]

    @classmethod
    def of(cls, ruleset: Ruleset, hands: FourHands, mano: Seat) -> Self:
        """Raises FaultyHandsError for cards that the ruleset's pack lacks."""
        pack = ruleset.pack.cards
        four = hands.hands
        if not all(pack.issuperset(hand.cards) for hand in four):
            raise FaultyHandsError(
                hand_faults({seat: hands[seat].cards for seat in Seat}, ruleset.pack)
            )
        kings = ruleset.kings
        return cls(
            ruleset,
            tuple(
                [
                    Holding(seat, hand := four[_PLACE[seat]], hand.value(kings))
                    for seat in mano.order_from()
                ]
            ),
        )

    @property
    def has_juego(self) -> bool:
        """Whether anybody holds juego; if nobody does, punto is played."""
        return any(h.value.juego_key for h in self.holdings)

    def compare(self, lance: Lance) -> Comparison | None:
        """Who is best in a lance; None when nobody takes part."""
        if lance is Lance.PUNTO and self.has_juego:
            return None
        key_of = self._juego_key if lance is Lance.JUEGO else _KEYS[lance]
        holdings = self.holdings
        if lance is Lance.PARES or lance is Lance.JUEGO:
            holdings = tuple([holding for holding in holdings if key_of(holding)])
            if not holdings:
                return None
        # the first of equals is the nearest to mano
        best = max(holdings, key=key_of)
        pair = best.seat.pair
        others = [holding for holding in holdings if holding.seat.pair is not pair]
        rival = max(others, key=key_of) if others else None
        best_key = key_of(best)
        return Comparison(
            lance,
            self.ruleset.kings,
            holdings,
            best,
            rival,
            tie=rival is not None and key_of(rival) == best_key,
            real=lance is Lance.JUEGO and best_key == _REAL_KEY,
        )

    def _juego_key(self, holding: Holding) -> int:
        rules = self.ruleset
        if rules.real31 is not Real31.NONE and holding.hand.is_real(
            rules.real31, rules.kings, rules.real31_three_is_king
        ):
            return _REAL_KEY
        return holding.value.juego_key


_PLACE = {seat: place for place, seat in enumerate(Seat)}
_KEYS: dict[Lance, Callable[[Holding], int]] = {
    Lance.GRANDE: attrgetter("value.grande"),
    Lance.CHICA: attrgetter("value.chica"),
    Lance.PARES: attrgetter("value.pares_key"),
    Lance.PUNTO: attrgetter("value.points"),
}
_REAL_KEY = 9
"""Above the key of any other 31."""
