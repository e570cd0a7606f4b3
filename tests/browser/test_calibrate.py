"""Calibrating a camera on the page: by the mat, by four corners, and a face box."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.calibrator import TableCalibrator
from referee.config import load_config
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.calibration import read_calibration
from referee.web.desk import Desk, Memory
from tests.browser.conftest import Open, Server, serving
from tests.vision.mat_views import camera, from_above, seen
from tests.vision.test_calibration import corners_of

VIEW = camera(slant=0.3)


class Cameras:
    """A pipeline that has one picture, with the mat or without."""

    def __init__(self) -> None:
        self.mat = True

    def frame(self, name: str) -> Frame | None:
        return seen(from_above(board=self.mat), VIEW)


@pytest.fixture
def cameras() -> Cameras:
    return Cameras()


@pytest.fixture
def server(tmp_path: Path, cameras: Cameras) -> Iterator[Server]:
    path = tmp_path / "table.yaml"
    path.write_text(
        "version: 1\ncameras:\n  top: {source: test:pattern, role: cards}\n", encoding="utf-8"
    )
    calibrator = TableCalibrator(load_config(path), path, cameras)  # type: ignore[arg-type]
    with serving(Desk(Memory()), tmp_path, calibrator=calibrator) as server:
        yield server


def at(page: Page, x: float, y: float) -> dict[str, float]:
    """Where a point of the picture is on the canvas."""
    expect(page.locator("#picture")).to_be_visible()
    box = page.locator("#picture").bounding_box()
    assert box
    return {"x": x * box["width"] / 1280, "y": y * box["height"] / 720}


def test_the_mat_is_found_and_kept(open_page: Open, server: Server, tmp_path: Path) -> None:
    page = open_page("/calibrate")
    expect(page.locator("#camera")).to_contain_text("top (not calibrated)")
    page.click("#find")
    expect(page.locator("#figures")).to_contain_text("over 15 points")
    expect(page.locator("#proof")).to_have_js_property("naturalWidth", 1280)
    assert not (tmp_path / "top.json").exists()
    page.click("#keep")
    expect(page.locator("#kept")).to_contain_text("Kept in top.json")
    assert read_calibration(tmp_path / "top.json").plane
    assert "calibrated by mat" in str(server.desk.table.recorded[-1].event)


def test_without_a_mat_four_corners_are_touched_and_one_is_moved(
    open_page: Open, cameras: Cameras, tmp_path: Path
) -> None:
    cameras.mat = False
    page = open_page("/calibrate")
    page.set_viewport_size({"width": 900, "height": 1200})
    page.fill("#width", "900")
    page.fill("#depth", "760")
    page.click("#find")
    expect(page.locator(".toast")).to_contain_text("points of the mat are seen")
    picture = page.locator("#picture")
    expect(page.locator("#next")).to_contain_text("between D and A")
    corners = [(float(x), float(y)) for x, y in corners_of(VIEW)]
    for x, y in corners:
        picture.click(position=at(page, x, y))
    expect(page.locator("#lens")).to_be_visible()
    page.click("#tool-B")
    box = picture.bounding_box()
    assert box
    for step, (x, y) in enumerate([(900, 40), (1000, 140)]):
        spot = at(page, x, y)
        page.mouse.move(box["x"] + spot["x"], box["y"] + spot["y"])
        (page.mouse.up if step else page.mouse.down)()
    page.select_option("#below", "B")
    page.click("#try")
    expect(page.locator("#figures")).to_contain_text("four corners always fit")
    page.click("#keep")
    expect(page.locator("#kept")).to_be_visible()
    kept = read_calibration(tmp_path / "top.json")
    assert kept.plane and set(kept.faces) == {Seat.B}
    assert max(Seat, key=lambda s: kept.seats[s].mean(axis=0)[1]) is Seat.B
    there = kept.plane.px(kept.plane.table.corners)
    for x, y in corners:
        assert min(abs(there - (x, y)).max(axis=1)) < 3


def test_the_arrows_move_a_corner_by_a_pixel(open_page: Open, cameras: Cameras) -> None:
    page = open_page("/calibrate")
    asked = []
    page.on("request", lambda request: asked.append(request.post_data_json or {}))
    for x, y in corners_of(VIEW):
        page.locator("#picture").click(position=at(page, float(x), float(y)))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    for _ in range(2):
        with page.expect_response("**/proof"):
            page.click("#try")
        page.locator("#picture").focus()
        page.keyboard.press("ArrowRight")
    first, second = (body["corners"][3] for body in asked if "corners" in body)
    assert second["x"] - first["x"] == pytest.approx(1)
    assert second["y"] == pytest.approx(first["y"])


def test_one_corner_of_one_card_area_is_moved(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/calibrate")
    page.set_viewport_size({"width": 900, "height": 2000})  # nothing scrolls under the pointer
    expect(page.locator("#tool-seats")).to_be_disabled()
    page.click("#find")
    expect(page.locator("#figures")).to_contain_text("over 15 points")
    page.click("#keep")
    expect(page.locator("#kept")).to_be_visible()
    worked_out = read_calibration(tmp_path / "top.json").seats
    page.click("#tool-seats")
    expect(page.locator("#next")).to_contain_text("Drag a corner of an area")
    corner, middle = worked_out[Seat.C][0], worked_out[Seat.C].mean(axis=0)
    # other areas have a corner there too: the one pointed into is meant
    x, y = (float(n) for n in corner + 0.1 * (middle - corner))
    page.locator("#picture").click(position=at(page, x, y))
    page.keyboard.press("Shift+ArrowDown")
    with page.expect_response("**/proof"):
        page.click("#try")
    with page.expect_response("**/calibrations/top"):
        page.click("#keep")
    drawn = read_calibration(tmp_path / "top.json").seats
    assert abs(drawn[Seat.C][0] - (x, y + 10)).max() < 4
    assert abs(drawn[Seat.C][1:] - worked_out[Seat.C][1:]).max() < 0.1
    for seat in (Seat.A, Seat.B, Seat.D):
        assert (drawn[seat] == worked_out[seat]).all()


def test_a_table_without_cameras_says_so(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableCalibrator, "cameras", lambda self: ())
    expect(open_page("/calibrate").locator("#none")).to_be_visible()
