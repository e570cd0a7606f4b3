"""Where the table lies: by the printed mat under perspective, by corners, and what is refused."""

import json
import math
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.calibrating import by_corners, by_mat, faces_only
from referee.vision.calibration import (
    CalibrationError,
    FaceBox,
    Plane,
    plane_from_corners,
    read_calibration,
    seat_areas,
    to_json,
    turned,
    with_seat_below,
    write_calibration,
)
from referee.vision.calibration_proof import draw_calibration, quality
from referee.vision.mat import TableSize
from referee.vision.seats_in_view import ProfileError, TableProfile
from tests.vision.mat_views import SIZE, TABLE, camera, from_above, seen

NOW = datetime(2026, 11, 30, 18, 5, tzinfo=UTC)
GRID = np.array([(x, y) for x in (-400, 0, 400) for y in (-350, 0, 350)], float)
PLACES = {Seat.A: (0, -250), Seat.B: (250, 0), Seat.C: (0, 250), Seat.D: (-250, 0)}
VIEWS = {
    "from above": camera(),
    "turned": camera(turn=0.7, px_per_mm=0.58),
    "upside down": camera(turn=math.pi),
    "slanted": camera(slant=0.5, px_per_mm=0.7),
    "slanted and turned": camera(turn=-2.2, slant=0.25, px_per_mm=0.56),
}


def truth(view: np.ndarray, mm: np.ndarray) -> np.ndarray:
    there = np.column_stack([mm, np.ones(len(mm))]) @ view.T
    return there[:, :2] / there[:, 2:]


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_the_board_in_the_middle_places_the_whole_table(view: np.ndarray) -> None:
    plane = by_mat(seen(from_above(), view), TABLE, now=NOW).plane
    assert plane is not None and plane.points == 15
    assert np.abs(plane.px(GRID) - truth(view, GRID)).max() < 4
    assert np.abs(plane.mm(truth(view, GRID)) - GRID).max() < 6
    assert plane.error_px is not None and plane.error_px < 0.3
    assert plane.error_mm is not None and plane.error_mm < 0.5


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_marks_in_the_corners_place_it_more_exactly(view: np.ndarray) -> None:
    frame = seen(from_above(board=False, corners=True), view)
    plane = by_mat(frame, TABLE, now=NOW).plane
    assert plane is not None and plane.points == 16
    assert np.abs(plane.px(GRID) - truth(view, GRID)).max() < 1


def test_without_the_tables_size_marks_in_the_corners_say_nothing() -> None:
    frame = seen(from_above(board=False, corners=True), camera())
    with pytest.raises(CalibrationError, match=r"0 points of the mat.*or give four corners"):
        by_mat(frame)


def test_board_and_corners_count_together() -> None:
    plane = by_mat(seen(from_above(corners=True), camera()), TABLE, now=NOW).plane
    assert plane is not None and plane.points == 31


def test_a_picture_without_a_mat_is_refused_with_the_way_out() -> None:
    with pytest.raises(CalibrationError, match="lay it flat in the middle of the table"):
        by_mat(seen(from_above(board=False), camera()), TABLE)


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_seats_lie_where_their_players_sit(view: np.ndarray) -> None:
    profile = by_mat(seen(from_above(), view), TABLE, now=NOW).profile
    for seat, place in PLACES.items():
        assert profile.seat_of(truth(view, np.array([place], float))[0]) is seat
    assert profile.seat_of(truth(view, np.array([(0, 0)], float))[0]) is None


def corners_of(view: np.ndarray) -> np.ndarray:
    return truth(view, TABLE.corners)


def test_four_corners_place_the_table_exactly_and_prove_nothing() -> None:
    view = VIEWS["slanted and turned"]
    plane = plane_from_corners(corners_of(view), TABLE)
    assert np.abs(plane.px(GRID) - truth(view, GRID)).max() < 1e-3
    assert plane.error_px is None and plane.error_mm is None


WRONG = {
    "clockwise": lambda c: c[::-1],
    "crossed": lambda c: c[[0, 2, 1, 3]],
    "in a row": lambda c: np.array([(0, 0), (10, 0), (20, 0), (30, 0)], float),
    "three": lambda c: c[:3],
}


@pytest.mark.parametrize("spoil", WRONG.values(), ids=WRONG)
def test_corners_that_do_not_go_round_are_refused(spoil) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CalibrationError, match="corners"):
        plane_from_corners(spoil(corners_of(camera())), TABLE)


@given(quarters=st.integers(-4, 8))
@settings(max_examples=13)
def test_turning_the_names_moves_each_seat_on(quarters: int) -> None:
    plane = plane_from_corners(corners_of(camera()), TableSize(800, 800))
    names = list(Seat)
    before, after = seat_areas(plane), seat_areas(turned(plane, quarters))
    for i, seat in enumerate(names):
        moved = names[(i + quarters) % 4]
        assert after[moved] == pytest.approx(before[seat])


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("turn", [0.0, 1.3, 3.0])
def test_the_seat_at_the_lower_edge_can_be_named(seat: Seat, turn: float) -> None:
    plane = with_seat_below(plane_from_corners(corners_of(camera(turn=turn)), TABLE), seat)
    areas = seat_areas(plane)
    assert max(Seat, key=lambda s: areas[s].mean(axis=0)[1]) is seat
    sizes = {plane.table.width_mm, plane.table.depth_mm}
    assert sizes == {TABLE.width_mm, TABLE.depth_mm}


@cache
def made() -> Frame:
    return seen(from_above(), VIEWS["slanted"])


def test_a_calibration_is_read_as_it_was_written(tmp_path: Path) -> None:
    faces = {Seat.A: FaceBox(600, 10, 80, 90)}
    calibration = by_mat(made(), TABLE, Seat.B, faces, now=NOW)
    path = tmp_path / "top.json"
    write_calibration(path, calibration)
    again = read_calibration(path)
    assert to_json(again) == to_json(calibration)
    assert (again.image_size, again.made) == (SIZE, NOW)
    assert again.faces == faces
    assert not list(tmp_path.rglob("*.part"))


def test_the_file_is_a_table_profile(tmp_path: Path) -> None:
    calibration = by_corners(made(), corners_of(VIEWS["slanted"]), TABLE, now=NOW)
    write_calibration(tmp_path / "top.json", calibration)
    profile = TableProfile.read(tmp_path / "top.json")
    assert profile.image_size == SIZE
    for seat in Seat:
        assert profile.polygons[seat] == pytest.approx(calibration.seats[seat], abs=0.01)


def test_faces_need_no_table(tmp_path: Path) -> None:
    calibration = faces_only(made(), {Seat.C: FaceBox(1, 2, 30, 40)}, now=NOW)
    write_calibration(tmp_path / "faces.json", calibration)
    again = read_calibration(tmp_path / "faces.json")
    assert again.plane is None and not again.seats
    with pytest.raises(ProfileError, match="A, B, C and D"):
        TableProfile.read(tmp_path / "faces.json")


def test_another_resolution_is_refused() -> None:
    calibration = by_mat(made(), TABLE, now=NOW)
    other = Frame(np.zeros((1080, 1920, 3), np.uint8), 0.0, "top")
    for refuse in (calibration.require_size, calibration.profile.require_size):
        with pytest.raises(ProfileError, match=r"^top: .*1920x1080 px.*1280x720;.*calibrate"):
            refuse(other)
    with pytest.raises(CalibrationError):
        draw_calibration(other, calibration)


NOT_CALIBRATIONS = {
    "no JSON": "seats: A",
    "a list": "[]",
    "a bare profile": json.dumps({"image_size": [10, 10], "seats": {}}),
    "a newer version": {"version": 2},
    "a matrix of two rows": {"plane": {"mm_to_px": [[1, 0, 0], [0, 1, 0]], "table_mm": [1, 1]}},
    "a seat too few": {"seats": {"A": [[0, 0], [1, 0], [1, 1]]}},
    "a face without height": {"faces": {"A": [0, 0, 10, 0]}},
    "a landscape cut short": {"landscape": {"size": [1, 1], "points": [[1, 1]], "looks": "AAAA"}},
}


@pytest.mark.parametrize("spoilt", NOT_CALIBRATIONS.values(), ids=NOT_CALIBRATIONS)
def test_what_is_no_calibration_is_refused_with_the_command_that_makes_one(
    tmp_path: Path, spoilt: str | dict[str, object]
) -> None:
    path = tmp_path / "top.json"
    good = to_json(by_corners(made(), corners_of(VIEWS["slanted"]), TABLE, now=NOW))
    path.write_text(spoilt if isinstance(spoilt, str) else json.dumps(good | spoilt))
    with pytest.raises(CalibrationError) as caught:
        read_calibration(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: not a calibration (")
    assert f"referee calibrate SOURCE --out {path}" in text


def test_a_missing_calibration_is_named(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"nowhere\.json: No such file"):
        read_calibration(tmp_path / "nowhere.json")


def test_the_proof_says_how_good_it_is_and_draws_over_the_table() -> None:
    frame = made()
    calibration = by_mat(frame, TABLE, faces={Seat.A: FaceBox(600, 10, 80, 90)}, now=NOW)
    proof = draw_calibration(frame, calibration)
    assert proof.shape == frame.image.shape
    assert 0.01 < float(np.mean(np.any(proof != frame.image, axis=2))) < 0.5
    lines = quality(calibration)
    assert lines[0] == "1280x720 px, 2026-11-30 18:05 UTC"
    assert lines[1].startswith("table 900 x 760 mm, 0.")
    assert " px, " in lines[2] and lines[2].endswith("over 15 points")
    assert (
        "look whether the grid"
        in quality(by_corners(frame, corners_of(VIEWS["slanted"]), TABLE, now=NOW))[2]
    )


def test_scale_in_the_middle() -> None:
    plane = plane_from_corners(corners_of(camera(px_per_mm=0.75)), TABLE)
    assert plane.px_per_mm == pytest.approx(0.75)
    assert isinstance(plane, Plane)
