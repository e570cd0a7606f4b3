"""Threads that look, one that watches over them, and nothing that stops the others."""

import logging
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
import pytest

from referee.frames.frame import Frame
from referee.pipeline.eyes import CardEyes, HandEyes
from referee.pipeline.pipeline import Pipeline, Watched
from referee.pipeline.reports import CameraTold, HandSeen, Report, RevealSeen, Witnessed
from referee.seats import Seat
from referee.table.events import Noticed
from referee.table.seen import CameraStatus
from referee.vision.hand_watch import HandWatch
from referee.vision.reveal_watch import RevealWatch
from tests.frames.fakes import Time, WaitingDevice, eventually, picture
from tests.pipeline.scenes import StubEyes, live, played
from tests.vision.films import ScenesReader, film, reading

NUMBERED = [picture(float(i)) for i in range(20)]


def say(frame: Frame) -> Sequence[Report]:
    return [Witnessed("top", Noticed(f"{frame.time_s:g}"), frame.time_s)]


def ran(*watched: Watched, time: Time) -> list[Report]:
    """What a pipeline of recordings reports until they are over."""
    reports: list[Report] = []
    with Pipeline(watched, reports.append, time.clock) as pipeline:
        eventually(lambda: pipeline.over)
    return reports


def test_every_frame_of_a_recording_is_looked_at_in_order() -> None:
    time, eyes = Time(), StubEyes(say)
    reports = ran(Watched(played("top", NUMBERED, time), eyes), time=time)
    assert [frame.time_s for frame in eyes.frames] == [float(i) for i in range(20)]
    assert [report.time_s for report in reports] == [float(i) for i in range(20)]
    assert eyes.closed


@pytest.mark.parametrize("broken_off", [False, True], ids=["over", "stopped"])
def test_what_is_open_at_the_end_is_reported(broken_off: bool) -> None:
    time, eyes = Time(), StubEyes()
    eyes.last = [Witnessed("top", Noticed("at the end"), 19.0)]
    if broken_off:
        reports: list[Report] = []
        camera = live("top", WaitingDevice(), time)
        with Pipeline([Watched(camera, eyes)], reports.append, time.clock):
            pass
        reports = [report for report in reports if isinstance(report, Witnessed)]
    else:
        reports = ran(Watched(played("top", NUMBERED, time), eyes), time=time)
    assert reports == eyes.last and eyes.closed


def test_a_reveal_and_a_hand_are_reported_once() -> None:
    time = Time()
    frames = list(film((1, True), (2, False)))
    table = CardEyes("top", RevealWatch(ScenesReader().at(0, reading())))
    hand = HandEyes("hand_b", HandWatch(Seat.B, ScenesReader().at(0, reading()[4:8])))
    reports = ran(
        Watched(played("top", frames, time), table),
        Watched(played("hand_b", frames, time), hand),
        time=time,
    )
    (reveal,) = [report for report in reports if isinstance(report, RevealSeen)]
    (seen,) = [report for report in reports if isinstance(report, HandSeen)]
    assert reveal.reveal.complete and reveal.camera == "top"
    assert seen.seat is Seat.B and {card.code for card in seen.cards} == {"11E", "10O", "7C", "4B"}


def test_a_fault_in_one_pair_of_eyes_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def fail(frame: Frame) -> Sequence[Report]:
        raise ZeroDivisionError("of this frame")

    time, good = Time(), StubEyes(say)
    bad = StubEyes(fail)
    reports = ran(
        Watched(played("bad", NUMBERED, time), bad),
        Watched(played("top", NUMBERED, time), good),
        time=time,
    )
    assert len(reports) == len(bad.frames) == 20
    told = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert len(told) == 1, "a fault of every frame is told once"
    assert "camera bad: ZeroDivisionError: of this frame" in told[0].getMessage()


def test_a_report_that_is_refused_does_not_end_the_looking() -> None:
    time, eyes = Time(), StubEyes(say)

    def refuse(report: Report) -> None:
        raise RuntimeError("the log is full")

    with Pipeline([Watched(played("top", NUMBERED, time), eyes)], refuse, time.clock) as pipeline:
        eventually(lambda: pipeline.over)
    assert len(eyes.frames) == 20


def test_eyes_that_are_slow_see_the_newest_frame() -> None:
    time, device, eyes = Time(), WaitingDevice(), StubEyes()
    with Pipeline([Watched(live("top", device, time), eyes)], print, time.clock) as pipeline:
        for frame in NUMBERED:
            device.frames.put(frame)
        eventually(lambda: eyes.frames and eyes.frames[-1].time_s == 19.0)
        (report,) = pipeline.health()
        assert report.drops["overtaken"] == sum(report.drops.values()) == 20 - len(eyes.frames)
        device.frames.put(None)
    times = [frame.time_s for frame in eyes.frames]
    assert all(a < b for a, b in pairwise(times))


def test_a_camera_that_never_gave_a_picture_gets_older_all_the_same() -> None:
    time, device = Time(), WaitingDevice()
    with Pipeline([Watched(live("top", device, time), StubEyes())], print, time.clock) as pipeline:
        time.now += 60
        assert pipeline.health()[0].age_ms == 60_000
        device.frames.put(None)


def test_a_camera_that_is_lost_and_comes_back_is_told() -> None:
    time, device = Time(), WaitingDevice()
    reports: list[Report] = []
    pipeline = Pipeline(
        [Watched(live("top", device, time), StubEyes())], reports.append, time.clock
    )
    pipeline.start()
    device.frames.put(picture())
    eventually(lambda: pipeline.picture("top"))
    pipeline.check()
    assert reports == []
    time.now += 4
    pipeline.check()
    pipeline.check()
    assert pipeline.picture("top") is None, "a stale picture is no picture"
    assert pipeline.health()[0].status is CameraStatus.LOST
    device.frames.put(picture())
    eventually(lambda: pipeline.picture("top"))
    pipeline.check()
    device.frames.put(None)
    pipeline.stop()
    told = [r.status for r in reports if isinstance(r, CameraTold)]
    assert told == [CameraStatus.LOST, CameraStatus.OK]


def test_a_picture_is_drawn_and_encoded_once_for_all() -> None:
    time, device, eyes = Time(), WaitingDevice(), StubEyes()
    with Pipeline([Watched(live("top", device, time), eyes)], print, time.clock) as pipeline:
        device.frames.put(Frame(np.full((720, 1600, 3), 99, np.uint8), 0.0, "top"))
        eventually(lambda: pipeline.picture("top"))
        first = pipeline.picture("top")
        assert first is pipeline.picture("top") and eyes.drawn == 1
        assert first is not None
        image = cv2.imdecode(np.frombuffer(first.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image.shape == (576, 1280, 3)
        time.now += 0.2
        device.frames.put(picture(1.0))
        eventually(lambda: pipeline.picture("top").number == 2)  # type: ignore[union-attr]
        device.frames.put(None)


def test_a_hand_camera_has_no_picture_and_shows_no_card_in_what_is_printed() -> None:
    time, device = Time(), WaitingDevice()
    eyes = HandEyes("hand_a", HandWatch(Seat.A, ScenesReader().at(0, reading()[:4])))
    reports: list[Report] = []
    watched = [Watched(live("hand_a", device, time), eyes)]
    with Pipeline(watched, reports.append, time.clock) as pipeline:
        for frame in film((2, True)):
            device.frames.put(frame)
            eventually(device.frames.empty)
            assert pipeline.picture("hand_a") is None
        eventually(lambda: reports)
        assert pipeline.health()[0].shows_hands
        device.frames.put(None)
    assert "12O" not in repr(reports)
    with pytest.raises(PermissionError):
        eyes.draw(picture())


def test_an_unknown_camera_has_no_picture() -> None:
    assert Pipeline([], print, Time().clock).picture("top") is None


def test_two_cameras_of_one_name_are_refused() -> None:
    time = Time()
    watched = [Watched(played("top", [], time), StubEyes()) for _ in range(2)]
    with pytest.raises(ValueError, match="two cameras"):
        Pipeline(watched, print, time.clock)


def test_after_the_cards_were_gathered_a_hand_camera_begins_anew() -> None:
    gathered = 0
    hand = reading()[:4]
    reader = ScenesReader().at(0, hand).at(3, []).at(5, hand).at(8, []).at(10, hand)
    eyes = HandEyes("hand_a", HandWatch(Seat.A, reader), lambda: gathered)
    seen = []
    for frame in film((13, True)):
        gathered = int(frame.time_s >= 8.5)
        seen += [frame.time_s for _ in eyes.look(frame)]
    assert len(seen) == 2 and seen[0] < 3 and seen[1] > 10
