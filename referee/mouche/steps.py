"""What may happen next in a deal, as it is offered and as a refusal names it."""

from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Card
from referee.mouche.ruleset import DealPattern
from referee.mouche.seats import Seat


class Step(StrEnum):
    """What may happen."""

    ANTE = "ante"
    DEAL = "deal"
    TURN_UP = "turn up"
    PASS = "pass"
    STICK = "stick"
    EXCHANGE = "exchange"
    ASK = "ask"
    """Ask a player who sticks whether he saves the mouche."""
    SHUFFLE = "shuffle"
    MOUCHE = "mouche"
    UNCONTESTED = "no other mouche"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class LegalStep:
    """A step allowed now, by or to whom, with how many or which cards."""

    step: Step
    seat: Seat | None = None
    most: int = 0
    """Cards that may be exchanged."""
    cards: tuple[Card, ...] = ()
    """Cards that may be laid or turned up."""
    held: bool = False
    """Whether `cards` are those of a hand that is known; else any card not seen yet."""
    patterns: tuple[DealPattern, ...] = ()

    def __str__(self) -> str:
        words = [f"ask {self.seat}" if self.step is Step.ASK else self.step.value]
        if self.seat and self.step is not Step.ASK:
            words.insert(0, self.seat)
        if self.most:
            words.append(f"1 to {self.most}" if self.most > 1 else "1")
        if self.patterns:
            words.append(" or ".join(self.patterns))
        if self.held:
            words.append(" or ".join(card.french for card in self.cards))
        elif self.cards:
            words.append("a card not seen yet")
        return " ".join(words)
