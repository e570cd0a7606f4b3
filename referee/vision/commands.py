"""The verb `referee calibrate`: where the table and the seats lie in a camera's picture."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from referee.errors import UnreadableError
from referee.outputs import refuse_overwriting
from referee.seats import Seat

if TYPE_CHECKING:
    from referee.frames.frame import Frame
    from referee.vision.calibration import Calibration, FaceBox
    from referee.vision.mat import Points, TableSize

_SIDES_MM = (200, 5000)
MOVED = 1
"""Exit status when a camera no longer sees what it was calibrated on."""


def calibrate(
    source: Annotated[str, typer.Argument(help="A camera, a picture or a recording.")],
    out: Annotated[Path | None, typer.Option(help="Write the calibration (JSON) here.")] = None,
    table_size: Annotated[
        str | None, typer.Option(help="Width (D to B) x depth (A to C) of the table top in mm.")
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            help="Without a mat: px of the table's corners between D and A, A and B, B and C, "
            'C and D, as in "410,980 1500,990 1290,150 590,140".'
        ),
    ] = None,
    seat_below: Annotated[
        str | None, typer.Option(help="Who sits at the lower edge of the picture: A, B, C or D.")
    ] = None,
    face: Annotated[
        list[str] | None,
        typer.Option(help="Where a face is looked for, px: A=left,top,width,height."),
    ] = None,
    proof: Annotated[Path | None, typer.Option(help="Draw seats and grid on this picture.")] = None,
    check: Annotated[
        Path | None, typer.Option(help="Compare the source with this calibration instead.")
    ] = None,
) -> None:
    """Find the table, the seats and the faces in a camera's picture, and prove it.

    Print calibration/mat.pdf at 100 %, lay page 1 in the middle of the table, or page 2 in its
    corners and say --table-size. Without a mat, give the four corners.
    """
    refuse_overwriting(out, Path(source))
    refuse_overwriting(proof, Path(source), check or out)
    frame = _look(source)
    if check is not None:
        _check(frame, check, proof)
        return
    if out is None:
        raise UnreadableError("name the file to write: --out top.json")
    from referee.frames.address import without_credentials
    from referee.vision.calibration import write_calibration
    from referee.vision.calibration_proof import quality

    size = parse_table_size(table_size) if table_size else None
    below = Seat.parse(seat_below) if seat_below else None
    faces = parse_faces(face or ())
    calibration = _calibrated(frame, size, corners, below, faces)
    _draw(frame, calibration, proof)  # first: a proof that fails leaves the former calibration
    write_calibration(out, calibration)
    print("\n".join([f"{out}: {quality(calibration)[0]}", *quality(calibration)[1:]]))
    if calibration.seats:
        print("seats A, B, C and D; the seat names can be turned with --seat-below")
    if proof is None:
        shown = quote(without_credentials(source))
        print(f"see it: referee calibrate {shown} --check {quote(str(out))} --proof proof.png")


def _look(source: str) -> Frame:
    import time

    from referee.frames.address import SourceAddress
    from referee.frames.opening import first_frame

    address = SourceAddress.parse(source)
    return first_frame(address, str(address), time.monotonic, time.sleep)


def _calibrated(
    frame: Frame,
    size: TableSize | None,
    corners: str | None,
    below: Seat | None,
    faces: dict[Seat, FaceBox],
) -> Calibration:
    from referee.vision.calibrating import by_corners, by_mat, faces_only
    from referee.vision.calibration import CalibrationError

    if corners is not None:
        if size is None:
            raise UnreadableError(
                "--corners needs the size of the table top: --table-size 800x800 (mm)"
            )
        return by_corners(frame, parse_corners(corners), size, below, faces)
    if faces and size is None and below is None:
        return faces_only(frame, faces)
    try:
        return by_mat(frame, size, below, faces)
    except CalibrationError as error:
        raise CalibrationError(f"{error}; see --corners and --table-size") from None


def _check(frame: Frame, path: Path, proof: Path | None) -> None:
    from referee.vision.calibration import read_calibration

    calibration = read_calibration(path)
    calibration.require_size(frame)
    _draw(frame, calibration, proof)
    landscape = calibration.landscape
    shift = landscape.shift_px(frame) if landscape else None
    if shift is None:
        print("cannot tell whether the camera has moved: too little of the picture is recognised")
    elif landscape and landscape.means_moved(shift):
        print(f"the camera has moved {shift:.0f} px: recalibrate")
        raise typer.Exit(MOVED)
    else:
        print(f"the camera has not moved ({shift:.1f} px)")


def _draw(frame: Frame, calibration: Calibration, proof: Path | None) -> None:
    if proof is None:
        return
    from referee.vision.annotate import write_image
    from referee.vision.calibration_proof import draw_calibration

    write_image(proof, draw_calibration(frame, calibration))


def parse_table_size(text: str) -> TableSize:
    """`800x800`, mm, width from D to B and depth from A to C."""
    from referee.vision.mat import TableSize

    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*x\s*(\d+(?:\.\d+)?)\s*", text, re.IGNORECASE)
    if match is None:
        raise UnreadableError(f"--table-size {text!r} cannot be read; write it as in 800x800 (mm)")
    size = TableSize(float(match[1]), float(match[2]))
    if not all(_SIDES_MM[0] <= side <= _SIDES_MM[1] for side in (size.width_mm, size.depth_mm)):
        raise UnreadableError(
            f"--table-size {text!r}: sides are given in mm, from {_SIDES_MM[0]} to {_SIDES_MM[1]}; "
            "a table of 80 cm is 800x800"
        )
    return size


def parse_corners(text: str) -> Points:
    """`410,980 1500,990 1290,150 590,140`, px."""
    import numpy as np

    try:
        points = [tuple(float(part) for part in pair.split(",")) for pair in text.split()]
        if len(points) != 4 or any(len(point) != 2 for point in points):
            raise ValueError
    except ValueError:
        raise UnreadableError(
            f"--corners {text!r} cannot be read; write four points in px, between D and A, A and "
            'B, B and C, C and D, as in "410,980 1500,990 1290,150 590,140"'
        ) from None
    return np.array(points, np.float64)


def parse_faces(texts: list[str] | tuple[str, ...]) -> dict[Seat, FaceBox]:
    """`A=left,top,width,height`, px, one for a seat."""
    from referee.vision.calibration import FaceBox

    faces: dict[Seat, FaceBox] = {}
    for text in texts:
        match = re.fullmatch(r"\s*([A-Da-d])\s*=\s*(\d+),(\d+),(\d+),(\d+)\s*", text)
        if match is None:
            raise UnreadableError(
                f"--face {text!r} cannot be read; write seat, left, top, width and height in px, "
                "as in A=820,110,180,220"
            )
        seat = Seat.parse(match[1])
        if seat in faces:
            raise UnreadableError(f"--face {text!r}: the face of {seat} is given twice")
        faces[seat] = FaceBox(*(int(match[i]) for i in range(2, 6)))
    return faces
