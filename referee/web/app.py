"""The web application, put together from its collaborators."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jinja2
from fastapi import Depends, FastAPI
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

from referee import __version__
from referee.web.access import Guard
from referee.web.accounts import Accounts
from referee.web.calibration import Calibrator
from referee.web.cameras import Cameras, NoCameras, health_plain
from referee.web.context import Web
from referee.web.desk import Desk
from referee.web.gate import Gate
from referee.web.metrics import Metrics, RequestCounter
from referee.web.mouche_view import MoucheFace
from referee.web.problems import PROBLEMS, add_problem_handlers
from referee.web.rate_limit import RateLimit
from referee.web.routes.accounts import account_routes
from referee.web.routes.calibration import calibration_routes
from referee.web.routes.cameras import camera_routes
from referee.web.routes.documents import document_routes
from referee.web.routes.live import live_routes
from referee.web.routes.mouche import mouche_routes
from referee.web.routes.operations import operation_routes
from referee.web.routes.overlay import overlay_routes
from referee.web.routes.pages import page_routes
from referee.web.routes.review import review_routes
from referee.web.routes.session import session_routes
from referee.web.routes.settings import settings_routes
from referee.web.routes.table import mus_routes, table_routes
from referee.web.routes.teaching import teaching_routes
from referee.web.sessions import Sessions
from referee.web.settings import SettingsKeeper
from referee.web.teaching import Teacher
from referee.web.words import DEFAULT

FOLDER = Path(__file__).parent
CAMERA_PERIOD_S = 1.0
"""How often pages hear how the cameras do."""


@dataclass(frozen=True)
class WebSettings:
    """How the server behaves; everything else is in its collaborators."""

    folder: Path
    """Where log and clips lie; its free disk is watched."""
    names: tuple[str, ...] = ()
    """Host names this server answers to, besides addresses and the machine's own name."""
    open_locally: bool = True
    """Without accounts everybody is admin; only for a server on the loopback address."""
    config_text: str = ""
    """The table's configuration without secrets."""
    hands_delay_s: float | None = None
    """How late hands before the reveal are shown; None turns them off."""
    language: str = DEFAULT
    """Of visitors whose browser asks for none that there is."""


def create_app(
    desk: Desk,
    accounts: Accounts,
    settings: WebSettings,
    cameras: Cameras | None = None,
    clock: Callable[[], float] = time.monotonic,
    calibrator: Calibrator | None = None,
    keeper: SettingsKeeper | None = None,
    teacher: Teacher | None = None,
) -> FastAPI:
    """The application for one table. `clock` gives seconds that never go back."""
    cameras = cameras or NoCameras()
    sessions = Sessions(accounts)
    metrics = Metrics(cameras, settings.folder, lambda: desk.feed.listeners)
    metrics.watch(desk)
    web = Web(
        accounts=accounts,
        sessions=sessions,
        guard=Guard(accounts, sessions, open_locally=settings.open_locally),
        sign_ins=RateLimit(clock),
        desk=desk,
        feed=desk.feed,
        cameras=cameras,
        metrics=metrics,
        templates=jinja2.Environment(
            loader=jinja2.FileSystemLoader(FOLDER / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
        ),
        folder=settings.folder,
        config_text=settings.config_text,
        hands_delay_s=settings.hands_delay_s,
        calibrator=calibrator,
        teacher=teacher,
        settings=keeper,
        language=settings.language,
    )
    app = FastAPI(
        title="Referee",
        version=__version__,
        summary="A table: its score, what is said and its questions for the referee.",
        dependencies=[Depends(web.guard)],
        responses=PROBLEMS,
        lifespan=lambda app: _running(web),
        # served by routes of our own, which the guard knows
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    add_problem_handlers(app)
    for routes in (
        session_routes,
        table_routes,
        live_routes,
        account_routes,
        camera_routes,
        calibration_routes,
        teaching_routes,
        settings_routes,
        operation_routes,
        page_routes,
        overlay_routes,
    ):
        app.include_router(routes(web))
    face = desk.face
    if isinstance(face, MoucheFace):
        app.include_router(mouche_routes(web, face))
    else:
        app.include_router(mus_routes(web))
        app.include_router(review_routes(web))
    app.include_router(document_routes(web, app))
    app.mount("/static", _Static(directory=FOLDER / "static"), name="static")
    app.add_middleware(RequestCounter, metrics=metrics)
    app.add_middleware(Gate, names=(*settings.names, *_own_names()))
    return app


class _Static(StaticFiles):
    """Files that browsers ask about every time, so that a new release is shown at once."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _own_names() -> Iterable[str]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


@contextlib.asynccontextmanager
async def _running(web: Web) -> AsyncIterator[None]:
    """While the server runs, pages hear how the cameras do."""

    async def tell() -> None:
        while True:
            health = await asyncio.to_thread(web.cameras.health)
            now = datetime.now(UTC).isoformat()
            web.feed.tell("cameras", now, {"cameras": [health_plain(camera) for camera in health]})
            await asyncio.sleep(CAMERA_PERIOD_S)

    telling = asyncio.create_task(tell())
    try:
        yield
    finally:
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await telling
