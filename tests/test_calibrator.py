"""The calibration page's hands: pictures of cameras, proofs, and what is written where."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.calibrator import TableCalibrator
from referee.config import load_config
from referee.config_writing import Change, write_changes
from referee.errors import NotAllowedError, RefereeError
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.calibration import read_calibration
from referee.web.calibration import FaceArea, Proof, Spot, Top, Way, Wish
from tests.vision.mat_views import camera, from_above, seen
from tests.vision.test_calibration import corners_of

VIEW = camera(slant=0.3)
CONFIG = """version: 1
cameras:  # two of them
  top: {source: test:pattern, role: cards}  # sees the table
  eyes: {source: test:pattern, role: faces, seat: A}
  hand_a: {source: test:pattern, role: hand, seat: A}
"""
CORNERS = tuple(Spot(float(x), float(y)) for x, y in corners_of(VIEW))
BY_CORNERS = Wish(Way.CORNERS, Top(900, 760), CORNERS, Seat.C)


class Cameras:
    """A pipeline that has one picture."""

    def frame(self, name: str) -> Frame | None:
        return None if name == "eyes" else seen(from_above(), VIEW)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "table.yaml"
    found.write_text(CONFIG, encoding="utf-8")
    return found


@pytest.fixture
def calibrator(path: Path) -> TableCalibrator:
    return TableCalibrator(load_config(path), path, Cameras())  # type: ignore[arg-type]


def test_a_hand_camera_is_never_looked_through(calibrator: TableCalibrator) -> None:
    assert [c.name for c in calibrator.cameras()] == ["top", "eyes"]
    with pytest.raises(RefereeError, match="no camera 'hand_a' to calibrate; there are: top, eyes"):
        calibrator.picture("hand_a")


def test_the_mat_is_found_and_nothing_is_kept(calibrator: TableCalibrator, path: Path) -> None:
    proof = calibrator.prove("top", Wish(Way.MAT))
    assert proof.points == 15 and proof.error_px is not None and proof.error_px < 1
    drawn = cv2.imdecode(np.frombuffer(proof.jpeg, np.uint8), cv2.IMREAD_COLOR)
    plain = cv2.imdecode(np.frombuffer(calibrator.picture("top"), np.uint8), cv2.IMREAD_COLOR)
    assert drawn.shape == plain.shape == (720, 1280, 3) and (drawn != plain).any()
    assert sorted(p.name for p in path.parent.iterdir()) == ["table.yaml"]


def test_what_is_kept_is_named_in_the_configuration_whose_comments_stay(
    calibrator: TableCalibrator, path: Path
) -> None:
    told: list[Proof] = []
    proof = calibrator.store("top", BY_CORNERS, told.append)
    assert told == [proof]
    assert proof.error_px is None and proof.points == 4
    kept = read_calibration(path.parent / "top.json")
    assert max(Seat, key=lambda s: kept.seats[s].mean(axis=0)[1]) is Seat.C
    text = path.read_text(encoding="utf-8")
    assert "# sees the table" in text and "# two of them" in text
    assert load_config(path).cameras["top"].calibration == Path("top.json")
    assert [c.made is not None for c in calibrator.cameras()] == [True, False]


@pytest.mark.parametrize(
    ("name", "wish", "reason"),
    [
        ("eyes", Wish(Way.MAT), "gives no picture"),
        ("top", Wish(Way.CORNERS, None, CORNERS), "width and the depth"),
        ("top", Wish(Way.CORNERS, Top(900, 760), CORNERS[:3]), "four corners"),
        ("top", Wish(Way.CORNERS, Top(900, 760), CORNERS[::-1]), "clockwise"),
        ("top", Wish(Way.FACES), "nobody's face"),
        ("top", Wish(Way.FACES, faces=(FaceArea(Seat.A, 1, 2, 30, 40),)), "is to read cards"),
        ("top", Wish(Way.FACES, faces=(FaceArea(Seat.A, 1, 2, 0, 40),)), "a face box is"),
    ],
)
def test_refused_with_nothing_written(
    calibrator: TableCalibrator, path: Path, name: str, wish: Wish, reason: str
) -> None:
    with pytest.raises(RefereeError, match=reason):
        calibrator.store(name, wish, print)
    assert [p.name for p in path.parent.iterdir()] == ["table.yaml"]
    assert path.read_text(encoding="utf-8") == CONFIG


def test_a_change_that_makes_no_configuration_is_not_written(path: Path) -> None:
    with pytest.raises(RefereeError, match=r"table\.yaml.*role"):
        write_changes(path, Change(("cameras", "top"), "role", "kitchen"))
    assert path.read_text(encoding="utf-8") == CONFIG
    assert [p.name for p in path.parent.iterdir()] == ["table.yaml"]


def test_a_key_is_put_in_changed_and_taken_away(path: Path) -> None:
    write_changes(path, Change(("signals",), "enabled", False), Change(("web",), "language", "eu"))
    assert not load_config(path).signals.enabled and load_config(path).web.language == "eu"
    write_changes(path, Change(("signals",), "enabled", None))
    assert load_config(path).signals.enabled


def test_a_card_area_may_be_drawn_by_hand(calibrator: TableCalibrator, path: Path) -> None:
    worked_out = calibrator.prove("top", BY_CORNERS).seats
    assert set(worked_out) == set(Seat) and all(len(area) == 4 for area in worked_out.values())
    drawn = (Spot(10, 20), Spot(300.5, 20), Spot(300, 200))
    proof = calibrator.store("top", replace(BY_CORNERS, seats={Seat.B: drawn}), print)
    assert proof.seats == {**worked_out, Seat.B: drawn}
    kept = read_calibration(path.parent / "top.json")
    assert kept.seats[Seat.B].tolist() == [[10, 20], [300.5, 20], [300, 200]]
    with pytest.raises(NotAllowedError, match="seat B: a polygon is three or more"):
        calibrator.prove("top", replace(BY_CORNERS, seats={Seat.B: drawn[:2]}))


def test_what_cannot_be_told_is_not_kept(calibrator: TableCalibrator, path: Path) -> None:
    def full(_: Proof) -> None:
        raise RefereeError("the disk is full")

    with pytest.raises(RefereeError, match="full"):
        calibrator.store("top", BY_CORNERS, full)
    assert [p.name for p in path.parent.iterdir()] == ["table.yaml"]
    assert path.read_text(encoding="utf-8") == CONFIG
    calibrator.store("top", BY_CORNERS, print)
    again = TableCalibrator(load_config(path), path, Cameras())  # type: ignore[arg-type]
    kept = (path.parent / "top.json").read_bytes()
    with pytest.raises(RefereeError, match="full"):
        again.store("top", Wish(Way.MAT), full)
    assert (path.parent / "top.json").read_bytes() == kept


def test_no_other_file_is_written_over(path: Path) -> None:
    path.write_text(CONFIG.replace("top:", "accounts:"), encoding="utf-8")
    accounts = path.with_name("accounts.json")
    accounts.write_text("{}", encoding="utf-8")
    calibrator = TableCalibrator(load_config(path), path, Cameras())  # type: ignore[arg-type]
    with pytest.raises(RefereeError, match=r"accounts\.json is there and is no calibration"):
        calibrator.store("accounts", BY_CORNERS, print)
    assert accounts.read_text(encoding="utf-8") == "{}"


def test_a_configuration_broken_meanwhile_is_told_and_nothing_is_left(
    calibrator: TableCalibrator, path: Path
) -> None:
    path.write_text("kitchen", encoding="utf-8")
    with pytest.raises(RefereeError, match="holds no configuration"):
        calibrator.store("top", BY_CORNERS, print)
    assert [p.name for p in path.parent.iterdir()] == ["table.yaml"]


def test_a_link_to_the_configuration_stays_a_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "table.yaml"
    link.parent.mkdir()
    link.symlink_to(path)
    calibrator = TableCalibrator(load_config(link), link, Cameras())  # type: ignore[arg-type]
    calibrator.store("top", BY_CORNERS, print)
    assert link.is_symlink()
    assert load_config(path).cameras["top"].calibration == Path("top.json")
