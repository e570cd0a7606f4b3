"""Tables at which something has happened, and whole random sessions at one."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from referee.cards import parse_cards
from referee.mus.betting import Call, LegalCall, Status, Word
from referee.mus.deal import LegalStep, Stage, Step
from referee.mus.events import Declared, LanceBets, Misdealt, PereteDeclared, Ruled
from referee.mus.exchange import Discard
from referee.mus.hands import Lance
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.showdown import FourHands
from referee.mus.talk import MusCall, MusWord
from referee.seats import Pair, Seat
from referee.table.commands import Intent, NameCard, Rule, StartDeal, Undo, decide
from referee.table.deal import TableDeal, WaitsFor
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    DealStep,
    FlagRaised,
    HandSealed,
    MatchClosed,
    MatchOpened,
    NotedBets,
    Noticed,
    Recorded,
    RevealCommitted,
    ScoreSet,
)
from referee.table.fold import Table
from referee.table.seen import CameraStatus, CardRead
from referee.table.verdict import Verdict
from tests.strategies import four_hands, presets, scores, seats

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
A, B, C, D = Seat

HANDS = {A: "12O 3E 7C 1B", B: "11C 11O 10E 4B", C: "12E 3B 2C 1O", D: "12B 10C 7O 4E"}
"""The worked deal of the rules: with mano A, when all pass, AC takes 6 and BD 5."""


def act(table: Table, *intents: Intent) -> Table:
    """The table after intents, a second apart."""
    for intent in intents:
        for event in decide(table, intent):
            seq = len(table.recorded) + 1
            table = table.then(Recorded(seq, NOON + timedelta(seconds=seq), "someone", event))
    return table


def reveal(
    hands: dict[Seat, str] | FourHands = HANDS, doubtful: Iterable[str] = ()
) -> RevealCommitted:
    """Sixteen cards read by the camera, some of them doubtful."""
    cards = []
    for seat in Seat:
        hand = hands[seat].cards if isinstance(hands, FourHands) else parse_cards(hands[seat])
        for place, card in enumerate(hand, 1):
            label = f"{seat}{place}"
            sure = 0.6 if label in doubtful else 0.99
            cards.append(CardRead(label, card, sure))
    return RevealCommitted(tuple(cards), "top")


def steps(text: str) -> list[DealStep]:
    """`A no_mus, A pass, B bet 2, A pares yes`: what is said in a deal."""
    found: list[DealStep] = []
    for part in text.split(", "):
        words = part.split()
        if words[1] in ("mus", "no_mus"):
            found.append(MusCall(Seat(words[0]), MusWord(words[1])))
        elif words[1] in ("pares", "juego"):
            found.append(Declared(Lance(words[1]), Seat(words[0]), words[2] == "yes"))
        elif words[1] == "discards":
            found.append(Discard(Seat(words[0]), int(words[2])))
        else:
            found.append(Call.parse(part))
    return found


PASSED = "A pass, B pass, C pass, D pass"
PARES = "A pares yes, B pares yes, C pares yes, D pares no"
JUEGO = "A juego no, B juego yes, C juego no, D juego yes"
"""True of HANDS under common40."""
TALKED = f"A no_mus, {PASSED}, {PASSED}, {PARES}, A pass, B pass, C pass, {JUEGO}"


def opened(ruleset: Ruleset | None = None) -> Table:
    """A match with mano A to come."""
    return act(Table(), MatchOpened(ruleset or Ruleset(), D))


def talked() -> Table:
    """A deal in which all was said, all passed, waiting for the cards of HANDS."""
    return act(opened(), StartDeal(), *steps(TALKED))


@st.composite
def sessions(draw: DrawFn, most: int = 40) -> list[Intent]:
    """Intents that are possible one after the other, over deals, games and matches."""
    table, intents = Table(), list[Intent]()
    for _ in range(draw(st.integers(1, most))):
        intent = _next(draw, table)
        table = act(table, intent)
        intents.append(intent)
    return intents


def _next(draw: DrawFn, table: Table) -> Intent:
    state = table.state
    if draw(st.integers(0, 9)) == 0:
        aside = _aside(draw, table)
        if aside:
            return aside
    if state.match is None or state.match.closed:
        return MatchOpened(draw(presets), draw(seats))
    if state.deal is None:
        if state.winner:
            return MatchClosed("won")
        return StartDeal(draw(st.none() | seats))
    return _in_deal(draw, state.deal)


def _aside(draw: DrawFn, table: Table) -> Intent | None:
    state = table.state
    choices: list[Intent] = [
        Noticed("a remark"),
        CameraChanged(draw(st.sampled_from(["top", "faces"])), draw(st.sampled_from(CameraStatus))),
        FlagRaised(draw(seats), "a wink"),
        HandSealed(draw(seats), "00"),
    ]
    choices += [Rule(flag.seq, draw(st.sampled_from(Verdict))) for flag in state.flags[-1:]]
    if any(not isinstance(one.event, Noticed) for one in table.recorded):
        choices.append(Undo())
    if state.match and not state.match.closed and not state.deal and not state.winner:
        choices.append(ScoreSet(draw(scores(state.match.opened.ruleset))))
    intent = draw(st.sampled_from(choices))
    try:
        decide(table, intent)
    except ValueError:
        return None
    return intent


def _in_deal(draw: DrawFn, deal: TableDeal) -> Intent:
    match deal.waits_for:
        case WaitsFor.CARDS:
            return _reveal(draw, deal)
        case WaitsFor.NAMES if deal.reading:
            label = deal.reading.open[0].labels[0]
            (card,) = (card for card in deal.reading.cards if card.label == label)
            return NameCard(label, card.card)
        case WaitsFor.BETS:
            return BetsEntered() if not deal.bets else Undo()
        case WaitsFor.RULING:
            return Ruled(tuple(LanceBets(lance) for lance in Lance))
    if draw(st.integers(0, 19)) == 0:
        return _reveal(draw, deal)
    if draw(st.integers(0, 19)) == 0:
        return _noted(draw)
    return _step(draw, deal)


def _reveal(draw: DrawFn, deal: TableDeal) -> RevealCommitted:
    pack = deal.play.ruleset.pack.cards
    hands = draw(four_hands().filter(lambda h: all(pack.issuperset(x.cards) for x in h.hands)))
    return reveal(hands, draw(st.sampled_from([(), ("A1",), ("B3", "D4")])))


def _noted(draw: DrawFn) -> BetsEntered:
    return BetsEntered(
        tuple(
            NotedBets(lance, draw(st.sampled_from(_NOTED)))
            for lance in (Lance.GRANDE, Lance.CHICA)
            if draw(st.booleans())
        )
    )


def _step(draw: DrawFn, deal: TableDeal) -> DealStep:
    play = deal.play
    option = draw(st.sampled_from([o for o in deal.legal() if not _endless(o, len(deal.steps))]))
    if isinstance(option, LegalCall):
        amount = draw(st.integers(option.least, option.least + 20)) if option.least else 0
        return Call(option.seat, option.word, amount)
    match option.step:
        case Step.MISDEAL:
            return Misdealt()
        case Step.MUS | Step.NO_MUS if option.seat:
            return MusCall(option.seat, MusWord(option.step))
        case Step.DISCARD if option.seat:
            return Discard(option.seat, draw(st.integers(option.least, option.most)))
        case Step.PERETE if option.seat:
            return PereteDeclared(option.seat)
        case Step.DECLARE if option.seat:
            lance = Lance.PARES if play.stage is Stage.PARES_DECL else Lance.JUEGO
            return Declared(lance, option.seat, draw(st.booleans()))
    raise AssertionError(option)


def _endless(option: LegalCall | LegalStep, said: int) -> bool:
    """Raises, exchanges and misdeals stop after a while."""
    if isinstance(option, LegalCall):
        return said > 12 and option.word in (Word.RAISE, Word.BET)
    return said > 12 and option.step in (Step.MUS, Step.MISDEAL)


_NOTED = (
    Noted(Status.PASO),
    Noted(Status.ACCEPTED, 4),
    Noted(Status.REFUSED, 0, Pair.AC),
    Noted(Status.REFUSED, 5, Pair.BD),
    Noted(Status.ORDAGO),
)
