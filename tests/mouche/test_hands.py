"""The mouche: what it is, what it counts, and which is best."""

import pytest

from referee.cards import Suit
from referee.errors import NotAllowedError
from referee.mouche.hands import Contest, DecidedBy, Mouche
from referee.mouche.seats import Seat

ORDER = tuple(Seat)[:4]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Kh Qh Jh 8h 7h", 45),
        ("Kh Qh Ah 8h 7h", 45),
        ("Th 9h 8h 7h Ah", 44),
        ("Kd Qd Jd Ad Td", 50),
        ("6c 5c 4c 3c 2c", 20),
    ],
)
def test_points(cards: str, points: int) -> None:
    assert Mouche.parse(Seat.P1, cards).points(ace_points=10) == points


def test_a_house_may_count_an_ace_as_one() -> None:
    assert Mouche.parse(Seat.P1, "Kh Qh Ah 8h 7h").points(ace_points=1) == 36


@pytest.mark.parametrize("cards", ["Kh Qh Jh 8h", "Kh Qh Jh 8h 7d", "Kh Kh Qh Jh 8h", ""])
def test_what_is_no_mouche(cards: str) -> None:
    with pytest.raises(NotAllowedError, match="no mouche; allowed: 5 different cards of one suit"):
        Mouche.parse(Seat.P2, cards)


@pytest.mark.parametrize(
    ("mouches", "best", "by", "reason"),
    [
        ({"P2": "9h 8h 7h Th Jh"}, "P2", None, "P2's mouche of hearts (Jh Th 9h 8h 7h)"),
        (
            {"P2": "Kh Qh Jh Ah Th", "P3": "Ks Qs 8s 7s 9s"},
            "P3",
            DecidedBy.TRUMP,
            "P3's mouche of spades (Ks Qs 9s 8s 7s), the trump suit, beats "
            "P2's mouche of hearts (Kh Qh Jh Ah Th)",
        ),
        (
            {"P2": "Kh Qh Jh 8h 7h", "P4": "Kd Qd Jd Ad 7d"},
            "P4",
            DecidedBy.POINTS,
            "P4's mouche of diamonds (Kd Qd Jd Ad 7d) of 47 beats "
            "P2's mouche of hearts (Kh Qh Jh 8h 7h) of 45",
        ),
        (
            {"P4": "Kd Qd Ad 8d 7d", "P2": "Kh Qh Jh 8h 7h"},
            "P2",
            DecidedBy.PLACE,
            "P2's mouche of hearts (Kh Qh Jh 8h 7h) and P4's mouche of diamonds "
            "(Kd Qd Ad 8d 7d) are 45 each; P2 is nearer to the dealer's right",
        ),
    ],
)
def test_the_best_mouche(
    mouches: dict[str, str], best: str, by: DecidedBy | None, reason: str
) -> None:
    held = [Mouche.parse(Seat(seat), cards) for seat, cards in mouches.items()]
    found = Contest.of(held, ORDER, Suit.ESPADAS, ace_points=10)
    assert (found.best.seat, found.decided_by, found.reason) == (best, by, reason)
    assert len(found.beaten) == len(mouches) - 1
