"""`referee replay`: the shipped recording with the shipped models, twice the same."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from ruamel.yaml import YAML

from referee.config import load_config
from referee.frames.frame import FrameError
from referee.pipeline.build import build_pipeline
from referee.pipeline.reports import Report, RevealSeen
from referee.vision.either_pack import EitherPack
from referee.vision.models import Faces
from referee.vision.taught_files import deck_path
from tests.conftest import Run
from tests.frames.fakes import Time, eventually
from tests.vision.films import StubReader, reading, table
from tests.vision.test_taught import DECK

Referee = Callable[..., Run]
SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
CLIP = SAMPLES / "reveal.mp4"


@pytest.fixture(scope="module")
def live_reports(tmp_path_factory: pytest.TempPathFactory) -> list[Report]:
    """What the pipeline of a table makes of the recording, played as its camera."""
    folder = tmp_path_factory.mktemp("table")
    text = f"version: 1\ncameras:\n  replay: {{source: {CLIP}, role: cards}}\n"
    (folder / "table.yaml").write_text(text)
    time, reports = Time(), []  # type: ignore[var-annotated]
    config = load_config(folder / "table.yaml")
    pipeline = build_pipeline(config, folder, reports.append, clock=time.clock, sleep=time.sleep)
    with pipeline:
        eventually(lambda: pipeline.over)
    return reports


@pytest.mark.parametrize(("source", "loops"), [("still.png", True), ("folder", False)])
def test_one_picture_stands_for_a_camera_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, loops: bool
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "still.png").write_bytes(b"")
    (tmp_path / "table.yaml").write_text(
        f"version: 1\ncameras:\n  eyes: {{source: {source}, role: faces, seat: A}}\n"
    )

    def opened(*_: object, **how: object) -> None:
        raise FrameError(f"loop is {how['loop']}")

    monkeypatch.setattr("referee.pipeline.build.camera", opened)
    config, time = load_config(tmp_path / "table.yaml"), Time()
    with pytest.raises(FrameError, match=f"loop is {loops}"):
        build_pipeline(
            config,
            tmp_path,
            print,
            clock=time.clock,
            sleep=time.sleep,
            face_eyes=lambda *_: None,  # type: ignore[arg-type,return-value]
        )


def test_live_and_replayed_a_recording_gives_the_same_events(
    referee: Referee, live_reports: list[Report]
) -> None:
    run = referee("replay", CLIP)
    lines = [json.loads(line) for line in run.out.splitlines()]
    assert run.status == 0
    (line,) = lines
    (live,) = [report for report in live_reports if isinstance(report, RevealSeen)]
    assert line["time_s"] == round(live.time_s, 3)
    codes = {card["label"]: card["card"] for card in line["data"]["cards"]}
    assert codes == {
        seated.label: seated.card.code
        for hand in live.reveal.hands.values()
        for seated in hand
        if seated.card
    }
    assert len(codes) == 16


def test_a_recording_without_a_reveal_says_nothing(referee: Referee, tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((70, 90, 3), 40, np.uint8))
    run = referee("replay", tmp_path)
    assert (run.status, run.out) == (1, "")


def test_a_recording_without_tricks_says_nothing(referee: Referee, tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((70, 90, 3), 40, np.uint8))
    run = referee("replay", tmp_path, "--game", "mouche")
    assert (run.status, run.out) == (1, "")
    run = referee("replay", tmp_path, "--game", "mouche", "--hand", "A")
    assert run.status == 2 and "is read without --hand and --table" in run.err


def test_a_live_source_is_not_replayed(referee: Referee) -> None:
    run = referee("replay", "test:pattern")
    assert run.status == 2 and "only a recording can be replayed" in run.err


@pytest.mark.parametrize("more", [(), ("--hand", "A"), ("--game", "mouche")])
def test_a_deck_that_was_not_taught_is_refused(referee: Referee, more: tuple[str, ...]) -> None:
    run = referee("replay", CLIP, "--deck", "nobodys", *more)
    assert run.status == 2
    assert "deck 'nobodys' was not taught" in run.err and "referee teach" in run.err


def test_a_picture_in_which_nothing_comes_to_rest_says_so(referee: Referee) -> None:
    run = referee("replay", SAMPLES / "reveal.jpg")
    assert (run.status, run.out) == (1, "")
    assert len(run.err.splitlines()) == 1 and "`referee read`" in run.err


def test_faces_are_left_out_when_nothing_looks_at_them(tmp_path: Path) -> None:
    data = {"version": 1, "cameras": {"faces": {"source": "test:pattern", "role": "faces"}}}
    with (tmp_path / "table.yaml").open("w") as file:
        YAML().dump(data, file)
    config = load_config(tmp_path / "table.yaml")
    time = Time()
    pipeline = build_pipeline(config, tmp_path, print, clock=time.clock, sleep=time.sleep)
    assert pipeline.health() == ()


def test_what_one_camera_takes_for_the_pack_is_not_what_another_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blurred hand that looks French must not have the table read as French meanwhile."""
    readers = {Faces.SPANISH: StubReader(reading(0.3)), Faces.FRENCH: StubReader(reading())}
    loads, given = [], []

    def load(faces: Faces, **_: object) -> StubReader:
        loads.append(faces)
        return readers[faces]

    def eyes(*told: object) -> None:
        given.append(told[4])

    monkeypatch.setattr("referee.pipeline.build.CardReader.load", load)
    monkeypatch.setattr("referee.pipeline.build.card_eyes", eyes)
    cameras = "{top: {source: ., role: cards}, side: {source: ., role: cards}}"
    (tmp_path / "table.yaml").write_text(f"version: 1\ncameras: {cameras}\n")
    (tmp_path / "picture.png").write_bytes(b"")
    config, time = load_config(tmp_path / "table.yaml"), Time()
    build_pipeline(config, tmp_path, print, clock=time.clock, sleep=time.sleep)
    top, side = given
    top.read(table(0.0))
    assert (top.lying, side.lying) == (Faces.FRENCH, Faces.SPANISH)
    side.read(table(0.0))
    assert loads == [Faces.SPANISH, Faces.FRENCH], "each model is opened once"


@pytest.mark.parametrize(
    ("table", "loaded"),
    [
        ("{}", Faces.SPANISH),
        ("{faces: french}", Faces.FRENCH),
        ("{deck: rojo}", Faces.FRENCH),
        ("{game: mouche, deck: rojo}", Faces.FRENCH),
    ],
)
def test_a_table_is_read_with_the_faces_that_it_plays_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, loaded: Faces
) -> None:
    """Those of the deck `rojo`, a French one, need not be said."""
    reader, readers = StubReader(reading()), []

    def load(faces: Faces, **_: object) -> StubReader:
        assert faces is loaded
        return reader

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    french = replace(DECK, name="rojo", faces=Faces.FRENCH)
    french.save(deck_path("rojo"))
    monkeypatch.setattr("referee.pipeline.build.CardReader.load", load)
    monkeypatch.setattr("referee.pipeline.build.card_eyes", lambda *told: readers.append(told[4]))
    (tmp_path / "table.yaml").write_text(
        f"version: 1\ntable: {table}\ncameras: {{top: {{source: ., role: cards}}}}\n"
    )
    (tmp_path / "picture.png").write_bytes(b"")
    config, time = load_config(tmp_path / "table.yaml"), Time()
    build_pipeline(config, tmp_path, print, clock=time.clock, sleep=time.sleep)
    assert [isinstance(given, EitherPack) for given in readers] == (
        [] if "mouche" in table else [table == "{}"]
    )
