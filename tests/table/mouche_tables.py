"""Tables that play Mouche: deals written as text, and whole random sessions."""

from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from referee.mouche.deal import Deal
from referee.mouche.events import Anted, Dealt, Shuffled, TurnedUp
from referee.mouche.ruleset import Ruleset
from referee.mouche.seats import Seat
from referee.mouche.tricks import Play
from referee.table.commands import Intent, Undo
from referee.table.fold import Table
from referee.table.mouche_commands import NameLaid
from referee.table.mouche_deal import MoucheTableDeal
from referee.table.mouche_events import (
    CardLaid,
    FlagRuled,
    MoucheClosed,
    MoucheOpened,
    StakesSet,
    TrickSwept,
)
from referee.table.verdict import Verdict
from tests.mouche.strategies import chances, event_of
from tests.mouche.table import TRICKS, card, events
from tests.table.tables import act

OPENED = MoucheOpened(Ruleset(), ("Ane", "Beñat", ""), Seat.P3)
SAID = "deal 3+2, turn 8s, P1 stick, P2 exchange 2, P3 exchange 5"


def intents(text: str, camera: str | None = None) -> list[Intent]:
    """What is said and laid, as tests/mouche/table.py writes it; cards by a person or a camera."""
    found: list[Intent] = []
    for event in events(text):
        if isinstance(event, TurnedUp | Play):
            found.append(CardLaid(event.card, camera=camera))
        else:
            found.append(event)  # type: ignore[arg-type]
    return found


def opened(start: MoucheOpened = OPENED) -> Table:
    """A game in which P3 deals first."""
    return act(Table(), start)


def played(text: str, *, camera: str | None = None) -> Table:
    """A game whose first deal has come so far."""
    return act(opened(), Anted(), *intents(text, camera))


def settled() -> Table:
    """The deal of tests/mouche/table.py at its end: P1 takes two tricks, P2 three, P3 none."""
    return played(f"{SAID},{TRICKS}")


def running(table: Table) -> MoucheTableDeal:
    """The running deal."""
    deal = table.state.mouche[-1].deal
    assert deal is not None
    return deal


def doubtful(code: str) -> CardLaid:
    """A card that the camera is not certain of."""
    return CardLaid(card(code), 0.5, camera="top", certain=False)


@st.composite
def sessions(draw: DrawFn) -> list[Intent]:
    """Intents that are possible one after the other, over deals and games."""
    chance = draw(chances)
    table, found = Table(), list[Intent]()
    for _ in range(draw(st.integers(1, 60))):
        intent = _next(table, chance)
        table = act(table, intent)
        found.append(intent)
    return found


def _next(table: Table, chance: Random) -> Intent:
    games = table.state.mouche
    game = games[-1] if games else None
    if game is None or game.closed:
        players = chance.randint(3, 6)
        rules = Ruleset(most_players=6, fine_cap=chance.choice([0, 20]))
        return MoucheOpened(rules, ("",) * players, chance.choice(list(Seat)[:players]))
    if chance.random() < 0.1:
        return Undo()
    if game.deal is None:
        if game.deals and chance.random() < 0.1:
            return MoucheClosed()
        if chance.random() < 0.1:
            return StakesSet((50,) * game.standing.table.players, 10, (5,))
        return Anted()
    if game.deal.question:
        seen = game.deal.question.seen
        named = seen.card if isinstance(seen, CardLaid) else None
        return NameLaid(game.deal.question.seq, named)
    open_flags = [now.flag for now in game.deal.flags if not now.ruling]
    if open_flags and chance.random() < 0.5:
        flag = open_flags[0]
        verdict = chance.choice(list(Verdict))
        return FlagRuled(game.deal.seq, flag.kind, flag.seat, flag.trick, verdict)
    return _in_deal(game.deal.play, chance)


def _in_deal(play: Deal, chance: Random) -> Intent:
    event = event_of(play, chance.choice(play.legal()), chance, known=False)
    if isinstance(event, Shuffled):
        raise AssertionError("shuffling follows by itself")
    if isinstance(event, TurnedUp | Play):
        if play.play and not play.play.trick.plays and chance.random() < 0.2:
            return TrickSwept("top")
        sure = chance.random() < 0.9
        return CardLaid(event.card, 0.9 if sure else 0.4, camera="top", certain=sure)
    if isinstance(event, Dealt):
        return Dealt(event.pattern)
    return event
