from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import SPANISH_40, Notation
from referee.errors import NotAllowedError
from referee.mus.betting import Call
from referee.mus.deal import Deal, LegalStep, Stage, Step, replay
from referee.mus.events import (
    Dealt,
    Declared,
    Event,
    LanceBets,
    Misdealt,
    PereteDeclared,
    Revealed,
    Ruled,
    Shuffled,
)
from referee.mus.exchange import Discard
from referee.mus.hands import Hand, Lance
from referee.mus.ruleset import ExposedCard, FirstHand, MusTalk, Ruleset
from referee.mus.score import Score
from referee.mus.settlement import DecidedAt, settle
from referee.mus.showdown import FaultyHandsError, FourHands
from referee.mus.talk import MusCall, MusWord
from referee.seats import Pair, Seat
from tests.strategies import four_hands, played_deals, presets

COMMON = Ruleset()
CORRIDO = Ruleset(first_hand=FirstHand.CORRIDO)


def table(*hands: str) -> FourHands:
    return FourHands(*(Hand.parse(text, Notation.FRENCH) for text in hands))


WORKED = table("Kh 3d 7s Ac", "Qh Qd Js 4c", "Ks 3c 2h Ad", "Kc Jh 7d 4s")


def events(text: str, hands: FourHands = WORKED) -> list[Event]:
    """One event a comma: `deal, A no_mus, A pass, A pares yes, B discards 2, shuffle, reveal`."""
    read: list[Event] = []
    for part in text.split(","):
        words = part.split()
        match words:
            case ["deal"]:
                read.append(Dealt())
            case ["misdeal"]:
                read.append(Misdealt())
            case ["shuffle"]:
                read.append(Shuffled())
            case ["reveal"]:
                read.append(Revealed(hands))
            case [seat, ("mus" | "no_mus") as word]:
                read.append(MusCall(Seat(seat), MusWord(word)))
            case [seat, "discards", count]:
                read.append(Discard(Seat(seat), int(count)))
            case [seat, "perete"]:
                read.append(PereteDeclared(Seat(seat)))
            case [seat, ("pares" | "juego") as lance, said]:
                read.append(Declared(Lance(lance), Seat(seat), said == "yes"))
            case _:
                read.append(Call.parse(part))
    return read


def played(start: Deal, text: str, hands: FourHands = WORKED) -> Deal:
    result = replay(start, events(text, hands))
    assert result.error is None, result.error
    return result.deal


CUT = "deal, A no_mus"
PASSED = "A pass, B pass, C pass, D pass"
PARES = "A pares yes, B pares yes, C pares yes, D pares no"
JUEGO = "A juego no, B juego yes, C juego no, D juego yes"
WHOLE = f"{CUT}, {PASSED}, {PASSED}, {PARES}, A pass, B pass, C pass, {JUEGO}, reveal"


def test_a_deal_from_the_cut_to_the_ledger():
    deal = played(Deal(COMMON, Seat.A), WHOLE)
    assert deal.stage is Stage.OVER
    assert deal.legal() == ()
    assert deal.settlement == settle(COMMON, WORKED, Seat.A, bets={
        Lance.GRANDE: events(PASSED), Lance.CHICA: events(PASSED),
        Lance.PARES: events("A pass, B pass, C pass"),
    })  # fmt: skip
    assert deal.settlement.score_after == Score(6, 5)


@pytest.mark.parametrize(
    "said, stage, legal",
    [
        ("deal", Stage.MUS_TALK, "A mus, A no_mus, misdeal"),
        ("deal, A mus, B mus, C mus, D mus", Stage.DISCARD, "A discard 1 to 4"),
        (CUT, Stage.GRANDE, "A pass, A bet 2 or more, A ordago"),
        (f"{CUT}, {PASSED}", Stage.CHICA, "A pass, A bet 2 or more, A ordago"),
        (f"{CUT}, {PASSED}, {PASSED}", Stage.PARES_DECL, "A declare"),
        (f"{CUT}, {PASSED}, {PASSED}, A pares no", Stage.PARES_DECL, "B declare"),
        (
            f"{CUT}, {PASSED}, {PASSED}, A pares no, B pares yes, C pares yes, D pares no",
            Stage.PARES,
            "B pass, B bet 2 or more, B ordago",
        ),
        (
            f"{CUT}, {PASSED}, {PASSED}, A pares no, B pares yes, C pares no, D pares yes",
            Stage.JUEGO_DECL,
            "A declare",
        ),
        (
            f"{CUT}, {PASSED}, {PASSED}, A pares no, B pares no, C pares no, D pares no,"
            "A juego no, B juego no, C juego no, D juego no",
            Stage.PUNTO,
            "A pass, A bet 2 or more, A ordago",
        ),
        (WHOLE.removesuffix(", reveal"), Stage.REVEAL, "reveal"),
        (f"{CUT}, A ordago, B accept", Stage.REVEAL, "reveal"),
        (f"{CUT}, A bet 2", Stage.GRANDE, "B accept, B refuse, B raise 2 or more, B ordago, D "
         "accept, D refuse, D raise 2 or more, D ordago"),
    ],
)  # fmt: skip
def test_what_is_legal_at_each_stage(said, stage, legal):
    deal = played(Deal(COMMON, Seat.A), said)
    assert deal.stage is stage
    assert ", ".join(str(option) for option in deal.legal()) == legal


@pytest.mark.parametrize(
    "said, refused, why",
    [
        ("deal", "deal", "mus_talk: deal is not allowed; allowed: A mus, A no_mus, misdeal"),
        ("deal", "A pass", "mus_talk: A pass is not allowed; allowed: A mus, A no_mus"),
        (CUT, "B mus", "grande: B mus is not allowed; allowed: A pass, A bet 2 or more"),
        (CUT, "B pass", "grande: B pass is not allowed, A speaks first; allowed: A pass"),
        (CUT, "reveal", "grande: reveal is not allowed; allowed: A pass"),
        (CUT, "A perete", "grande: A perete is not allowed"),
        (f"{CUT}, {PASSED}, {PASSED}", "B pares yes", "pares_decl: B pares yes is not allowed"),
        (f"{CUT}, {PASSED}, {PASSED}", "A juego yes", "allowed: A declare"),
        ("deal, A mus, B mus, C mus, D mus", "B discards 1", "A discards next"),
        ("deal, A mus, B mus, C mus, D mus", "A discards 5", "at most four"),
        ("deal, A mus, B mus, C mus, D mus", "shuffle", "the stock has not run out"),
        (WHOLE, "A pass", "over: A pass is not allowed; allowed: nothing, the deal is over"),
    ],
)
def test_an_impossible_event_is_refused_and_the_deal_stays_as_it_was(said, refused, why):
    start = Deal(COMMON, Seat.A)
    result = replay(start, events(f"{said}, {refused}, {refused}"))
    assert result.applied == len(events(said))
    assert result.deal == played(start, said)
    assert isinstance(result.error, NotAllowedError)
    assert why in str(result.error)


def test_a_refusal_that_reaches_the_target_ends_the_deal_without_a_reveal():
    deal = played(Deal(COMMON, Seat.A, Score(39, 39)), f"{CUT}, A bet 2, B refuse")
    assert deal.stage is Stage.OVER
    assert deal.settlement is not None
    assert deal.settlement.winner is Pair.AC
    assert deal.settlement.decision.at is DecidedAt.REFUSAL
    assert deal.hands is None


def test_refused_points_are_on_the_score_during_the_deal():
    deal = played(Deal(COMMON, Seat.A, Score(3, 4)), f"{CUT}, A bet 2, B raise 2, A refuse")
    assert deal.running_score == Score(3, 6)
    assert deal.stage is Stage.CHICA
    assert played(deal, f"{PASSED}, {PARES}, A ordago, B accept").stage is Stage.REVEAL


def test_an_accepted_ordago_is_decided_by_its_lance_alone():
    deal = played(Deal(COMMON, Seat.A), f"{CUT}, {PASSED}, A pass, B ordago, C accept, reveal")
    assert deal.settlement.winner is Pair.AC
    assert deal.settlement.ledger == ()


def test_an_exchange_is_followed_by_a_new_talk():
    exchange = "A mus, B mus, C mus, D mus, A discards 4, B discards 4, C discards 4, D discards 4"
    deal = played(Deal(COMMON, Seat.A), f"deal, {exchange}")
    assert deal.stage is Stage.MUS_TALK
    assert (len(deal.piles.stock), len(deal.piles.discards)) == (8, 16)
    again = played(deal, exchange)
    assert again.stage is Stage.DISCARD
    assert again.legal() == (LegalStep(Step.SHUFFLE),)
    assert again.exchange.needy == (Seat.C, Seat.D)
    assert played(again, "shuffle, A no_mus").stage is Stage.GRANDE


@pytest.mark.parametrize(
    "policy, said, spoken",
    [(MusTalk.PAIRS, "deal, A mus", Seat.C), (MusTalk.FEM, "deal, C mus", Seat.A)],
)
def test_the_talk_follows_the_house(policy, said, spoken):
    deal = played(Deal(Ruleset(mus_talk=policy), Seat.A), said)
    assert deal.legal()[0] == LegalStep(Step.MUS, spoken)


@pytest.mark.parametrize(
    "policy, forced_by, legal",
    [
        (ExposedCard.REDEAL, None, "deal"),
        (ExposedCard.MUS_VISTO, None, "A discard 0 to 4"),
        (ExposedCard.OFFERED, Seat.B, "A discard 0 to 4"),
        (ExposedCard.OFFERED, None, "B mus, B no_mus, misdeal"),
        (ExposedCard.PLAY_ON, None, "B mus, B no_mus, misdeal"),
    ],
)
def test_what_follows_an_exposed_card(policy, forced_by, legal):
    deal = played(Deal(Ruleset(exposed_card=policy), Seat.A), "deal, A mus")
    deal = deal.apply(Misdealt(forced_by))
    assert ", ".join(str(option) for option in deal.legal()) == legal


def test_nobody_forces_mus_where_the_house_does_not_ask():
    deal = played(Deal(COMMON, Seat.A), "deal")
    forced = replace(deal, ruleset=Ruleset(exposed_card=ExposedCard.MUS_VISTO))
    with pytest.raises(NotAllowedError, match="exposed_card = 'mus_visto', so nobody is asked"):
        forced.apply(Misdealt(Seat.A))


FOUR_MUS = "A mus, B mus, C mus, D mus"


@pytest.mark.parametrize(
    "counts, rounds",
    [
        ((1, 1, 1, 1), 1),
        ((0, 0, 0, 0), 1),
        # all discards became the new stock, so the table looks as after the first deal
        ((4, 4, 4, 4), 2),
    ],
)
def test_after_an_exchange_a_misdeal_comes_too_late(counts, rounds):
    discards = ", ".join(f"{s} discards {n}" for s, n in zip(Seat, counts, strict=True))
    deal = played(Deal(Ruleset(discard_min=0), Seat.A), "deal")
    for _ in range(rounds):
        deal = played(deal, f"{FOUR_MUS}, {discards}")
        deal = played(deal, "shuffle") if deal.stage is Stage.DISCARD else deal
    assert ", ".join(map(str, deal.legal())) == "A mus, A no_mus"
    with pytest.raises(NotAllowedError, match="misdeal is not allowed; allowed: A mus, A no_mus"):
        deal.apply(Misdealt())


def test_a_word_out_of_turn_stands_and_is_kept():
    deal = played(Deal(COMMON, Seat.A), "deal, B no_mus")
    assert deal.stage is Stage.GRANDE
    assert deal.out_of_turn == (MusCall(Seat.B, MusWord.NO_MUS),)


def test_under_mus_corrido_mano_moves_on_and_whoever_cuts_becomes_mano():
    def round_from(*order: str) -> str:
        return ", ".join([f"{s} mus" for s in order] + [f"{s} discards 1" for s in order])

    deal = played(
        Deal(CORRIDO, Seat.A, corrido=True),
        f"deal, {round_from(*'ABCD')}, {round_from(*'BCDA')}",
    )
    assert (deal.mano, deal.stage) == (Seat.C, Stage.MUS_TALK)
    deal = played(deal, "C mus, D mus, A mus, B no_mus")
    assert (deal.mano, deal.dealer, deal.stage) == (Seat.B, Seat.A, Stage.GRANDE)
    assert str(deal.legal()[0]) == "B pass"


def test_mus_corrido_is_refused_where_the_house_does_not_play_it():
    with pytest.raises(NotAllowedError, match="common40 plays no mus corrido"):
        Deal(COMMON, Seat.A, corrido=True)
    assert Deal(Ruleset.preset("ehmf4_30"), Seat.A, corrido=True).corrido


def test_no_cards_are_dealt_in_a_game_that_is_over():
    with pytest.raises(NotAllowedError, match="the game is over: BD has 40 of 40 points"):
        Deal(COMMON, Seat.A, Score(3, 40))


def test_a_perete_may_be_declared_after_the_cut_and_before_grande_is_spoken():
    start = Deal(Ruleset(perete_bonus=1), Seat.A)
    deal = played(start, CUT)
    assert LegalStep(Step.PERETE, Seat.A) in deal.legal()
    deal = played(deal, "A perete")
    assert LegalStep(Step.PERETE, Seat.A) not in deal.legal()
    assert deal.running_score == Score(1, 0)
    assert replay(deal, events("A pass, B perete")).error is not None
    won = played(Deal(start.ruleset, Seat.A, Score(39, 0)), f"{CUT}, A perete")
    assert (won.stage, won.settlement.winner) == (Stage.OVER, Pair.AC)


def test_a_perete_that_the_cards_belie_pays_nothing():
    deal = played(
        Deal(Ruleset(perete_bonus=1), Seat.A),
        f"{CUT}, A perete, {PASSED}, {PASSED}, {PARES}, A pass, B pass, C pass, {JUEGO}, reveal",
    )
    assert deal.settlement.score_after == Score(6, 5)
    (remark,) = deal.settlement.ignored
    assert str(remark) == "A declared a Perete without holding 4-5-6-7"


FALSE_PARES = "A pares yes, B pares yes, C pares yes, D pares yes"
FALSE_JUEGO = "A juego no, B juego no, C juego no, D juego no"


def test_a_false_declaration_is_reported_and_waits_for_a_ruling():
    deal = played(
        Deal(COMMON, Seat.A),
        f"{CUT}, {PASSED}, {PASSED}, {FALSE_PARES}, A pass, B pass, C pass, D bet 2, A accept, "
        f"{JUEGO}, reveal",
    )
    assert deal.stage is Stage.RULING
    assert deal.false_declarations == (Declared(Lance.PARES, Seat.D, True),)
    assert deal.settlement is None
    assert deal.legal() == (LegalStep(Step.RULE),)
    with pytest.raises(NotAllowedError, match="pares: D bet 2 is not allowed"):
        deal.apply(Ruled())
    ruled = deal.apply(Ruled((LanceBets(Lance.PARES),)))
    assert ruled.stage is Stage.OVER
    assert ruled.settlement.score_after == Score(6, 5)


def test_cards_of_another_pack_are_refused_before_any_ruling():
    deal = played(
        Deal(COMMON, Seat.A),
        f"{CUT}, {PASSED}, {PASSED}, {FALSE_PARES}, A pass, B pass, C pass, D pass, {JUEGO}",
    )
    hands = FourHands(
        *map(Hand.parse, ("1O 1C 8O 4E", "1E 1B 4O 5O", "6O 7O 4C 5C", "6C 7C 5E 6E"))
    )
    with pytest.raises(FaultyHandsError, match="8O at A is not in the pack"):
        deal.apply(Revealed(hands))


def test_a_juego_that_nobody_said_ends_in_a_ruling_too():
    deal = played(
        Deal(COMMON, Seat.A),
        f"{CUT}, {PASSED}, {PASSED}, {PARES}, A pass, B pass, C pass, {FALSE_JUEGO}, "
        "A bet 2, B accept, reveal",
    )
    assert [d.seat for d in deal.false_declarations] == [Seat.B, Seat.D]
    ruled = deal.apply(Ruled((LanceBets(Lance.PUNTO),)))
    assert ruled.settlement.score_after == Score(6, 5)


def test_the_cards_shown_are_the_cards_dealt():
    deal = (
        Deal(COMMON, Seat.A).apply(Dealt(SPANISH_40.ordered)).apply(MusCall(Seat.A, MusWord.NO_MUS))
    )
    deal = played(deal, "A ordago, B accept")
    with pytest.raises(NotAllowedError, match="reveal: A shows 12C 7E 3O 1B, but was dealt 1O 2O"):
        deal.apply(Revealed(WORKED))


def test_a_deal_takes_the_pack_of_the_house():
    with pytest.raises(NotAllowedError, match="the 36 cards of the pack"):
        Deal(Ruleset.from_mapping({"kings": 36}), Seat.A).apply(Dealt(SPANISH_40.ordered))


@given(st.data(), presets, st.booleans())
def test_replaying_a_legal_deal_gives_the_same_ledger(data, rules, seen):
    start, happened = data.draw(played_deals(rules, seen))
    one, other = replay(start, happened), replay(start, list(happened))
    assert one.error is None
    assert one.applied == len(happened)
    assert one.deal == other.deal
    deal = one.deal
    assert deal.stage is Stage.OVER
    if deal.hands:
        said = {betting.lance: betting.calls for betting in deal.closed}
        assert deal.settlement == settle(rules, deal.hands, deal.mano, start.score, said)
        assert deal.settlement.ignored == ()
    else:
        assert deal.settlement.decision.at is DecidedAt.REFUSAL


@given(st.data(), presets)
def test_what_is_paid_during_a_deal_never_changes_at_the_reveal(data, rules):
    start, happened = data.draw(played_deals(rules))
    deal = start
    for event in happened:
        before = deal.running_score
        deal = deal.apply(event)
        assert deal.running_score.ac >= before.ac
        assert deal.running_score.bd >= before.bd
        assert deal.piles is None or len(deal.piles) == 40


@given(four_hands())
def test_a_truthful_deal_never_needs_a_ruling(hands):
    kings = COMMON.kings
    says = {
        Lance.PARES: lambda seat: hands[seat].value(kings).has_pares,
        Lance.JUEGO: lambda seat: hands[seat].value(kings).has_juego,
    }
    deal = played(Deal(COMMON, Seat.A), CUT)
    while deal.stage is not Stage.REVEAL:
        if deal.round:
            deal = deal.apply(Call(deal.legal()[0].seat, deal.legal()[0].word))
            continue
        lance = Lance.PARES if deal.stage is Stage.PARES_DECL else Lance.JUEGO
        seat = deal.legal()[0].seat
        deal = deal.apply(Declared(lance, seat, says[lance](seat)))
    assert deal.apply(Revealed(hands)).settlement == settle(
        COMMON, hands, Seat.A, bets={b.lance: b.calls for b in deal.closed}
    )
