"""Signals: what each claims, when it is open, and the three verdicts."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import SPANISH_40, Notation
from referee.errors import NotAllowedError, UnreadableError
from referee.mus.betting import Call, Word
from referee.mus.claims import Claim, Truth, truth_of
from referee.mus.deal import Deal
from referee.mus.events import Dealt, Declared, Event
from referee.mus.hands import Hand, Kings, Lance, Real31
from referee.mus.keinuak import (
    Gesture,
    Infraction,
    Meaning,
    Moment,
    Vocabulary,
    Window,
    moment_of,
    vocabulary,
)
from referee.mus.ruleset import FirstHand, Ruleset, Signals
from referee.mus.talk import MusCall, MusWord
from referee.seats import Seat

COMMON = Ruleset()
FOUR_KINGS = replace(COMMON, kings=Kings.FOUR)
LISTED = [signals for signals in Signals if signals is not Signals.AGREED]
hands = st.lists(st.sampled_from(SPANISH_40.ordered), min_size=4, max_size=4, unique=True).map(
    lambda cards: Hand(tuple(cards))
)


def hand(text: str) -> Hand:
    return Hand.parse(text, Notation.FRENCH)


@pytest.mark.parametrize(
    ("claim", "cards", "truth"),
    [
        ("two_kings", "Kh 3d 7h 5h", "true"),
        ("two_kings", "Kh Kd Qh Qd", "true"),
        ("two_kings", "Kh Kd Ks 5h", "understated"),
        ("two_kings", "Kh 7d 5s 4h", "false"),
        ("three_kings", "Kh Kd 3s 5h", "true"),
        ("three_kings", "Kh Kd 3s 3h", "understated"),
        ("three_kings", "Kh Kd 7s 7h", "false"),
        ("two_aces", "Ah 2d 7h 5h", "true"),
        ("two_aces", "Ah 2d 2h 5h", "understated"),
        ("three_aces", "Ah 2d 2h 5h", "true"),
        ("three_aces", "Ah 2d 2h As", "understated"),
        ("pair", "7h 7d 5h 4h", "true"),
        ("pair", "7h 7d 7s 4h", "understated"),
        ("pair", "7h 7d 4s 4h", "understated"),
        ("pair", "7h 6d 5s 4h", "false"),
        ("pair_kings", "Kh Kd 5h 4h", "true"),
        ("pair_kings", "Kh Kd Qh Qd", "understated"),
        ("pair_kings", "Kh Kd Ks Qd", "understated"),
        ("pair_kings", "Kh Qd Qs 4h", "false"),
        ("pair_aces", "Ah Ad 5h 4h", "true"),
        ("pair_aces", "Ah Ad 5h 5d", "understated"),
        ("medias", "7h 7d 7s 4h", "true"),
        ("medias", "7h 7d 7s 7c", "understated"),
        ("medias", "7h 7d 4s 4h", "false"),
        ("medias_kings", "Kh 3d Ks 4h", "true"),
        ("medias_kings", "7h 7d 7s 4h", "false"),
        ("medias_aces", "Ah 2d As 4h", "true"),
        ("duples", "7h 7d 7s 7c", "true"),
        ("duples", "7h 7d 7s 4h", "false"),
        ("sum31", "Kh Qh 7h 4h", "true"),
        ("sum31", "Kh Qh 7h 5h", "false"),
        ("sum30", "Kh Jh 6h 4h", "true"),
        ("sum29", "Kh Jh 5h 4h", "true"),
        ("sum28", "Kh Jh 7h Ah", "true"),
        ("juego_not31", "Kh Qh 7h 5h", "true"),
        ("juego_not31", "Kh Qh 7h 4h", "false"),
        ("juego_not31", "Kh Qh 5h 4h", "false"),
        ("solomillo", "Kh 3h 3d 2h", "true"),
        ("solomillo", "Kh Qh Jd Ah", "false"),
        ("blind", "Kh Jh 5h 4h", "true"),
        ("blind", "Kh Kd 5h 4h", "false"),
        ("blind", "Kh Qh 7h 4h", "false"),
        ("blind_strict", "Jh 7h 5h 4h", "true"),
        ("blind_strict", "Kh Jh 5h 4h", "false"),
        ("blind_strict", "7h 7d 5h 4h", "false"),
    ],
)
def test_a_claim_is_true_understated_or_false(claim: str, cards: str, truth: str) -> None:
    assert truth_of(Claim(claim), hand(cards), COMMON) == truth


def test_kings_and_aces_are_the_effective_ones_of_the_house() -> None:
    cards = hand("Kh 3d 2h As")
    assert truth_of(Claim.TWO_KINGS, cards, COMMON) is Truth.TRUE
    assert truth_of(Claim.TWO_KINGS, cards, FOUR_KINGS) is Truth.FALSE
    assert truth_of(Claim.TWO_ACES, cards, FOUR_KINGS) is Truth.FALSE


@pytest.mark.parametrize(
    ("real", "cards", "truth"),
    [
        (Real31.NONE, "Jh 7h 7d 7s", Truth.TRUE),
        (Real31.NONE, "Kh 7h 7d 7s", Truth.FALSE),
        (Real31.ANY_FIGURE, "Kh 7h 7d 7s", Truth.TRUE),
        (Real31.JACK_COINS, "Jh 7h 7d 7s", Truth.FALSE),
    ],
)
def test_the_real_is_the_houses_and_else_the_sota_with_three_sevens(
    real: Real31, cards: str, truth: Truth
) -> None:
    assert truth_of(Claim.REAL31, hand(cards), replace(COMMON, real31=real)) is truth


@pytest.mark.parametrize("claim", [claim for claim in Claim if claim.is_intent])
def test_an_intent_claims_no_cards(claim: Claim) -> None:
    with pytest.raises(NotAllowedError, match="claims no cards"):
        truth_of(claim, hand("Kh Qh 7h 4h"), COMMON)


@settings(max_examples=60)
@given(hands)
def test_a_hand_bears_out_exactly_one_class_of_pares_or_none(held: Hand) -> None:
    classes = [
        claim
        for claim in (Claim.PAIR, Claim.MEDIAS, Claim.DUPLES)
        if truth_of(claim, held, COMMON) is Truth.TRUE
    ]
    assert len(classes) == held.value(COMMON.kings).has_pares


@settings(max_examples=60)
@given(hands)
def test_a_strictly_blind_hand_is_blind(held: Hand) -> None:
    if truth_of(Claim.BLIND_STRICT, held, COMMON) is Truth.TRUE:
        assert truth_of(Claim.BLIND, held, COMMON) is Truth.TRUE


@settings(max_examples=60)
@given(hands, st.sampled_from(LISTED), st.sampled_from(Gesture), st.sampled_from(Moment))
def test_every_vocabulary_rules_on_every_gesture(
    held: Hand, signals: Signals, gesture: Gesture, moment: Moment
) -> None:
    """A ruling is illegal without a verdict, or legal with the verdict its infraction follows."""
    ruling = vocabulary(signals).judge(gesture, moment, held, COMMON)
    if not ruling.is_legal:
        assert ruling.truth is None
    if ruling.truth is Truth.FALSE:
        assert ruling.infraction is Infraction.FALSE_SIGNAL
    if ruling.truth is Truth.TRUE:
        assert ruling.infraction is None
    assert gesture.spoken in ruling.reason


@pytest.mark.parametrize(
    ("window", "open_at"),
    [
        (Window.ANY, {"mus", "grande", "later", "punto"}),
        (Window.BEFORE_CUT, {"mus"}),
        (Window.AFTER_GRANDE, {"later", "punto"}),
        (Window.PUNTO, {"punto"}),
    ],
)
def test_windows_and_none_is_open_during_mus_corrido(window: Window, open_at: set[str]) -> None:
    assert {moment.value for moment in Moment if window.is_open(moment)} == open_at


def test_a_wink_is_31_until_punto_where_it_may_be_30() -> None:
    fem, thirty = vocabulary(Signals.FEM), hand("Kh Jh 6h 4h")
    at_grande = fem.judge(Gesture.WINK, Moment.GRANDE, thirty, COMMON)
    at_punto = fem.judge(Gesture.WINK, Moment.PUNTO, thirty, COMMON)
    assert (at_grande.claim, at_grande.truth) == (Claim.SUM31, Truth.FALSE)
    assert (at_punto.claim, at_punto.truth) == (Claim.SUM30, Truth.TRUE)


def test_medias_are_told_by_the_mouth_only_once_grande_is_closed() -> None:
    fem, sevens = vocabulary(Signals.FEM), hand("7h 7d 7s 5h")
    rulings = [
        fem.judge(Gesture.MOUTH_SIDE, moment, sevens, COMMON).infraction
        for moment in (Moment.GRANDE, Moment.LATER)
    ]
    assert rulings == [Infraction.FALSE_SIGNAL, None]


def test_the_moment_follows_the_deal() -> None:
    """Mus is cut, three lances are passed, and all four say that they hold neither."""
    deal = Deal(COMMON, Seat.A)
    moments = [moment_of(deal)]
    events: tuple[Event, ...] = (
        Dealt(),
        MusCall(Seat.A, MusWord.NO_MUS),
        *(Call(seat, Word.PASS) for _ in range(2) for seat in Seat),
        *(Declared(lance, seat, False) for lance in (Lance.PARES, Lance.JUEGO) for seat in Seat),
        *(Call(seat, Word.PASS) for seat in Seat),
    )
    for event in events:
        deal = deal.apply(event)
        if moment_of(deal) is not moments[-1]:
            moments.append(moment_of(deal))
    assert moments == [None, Moment.MUS, Moment.GRANDE, Moment.LATER, Moment.PUNTO, None]


def test_mus_corrido_has_its_own_moment_until_the_cut() -> None:
    rules = replace(COMMON, first_hand=FirstHand.CORRIDO)
    deal = Deal(rules, Seat.A, corrido=True).apply(Dealt())
    assert moment_of(deal) is Moment.CORRIDO
    assert moment_of(deal.apply(MusCall(Seat.A, MusWord.NO_MUS))) is Moment.GRANDE


def test_an_understated_signal_is_an_infraction_only_where_it_must_be_complete() -> None:
    three_kings = hand("Kh Kd Ks 5h")
    common = vocabulary(Signals.CORE5).judge(
        Gesture.BITE_LIP_CENTER, Moment.LATER, three_kings, COMMON
    )
    bizkaia = vocabulary(Signals.BIZKAIA).judge(
        Gesture.BITE_LIP_CENTER, Moment.LATER, three_kings, COMMON
    )
    assert (common.truth, common.infraction) == (Truth.UNDERSTATED, None)
    assert (bizkaia.truth, bizkaia.infraction) == (
        Truth.UNDERSTATED,
        Infraction.INCOMPLETE_SIGNAL,
    )


def test_a_true_but_unlisted_signal_is_an_infraction() -> None:
    ruling = vocabulary(Signals.CORE5).judge(
        Gesture.EYES_SHUT, Moment.LATER, hand("4h 5h 6h 7h"), COMMON
    )
    assert ruling.infraction is Infraction.UNLISTED_SIGNAL
    assert ruling.reason == "shutting both eyes is not a signal of core5"


def test_signals_are_closed_during_mus_corrido() -> None:
    ruling = vocabulary(Signals.CORE5).judge(
        Gesture.WINK, Moment.CORRIDO, hand("Kh Qh 7h 4h"), COMMON
    )
    assert ruling.infraction is Infraction.WRONG_MOMENT
    assert ruling.reason == "a wink is not allowed during mus corrido"


def test_an_intent_is_legal_in_its_window_and_never_true_or_false() -> None:
    fem, nothing = vocabulary(Signals.FEM), hand("4h 5h 6h 7h")
    before = fem.judge(Gesture.HEAD_TILT, Moment.MUS, nothing, COMMON)
    after = fem.judge(Gesture.HEAD_TILT, Moment.GRANDE, nothing, COMMON)
    assert (before.is_legal, before.truth, before.infraction) == (True, None, None)
    assert after.infraction is Infraction.WRONG_MOMENT


def test_without_the_hand_only_legality_is_told() -> None:
    ruling = vocabulary(Signals.CORE5).judge(Gesture.WINK, Moment.LATER, None, COMMON)
    assert (ruling.is_legal, ruling.truth, ruling.claim) == (True, None, Claim.SUM31)
    assert ruling.reason == "a wink says 31"


@pytest.mark.parametrize("gesture", [Gesture.SHOULDER_LEFT, Gesture.SHOULDER_RIGHT])
def test_either_shoulder_serves_where_the_house_has_no_side(gesture: Gesture) -> None:
    ruling = vocabulary(Signals.FEM).judge(gesture, Moment.LATER, hand("Kh Jh 5h 4h"), COMMON)
    assert (ruling.claim, ruling.truth) == (Claim.SUM29, Truth.TRUE)


def test_the_reason_names_the_gesture_the_claim_and_the_hand() -> None:
    ruling = vocabulary(Signals.CORE5).judge(
        Gesture.WINK, Moment.LATER, hand("Kh Qh Jh Jd"), COMMON
    )
    assert ruling.reason == "a wink says 31: 12C 11C 10C 10O does not hold it"


def test_agreed_signals_must_be_named_before_play() -> None:
    with pytest.raises(NotAllowedError, match=r"agree on a list.*core5, classic13"):
        vocabulary(Signals.AGREED)


@pytest.mark.parametrize(
    ("mapping", "complaint"),
    [
        ({"scratch": ["pair"]}, "no gesture 'scratch'; allowed: bite_lip_center"),
        ({"wink": ["32"]}, "wink cannot claim '32'; allowed: two_kings"),
        ({"wink": [31]}, "wink cannot claim 31"),
        ({"wink": ["sum31 sometimes"]}, "wink has no window 'sometimes'; allowed: any"),
        ({"wink": "sum31"}, "wink is 'sum31'; allowed: a list"),
        ({"wink": ["sum31", "sum31"]}, "the same meaning twice for wink"),
    ],
)
def test_a_vocabulary_that_cannot_be_read_is_refused(
    mapping: dict[str, object], complaint: str
) -> None:
    with pytest.raises(UnreadableError, match="vocabulary mine.*" + complaint):
        Vocabulary.from_mapping("mine", mapping)


def test_a_house_may_write_its_own_vocabulary() -> None:
    mine = Vocabulary.from_mapping("mine", {"wink": ["sum31", "sum30 punto"]})
    assert mine.meanings_of(Gesture.WINK) == (
        Meaning(Gesture.WINK, Claim.SUM31),
        Meaning(Gesture.WINK, Claim.SUM30, Window.PUNTO),
    )
