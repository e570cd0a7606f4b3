"""`referee signals` and `referee enrol`, on a player drawn by code."""

import json
from collections.abc import Callable
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from datasets.samples.head import Head, draw_head
from referee.errors import UnreadableError
from referee.signals.film import Film
from referee.signals.gesture import Gesture, Side
from referee.signals.stretches import parse_showing, parse_stretch
from tests.conftest import Run
from tests.signals.fake_models import times

Referee = Callable[..., Run]


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second at rest, then the left eye shut for 0.8 s, then at rest."""
    path = tmp_path_factory.mktemp("clips") / "wink.mp4"
    rest, wink = draw_head(320), draw_head(320, head=Head(left_eye_shut=True))
    with Film(path) as film:
        for number, time_s in enumerate(times(0.0, 2.4, 12)):
            picture = (wink if 1.0 <= time_s < 1.8 else rest).copy()
            picture[:4, :4] = 20 * (number % 12)  # a camera never repeats a picture
            film.add(picture, time_s)
    return path


def test_a_wink_is_found_and_judged(referee: Referee, clip: Path) -> None:
    run = referee("signals", clip, "--signals", "classic13", "--neutral", "0-0.8")
    assert run.status == 0, run.err
    assert "a wink (left)" in run.out
    assert "legal: a wink says 31" in run.out
    assert "1 gestures, 0 questions" in run.out


def test_the_cards_are_asked_when_they_are_known(referee: Referee, clip: Path) -> None:
    run = referee(
        *("signals", clip, "--signals", "core5", "--neutral", "0-0.8"),
        *("--hand", "4O 5C 6E 7B", "--player", "A", "--json"),
    )
    [ruling] = json.loads(run.out)["rulings"]
    assert (ruling["gesture"], ruling["side"], ruling["player"]) == ("wink", "left", "A")
    assert ruling["verdict"] == "legal" and ruling["truth"] == "false"
    assert ruling["start_s"] == pytest.approx(1.0, abs=0.2)
    assert "The cards do not bear it out" in ruling["question"]


def test_a_signal_at_the_wrong_time_is_a_question(referee: Referee, clip: Path) -> None:
    run = referee(
        *("signals", clip, "--signals", "core5", "--neutral", "0-0.8", "--moment", "corrido")
    )
    assert "outside its window" in run.out and "question:" in run.out


def test_a_film_shows_what_was_seen(referee: Referee, clip: Path, tmp_path: Path) -> None:
    film = tmp_path / "shown.mp4"
    referee("signals", clip, "--signals", "core5", "--neutral", "0-0.8", "--show", film)
    with av.open(str(film)) as container:
        pictures = [f.to_ndarray(format="bgr24") for f in container.decode(video=0)]
    assert len(pictures) == 29
    assert pictures[0].shape == (540, 870, 3)


def test_too_short_a_clip_says_how_to_go_on(referee: Referee, clip: Path) -> None:
    run = referee("signals", clip, "--signals", "core5")
    assert "0 gestures" in run.out
    assert "calibrating" in run.out and "--neutral 0-0.5" in run.out


def test_a_face_out_of_focus_is_not_well_seen(referee: Referee, tmp_path: Path) -> None:
    path, soft = tmp_path / "soft.mp4", cv2.GaussianBlur(draw_head(320), (0, 0), 9)
    with Film(path) as film:
        for number, time_s in enumerate(times(0.0, 1.0, 12)):
            picture = soft.copy()
            picture[:4, :4] = 20 * number  # a camera never repeats a picture
            film.add(picture, time_s)
    run = referee("signals", path, "--signals", "core5", "--neutral", "0-0.3")
    assert run.status == 0, run.err
    assert "not well seen of 12 frames" in run.out


def test_a_face_box_beside_the_face_finds_nobody(referee: Referee, clip: Path) -> None:
    run = referee("signals", clip, "--signals", "core5", "--face", "0,0,70,70", "--json")
    told = json.loads(run.out)
    assert told["frames"] == {"no_face": 29} and told["rulings"] == []


def test_what_a_player_shows_is_learnt_and_used(
    referee: Referee, clip: Path, tmp_path: Path
) -> None:
    run = referee(
        *("enrol", clip, "--match", tmp_path, "--neutral", "0-0.8", "--show", "wink:left=1.1-1.7")
    )
    assert run.status == 0, run.err
    assert "wink left: learnt" in run.out
    run = referee(
        *("signals", clip, "--signals", "core5", "--neutral", "0-0.8", "--match", tmp_path)
    )
    assert "a wink (left)" in run.out


@pytest.fixture(scope="module")
def showing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """At rest for 3.4 s, then the left eye shut twice."""
    path = tmp_path_factory.mktemp("clips") / "showing.mp4"
    rest, wink = draw_head(320), draw_head(320, head=Head(left_eye_shut=True))
    with Film(path) as film:
        for number, time_s in enumerate(times(0.0, 6.0, 12)):
            winks = 3.4 <= time_s < 4.0 or 4.7 <= time_s < 5.3
            picture = (wink if winks else rest).copy()
            picture[:4, :4] = 20 * (number % 12)  # a camera never repeats a picture
            film.add(picture, time_s)
    return path


def test_a_player_is_asked_for_each_signal(referee: Referee, showing: Path, tmp_path: Path) -> None:
    run = referee("enrol", showing, "--match", tmp_path, "--player", "A", "--signals", "core5")
    assert run.status == 0, run.err
    asked = run.out.splitlines()
    assert asked[:3] == [
        "look at the camera and keep your face still",
        "show wink to your left (1 of 2)",
        "show wink to your left (2 of 2)",
    ]
    assert "wink left: learnt, thresholds times" in run.out
    assert "left out, thresholds as for everybody: wink to your right" in run.out
    assert [path.name for path in tmp_path.iterdir()] == ["A.json"]
    assert set(json.loads((tmp_path / "A.json").read_text())) == {"templates"}


def test_who_shows_nothing_teaches_nothing(referee: Referee, clip: Path, tmp_path: Path) -> None:
    run = referee("enrol", clip, "--match", tmp_path, "--signals", "core5")
    assert run.status == 2 and "keep your face still" in run.err
    assert list(tmp_path.iterdir()) == []


def test_a_source_without_a_picture_leaves_the_film_at_the_target_alone(
    referee: Referee, tmp_path: Path
) -> None:
    film = tmp_path / "kept.mp4"
    film.write_bytes(b"an older film")
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no film at all")
    run = referee("signals", broken, "--signals", "core5", "--show", film)
    assert run.status == 2
    assert film.read_bytes() == b"an older film"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("signals", "nowhere.mp4"), "nowhere.mp4"),
        (("signals", "CLIP", "--face", "1,2"), "left, top, width and height"),
        (("signals", "CLIP", "--neutral", "3-1"), "no stretch of seconds"),
        (("signals", "CLIP", "--hand", "4O 5C"), "card"),
        (("signals", "CLIP", "--ruleset", "basque4_40"), "agree on a list"),
        (("enrol", "CLIP", "--match", ".", "--neutral", "0-9", "--show", "wonk=1-2"), "gestures:"),
        (("enrol", "CLIP", "--match", ".", "--show", "wink=1-2"), "go together"),
        (("enrol", "CLIP", "--match", ".", "--player", "../B"), "use letters"),
    ],
)
def test_bad_input_ends_in_a_line(
    referee: Referee, clip: Path, arguments: tuple[str, ...], message: str
) -> None:
    run = referee(*(str(clip) if a == "CLIP" else a for a in arguments))
    assert run.status == 2 and message in run.err
    assert "Traceback" not in run.err


def test_a_recording_without_pictures_ends_in_a_line(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "sound.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=44100)
        for number in range(10):
            silence = np.zeros((1, 1024), np.float32)
            frame = av.AudioFrame.from_ndarray(silence, format="fltp", layout="mono")
            frame.rate, frame.pts = 44100, 1024 * number
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    run = referee("signals", path, "--signals", "core5")
    assert run.status == 2 and "sound.mp4" in run.err


@pytest.mark.parametrize(
    ("text", "gesture", "side"),
    [("wink:left=1-2", Gesture.WINK, Side.LEFT), ("brows_up=0.5-1", Gesture.BROWS_UP, None)],
)
def test_what_is_shown_is_read(text: str, gesture: Gesture, side: Side | None) -> None:
    assert parse_showing(text)[:2] == (gesture, side)


@pytest.mark.parametrize("text", ["", "wink", "wink=", "wonk=1-2", "wink:up=1-2", "other=1-2"])
def test_other_showings_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_showing(text)


@pytest.mark.parametrize("text", ["", "1", "2-1", "1-1", "a-b", "-1-2", "1-inf", "1-2-3"])
def test_stretches_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="stretch"):
        parse_stretch(text)
