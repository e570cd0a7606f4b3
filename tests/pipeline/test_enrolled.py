"""What players showed before a match is used while it is played and gone when it closes."""

import logging
from pathlib import Path

import pytest

from referee.pipeline.enrolled import Enrolled
from referee.seats import Seat
from referee.signals.gesture import Gesture, Side
from referee.signals.templates import MatchTemplates, Template, Templates
from referee.table.events import MatchClosed
from referee.table.fold import Table
from tests.pipeline.test_face_eyes import CORRIDO, Told, eyes, run
from tests.table.tables import act, opened

CLOSED = act(opened(), MatchClosed())
SHOWN = Templates(
    (
        Template(Gesture.EYES_SHUT, None, 1.0, (1.4, 0.0, -1.0, 0.0)),
        Template(Gesture.WINK, Side.LEFT, 1.0, (0.0, 1.4, 0.0, -1.0)),
    )
)
"""Of somebody whose eyes, when both are shut, look like a wink."""


@pytest.fixture
def store(tmp_path: Path) -> MatchTemplates:
    store = MatchTemplates(tmp_path / "enrolled")
    store.save("A", SHOWN)
    return store


def test_it_is_read_when_a_match_opens_and_deleted_when_it_closes(store: MatchTemplates) -> None:
    enrolled = Enrolled(store)
    assert enrolled.follow(Table().state)  # before the match: nothing is deleted yet
    assert enrolled.follow(opened().state)
    assert enrolled.of(Seat.A) == SHOWN and enrolled.of(Seat.B) == Templates()
    assert not enrolled.follow(opened().state)
    assert enrolled.follow(CLOSED.state)
    assert enrolled.of(Seat.A) == Templates()


def test_what_was_shown_after_a_match_is_for_the_next_one(store: MatchTemplates) -> None:
    assert Enrolled(store).follow(CLOSED.state)
    assert store.load("A") == SHOWN


def test_what_cannot_be_read_is_left_out_and_told(
    store: MatchTemplates, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "enrolled" / "A.json").write_text("{")
    with caplog.at_level(logging.WARNING):
        assert Enrolled(store).of(Seat.A) == Templates()
    assert "enrol the player again" in caplog.text


@pytest.mark.parametrize(("shows", "questions"), [(False, 1), (True, 0)])
def test_a_camera_of_faces_goes_by_it(
    store: MatchTemplates, tmp_path: Path, shows: bool, questions: int
) -> None:
    told = Told((0.0, CORRIDO), (7.5, act(CORRIDO, MatchClosed())))
    watching = eyes(tmp_path / "evidence", told, enrolled=Enrolled(store) if shows else None)
    assert len(run(watching, 8.0, told)) == questions
    assert store.load("A") == (Templates() if shows else SHOWN)
