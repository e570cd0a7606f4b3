"""The state of the table as plain data for pages: sections that change independently.

Nothing here says more than people at the table know: a hand appears once it lies open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.mus.betting import LegalCall, Status
from referee.mus.deal import LegalStep, Stage, Step
from referee.mus.hands import Lance
from referee.mus.match import Match
from referee.mus.ruleset import Ruleset, preset_names
from referee.mus.score import START, Score
from referee.seats import Pair, Seat
from referee.table.deal import TableDeal, WaitsFor
from referee.table.events import DealStep, NotedBets
from referee.table.reading import OpenQuestion
from referee.table.state import TableMatch, TableState
from referee.web.flag_view import flags_view, waiting
from referee.web.refusals import fault_phrase, misfits_view, refusal_phrase
from referee.web.said import said_phrase
from referee.web.sentences import outcome_phrase
from referee.web.settled_view import settled_view
from referee.web.words import phrase

Plain = dict[str, Any]

_DECLARES = {Stage.PARES_DECL: Lance.PARES, Stage.JUEGO_DECL: Lance.JUEGO}


def table_view(state: TableState, offered: Ruleset) -> Plain:
    """The rules and who sits where; before the first match, the rules that are offered."""
    match = state.match
    rules = match.opened.ruleset if match else offered
    players = match.opened.players if match else ()
    return {
        "ruleset": rules.name,
        "rulesets": list(preset_names()),
        "rules": rules.to_mapping(),
        "target": rules.target,
        "games_to_win": rules.games_to_win,
        "vacas_to_win": rules.vacas_to_win,
        "players": {player.seat.value: player.name for player in players},
    }


def match_view(state: TableState, offered: Ruleset) -> Plain:
    """Where the match stands."""
    match = state.match
    if match is None:
        standing = Match(offered, Seat.D)
        none_yet = {"open": False, "number": 0, "shown": score_plain(START)}
        return _standing(standing, START) | none_yet
    is_open = match.closed is None
    return _standing(match.standing, match.score) | {
        "open": is_open,
        "number": match.number,
        "shown": score_plain(_shown_score(match)),
    }


def _shown_score(match: TableMatch) -> Score:
    """A finished game is looked at until the next one begins, which stands at nothing."""
    last = match.last_deal
    settled = last.settlement if last and match.deal is None else None
    over = settled is not None and settled.winner is not None and match.standing.score == START
    return settled.score_after if settled and over else match.score


def _standing(standing: Match, score: Score) -> Plain:
    games, vacas = standing.games_in_vaca, standing.vacas
    return {
        "score": score_plain(score),
        "games": {pair.value: games.count(pair) for pair in Pair},
        "vacas": {pair.value: vacas.count(pair) for pair in Pair},
        "winner": standing.winner.value if standing.winner else None,
        "dealer": standing.dealer.value,
        "mano": standing.mano.value,
    }


def score_plain(score: Score) -> Plain:
    """`{"AC": 12, "BD": 7}`."""
    return {pair.value: score[pair] for pair in Pair}


def deal_view(state: TableState) -> Plain | None:
    """The running deal, or the last one once it is over; None before the first."""
    match = state.match
    if match is None or match.closed:
        return None
    deal = match.deal or match.last_deal
    if deal is None:
        return None
    play, betting = deal.play, deal.play.round
    legal = deal.legal()
    return {
        "number": deal.number,
        "stage": _stage(match, deal),
        "mano": deal.mano.value,
        "dealer": deal.mano.previous.value,
        "speaking": list(dict.fromkeys(one.seat.value for one in legal if one.seat)),
        "offer": betting.offer if betting and betting.owner else 0,
        "stake": betting.stake if betting else 0,
        "owner": betting.owner.value if betting and betting.owner else None,
        "ordago": bool(betting and betting.ordago),
        "said": [line for step in deal.steps if (line := _said(step))],
        "closed": _closed(deal),
        "declared": {
            lance.value: {d.seat.value: d.holds for d in play.declared if d.lance is lance}
            for lance in (Lance.PARES, Lance.JUEGO)
        },
        "hands": _hands(deal),
        "problem": str(deal.problem) if deal.problem else None,
        "problem_said": refusal_phrase(deal.problem).plain() if deal.problem else None,
    }


def _stage(match: TableMatch, deal: TableDeal) -> str:
    if match.deal is None:
        return "over"
    return {
        WaitsFor.CALLS: deal.play.stage.value,
        WaitsFor.CARDS: "reveal",
        WaitsFor.NAMES: "reveal",
        WaitsFor.BETS: "bets",
        WaitsFor.RULING: "ruling",
        WaitsFor.NOTHING: "over",
    }[deal.waits_for]


def _hands(deal: TableDeal) -> Plain | None:
    if deal.reading is None:
        return None
    return {
        seat.value: [card.card.code if card.card else None for card in deal.reading.hand(seat)]
        for seat in Seat
    }


def _said(step: DealStep) -> Plain | None:
    said = said_phrase(step)
    seat = getattr(step, "seat", None)
    return {"seat": seat.value, "phrase": said.plain()} if said and seat else None


def _closed(deal: TableDeal) -> list[Plain]:
    """How each lance ended that is over, and how the form for all bets writes it."""
    if deal.bets:
        return [_noted(bets) for bets in deal.bets.bets]
    lines = []
    for betting in deal.play.closed:
        if betting.outcome is None:
            continue
        refused = betting.outcome.status is Status.REFUSED
        lines.append(
            {
                "lance": betting.lance.value,
                "phrase": outcome_phrase(betting.outcome).plain(),
                "status": betting.outcome.status.value,
                "amount": betting.outcome.stake if refused else betting.outcome.amount,
                "refuser": betting.outcome.pair.other.value if betting.outcome.pair else None,
            }
        )
    return lines


def _noted(bets: NotedBets) -> Plain:
    noted = bets.noted
    pair = noted.refuser.other.value if noted.refuser else ""
    amount = noted.amount if noted.status is Status.ACCEPTED else noted.amount or 1
    return {
        "lance": bets.lance.value,
        "phrase": phrase(f"outcome.{noted.status.value}", n=amount, pair=pair).plain(),
        "status": noted.status.value,
        "amount": noted.amount,
        "refuser": noted.refuser.value if noted.refuser else None,
    }


def legal_view(state: TableState) -> list[Plain]:
    """What may be said or done now, in the order of the buttons."""
    match = state.match
    if match is None or match.closed:
        return []
    if match.deal is None:
        return [] if match.standing.winner else [_option("deal")]
    options = [_legal(one, match.deal.play.stage) for one in match.deal.legal()]
    if match.deal.waits_for is WaitsFor.CARDS:
        options.append(_option("reveal"))
    return options


def _legal(one: LegalCall | LegalStep, stage: Stage) -> Plain:
    if isinstance(one, LegalCall):
        return _option(one.word.value, one.seat, one.least)
    option = _option(one.step.value, one.seat, one.least, one.most)
    if one.step is Step.DECLARE:
        option["lance"] = _DECLARES[stage].value
    return option


def _option(word: str, seat: Seat | None = None, least: int = 0, most: int = 0) -> Plain:
    return {"word": word, "seat": seat.value if seat else None, "least": least, "most": most}


def reveal_view(state: TableState) -> Plain | None:
    """The reveal of the running or last deal: every card, what it may be, what is open."""
    match = state.match
    deal = (match.deal or match.last_deal) if match else None
    if deal is None or deal.reading is None:
        return None
    reading = deal.reading
    asked = {label for question in reading.open for label in question.labels}
    return {
        "deal": deal.number,
        "camera": reading.committed.camera,
        "faults": [
            _fault(question) for question in reading.open
        ],
        "cards": [
            {
                "label": card.label,
                "seat": card.seat.value,
                "card": card.card.code if card.card else None,
                "named": card.named,
                "doubtful": card.label in asked,
                "choices": _choices(card.card, card.read.confidence if card.read else 1.0,
                                    ((a.card, a.confidence) for a in card.alternatives)),
            }
            for card in reading.cards
        ],
    }  # fmt: skip


def _fault(question: OpenQuestion) -> Plain:
    if question.fault:
        return fault_phrase(question.fault).plain()
    return phrase(f"fault.{question.kind.value}", label=question.labels[0]).plain()


def _choices(card: Any, confidence: float, others: Iterable[tuple[Any, float]]) -> list[Plain]:
    likely = [(card, confidence)] if card else []
    likely += [(other, share) for other, share in others if share >= 0.01]
    return [{"card": one.code, "confidence": share} for one, share in likely[:4]]


def matches_view(state: TableState) -> list[Plain]:
    """Every match with its settled deals."""
    return [
        match_view(TableState(matches=(match,)), match.opened.ruleset)
        | {
            "number": match.number,
            "seq": match.seq,
            "at": match.opened_at.isoformat(),
            "ruleset": match.opened.ruleset.name,
            "deals": [view for deal in match.deals if (view := settled_view(deal))],
        }
        for match in state.matches
    ]


def view_of(state: TableState, offered: Ruleset) -> Plain:
    """All sections of the dashboard but those about cameras.

    Of the flags those that wait for an answer in this match; `/flags` has all.
    """
    last = state.match.last_deal if state.match else None
    return {
        "table": table_view(state, offered),
        "match": match_view(state, offered),
        "deal": deal_view(state),
        "legal": legal_view(state),
        "reveal": reveal_view(state),
        "last": settled_view(last) if last else None,
        "flags": flags_view(state, waiting(state)),
        "open_flags": sum(flag.ruling is None for flag in state.flags),
        "misfits": misfits_view(state.misfits),
    }
