"""The talk that decides whether cards are exchanged: mus or no mus."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from referee.errors import NotAllowedError
from referee.mus.ruleset import MusTalk
from referee.seats import Seat


class MusWord(StrEnum):
    """What is said about mus; one `no_mus` cuts it for all."""

    MUS = "mus"
    NO_MUS = "no_mus"


@dataclass(frozen=True, slots=True)
class MusCall:
    """One seat's word about mus."""

    seat: Seat
    word: MusWord

    def __str__(self) -> str:
        return f"{self.seat} {self.word}"


@dataclass(frozen=True, slots=True)
class Talk:
    """One round of talk.

    A word out of turn stands, since everybody heard it; it is reported in `out_of_turn`.
    """

    policy: MusTalk
    mano: Seat
    said: tuple[MusCall, ...] = ()
    out_of_turn: tuple[MusCall, ...] = ()

    @property
    def cut_by(self) -> Seat | None:
        """Who ended the talk with no mus."""
        cuts = (call.seat for call in self.said if call.word is MusWord.NO_MUS)
        return next(cuts, None)

    @property
    def all_mus(self) -> bool:
        """Whether all four said mus, so that cards are exchanged."""
        return len(self.said) == 4 and self.cut_by is None

    def in_turn(self) -> tuple[Seat, ...]:
        """The seats whose turn it is; FEM lets several speak at one moment."""
        if self.cut_by or self.all_mus:
            return ()
        spoken = {call.seat for call in self.said}
        first, second, third, fourth = self.mano.order_from()
        if self.policy is not MusTalk.FEM:
            seats = (first, second, third, fourth)
            if self.policy is MusTalk.PAIRS:
                seats = (first, third, second, fourth)
            return (next(seat for seat in seats if seat not in spoken),)
        may = {
            first: True,
            second: first in spoken,
            third: True,
            fourth: {first, third} <= spoken,
        }
        return tuple(seat for seat in may if may[seat] and seat not in spoken)

    def say(self, call: MusCall) -> Self:
        """The talk after a word; raises NotAllowedError when the seat or the talk is done."""
        if self.cut_by or self.all_mus:
            how = f"cut by {self.cut_by}" if self.cut_by else "four mus"
            raise NotAllowedError(
                f"mus talk: {call!s} is not allowed, the talk is over ({how})",
                "talk_over",
                said=call,
            )
        if any(earlier.seat is call.seat for earlier in self.said):
            allowed = ", ".join(f"{seat} mus, {seat} no_mus" for seat in self.in_turn())
            raise NotAllowedError(
                f"mus talk: {call!s} is not allowed, {call.seat} has spoken; allowed: {allowed}",
                "has_spoken",
                said=call,
                seat=call.seat,
                allowed=self.in_turn(),
            )
        late = self.out_of_turn if call.seat in self.in_turn() else (*self.out_of_turn, call)
        return type(self)(self.policy, self.mano, (*self.said, call), late)
