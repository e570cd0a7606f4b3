"""Three to six seats, each playing for itself.

Seats P1, P2, ... go counter-clockwise round the table, which is the order of dealing, speaking
and playing.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from referee.errors import NotAllowedError, UnreadableError

LEAST_PLAYERS = 3
MOST_PLAYERS = 6


class Seat(StrEnum):
    """A place at the table."""

    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"

    place: int
    """0 for P1."""

    def __init__(self, name: str) -> None:
        self.place = int(name[1:]) - 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """`P1`, `p3`; raises UnreadableError."""
        name = text.strip().upper()
        if name in cls.__members__:
            return cls(name)
        raise UnreadableError(f"{text!r} is not a seat; write P1, P2, ... P{MOST_PLAYERS}")


@dataclass(frozen=True, slots=True)
class Table:
    """How many play."""

    players: int

    def __post_init__(self) -> None:
        if not LEAST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise NotAllowedError(
                f"{self.players} players; allowed: {LEAST_PLAYERS} to {MOST_PLAYERS}",
                "players",
                n=self.players,
                least=LEAST_PLAYERS,
                most=MOST_PLAYERS,
            )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats taken, from P1."""
        return tuple(Seat)[: self.players]

    def require(self, seat: Seat) -> Seat:
        """The seat itself; raises NotAllowedError when nobody sits there."""
        if seat not in self.seats:
            raise NotAllowedError(
                f"nobody sits at {seat}; allowed: {', '.join(self.seats)}, {self.players} players",
                "nobody_sits",
                seat=seat,
                allowed=self.seats,
            )
        return seat

    def next(self, seat: Seat) -> Seat:
        """The seat on the right, which deals, speaks and plays next."""
        return self.seats[(self.require(seat).place + 1) % self.players]

    def from_the_right_of(self, dealer: Seat) -> tuple[Seat, ...]:
        """The order of a deal: from the dealer's right (premier en cartes) to the dealer."""
        first = self.next(dealer).place
        return self.seats[first:] + self.seats[:first]
