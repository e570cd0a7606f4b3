"""Playing the five tricks: whose turn it is, what may be laid, and who won."""

from dataclasses import dataclass, replace
from typing import Self

from referee.cards import Suit
from referee.mouche.seats import Seat
from referee.mouche.tricks import TRICKS, Play, Trick


@dataclass(frozen=True, slots=True)
class TrickPlay:
    """The tricks of one deal."""

    trump: Suit
    seats: tuple[Seat, ...]
    """Who is in, in order from the dealer's right; the first leads."""
    tricks: tuple[Trick, ...] = ()
    """Those begun, in order; the last may be unfinished."""

    @property
    def closed(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return tuple(trick for trick in self.tricks if len(trick.plays) == len(self.seats))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won each finished trick."""
        return tuple(won.seat for trick in self.closed if (won := trick.winning))

    @property
    def over(self) -> bool:
        """Whether all five tricks are finished."""
        return len(self.closed) == TRICKS

    @property
    def trick(self) -> Trick:
        """The trick on the table; empty when one begins."""
        running = self.tricks[len(self.closed) :]
        return running[0] if running else Trick(self.trump)

    @property
    def number(self) -> int:
        """Of the trick on the table, 1 for the first."""
        return len(self.closed) + 1

    @property
    def next_to_play(self) -> Seat:
        """Whose turn it is: round the table from the winner of the last trick."""
        leader = self.winners[-1] if self.winners else self.seats[0]
        turn = self.seats.index(leader) + len(self.trick.plays)
        return self.seats[turn % len(self.seats)]

    def laid(self, play: Play) -> Self:
        """The tricks with one more card; the caller has seen to it that it may be laid."""
        return replace(self, tricks=(*self.closed, self.trick.laid(play)))
