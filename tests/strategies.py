"""Hypothesis strategies for cards, hands, bets and whole legal deals."""

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from referee.cards import SPANISH_40, Card, Rank, Suit
from referee.mus.betting import BettingRound, Call, LegalCall, Word
from referee.mus.deal import Deal, LegalStep, Stage, Step
from referee.mus.events import Dealt, Declared, Event, Misdealt, PereteDeclared, Revealed, Shuffled
from referee.mus.exchange import Discard
from referee.mus.hands import Hand, Lance
from referee.mus.ruleset import FirstHand, Ruleset, preset_names
from referee.mus.score import Score
from referee.mus.showdown import FourHands, Showdown
from referee.mus.talk import MusCall, MusWord
from referee.seats import Seat

seats: SearchStrategy[Seat] = st.sampled_from(Seat)
any_cards: SearchStrategy[Card] = st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit))
"""Of any pack."""
cards: SearchStrategy[Card] = st.sampled_from(SPANISH_40.ordered)
packs: SearchStrategy[list[Card]] = st.permutations(SPANISH_40.ordered)
"""The 40 cards in some order."""
hands: SearchStrategy[Hand] = st.lists(cards, min_size=4, max_size=4, unique=True).map(
    lambda drawn: Hand(tuple(drawn))
)
presets: SearchStrategy[Ruleset] = st.sampled_from(preset_names()).map(Ruleset.preset)


@st.composite
def four_hands(draw: DrawFn) -> FourHands:
    """16 distinct cards at four seats."""
    drawn = draw(st.lists(cards, min_size=16, max_size=16, unique=True))
    return FourHands(*(Hand(tuple(drawn[i : i + 4])) for i in range(0, 16, 4)))


def scores(ruleset: Ruleset) -> SearchStrategy[Score]:
    """Scores of a game that is not over."""
    points = st.integers(0, ruleset.target - 1)
    return st.builds(Score, points, points)


@st.composite
def lance_calls(draw: DrawFn, start: BettingRound, most_calls: int = 6) -> tuple[Call, ...]:
    """Legal calls that close a lance."""
    state = start
    while state.outcome is None:
        legal = [
            option
            for option in state.legal()
            if len(state.calls) < most_calls or option.word not in (Word.RAISE, Word.BET)
        ]
        state = state.apply(draw(_call(draw(st.sampled_from(legal)))))
    return state.calls


@st.composite
def lance_bets(
    draw: DrawFn, ruleset: Ruleset, hands: FourHands, mano: Seat, ordagos: bool = True
) -> dict[Lance, tuple[Call, ...]]:
    """Legal calls for some of the lances that these hands contest."""
    showdown = Showdown.of(ruleset, hands, mano)
    bets = {}
    for lance in Lance:
        comparison = showdown.compare(lance)
        if comparison is None or not comparison.contested or draw(st.booleans()):
            continue
        if lance is Lance.PUNTO and showdown.has_juego:
            continue
        eligible = tuple(holding.seat for holding in comparison.holdings)
        calls = draw(lance_calls(BettingRound(lance, ruleset, eligible)))
        if ordagos or all(call.word is not Word.ORDAGO for call in calls):
            bets[lance] = calls
    return bets


@st.composite
def played_deals(draw: DrawFn, ruleset: Ruleset, seen: bool = True) -> tuple[Deal, list[Event]]:
    """A new deal and legal, truthful events that bring it to its end.

    Unless `seen`, nobody knows the cards before the reveal.
    """
    corrido = ruleset.first_hand is not FirstHand.PLAIN and draw(st.booleans())
    start = Deal(ruleset, draw(seats), draw(scores(ruleset)), corrido)
    shown = draw(four_hands())
    deal, events = start, list[Event]()
    while deal.stage is not Stage.OVER:
        option = draw(st.sampled_from(_few_exchanges(deal, len(events))))
        event = _event(draw, deal, option, seen, shown)
        deal = deal.apply(event)
        events.append(event)
    return start, events


def _few_exchanges(deal: Deal, length: int) -> list[LegalCall | LegalStep]:
    """What is legal, without the endless: exchanges, misdeals and raises stop after a while."""
    endless = (Step.MUS, Step.MISDEAL) if length > 60 else ()
    legal = [o for o in deal.legal() if not isinstance(o, LegalStep) or o.step not in endless]
    if deal.round and len(deal.round.calls) > 5:
        return [o for o in legal if not isinstance(o, LegalCall) or o.word is not Word.RAISE]
    return legal


def _event(
    draw: DrawFn, deal: Deal, option: LegalCall | LegalStep, seen: bool, shown: FourHands
) -> Event:
    if isinstance(option, LegalCall):
        return draw(_call(option))
    known = _known_hands(deal) or shown
    match option.step:
        case Step.DEAL:
            return Dealt(tuple(draw(packs)) if seen else None)
        case Step.MISDEAL:
            return Misdealt()
        case Step.MUS | Step.NO_MUS if option.seat:
            return MusCall(option.seat, MusWord(option.step))
        case Step.DISCARD if option.seat and deal.piles:
            count = draw(st.integers(option.least, option.most))
            hand = tuple(card for card in deal.piles.hand(option.seat) if card)
            return Discard(option.seat, count, hand[:count])
        case Step.SHUFFLE if deal.exchange:
            pool = [card for card in deal.exchange.to_shuffle if card]
            return Shuffled(tuple(draw(st.permutations(pool))) if pool else None)
        case Step.PERETE if option.seat:
            return PereteDeclared(option.seat)
        case Step.DECLARE if option.seat:
            value = known[option.seat].value(deal.ruleset.kings)
            if deal.stage is Stage.PARES_DECL:
                return Declared(Lance.PARES, option.seat, value.has_pares)
            return Declared(Lance.JUEGO, option.seat, value.has_juego)
        case _:
            return Revealed(known)


def _known_hands(deal: Deal) -> FourHands | None:
    held = [tuple(c for c in deal.piles.hand(s) if c) for s in Seat] if deal.piles else []
    if not held or any(len(hand) != 4 for hand in held):
        return None
    return FourHands(*(Hand(hand) for hand in held))


def _call(option: LegalCall) -> SearchStrategy[Call]:
    if not option.least:
        return st.just(Call(option.seat, option.word))
    amounts = st.integers(option.least, option.least + 45)
    return amounts.map(lambda amount: Call(option.seat, option.word, amount))
