"""What the cameras report becomes events that the table's log can hold."""

import json

import pytest

from referee.cards import Card
from referee.pipeline.replay import replay
from referee.pipeline.reports import CameraTold, HandSeen, RevealSeen, Witnessed, event_of
from referee.seats import Seat
from referee.table.codec import event_from_json, event_to_json
from referee.table.events import CameraChanged, Noticed, RevealCommitted
from referee.table.seen import CameraStatus, Evidence
from referee.vision.reveal import read_reveal
from tests.frames.fakes import picture
from tests.pipeline.scenes import StubEyes
from tests.vision.films import reading


def test_a_reveal_is_written_down_card_by_card() -> None:
    reveal = read_reveal(reading(0.87654))
    evidence = Evidence("reveal-1.jpg", "00" * 32)
    event = event_of(RevealSeen("top", reveal, picture(3.0), 3), evidence)
    assert isinstance(event, RevealCommitted)
    assert len(event.cards) == 16 and event.camera == "top" and event.evidence == evidence
    assert {card.label for card in event.cards} == set(reveal.labels)
    assert {card.card for card in event.cards if card.seat is Seat.A} == set(reveal.cards(Seat.A))
    assert event.cards[0].confidence == 0.8765
    assert event.doubtful_below == reveal.threshold
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@pytest.mark.parametrize(
    "report, event",
    [
        (
            CameraTold("top", CameraStatus.LOST, "gives no picture", 1.0),
            CameraChanged("top", CameraStatus.LOST, "gives no picture"),
        ),
        (Witnessed("faces", Noticed("a wink"), 1.0), Noticed("a wink")),
        (HandSeen("hand_a", Seat.A, (Card.parse("12O"),), 1.0), None),
    ],
)
def test_other_reports(report, event) -> None:  # type: ignore[no-untyped-def]
    assert event_of(report) == event


def test_a_replay_takes_the_frames_of_all_cameras_in_order_of_time() -> None:
    seen: list[tuple[str, float]] = []

    def eyes(name: str) -> StubEyes:
        return StubEyes(lambda frame: seen.append((name, frame.time_s)) or ())  # type: ignore[func-returns-value]

    streams = {
        "b": ([picture(0.0), picture(0.2), picture(0.2)], eyes("b")),
        "a": ([picture(0.1), picture(0.2)], eyes("a")),
    }
    assert list(replay(streams)) == []  # type: ignore[arg-type]
    assert seen == [("b", 0.0), ("a", 0.1), ("a", 0.2), ("b", 0.2), ("b", 0.2)]
