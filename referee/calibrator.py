"""The calibration page's hands: the pictures of a running table, and its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from referee.config import CameraSection, TableConfig
from referee.config_writing import Change, write_changes
from referee.errors import NotAllowedError
from referee.frames.frame import Frame, Image
from referee.outputs import put_back
from referee.pipeline.pipeline import Pipeline
from referee.vision.calibrating import by_corners, by_mat, faces_only
from referee.vision.calibration import (
    Calibration,
    CalibrationError,
    FaceBox,
    read_calibration,
    write_calibration,
)
from referee.vision.calibration_proof import draw_calibration
from referee.vision.mat import TableSize
from referee.vision.seats_in_view import ProfileError
from referee.web.calibration import Calibratable, Proof, Spot, Way, Wish

_JPEG = (cv2.IMWRITE_JPEG_QUALITY, 90)


class TableCalibrator:
    """Calibrates the cameras of one table; `path` is its configuration.

    A camera that players lift their cards to is left out: nobody may look through it.
    """

    def __init__(self, config: TableConfig, path: Path, pipeline: Pipeline) -> None:
        self._cameras = {n: c for n, c in config.cameras.items() if c.role != "hand"}
        self._path = path
        self._folder = path.resolve().parent
        self._pipeline = pipeline

    def cameras(self) -> Sequence[Calibratable]:
        """As the configuration names them."""
        return tuple(self._calibratable(name) for name in self._cameras)

    def picture(self, name: str) -> bytes:
        """The newest picture as it is."""
        return _jpeg(self._frame(name).image)

    def prove(self, name: str, wish: Wish) -> Proof:
        """The calibration drawn on the newest picture."""
        frame = self._frame(name)
        return _proof(frame, _calibration(frame, wish))

    def store(self, name: str, wish: Wish, tell: Callable[[Proof], object]) -> Proof:
        """Written beside the configuration, which then names it."""
        frame = self._frame(name)
        calibration = _calibration(frame, wish)
        if self._section(name).role == "cards" and not calibration.seats:
            raise NotAllowedError(
                f"camera {name} is to read cards: calibrate it with the mat or with four corners",
                "camera_reads_cards",
                name=name,
            )
        file = self._folder / self._file(name)
        proof = _proof(frame, calibration)
        first = self._section(name).calibration is None
        if first:
            self._refuse_to_lose(name, file)
        with put_back(file):
            write_calibration(file, calibration)
            if first:
                change = Change(("cameras", name), "calibration", file.name)
                write_changes(self._path, change, tell=lambda: tell(proof))
            else:
                tell(proof)
        return proof

    def _refuse_to_lose(self, name: str, file: Path) -> None:
        """Nothing else of that name is written over."""
        if file.exists() and self._calibratable(name).made is None:
            raise NotAllowedError(
                f"{file.name} is there and is no calibration; name another file in "
                f"{self._path.name}, as in `calibration: {name}-calibration.json`, or rename it",
                "file_in_the_way",
                file=file.name,
                config=self._path.name,
            )

    def _calibratable(self, name: str) -> Calibratable:
        try:
            made = read_calibration(self._folder / self._file(name)).made
        except CalibrationError:
            made = None
        return Calibratable(name, self._section(name).role, str(self._file(name)), made)

    def _section(self, name: str) -> CameraSection:
        if name not in self._cameras:
            there = ", ".join(self._cameras) or "none"
            raise NotAllowedError(
                f"no camera {name!r} to calibrate; there are: {there}", "no_camera", name=name
            )
        return self._cameras[name]

    def _file(self, name: str) -> Path:
        return self._section(name).calibration or Path(f"{name}.json")

    def _frame(self, name: str) -> Frame:
        self._section(name)
        frame = self._pipeline.frame(name)
        if frame is None:
            raise NotAllowedError(
                f"camera {name} gives no picture; see the page of the cameras",
                "no_picture",
                name=name,
            )
        return frame


def _calibration(frame: Frame, wish: Wish) -> Calibration:
    try:
        return _with_areas(_found(frame, wish), wish)
    except ProfileError as error:
        # it was well asked, and the picture does not bear it out
        refusal = error.refusal
        raise NotAllowedError(refusal, refusal.kind, **refusal.data) from None


def _found(frame: Frame, wish: Wish) -> Calibration:
    size = TableSize(wish.top.width_mm, wish.top.depth_mm) if wish.top else None
    faces = {f.seat: FaceBox(f.left, f.top, f.width, f.height) for f in wish.faces}
    if wish.way is Way.MAT:
        return by_mat(frame, size, wish.below, faces)
    if wish.way is Way.CORNERS:
        if size is None:
            raise NotAllowedError(
                "four corners need the width and the depth of the table, mm", "no_table_size"
            )
        corners = np.array([(spot.x, spot.y) for spot in wish.corners], np.float64)
        return by_corners(frame, corners, size, wish.below, faces)
    if not faces:
        raise NotAllowedError("nobody's face is marked; draw a box around each", "no_face")
    return faces_only(frame, faces)


def _with_areas(calibration: Calibration, wish: Wish) -> Calibration:
    """With the card areas that were drawn by hand, where a table is seen."""
    drawn = {
        seat: np.array([(spot.x, spot.y) for spot in area], np.float64)
        for seat, area in wish.seats.items()
    }
    if not drawn or not calibration.seats:
        return calibration
    return replace(calibration, seats={**calibration.seats, **drawn})


def _proof(frame: Frame, calibration: Calibration) -> Proof:
    plane = calibration.plane
    width, height = calibration.image_size
    return Proof(
        _jpeg(draw_calibration(frame, calibration)),
        width,
        height,
        plane.px_per_mm if plane else None,
        plane.points if plane else None,
        plane.error_px if plane else None,
        plane.error_mm if plane else None,
        {
            seat: tuple(Spot(round(float(x), 1), round(float(y), 1)) for x, y in area)
            for seat, area in calibration.seats.items()
        },
    )


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, _JPEG)[1].tobytes()
