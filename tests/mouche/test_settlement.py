"""Who pays what and why; the sentences are what people read."""

import pytest

from referee.errors import NotAllowedError
from referee.mouche.ruleset import (
    AllPass,
    BeatenMouche,
    Fines,
    OneLeft,
    Remainder,
    Ruleset,
    ShortPurse,
    StockShort,
)
from referee.mouche.seats import Seat
from referee.mouche.settlement import Result, Settlement
from referee.mouche.tokens import Pool
from tests.mouche.table import ALL_IN, DEALT, TRICKS, deal_of, played

MOUCHE = "Kh Qh Jh 9h 8h"
LEFT_OPEN = "left open by the article; here"
SWEPT = (
    "P1 Kh, P2 9h, P3 Th, P1 Qh, P2 Jh, P3 8d, P1 Ks, P2 9c, P3 8c, "
    "P1 Qs, P2 Tc, P3 9d, P1 Js, P2 Ac, P3 Td"
)


def settled(said: str, pool: int = 5, purse: int = 100, **rules: object) -> Settlement:
    deal = played(deal_of(ruleset=Ruleset(**rules), pool=pool, purse=purse), said)
    assert deal.settlement
    return deal.settlement


def ledger(found: Settlement) -> list[str]:
    """Without the ante."""
    return [f"{entry.seat} {entry.jetons:+d} {entry.reason}" for entry in found.ledger[1:]]


def notes(found: Settlement) -> tuple[str, ...]:
    return tuple(map(str, found.notes))


def test_a_fifth_a_trick_and_a_fine_for_none() -> None:
    found = settled(f"{ALL_IN}, {TRICKS}")
    assert found.ledger[0].reason == "P3 deals and puts in 5, which makes 10"
    assert ledger(found) == [
        "P1 +4 P1 took 2 tricks, each a fifth of the pool of 10",
        "P2 +6 P2 took 3 tricks, each a fifth of the pool of 10",
        "P3 -10 P3 makes the mouche and pays 10 into the next pool: played and took no trick; "
        "the pool was worth 10",
    ]
    assert found.after.purses == (104, 106, 85)
    assert (found.played_for, found.left, found.after.pool) == (10, 0, Pool(10))
    assert (notes(found), found.next_dealer) == ((), Seat.P1)


def test_five_tricks_sweep_a_pool_of_any_size() -> None:
    found = settled(f"{ALL_IN}, {SWEPT}", pool=7, fine_cap=10)
    assert ledger(found)[0] == "P1 +12 P1 takes the mouche: all 5 tricks, and the pool of 12"
    assert ledger(found)[1].endswith("the pool was worth 12, and fines are capped at 10")
    assert found.after.pool == Pool(20)


def test_fines_may_enter_one_pool_after_the_other() -> None:
    found = settled(f"{ALL_IN}, {SWEPT}", fines=Fines.ONE_A_DEAL)
    assert [entry.deals_away for entry in found.ledger] == [0, 0, 1, 2]
    assert "pays 10 into the pool 2 deals from now" in ledger(found)[2]
    assert found.after.pool == Pool(10, (10,))


def test_a_fine_waits_behind_those_that_wait_already() -> None:
    start = deal_of(ruleset=Ruleset(fines=Fines.ONE_A_DEAL), waiting=(7,))
    found = played(start, f"{ALL_IN}, {TRICKS}").settlement
    assert found and found.after.pool == Pool(7, (10,))
    assert found.ledger[-1].deals_away == 2


def test_what_the_fifths_leave_stays_or_goes_to_the_last_trick() -> None:
    found = settled(f"{ALL_IN}, {TRICKS}", pool=7)
    assert [entry.jetons for entry in found.ledger] == [-5, 4, 7, -12]
    assert found.ledger[1].reason.endswith("each a fifth of the pool of 12, in whole jetons")
    assert notes(found) == (
        "1 of the pool of 12 stays over (left open by the article; here remainder = stays)",
    )
    assert found.after.pool == Pool(13)
    given = settled(f"{ALL_IN}, {TRICKS}", pool=7, remainder=Remainder.LAST_TRICK)
    assert ledger(given)[2] == (
        "P1 +1 P1 won the last trick and takes the 1 that the fifths of 12 leave "
        f"({LEFT_OPEN} remainder = last_trick)"
    )
    assert (notes(given), given.after.pool) == ((), Pool(12))


def test_everybody_passes() -> None:
    said = f"{DEALT}, P1 pass, P2 pass, P3 pass"
    found = settled(said)
    assert (ledger(found), found.left, found.after.pool) == ([], 10, Pool(10))
    assert notes(found) == (
        f"everybody passed, so the pool of 10 stays ({LEFT_OPEN} all_pass = pool_stays)",
    )
    assert ledger(settled(said, all_pass=AllPass.DEALER_TAKES)) == [
        "P3 +10 P3 dealt and takes the pool of 10: everybody passed "
        f"({LEFT_OPEN} all_pass = dealer_takes)"
    ]


def test_one_player_is_left() -> None:
    said = f"{DEALT}, P1 pass, P2 stick, P3 pass"
    assert ledger(settled(said)) == [
        f"P2 +10 P2 takes the pool of 10: everybody else passed ({LEFT_OPEN} one_left = takes_pool)"
    ]
    found = settled(said, one_left=OneLeft.POOL_STAYS)
    assert (ledger(found), found.after.pool) == ([], Pool(10))
    assert notes(found)[0].startswith("P2 is alone, so nothing is played and the pool of 10 stays")


def test_a_mouche_takes_the_pool_and_who_is_in_pays() -> None:
    said = f"{DEALT}, P1 stick, P2 mouche {MOUCHE}, uncontested"
    assert ledger(settled(said)) == [
        "P2 +10 P2 has the mouche and takes the pool of 10: P2's mouche of hearts (Kh Qh Jh 9h 8h)",
        "P1 -10 P1 makes the mouche and pays 10 into the next pool: was in when the mouche was "
        "declared; the pool was worth 10",
    ]


def test_a_beaten_mouche_that_was_in_pays_unless_the_house_spares_it() -> None:
    said = f"{DEALT}, P1 stick, P2 mouche Kh Qh Jh Ah 8h, P1 mouche 9d 8d Td Ad Jd, uncontested"
    found = settled(said)
    assert "was in when the mouche was declared, with a mouche that is beaten" in ledger(found)[1]
    assert ledger(found)[1].endswith(f"({LEFT_OPEN} beaten_mouche = pays)")
    spared = settled(said, beaten_mouche=BeatenMouche.SPARED)
    assert len(ledger(spared)) == 1
    assert notes(spared) == (
        "P1's mouche is beaten, and pays no fine "
        f"({LEFT_OPEN} beaten_mouche = spared)",
    )  # fmt: skip


def test_a_purse_that_does_not_hold_the_fine() -> None:
    owing = settled(f"{ALL_IN}, {TRICKS}", purse=6)
    assert owing.after.purses[2] == 6 - 5 - 10
    assert ledger(owing)[2].endswith(
        "; the purse does not hold it, so the player owes the rest "
        f"({LEFT_OPEN} short_purse = owes)"
    )
    paying = settled(f"{ALL_IN}, {TRICKS}", purse=6, short_purse=ShortPurse.PAYS_WHAT_IS_LEFT)
    assert (paying.after.purses[2], paying.after.pool) == (0, Pool(1))
    assert "; 10 were due, and the purse held no more" in ledger(paying)[2]


def test_one_jeton_for_each_player_as_ante() -> None:
    found = settled(f"{DEALT}, P1 pass, P2 pass, P3 pass", pool=0, ante_per_player=True)
    assert found.ledger[0].reason == (
        "P3 deals and puts in 3, one for each player, which makes 3"
    )  # fmt: skip


def test_the_notes_say_when_the_stock_was_short_and_when_nobody_had_to_beat() -> None:
    said = f"{DEALT}, P1 exchange 5, P2 exchange 5, P3 stick"
    rest = (
        "P1 Qh, P2 9h, P3 8h, P1 Ks, P2 9s, P3 8c, P1 Qs, P2 Kh, P3 8d,"
        "P1 Js, P2 9c, P3 9d, P1 Ts, P2 Tc, P3 Td"
    )
    found = settled(f"{said}, {rest}")
    assert notes(found) == (
        f"the stock had 2 cards left for P3 ({LEFT_OPEN} stock_short = limited)",
        "P2 laid 9h on Qh in trick 1, but held Kh, seen in trick 3: did not beat the card "
        f"({LEFT_OPEN} must_beat = no)",
    )
    assert "stock_short = shuffled" in (
        notes(settled(f"{said}, {rest}", stock_short=StockShort.SHUFFLED))[0]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("committed", "winners", "why"),
    [
        ((Seat.P1, Seat.P2), (Seat.P3,) * 5, "P3 won a trick without being in"),
        ((Seat.P1, Seat.P2), (Seat.P1,) * 4, "4 tricks were won; allowed: 5"),
        ((Seat.P1,), (Seat.P1,) * 5, "5 tricks were won; allowed: 0"),
    ],
)
def test_an_impossible_result_is_refused(
    committed: tuple[Seat, ...], winners: tuple[Seat, ...], why: str
) -> None:
    with pytest.raises(NotAllowedError, match=why):
        Result(Seat.P3, committed, winners)
