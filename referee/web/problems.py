"""Errors as problem+json (RFC 9457), or as a page for people."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from referee.errors import NotAllowedError, RefereeError, Refusal
from referee.web.access import NotSignedInError
from referee.web.desk import NotStoredError
from referee.web.refusals import refusal_phrase
from referee.web.refused import RefusedRequest

MEDIA_TYPE = "application/problem+json"
log = logging.getLogger(__name__)

_SCHEMA = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What was wrong and what was allowed."},
        "said": {"type": "object", "description": "The same as a phrase, for pages."},
    },
}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": {MEDIA_TYPE: {"schema": _SCHEMA}}}
    for status, text in {
        400: "The request is not what a browser of this site sends, or not JSON.",
        401: "Nobody is signed in.",
        403: "The role does not allow it, or the CSRF token is missing.",
        404: "There is no such thing.",
        409: "The rules refuse it now; the detail says what was allowed.",
        413: "The body is too large, or does not say its length.",
        422: "It cannot be read; the detail names every fault.",
        429: "Too many failed attempts to sign in.",
        503: "The log cannot be written; nothing was changed.",
    }.items()
}
"""What any request may be answered with, for the API's description."""


def problem(status: int, detail: str | Refusal, **more: Any) -> JSONResponse:
    """One problem; `detail` says what was wrong, what was allowed and what to do, and `said`
    says it for pages in any language, where that is known."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(detail),
        **more,
    }
    if isinstance(detail, Refusal) and detail.kind:
        body["said"] = refusal_phrase(detail).plain()
    return JSONResponse(body, status, media_type=MEDIA_TYPE)


def add_problem_handlers(app: FastAPI) -> None:
    """Turn what routes raise into problems: a refusal is 409, unreadable input 422, a log that
    cannot be written 503."""

    @app.exception_handler(RefereeError)
    async def refused(request: Request, error: RefereeError) -> Response:
        if isinstance(error, NotStoredError):
            log.error("%s %s: %s", request.method, request.url.path, error)
            return problem(503, error.refusal)
        return problem(409 if isinstance(error, NotAllowedError) else 422, error.refusal)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        faults = [
            {"where": ".".join(str(part) for part in fault["loc"]), "what": fault["msg"]}
            for fault in error.errors()
        ]
        detail = "; ".join(f"{fault['where']}: {fault['what']}" for fault in faults)
        where = ", ".join(fault["where"] for fault in faults)
        refusal = Refusal(detail, "unreadable", {"where": where})
        return problem(422, refusal, faults=faults)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        path = request.url.path
        if isinstance(error, NotSignedInError) and not path.startswith("/api/"):
            return RedirectResponse(f"/login?next={path}", 303)
        known = error.refusal if isinstance(error, RefusedRequest) else str(error.detail)
        response = problem(error.status_code, known)
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        # the path only: a query may hold a token
        log.exception("%s %s failed", request.method, request.url.path)
        return problem(500, Refusal("the referee failed here; its log says more", "broken"))
