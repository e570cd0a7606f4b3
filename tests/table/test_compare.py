"""Two logs tell the same story, or where they part."""

from dataclasses import replace

from referee.table.commands import StartDeal
from referee.table.compare import differences
from tests.table.tables import act, opened, reveal, steps

CALLED = act(opened(), StartDeal(), *steps("A no_mus, A bet 2, B accept")).recorded
REFUSED = act(opened(), StartDeal(), *steps("A no_mus, A bet 2, B refuse"), reveal()).recorded


def test_when_by_whom_and_under_which_number_does_not_matter() -> None:
    later = [replace(one, seq=one.seq + 7, by="another") for one in CALLED]
    assert differences(CALLED, later) == ()


def test_what_only_one_of_them_tells() -> None:
    assert [str(found) for found in differences(CALLED, REFUSED)] == [
        "5 call (B accept) | 5 call (B refuse), 6 reveal_committed (reveal of 16 cards read by top)"
    ]
    assert [str(found) for found in differences(CALLED, CALLED[:3] + CALLED[4:])] == [
        "4 call (A bet 2) | nothing"
    ]
