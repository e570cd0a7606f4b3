"""What happens at a table during one deal."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from referee.cards import Card
from referee.errors import UnreadableError
from referee.mouche.hands import Mouche, spoken_cards
from referee.mouche.ruleset import DealPattern
from referee.mouche.seats import Seat
from referee.mouche.tricks import Play


@dataclass(frozen=True, slots=True)
class Anted:
    """The dealer puts the ante into the pool."""

    def __str__(self) -> str:
        return "ante"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Five cards each; `order` is the pack from the top, None when unseen."""

    pattern: DealPattern
    order: tuple[Card, ...] | None = None

    def __str__(self) -> str:
        return f"deal {self.pattern}"


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """The next card is laid open; its suit is trump."""

    card: Card

    def __str__(self) -> str:
        return f"turn up {self.card.french}"


class Choice(StrEnum):
    """What a player does with the cards that were dealt."""

    PASS = "pass"
    """Leaves the deal for good."""
    STICK = "stick"
    """Plays with these cards: je m'y tiens."""
    EXCHANGE = "exchange"
    """Exchanges one to five cards, once, and plays."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's choice; which cards it exchanges is known only where the hands are."""

    seat: Seat
    choice: Choice
    count: int = 0
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if (self.choice is Choice.EXCHANGE) != (self.count > 0):
            raise UnreadableError(
                f"{self.seat} {self.choice} {self.count}: an exchange needs a number of cards, "
                "and nothing else has one"
            )

    def __str__(self) -> str:
        count = f" {self.count}" if self.count else ""
        cards = f" ({spoken_cards(self.cards)})" if self.cards else ""
        return f"{self.seat} {self.choice}{count}{cards}"


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The discards of the players before became a new stock; None when nobody saw its order."""

    order: tuple[Card, ...] | None = None

    def __str__(self) -> str:
        return "shuffle"


class Answer(StrEnum):
    """What a player says when asked whether he saves the mouche."""

    SILENCE = "silence"
    YES = "yes"
    NO = "no"
    EVASION = "evasion"

    @property
    def means(self) -> bool | None:
        """Whether the player has a mouche by this answer; None when it does not say.

        Silence means yes.
        """
        return {Answer.NO: False, Answer.EVASION: None}.get(self, True)


@dataclass(frozen=True, slots=True)
class Questioned:
    """Somebody asks a player who sticks: do you save the mouche?"""

    asker: Seat
    asked: Seat
    answer: Answer

    def __str__(self) -> str:
        return f"{self.asker} asks {self.asked} {self.answer}"


@dataclass(frozen=True, slots=True)
class MoucheDeclared:
    """A seat shows five cards of one suit, as dealt."""

    mouche: Mouche

    def __str__(self) -> str:
        return f"{self.mouche.seat} mouche {spoken_cards(self.mouche.cards)}"


@dataclass(frozen=True, slots=True)
class Uncontested:
    """Nobody else shows a mouche."""

    def __str__(self) -> str:
        return "no other mouche"


Event: TypeAlias = (
    Anted
    | Dealt
    | TurnedUp
    | Decision
    | Shuffled
    | Questioned
    | MoucheDeclared
    | Uncontested
    | Play
)
