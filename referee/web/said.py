"""What people said and did at a table of Mus, in any language."""

from __future__ import annotations

from referee.mus.betting import Call
from referee.mus.events import Declared, Misdealt, PereteDeclared, Ruled
from referee.mus.exchange import Discard
from referee.mus.talk import MusCall
from referee.table.events import Correctable, DealStep
from referee.web.sentences import lance_phrase
from referee.web.words import Phrase, phrase


def said_by(event: Correctable) -> Phrase | None:
    """`A: envido 2`; None for what nobody at the table says or does."""
    if isinstance(event, Misdealt):
        seat = event.forced_by
        return phrase("said.misdeal_by", seat=seat.value) if seat else phrase("said.misdeal")
    if isinstance(event, Ruled):
        return phrase("said.ruled")
    if isinstance(event, MusCall | Call | Discard | Declared | PereteDeclared):
        return phrase("said.by", seat=event.seat.value, said=said_phrase(event))
    return None


def said_phrase(step: DealStep) -> Phrase | None:
    """A word or deed as a phrase."""
    match step:
        case MusCall():
            return phrase(f"said.{step.word.value}")
        case Call():
            return phrase(f"said.{step.word.value}", n=step.amount)
        case Discard():
            return phrase("said.discard", n=step.count)
        case Declared():
            return phrase("said.yes" if step.holds else "said.no", lance=lance_phrase(step.lance))
        case PereteDeclared():
            return phrase("said.perete")
        case Misdealt() | Ruled():
            return None
