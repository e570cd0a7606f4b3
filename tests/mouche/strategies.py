"""Hypothesis strategies for house rules of Mouche and whole legal deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from referee.cards import Card, Suit
from referee.mouche.deal import Deal, Stage
from referee.mouche.events import (
    Answer,
    Anted,
    Choice,
    Dealt,
    Decision,
    Event,
    MoucheDeclared,
    Questioned,
    Shuffled,
    TurnedUp,
    Uncontested,
)
from referee.mouche.hands import HAND_SIZE, Mouche
from referee.mouche.ruleset import Ruleset
from referee.mouche.seats import Seat, Table
from referee.mouche.steps import LegalStep, Step
from referee.mouche.tokens import Pool, Stakes
from referee.mouche.tricks import Play


@st.composite
def rulesets(draw: DrawFn) -> Ruleset:
    """Every axis drawn on its own."""
    numbers = {
        "most_players": st.just(6),
        "ante": st.integers(0, 12),
        "fine_cap": st.sampled_from((0, 3, 20)),
        "ace_points": st.sampled_from((1, 10)),
    }
    values = {}
    for name, kind in get_type_hints(Ruleset).items():
        if name in numbers:
            values[name] = draw(numbers[name])
        elif kind is bool:
            values[name] = draw(st.booleans())
        elif issubclass(kind, Enum):
            values[name] = draw(st.sampled_from(kind))
    return Ruleset(**values)


@st.composite
def starts(draw: DrawFn) -> Deal:
    """A deal before its ante, with purses that may run short."""
    table = Table(draw(st.integers(3, 6)))
    purses = draw(st.lists(st.integers(-5, 60), min_size=table.players, max_size=table.players))
    waiting = tuple(draw(st.lists(st.integers(1, 9), max_size=2)))
    pool = Pool(draw(st.integers(0, 60)), waiting)
    dealer = draw(st.sampled_from(table.seats))
    return Deal(draw(rulesets()), table, dealer, Stakes(tuple(purses), pool))


@dataclass(frozen=True)
class Played:
    """A start, legal events to the end, and every state on the way; the start is the first."""

    start: Deal
    events: list[Event]
    states: list[Deal]

    @property
    def end(self) -> Deal:
        """The deal when it is over."""
        return self.states[-1]


@st.composite
def played_deals(draw: DrawFn, known: bool | None = None) -> Played:
    """Whole deals, of cards that are seen or of cards that are not."""
    start = draw(starts())
    known = draw(st.booleans()) if known is None else known
    return play_out(start, draw(chances), known=known, eager=draw(st.booleans()))


def play_out(start: Deal, chance: Random, *, known: bool, eager: bool) -> Played:
    """A deal played by chance; eager players stay in and say nothing."""
    deal, events, states = start, [], [start]
    while deal.stage is not Stage.OVER:
        steps = deal.legal()
        if eager:
            steps = tuple(s for s in steps if s.step in _PLAYING) or steps
        event = event_of(deal, chance.choice(steps), chance, known=known)
        deal = deal.apply(event)
        events.append(event)
        states.append(deal)
    return Played(start, events, states)


def event_of(deal: Deal, step: LegalStep, chance: Random, *, known: bool) -> Event:
    """What a legal step allows, made concrete."""
    seat = step.seat or deal.dealer
    match step.step:
        case Step.ANTE:
            return Anted()
        case Step.DEAL:
            order = tuple(mixed(deal.pack.ordered, chance)) if known else None
            return Dealt(chance.choice(step.patterns), order)
        case Step.TURN_UP:
            return TurnedUp(chance.choice(step.cards))
        case Step.PASS | Step.STICK:
            return Decision(seat, Choice(step.step.value))
        case Step.EXCHANGE:
            count = chance.randint(1, step.most)
            named = mixed(known_hand(deal, seat), chance)[:count]
            return Decision(seat, Choice.EXCHANGE, count, tuple(named))
        case Step.SHUFFLE:
            pool = deal.piles.discards[: -deal.decisions[-1].count] if deal.piles else ()
            seen = [card for card in pool if card]
            return Shuffled(tuple(mixed(seen, chance)) if seen else None)
        case Step.ASK:
            others = [other for other in deal.table.seats if other is not seat]
            return Questioned(chance.choice(others), seat, chance.choice(tuple(Answer)))
        case Step.MOUCHE:
            return MoucheDeclared(Mouche(seat, some_mouche(deal, seat, chance)))
        case Step.UNCONTESTED:
            return Uncontested()
        case Step.PLAY:
            return Play(seat, chance.choice(step.cards))


def some_mouche(deal: Deal, seat: Seat, chance: Random) -> tuple[Card, ...]:
    """The mouche in a known hand, or five cards of a suit that nobody has shown."""
    if hand := known_hand(deal, seat):
        return tuple(hand)
    shown = {card for mouche in deal.mouches for card in mouche.cards} | {deal.trump_card}
    unseen = [card for card in deal.pack.ordered if card not in shown]
    suits = [[card for card in unseen if card.suit is suit] for suit in Suit]
    return tuple(mixed(chance.choice([s for s in suits if len(s) >= HAND_SIZE]), chance)[:5])


def known_hand(deal: Deal, seat: Seat) -> list[Card]:
    """The cards a seat holds, where they are known."""
    return list(deal.piles.known_hand(seat)) if deal.piles else []


def mixed(cards: Sequence[Card], chance: Random) -> list[Card]:
    """The cards in some order."""
    return chance.sample(list(cards), len(cards))


# One draw for a whole deal: drawing every card from hypothesis is many times slower.
chances: SearchStrategy[Random] = st.integers(0, 2**32 - 1).map(Random)

_PLAYING = {Step.ANTE, Step.DEAL, Step.TURN_UP, Step.STICK, Step.EXCHANGE, Step.SHUFFLE, Step.PLAY}
