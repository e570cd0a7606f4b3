"""Four seats, two pairs.

Seats A B C D go counter-clockwise round the table, which is the order of dealing and
speaking; A and C play against B and D.
"""

from enum import StrEnum

from referee.errors import UnreadableError


class Pair(StrEnum):
    """Two partners, named by their seats."""

    AC = "AC"
    BD = "BD"

    @property
    def other(self) -> "Pair":
        """The opposing pair."""
        return Pair.BD if self is Pair.AC else Pair.AC

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        """The two seats of the pair, in table order."""
        return (Seat.A, Seat.C) if self is Pair.AC else (Seat.B, Seat.D)

    @classmethod
    def parse(cls, text: str) -> "Pair":
        """`AC`, `bd`, `A-C`; raises UnreadableError."""
        name = text.strip().upper().replace("-", "")
        if name in cls.__members__:
            return cls[name]
        raise UnreadableError(f"{text!r} is not a pair; write AC or BD")


class Seat(StrEnum):
    """A place at the table; members iterate in speaking order from A."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"

    pair: Pair
    """The pair this seat plays for."""

    def __init__(self, name: str) -> None:
        self.pair = Pair.AC if name in ("A", "C") else Pair.BD

    @property
    def next(self) -> "Seat":
        """The seat on the right: the next to be dealt to and to speak."""
        return _ORDERS[self][1]

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return _ORDERS[self][2]

    @property
    def previous(self) -> "Seat":
        """The seat on the left; on the dealer's left sits the player who cuts the pack."""
        return _ORDERS[self][3]

    def order_from(self) -> "tuple[Seat, Seat, Seat, Seat]":
        """The four seats in speaking order when this seat is mano."""
        return _ORDERS[self]

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """`A`, `b`; raises UnreadableError."""
        name = text.strip().upper()
        if name in cls.__members__:
            return cls[name]
        raise UnreadableError(f"{text!r} is not a seat; write A, B, C or D")


_ORDERS = {
    Seat.A: (Seat.A, Seat.B, Seat.C, Seat.D),
    Seat.B: (Seat.B, Seat.C, Seat.D, Seat.A),
    Seat.C: (Seat.C, Seat.D, Seat.A, Seat.B),
    Seat.D: (Seat.D, Seat.A, Seat.B, Seat.C),
}
