"""Checks of a lance's betting and of a deal's settlement."""

from referee.errors import RefereeError
from referee.mus.betting import BettingRound, Outcome, Spoken, Status, Word, pair_answer
from referee.mus.hands import Lance
from referee.mus.score import Score
from referee.mus.settlement import LanceResult, settle
from referee.seats import Seat
from tests.conformance.cases import Case, Json, call


def settlement(case: Case) -> Json:
    """A whole deal's ledger."""
    score = case.input.get("score", {})
    bets = case.input.get("bets", {})
    settled = settle(
        case.ruleset,
        case.four_hands,
        case.mano,
        Score(score.get("AC", 0), score.get("BD", 0)),
        {Lance(name): [call(c) for c in calls] for name, calls in bets.items()},
        [Seat(seat) for seat in case.input.get("perete_declared", ())],
    )
    decision = settled.decision
    return {
        "score_after": {"AC": settled.score_after.ac, "BD": settled.score_after.bd},
        "game_winner": settled.winner,
        "decided_in": decision.where if decision else None,
        "decided_at": decision.at if decision else None,
        "ledger": [[entry.pair, entry.where, entry.kind, entry.points] for entry in settled.ledger],
        "phases": {result.lance: _phase(result) for result in settled.lances},
    }


def _phase(result: LanceResult) -> Json:
    best = result.comparison
    return {
        **_outcome(result.outcome),
        "best_seat": best.best.seat if best else None,
        "best_pair": best.pair if best else None,
        "eligible": sorted(result.eligible),
    }


def _outcome(outcome: Outcome) -> Json:
    found: Json = {"status": outcome.status}
    if outcome.status in (Status.ACCEPTED, Status.REFUSED):
        found["amount"] = outcome.amount
    if outcome.pair:
        found["pair"] = outcome.pair
    return found


def bet_sequence(case: Case) -> Json:
    """Whether the calls of one lance are allowed, and how they end."""
    taking_part = set(case.input["eligible"])
    eligible = tuple(seat for seat in case.mano.order_from() if seat in taking_part)
    lance = Lance(case.input.get("phase", "grande"))
    try:
        state = BettingRound(lance, case.ruleset, eligible, Score())
        for line in case.input["acts"]:
            state = state.apply(call(line))
    except RefereeError:
        return {"legal": False}
    outcome = _outcome(state.outcome) if state.outcome else {"status": "open"}
    return {"legal": True, "outcome": outcome}


def partners_answer(case: Case) -> Json:
    """The one answer of two partners who both speak."""
    words = [
        Spoken(Seat(seat), Word(word), plural=number != "singular")
        for seat, word, number in case.input["words"]
    ]
    return {"answer": pair_answer(words).word}
