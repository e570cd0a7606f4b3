"""What cameras report while the log cannot be written."""

import logging

import pytest

from referee.attending import MOST_KEPT, Attendant, attend
from referee.pipeline.reports import CameraTold, Witnessed
from referee.table.seen import CameraStatus
from referee.web.desk import Desk, NotStoredError
from tests.browser.deals import open_match, reveal
from tests.web.conftest import FullDisk

REVEAL = Witnessed("top", reveal(), 2.0)
LOST = CameraTold("top", CameraStatus.LOST, "unplugged", 3.0)


@pytest.fixture
def journal() -> FullDisk:
    return FullDisk()


@pytest.fixture
def desk(journal: FullDisk) -> Desk:
    desk = Desk(journal)
    open_match(desk)
    return desk


def test_a_log_that_cannot_be_written_is_no_refusal(desk: Desk, journal: FullDisk) -> None:
    journal.full = True
    with pytest.raises(NotStoredError, match=r"nothing was changed: .*disk is full"):
        attend(desk, REVEAL, hidden_hands=False)
    assert desk.faults()


def test_reports_are_kept_in_order_until_they_are_written(
    desk: Desk, journal: FullDisk, caplog: pytest.LogCaptureFixture
) -> None:
    attendant = Attendant(desk, hidden_hands=False)
    journal.full = True
    attendant(REVEAL)
    attendant(LOST)
    assert not attendant.bring() and not attendant.bring() and desk.events == 2
    assert [r.message for r in caplog.records if r.levelno == logging.ERROR] == [
        "what camera top reports is kept: nothing was changed: "
        "log.sqlite: the log cannot be written: the disk is full"
    ]
    journal.full = False
    assert attendant.bring()
    assert [str(one.event) for one in desk.table.recorded[2:]] == [
        "reveal of 16 cards read by top",
        "camera top lost: unplugged",
    ]


def test_at_the_end_everything_is_written(desk: Desk) -> None:
    with Attendant(desk, hidden_hands=False) as attendant:
        attendant(LOST)
    assert desk.events == 3


def test_what_is_lost_at_the_end_is_said(
    desk: Desk, journal: FullDisk, caplog: pytest.LogCaptureFixture
) -> None:
    journal.full = True
    with Attendant(desk, hidden_hands=False) as attendant:
        attendant(LOST)
    assert "1 reports of cameras are lost" in caplog.text


def test_a_refused_report_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    attend(Desk(FullDisk()), REVEAL, hidden_hands=False)
    assert "camera:top: Witnessed is refused: " in caplog.text


def test_a_report_that_breaks_something_stops_no_other(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.on_events.append(lambda recorded, seconds: [][0])
    attendant = Attendant(desk, hidden_hands=False)
    attendant(REVEAL)
    attendant(LOST)
    assert attendant.bring() and desk.events == 4
    assert "cannot be used" in caplog.text


def test_what_waits_for_a_full_disk_is_bounded_and_what_goes_is_said(
    desk: Desk, journal: FullDisk, caplog: pytest.LogCaptureFixture
) -> None:
    attendant = Attendant(desk, hidden_hands=False)
    journal.full = True
    for number in range(MOST_KEPT + 2):
        attendant(CameraTold("top", CameraStatus.LOST, f"fault {number}", 3.0))
    assert attendant.waiting == MOST_KEPT
    assert caplog.text.count("what camera top reported is lost") == 2
    journal.full = False
    assert attendant.bring() and attendant.waiting == 0
    first, *_, last = (str(one.event) for one in desk.table.recorded[2:])
    assert first.endswith("fault 2") and last.endswith(f"fault {MOST_KEPT + 1}")
