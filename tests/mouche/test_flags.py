"""What is asked of the referee, and when."""

import pytest

from referee.mouche.flags import FlagKind
from tests.mouche.table import ALL_IN, DEALT, deal_of, events, played


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("P2 asks P1 no, P1 mouche Kh Qh Jh 9h 8h", [FlagKind.FALSE_ANSWER]),
        ("P2 asks P1 silence, P1 mouche Kh Qh Jh 9h 8h", []),
        ("P2 asks P1 yes, P1 Kh, P2 9h, P3 Th, P1 Qd", [FlagKind.FALSE_ANSWER]),
        ("P2 asks P1 yes, P1 Kh, P2 9h, P3 Th, P1 Qh", []),
        ("P2 asks P1 silence, P1 Kh, P2 9h, P3 Th, P1 Qd", []),
        ("P2 asks P1 evasion, P1 Kh, P2 9h, P3 Th, P1 Qd", []),
        ("P1 Qh, P2 8d, P3 Kh, P3 9d, P1 Qd, P2 9h", [FlagKind.NOT_FOLLOWED]),
    ],
)
def test_flags_are_raised_as_soon_as_a_card_proves_them(said: str, kinds: list[FlagKind]) -> None:
    deal = deal_of()
    raised = []
    for event in events(f"{ALL_IN}, {said}"):
        assert not raised
        deal = deal.apply(event)
        raised = [flag.kind for flag in deal.flags]
    assert raised == kinds


def test_a_mouche_that_is_played_instead_of_declared_is_a_question() -> None:
    said = f"{DEALT}, P1 stick, P2 pass, P3 stick, P1 Kh, P3 9h, P1 Qh, P3 Th, P1 Jh, P3 8d"
    deal = played(deal_of(players=3), f"{said}, P1 Ah, P3 9d")
    assert deal.flags == ()
    deal = played(deal, "P1 8h")
    assert [str(flag) for flag in deal.flags] == [
        "P1 stuck with Kh Qh Jh Ah 8h and did not declare the mouche? "
        "Rule: a mouche is declared before the first trick"
    ]
