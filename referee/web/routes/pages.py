"""The pages of the dashboard: a shell each, which scripts fill from the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from referee.web import words as languages
from referee.web.access import Access, opens_to, visitor_of
from referee.web.accounts import LEAST_PASSWORD, Role, TokenKind
from referee.web.context import Web
from referee.web.face import LAYOUTS, GamePlayed
from referee.web.routes.session import set_session

PAGES = (
    ("table", "/", Role.VIEWER),
    ("review", "/review", Role.VIEWER),
    ("history", "/history", Role.VIEWER),
    ("cameras", "/cameras", Role.VIEWER),
    ("teach", "/teach", Role.ADMIN),
    ("overlay", "/overlay/setup", Role.VIEWER),
    ("settings", "/settings", Role.VIEWER),
    ("users", "/users", Role.ADMIN),
)
_OF_MUS = ("review", "settings")


def page_routes(web: Web) -> APIRouter:
    """One route a page."""
    router = APIRouter(include_in_schema=False)

    def page(request: Request, template: str, here: str, **more: Any) -> Response:
        visitor = visitor_of(request)
        words = words_for(web, request)
        account = visitor.session.account
        html = web.templates.get_template(template).render(
            t=words,
            words=words.script,
            lang=words.language,
            languages=languages.LANGUAGES.items(),
            csrf=web.sessions.csrf_token(visitor.session),
            role=visitor.role.word if visitor.role else None,
            account=account.name if account else None,
            pages=[
                (name, path)
                for name, path, least in shown
                if visitor.role is not None and visitor.role >= least
            ],
            here=here,
            **more,
        )
        response = HTMLResponse(html, headers={"Cache-Control": "no-store"})
        if visitor.is_new:
            set_session(web, request, response, visitor.session)
        return response

    mus = web.desk.face.game is GamePlayed.MUS
    shown = PAGES if mus else [page for page in PAGES if page[0] not in _OF_MUS]

    @router.get("/")
    @opens_to(Access.VIEWER)
    def table(request: Request) -> Response:
        """The table."""
        return page(request, "table.html" if mus else "mouche.html", "table", live=True)

    @router.get("/history")
    @opens_to(Access.VIEWER)
    def history(request: Request) -> Response:
        """What was played, and the log."""
        return page(request, "history.html", "history", live=True, game=web.desk.face.game.value)

    if mus:
        mus_pages(router, page, web)

    @router.get("/cameras")
    @opens_to(Access.VIEWER)
    def cameras(request: Request) -> Response:
        """Cameras and health."""
        return page(request, "cameras.html", "cameras", live=True)

    @router.get("/calibrate")
    @opens_to(Access.ADMIN)
    def calibrate(request: Request) -> Response:
        """Where the table and the faces lie in a camera's picture."""
        return page(request, "calibrate.html", "cameras")

    @router.get("/teach")
    @opens_to(Access.ADMIN)
    def teach(request: Request) -> Response:
        """Teaching the reader the table's own deck."""
        return page(request, "teach.html", "teach")

    @router.get("/users")
    @opens_to(Access.ADMIN)
    def users(request: Request) -> Response:
        """Accounts."""
        return page(request, "users.html", "users", least=LEAST_PASSWORD)

    @router.get("/overlay/setup")
    @opens_to(Access.VIEWER)
    def setup(request: Request) -> Response:
        """The overlay's addresses."""
        late = web.hands_delay_s
        layouts = " ".join(LAYOUTS[web.desk.face.game])
        return page(
            request,
            "setup.html",
            "overlay",
            kinds=list(TokenKind),
            hands_late=None if late is None else _duration(late),
            layouts=layouts,
        )

    @router.get("/login")
    @opens_to(Access.ANYONE)
    def login(request: Request) -> Response:
        """Signing in."""
        return page(request, "login.html", "login")

    return router


def mus_pages(router: APIRouter, page: Callable[..., Response], web: Web) -> None:
    """What only a table of Mus has."""

    @router.get("/review")
    @opens_to(Access.VIEWER)
    def review(request: Request) -> Response:
        """Flags and doubtful cards."""
        return page(request, "review.html", "review", live=True)

    @router.get("/settings")
    @opens_to(Access.VIEWER)
    def settings(request: Request) -> Response:
        """Rules, score, configuration."""
        kept = web.settings is not None
        text = web.config_text
        return page(request, "settings.html", "settings", live=True, config=text, kept=kept)


def _duration(seconds: float) -> languages.Phrase:
    """In minutes where those say it whole."""
    if seconds and not seconds % 60:
        return languages.phrase("overlay.minutes", n=f"{seconds / 60:g}")
    return languages.phrase("overlay.seconds", n=f"{seconds:g}")


def words_for(web: Web, request: Request) -> languages.Words:
    """The language of a page: asked for, chosen before, or the browser's."""
    return languages.words(
        languages.choose_language(
            request.query_params.get("lang"),
            request.cookies.get(languages.COOKIE),
            request.headers.get("Accept-Language"),
            web.language,
        )
    )
