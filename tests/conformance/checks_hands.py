"""Checks of single hands and of hands compared."""

import re
import unicodedata
from collections import Counter
from itertools import combinations

from referee.cards import SPANISH_40
from referee.mus.hands import Hand, Lance
from referee.mus.named_hands import NamedHand, name_hand
from referee.mus.showdown import Holding, Showdown
from referee.seats import Seat
from tests.conformance.cases import Case, Json, NotCovered, hand


def value(case: Case) -> Json:
    """What a hand is worth."""
    worth = hand(case.input["hand"]).value(case.ruleset.kings)
    return {
        "pares": worth.pares.name.lower(),
        "pares_points": worth.pares.value,
        "points": worth.points,
        "has_juego": worth.has_juego,
        "juego_points": worth.juego_points,
    }


def named_hand(case: Case) -> Json:
    """What players call a hand; any of its names will do."""
    found = name_hand(hand(case.input["hand"]), case.ruleset.kings)
    stated = case.expected["name"]
    name: str | None = found.name if found else None
    if found and stated and _hands_called(stated) == {found.name}:
        name = stated
    return {**value(case), "name": name}


def _hands_called(name: str) -> set[NamedHand]:
    """The hands whose names have every word of this one."""
    words = _words(name)
    return {named for named in NamedHand if words <= _words(" ".join(named.spoken))}


def _words(name: str) -> set[str]:
    """The words and numbers of a name; accents, case and articles aside."""
    decomposed = unicodedata.normalize("NFKD", name.lower())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return set(re.findall(r"[a-z]+|[0-9]+", plain)) - {"el", "la"}


def compare(case: Case) -> Json:
    """Which of two hands is better, nobody being nearer to mano."""
    kings = case.ruleset.kings
    one, other = hand(case.input["a"]), hand(case.input["b"])
    holdings = (
        Holding(Seat.A, one, one.value(kings)),
        Holding(Seat.B, other, other.value(kings)),
    )
    found = Showdown(case.ruleset, holdings).compare(Lance(case.input["phase"]))
    if found is None or found.tie:
        return {"better": "tie"}
    return {"better": "a" if found.best.seat is Seat.A else "b"}


def phase_winner(case: Case) -> Json:
    """Who is best in a lance."""
    showdown = Showdown.of(case.ruleset, case.four_hands, case.mano)
    found = showdown.compare(Lance(case.input["phase"]))
    return {
        "seat": found.best.seat if found else None,
        "pair": found.pair if found else None,
    }


def count(case: Case) -> Json:
    """Every hand of the pack, counted."""
    if case.input.get("hand_size", 4) != 4 or case.input.get("deck", 40) != len(SPANISH_40):
        raise NotCovered("hands of 4 out of 40 cards are counted")
    kings = case.ruleset.kings
    values = [Hand(cards).value(kings) for cards in combinations(SPANISH_40.ordered, 4)]
    points = Counter(worth.points for worth in values)
    return {
        "hands": len(values),
        "pares": dict(sorted(Counter(worth.pares.name.lower() for worth in values).items())),
        "four_of_a_kind": sum(len(set(worth.strengths)) == 1 for worth in values),
        "points": {str(total): points[total] for total in sorted(points)},
        "juego": sum(worth.has_juego for worth in values),
        "pares_and_juego": sum(worth.has_juego and worth.has_pares for worth in values),
        "neither": sum(not worth.has_juego and not worth.has_pares for worth in values),
        "distinct_rank_hands": len({worth.strengths for worth in values}),
        "never_points": [total for total in range(4, 41) if total not in points],
    }
