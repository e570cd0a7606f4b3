"""Ledger entries: what moves between a purse and the pool, the facts, and their sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.errors import UnreadableError
from referee.mouche.hands import Contest
from referee.mouche.ruleset import OpenPoint, Ruleset
from referee.mouche.seats import Seat
from referee.mouche.tricks import TRICKS, Breach


class EntryKind(StrEnum):
    """What tokens move for."""

    ANTE = "ante"
    TRICKS = "tricks"
    """Fifths of the pool, one a trick."""
    SWEEP = "sweep"
    """The whole pool, for all five tricks."""
    REMAINDER = "remainder"
    """What the fifths leave over, where the house gives it away."""
    MOUCHE = "mouche"
    """The whole pool, for the best mouche."""
    LAST_IN = "last_in"
    """The whole pool, as everybody else passed."""
    ALL_PASSED = "all_passed"
    """The whole pool, to the dealer, where the house says so."""
    FINE = "fine"
    """Paid by a player who was in and took no trick."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a ledger. Amounts are jetons."""

    seat: Seat
    kind: EntryKind
    jetons: int
    """Into the purse; negative when the seat pays."""
    ruleset: Ruleset
    pool: int
    """What the deal was played for; for an ante, what it makes of the pool."""
    tricks: int = 0
    due: int = 0
    """What a payer should have paid, which a purse may not hold."""
    deals_away: int = 0
    """Of a fine: 1 when it enters the next pool, more when it waits."""
    contest: Contest | None = None
    """The mouches compared."""
    open_points: tuple[OpenPoint, ...] = ()
    """What the article leaves open and this line rests on."""

    @property
    def reason(self) -> str:
        """An English sentence, without its full stop, that explains the tokens."""
        sentence = _SENTENCES[self.kind](self)
        if OpenPoint.SHORT_PURSE in self.open_points and self.due > -self.jetons:
            sentence += f"; {self.due} were due, and the purse held no more"
        elif OpenPoint.SHORT_PURSE in self.open_points:
            sentence += "; the purse does not hold it, so the player owes the rest"
        return sentence + left_open(self.ruleset, *self.open_points)


class NoteKind(StrEnum):
    """What moves no token and is told all the same."""

    ALL_PASSED = "all_passed"
    """Everybody passed, and the pool stays."""
    ALONE = "alone"
    """All but one passed, and the pool stays."""
    LEFT_OVER = "left_over"
    """What the fifths leave stays in the pool."""
    SPARED = "spared"
    """A player whose mouche is beaten pays no fine."""
    STOCK_SHORT = "stock_short"
    """The stock no longer had five cards for a player."""
    NOT_BEATEN = "not_beaten"
    """A player who followed suit could have beaten the trick."""


@dataclass(frozen=True, slots=True)
class Note:
    """One remark on a settled deal."""

    kind: NoteKind
    ruleset: Ruleset
    open_point: OpenPoint
    """What the article leaves open and this rests on."""
    seat: Seat | None = None
    jetons: int = 0
    """What stays over."""
    pool: int = 0
    """What the deal was played for."""
    cards: int = 0
    """In the stock."""
    breach: Breach | None = None

    def __str__(self) -> str:
        return _NOTES[self.kind](self) + left_open(self.ruleset, self.open_point)


def left_open(ruleset: Ruleset, *points: OpenPoint) -> str:
    """` (left open by the article; here all_pass = pool_stays)`; empty for no point."""
    if not points:
        return ""
    rules = ", ".join(ruleset.house_rule(point) for point in points)
    return f" (left open by the article; here {rules})"


def _ante(entry: Entry) -> str:
    each = ", one for each player" if entry.ruleset.ante_per_player else ""
    return f"{entry.seat} deals and puts in {-entry.jetons}{each}, which makes {entry.pool}"


def _tricks(entry: Entry) -> str:
    fifths = f"{entry.tricks} tricks, each" if entry.tricks > 1 else "1 trick,"
    whole = ", in whole jetons" if entry.tricks * entry.pool % TRICKS else ""
    return f"{entry.seat} took {fifths} a fifth of the pool of {entry.pool}{whole}"


def _sweep(entry: Entry) -> str:
    return f"{entry.seat} takes the mouche: all {TRICKS} tricks, and the pool of {entry.pool}"


def _remainder(entry: Entry) -> str:
    return (
        f"{entry.seat} won the last trick and takes the {entry.jetons} that the fifths of "
        f"{entry.pool} leave"
    )


def _mouche(entry: Entry) -> str:
    if entry.contest is None:
        raise UnreadableError("a mouche entry needs the mouches that were compared")
    return f"{entry.seat} has the mouche and takes the pool of {entry.pool}: {entry.contest.reason}"


def _last_in(entry: Entry) -> str:
    return f"{entry.seat} takes the pool of {entry.pool}: everybody else passed"


def _all_passed(entry: Entry) -> str:
    return f"{entry.seat} dealt and takes the pool of {entry.pool}: everybody passed"


def _fine(entry: Entry) -> str:
    why = "played and took no trick"
    if entry.contest:
        own = [mouche for mouche in entry.contest.beaten if mouche.seat is entry.seat]
        why = "was in when the mouche was declared"
        why += ", with a mouche that is beaten" if own else ""
    cap = entry.ruleset.fine_cap
    what = f"the pool was worth {entry.pool}"
    if cap and cap < entry.pool:
        what += f", and fines are capped at {cap}"
    away = entry.deals_away
    where = "into the next pool" if away == 1 else f"into the pool {away} deals from now"
    return f"{entry.seat} makes the mouche and pays {-entry.jetons} {where}: {why}; {what}"


_SENTENCES = {
    EntryKind.ANTE: _ante,
    EntryKind.TRICKS: _tricks,
    EntryKind.SWEEP: _sweep,
    EntryKind.REMAINDER: _remainder,
    EntryKind.MOUCHE: _mouche,
    EntryKind.LAST_IN: _last_in,
    EntryKind.ALL_PASSED: _all_passed,
    EntryKind.FINE: _fine,
}


def _stock_short(note: Note) -> str:
    cards = "card" if note.cards == 1 else "cards"
    return f"the stock had {note.cards or 'no'} {cards} left for {note.seat}"


_NOTES: Mapping[NoteKind, Callable[[Note], str]] = {
    NoteKind.ALL_PASSED: lambda n: f"everybody passed, so the pool of {n.pool} stays",
    NoteKind.ALONE: lambda n: (
        f"{n.seat} is alone, so nothing is played and the pool of {n.pool} stays"
    ),
    NoteKind.LEFT_OVER: lambda n: f"{n.jetons} of the pool of {n.pool} stays over",
    NoteKind.SPARED: lambda n: f"{n.seat}'s mouche is beaten, and pays no fine",
    NoteKind.STOCK_SHORT: _stock_short,
    NoteKind.NOT_BEATEN: lambda n: str(n.breach),
}
