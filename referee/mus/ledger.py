"""Ledger entries: what a pair is paid, the facts behind it, and the sentence they make."""

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Rank
from referee.errors import UnreadableError
from referee.mus.betting import Outcome, Status
from referee.mus.hands import HandValue, Kings, Lance
from referee.mus.showdown import Comparison, Holding
from referee.seats import Pair, Seat


class EntryKind(StrEnum):
    """What points are paid for."""

    PASO = "paso"
    """A lance that all passed."""
    BET = "bet"
    """An accepted bet."""
    REFUSAL = "refusal"
    """A bet, raise or ordago that the other pair refused."""
    COMBOS = "combos"
    """The pares or juego a pair holds."""
    PUNTO = "punto"
    """Winning punto."""
    PERETE = "perete"
    """4-5-6-7 openly declared before play."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a ledger. Points are tantos."""

    pair: Pair
    lance: Lance | None
    """None for a Perete, which is no lance."""
    kind: EntryKind
    points: int
    outcome: Outcome | None = None
    """How the betting of the lance ended; None for a Perete."""
    comparison: Comparison | None = None
    """The hands compared; None for a refusal, which no cards decide, and for a Perete."""
    declarer: Seat | None = None
    """Who declared the Perete."""

    @property
    def where(self) -> str:
        """The lance, or `perete`."""
        return self.lance or EntryKind.PERETE.value

    @property
    def reason(self) -> str:
        """An English sentence, without its full stop, that explains the points."""
        return _SENTENCES[self.kind](self)


def explain_best(comparison: Comparison, *, named: bool = False) -> str:
    """`A's rey 3 7 as beats D's rey sota 7 4`, with what decides a tie.

    `named` says only whose the best hand is, for sentences that have already described it.
    """
    lance, kings = comparison.lance, comparison.kings
    best, rival = comparison.best, comparison.rival
    shown = f"{best.seat}'s" if named else describe(lance, best, kings)
    if rival is None:
        return f"only {comparison.pair} takes part, with {shown}"
    other = describe(lance, rival, kings)
    if comparison.real:
        return f"{shown} is a Real and beats {other}"
    if comparison.tie:
        return f"{shown} equals {other}; tie broken by mano, {best.seat} comes first"
    return f"{shown} beats {other}"


def describe(lance: Lance, holding: Holding, kings: Kings) -> str:
    """A hand in the terms of a lance: `C's duples of reyes and ases (rey 3 2 as)`."""
    cards = spoken_cards(holding, kings)
    if lance is Lance.PARES:
        return f"{holding.seat}'s {pares_name(holding.value)} ({cards})"
    if lance in (Lance.JUEGO, Lance.PUNTO):
        return f"{holding.seat}'s {holding.value.points} ({cards})"
    return f"{holding.seat}'s {cards}"


def spoken_cards(holding: Holding, kings: Kings) -> str:
    """The ranks as printed on the cards, strongest first: `rey 3 7 as`."""
    return " ".join(card.rank.spanish for card in holding.hand.by_strength(kings))


def pares_name(value: HandValue) -> str:
    """`duples of reyes and ases`, `medias of 7s`, `pair of sotas`."""
    high, low = value.repeated[0], value.repeated[-1]
    name = f"{value.pares.name.lower()} of {_plural(high)}"
    return name if high is low else f"{name} and {_plural(low)}"


def _plural(rank: Rank) -> str:
    return _PLURALS.get(rank, f"{rank.spanish}s")


def _paso(entry: Entry) -> str:
    extra = " more" if entry.lance in (Lance.PARES, Lance.JUEGO) else ""
    return (
        f"{entry.pair} takes {entry.points}{extra} for {entry.lance}, which all passed: "
        f"{_best(entry)}"
    )


def _bet(entry: Entry) -> str:
    return f"{entry.pair} wins the bet of {entry.points} in {entry.lance}: {_best(entry)}"


def _refusal(entry: Entry) -> str:
    refused = _outcome(entry)
    what = f"{'raise to' if refused.stake else 'bet of'} {refused.offer}"
    if not refused.offer:
        what = "órdago"
    why = f"a refused first bet pays {refused.amount} whatever its size"
    if refused.stake:
        deje = refused.amount - refused.stake
        why = f"this leaves {entry.pair} the {refused.stake} accepted before"
        why += f" and a deje of {deje}" if deje else ""
    return (
        f"{entry.pair} takes {entry.points} in {entry.lance}: {entry.pair.other} refused its "
        f"{what}; {why}"
    )


def _combos(entry: Entry) -> str:
    comparison = _compared(entry)
    lance, kings = comparison.lance, comparison.kings
    held = " and ".join(
        f"{combo_points(lance, h)} for {describe(lance, h, kings)}"
        for h in comparison.of_pair(entry.pair)
    )
    if _outcome(entry).status is Status.REFUSED:
        why = f"{entry.pair.other} refused, so its own do not count"
    elif not comparison.contested:
        why = f"only {entry.pair} holds {lance}"
    else:
        why = explain_best(comparison, named=True)
    return f"{entry.pair} scores {entry.points} in {lance}, {held}: {why}"


def _punto(entry: Entry) -> str:
    if _outcome(entry).status is Status.REFUSED:
        return (
            f"{entry.pair} takes {entry.points} for the punto itself, which stays with the "
            f"pair whose bet {entry.pair.other} refused"
        )
    return f"{entry.pair} takes {entry.points} for the punto: {_best(entry)}"


def _perete(entry: Entry) -> str:
    return (
        f"{entry.pair} takes {entry.points}: {entry.declarer} declared a Perete, 4-5-6-7, "
        "before play"
    )


def combo_points(lance: Lance, holding: Holding) -> int:
    """What a hand's pares or juego score."""
    return holding.value.pares.value if lance is Lance.PARES else holding.value.juego_points


def _best(entry: Entry) -> str:
    return explain_best(_compared(entry))


def _outcome(entry: Entry) -> Outcome:
    if entry.outcome is None:
        raise UnreadableError(f"a {entry.kind} entry needs the outcome of its lance")
    return entry.outcome


def _compared(entry: Entry) -> Comparison:
    if entry.comparison is None:
        raise UnreadableError(f"a {entry.kind} entry needs the hands that were compared")
    return entry.comparison


_PLURALS = {Rank.AS: "ases", Rank.SOTA: "sotas", Rank.CABALLO: "caballos", Rank.REY: "reyes"}
_SENTENCES = {
    EntryKind.PASO: _paso,
    EntryKind.BET: _bet,
    EntryKind.REFUSAL: _refusal,
    EntryKind.COMBOS: _combos,
    EntryKind.PUNTO: _punto,
    EntryKind.PERETE: _perete,
}
