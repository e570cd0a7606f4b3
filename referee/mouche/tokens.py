"""Jetons, fiches and contrats; what each player holds and what lies in the pool.

Amounts are jetons. Nothing here makes or loses one: a payment moves it between a purse and the
pool.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from referee.errors import UnreadableError
from referee.mouche.seats import Seat, Table

FICHE = 5
"""Jetons that a fiche is worth."""
CONTRAT = 100
"""Jetons that a contrat is worth."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A heap of tokens: round jetons, long fiches and short contrats."""

    jetons: int = 0
    fiches: int = 0
    contrats: int = 0

    def __post_init__(self) -> None:
        if min(self.jetons, self.fiches, self.contrats) < 0:
            raise UnreadableError(
                f"tokens are counted from 0, not {self.contrats} contrats, "
                f"{self.fiches} fiches, {self.jetons} jetons"
            )

    def __str__(self) -> str:
        counts = ((self.contrats, "contrat"), (self.fiches, "fiche"), (self.jetons, "jeton"))
        return ", ".join(f"{n} {name}{'s' if n > 1 else ''}" for n, name in counts if n) or "none"

    @property
    def worth(self) -> int:
        """In jetons."""
        return self.jetons + FICHE * self.fiches + CONTRAT * self.contrats

    @classmethod
    def fewest(cls, worth: int) -> Self:
        """The fewest tokens worth so many jetons."""
        contrats, rest = divmod(worth, CONTRAT)
        fiches, jetons = divmod(rest, FICHE)
        return cls(jetons, fiches, contrats)


@dataclass(frozen=True, slots=True)
class Pool:
    """The basket that a deal is played for, and fines that wait to enter it one a deal."""

    basket: int = 0
    waiting: tuple[int, ...] = ()
    """Next first."""

    def __post_init__(self) -> None:
        if self.basket < 0 or any(fine < 0 for fine in self.waiting):
            raise UnreadableError(
                f"a pool is 0 or more, not {self.basket} with {list(self.waiting)} waiting"
            )

    @property
    def total(self) -> int:
        """Everything that belongs to nobody yet."""
        return self.basket + sum(self.waiting)

    def plus(self, jetons: int) -> Self:
        """The pool with a larger basket, or a smaller one when negative."""
        return replace(self, basket=self.basket + jetons)

    def followed_by(self, fines: Iterable[int], *, one_a_deal: bool) -> Self:
        """The pool of the next deal, into which these and the waiting fines go.

        All of them, or only the first while the others wait.
        """
        queue = (*self.waiting, *fines)
        entering = 1 if one_a_deal else len(queue)
        return type(self)(self.basket + sum(queue[:entering]), queue[entering:])


@dataclass(frozen=True, slots=True)
class Stakes:
    """Every token of the game: a purse for each seat from P1, below 0 for a debt, and the pool."""

    purses: tuple[int, ...]
    pool: Pool = Pool()

    @property
    def total(self) -> int:
        """What never changes during a game."""
        return sum(self.purses) + self.pool.total

    def purse(self, seat: Seat) -> int:
        """What a seat holds."""
        return self.purses[seat.place]

    def paid_in(self, seat: Seat, jetons: int) -> Self:
        """After a seat put jetons into the basket; a negative number takes them out of it."""
        after = self.taken(seat, -jetons)
        return replace(after, pool=self.pool.plus(jetons))

    def taken(self, seat: Seat, jetons: int) -> Self:
        """After a purse alone changed; the caller owes the pool the difference."""
        purses = list(self.purses)
        purses[seat.place] += jetons
        return replace(self, purses=tuple(purses))

    @classmethod
    def at_start(cls, table: Table, purse: Tokens) -> Self:
        """The same purse for everybody, and an empty pool."""
        return cls((purse.worth,) * table.players)
