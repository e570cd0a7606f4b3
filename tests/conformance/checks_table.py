"""Checks of what surrounds a deal: signals, policies, who deals, games and the match."""

from referee.mus.irregularities import Consequence, Irregularity, consequence
from referee.mus.keinuak import Gesture, Moment
from referee.mus.match import Match
from referee.seats import Pair, Seat
from tests.conformance.cases import Case, Json, NotCovered, hand
from tests.conformance.prose import closest


def signal(case: Case) -> Json:
    """Whether a signal was allowed and true."""
    seen = case.input["gesture"]
    gesture = Gesture(seen) if seen in set(Gesture) else Gesture.OTHER
    moment = Moment.CORRIDO if case.input.get("mus_corrido") else Moment(case.input["window"])
    ruling = case.file.vocabulary(case.input["preset"]).judge(
        gesture, moment, hand(case.input["hand"]), case.ruleset
    )
    return {
        "legal": "legal" if ruling.is_legal else "illegal",
        "truth": ruling.truth,
        "infraction": ruling.infraction,
    }


def policy(case: Case) -> Json:
    """What the house does about an irregularity, both told in prose."""
    irregularity = closest(case.input["event"], Irregularity)
    if irregularity is None:
        raise NotCovered(f"no irregularity like {case.input['event']!r}")
    answer = consequence(irregularity, case.ruleset)
    stated = case.expected["action"]
    return {"action": stated if closest(stated, Consequence) is answer else answer.sentence}


def rotation(case: Case) -> Json:
    """Who speaks, who cuts and who deals next."""
    match = Match(case.ruleset, Seat(case.input["dealer"]))
    return {
        "mano": match.mano,
        "cutter": match.cutter,
        "next_dealer": match.after_deal(match.score).dealer,
    }


def match_winner(case: Case) -> Json:
    """Games, vacas and the match; games after its end are not played."""
    match = Match(case.ruleset, Seat.D)
    for game in case.input["games"]:
        if match.winner is None:
            match = match.after_deal(match.score, Pair(game))
    return {
        "match_winner": match.winner,
        "vacas": {pair: match.vacas.count(pair) for pair in Pair},
        "after": len(match.games),
    }
