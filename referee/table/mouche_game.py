"""A game of Mouche at the table: what its events come to."""

from dataclasses import dataclass, replace
from datetime import datetime

from referee.errors import NotAllowedError
from referee.mouche.deal import Stage
from referee.mouche.events import Anted
from referee.mouche.game import Game
from referee.mouche.seats import Seat
from referee.mouche.steps import LegalStep, Step
from referee.mouche.tokens import Pool, Stakes
from referee.table.mouche_deal import MoucheTableDeal, by_itself
from referee.table.mouche_events import (
    CardLaid,
    FlagRuled,
    MoucheClosed,
    MoucheEvent,
    MoucheOpened,
    MoucheSettled,
    StakesSet,
    TrickSwept,
)


@dataclass(frozen=True, slots=True)
class MoucheGame:
    """A game, its finished deals and the running one."""

    number: int
    """In the log, from 1."""
    seq: int
    """Number of the `MoucheOpened`."""
    opened: MoucheOpened
    opened_at: datetime
    standing: Game
    """Before the running deal, or now when none is running."""
    deals: tuple[MoucheTableDeal, ...] = ()
    """Those that are settled and told, in order."""
    deal: MoucheTableDeal | None = None
    """The running one."""
    closed: MoucheClosed | None = None

    @property
    def last_deal(self) -> MoucheTableDeal | None:
        """The last one that is settled, whose ledger people look at."""
        return self.deals[-1] if self.deals else None

    @property
    def stakes(self) -> Stakes:
        """As the tokens lie now."""
        return self.deal.play.stakes if self.deal else self.standing.stakes

    def player(self, seat: Seat) -> str:
        """The name shown for a seat, the seat itself when none was given."""
        return self.opened.players[seat.place] or seat.value

    def legal(self) -> tuple[LegalStep, ...]:
        """What may happen now."""
        if self.closed:
            return ()
        if self.deal:
            return self.deal.legal()
        return (LegalStep(Step.ANTE, self.standing.dealer),)

    def after(self, seq: int, event: MoucheEvent) -> "MoucheGame":
        """After one more event; raises NotAllowedError, naming what was allowed."""
        if self.closed and not isinstance(event, FlagRuled):
            raise NotAllowedError("no game of Mouche is running; open one", "no_game")
        match event:
            case MoucheClosed():
                return replace(self, closed=event)
            case StakesSet():
                return self._stakes_set(event)
            case FlagRuled():
                return self._ruled(seq, event)
            case Anted():
                return self._started(seq)
            case MoucheOpened():
                raise NotAllowedError(
                    f"game {self.number} is running; close it first", "game_runs", n=self.number
                )
        deal = self.deal
        if deal is None:
            raise NotAllowedError(
                "no deal is running; the dealer puts in the ante first", "no_ante"
            )
        match event:
            case CardLaid():
                return replace(self, deal=deal.after_card(seq, event))
            case TrickSwept():
                return replace(self, deal=deal.after_sweep(seq, event))
            case MoucheSettled():
                return self._finished(deal.after_told(seq, event))
        return replace(self, deal=deal.after_step(event))

    def _started(self, seq: int) -> "MoucheGame":
        if self.deal:
            raise NotAllowedError(
                f"deal {self.deal.number} is running ({self.deal.play.stage}); play it to its end",
                "mouche_deal_runs",
                n=self.deal.number,
            )
        play = by_itself(self.standing.deal().apply(Anted()))
        return replace(self, deal=MoucheTableDeal(len(self.deals) + 1, seq, play))

    def _finished(self, deal: MoucheTableDeal) -> "MoucheGame":
        standing = self.standing.after(deal.play)
        return replace(self, standing=standing, deals=(*self.deals, deal), deal=None)

    def _stakes_set(self, event: StakesSet) -> "MoucheGame":
        if self.deal:
            raise NotAllowedError(
                f"tokens are set between two deals; deal {self.deal.number} is running",
                "stakes_in_deal",
                n=self.deal.number,
            )
        table = self.standing.table
        if len(event.purses) != table.players:
            raise NotAllowedError(
                f"{len(event.purses)} purses; allowed: {table.players}",
                "purses",
                n=len(event.purses),
                players=table.players,
            )
        stakes = Stakes(event.purses, Pool(event.basket, event.waiting))
        dealer = table.require(event.dealer) if event.dealer else self.standing.dealer
        return replace(self, standing=replace(self.standing, stakes=stakes, dealer=dealer))

    def _ruled(self, seq: int, event: FlagRuled) -> "MoucheGame":
        if self.deal and self.deal.seq == event.deal:
            return replace(self, deal=self.deal.after_ruling(seq, event))
        deals = {deal.seq: deal for deal in self.deals}
        if event.deal not in deals:
            known = ", ".join(map(str, deals)) or "none"
            raise NotAllowedError(
                f"no deal began with event {event.deal}; there are: {known}",
                "no_deal_began",
                n=event.deal,
            )
        deals[event.deal] = deals[event.deal].after_ruling(seq, event)
        return replace(self, deals=tuple(deals.values()))


Games = tuple[MoucheGame, ...]


def running(games: Games) -> MoucheGame | None:
    """The game that is played."""
    return games[-1] if games and not games[-1].closed else None


def after(games: Games, seq: int, at: datetime, event: MoucheEvent) -> Games:
    """All games of a log after one more event; raises NotAllowedError.

    The caller has seen to it that none is running when one is opened.
    """
    if isinstance(event, MoucheOpened):
        standing = Game.start(event.ruleset, event.table, event.dealer)
        return (*games, MoucheGame(len(games) + 1, seq, event, at, standing))
    if not games:
        raise NotAllowedError("no game of Mouche is running; open one", "no_game")
    place = _place(games, event) if isinstance(event, FlagRuled) else len(games) - 1
    return (*games[:place], games[place].after(seq, event), *games[place + 1 :])


def _place(games: Games, ruling: FlagRuled) -> int:
    """Of the game that a ruling is about: an earlier one may have left questions open."""
    begun = [game.seq for game in games if game.seq <= ruling.deal]
    return max(len(begun), 1) - 1


def in_tricks(game: MoucheGame | None) -> bool:
    """Whether cards are laid on tricks now."""
    return bool(game and game.deal and game.deal.play.stage is Stage.TRICKS)
