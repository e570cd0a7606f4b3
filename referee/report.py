"""A settlement as people read it and as JSON."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from referee.columns import WIDTH, columns
from referee.deal_file import DealFile
from referee.mus.betting import Status
from referee.mus.ledger import pares_name, spoken_cards
from referee.mus.match import amarracos
from referee.mus.named_hands import name_hand
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.settlement import LanceResult, Settlement
from referee.mus.showdown import FourHands, Holding, Showdown
from referee.seats import Pair
from referee.spoken_calls import format_bets

SCHEMA = 1
"""Raised when a field of the JSON changes its meaning or goes away."""


def settlement_text(settlement: Settlement, hands: FourHands, deal: DealFile) -> str:
    """Hands, bets, ledger and score; lines without a final newline."""
    rules = settlement.ruleset
    holdings = Showdown.of(rules, hands, settlement.mano).holdings
    return "\n".join(
        (
            f"{rules.name}: {kings_text(rules)}, {rules.target} points a game. "
            f"Mano {settlement.mano}.",
            "",
            "Hands",
            *columns([_hand_row(holding, rules) for holding in holdings]),
            "",
            "Bets",
            *columns([_bets_row(result, deal) for result in settlement.lances]),
            *(f"  Note: {remark}." for remark in settlement.ignored),
            "",
            "Points",
            *columns([(e.where, f"{e.pair} +{e.points}", e.reason) for e in settlement.ledger]),
            "",
            "Score",
            *columns([_score_row(settlement, pair) for pair in Pair]),
            "",
            _conclusion(settlement),
        )
    )


def settlement_json(settlement: Settlement, hands: FourHands, deal: DealFile) -> dict[str, Any]:
    """Plain data, documented in the README; codes and numbers, with one sentence a reason."""
    rules, decision = settlement.ruleset, settlement.decision
    holdings = Showdown.of(rules, hands, settlement.mano).holdings
    return {
        "ruleset": rules.name,
        "target": rules.target,
        "mano": settlement.mano.value,
        "hands": {
            h.seat.value: _hand_json(h, rules) for h in sorted(holdings, key=lambda h: h.seat)
        },
        "lances": [_lance_json(result, deal) for result in settlement.lances],
        "ledger": [
            {
                "pair": entry.pair.value,
                "lance": entry.where,
                "kind": entry.kind.value,
                "points": entry.points,
                "reason": entry.reason,
            }
            for entry in settlement.ledger
        ],
        "notes": [str(remark) for remark in settlement.ignored],
        "score": {
            "before": {pair.value: settlement.score_before[pair] for pair in Pair},
            "after": {pair.value: settlement.score_after[pair] for pair in Pair},
        },
        "winner": settlement.winner.value if settlement.winner else None,
        "decided": None
        if decision is None
        else {
            "lance": decision.where,
            "at": decision.at.value,
            "reason": decision.reason,
        },
    }


def rulesets_text(rulesets: Sequence[Ruleset]) -> str:
    """One line a preset."""
    header = ("name", "kings", "points", "games", "vacas", "mus talk", "least raise", "Real")
    rows = [
        (
            rules.name,
            str(rules.kings.value),
            str(rules.target),
            str(rules.games_to_win),
            str(rules.vacas_to_win),
            rules.mus_talk.value,
            str(rules.raise_min),
            rules.real31.value,
        )
        for rules in rulesets
    ]
    return "\n".join(columns([header, *rows], indent=""))


def kings_text(rules: Ruleset) -> str:
    """`8 kings`."""
    return f"{rules.kings.value} kings" if rules.kings.value < 36 else "36 cards"


def _hand_row(holding: Holding, rules: Ruleset) -> Sequence[str]:
    value = holding.value
    pares = pares_name(value) if value.has_pares else "no pares"
    sum_text = f"juego {value.points}" if value.has_juego else f"{value.points} points"
    named = name_hand(holding.hand, rules.kings)
    return (
        holding.seat,
        str(holding.hand),
        spoken_cards(holding, rules.kings),
        pares,
        f"{sum_text}, {named}" if named else sum_text,
    )


def _bets_row(result: LanceResult, deal: DealFile) -> Sequence[str]:
    bets = deal.bets_of(result.lance)
    outcome = _outcome_text(result)
    if isinstance(bets, Noted):
        return (result.lance, outcome)
    return (result.lance, f"{format_bets(bets)}: {outcome}")


def _outcome_text(result: LanceResult) -> str:
    outcome = result.outcome
    if outcome.status is Status.PASO:
        return "paso"
    if outcome.status is Status.ACCEPTED:
        return f"{outcome.amount} accepted"
    if outcome.status is Status.REFUSED:
        return f"refused, {outcome.amount} to {outcome.pair}"
    if outcome.status is Status.ORDAGO:
        return "órdago accepted"
    if outcome.status is Status.UNCONTESTED and result.comparison:
        return f"no betting, only {result.comparison.pair} holds {result.lance}"
    return f"nobody holds {result.lance}"


def _score_row(settlement: Settlement, pair: Pair) -> Sequence[str]:
    before, after = settlement.score_before[pair], settlement.score_after[pair]
    return (pair, f"{before} + {after - before} = {after}", f"({amarracos(after)})")


def _conclusion(settlement: Settlement) -> str:
    if settlement.decision:
        return fill(f"{settlement.decision.reason}.", WIDTH)
    target = settlement.ruleset.target
    missing = ", ".join(f"{pair} {target - settlement.score_after[pair]}" for pair in Pair)
    return f"The game goes on; still missing: {missing}."


def _hand_json(holding: Holding, rules: Ruleset) -> dict[str, Any]:
    value = holding.value
    named = name_hand(holding.hand, rules.kings)
    return {
        "cards": [card.code for card in holding.hand.cards],
        "pares": value.pares.name.lower(),
        "points": value.points,
        "juego": value.has_juego,
        "name": named.name.value if named else None,
    }


def _lance_json(result: LanceResult, deal: DealFile) -> dict[str, Any]:
    outcome = result.outcome
    return {
        "lance": result.lance.value,
        "said": format_bets(deal.bets_of(result.lance)) if result.lance in deal.bets else None,
        "status": outcome.status.value,
        "amount": outcome.amount,
        "paid_to": outcome.pair.value if outcome.pair else None,
        "takes_part": [seat.value for seat in result.eligible],
        "best_seat": result.best_seat.value if result.best_seat else None,
    }
