"""A camera that follows cards laid one at a time: what it reports, and when it looks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cards import Card
from referee.config import load_config
from referee.frames.frame import Frame
from referee.mouche.events import Anted
from referee.pipeline.build import build_pipeline
from referee.pipeline.reports import Report, Witnessed
from referee.pipeline.trick_eyes import DealAlone, TrickCue, TrickEyes, cue_of
from referee.table.fold import Table
from referee.table.mouche_events import CardLaid, MoucheClosed, TrickSwept
from referee.vision.detector import CardReader
from referee.vision.models import Faces
from referee.vision.sighting import CardSighting
from tests.frames.fakes import Time, eventually
from tests.mouche.table import TRICKS, card
from tests.table.mouche_tables import SAID, opened, played, settled
from tests.table.tables import act
from tests.vision.test_tricks import seen

TURN_UP, PLAYING = TrickCue(2, False), TrickCue(2, True, (card("8s"),))


class Readings:
    """A reader that is told what lies on the table, and counts how often it was asked."""

    def __init__(self) -> None:
        self.there = ""
        self.asked = 0

    def read(self, frame: Frame) -> Sequence[CardSighting]:
        self.asked += 1
        return seen(self.there)

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        return self.read(frame)


class Watched:
    """Eyes over a table that lies still, some frames for whatever is shown."""

    def __init__(self, cue: TrickCue | None) -> None:
        self.cue, self.reader, self.time_s, self.grey = cue, Readings(), 0.0, 0
        self.eyes = TrickEyes("top", self.reader, lambda: self.cue)

    def show(self, there: str, frames: int = 5) -> list[str]:
        """What is reported while these cards lie there."""
        self.reader.there = there
        self.grey = (self.grey + 60) % 240
        said: list[str] = []
        for _ in range(frames):
            self.time_s += 0.2
            said += [told(report) for report in self.eyes.look(self.frame())]
        return said

    def frame(self) -> Frame:
        """A picture in which something has moved since other cards lay there."""
        return Frame(np.full((720, 960, 3), self.grey, np.uint8), self.time_s, "top")


def told(report: Report) -> str:
    assert isinstance(report, Witnessed) and report.camera == "top"
    assert isinstance(report.event, CardLaid | TrickSwept)
    return str(report.event).removesuffix(", read by top").removesuffix(", seen by top")


def test_cards_are_reported_in_order_and_a_sweep_with_the_card_after_it() -> None:
    table = Watched(PLAYING)
    assert table.show("8s@d Kh@a") == ["Kh laid"]
    assert table.show("8s@d Kh@a 9h@b") == ["9h laid"]
    assert table.show("8s@d") == []
    assert table.show("8s@d Qh@a") == ["trick swept", "Qh laid"]


def test_cards_that_were_only_covered_are_not_swept() -> None:
    table = Watched(PLAYING)
    assert table.show("Kh@a") == ["Kh laid"]
    assert table.show("") == []
    assert table.show("Kh@a") == []
    assert table.show("Kh@a 9h@b") == ["9h laid"]


def test_the_card_turned_up_is_read_once_the_last_trick_is_gone() -> None:
    table = Watched(TURN_UP)
    assert table.show("Kd@a 9d@b Ad@c") == []
    assert table.show("#@d") == []
    assert table.show("#@d 8s@a") == ["8s laid"]


def test_of_a_card_that_lay_there_before_the_deal_was_entered_a_person_is_asked() -> None:
    table = Watched(TURN_UP)
    assert table.show("#@d 8s@a", 10) == []
    assert table.show("#@d 8s@a", 30) == ["8s laid, read by top, doubtful"]
    table.cue = PLAYING
    assert table.show("#@d 8s@a Kh@b") == ["Kh laid"]


def test_a_trick_that_still_lies_there_is_not_turned_up() -> None:
    assert Watched(TURN_UP).show("Kd@a 9d@b", 100) == []


def test_a_card_that_a_person_has_entered_is_not_reported_as_the_next() -> None:
    table = Watched(PLAYING)
    table.cue = TrickCue(2, True, (card("8s"), card("Kh")))
    assert table.show("Kh@a") == []
    assert table.show("Kh@a 9h@b:0.5", 14) == ["9h laid, read by top, doubtful"]


def test_a_lead_that_a_person_has_entered_has_begun_the_next_trick() -> None:
    table = Watched(PLAYING)
    table.show("Kh@a")
    table.show("Kh@a 9h@b")
    table.cue = TrickCue(2, True, (card("8s"), card("Kh"), card("9h"), card("Qh")))
    table.show("")
    assert table.show("Qh@a") == []
    assert table.show("Qh@a Th@b") == ["Th laid"]


def test_a_card_that_the_camera_has_reported_is_reported_again_for_the_table_to_refuse() -> None:
    table = Watched(PLAYING)
    assert table.show("Kh@a") == ["Kh laid"]
    table.cue = TrickCue(2, True, (card("8s"), card("Kh")))
    table.show("")
    table.show("")
    assert table.show("Kh@d:0.5", 14) == ["trick swept", "Kh laid, read by top, doubtful"]


def test_two_cards_at_once_and_a_doubtful_one_are_reported_as_what_they_are() -> None:
    table = Watched(PLAYING)
    assert table.show("Kh@a 9h@b") == [
        "Kh laid, read by top, order unknown",
        "9h laid, read by top, order unknown",
    ]
    assert table.show("Kh@a 9h@b Th@c:0.5", 14) == ["Th laid, read by top, doubtful"]


def test_nothing_is_read_while_no_card_is_awaited() -> None:
    table = Watched(None)
    assert table.show("Kh@a") == [] and table.reader.asked == 0
    table.cue = PLAYING
    assert table.show("Kh@a") == ["Kh laid"]


def test_a_table_that_lies_still_for_long_is_read_seldom() -> None:
    table = Watched(PLAYING)
    table.show("Kh@a", 100)
    assert 20 < table.reader.asked < 40, "20 s, ten readings and then one a second"


@pytest.mark.parametrize(
    ("table", "cue"),
    [
        (Table(), None),
        (opened(), None),
        (act(opened(), Anted()), None),
        (played("deal 3+2"), TrickCue(2, False)),
        (played("deal 3+2, turn 8s"), None),
        (played(SAID), PLAYING),
        (played(f"{SAID}, P1 Kh"), TrickCue(2, True, (card("8s"), card("Kh")))),
        (settled(), None),
        (act(played(f"{SAID}, P1 Kh"), MoucheClosed()), None),
    ],
)
def test_what_a_table_waits_for(table: Table, cue: TrickCue | None) -> None:
    assert cue_of(table.state) == cue


def test_a_camera_that_starts_in_a_trick_takes_the_cards_there_as_known() -> None:
    table = Watched(TrickCue(2, True, (card("8s"), card("Kh"))))
    assert table.show("8s@d Kh@a") == []
    assert table.show("8s@d Kh@a 9h@b") == ["9h laid"]


def test_the_picture_shows_what_was_read() -> None:
    table = Watched(PLAYING)
    table.show("Kh@a 9h@b:0.4 #@c")
    frame = table.frame()
    assert (table.eyes.draw(frame) != frame.image).any()
    assert not table.eyes.secret
    table.cue = None
    table.show("")
    assert table.eyes.draw(frame) is frame.image


def test_every_card_of_the_deal_is_awaited_until_it_is_over() -> None:
    laid = [Card.parse("8E"), *(card(part.split()[1]) for part in TRICKS.split(","))]
    table = played(SAID)
    for number, one in enumerate(laid[1:], 1):
        cue = cue_of(table.state)
        assert cue and cue.standing == tuple(laid[:number])
        table = act(table, CardLaid(one, camera="top"))
    assert cue_of(table.state) is None


def test_a_camera_of_a_table_of_mouche_follows_the_tricks(tmp_path: Path) -> None:
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), np.full((720, 960, 3), 40, np.uint8))
    text = "version: 1\ntable: {game: mouche}\ncameras: {top: {source: ., role: cards}}\n"
    (tmp_path / "table.yaml").write_text(text)
    reader, time, reports = Readings(), Time(), list[Report]()
    reader.there = "8s@d Kh@a"
    pipeline = build_pipeline(
        load_config(tmp_path / "table.yaml"),
        tmp_path,
        reports.append,
        clock=time.clock,
        sleep=time.sleep,
        reader=reader,
        tricks=lambda: PLAYING,
    )
    with pipeline:
        eventually(lambda: pipeline.over)
    (report,) = [one for one in reports if isinstance(one, Witnessed)]
    assert told(report) == "Kh laid"


@pytest.mark.parametrize("game, faces", [("mus", Faces.SPANISH), ("mouche", Faces.FRENCH)])
def test_the_game_says_which_faces_lie_there(
    game: str, faces: Faces, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"version: 1\ntable: {{game: {game}}}\ncameras: {{top: {{source: ., role: cards}}}}\n"
    (tmp_path / "table.yaml").write_text(text)
    loaded: list[Faces] = []

    def load(*, faces: Faces, **others: object) -> Readings:
        loaded.append(faces)
        return Readings()

    monkeypatch.setattr(CardReader, "load", load)
    time = Time()
    build_pipeline(
        load_config(tmp_path / "table.yaml"), tmp_path, print, clock=time.clock, sleep=time.sleep
    )
    assert loaded == [faces]


def test_of_a_recording_alone_the_first_card_is_the_one_turned_up() -> None:
    alone = DealAlone()
    assert alone() == TrickCue(0, False)
    alone.heard(Witnessed("top", TrickSwept("top"), 1.0))
    alone.heard(Witnessed("top", CardLaid(card("8s"), camera="top"), 1.0))
    alone.heard(Witnessed("top", CardLaid(card("Kh"), camera="top"), 2.0))
    assert alone() == TrickCue(0, True, (card("8s"),))
