"""Running the cases of a file and comparing what came out with what was expected."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from tests.conformance import (
    checks_deal,
    checks_hands,
    checks_mouche,
    checks_settlement,
    checks_table,
)
from tests.conformance.cases import Case, CaseFile, Json, NotCovered, disagreements

CHECKS: Mapping[str, Callable[[Case], Json]] = {
    "value": checks_hands.value,
    "compare": checks_hands.compare,
    "phase_winner": checks_hands.phase_winner,
    "named_hand": checks_hands.named_hand,
    "count": checks_hands.count,
    "mus_talk": checks_deal.mus_talk,
    "mus_corrido": checks_deal.mus_corrido,
    "discard": checks_deal.discard,
    "declaration": checks_deal.declaration,
    "settle": checks_settlement.settlement,
    "bet_sequence": checks_settlement.bet_sequence,
    "pair_answer": checks_settlement.partners_answer,
    "signal": checks_table.signal,
    "policy": checks_table.policy,
    "rotation": checks_table.rotation,
    "match": checks_table.match_winner,
}
"""Kind of case of Mus: what computes the fields to compare with `expected`."""

MOUCHE_CHECKS: Mapping[str, Callable[[Mapping[str, Json]], Json]] = {
    "tokens": checks_mouche.tokens,
    "deck": checks_mouche.deck,
    "deal": checks_mouche.deal_pattern,
    "exchange": checks_mouche.exchange,
    "question": checks_mouche.question,
    "flush": checks_mouche.flush,
    "trick": checks_mouche.trick,
    "legal_play": checks_mouche.legal_play,
    "settle": checks_mouche.settlement,
}
"""The same for Mouche, whose cases are their input alone."""


class Verdict(Enum):
    """What became of a case."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_COVERED = "not covered"


@dataclass(frozen=True)
class Result:
    """A case's verdict and, where it did not pass, what to say about it."""

    name: str
    verdict: Verdict
    remarks: tuple[str, ...] = ()


def run(file: CaseFile) -> Iterator[Result]:
    """Every case in turn; before them, one failed result per preset the file disagrees with."""
    for remark in disagreements(file):
        yield Result("presets", Verdict.FAILED, (remark,))
    for number, raw in enumerate(file.cases, start=1):
        yield _run_case(file, number, raw)


def _run_case(file: CaseFile, number: int, raw: Json) -> Result:
    if not isinstance(raw, dict) or "kind" not in raw:
        return Result(f"case {number}", Verdict.FAILED, ("has no kind",))
    name, kind = str(raw.get("id", f"case {number}")), raw["kind"]
    mus = file.is_mus(raw)
    covered = CHECKS if mus else MOUCHE_CHECKS if file.of_mouche else ()
    if not isinstance(kind, str) or kind not in covered:
        return Result(name, Verdict.NOT_COVERED, (f"kind {kind!r}",))
    try:
        given, expected = raw["input"], raw["expected"]
        if mus:
            found = CHECKS[kind](Case(file, given, expected, raw.get("ruleset", "common40")))
        else:
            found = MOUCHE_CHECKS[kind](given)
        remarks = tuple(_differences(expected, json.loads(json.dumps(found))))
    except NotCovered as reason:
        return Result(name, Verdict.NOT_COVERED, (str(reason),))
    except Exception as fault:  # whatever a check raises is the case's failure, not the runner's
        return Result(name, Verdict.FAILED, (f"raised {type(fault).__name__}: {fault}",))
    return Result(name, Verdict.FAILED if remarks else Verdict.PASSED, remarks)


def _differences(expected: Json, got: Json) -> Iterator[str]:
    """Of the fields that are expected, those that came out otherwise."""
    for field, value in expected.items():
        if field not in got:
            yield f"{field}: expected {value!r}, got nothing"
        else:
            yield from _differences_at(field, value, got[field])


def _differences_at(path: str, expected: Json, got: Json) -> Iterator[str]:
    if not (isinstance(expected, dict) and isinstance(got, dict)):
        if type(expected) is not type(got) or expected != got:
            yield f"{path}: expected {expected!r}, got {got!r}"
        return
    for field in {**expected, **got}:
        if field not in got:
            yield f"{path}.{field}: expected {expected[field]!r}, got nothing"
        elif field not in expected:
            yield f"{path}.{field}: expected nothing, got {got[field]!r}"
        else:
            yield from _differences_at(f"{path}.{field}", expected[field], got[field])
