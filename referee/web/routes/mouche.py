"""A table of Mouche over HTTP: what people say and do, and what they put right.

Every change appends events; nothing is edited. A refusal is 409 with the reason and what was
allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from referee.mouche.events import Anted, Dealt, Uncontested
from referee.table.commands import Correct, Intent
from referee.table.mouche_commands import instead_of
from referee.table.mouche_events import MoucheClosed
from referee.table.state import TableState
from referee.web.access import Access, opens_to, visitor_of
from referee.web.accounts import Role
from referee.web.context import Web
from referee.web.mouche_view import MoucheFace, games_view
from referee.web.refused import RefusedRequest
from referee.web.routes import mouche_bodies as bodies
from referee.web.routes.bodies import Note
from referee.web.routes.table import Written, written
from referee.web.undoing import for_referees


def mouche_routes(web: Web, face: MoucheFace) -> APIRouter:
    """/api/v1/mouche."""
    router = APIRouter(prefix="/api/v1/mouche", tags=["mouche"])

    def submit(request: Request, intent: Intent) -> Written:
        return written(web.desk.submit(intent, visitor_of(request).name))

    @router.get("/games")
    @opens_to(Access.VIEWER)
    def get_games() -> list[dict[str, Any]]:
        """Every game with the ledger of each deal."""
        return games_view(web.desk.state)

    _playing(router, submit, face)
    _correcting(router, web, submit)
    return router


Submit = Callable[[Request, Intent], Written]


def _playing(router: APIRouter, submit: Submit, face: MoucheFace) -> None:
    @router.post("/games", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def open_game(request: Request, body: bodies.NewGame) -> Written:
        """Begin a game with full purses."""
        return submit(request, body.event(face.rules))

    @router.post("/games/close", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def close_game(request: Request, body: Note) -> Written:
        """End the game."""
        return submit(request, MoucheClosed(body.note))

    @router.post("/antes", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def ante(request: Request) -> Written:
        """The dealer puts in the ante, and a deal begins."""
        return submit(request, Anted())

    @router.post("/deals", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def deal(request: Request, body: bodies.DealtBody) -> Written:
        """The dealer deals; later deals of the game are dealt alike."""
        return submit(request, Dealt(body.pattern))

    @router.post("/cards", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def lay(request: Request, body: bodies.LaidBody) -> Written:
        """A card is laid open: turned up, or on the trick by whose turn it is."""
        return submit(request, body.event())

    @router.post("/decisions", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def decide(request: Request, body: bodies.DecisionBody) -> Written:
        """A seat passes, sticks or exchanges."""
        return submit(request, body.event())

    @router.post("/questions", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def ask(request: Request, body: bodies.AskedBody) -> Written:
        """Somebody asks: do you save the mouche?"""
        return submit(request, body.event())

    @router.post("/mouches", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def declare(request: Request, body: bodies.MoucheBody) -> Written:
        """A seat shows five cards of one suit."""
        return submit(request, body.event())

    @router.post("/mouches/uncontested", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def uncontested(request: Request) -> Written:
        """Nobody else shows a mouche."""
        return submit(request, Uncontested())


def _correcting(router: APIRouter, web: Web, submit: Submit) -> None:
    @router.post("/cards/{seq}", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def name_card(
        request: Request, seq: Annotated[int, Path(ge=1, le=10**9)], body: bodies.NamedBody
    ) -> Written:
        """Which card event `seq` tells of; everything later is worked out anew."""
        wish, visitor = body.intent(seq), visitor_of(request)

        def expect(state: TableState) -> None:
            found = instead_of(state.mouche, wish)
            is_referee = (visitor.role or Role.VIEWER) >= Role.REFEREE
            if found and not is_referee:
                wanted = Correct(found.target, found.events)
                if for_referees(web.desk.table, wanted):
                    raise RefusedRequest(
                        403, "a ruling rests on this card; that needs a referee", "referee_corrects"
                    )

        return written(web.desk.submit(wish, visitor.name, expect))

    @router.post("/stakes", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def set_stakes(request: Request, body: bodies.StakesBody) -> Written:
        """Between two deals, put purses and pool to what lies on the table."""
        return submit(request, body.event())

    @router.post("/rulings", status_code=201)
    @opens_to(Access.REFEREE)
    def rule(request: Request, body: bodies.RulingBody) -> Written:
        """The referee's answer to a question that the cards raise."""
        return submit(request, body.event())
