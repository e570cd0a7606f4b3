from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, Notation, Rank, Suit
from referee.errors import NotAllowedError
from referee.mus.betting import Call, Outcome, Status, Word
from referee.mus.hands import Hand, Kings, Lance, Real31
from referee.mus.ledger import EntryKind
from referee.mus.ruleset import RefusalTiming, Ruleset
from referee.mus.score import Score
from referee.mus.settlement import DecidedAt, Settlement, settle, settle_before_reveal
from referee.mus.showdown import FourHands
from referee.seats import Pair, Seat
from tests.strategies import four_hands, lance_bets, presets, scores, seats

COMMON = Ruleset()
CONTESTED = (
    Ruleset(deje_extra=1),
    Ruleset(refusal_timing=RefusalTiming.AT_REVEAL),
    Ruleset(ordago_overrides_pending=False),
    Ruleset(paso_extra_pares_juego=1),
    Ruleset(punto_bonus_after_refusal=False),
)
rulesets = st.one_of(presets, st.sampled_from(CONTESTED))


def table(*hands: str) -> FourHands:
    return FourHands(*(Hand.parse(text, Notation.FRENCH) for text in hands))


WORKED = table("Kh 3d 7s Ac", "Qh Qd Js 4c", "Ks 3c 2h Ad", "Kc Jh 7d 4s")
NO_PARES = table("Kh Jh 6h 4h", "Qh 7h 5h 4d", "7d 6d 5d 4s", "Kd 5s 4c Ah")
PERETE = table("4h 5h 6h 7h", "Kh Qh 7d Ah", "Kd Qd Jh 4d", "Jd 6d 5d Ad")


def bets(text: str) -> dict[Lance, list[Call]]:
    """`grande: A bet 2, B accept; pares: A pass, ...`"""
    lances = [part.split(":") for part in text.split(";") if part]
    return {
        Lance(lance.strip()): [Call.parse(call) for call in calls.split(",")]
        for lance, calls in lances
    }


def lines(settlement: Settlement) -> str:
    return ", ".join(f"{e.pair} {e.where} {e.kind} {e.points}" for e in settlement.ledger)


@pytest.mark.parametrize(
    "rules, hands, said, ledger, after",
    [
        (
            COMMON,
            WORKED,
            "",
            "AC grande paso 1, AC chica paso 1, AC pares combos 4, BD juego combos 5",
            (6, 5),
        ),
        (
            COMMON,
            WORKED,
            "grande: A bet 10, B refuse",
            "AC grande refusal 1, AC chica paso 1, AC pares combos 4, BD juego combos 5",
            (6, 5),
        ),
        (
            COMMON,
            WORKED,
            "chica: A pass, B bet 2, A refuse; pares: A bet 2, B raise 3, C accept",
            "BD chica refusal 1, AC grande paso 1, AC pares combos 4, AC pares bet 5, "
            "BD juego combos 5",
            (10, 6),
        ),
        (
            COMMON,
            WORKED,
            "pares: A bet 2, B ordago, C refuse",
            "BD pares refusal 2, AC grande paso 1, AC chica paso 1, BD pares combos 1, "
            "BD juego combos 5",
            (2, 8),
        ),
        (
            Ruleset(deje_extra=1),
            WORKED,
            "pares: A bet 2, B raise 2, C refuse",
            "BD pares refusal 3, AC grande paso 1, AC chica paso 1, BD pares combos 1, "
            "BD juego combos 5",
            (2, 9),
        ),
        (
            Ruleset(paso_extra_pares_juego=1),
            WORKED,
            "",
            "AC grande paso 1, AC chica paso 1, AC pares combos 4, AC pares paso 1, "
            "BD juego combos 5",
            (7, 5),
        ),
        (
            Ruleset(refusal_timing=RefusalTiming.AT_REVEAL),
            WORKED,
            "chica: A pass, B bet 2, A refuse",
            "AC grande paso 1, BD chica refusal 1, AC pares combos 4, BD juego combos 5",
            (5, 6),
        ),
        (
            COMMON,
            NO_PARES,
            "punto: A bet 2, B raise 2, A refuse",
            "BD punto refusal 2, AC grande paso 1, BD chica paso 1, BD punto punto 1",
            (1, 4),
        ),
        (
            Ruleset(punto_bonus_after_refusal=False),
            NO_PARES,
            "punto: A bet 2, B raise 2, A refuse",
            "BD punto refusal 2, AC grande paso 1, BD chica paso 1",
            (1, 3),
        ),
        (
            COMMON,
            NO_PARES,
            "punto: A bet 2, B accept",
            "AC grande paso 1, BD chica paso 1, AC punto punto 1, AC punto bet 2",
            (4, 1),
        ),
        (
            Ruleset(paso_grande_chica=0, punto_bonus=0, refuse_first=0),
            NO_PARES,
            "punto: A bet 2, B refuse",
            "",
            (0, 0),
        ),
    ],
)
def test_a_ledger(rules, hands, said, ledger, after):
    settled = settle(rules, hands, Seat.A, Score(), bets(said))
    assert lines(settled) == ledger
    assert settled.score_after == Score(*after)
    assert settled.decision is None
    assert settled.winner is None


@pytest.mark.parametrize(
    "rules, score, said, ledger, after, winner, where, at",
    [
        (COMMON, (39, 39), "", "AC grande paso 1", (40, 39), Pair.AC, "grande", "reveal"),
        (
            COMMON,
            (37, 39),
            "",
            "AC grande paso 1, AC chica paso 1, AC pares combos 4",
            (43, 39),
            Pair.AC,
            "pares",
            "reveal",
        ),
        (
            COMMON,
            (39, 39),
            "chica: A pass, B bet 2, C refuse",
            "BD chica refusal 1",
            (39, 40),
            Pair.BD,
            "chica",
            "refusal",
        ),
        (
            Ruleset(refusal_timing=RefusalTiming.AT_REVEAL),
            (39, 39),
            "chica: A pass, B bet 2, C refuse",
            "AC grande paso 1",
            (40, 39),
            Pair.AC,
            "grande",
            "reveal",
        ),
        (
            COMMON,
            (0, 39),
            "grande: A bet 45, B accept; chica: A ordago, B accept",
            "",
            (0, 39),
            Pair.AC,
            "chica",
            "ordago",
        ),
        (
            COMMON,
            (0, 37),
            "grande: A pass, B bet 2, A refuse; pares: A ordago, B accept",
            "BD grande refusal 1",
            (0, 38),
            Pair.AC,
            "pares",
            "ordago",
        ),
        (
            Ruleset(ordago_overrides_pending=False),
            (0, 0),
            "grande: A bet 45, B accept; chica: A ordago, B accept",
            "AC grande bet 45",
            (45, 0),
            Pair.AC,
            "grande",
            "reveal",
        ),
        (
            Ruleset(ordago_overrides_pending=False),
            (0, 0),
            "chica: A ordago, B accept",
            "AC grande paso 1",
            (1, 0),
            Pair.AC,
            "chica",
            "ordago",
        ),
    ],
)
def test_what_wins_a_game(rules, score, said, ledger, after, winner, where, at):
    settled = settle(rules, WORKED, Seat.A, Score(*score), bets(said))
    assert lines(settled) == ledger
    assert settled.score_after == Score(*after)
    assert settled.decision is not None
    assert (settled.winner, settled.decision.where, settled.decision.at) == (winner, where, at)


def test_the_results_of_the_lances_are_kept_even_where_nothing_is_scored():
    settled = settle(COMMON, WORKED, Seat.A, Score(39, 0), bets("chica: A bet 2, D accept"))
    assert [(r.lance, r.status, r.best_seat) for r in settled.lances] == [
        (Lance.GRANDE, Status.PASO, Seat.A),
        (Lance.CHICA, Status.ACCEPTED, Seat.C),
        (Lance.PARES, Status.PASO, Seat.C),
        (Lance.JUEGO, Status.UNCONTESTED, Seat.D),
    ]
    assert settled.lances[2].eligible == (Seat.A, Seat.B, Seat.C)
    void = settle(COMMON, NO_PARES, Seat.A).lances[2]
    assert (void.status, void.best_seat, void.eligible) == (Status.VOID, None, ())


@pytest.mark.parametrize(
    "rules, declared, ledger, ignored",
    [
        (Ruleset(perete_bonus=1), [Seat.A], "AC perete perete 1", ()),
        (
            Ruleset(perete_bonus=1),
            [Seat.B],
            "",
            ("B declared a Perete without holding 4-5-6-7",),
        ),
        (COMMON, [Seat.A], "", ("A's Perete pays nothing under common40",)),
    ],
)
def test_a_declared_perete(rules, declared, ledger, ignored):
    settled = settle(rules, PERETE, Seat.A, peretes=declared)
    assert ", ".join(lines(settled).split(", ")[: bool(ledger)]) == ledger
    assert ("perete" in lines(settled)) is bool(ledger)
    assert tuple(map(str, settled.ignored)) == ignored


def test_peretes_are_paid_in_order_from_mano():
    hands = table("4h 5h 6h 7h", "4d 5d 6d 7d", "Kd Qd Jh Ad", "Jd 6s 5s As")
    settled = settle(Ruleset(perete_bonus=1), hands, Seat.B, peretes=[Seat.A, Seat.B])
    assert lines(settled).startswith("BD perete perete 1, AC perete perete 1, ")


def test_a_perete_can_win_the_game_before_a_lance_is_played():
    settled = settle(Ruleset(perete_bonus=1), PERETE, Seat.A, Score(39, 0), peretes=[Seat.A])
    assert (settled.winner, settled.lances) == (Pair.AC, ())
    assert settled.decision is not None
    assert (settled.decision.where, settled.decision.at) == ("perete", DecidedAt.DECLARATION)


@pytest.mark.parametrize(
    "said, score",
    [
        ("grande: A bet 2, B refuse; pares: A bet 2, B accept", (39, 0)),
        ("grande: A ordago, B accept; pares: A bet 2, B accept", (0, 0)),
    ],
)
def test_bets_after_the_game_was_over_are_reported_and_count_nothing(said, score):
    settled = settle(COMMON, WORKED, Seat.A, Score(*score), bets(said))
    (remark,) = settled.ignored
    assert str(remark) == "the game was over before pares, its bets do not count"
    assert [result.lance for result in settled.lances] == [Lance.GRANDE]


@pytest.mark.parametrize(
    "hands, said, why",
    [
        (WORKED, "juego: B bet 2, D accept", "only BD holds juego, so nobody bets"),
        (WORKED, "punto: A bet 2, B accept", "somebody holds juego, so juego is played"),
        (NO_PARES, "pares: A bet 2, B accept", "nobody holds pares, so nobody bets"),
        (NO_PARES, "juego: A bet 2, B accept", "nobody holds juego, so punto is played"),
        (WORKED, "pares: D bet 2, A accept", "D does not take part"),
        (WORKED, "grande: A bet 2", "grande is not finished; allowed next: B accept"),
        (WORKED, "grande: B bet 2, A accept", "A speaks first"),
    ],
)
def test_impossible_bets_are_refused(hands, said, why):
    with pytest.raises(NotAllowedError, match=why):
        settle(COMMON, hands, Seat.A, Score(), bets(said))


def test_a_game_that_is_over_is_not_settled_again():
    with pytest.raises(NotAllowedError, match="the game is over: BD has 40 of 40 points"):
        settle(COMMON, WORKED, Seat.A, Score(0, 40))


def test_before_the_reveal_only_refusals_count():
    outcomes = {
        Lance.GRANDE: Outcome(Status.REFUSED, 1, Pair.BD, 2),
        Lance.CHICA: Outcome(Status.ACCEPTED, 5),
    }
    paid = settle_before_reveal(COMMON, Seat.A, Score(39, 38), outcomes)
    assert (lines(paid), paid.decision) == ("BD grande refusal 1", None)
    late = Ruleset(refusal_timing=RefusalTiming.AT_REVEAL)
    assert settle_before_reveal(late, Seat.A, Score(39, 39), outcomes).ledger == ()
    won = settle_before_reveal(COMMON, Seat.A, Score(0, 39), outcomes)
    assert won.winner is Pair.BD


# Reasons are read by people, so their whole text is pinned.


@pytest.mark.parametrize(
    "rules, hands, said, reasons",
    [
        (
            COMMON,
            WORKED,
            "",
            [
                "AC takes 1 for grande, which all passed: A's rey 3 7 as beats D's rey sota 7 4",
                "AC takes 1 for chica, which all passed: C's rey 3 2 as beats D's rey sota 7 4",
                "AC scores 4 in pares, 1 for A's pair of reyes (rey 3 7 as) and 3 for C's duples "
                "of reyes and ases (rey 3 2 as): C's beats B's pair of caballos "
                "(caballo caballo sota 4)",
                "BD scores 5 in juego, 2 for B's 34 (caballo caballo sota 4) and 3 for D's 31 "
                "(rey sota 7 4): only BD holds juego",
            ],
        ),
        (
            Ruleset(deje_extra=1),
            WORKED,
            "grande: A bet 2, B accept; chica: A bet 4, B ordago, A refuse; "
            "pares: A bet 2, B raise 3, A refuse",
            [
                "BD takes 4 in chica: AC refused its órdago; this leaves BD the 4 accepted before",
                "BD takes 3 in pares: AC refused its raise to 5; this leaves BD the 2 accepted "
                "before and a deje of 1",
                "AC wins the bet of 2 in grande: A's rey 3 7 as beats D's rey sota 7 4",
                "BD scores 1 in pares, 1 for B's pair of caballos (caballo caballo sota 4): "
                "AC refused, so its own do not count",
                "BD scores 5 in juego, 2 for B's 34 (caballo caballo sota 4) and 3 for D's 31 "
                "(rey sota 7 4): only BD holds juego",
            ],
        ),
        (
            COMMON,
            NO_PARES,
            "punto: A bet 5, B refuse",
            [
                "AC takes 1 in punto: BD refused its bet of 5; a refused first bet pays 1 "
                "whatever its size",
                "AC takes 1 for grande, which all passed: A's rey sota 6 4 beats D's rey 5 4 as",
                "BD takes 1 for chica, which all passed: D's rey 5 4 as beats C's 7 6 5 4",
                "AC takes 1 for the punto itself, which stays with the pair whose bet BD refused",
            ],
        ),
        (
            COMMON,
            table("7h 7d 7s 4h", "7c 5h 5d 5s", "Kh Jh 4d As", "Qh 6h 4s Ac"),
            "",
            [
                "AC takes 1 for grande, which all passed: C's rey sota 4 as beats "
                "D's caballo 6 4 as",
                "BD takes 1 for chica, which all passed: D's caballo 6 4 as beats "
                "C's rey sota 4 as",
                "AC scores 2 in pares, 2 for A's medias of 7s (7 7 7 4): A's beats B's medias of "
                "5s (7 5 5 5)",
                "AC takes 1 for the punto: A's 25 (7 7 7 4) beats B's 22 (7 5 5 5)",
            ],
        ),
        (
            Ruleset(real31=Real31.JACK, paso_extra_pares_juego=1),
            table("Kh Qh Jd Ah", "Jh 7h 7d 7s", "Kd 3h 3d 3s", "4s 5d 6d 5s"),
            "",
            [
                "AC takes 1 for grande, which all passed: C's rey 3 3 3 beats B's sota 7 7 7",
                "AC takes 1 for chica, which all passed: A's rey caballo sota as beats D's 6 5 5 4",
                "AC scores 3 in pares, 3 for C's duples of reyes (rey 3 3 3): C's beats "
                "B's medias of 7s (sota 7 7 7)",
                "AC takes 1 more for pares, which all passed: C's duples of reyes (rey 3 3 3) "
                "beats B's medias of 7s (sota 7 7 7)",
                "BD scores 3 in juego, 3 for B's 31 (sota 7 7 7): B's is a Real and beats "
                "A's 31 (rey caballo sota as)",
                "BD takes 1 more for juego, which all passed: B's 31 (sota 7 7 7) is a Real and "
                "beats A's 31 (rey caballo sota as)",
            ],
        ),
    ],
)
def test_every_reason_is_a_sentence(rules, hands, said, reasons):
    settled = settle(rules, hands, Seat.A, Score(), bets(said))
    assert [entry.reason for entry in settled.ledger] == reasons


@pytest.mark.parametrize(
    "rules, hands, score, said, peretes, reason",
    [
        (
            COMMON,
            WORKED,
            (39, 0),
            "",
            [],
            "AC wins the game in grande, at the reveal, with 40 points; nothing later is counted",
        ),
        (
            COMMON,
            table("Kh Kd 7h Ah", "3h 3d 7d Ad", "Qh 7s 6h 4h", "Jh 6d 5h 4d"),
            (0, 0),
            "grande: A ordago, B accept",
            [],
            "AC wins the game by the órdago accepted in grande: A's rey rey 7 as equals "
            "B's 3 3 7 as; tie broken by mano, A comes first",
        ),
        (
            Ruleset(perete_bonus=1),
            PERETE,
            (39, 0),
            "",
            [Seat.A],
            "AC wins the game with a Perete, at the declaration, with 40 points; "
            "nothing later is counted",
        ),
    ],
)
def test_how_a_game_was_won_is_a_sentence(rules, hands, score, said, peretes, reason):
    settled = settle(rules, hands, Seat.A, Score(*score), bets(said), peretes)
    assert settled.decision is not None
    assert settled.decision.reason == reason


def test_a_paid_perete_is_a_sentence():
    settled = settle(Ruleset(perete_bonus=1), PERETE, Seat.A, peretes=[Seat.A])
    assert settled.ledger[0].reason == "AC takes 1: A declared a Perete, 4-5-6-7, before play"


# Laws that hold for every deal.


@st.composite
def settlements(draw) -> Settlement:
    rules = draw(rulesets)
    hands, mano = draw(four_hands()), draw(seats)
    return settle(rules, hands, mano, draw(scores(rules)), draw(lance_bets(rules, hands, mano)))


@given(settlements())
def test_the_ledger_is_what_the_score_changed_by(settled):
    total = {pair: sum(e.points for e in settled.ledger if e.pair is pair) for pair in Pair}
    for pair in Pair:
        assert settled.score_after[pair] == settled.score_before[pair] + total[pair]


@given(settlements())
def test_the_points_of_a_lance_never_split(settled):
    paid = {}
    for entry in settled.ledger:
        assert paid.setdefault(entry.where, entry.pair) is entry.pair
        assert entry.points > 0
        assert entry.reason


@given(settlements())
def test_nothing_is_entered_after_the_game_ends(settled):
    score, target = settled.score_before, settled.ruleset.target
    for number, entry in enumerate(settled.ledger):
        score = score.plus(entry.pair, entry.points)
        if score[entry.pair] >= target:
            rest = settled.ledger[number + 1 :]
            assert all(later.lance is entry.lance and later.pair is entry.pair for later in rest)
            assert settled.winner is entry.pair
    if settled.decision is None:
        assert max(score.ac, score.bd) < target
    elif settled.decision.at is not DecidedAt.ORDAGO:
        assert score[settled.decision.winner] >= target


@given(four_hands(), seats, presets)
def test_without_bets_a_deal_is_worth_3_to_14(hands, mano, rules):
    settled = settle(replace(rules, target=100), hands, mano)
    assert 3 <= sum(entry.points for entry in settled.ledger) <= 14


def ledger_of(settled: Settlement, rename=lambda pair: pair) -> list:
    return [(rename(e.pair), e.lance, e.kind, e.points) for e in settled.ledger]


SWAPS = {Rank.TRES: Rank.REY, Rank.REY: Rank.TRES, Rank.DOS: Rank.AS, Rank.AS: Rank.DOS}


@given(four_hands(), seats, st.data())
def test_with_eight_kings_swapping_3_and_king_or_2_and_ace_changes_nothing(hands, mano, data):
    said = data.draw(lance_bets(COMMON, hands, mano))
    swapped = FourHands(
        *(
            Hand(tuple(Card(SWAPS.get(c.rank, c.rank), c.suit) for c in hand.cards))
            for hand in hands.hands
        )
    )
    one = settle(COMMON, hands, mano, Score(), said)
    other = settle(COMMON, swapped, mano, Score(), said)
    assert ledger_of(one) == ledger_of(other)
    assert (one.winner, one.score_after) == (other.winner, other.score_after)


@given(four_hands(), seats, rulesets, st.permutations(list(Suit)), st.data())
def test_changing_suits_changes_nothing(hands, mano, rules, suits, data):
    assert rules.kings is not Kings.NINE
    change = dict(zip(Suit, suits, strict=True))
    other = FourHands(
        *(Hand(tuple(Card(c.rank, change[c.suit]) for c in hand.cards)) for hand in hands.hands)
    )
    said = data.draw(lance_bets(rules, hands, mano))
    assert ledger_of(settle(rules, hands, mano, Score(), said)) == ledger_of(
        settle(rules, other, mano, Score(), said)
    )


@given(four_hands(), seats, rulesets, st.data())
def test_turning_the_table_renames_the_pairs_and_changes_nothing(hands, mano, rules, data):
    said = data.draw(lance_bets(rules, hands, mano))
    score = data.draw(scores(rules))
    turned = FourHands(hands.d, hands.a, hands.b, hands.c)
    turned_said = {
        lance: [Call(call.seat.next, call.word, call.amount) for call in calls]
        for lance, calls in said.items()
    }
    one = settle(rules, hands, mano, score, said)
    other = settle(rules, turned, mano.next, Score(score.bd, score.ac), turned_said)
    assert ledger_of(one) == ledger_of(other, lambda pair: pair.other)
    assert other.winner is (one.winner.other if one.winner else None)


@given(four_hands(), seats, rulesets, st.data())
def test_whoever_refuses_scores_nothing_in_that_lance(hands, mano, rules, data):
    said = data.draw(lance_bets(rules, hands, mano))
    for result in settle(rules, hands, mano, Score(), said).lances:
        if result.status is Status.REFUSED:
            last = said[result.lance][-1]
            assert (last.word, result.outcome.pair) == (Word.REFUSE, last.seat.pair.other)


def test_combinations_of_both_partners_are_added_up():
    settled = settle(COMMON, WORKED, Seat.A)
    combos = {e.lance: e.points for e in settled.ledger if e.kind is EntryKind.COMBOS}
    assert combos == {Lance.PARES: 1 + 3, Lance.JUEGO: 2 + 3}
