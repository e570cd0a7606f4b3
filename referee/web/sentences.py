"""A settlement as phrases: the sentences of `referee.mus.ledger`, in any language."""

from __future__ import annotations

from referee.mus.betting import Outcome, Status
from referee.mus.hands import HandValue, Kings, Lance, Pares
from referee.mus.ledger import Entry, EntryKind, combo_points
from referee.mus.settlement import Decision, Remark
from referee.mus.showdown import Comparison, Holding
from referee.web.words import Phrase, phrase


def cards_phrase(holding: Holding, kings: Kings) -> Phrase:
    """The ranks as printed, strongest first; figures and the ace have names of their own."""
    ranks = [phrase(f"rank.{card.rank.value}") for card in holding.hand.by_strength(kings)]
    return phrase("cards.four", a=ranks[0], b=ranks[1], c=ranks[2], d=ranks[3])


def pares_phrase(value: HandValue) -> Phrase:
    """`pair of reyes`, `duples of reyes and ases`, `no pares`."""
    if value.pares is Pares.NONE:
        return phrase("pares.none")
    high, low = (phrase(f"ranks.{rank.value}") for rank in (value.repeated[0], value.repeated[-1]))
    if value.pares is Pares.DUPLES and value.repeated[0] is not value.repeated[-1]:
        return phrase("pares.duples", high=high, low=low)
    if value.pares is Pares.DUPLES:
        return phrase("pares.duples_same", ranks=high)
    return phrase(f"pares.{value.pares.name.lower()}", ranks=high)


def points_phrase(value: HandValue) -> Phrase:
    """`juego 31`, `28 points`."""
    return phrase("points.juego" if value.has_juego else "points.punto", n=value.points)


def worth_phrase(lance: Lance, holding: Holding, kings: Kings) -> Phrase:
    """What a hand is worth in one lance."""
    if lance is Lance.PARES:
        return pares_phrase(holding.value)
    if lance in (Lance.JUEGO, Lance.PUNTO):
        return phrase("points.n", n=holding.value.points)
    return cards_phrase(holding, kings)


def entry_phrase(entry: Entry) -> Phrase:
    """Why a line of the ledger pays what it pays."""
    return _ENTRIES[entry.kind](entry)


def short_phrase(entry: Entry) -> Phrase:
    """The same in a few words, for an overlay."""
    if entry.kind is EntryKind.PERETE:
        return phrase("short.perete")
    if entry.kind is EntryKind.REFUSAL or entry.comparison is None:
        return phrase("short.refusal", other=entry.pair.other.value)
    if entry.kind is EntryKind.COMBOS:
        held = [
            worth_phrase(entry.comparison.lance, h, entry.comparison.kings)
            for h in entry.comparison.of_pair(entry.pair)
        ]
        return phrase("short.combos", held=held)
    seat = entry.comparison.best.seat.value
    return phrase(f"short.{entry.kind.value}", seat=seat, n=entry.points)


def outcome_phrase(outcome: Outcome, comparison: Comparison | None = None) -> Phrase:
    """How the betting of a lance ended."""
    pair = comparison.pair.value if comparison else outcome.pair.value if outcome.pair else ""
    paid = outcome.pair.value if outcome.pair else pair
    return phrase(f"outcome.{outcome.status.value}", n=outcome.amount, pair=paid)


def decision_phrase(decision: Decision) -> Phrase:
    """How the game was won."""
    pair, lance = decision.winner.value, lance_phrase(decision.where)
    if decision.comparison is not None:
        best = best_phrase(decision.comparison)
        return phrase("decision.ordago", pair=pair, lance=lance, best=best)
    return phrase("decision.points", pair=pair, lance=lance, n=decision.score[decision.winner])


def remark_phrase(remark: Remark) -> Phrase:
    """What was given but scores nothing."""
    return phrase(
        f"remark.{remark.kind}",
        lance=lance_phrase(remark.lance) if remark.lance else "",
        seat=remark.seat or "",
        ruleset=remark.ruleset,
    )


def lance_phrase(where: str) -> Phrase:
    """A lance, or a Perete, by the name it has in each language."""
    return phrase(f"lance.{where}")


def best_phrase(comparison: Comparison, *, named: bool = False) -> Phrase:
    """Whose hand is best in a lance, and over whose; `named` where it was described before."""
    best = comparison.best.seat.value if named else _holding(comparison, comparison.best)
    if comparison.rival is None:
        return phrase("best.only", pair=comparison.pair.value, best=best)
    rival = _holding(comparison, comparison.rival)
    if comparison.real:
        return phrase("best.real", best=best, rival=rival)
    if comparison.tie:
        seat = comparison.best.seat.value
        return phrase("best.equals", best=best, rival=rival, seat=seat)
    return phrase("best.beats", best=best, rival=rival)


def _holding(comparison: Comparison, holding: Holding) -> Phrase:
    cards = cards_phrase(holding, comparison.kings)
    if comparison.lance in (Lance.GRANDE, Lance.CHICA):
        return phrase("holding.cards", seat=holding.seat.value, cards=cards)
    worth = worth_phrase(comparison.lance, holding, comparison.kings)
    return phrase("holding.worth", seat=holding.seat.value, worth=worth, cards=cards)


def _paso(entry: Entry) -> Phrase:
    return phrase(
        "ledger.paso", lance=lance_phrase(entry.where), best=best_phrase(_compared(entry))
    )


def _bet(entry: Entry) -> Phrase:
    best = best_phrase(_compared(entry))
    return phrase("ledger.bet", n=entry.points, lance=lance_phrase(entry.where), best=best)


def _refusal(entry: Entry) -> Phrase:
    outcome = _outcome(entry)
    key = "ledger.refused_raise" if outcome.stake else "ledger.refused_first"
    why = phrase(
        key if outcome.offer else f"{key}_ordago",
        other=entry.pair.other.value,
        lance=lance_phrase(entry.where),
        offer=outcome.offer,
        stake=outcome.stake,
        n=outcome.amount,
    )
    deje = outcome.amount - outcome.stake if outcome.stake else 0
    return phrase("ledger.deje", why=why, n=deje) if deje else why


def _combos(entry: Entry) -> Phrase:
    comparison = _compared(entry)
    held = [
        phrase(
            "ledger.combo",
            n=combo_points(comparison.lance, h),
            holding=_holding(comparison, h),
        )
        for h in comparison.of_pair(entry.pair)
    ]
    if _outcome(entry).status is Status.REFUSED:
        why = phrase("ledger.combos_refused", other=entry.pair.other.value)
    elif not comparison.contested:
        why = phrase("ledger.combos_only", pair=entry.pair.value, lance=lance_phrase(entry.where))
    else:
        why = best_phrase(comparison, named=True)
    return phrase("ledger.combos", held=held, why=why)


def _punto(entry: Entry) -> Phrase:
    if _outcome(entry).status is Status.REFUSED:
        return phrase("ledger.punto_refused", other=entry.pair.other.value)
    return phrase("ledger.punto", best=best_phrase(_compared(entry)))


def _perete(entry: Entry) -> Phrase:
    return phrase("ledger.perete", seat=entry.declarer.value if entry.declarer else "")


def _outcome(entry: Entry) -> Outcome:
    assert entry.outcome is not None, "only a Perete has no outcome"
    return entry.outcome


def _compared(entry: Entry) -> Comparison:
    assert entry.comparison is not None, "only refusals and Peretes compare no hands"
    return entry.comparison


_ENTRIES = {
    EntryKind.PASO: _paso,
    EntryKind.BET: _bet,
    EntryKind.REFUSAL: _refusal,
    EntryKind.COMBOS: _combos,
    EntryKind.PUNTO: _punto,
    EntryKind.PERETE: _perete,
}
