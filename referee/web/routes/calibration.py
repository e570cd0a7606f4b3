"""Calibrating cameras from a page: the picture, a proof, and keeping it. For admins."""

from __future__ import annotations

from base64 import b64encode
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from referee.seats import Seat
from referee.table.events import Noticed
from referee.web.access import Access, opens_to, visitor_of
from referee.web.calibration import Calibrator, FaceArea, Proof, Spot, Top, Way, Wish
from referee.web.context import Web
from referee.web.refused import RefusedRequest
from referee.web.routes.bodies import Body

Px = Annotated[float, Field(ge=-20_000, le=20_000)]
WholePx = Annotated[int, Field(ge=0, le=20_000)]
Mm = Annotated[float, Field(ge=100, le=10_000)]


class SpotBody(Body):
    """A point of the picture, px."""

    x: Px
    y: Px


class FaceBody(Body):
    """Where a face is looked for, px."""

    left: WholePx
    top: WholePx
    width: WholePx
    height: WholePx


class CalibrationBody(Body):
    """A calibration as a person wants it."""

    way: Way
    width_mm: Mm | None = Field(None, description="Of the table top, from D to B.")
    depth_mm: Mm | None = Field(None, description="Of the table top, from A to C.")
    corners: Annotated[tuple[SpotBody, ...], Field(max_length=4)] = ()
    below: Seat | None = Field(None, description="Who sits at the picture's lower edge.")
    faces: dict[Seat, FaceBody] = Field(default_factory=dict)
    seats: dict[Seat, Annotated[tuple[SpotBody, ...], Field(min_length=3, max_length=12)]] = Field(
        default_factory=dict, description="Card areas drawn by hand; the others are worked out."
    )

    def wish(self) -> Wish:
        """As the calibrator takes it."""
        width, depth = self.width_mm, self.depth_mm
        return Wish(
            self.way,
            None if width is None or depth is None else Top(width, depth),
            tuple(Spot(corner.x, corner.y) for corner in self.corners),
            self.below,
            tuple(
                FaceArea(seat, box.left, box.top, box.width, box.height)
                for seat, box in self.faces.items()
            ),
            {seat: tuple(Spot(s.x, s.y) for s in area) for seat, area in self.seats.items()},
        )


class ProofOut(Body):
    """The proof, with the picture as a data URL."""

    picture: str
    width: int
    height: int
    px_per_mm: float | None
    points: int | None
    error_px: float | None
    error_mm: float | None
    seats: dict[Seat, list[SpotBody]]
    """Card areas, which may be drawn otherwise."""
    stored: str | None
    """The file that it was written to; it counts from the next start of the table."""


class CameraOut(Body):
    """A camera that can be calibrated."""

    name: str
    role: str
    file: str
    made: datetime | None


def calibration_routes(web: Web) -> APIRouter:
    """/calibrations."""
    router = APIRouter(prefix="/api/v1/calibrations", tags=["calibration"])

    def calibrator() -> Calibrator:
        if web.calibrator is None:
            raise RefusedRequest(
                404,
                "this table has no cameras of its own; run it with a table.yaml",
                "no_cameras_here",
            )
        return web.calibrator

    @router.get("")
    @opens_to(Access.ADMIN)
    def list_calibrations() -> list[CameraOut]:
        """The cameras that can be calibrated."""
        found = web.calibrator.cameras() if web.calibrator else ()
        return [CameraOut(name=c.name, role=c.role, file=c.file, made=c.made) for c in found]

    @router.get(
        "/{name}/picture.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}},
    )
    @opens_to(Access.ADMIN)
    def picture(name: str) -> Response:
        """The newest picture in its full size, with nothing drawn on it."""
        jpeg = calibrator().picture(name)
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.post("/{name}/proof")
    @opens_to(Access.ADMIN)
    def prove(name: str, body: CalibrationBody) -> ProofOut:
        """Try a calibration on the newest picture; nothing is kept."""
        return _out(calibrator().prove(name, body.wish()), None)

    @router.post("/{name}", status_code=201)
    @opens_to(Access.ADMIN)
    def store(request: Request, name: str, body: CalibrationBody) -> ProofOut:
        """Keep a calibration; it counts from the next start of the table."""
        file = next((c.file for c in calibrator().cameras() if c.name == name), None)

        def tell(proof: Proof) -> None:
            error = f", error {proof.error_px:.2f} px" if proof.error_px is not None else ""
            text = f"camera {name} was calibrated by {body.way}{error}; kept in {file}"
            web.desk.submit(Noticed(text), visitor_of(request).name)

        return _out(calibrator().store(name, body.wish(), tell), file)

    return router


def _out(proof: Proof, stored: str | None) -> ProofOut:
    return ProofOut(
        picture="data:image/jpeg;base64," + b64encode(proof.jpeg).decode(),
        width=proof.width,
        height=proof.height,
        px_per_mm=proof.px_per_mm,
        points=proof.points,
        error_px=proof.error_px,
        error_mm=proof.error_mm,
        seats={
            seat: [SpotBody(x=spot.x, y=spot.y) for spot in area]
            for seat, area in proof.seats.items()
        },
        stored=stored,
    )
