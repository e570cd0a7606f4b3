"""The bets of a lance as noted afterwards: passed, accepted n, refused at n by whom."""

from dataclasses import dataclass

from referee.errors import UnreadableError
from referee.mus.betting import BettingRound, Call, Status, calls_for
from referee.seats import Pair


@dataclass(frozen=True, slots=True)
class Noted:
    """How a lance ended, noted afterwards."""

    status: Status
    amount: int = 0
    """The accepted total; for a refusal what had been accepted before (0: the first bet)."""
    refuser: Pair | None = None

    def __post_init__(self) -> None:
        if self.status in (Status.UNCONTESTED, Status.VOID):
            raise UnreadableError(
                f"a lance is not noted as {self.status}; that is for the cards", "noted_by_cards"
            )
        if (self.status is Status.REFUSED) is (self.refuser is None):
            raise UnreadableError(
                "a refusal is noted with the pair that refused, nothing else is", "noted_refuser"
            )
        if self.amount < (self.status is Status.ACCEPTED):
            raise UnreadableError(
                f"{self.status} {self.amount}: an accepted bet is 1 or more", "noted_amount"
            )
        if self.amount and self.status in (Status.PASO, Status.ORDAGO):
            raise UnreadableError(
                f"{self.status} takes no number, but {self.amount} is noted", "noted_number"
            )

    def __str__(self) -> str:
        if self.status is Status.REFUSED:
            return f"refused {self.amount or 1} by {self.refuser}"
        if self.status is Status.ACCEPTED:
            return f"accepted {self.amount}"
        return {Status.PASO: "paso", Status.ORDAGO: "órdago accepted"}[self.status]

    def calls(self, start: BettingRound) -> tuple[Call, ...]:
        """The shortest calls that end the lance so.

        Who offered matters to nobody unless it was refused, so else the first to speak did.
        """
        bettor = self.refuser.other if self.refuser else start.eligible[0].pair
        return calls_for(start, self.status, self.amount, bettor)


PASSED = Noted(Status.PASO)
