"""Sixteen cards become four hands, and whatever is wrong or doubtful is told, all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from referee.cards import SPANISH_48, Card
from referee.seats import Seat
from referee.vision.deck_in_view import stranger
from referee.vision.reveal import CERTAIN, Fault, FaultKind, Reveal, read_reveal
from referee.vision.seats_in_view import TableProfile
from referee.vision.sighting import CardSighting
from tests.vision.table_views import Laid, sighting, view

HANDS = {
    Seat.A: ("12O", "12C", "7E", "1B"),
    Seat.B: ("3O", "3C", "4E", "5B"),
    Seat.C: ("10O", "11C", "11E", "6B"),
    Seat.D: ("2O", "1C", "2E", "7B"),
}
"""Owner's left to right."""
Reading = tuple[str | None, float]

PROFILE = TableProfile(
    (1920, 1080),
    {
        Seat.A: np.array([(560.0, 1140), (960, 540), (1360, 1140)]),
        Seat.B: np.array([(1360.0, 1140), (960, 540), (1360, -60)]),
        Seat.C: np.array([(1360.0, -60), (960, 540), (560, -60)]),
        Seat.D: np.array([(560.0, -60), (960, 540), (560, 1140)]),
    },
)


def table(
    changed: Mapping[str, tuple[Reading, ...]] | None = None,
    *,
    missing: tuple[str, ...] = (),
    extra: Mapping[Seat, str] | None = None,
    found: Mapping[str, float] | None = None,
    turn: float = 0.0,
) -> list[CardSighting]:
    """The sure reading of HANDS, but for the cards at some labels; `extra` adds a fifth card."""
    changed, found = changed or {}, found or {}
    codes = {
        seat: [*hand, extra[seat]] if extra and seat in extra else list(hand)
        for seat, hand in HANDS.items()
    }
    seen = view({seat: Laid(count=len(hand)) for seat, hand in codes.items()}, turn=turn)
    labels = [f"{seat}{i}" for seat, hand in codes.items() for i in range(1, len(hand) + 1)]
    flat = [code for hand in codes.values() for code in hand]
    return [
        sighting(quad, *changed.get(label, ((code, 0.99),)), found=found.get(label, 0.9))
        for label, code, quad in zip(labels, flat, seen.quads, strict=True)
        if label not in missing
    ]


def hands(reveal: Reveal) -> dict[Seat, tuple[str, ...]]:
    return {seat: tuple(card.code for card in reveal.cards(seat)) for seat in Seat}


def kinds(reveal: Reveal) -> list[FaultKind]:
    return [fault.kind for fault in reveal.faults]


def only_fault(reveal: Reveal) -> Fault:
    (fault,) = reveal.faults
    return fault


@pytest.mark.parametrize("profile", [None, PROFILE], ids=["by layout", "by profile"])
def test_a_clear_table_is_complete_and_in_the_order_of_its_owners(
    profile: TableProfile | None,
) -> None:
    reveal = read_reveal(table(), profile)
    assert reveal.complete
    assert hands(reveal) == HANDS
    assert reveal.labels == tuple(f"{seat}{i}" for seat in "ABCD" for i in range(1, 5))
    assert [c.label for c in reveal.hands[Seat.B]] == ["B1", "B2", "B3", "B4"]
    assert (reveal.aside, reveal.faults) == ((), ())


@pytest.mark.parametrize("degrees", [-40, -20, 20, 40])
def test_the_order_of_a_hand_is_its_owners_from_any_side(degrees: int) -> None:
    assert hands(read_reveal(table(turn=np.radians(degrees)))) == HANDS


def test_the_order_of_sightings_does_not_matter() -> None:
    assert hands(read_reveal(table()[::-1])) == HANDS


def test_a_hand_alone_is_read_from_left_to_right() -> None:
    quads = view({Seat.A: Laid()}).quads
    alone = [sighting(q, (c, 0.99)) for q, c in zip(quads, HANDS[Seat.A], strict=True)]
    for order in (alone, alone[::-1], alone[2:] + alone[:2]):
        assert hands(read_reveal(order))[Seat.A] == HANDS[Seat.A]


# --- each fault --------------------------------------------------------------------------------


def test_an_empty_picture_is_one_fault() -> None:
    reveal = read_reveal([])
    assert only_fault(reveal).kind is FaultKind.NO_CARDS
    assert (reveal.labels, reveal.complete) == ((), False)


def test_only_cards_aside_are_no_reveal() -> None:
    assert kinds(read_reveal([sighting(view({Seat.A: Laid(1)}).quads[0], (None, 0.99))])) == [
        FaultKind.NO_CARDS
    ]


def test_a_card_too_few() -> None:
    fault = only_fault(read_reveal(table(missing=("C2",))))
    assert fault == Fault(
        FaultKind.TOO_FEW, "seat C shows 3 cards instead of 4", ("C1", "C2", "C3")
    )


def test_a_card_too_many() -> None:
    fault = only_fault(read_reveal(table(extra={Seat.D: "4O"})))
    assert fault.kind is FaultKind.TOO_MANY
    assert fault.message == "seat D shows 5 cards instead of 4"
    assert fault.labels == ("D1", "D2", "D3", "D4", "D5")


def test_a_fifth_card_that_is_hardly_there_is_left_out() -> None:
    ghost = table({"D5": (("4O", 0.4),)}, extra={Seat.D: "4O"}, found={"D5": 0.32})
    assert read_reveal(ghost).complete


def test_a_fifth_card_of_another_deck_is_no_ghost() -> None:
    """That it is not of the deck makes it doubtful, and not less of a card."""
    cards = table({"D5": (("4O", 0.6),)}, extra={Seat.D: "4O"})
    cards[-1] = stranger(cards[-1], "deck azul")
    kinds = {fault.kind for fault in read_reveal(cards).faults}
    assert kinds == {FaultKind.TOO_MANY, FaultKind.NOT_OF_DECK}


def test_a_fifth_card_clearly_found_stays_a_fault() -> None:
    real = table({"D5": (("4O", 0.4),)}, extra={Seat.D: "4O"}, found={"D5": 0.9})
    assert kinds(read_reveal(real)) == [FaultKind.TOO_MANY, FaultKind.DOUBTFUL]


def test_the_same_card_twice() -> None:
    fault = only_fault(read_reveal(table({"B1": (("12O", 0.99),)})))
    assert fault == Fault(
        FaultKind.SAME_CARD_TWICE,
        "12O (rey de oros) is read 2 times: A1, B1",
        ("A1", "B1"),
    )


def test_a_card_that_the_pack_lacks() -> None:
    sightings = table({"A3": (("8C", 0.99),)})
    fault = only_fault(read_reveal(sightings))
    assert fault == Fault(
        FaultKind.NOT_IN_PACK, "A3 is 8C (8 de copas), which is not in the pack of 40", ("A3",)
    )
    assert read_reveal(sightings, pack=SPANISH_48).complete


def test_a_face_down_card_in_a_hand() -> None:
    reveal = read_reveal(table({"D2": ((None, 0.97),)}))
    assert only_fault(reveal) == Fault(FaultKind.FACE_DOWN, "D2 lies face down", ("D2",))
    assert hands(reveal)[Seat.D] == ("2O", "2E", "7B")
    assert reveal.aside == ()


def test_a_card_of_another_deck_than_the_taught_one() -> None:
    sightings = [
        stranger(s, "deck azul") if s.card and s.card.code == "12C" else s for s in table({})
    ]
    reveal = read_reveal(sightings)
    assert only_fault(reveal) == Fault(FaultKind.NOT_OF_DECK, "A2 is not of the deck azul", ("A2",))
    assert reveal.with_corrections({"A2": Card.parse("12C")}).complete, "a person has looked"


def test_a_doubtful_card_is_told_with_what_it_may_be() -> None:
    reveal = read_reveal(table({"A2": (("12C", 0.6), ("11O", 0.2), (None, 0.1), ("5C", 0.004))}))
    fault = only_fault(reveal)
    assert (fault.kind, fault.labels) == (FaultKind.DOUBTFUL, ("A2",))
    assert fault.message.startswith("A2 is doubtful: 12C ")
    assert "face down" in fault.message
    assert "5C" not in fault.message


def test_the_threshold_says_what_is_doubtful() -> None:
    unsure = table({"A2": (("12C", CERTAIN - 0.02),)})
    assert kinds(read_reveal(unsure)) == [FaultKind.DOUBTFUL]
    assert read_reveal(unsure, threshold=CERTAIN - 0.05).complete
    assert read_reveal(table({"A2": (("12C", CERTAIN),)})).complete


def test_a_doubtful_card_is_never_what_is_surely_elsewhere() -> None:
    reveal = read_reveal(table({"A2": (("12O", 0.5), ("12C", 0.49))}))
    assert hands(reveal)[Seat.A] == HANDS[Seat.A]


def test_all_faults_are_told_at_once(golden: Callable[[str, str], None]) -> None:
    reveal = read_reveal(
        table(
            {
                "A1": (("3O", 0.99),),
                "A2": (("12C", 0.6), ("11O", 0.3)),
                "A3": (("9E", 0.99),),
                "D2": ((None, 0.97),),
            },
            missing=("C4",),
            extra={Seat.B: "4O"},
        )
    )
    assert set(kinds(reveal)) == set(FaultKind) - {
        FaultKind.NO_CARDS,
        FaultKind.NOT_OF_DECK,
        FaultKind.SEATS_UNCLEAR,
    }
    golden(
        "reveal_faults.txt",
        "".join(f"{f.kind.value}: {f.message} [{' '.join(f.labels)}]\n" for f in reveal.faults),
    )


# --- cards face down ---------------------------------------------------------------------------


def stock_at(x: float, y: float) -> CardSighting:
    quad = view({Seat.A: Laid(1, reach=0)}).quads[0]
    return sighting(quad + np.subtract((x, y), quad.mean(axis=0)), (None, 0.99))


@pytest.mark.parametrize("profile", [None, PROFILE], ids=["by layout", "by profile"])
@pytest.mark.parametrize("spot", [(960, 540), (1250, 850), (700, 200)])
def test_the_stock_and_discards_belong_to_no_hand(
    profile: TableProfile | None, spot: tuple[float, float]
) -> None:
    reveal = read_reveal([*table(), stock_at(*spot)], profile)
    assert reveal.complete
    assert hands(reveal) == HANDS
    assert [tuple(s.centre) for s in reveal.aside] == [pytest.approx(spot)]


def test_a_discard_beside_a_whole_hand_does_not_join_it() -> None:
    beside = np.add(table()[3].centre, (60, 40))
    reveal = read_reveal([*table(), stock_at(*beside)])
    assert reveal.complete
    assert len(reveal.aside) == 1


def test_the_stock_does_not_stand_in_for_a_missing_card() -> None:
    stock = stock_at(960, 540)
    reveal = read_reveal([*table(missing=("A2",)), stock])
    assert kinds(reveal) == [FaultKind.TOO_FEW]
    assert reveal.aside == (stock,)


def test_the_nearest_face_down_card_fills_a_hand() -> None:
    sightings = table({"D2": ((None, 0.97),)})
    further = stock_at(*np.add(sightings[13].centre, (70, 0)))
    reveal = read_reveal([further, *sightings])
    assert kinds(reveal) == [FaultKind.FACE_DOWN]
    assert reveal.hands[Seat.D][1].sighting is sightings[13]
    assert reveal.aside == (further,)


@pytest.mark.parametrize("degrees", [43, 45, 47])
def test_across_a_corner_nobody_knows_who_is_a(degrees: float) -> None:
    seen = read_reveal(table(turn=np.radians(degrees)))
    assert only_fault(seen).kind is FaultKind.SEATS_UNCLEAR
    assert "--table" in only_fault(seen).message
    named_by_hand = seen.with_corrections({"A1": seen.cards(Seat.A)[0]})
    assert kinds(named_by_hand) == [FaultKind.SEATS_UNCLEAR], "no card says who is who"


@pytest.mark.parametrize("degrees", [38, 52])
def test_a_little_off_the_corner_is_enough(degrees: float) -> None:
    assert read_reveal(table(turn=np.radians(degrees))).complete


def test_a_profile_knows_the_seats_across_a_corner() -> None:
    seen = read_reveal(table(turn=np.radians(45)), PROFILE)
    assert FaultKind.SEATS_UNCLEAR not in kinds(seen)


# --- corrections -------------------------------------------------------------------------------


def named(**corrections: str) -> dict[str, Card]:
    return {label: Card.parse(code) for label, code in corrections.items()}


def test_a_person_settles_a_doubt_and_turns_a_card() -> None:
    reveal = read_reveal(table({"A2": (("11O", 0.5), ("12C", 0.3)), "D2": ((None, 0.97),)}))
    assert len(reveal.faults) == 2
    corrected = reveal.with_corrections(named(A2="12C", D2="1C"))
    assert corrected.complete
    assert hands(corrected) == HANDS
    assert len(reveal.faults) == 2, "the reveal that was read stays as it was"


def test_corrections_add_up() -> None:
    reveal = read_reveal(table({"A2": (("11O", 0.5),), "D2": ((None, 0.97),)}))
    assert reveal.with_corrections(named(A2="12C")).with_corrections(named(D2="1C")).complete


def test_a_sure_reading_can_be_corrected_too() -> None:
    corrected = read_reveal(table()).with_corrections(named(A1="4O"))
    assert corrected.cards(Seat.A)[0] == Card.parse("4O")
    assert corrected.complete


def test_a_wrong_correction_is_a_fault_of_its_own() -> None:
    corrected = read_reveal(table()).with_corrections(named(A1="3O", A2="8C"))
    assert kinds(corrected) == [FaultKind.NOT_IN_PACK, FaultKind.SAME_CARD_TWICE]


MISREAD = {"A1": (("5O", 0.95),), "B1": (("5O", 0.55), ("11E", 0.40)), "C3": (("7O", 0.99),)}
"""B1 is taken for 11E because A1 is taken for 5O."""


def test_a_correction_takes_back_what_it_was_a_reason_for() -> None:
    reveal = read_reveal(table(MISREAD))
    assert reveal.complete and reveal.cards(Seat.B)[0] == Card.parse("11E")
    corrected = reveal.with_corrections(named(A1="12O"))
    assert kinds(corrected) == [FaultKind.DOUBTFUL]
    assert only_fault(corrected).labels == ("B1",)
    assert corrected.with_corrections(named(B1="5O")).complete


@pytest.mark.parametrize("back", [(("11E", 0.97),), ((None, 0.97),)])
def test_a_correction_settles_other_doubts(back: tuple[Reading, ...]) -> None:
    doubtful = {"C3": back, "B1": (("7O", 0.5), ("3O", 0.45))}
    reveal = read_reveal(table(doubtful))
    assert not reveal.complete
    corrected = reveal.with_corrections(named(C3="7O"))
    assert corrected.complete and corrected.cards(Seat.B)[0] == Card.parse("3O")


def test_an_unknown_label_is_refused() -> None:
    with pytest.raises(KeyError, match="A5"):
        read_reveal(table()).with_corrections(named(A1="4O", A5="12O"))


def test_cards_that_lie_in_no_area_of_the_profile_are_told() -> None:
    away = {seat: area + 5000 for seat, area in PROFILE.polygons.items()}
    fault = only_fault(read_reveal(table(), TableProfile((1920, 1080), away)))
    assert fault.kind is FaultKind.NO_CARDS
    assert fault.message.startswith("16 cards lie in no seat's area of the table profile")


def test_a_profile_keeps_an_empty_seat_empty() -> None:
    cards = table(missing=("B1", "B2", "B3", "B4"))
    reveal = read_reveal(cards, PROFILE)
    assert only_fault(reveal).message == "seat B shows 0 cards instead of 4"


def test_an_open_card_outside_every_seat_is_put_aside_and_not_forgotten() -> None:
    far = sighting(np.add(stock_at(0, 0).quad, (-5000, -5000)), ("7E", 0.99))
    reveal = read_reveal([*table(), far], PROFILE)
    assert hands(reveal) == HANDS
    assert [s.card for s in reveal.aside] == [Card.parse("7E")]
