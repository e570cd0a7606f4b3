"""What a table of Mus does with the cards that are laid open now."""

from __future__ import annotations

from dataclasses import dataclass

from referee.seats import Seat
from referee.table.state import TableState
from referee.vision.reveal import Reveal
from referee.vision.reveal_watch import Hands, are_one_reveal, hands_of

_NO_HANDS: Hands = {seat: frozenset() for seat in Seat}


@dataclass(frozen=True)
class RevealCue:
    """Whether a reveal is awaited, and which cards lay open before."""

    awaited: bool = True
    before: Hands | None = None
    """The hands of the last deal; no cards before the first deal, None where nobody saw them."""

    def is_early(self, reveal: Reveal) -> bool:
        """Whether a reveal that nobody awaits is of a deal that has yet to be entered.

        It is not when it may be of the last deal: of one that was typed, or over unseen.
        """
        return not self.awaited and self.before is not None and not self.is_old(reveal)

    def is_old(self, reveal: Reveal) -> bool:
        """Whether a reveal is of the last deal, whose cards lie there still or come in view again.

        Where an arm or a restart hid them meanwhile, they look like cards that were swept away.
        """
        return self.before is not None and are_one_reveal(hands_of(reveal), self.before)


def cue_of(state: TableState) -> RevealCue:
    """What a table of Mus awaits."""
    deal = state.deal
    awaited = deal is not None and deal.reading is None and deal.settlement is None
    over = [one for match in state.matches for one in match.deals if one is not deal]
    if not over:
        return RevealCue(awaited, _NO_HANDS)
    reading = over[-1].reading
    if reading is None:
        return RevealCue(awaited, None)
    return RevealCue(
        awaited,
        {seat: frozenset(c.card for c in reading.hand(seat) if c.card) for seat in Seat},
    )
