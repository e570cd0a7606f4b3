"""Whether the server lives, whether it is ready, and its figures."""

from __future__ import annotations

import shutil
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel

from referee import __version__
from referee.errors import Refusal
from referee.table.seen import CameraStatus
from referee.web.access import Access, opens_to
from referee.web.cameras import CameraHealth
from referee.web.context import Web
from referee.web.refusals import refusal_phrase
from referee.web.telling import report_phrase
from referee.web.words import phrase

LEAST_FREE_BYTES = 200_000_000
"""Less free disk than this is a fault: the log could soon not be written."""


class Health(BaseModel):
    """How the referee does."""

    ready: bool
    faults: list[str]
    said: list[dict[str, Any]]
    """The faults as phrases, for pages."""
    version: str
    seq: int
    events: int
    viewers: int
    disk_free_bytes: int


def faults_of(web: Web) -> list[Refusal]:
    """Everything that keeps the referee from being ready."""
    found = [
        _of_camera(camera)
        for camera in web.cameras.health()
        if camera.status in (CameraStatus.LOST, CameraStatus.MOVED)
    ]
    free = shutil.disk_usage(web.folder).free
    if free < LEAST_FREE_BYTES:
        mb = round(free / 1e6)
        message = f"only {mb} MB of disk are free; delete old clips"
        found.append(Refusal(message, "disk_low", {"n": mb}))
    return found + [Refusal(text, "not_stored", {"text": text}) for text in web.desk.faults()]


def _of_camera(camera: CameraHealth) -> Refusal:
    message = f"camera {camera.name}: {camera.message or camera.status}"
    status = phrase(f"camera.status.{camera.status.value}")
    what = report_phrase(camera.message) or camera.message or status
    return Refusal(message, "camera_fault", {"name": camera.name, "what": what})


def operation_routes(web: Web) -> APIRouter:
    """/healthz, /readyz, /metrics and /api/v1/health."""
    router = APIRouter()

    @router.get("/healthz", include_in_schema=False)
    @opens_to(Access.ANYONE)
    async def healthz() -> Response:
        """The process answers."""
        return PlainTextResponse("ok\n")

    @router.get("/readyz", include_in_schema=False)
    @opens_to(Access.ANYONE)
    def readyz() -> Response:
        """200 when a match can be refereed, 503 otherwise; /api/v1/health says why."""
        ready = not faults_of(web)
        return JSONResponse({"ready": ready}, 200 if ready else 503)

    @router.get("/metrics", include_in_schema=False)
    @opens_to(Access.METRICS)
    def metrics() -> Response:
        """For Prometheus."""
        return Response(web.metrics.text(), media_type="text/plain; version=0.0.4")

    @router.get("/api/v1/health", tags=["operations"])
    @opens_to(Access.VIEWER)
    def health() -> Health:
        """How the referee does."""
        faults = faults_of(web)
        return Health(
            ready=not faults,
            faults=[str(fault) for fault in faults],
            said=[refusal_phrase(fault).plain() for fault in faults],
            version=__version__,
            seq=web.feed.seq,
            events=web.desk.events,
            viewers=web.feed.listeners,
            disk_free_bytes=shutil.disk_usage(web.folder).free,
        )

    return router
