"""From a reveal and its bets to a ledger in which every point has its reason.

Points of one lance all go to one pair, so a lance is scored whole and counting stops at the
first that takes a pair to the target. Refused bets are paid during the deal, everything else
at the reveal in the order grande, chica, pares, juego or punto.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Rank
from referee.errors import NotAllowedError
from referee.mus.betting import PASO, BettingRound, Call, Outcome, Status, play_lance
from referee.mus.hands import Lance
from referee.mus.ledger import Entry, EntryKind, combo_points, explain_best
from referee.mus.ruleset import RefusalTiming, Ruleset
from referee.mus.score import START, Score
from referee.mus.showdown import Comparison, FourHands, Holding, Showdown
from referee.seats import Pair, Seat


class DecidedAt(StrEnum):
    """The moment that won the game."""

    DECLARATION = "declaration"
    REFUSAL = "refusal"
    REVEAL = "reveal"
    ORDAGO = "ordago"


@dataclass(frozen=True, slots=True)
class LanceResult:
    """What came of one lance, whether or not it was scored."""

    lance: Lance
    outcome: Outcome
    comparison: Comparison | None
    """None when nobody takes part."""

    @property
    def status(self) -> Status:
        """How the lance closed."""
        return self.outcome.status

    @property
    def eligible(self) -> tuple[Seat, ...]:
        """Who takes part, in order from mano."""
        return tuple(h.seat for h in self.comparison.holdings) if self.comparison else ()

    @property
    def best_seat(self) -> Seat | None:
        """Who has the best hand, whoever is paid."""
        return self.comparison.best.seat if self.comparison else None


@dataclass(frozen=True, slots=True)
class Decision:
    """How a game was won."""

    winner: Pair
    at: DecidedAt
    lance: Lance | None
    """Where it was decided; None for a Perete."""
    score: Score
    comparison: Comparison | None = None
    """The hands that decided an ordago."""

    @property
    def where(self) -> str:
        """The lance, or `perete`."""
        return self.lance or EntryKind.PERETE.value

    @property
    def reason(self) -> str:
        """An English sentence, without its full stop."""
        if self.comparison is not None:
            return (
                f"{self.winner} wins the game by the órdago accepted in {self.where}: "
                f"{explain_best(self.comparison)}"
            )
        how = f"in {self.lance}" if self.lance else "with a Perete"
        return (
            f"{self.winner} wins the game {how}, at the {self.at}, with "
            f"{self.score[self.winner]} points; nothing later is counted"
        )


class RemarkKind(StrEnum):
    """Why something that was said scores nothing."""

    BETS_AFTER_END = "bets_after_end"
    """The game was over before the lance was reached."""
    PERETE_NOT_HELD = "perete_not_held"
    PERETE_UNPAID = "perete_unpaid"
    """The house pays nothing for it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What was given but scores nothing."""

    kind: RemarkKind
    ruleset: str
    """Its name."""
    lance: Lance | None = None
    """Of the bets."""
    seat: Seat | None = None
    """Who declared a Perete."""

    def __str__(self) -> str:
        """An English sentence, without its full stop."""
        if self.kind is RemarkKind.BETS_AFTER_END:
            return f"the game was over before {self.lance}, its bets do not count"
        if self.kind is RemarkKind.PERETE_NOT_HELD:
            return f"{self.seat} declared a Perete without holding 4-5-6-7"
        return f"{self.seat}'s Perete pays nothing under {self.ruleset}"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A deal's ledger, with the score before and after it."""

    ruleset: Ruleset
    mano: Seat
    score_before: Score
    score_after: Score
    ledger: tuple[Entry, ...]
    """In the order in which points are taken."""
    lances: tuple[LanceResult, ...]
    """The lances played, in order; none after the one that ended the game during the deal."""
    decision: Decision | None
    """None while the game goes on."""
    ignored: tuple[Remark, ...] = ()
    """What was given but scores nothing, such as bets after the game was over."""

    @property
    def winner(self) -> Pair | None:
        """Who won the game, if it is over."""
        return self.decision.winner if self.decision else None


def settle(
    ruleset: Ruleset,
    hands: FourHands,
    mano: Seat,
    score: Score = START,
    bets: Mapping[Lance, Sequence[Call]] | None = None,
    peretes: Iterable[Seat] = (),
) -> Settlement:
    """Settle one deal. `score` is before the deal; a lance without bets was passed by all.

    `peretes` are the seats that openly declared 4-5-6-7 before play. Raises NotAllowedError for
    an impossible call, for bets in a lance that is not played and for a game that is already
    over; FaultyHandsError for cards that the pack lacks.
    """
    bets = bets or {}
    showdown = Showdown.of(ruleset, hands, mano)
    tally = _Tally(ruleset, score)
    declared = set(peretes)
    for holding in showdown.holdings:
        if holding.seat in declared:
            tally.declare_perete(holding)
    results: list[LanceResult] = []
    for lance in _lances_played(showdown, bets):
        if tally.decision or (results and results[-1].status is Status.ORDAGO):
            if bets.get(lance):
                tally.remark(RemarkKind.BETS_AFTER_END, lance=lance)
            continue
        result = _play(tally, lance, showdown.compare(lance), bets.get(lance))
        results.append(result)
        if result.status is Status.REFUSED and ruleset.refusal_timing is RefusalTiming.IMMEDIATE:
            tally.pay(DecidedAt.REFUSAL, lance, [_refusal(result)])
    tally.reveal(results)
    return tally.settlement(mano, score, results)


def settle_before_reveal(
    ruleset: Ruleset,
    mano: Seat,
    score: Score,
    outcomes: Mapping[Lance, Outcome],
    peretes: Iterable[Seat] = (),
) -> Settlement:
    """What is paid before any card is seen: Peretes, and refusals where they are paid at once.

    The settlement is final when these points win the game.
    """
    tally = _Tally(ruleset, score)
    for seat in peretes:
        tally.pay_perete(seat)
    results = [LanceResult(lance, outcome, None) for lance, outcome in outcomes.items()]
    if ruleset.refusal_timing is RefusalTiming.IMMEDIATE:
        for result in results:
            if result.status is Status.REFUSED:
                tally.pay(DecidedAt.REFUSAL, result.lance, [_refusal(result)])
    return tally.settlement(mano, score, results)


def _lances_played(showdown: Showdown, bets: Mapping[Lance, Sequence[Call]]) -> tuple[Lance, ...]:
    last, other = (Lance.JUEGO, Lance.PUNTO) if showdown.has_juego else (Lance.PUNTO, Lance.JUEGO)
    if bets.get(other):
        why = "somebody holds juego" if last is Lance.JUEGO else "nobody holds juego"
        raise NotAllowedError(
            f"bets in {other}, but {why}, so {last} is played; move them there",
            "juego_is_played" if last is Lance.JUEGO else "punto_is_played",
        )
    return Lance.GRANDE, Lance.CHICA, Lance.PARES, last


def _play(
    tally: "_Tally", lance: Lance, comparison: Comparison | None, calls: Sequence[Call] | None
) -> LanceResult:
    if comparison is not None and comparison.contested:
        if not calls:
            return LanceResult(lance, PASO, comparison)
        eligible = tuple(holding.seat for holding in comparison.holdings)
        closed = play_lance(BettingRound(lance, tally.ruleset, eligible, tally.score), calls)
        return LanceResult(lance, closed.outcome or PASO, comparison)
    if calls:
        who = f"only {comparison.pair} holds" if comparison else "nobody holds"
        raise NotAllowedError(
            f"bets in {lance}, but {who} {lance}, so nobody bets; remove them",
            "bets_only" if comparison else "bets_nobody",
            lance=lance,
            pair=comparison.pair if comparison else None,
        )
    return LanceResult(lance, _UNCONTESTED if comparison else _VOID, comparison)


class _Tally:
    """The running score of one settlement; private, so its mutability never shows."""

    def __init__(self, ruleset: Ruleset, score: Score) -> None:
        for pair in Pair:
            if score[pair] >= ruleset.target:
                raise NotAllowedError(
                    f"the game is over: {pair} has {score[pair]} of {ruleset.target} points; "
                    "start the next game at AC=0,BD=0",
                    "game_over",
                    pair=pair,
                    n=score[pair],
                    target=ruleset.target,
                )
        self.ruleset = ruleset
        self.score = score
        self.ledger: list[Entry] = []
        self.ignored: list[Remark] = []
        self.decision: Decision | None = None

    def pay(self, at: DecidedAt, lance: Lance | None, entries: Sequence[Entry]) -> None:
        """Enter one lance's entries whole and see whether they win the game.

        All entries of a call belong to one pair. Once the game is decided nothing is paid, and
        what a house pays 0 for is no entry.
        """
        entries = [entry for entry in entries if entry.points]
        if self.decision or not entries:
            return
        pair = entries[0].pair
        self.ledger.extend(entries)
        self.score = self.score.plus(pair, sum(entry.points for entry in entries))
        if self.score[pair] >= self.ruleset.target:
            self.decision = Decision(pair, at, lance, self.score)

    def remark(
        self, kind: RemarkKind, *, lance: Lance | None = None, seat: Seat | None = None
    ) -> None:
        """Say that something scores nothing."""
        self.ignored.append(Remark(kind, self.ruleset.name, lance, seat))

    def declare_perete(self, holding: Holding) -> None:
        """Pay a Perete that is held, and say so when one is not."""
        if holding.value.strengths == _PERETE:
            self.pay_perete(holding.seat)
        else:
            self.remark(RemarkKind.PERETE_NOT_HELD, seat=holding.seat)

    def pay_perete(self, seat: Seat) -> None:
        """Pay a declared Perete, and say so where the house pays nothing for it."""
        points = self.ruleset.perete_bonus
        if not points:
            self.remark(RemarkKind.PERETE_UNPAID, seat=seat)
            return
        entry = Entry(seat.pair, None, EntryKind.PERETE, points, declarer=seat)
        self.pay(DecidedAt.DECLARATION, None, [entry])

    def reveal(self, results: Sequence[LanceResult]) -> None:
        """Count what waited for the cards, then an accepted ordago."""
        ordago = results[-1] if results and results[-1].status is Status.ORDAGO else None
        if ordago is None or not self.ruleset.ordago_overrides_pending:
            for result in results:
                self.pay(DecidedAt.REVEAL, result.lance, _at_reveal(self.ruleset, result))
        if ordago and ordago.comparison and not self.decision:
            best = ordago.comparison
            self.decision = Decision(best.pair, DecidedAt.ORDAGO, best.lance, self.score, best)

    def settlement(self, mano: Seat, before: Score, results: Sequence[LanceResult]) -> Settlement:
        """Everything entered so far."""
        return Settlement(
            self.ruleset,
            mano,
            before,
            self.score,
            tuple(self.ledger),
            tuple(results),
            self.decision,
            tuple(self.ignored),
        )


def _at_reveal(ruleset: Ruleset, result: LanceResult) -> list[Entry]:
    """The entries of one lance that wait for the cards, all for one pair."""
    lance, outcome, comparison = result.lance, result.outcome, result.comparison
    status = outcome.status
    if comparison is None or status is Status.ORDAGO:
        return []
    pair = outcome.pair or comparison.pair
    paid: list[tuple[EntryKind, int]] = []
    if lance is Lance.PARES or lance is Lance.JUEGO:
        combos = sum([combo_points(lance, h) for h in comparison.of_pair(pair)])
        paid.append((EntryKind.COMBOS, combos))
        if status is Status.PASO:
            paid.append((EntryKind.PASO, ruleset.paso_extra_pares_juego))
    elif lance is Lance.PUNTO:
        if status is not Status.REFUSED or ruleset.punto_bonus_after_refusal:
            paid.append((EntryKind.PUNTO, ruleset.punto_bonus))
    elif status is Status.PASO:
        paid.append((EntryKind.PASO, ruleset.paso_grande_chica))
    if status is Status.ACCEPTED:
        paid.append((EntryKind.BET, outcome.amount))
    entries = [Entry(pair, lance, kind, n, outcome, comparison) for kind, n in paid if n]
    if status is Status.REFUSED and ruleset.refusal_timing is RefusalTiming.AT_REVEAL:
        return [_refusal(result), *entries]
    return entries


def _refusal(result: LanceResult) -> Entry:
    outcome = result.outcome
    if outcome.pair is None:
        raise NotAllowedError(f"{result.lance} was not refused but {outcome.status}")
    return Entry(outcome.pair, result.lance, EntryKind.REFUSAL, outcome.amount, outcome)


_UNCONTESTED = Outcome(Status.UNCONTESTED)
_VOID = Outcome(Status.VOID)
_PERETE = (Rank.SIETE, Rank.SEIS, Rank.CINCO, Rank.CUATRO)
