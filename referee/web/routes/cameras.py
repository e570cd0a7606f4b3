"""What the cameras see, as motion JPEG: every viewer gets the picture that was encoded once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from starlette.exceptions import HTTPException

from referee.web.access import Access, opens_to
from referee.web.cameras import Picture, StillPicture, health_plain
from referee.web.context import Web
from referee.web.routes import live

PERIOD_S = 0.1
"""At most ten pictures a second."""
REPEAT_S = 2.0
"""A picture that does not change is sent again, so that a dead connection is noticed."""
_BOUNDARY = "referee-frame"
_JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}


def camera_routes(web: Web) -> APIRouter:
    """/cameras and their previews."""
    router = APIRouter(prefix="/api/v1/cameras", tags=["cameras"])
    no_signal = StillPicture(-1, (files("referee.web") / "static" / "no-signal.jpg").read_bytes())

    @router.get("")
    @opens_to(Access.VIEWER)
    def list_cameras() -> list[dict[str, object]]:
        """How each camera does."""
        return [health_plain(camera) for camera in web.cameras.health()]

    def picture(name: str) -> Picture:
        """The newest picture, or the card that says NO SIGNAL."""
        return web.cameras.picture(name) or no_signal

    def require(name: str) -> None:
        shown = [camera.name for camera in web.cameras.health() if not camera.shows_hands]
        if name not in shown:
            there = ", ".join(shown) or "none"
            raise HTTPException(404, f"no camera {name!r} to look through; there are: {there}")

    @router.get(
        "/{name}/preview.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}},
    )
    @opens_to(Access.VIEWER)
    def still(name: str) -> Response:
        """One picture."""
        require(name)
        jpeg = picture(name).jpeg
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.get("/{name}/preview.mjpg", include_in_schema=False)
    @opens_to(Access.VIEWER)
    async def stream(request: Request, name: str) -> Response:
        """Pictures as they change, for an `img` element, while its visitor may look."""
        require(name)

        async def parts() -> AsyncIterator[bytes]:
            clock = asyncio.get_running_loop().time
            shown, since_s, due = None, 0.0, clock() + live.RECHECK_S
            while True:
                if clock() >= due:
                    if not web.guard.admits(request):
                        return
                    due = clock() + live.RECHECK_S
                # drawing and encoding take their time, and other viewers shall not wait for it
                newest = await asyncio.to_thread(picture, name)
                if newest.number != shown or since_s >= REPEAT_S:
                    shown, since_s = newest.number, 0.0
                    yield _part(newest.jpeg)
                await asyncio.sleep(PERIOD_S)
                since_s += PERIOD_S

        return StreamingResponse(
            parts(),
            media_type=f"multipart/x-mixed-replace; boundary={_BOUNDARY}",
            headers={"Cache-Control": "no-store"},
        )

    return router


def _part(jpeg: bytes) -> bytes:
    head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"
