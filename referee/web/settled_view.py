"""A settled deal as plain data: its ledger in phrases, the hands and what they were worth."""

from __future__ import annotations

from typing import Any

from referee.mus.hands import Kings, Lance
from referee.mus.named_hands import name_hand
from referee.mus.ruleset import Ruleset
from referee.mus.showdown import FourHands, Holding, Showdown
from referee.seats import Pair, Seat
from referee.table.changes import changes
from referee.table.deal import TableDeal
from referee.web.sentences import (
    decision_phrase,
    entry_phrase,
    pares_phrase,
    points_phrase,
    remark_phrase,
    short_phrase,
    worth_phrase,
)
from referee.web.words import phrase

Plain = dict[str, Any]


def settled_view(deal: TableDeal) -> Plain | None:
    """What a deal came to; None while it is not settled."""
    settlement = deal.settlement
    if settlement is None:
        return None
    told = deal.told
    changed = phrase("ledger.changed", ac=told.score.ac, bd=told.score.bd) if told else None
    return {
        "number": deal.number,
        "ended": deal.told_seq,
        "mano": deal.mano.value,
        "before": {pair.value: settlement.score_before[pair] for pair in Pair},
        "after": {pair.value: settlement.score_after[pair] for pair in Pair},
        "winner": settlement.winner.value if settlement.winner else None,
        "entries": [
            {
                "pair": entry.pair.value,
                "points": entry.points,
                "lance": entry.where,
                "kind": entry.kind.value,
                "phrase": entry_phrase(entry).plain(),
                "short": short_phrase(entry).plain(),
                "reason": entry.reason,
            }
            for entry in settlement.ledger
        ],
        "notes": [remark_phrase(remark).plain() for remark in settlement.ignored],
        "decision": decision_phrase(settlement.decision).plain() if settlement.decision else None,
        "changed": changed.plain() if changed and changes(deal) else None,
        "changes": list(changes(deal)),
        "hands": worths(settlement.ruleset, deal.hands, settlement.mano) if deal.hands else None,
    }


def worths(rules: Ruleset, hands: FourHands, mano: Seat) -> Plain:
    """By seat: cards, name, pares, points, and a line a lance."""
    showdown = Showdown.of(rules, hands, mano)
    best = {}
    for lance in Lance:
        comparison = showdown.compare(lance)
        best[lance] = comparison.best.seat if comparison else None
    return {
        holding.seat.value: {
            **hand_plain(holding, rules.kings),
            "worth": [
                {
                    "lance": lance.value,
                    "phrase": worth_phrase(lance, holding, rules.kings).plain(),
                    "best": best[lance] is holding.seat,
                }
                for lance in Lance
                if best[lance] and _plays(lance, holding)
            ],
        }
        for holding in showdown.holdings
    }


def hand_plain(holding: Holding, kings: Kings) -> Plain:
    """A hand by itself."""
    named = name_hand(holding.hand, kings)
    return {
        "cards": [card.code for card in holding.hand.by_strength(kings)],
        "named": named.name.value if named else None,
        "pares": pares_phrase(holding.value).plain(),
        "points": points_phrase(holding.value).plain(),
    }


def _plays(lance: Lance, holding: Holding) -> bool:
    if lance is Lance.PARES:
        return holding.value.has_pares
    return holding.value.has_juego if lance is Lance.JUEGO else True
