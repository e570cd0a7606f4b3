"""What people leave out of the bets, filled in as the order of speaking allows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deal_file import DealFile, read_deal, write_deal
from referee.mus.betting import Status, Word
from referee.mus.hands import Lance
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.settlement import LanceResult, settle
from referee.mus.showdown import FourHands, Showdown
from referee.seats import Pair, Seat
from referee.spoken_calls import Said
from referee.typed_bets import settle_typed
from referee.yaml_file import DealFileError
from tests.strategies import four_hands, lance_bets, presets, scores, seats

# mano A; everybody holds pares, only B holds juego
HANDS = """
hands:
  A: 12O 3E 7C 1B
  B: 11C 11O 10E 4B
  C: 12E 3B 2C 1O
  D: 12B 12C 7O 1E
"""
EVERYBODY_HOLDS_PARES = {Seat.A, Seat.B, Seat.C, Seat.D}


def results(bets: str) -> dict[Lance, LanceResult]:
    deal = read_deal(f"mano: A{HANDS}bets: {bets}")
    assert deal.hands is not None
    settlement = settle_typed(deal, Ruleset(), FourHands.of(deal.hands), Seat.A, Score())
    return {result.lance: result for result in settlement.lances}


def grande(bets: str) -> tuple[Status, int, Pair | None]:
    outcome = results("{grande: [" + bets + "]}")[Lance.GRANDE].outcome
    return outcome.status, outcome.amount, outcome.pair


def test_the_hands_of_this_file_are_as_described() -> None:
    deal = read_deal(f"mano: A{HANDS}bets: paso")
    assert deal.hands is not None
    showdown = Showdown.of(Ruleset(), FourHands.of(deal.hands), Seat.A)
    pares, juego = showdown.compare(Lance.PARES), showdown.compare(Lance.JUEGO)
    assert pares and {h.seat for h in pares.holdings} == EVERYBODY_HOLDS_PARES
    assert juego and [h.seat for h in juego.holdings] == [Seat.B]


@pytest.mark.parametrize(
    ("bets", "outcome"),
    [
        # every call
        ("A paso, B paso, C paso, D paso", (Status.PASO, 0, None)),
        ("A envido 2, B quiero", (Status.ACCEPTED, 2, None)),
        ("A paso, B envido 2, C 3 más, D no quiero, B no quiero", (Status.REFUSED, 2, Pair.AC)),
        # passes before the first bet are left out
        ("D envido 4, A quiero", (Status.ACCEPTED, 4, None)),
        ("A paso, D envido 4, A quiero", (Status.ACCEPTED, 4, None)),
        # a lone refusal is the pair's answer, unless the partner says more
        ("A envido 2, B no quiero", (Status.REFUSED, 1, Pair.AC)),
        ("A envido 2, B no quiero, D quiero", (Status.ACCEPTED, 2, None)),
        ("A envido 2, B paso, D quiero", (Status.ACCEPTED, 2, None)),
        ("A envido 2, B no queremos, D quiero", (Status.REFUSED, 1, Pair.AC)),
        ("A envido 2, B quiero, D 2 más, C quiero", (Status.ACCEPTED, 4, None)),
        # pairs speak with one voice
        ("AC paso, BD paso", (Status.PASO, 0, None)),
        ("AC paso, BD envido 3, AC quiero", (Status.ACCEPTED, 3, None)),
        ("BD paso, AC envido 3, BD quiero", (Status.ACCEPTED, 3, None)),
        ("AC envido, BD órdago, AC no quiero", (Status.REFUSED, 2, Pair.BD)),
        ("AC órdago, BD quiero", (Status.ORDAGO, 0, None)),
        # noted afterwards
        ("paso", (Status.PASO, 0, None)),
        ("accepted 7", (Status.ACCEPTED, 7, None)),
        ("refused by AC", (Status.REFUSED, 1, Pair.BD)),
        ("refused 1 by BD", (Status.REFUSED, 1, Pair.AC)),
        ("refused 6 by BD", (Status.REFUSED, 6, Pair.AC)),
        ("órdago accepted", (Status.ORDAGO, 0, None)),
    ],
)
def test_how_a_lance_ends(bets: str, outcome: tuple[Status, int, Pair | None]) -> None:
    assert grande(bets) == outcome


@pytest.mark.parametrize(
    ("bets", "says"),
    [
        ("{grande: A paso}", "grande is not finished; allowed next: B pass"),
        ("{grande: A envido 2}", "grande is not finished"),
        ("{grande: 'A envido 1, B quiero'}", "allowed: A pass, A bet 2 or more, A ordago"),
        ("{grande: 'A envido 2, C quiero'}", "the offer is AC's own"),
        ("{grande: 'A envido 2, B envido 4'}", "allowed: B accept"),
        ("{grande: 'A envido 2, B 1 más, A quiero'}", "raise 2 or more"),
        ("{grande: 'A órdago, B 5 más, A quiero'}", "an ordago stands"),
        ("{grande: 'A envido 2, B quiero, A 5 más'}", "the lance is closed"),
        ("{grande: 'B paso, A envido 2, B quiero'}", "A bet 2 is not allowed"),
        ("{grande: 'A envido 2, B 2 más, D 3 más, A quiero'}", "the opponents choose"),
        ("{juego: 'B envido 2, A quiero'}", "only BD holds juego"),
        ("{juego: accepted 2}", "only BD holds juego"),
        ("{punto: accepted 2}", "juego is played"),
    ],
)
def test_impossible_bets(bets: str, says: str) -> None:
    with pytest.raises(DealFileError) as caught:
        results(bets)
    (fault,) = caught.value.faults
    assert says in fault.message


def test_every_lance_with_impossible_bets_is_reported_with_its_line() -> None:
    with pytest.raises(DealFileError) as caught:
        results("\n  grande: accepted 1\n  chica: accepted 2\n  pares: C quiero\n")
    assert [(f.line, f.path) for f in caught.value.faults] == [
        (8, "bets.grande"),
        (10, "bets.pares"),
    ]


@given(st.data())
def test_calls_written_out_settle_like_calls_made(data: st.DataObject) -> None:
    ruleset, mano = data.draw(presets), data.draw(seats)
    hands, score = data.draw(four_hands()), data.draw(scores(ruleset))
    bets = data.draw(lance_bets(ruleset, hands, mano))
    said = {
        lance: tuple(Said(call.seat, call.word, call.amount) for call in calls)
        for lance, calls in bets.items()
    }
    deal = read_deal(write_deal(DealFile(said)))
    assert settle_typed(deal, ruleset, hands, mano, score) == settle(
        ruleset, hands, mano, score, bets
    )


@given(st.data())
def test_passes_before_the_first_bet_change_nothing(data: st.DataObject) -> None:
    ruleset, mano = data.draw(presets), data.draw(seats)
    hands = data.draw(four_hands())
    bets = data.draw(lance_bets(ruleset, hands, mano))
    spoken = {
        lance: tuple(c for c in calls if c.word is not Word.PASS) for lance, calls in bets.items()
    }
    said = {
        lance: tuple(Said(call.seat, call.word, call.amount) for call in calls)
        for lance, calls in spoken.items()
        if calls
    }
    settled = settle_typed(DealFile(said), ruleset, hands, mano, Score())
    assert settled.ledger == settle(ruleset, hands, mano, Score(), bets).ledger
