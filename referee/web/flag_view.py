"""Questions for the referee as pages show them: what was seen, and what the house allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any
from urllib.parse import quote

from referee.mus.keinuak import Gesture, Infraction, Meaning, Window, vocabulary
from referee.mus.ruleset import Signals
from referee.table.events import FlagRaised
from referee.table.state import Flag, TableState
from referee.web.words import Phrase, phrase

Plain = dict[str, Any]

_BY_THE_CARDS = (Infraction.FALSE_SIGNAL, Infraction.INCOMPLETE_SIGNAL)


def waiting(state: TableState) -> list[Flag]:
    """Those of this match that nobody has answered: the number of all others only grows."""
    match = state.match.number if state.match else 0
    return [flag for flag in state.flags if flag.ruling is None and flag.match == match]


def flags_view(state: TableState, flags: Iterable[Flag]) -> list[Plain]:
    """Questions for the referee, in the order in which they were raised."""
    signals = {match.number: match.opened.ruleset.signals for match in state.matches}
    return [_flag(flag, signals, _held(state, flag)) for flag in flags]


def _flag(flag: Flag, signals: Mapping[int, Signals], held: str | None) -> Plain:
    raised, ruling = flag.raised, flag.ruling
    clip = f"/api/v1/evidence/{quote(raised.evidence.name)}" if raised.evidence else None
    rule = _rule(raised, signals.get(flag.match or 0))
    return {
        "seq": flag.seq,
        "at": flag.at.isoformat(),
        "seat": raised.seat.value,
        "match": flag.match,
        "deal": flag.deal,
        "gesture": raised.gesture.value if raised.gesture else None,
        "infraction": raised.infraction.value if raised.infraction else None,
        "irregularity": raised.irregularity.value if raised.irregularity else None,
        "question": _question(raised).plain(),
        "detail": raised.question,
        "rule": rule.plain() if rule else None,
        "held": held,
        "confidence": raised.confidence,
        "clip": clip,
        "curve": f"{clip}/curve" if clip else None,
        "verdict": ruling.verdict.value if ruling else None,
        "note": ruling.note if ruling else "",
    }


def _question(raised: FlagRaised) -> Phrase:
    if raised.gesture is None:
        return phrase("flag.other", question=raised.question)
    gesture = phrase(f"gesture.{raised.gesture.value}")
    if raised.infraction is None:
        return phrase("flag.gesture_only", gesture=gesture)
    infraction = phrase(f"infraction.{raised.infraction.value}")
    return phrase("flag.gesture_breach", gesture=gesture, infraction=infraction)


def _rule(raised: FlagRaised, signals: Signals | None) -> Phrase | None:
    """The rule that it may touch: of a gesture, what the house's list says of it."""
    if raised.irregularity:
        return phrase(f"irregularity.{raised.irregularity.value}")
    if raised.gesture is None or signals is None or signals is Signals.AGREED:
        return None
    if signals is Signals.NONE:
        return phrase("flag.no_signals")
    name = phrase(f"rule_value.signals_{signals}")
    meanings = vocabulary(signals).meanings_of(Gesture(raised.gesture.value))
    if not meanings:
        return phrase("flag.not_listed", list=name)
    claims = reduce(
        lambda one, other: phrase("flag.either", one=one, other=other), map(_claim, meanings)
    )
    gesture = phrase(f"gesture.{raised.gesture.value}")
    return phrase("flag.may_say", list=name, gesture=gesture, claims=claims)


def _claim(meaning: Meaning) -> Phrase:
    claim = phrase(f"claim.{meaning.claim.value}")
    if meaning.window is Window.ANY:
        return claim
    return phrase("flag.in_window", claim=claim, window=phrase(f"window.{meaning.window.value}"))


def _held(state: TableState, flag: Flag) -> str | None:
    """The open hand that does not bear a signal out, as codes."""
    if flag.raised.infraction not in _BY_THE_CARDS:
        return None
    for match in state.matches:
        for deal in (*match.deals, *([match.deal] if match.deal else [])):
            if (match.number, deal.number) == (flag.match, flag.deal) and deal.hands:
                return str(deal.hands[flag.raised.seat])
    return None
