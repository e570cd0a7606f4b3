"""Hypothesis strategies for the events of a log, possible or not at a real table."""

from datetime import UTC, datetime

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from referee.cards import Card, Suit
from referee.mouche.events import (
    Answer,
    Anted,
    Choice,
    Dealt,
    Decision,
    MoucheDeclared,
    Questioned,
    Uncontested,
)
from referee.mouche.flags import FlagKind
from referee.mouche.hands import RANKS, Mouche
from referee.mouche.ledger import EntryKind
from referee.mouche.ruleset import DealPattern
from referee.mouche.seats import Seat as MoucheSeat
from referee.mouche.seats import Table
from referee.mus.betting import Call, Status, Word
from referee.mus.events import Declared, LanceBets, Misdealt, PereteDeclared, Ruled
from referee.mus.exchange import Discard
from referee.mus.hands import Lance
from referee.mus.irregularities import Irregularity
from referee.mus.keinuak import Gesture, Infraction
from referee.mus.noted import PASSED, Noted
from referee.mus.score import Score
from referee.mus.talk import MusCall, MusWord
from referee.seats import Pair
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    CardNamed,
    Corrected,
    DealSettled,
    DealStarted,
    Event,
    FlagRaised,
    HandSealed,
    MatchClosed,
    MatchOpened,
    NotedBets,
    Noticed,
    Player,
    Recorded,
    RevealCommitted,
    RulingGiven,
    ScoreSet,
    ToldPoints,
)
from referee.table.mouche_events import (
    CardLaid,
    FlagRuled,
    MoucheClosed,
    MoucheOpened,
    MoucheSettled,
    StakesSet,
    ToldTokens,
    TrickSwept,
)
from referee.table.seen import Alternative, CameraStatus, CardRead, Evidence
from referee.table.verdict import Verdict
from tests.mouche.strategies import rulesets
from tests.strategies import any_cards, presets, seats

pairs = st.sampled_from(Pair)
lances = st.sampled_from(Lance)
texts = st.text(max_size=12)
numbers = st.integers(1, 10**6)
shares = st.floats(0, 1)
labels = st.builds("{}{}".format, seats, st.integers(1, 20))
scores = st.builds(Score, st.integers(0, 60), st.integers(0, 60))
evidence = st.none() | st.builds(Evidence, texts, texts)


def tuples(items: SearchStrategy, most: int = 4, key: object = None) -> SearchStrategy:  # type: ignore[type-arg]
    """Tuples of items; no two with the same key."""
    return st.lists(items, max_size=most, unique_by=key).map(tuple)  # type: ignore[arg-type]


noted = st.one_of(
    st.just(PASSED),
    st.just(Noted(Status.ORDAGO)),
    st.builds(Noted, st.just(Status.ACCEPTED), st.integers(1, 60)),
    st.builds(Noted, st.just(Status.REFUSED), st.integers(0, 60), pairs),
)
calls = st.one_of(
    st.builds(Call, seats, st.sampled_from([w for w in Word if not w.takes_amount])),
    st.builds(Call, seats, st.sampled_from([Word.BET, Word.RAISE]), st.integers(1, 99)),
)
cards_read = st.builds(
    CardRead,
    labels,
    st.none() | any_cards,
    shares,
    tuples(st.builds(Alternative, any_cards, shares)),
)
mouche_seats = st.sampled_from(MoucheSeat)
purses = st.lists(st.integers(-9, 99), min_size=3, max_size=6).map(tuple)
fines = st.lists(st.integers(1, 9), max_size=2).map(tuple)


@st.composite
def openings(draw: DrawFn) -> MoucheOpened:
    """Games that house and table allow."""
    rules = draw(rulesets())
    table = Table(draw(st.integers(3, 6)))
    names = draw(st.lists(texts, min_size=table.players, max_size=table.players))
    return MoucheOpened(rules, tuple(names), draw(st.sampled_from(table.seats)))


mouches = st.builds(
    lambda seat, suit, ranks: Mouche(seat, tuple(Card(rank, suit) for rank in ranks)),
    mouche_seats,
    st.sampled_from(Suit),
    st.permutations(RANKS).map(lambda ranks: ranks[:5]),
)
mouche_events: SearchStrategy[Event] = st.one_of(
    openings(),
    st.builds(MoucheClosed, texts),
    st.builds(Anted),
    st.builds(Dealt, st.sampled_from(DealPattern)),
    st.builds(Decision, mouche_seats, st.sampled_from([Choice.PASS, Choice.STICK])),
    st.builds(Decision, mouche_seats, st.just(Choice.EXCHANGE), st.integers(1, 5)),
    st.builds(Questioned, mouche_seats, mouche_seats, st.sampled_from(Answer)),
    st.builds(MoucheDeclared, mouches),
    st.builds(Uncontested),
    st.builds(
        CardLaid,
        any_cards,
        shares,
        tuples(st.builds(Alternative, any_cards, shares)),
        st.none() | texts,
        st.booleans(),
        st.booleans(),
    ),
    st.builds(CardLaid, st.none(), shares, camera=texts, certain=st.just(False)),
    st.builds(TrickSwept, texts),
    st.builds(
        MoucheSettled,
        purses,
        st.integers(0, 99),
        fines,
        tuples(st.builds(ToldTokens, mouche_seats, st.sampled_from(EntryKind), st.integers(-9, 9))),
    ),
    st.builds(StakesSet, purses, st.integers(0, 99), fines, st.none() | mouche_seats, texts),
    st.builds(
        FlagRuled,
        numbers,
        st.sampled_from(FlagKind),
        mouche_seats,
        st.integers(0, 5),
        st.sampled_from(Verdict),
        texts,
    ),
)
correctable: SearchStrategy[Event] = st.one_of(
    st.builds(
        MatchOpened,
        presets,
        seats,
        tuples(st.builds(Player, seats, texts), key=lambda player: player.seat),
        st.booleans(),
    ),
    st.builds(MatchClosed, texts),
    st.builds(DealStarted, seats),
    st.builds(Misdealt, st.none() | seats),
    st.builds(MusCall, seats, st.sampled_from(MusWord)),
    st.builds(Discard, seats, st.integers(0, 4)),
    st.builds(PereteDeclared, seats),
    calls,
    st.builds(Declared, lances, seats, st.booleans()),
    st.builds(Ruled, tuples(st.builds(LanceBets, lances, tuples(calls)))),
    st.builds(
        BetsEntered,
        tuples(st.builds(NotedBets, lances, noted), key=lambda bets: bets.lance),
        st.none() | seats,
        tuples(seats),
    ),
    st.builds(
        RevealCommitted,
        tuples(cards_read, 20, key=lambda read: read.label),
        st.none() | texts,
        evidence,
        shares,
    ),
    st.builds(CardNamed, numbers, labels, st.none() | any_cards),
    st.builds(
        DealSettled,
        scores,
        st.none() | pairs,
        tuples(st.builds(ToldPoints, pairs, texts, texts, numbers)),
    ),
    st.builds(ScoreSet, scores, st.none() | tuples(pairs), st.none() | seats, texts),
    st.builds(
        FlagRaised,
        seats,
        texts,
        st.none() | st.sampled_from(Irregularity),
        st.none() | st.sampled_from(Gesture),
        st.none() | st.sampled_from(Infraction),
        shares,
        evidence,
    ),
    st.builds(RulingGiven, numbers, st.sampled_from(Verdict), texts),
    st.builds(Noticed, texts, st.none() | numbers),
    st.builds(CameraChanged, texts, st.sampled_from(CameraStatus), texts),
    st.builds(HandSealed, seats, texts),
    mouche_events,
)
any_events: SearchStrategy[Event] = correctable | st.builds(
    Corrected, numbers, tuples(correctable), texts
)
times = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
recorded = st.builds(Recorded, numbers, times, texts, any_events)
