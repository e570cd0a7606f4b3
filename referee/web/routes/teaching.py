"""Teaching a deck from a page: one lesson at a time, which all pages show. For admins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import Response
from pydantic import Field

from referee.table.events import Noticed
from referee.web.access import Access, opens_to, visitor_of
from referee.web.context import Web
from referee.web.refusals import refusal_phrase
from referee.web.refused import RefusedRequest
from referee.web.routes.bodies import Body, CardCode, Name
from referee.web.teaching import (
    CardInDoubt,
    CardSeen,
    CardTooMany,
    LessonWish,
    Sight,
    Stage,
    Teacher,
)

CardNumber = Annotated[int, InPath(ge=1, le=10**6, description="As the lesson numbers its cards.")]


class LessonBody(Body):
    """A lesson to begin."""

    camera: Name
    name: Name = Field(description="Of the deck: small letters, digits, - and _.")
    count: Annotated[int, Field(ge=1, le=99, description="Of its cards.")]


class CardNameBody(Body):
    """What a card is."""

    card: CardCode


class LessonOut(Body):
    """The lesson that goes on, or the last one that ended. Cards are codes, as `7O` or `Kh`."""

    id: str
    """Another for each lesson, in which cards are numbered anew."""
    camera: str
    name: str
    stage: Stage
    sight: Sight
    pack: tuple[str, ...]
    seen: tuple[CardSeen, ...]
    doubts: tuple[CardInDoubt, ...]
    too_many: tuple[CardTooMany, ...]
    missing: tuple[str, ...]
    back: bool
    complete: bool
    full: bool
    fitted: float
    said: dict[str, Any] | None
    """Why it ended, or why it could not be kept; a phrase, for pages."""


class TeachingOut(Body):
    """What can be taught here, and how far the lesson has come."""

    cameras: tuple[str, ...]
    faces: str
    packs: tuple[int, ...]
    configured: str | None
    """The deck, or `auto`, that the table starts with."""
    lesson: LessonOut | None


class DeckOut(Body):
    """A deck that was taught, or a file that should be one."""

    name: str
    file: str
    cards: int
    faces: str
    used: bool
    damaged: bool
    outdated: bool


def teaching_routes(web: Web) -> APIRouter:
    """/teaching and /decks."""
    router = APIRouter(prefix="/api/v1", tags=["teaching"])

    def teacher() -> Teacher:
        if web.teacher is None:
            raise RefusedRequest(
                404,
                "no camera of this table reads cards; name one in its table.yaml",
                "no_card_camera",
            )
        return web.teacher

    def after(change: Callable[[Teacher], None]) -> TeachingOut:
        found = teacher()
        change(found)
        return _out(found)

    @router.get("/decks")
    @opens_to(Access.ADMIN)
    def list_decks() -> list[DeckOut]:
        """The decks that were taught on this machine."""
        found = web.teacher.decks() if web.teacher else ()
        return [DeckOut(**asdict(deck)) for deck in found]

    @router.get("/teaching")
    @opens_to(Access.ADMIN)
    def teaching() -> TeachingOut:
        """What can be taught, and the lesson; no camera where none reads cards."""
        if web.teacher is None:
            return TeachingOut(cameras=(), faces="", packs=(), configured=None, lesson=None)
        return _out(web.teacher)

    @router.post("/teaching", status_code=201)
    @opens_to(Access.ADMIN)
    def begin(body: LessonBody) -> TeachingOut:
        """Begin a lesson; the camera reads no reveals while it goes on."""
        return after(lambda t: t.begin(LessonWish(body.camera, body.name, body.count)))

    @router.delete("/teaching")
    @opens_to(Access.ADMIN)
    def cancel() -> TeachingOut:
        """End the lesson and keep nothing."""
        return after(lambda t: t.cancel())

    @router.post("/teaching/keep", status_code=202)
    @opens_to(Access.ADMIN)
    def keep(request: Request) -> TeachingOut:
        """Work the deck out, keep it and use it; the lesson says when that is done."""
        by = visitor_of(request).name

        def tell(text: str) -> None:
            web.desk.submit(Noticed(text), by)

        return after(lambda t: t.keep(tell))

    @router.get(
        "/teaching/cards/{number}/picture.jpg",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}},
    )
    @opens_to(Access.ADMIN)
    def picture(number: CardNumber) -> Response:
        """A card as it was seen."""
        jpeg = teacher().picture(number)
        return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @router.post("/teaching/cards/{number}")
    @opens_to(Access.ADMIN)
    def name_card(number: CardNumber, body: CardNameBody) -> TeachingOut:
        """Say what a card is."""
        return after(lambda t: t.name(number, body.card))

    @router.delete("/teaching/cards/{number}")
    @opens_to(Access.ADMIN)
    def leave_out(number: CardNumber) -> TeachingOut:
        """Say that a card does not count."""
        return after(lambda t: t.leave_out(number))

    return router


def _out(teacher: Teacher) -> TeachingOut:
    school, lesson = teacher.school(), teacher.lesson()
    shown = None
    if lesson is not None:
        refusal = lesson.refusal
        shown = LessonOut(
            id=lesson.id,
            camera=lesson.camera,
            name=lesson.name,
            stage=lesson.stage,
            sight=lesson.sight,
            pack=lesson.pack,
            seen=lesson.seen,
            doubts=lesson.doubts,
            too_many=lesson.too_many,
            missing=lesson.missing,
            back=lesson.back,
            complete=lesson.complete,
            full=lesson.full,
            fitted=lesson.fitted,
            said=refusal_phrase(refusal).plain() if refusal else None,
        )
    return TeachingOut(**asdict(school), lesson=shown)
