"""Events and reports of cameras in the languages of the pages."""

import pytest

from referee.cards import Card
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.pipeline.pipeline import LENT
from referee.seats import Seat
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    CardNamed,
    Corrected,
    DealStarted,
    Event,
    FlagRaised,
    MatchClosed,
    MatchOpened,
    Noticed,
    RulingGiven,
    ScoreSet,
)
from referee.table.seen import CameraStatus
from referee.table.verdict import Verdict
from referee.web.said import said_by
from referee.web.telling import event_phrase, report_phrase
from referee.web.words import LANGUAGES, words
from tests.browser.deals import reveal

EVENTS: list[Event] = [
    MatchOpened(Ruleset.preset(), Seat.D),
    DealStarted(Seat.A),
    BetsEntered(),
    reveal(),
    CardNamed(4, "A2", Card.parse("7O")),
    ScoreSet(Score(3, 7)),
    FlagRaised(Seat.B, "a wink"),
    RulingGiven(7, Verdict.NOT_ALLOWED),
    Noticed("lluvia"),
    CameraChanged("top", CameraStatus.LOST, "unplugged"),
    Corrected(3),
    Corrected(3, (Noticed("x"),)),
    MatchClosed(),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_is_said_in_every_language(language: str) -> None:
    told = []
    for event in EVENTS:
        found = event_phrase(event, said_by)
        assert found is not None
        told.append(words(language)(found.key, **found.args))
    assert len(set(told)) == len(EVENTS)
    assert not any("{" in text or text.startswith("event.") for text in told)
    assert language == "en" or str(EVENTS[1]) not in told


def test_numbers_and_names_are_in_the_sentence() -> None:
    found = event_phrase(EVENTS[5], said_by)
    assert found and words("es")(found.key, **found.args) == "El tanteo se pone en AC 3, BD 7"
    found = event_phrase(EVENTS[7], said_by)
    assert found and "7" in words("eu")(found.key, **found.args)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("the camera has moved 14 px: recalibrate", "kamera 14 px mugitu da: kalibratu berriro"),
        ("only 3.1 frames a second", "segundoko 3.1 irudi bakarrik"),
        ("gives no picture", "ez du irudirik ematen"),
        (LENT, words("eu")("camera.said.teaching")),
        ("V4L2: device busy", None),
    ],
)
def test_what_cameras_report_is_said_unless_a_driver_says_it(
    message: str, said: str | None
) -> None:
    found = report_phrase(message)
    assert (words("eu")(found.key, **found.args) if found else None) == said
