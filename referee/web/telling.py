"""What happened and what cameras report, in the languages of the pages."""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.table.codec import kind_of
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    CardNamed,
    Correctable,
    Corrected,
    DealSettled,
    DealStarted,
    Event,
    FlagRaised,
    HandSealed,
    MatchClosed,
    MatchOpened,
    Noticed,
    RevealCommitted,
    RulingGiven,
    ScoreSet,
)
from referee.web.words import Phrase, phrase

_REPORTS = (
    (re.compile(r"the camera has moved (?P<n>\d+) px: recalibrate"), "camera.said.moved"),
    (re.compile(r"only (?P<n>[\d.]+) frames a second"), "camera.said.slow"),
    (re.compile(r"gives no picture"), "camera.said.none"),
    (re.compile(r"the recording is over"), "camera.said.over"),
    (re.compile(r"the recording has not begun"), "camera.said.not_begun"),
    (re.compile(r"a deck is being taught: no reveal is read meanwhile"), "camera.said.teaching"),
)
"""What `referee.pipeline` says of cameras; what drivers say stays as they say it."""


def event_phrase(event: Event, said: Callable[[Correctable], Phrase | None]) -> Phrase | None:
    """An event for people; None for one that is told in English alone. `said`: of the game."""
    match event:
        case MatchOpened():
            return phrase("event.match_opened", ruleset=event.ruleset.name)
        case DealStarted():
            return phrase("event.deal_started", seat=event.mano.value)
        case RevealCommitted():
            return phrase("event.reveal_committed", n=len(event.cards))
        case CardNamed():
            card = event.card.code if event.card else "–"
            return phrase("event.card_named", label=event.label, card=card)
        case DealSettled() | ScoreSet():
            return phrase(f"event.{kind_of(event)}", ac=event.score.ac, bd=event.score.bd)
        case FlagRaised():
            return phrase("review.flag", seat=event.seat.value)
        case RulingGiven():
            verdict = phrase(f"verdict.{event.verdict.value}")
            return phrase("event.ruling_given", n=event.flag, verdict=verdict)
        case Noticed():
            return phrase("event.noticed", text=event.text)
        case CameraChanged():
            status = phrase(f"camera.status.{event.status.value}")
            return phrase("event.camera_changed", name=event.camera, status=status)
        case HandSealed():
            return phrase("event.hand_sealed", seat=event.seat.value)
        case Corrected():
            key = "event.corrected" if event.instead else "event.undone"
            return phrase(key, n=event.target)
        case MatchClosed() | BetsEntered():
            return phrase(f"event.{kind_of(event)}")
    return said(event)


def report_phrase(message: str) -> Phrase | None:
    """What a camera's message says; None for a driver's own words."""
    for pattern, key in _REPORTS:
        if found := pattern.fullmatch(message):
            return phrase(key, **found.groupdict())
    return None
