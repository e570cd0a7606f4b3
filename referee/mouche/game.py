"""A game of many deals: who deals, how, and what lies where."""

from dataclasses import dataclass, replace
from typing import Self

from referee.errors import NotAllowedError
from referee.mouche.deal import Deal
from referee.mouche.ruleset import DealPattern, Ruleset
from referee.mouche.seats import Seat, Table
from referee.mouche.tokens import Stakes


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two deals."""

    ruleset: Ruleset
    table: Table
    dealer: Seat
    """Who deals next."""
    stakes: Stakes
    pattern: DealPattern | None = None
    """As the first dealer chose it."""
    deals: int = 0

    @classmethod
    def start(cls, ruleset: Ruleset, table: Table, dealer: Seat) -> Self:
        """The starting purses; the first dealer is drawn by lot."""
        return cls(ruleset, table, table.require(dealer), Stakes.at_start(table, ruleset.purse))

    def deal(self) -> Deal:
        """The next deal, before its ante."""
        return Deal(self.ruleset, self.table, self.dealer, self.stakes, self.pattern)

    def after(self, deal: Deal) -> Self:
        """The game after a deal; raises NotAllowedError while that is running."""
        if deal.settlement is None:
            raise NotAllowedError(f"the deal is not over ({deal.stage}); play it to its end")
        return replace(
            self,
            dealer=self.table.next(deal.dealer),
            stakes=deal.stakes,
            pattern=deal.pattern,
            deals=self.deals + 1,
        )
