"""Hands that are not open yet: late, and nowhere else."""

import pytest

from referee.cards import parse_cards
from referee.seats import Seat
from referee.table.events import HandSealed
from referee.table.hidden import KEPT_S, HiddenHand, UnrevealedHands

KINGS = HiddenHand(Seat.A, parse_cards("12O 12C 12E 12B"), b"a" * 16)
ACES = HiddenHand(Seat.B, parse_cards("1O 1C 1E 1B"), b"b" * 16)
AGAIN = HiddenHand(Seat.A, parse_cards("12O 12C 7E 7B"), b"c" * 16)
SEEN = UnrevealedHands().with_hand(KINGS, 10).with_hand(ACES, 12).with_hand(AGAIN, 40).gathered(90)


@pytest.mark.parametrize(
    ("time_s", "known"),
    [
        (9, {}),
        (10, {Seat.A: KINGS.cards}),
        (39.9, {Seat.A: KINGS.cards, Seat.B: ACES.cards}),
        (40, {Seat.A: AGAIN.cards, Seat.B: ACES.cards}),
        (90, {}),
    ],
)
def test_hands_are_as_old_as_they_are_asked_to_be(time_s: float, known: dict[Seat, object]) -> None:
    assert SEEN.as_of(time_s) == known


def test_a_seal_tells_no_card_and_proves_all_of_them() -> None:
    assert KINGS.event == HandSealed(Seat.A, KINGS.seal)
    for other in (
        HiddenHand(Seat.A, KINGS.cards[::-1], KINGS.salt),
        HiddenHand(Seat.B, KINGS.cards, KINGS.salt),
        HiddenHand(Seat.A, KINGS.cards, ACES.salt),
    ):
        assert other.seal != KINGS.seal


def test_no_text_made_of_a_hidden_hand_tells_its_cards() -> None:
    texts = (repr(KINGS), str(KINGS), f"{KINGS}", repr(SEEN), str(SEEN), str(KINGS.event))
    assert not any(card.code in text for text in texts for card in KINGS.cards)
    assert not any("REY" in text or "rey" in text for text in texts)


def test_hands_that_nobody_can_be_shown_any_more_are_forgotten() -> None:
    later = SEEN.with_hand(KINGS, 100).gathered(90 + KEPT_S)
    assert later.as_of(40) == {}
    assert later.as_of(100) == {Seat.A: KINGS.cards}
    assert len(SEEN._seen) == 4 and len(later._seen) == 3
    assert len(SEEN.gathered(KEPT_S)._seen) == 5, "the reset at 90 s is not old enough"
