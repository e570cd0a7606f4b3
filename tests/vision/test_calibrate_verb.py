"""`referee calibrate`: by mat, by corners, faces, the check, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.seats import Seat
from referee.vision.calibration import FaceBox, read_calibration
from tests.conftest import Run
from tests.vision.mat_views import camera, from_above, seen
from tests.vision.test_calibration import corners_of

Referee = Callable[..., Run]
VIEW = camera(slant=0.3)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), seen(from_above(), VIEW).image)
    return path


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "top.json"


CORNERS = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners_of(VIEW))


def test_by_the_mat(referee: Referee, picture: Path, out: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof.png"
    run = referee("calibrate", picture, "--out", out, "--table-size", "900x760", "--proof", proof)
    assert run.status == 0
    assert "over 15 points" in run.out
    assert cv2.imread(str(proof)).shape == (720, 1280, 3)
    assert set(read_calibration(out).seats) == set(Seat)


def test_by_four_corners_with_faces(referee: Referee, picture: Path, out: Path) -> None:
    run = referee(
        *("calibrate", picture, "--out", out, "--corners", CORNERS, "--table-size", "900x760"),
        *("--seat-below", "C", "--face", "A=10,20,30,40"),
    )
    assert run.status == 0 and "look whether the grid" in run.out
    assert "--check" in run.out, "the next step is to look at the proof"
    calibration = read_calibration(out)
    assert calibration.faces == {Seat.A: FaceBox(10, 20, 30, 40)}
    lowest = max(Seat, key=lambda s: calibration.seats[s].mean(axis=0)[1])
    assert lowest is Seat.C


def test_no_folder_is_made_and_the_next_command_may_be_pasted(
    referee: Referee, picture: Path, tmp_path: Path
) -> None:
    face = ("--face", "B=10,20,30,40")
    run = referee("calibrate", picture, "--out", tmp_path / "new" / "top.json", *face)
    assert run.status == 2 and "see that its folder exists" in run.err
    assert not (tmp_path / "new").exists()
    out = tmp_path / "my table.json"
    assert f"--check '{out}'" in referee("calibrate", picture, "--out", out, *face).out


def test_faces_alone(referee: Referee, picture: Path, out: Path) -> None:
    assert referee("calibrate", picture, "--out", out, "--face", "B=10,20,30,40").status == 0
    assert read_calibration(out).plane is None


def test_a_camera_that_has_moved_is_told(
    referee: Referee, picture: Path, out: Path, tmp_path: Path
) -> None:
    assert referee("calibrate", picture, "--out", out).status == 0
    same = referee("calibrate", picture, "--check", out)
    assert same.status == 0 and "has not moved (0.0 px)" in same.out
    moved = tmp_path / "moved.png"
    cv2.imwrite(str(moved), np.roll(seen(from_above(board=False), VIEW).image, 14, axis=1))
    run = referee("calibrate", moved, "--check", out)
    assert run.status == 1
    assert run.out == "the camera has moved 14 px: recalibrate\n"


REFUSED = {
    "nowhere to write": ([], "--out top.json"),
    "corners without a size": (["--out", "x.json", "--corners", CORNERS], "--table-size 800x800"),
    "a size of one number": (["--out", "x.json", "--table-size", "900"], "as in 800x800"),
    "a size in cm": (
        ["--out", "x.json", "--table-size", "80x80", "--corners", CORNERS],
        "sides are given in mm, from 200 to 5000; a table of 80 cm is 800x800",
    ),
    "no size": (["--out", "x.json", "--table-size", "0x800"], "given in mm"),
    "a folder": (["--out", ".", "--table-size", "900x760", "--corners", CORNERS], "is a folder"),
    "three corners": (
        ["--out", "x.json", "--table-size", "900x900", "--corners", "1,2 3,4 5,6"],
        "write four points",
    ),
    "words for corners": (
        ["--out", "x.json", "--table-size", "900x900", "--corners", "a b c d"],
        "write four points",
    ),
    "a face without a seat": (["--out", "x.json", "--face", "10,20,30,40"], "as in A=820"),
    "a face twice": (
        ["--out", "x.json", "--face", "A=1,2,3,4", "--face", "A=5,6,7,8"],
        "given twice",
    ),
    "a seat that is none": (["--out", "x.json", "--seat-below", "E"], "'E'"),
}


@pytest.mark.parametrize("options, says", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_meant_is_refused(
    referee: Referee, picture: Path, options: list[str], says: str
) -> None:
    run = referee("calibrate", picture, *options)
    assert run.status == 2 and says in run.err
    assert not Path("x.json").exists()


def test_a_proof_that_cannot_be_written_leaves_the_calibration(
    referee: Referee, picture: Path, out: Path
) -> None:
    out.write_text("the former one")
    size = ("--table-size", "900x760", "--corners", CORNERS)
    run = referee("calibrate", picture, "--out", out, *size, "--proof", "proof.pdf")
    assert run.status == 2 and "proof.pdf" in run.err
    assert out.read_text() == "the former one"


def test_another_resolution_is_refused(
    referee: Referee, picture: Path, out: Path, tmp_path: Path
) -> None:
    referee("calibrate", picture, "--out", out)
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.zeros((480, 640, 3), np.uint8))
    run = referee("calibrate", small, "--check", out)
    assert run.status == 2 and "640x480 px, the calibration is for 1280x720" in run.err
