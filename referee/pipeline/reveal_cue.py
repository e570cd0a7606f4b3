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
        if self.awaited or self.before is None:
            return False
        return not are_one_reveal(hands_of(reveal), self.before)


def cue_of(state: TableState) -> RevealCue:
    """What a table of Mus awaits."""
    deal = state.deal
    if deal is not None:
        return RevealCue(deal.reading is None and deal.settlement is None)
    last = next((m.deals[-1] for m in reversed(state.matches) if m.deals), None)
    if last is None:
        return RevealCue(False, _NO_HANDS)
    if last.reading is None:
        return RevealCue(False, None)
    reading = last.reading
    return RevealCue(
        False,
        {seat: frozenset(c.card for c in reading.hand(seat) if c.card) for seat in Seat},
    )
