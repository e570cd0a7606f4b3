"""The table over HTTP: what is, what may be done, and doing it.

Every change appends events; nothing is edited. A refusal is 409 with the reason and what was
allowed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, Response, StreamingResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from referee.mus.betting import Call
from referee.mus.events import Declared, Misdealt, PereteDeclared
from referee.mus.exchange import Discard
from referee.mus.talk import MusCall
from referee.table.codec import recorded_to_json
from referee.table.commands import Correct, EnterBets, Intent, NameCard, Rule, StartDeal
from referee.table.deal import WaitsFor
from referee.table.events import MatchClosed, Noticed, Recorded
from referee.table.state import TableState
from referee.web.access import Access, opens_to, visitor_of
from referee.web.accounts import Role
from referee.web.context import Web
from referee.web.evidence import KINDS
from referee.web.refused import RefusedRequest
from referee.web.routes import bodies
from referee.web.undoing import for_referees, log_view
from referee.web.views import matches_view

_LINES: dict[int | str, dict[str, Any]] = {200: {"content": {"application/jsonl": {}}}}
_CLIP: dict[int | str, dict[str, Any]] = {200: {"content": {kind: {} for kind in KINDS.values()}}}


class Written(BaseModel):
    """The events that carried out a request."""

    events: list[dict[str, Any]]
    seq: int


def table_routes(web: Web) -> APIRouter:
    """/api/v1 of every game, without accounts, cameras and the event stream."""
    router = APIRouter(prefix="/api/v1", tags=["table"])
    reading(router, web)
    correcting(router, web)
    return router


def mus_routes(web: Web) -> APIRouter:
    """What is particular to a table of Mus."""
    router = APIRouter(prefix="/api/v1", tags=["mus"])
    playing(router, web)
    judging(router, web)
    return router


def reading(router: APIRouter, web: Web) -> None:
    """What is."""

    @router.get("/table")
    @opens_to(Access.VIEWER)
    def get_table(
        after: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    ) -> dict[str, Any]:
        """The whole view of the table, as the event stream's snapshot gives it.

        With `after` the view as it was after that event, by replay of the log, and the event.
        """
        if after is not None:
            data = web.desk.view_after(after)
            [event] = log_view(web.desk.table.recorded[:after], after - 1, 1, web.desk.face.said)
            return {"seq": after, "data": data, "event": event}
        return {"seq": web.feed.seq, "data": dict(web.feed.view)}

    @router.get("/log")
    @opens_to(Access.VIEWER)
    def get_log(
        since: Annotated[int, Query(ge=0, le=10**9)] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> list[dict[str, Any]]:
        """Events after number `since`, newest first."""
        return log_view(web.desk.table.recorded, since, limit, web.desk.face.said)

    @router.get(
        "/log.jsonl",
        response_class=Response,
        responses={200: {"content": {"application/jsonl": {}}}},
    )
    @opens_to(Access.VIEWER)
    def export_log() -> Response:
        """The whole log, an event a line."""

        def lines() -> Iterator[str]:
            for one in web.desk.table.recorded:
                yield json.dumps(recorded_to_json(one), ensure_ascii=False) + "\n"

        return StreamingResponse(lines(), media_type="application/jsonl")

    @router.get(
        "/evidence/{name}", response_class=Response, responses={200: {"content": {"video/mp4": {}}}}
    )
    @opens_to(Access.VIEWER)
    def get_evidence(name: str) -> Response:
        """A clip or picture that an event names."""
        try:
            path = web.desk.evidence.file(name)
        except ValueError as error:
            raise HTTPException(404, str(error)) from None
        return FileResponse(path, media_type=KINDS[path.suffix])


def playing(router: APIRouter, web: Web) -> None:
    """What people say and do."""

    def submit(request: Request, intent: Intent) -> Written:
        return written(web.desk.submit(intent, visitor_of(request).name))

    @router.post("/matches", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def open_match(request: Request, body: bodies.NewMatch) -> Written:
        """Begin a match."""
        return submit(request, body.event(web.feed.view["table"]["ruleset"]))

    @router.post("/matches/close", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def close_match(request: Request, body: bodies.Note) -> Written:
        """End the match, won or broken off."""
        return submit(request, MatchClosed(body.note))

    @router.post("/deals", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def start_deal(request: Request, body: bodies.NewDeal | None = None) -> Written:
        """The cards are dealt."""
        return submit(request, StartDeal(body.mano if body else None))

    @router.post("/mus", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def say_mus(request: Request, body: bodies.MusSaid) -> Written:
        """Mus, or no mus."""
        return submit(request, MusCall(body.seat, body.word))

    @router.post("/discards", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def discard(request: Request, body: bodies.Discarded) -> Written:
        """A seat lays cards down."""
        return submit(request, Discard(body.seat, body.count))

    @router.post("/calls", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def call(request: Request, body: bodies.Called) -> Written:
        """A word in a lance."""
        return submit(request, Call(body.seat, body.word, body.amount))

    @router.post("/declarations", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def declare(request: Request, body: bodies.DeclaredBody) -> Written:
        """Whether a seat holds pares or juego."""
        return submit(request, Declared(body.lance, body.seat, body.holds))

    @router.post("/peretes", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def perete(request: Request, body: bodies.OneSeat) -> Written:
        """A seat declares 4-5-6-7."""
        return submit(request, PereteDeclared(body.seat))

    @router.post("/misdeals", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def misdeal(request: Request, body: bodies.Misdeal) -> Written:
        """A card was seen, or a count was wrong."""
        return submit(request, Misdealt(body.forced_by))

    @router.post("/bets", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def enter_bets(request: Request, body: bodies.AllBets) -> Written:
        """All bets of a deal at once. Where a declaration was false, only a referee may."""
        visitor = visitor_of(request)
        intent = EnterBets(body.event(), body.deal)

        def expect(state: TableState) -> None:
            ruling = state.deal is not None and state.deal.waits_for is WaitsFor.RULING
            if ruling and (visitor.role or Role.VIEWER) < Role.REFEREE:
                raise RefusedRequest(
                    403, "a declaration was false; a referee says what counts", "referee_says_bets"
                )

        return written(web.desk.submit(intent, visitor.name, expect))

    @router.post("/reveals", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def reveal(request: Request, body: bodies.TypedHands) -> Written:
        """The four hands, typed."""
        return submit(request, body.event())

    @router.post("/cards", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def name_card(request: Request, body: bodies.NamedCard) -> Written:
        """Which card lies at a place of the reveal; null when none does."""
        return submit(request, NameCard(body.label, body.parsed(), body.deal))


def correcting(router: APIRouter, web: Web) -> None:
    """What people put right, note and rule."""

    def submit(request: Request, intent: Intent) -> Written:
        return written(web.desk.submit(intent, visitor_of(request).name))

    def put_right(request: Request, wanted: Correct) -> Written:
        """What touches what referees decide on is theirs alone to put right."""
        visitor = visitor_of(request)

        def expect(_: TableState) -> None:
            if (visitor.role or Role.VIEWER) < Role.REFEREE and for_referees(
                web.desk.table, wanted
            ):
                raise RefusedRequest(
                    403,
                    "this corrects a flag or a ruling, or puts one in; that needs the role referee",
                    "referee_corrects",
                )

        return written(web.desk.submit(wanted, visitor.name, expect))

    @router.post("/undo", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def undo(request: Request, body: bodies.Target) -> Written:
        """Undo the last thing done, named by its number so that two presses undo one thing."""
        return put_right(request, Correct(body.target, (), body.note))

    @router.post("/corrections", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def correct(request: Request, body: bodies.Correction) -> Written:
        """Put other events in the place of one, or none; everything later is worked out anew."""
        return put_right(request, body.intent())

    @router.post("/notes", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def note(request: Request, body: bodies.Remark) -> Written:
        """A remark in the log."""
        return submit(request, Noticed(body.text, body.about))


def judging(router: APIRouter, web: Web) -> None:
    """Score and flags of a match."""

    def submit(request: Request, intent: Intent) -> Written:
        return written(web.desk.submit(intent, visitor_of(request).name))

    @router.get("/matches")
    @opens_to(Access.VIEWER)
    def get_matches() -> list[dict[str, Any]]:
        """Every match with the ledger of each deal."""
        return matches_view(web.desk.state)

    @router.post("/scores", status_code=201)
    @opens_to(Access.SCOREKEEPER)
    def set_score(request: Request, body: bodies.AgreedScore) -> Written:
        """Put the score to what the table agrees on."""
        return submit(request, body.event())

    @router.post("/flags/{seq}/rulings", status_code=201)
    @opens_to(Access.REFEREE)
    def rule(request: Request, seq: int, body: bodies.Ruling) -> Written:
        """The referee's answer to a flag."""
        return submit(request, Rule(seq, body.verdict, body.note))


def written(recorded: Sequence[Recorded]) -> Written:
    """The answer that names these events."""
    return Written(events=[recorded_to_json(one) for one in recorded], seq=recorded[-1].seq)
