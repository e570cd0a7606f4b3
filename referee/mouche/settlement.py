"""From what came of a deal to a ledger in which every token has its reason.

The pool that was played for is P: a fifth a trick, all of it for five tricks or for the best
mouche. Whoever was in and took no trick pays P, or the agreed cap, into a later pool.
"""

from collections import Counter
from dataclasses import dataclass

from referee.errors import NotAllowedError
from referee.mouche.hands import Contest
from referee.mouche.ledger import Entry, EntryKind, Note, NoteKind
from referee.mouche.ruleset import (
    AllPass,
    BeatenMouche,
    Fines,
    OneLeft,
    OpenPoint,
    Remainder,
    Ruleset,
    ShortPurse,
)
from referee.mouche.seats import Seat, Table
from referee.mouche.tokens import Stakes
from referee.mouche.tricks import TRICKS


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a deal, before anybody is paid."""

    dealer: Seat
    committed: tuple[Seat, ...]
    """Who stuck or exchanged, in order from the dealer's right."""
    winners: tuple[Seat, ...] = ()
    """Who won each trick, in order; empty when none was played."""
    contest: Contest | None = None
    """The mouches that were declared."""

    def __post_init__(self) -> None:
        strangers = sorted(set(self.winners) - set(self.committed))
        if strangers:
            raise NotAllowedError(
                f"{strangers[0]} won a trick without being in; allowed: {', '.join(self.committed)}"
            )
        if self.contest and self.winners:
            raise NotAllowedError("a mouche ends the deal before the first trick")
        if len(self.winners) != (TRICKS if self._played else 0):
            expected = TRICKS if self._played else 0
            raise NotAllowedError(f"{len(self.winners)} tricks were won; allowed: {expected}")

    @property
    def _played(self) -> bool:
        return self.contest is None and len(self.committed) > 1


@dataclass(frozen=True, slots=True)
class Settlement:
    """A deal's ledger, with the tokens before and after it."""

    ruleset: Ruleset
    result: Result
    before: Stakes
    """Before the ante."""
    played_for: int
    """What the pool held, with the ante."""
    after: Stakes
    """The pool is that of the next deal, before its ante."""
    ledger: tuple[Entry, ...]
    """In the order in which tokens move."""
    left: int
    """What stays of the pool that was played for."""
    next_dealer: Seat
    notes: tuple[Note, ...] = ()
    """On what moves no token, such as a pool that stays."""


def pay_ante(ruleset: Ruleset, table: Table, dealer: Seat, stakes: Stakes) -> tuple[Stakes, Entry]:
    """After the dealer's ante, and its line of the ledger."""
    due = ruleset.ante_of(table)
    paid, points = _payable(ruleset, stakes, dealer, due)
    after = stakes.paid_in(dealer, paid)
    pool = after.pool.basket
    entry = Entry(dealer, EntryKind.ANTE, -paid, ruleset, pool, due=due, open_points=points)
    return after, entry


def settle(ruleset: Ruleset, stakes: Stakes, result: Result) -> Settlement:
    """Settle a deal; `stakes` are as played for, with the ante in the pool."""
    tally = _Tally(ruleset, stakes, result)
    committed = result.committed
    if result.contest:
        holder = result.contest.best.seat
        tally.take(holder, EntryKind.MOUCHE, tally.pool, contest=result.contest)
        tally.fine([seat for seat in committed if seat is not holder])
    elif not committed:
        tally.nobody_played()
    elif len(committed) == 1:
        tally.one_left(committed[0])
    else:
        won = Counter(result.winners)
        for seat in committed:
            if won[seat]:
                kind = EntryKind.SWEEP if won[seat] == TRICKS else EntryKind.TRICKS
                tally.take(seat, kind, tally.pool * won[seat] // TRICKS, tricks=won[seat])
        tally.remainder(result.winners[-1])
        tally.fine([seat for seat in committed if not won[seat]])
    return tally.settlement()


def _payable(
    ruleset: Ruleset, stakes: Stakes, seat: Seat, due: int
) -> tuple[int, tuple[OpenPoint, ...]]:
    """What a seat pays of what is due, and the open point that it rests on, if any."""
    purse = stakes.purse(seat)
    if due <= purse:
        return due, ()
    owes = ruleset.short_purse is ShortPurse.OWES
    return due if owes else max(0, purse), (OpenPoint.SHORT_PURSE,)


class _Tally:
    """The tokens of one settlement as they move; private, so its mutability never shows."""

    def __init__(self, ruleset: Ruleset, stakes: Stakes, result: Result) -> None:
        self.ruleset, self.result = ruleset, result
        self.before = self.stakes = stakes
        self.pool = stakes.pool.basket
        self.ledger: list[Entry] = []
        self.notes: list[Note] = []
        self.fines: list[int] = []

    def take(
        self,
        seat: Seat,
        kind: EntryKind,
        jetons: int,
        *points: OpenPoint,
        tricks: int = 0,
        contest: Contest | None = None,
    ) -> None:
        """Pay a seat out of the pool; nothing is no entry."""
        if not jetons:
            return
        self.stakes = self.stakes.paid_in(seat, -jetons)
        self.ledger.append(
            Entry(
                seat,
                kind,
                jetons,
                self.ruleset,
                self.pool,
                tricks=tricks,
                contest=contest,
                open_points=points,
            )
        )

    def nobody_played(self) -> None:
        """Everybody passed."""
        if self.ruleset.all_pass is AllPass.DEALER_TAKES:
            self.take(self.result.dealer, EntryKind.ALL_PASSED, self.pool, OpenPoint.ALL_PASS)
        else:
            self.note(NoteKind.ALL_PASSED, OpenPoint.ALL_PASS)

    def one_left(self, seat: Seat) -> None:
        """Everybody else passed."""
        if self.ruleset.one_left is OneLeft.TAKES_POOL:
            self.take(seat, EntryKind.LAST_IN, self.pool, OpenPoint.ONE_LEFT)
        else:
            self.note(NoteKind.ALONE, OpenPoint.ONE_LEFT, seat)

    def remainder(self, last_winner: Seat) -> None:
        """What the fifths leave."""
        left = self.stakes.pool.basket
        if left and self.ruleset.remainder is Remainder.LAST_TRICK:
            self.take(last_winner, EntryKind.REMAINDER, left, OpenPoint.REMAINDER)
        elif left:
            self.note(NoteKind.LEFT_OVER, OpenPoint.REMAINDER, jetons=left)

    def fine(self, seats: list[Seat]) -> None:
        """Make these seats pay what the pool was worth; the fines lie aside until the end."""
        contest = self.result.contest
        beaten = {mouche.seat for mouche in contest.beaten} if contest else set()
        due = min(self.pool, self.ruleset.fine_cap or self.pool)
        for seat in seats:
            points = (OpenPoint.BEATEN_MOUCHE,) if seat in beaten else ()
            if points and self.ruleset.beaten_mouche is BeatenMouche.SPARED:
                self.note(NoteKind.SPARED, OpenPoint.BEATEN_MOUCHE, seat)
                continue
            if not due:
                continue
            paid, short = _payable(self.ruleset, self.stakes, seat, due)
            away = 1
            if self.ruleset.fines is Fines.ONE_A_DEAL:
                away += len(self.stakes.pool.waiting) + len(self.fines)
            self.stakes = self.stakes.taken(seat, -paid)
            if paid:
                self.fines.append(paid)
            self.ledger.append(
                Entry(
                    seat,
                    EntryKind.FINE,
                    -paid,
                    self.ruleset,
                    self.pool,
                    due=due,
                    deals_away=away,
                    contest=contest,
                    open_points=(*points, *short),
                )
            )

    def note(
        self, kind: NoteKind, point: OpenPoint, seat: Seat | None = None, jetons: int = 0
    ) -> None:
        """Something that moves no token."""
        self.notes.append(Note(kind, self.ruleset, point, seat, jetons, self.pool))

    def settlement(self) -> Settlement:
        """Everything entered, with the fines in the pools they go to."""
        left = self.stakes.pool.basket
        one_a_deal = self.ruleset.fines is Fines.ONE_A_DEAL
        pool = self.stakes.pool.followed_by(self.fines, one_a_deal=one_a_deal)
        return Settlement(
            self.ruleset,
            self.result,
            self.before,
            self.pool,
            Stakes(self.stakes.purses, pool),
            tuple(self.ledger),
            left,
            Table(len(self.before.purses)).next(self.result.dealer),
            tuple(self.notes),
        )
