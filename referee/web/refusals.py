"""Why something is refused, in the languages of the pages: `Refusal` as phrases.

A refusal names its sentence by a kind and brings the facts; the sentences are the section
`refusal` of each language. One without a kind is told as it was written, in English.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, get_args

from referee.cards import Card, Rank
from referee.errors import Refusal
from referee.mouche.steps import LegalStep as MoucheLegal
from referee.mouche.steps import Step as MoucheStep
from referee.mouche.tricks import Play
from referee.mus.betting import LegalCall
from referee.mus.deal import LegalStep, Stage, Step
from referee.mus.hands import Lance
from referee.mus.showdown import Fault, FaultKind
from referee.table.events import Correctable, Event
from referee.table.state import Misfit
from referee.web.mouche_sentences import card_text, said_phrase
from referee.web.said import said_by
from referee.web.sentences import lance_phrase
from referee.web.telling import event_phrase
from referee.web.words import Phrase, phrase

_EVENTS = get_args(Event)


def refusal_phrase(refusal: Refusal) -> Phrase:
    """Why, as a sentence without its full stop."""
    if not refusal.kind:
        return phrase("refusal.other", text=refusal.message)
    data = {name: _told(value) for name, value in refusal.data.items()}
    return phrase(f"refusal.{refusal.kind}", **data)


def fault_phrase(fault: Fault) -> Phrase:
    """What is wrong with the cards read at four seats."""
    if fault.kind is FaultKind.WRONG_COUNT:
        return phrase("fault.wrong_count", seat=fault.seats[0].value, n=len(fault.cards))
    seats = [seat.value for seat in fault.seats]
    return phrase(f"fault.{fault.kind.value}", card=_card(fault.cards[0]), seats=seats)


def misfits_view(misfits: Iterable[Misfit]) -> list[dict[str, Any]]:
    """What no longer fits after a correction, with its reason."""
    return [
        {
            "seq": misfit.seq,
            "event": str(misfit.event),
            "reason": str(misfit.reason),
            "said": _misfit(misfit).plain(),
        }
        for misfit in misfits
    ]


def _misfit(misfit: Misfit) -> Phrase:
    reason = refusal_phrase(misfit.reason)
    return phrase("misfit.one", n=misfit.seq, event=_event(misfit.event), reason=reason)


def _told(value: object) -> object:
    """A fact of a refusal as a phrase, a number or a text."""
    match value:
        case tuple():
            return _listed([_told(one) for one in value])
        case Lance():
            return lance_phrase(value)
        case Stage():
            return phrase(f"stage.{value.value}")
        case LegalCall():
            return _by(value.seat.value, phrase(f"said.{value.word.value}", n=value.least))
        case LegalStep():
            return _legal(value)
        case MoucheLegal():
            return _mouche_legal(value)
        case Card():
            # only refusals of Mouche name single cards
            return card_text(value)
        case Play():
            return said_phrase(value)
        case Fault():
            return fault_phrase(value)
        case Misfit():
            return _misfit(value)
    return _event(value) if isinstance(value, _EVENTS) else value


def _event(event: Event) -> Phrase:
    told = event_phrase(event, _said)
    return told or phrase("refusal.other", text=str(event))


def _said(event: Correctable) -> Phrase | None:
    """In either game."""
    return said_by(event) or said_phrase(event)


def _listed(items: Sequence[object]) -> object:
    if not items:
        return phrase("refusal.nothing")
    return reduce(lambda one, other: phrase("list.comma", one=one, other=other), items)


def _by(seat: str, said: Phrase) -> Phrase:
    return phrase("said.by", seat=seat, said=said)


def _legal(step: LegalStep) -> Phrase:
    if step.step is Step.DISCARD:
        said = phrase("said.discard", n=f"{step.least}–{step.most}")
    elif step.step in (Step.MUS, Step.NO_MUS, Step.PERETE):
        said = phrase(f"said.{step.step.value}")
    elif step.step is Step.DECLARE:
        said = phrase("refusal.declares")
    else:
        return phrase(f"refusal.may_{step.step.value}")
    return _by(step.seat.value if step.seat else "", said)


def _mouche_legal(step: MoucheLegal) -> Phrase:
    seat = step.seat.value if step.seat else ""
    match step.step:
        case MoucheStep.PASS | MoucheStep.STICK | MoucheStep.EXCHANGE:
            most = f"1–{step.most}" if step.most > 1 else step.most
            return _by(seat, phrase(f"mouche_step.{step.step.name.lower()}", n=most))
        case MoucheStep.DEAL:
            return phrase("mouche_step.deal", pattern=" / ".join(step.patterns))
        case MoucheStep.TURN_UP | MoucheStep.SHUFFLE:
            return phrase(f"mouche_turn.{step.step.name.lower()}")
        case MoucheStep.PLAY:
            return phrase("mouche_turn.tricks", seat=seat)
    return phrase(f"mouche_step.{step.step.name.lower()}", seat=seat)


def _card(card: Card) -> Phrase:
    """As Mus names it; a ten, which no Spanish pack has, by its number."""
    rank = "10" if card.rank is Rank.DIEZ else phrase(f"rank.{card.rank.value}")
    return phrase("card.name", rank=rank, suit=phrase(f"suit.{card.suit.value}"))
