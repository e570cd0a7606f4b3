"""Signing in and out, and who one is."""

from __future__ import annotations

import asyncio
import logging
import math

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from referee.web.access import Access, opens_to, visitor_of
from referee.web.context import Web
from referee.web.refused import RefusedRequest
from referee.web.sessions import COOKIE, LIFETIME_S, Session

log = logging.getLogger(__name__)

HASHES_AT_ONCE = 2
"""A password's hash takes much memory and a whole core."""


class SignIn(BaseModel):
    """Name and password."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
    name: str = Field(max_length=40)
    password: str = Field(max_length=500)


class Who(BaseModel):
    """Who is asking, and what must go along with every change as `X-CSRF-Token`."""

    name: str
    role: str | None
    csrf: str


def session_routes(web: Web) -> APIRouter:
    """GET, POST and DELETE of the visitor's session."""
    router = APIRouter(prefix="/api/v1/session", tags=["session"])

    hashing = asyncio.Semaphore(HASHES_AT_ONCE)

    def who(session: Session, role: str | None, name: str) -> Who:
        return Who(name=name, role=role, csrf=web.sessions.csrf_token(session))

    @router.get("")
    @opens_to(Access.ANYONE)
    async def get_session(request: Request, response: Response) -> Who:
        """Who one is. Sets the cookie that the CSRF token belongs to."""
        visitor = visitor_of(request)
        if visitor.is_new:
            set_session(web, request, response, visitor.session)
        return who(visitor.session, visitor.role.word if visitor.role else None, visitor.name)

    @router.post("")
    @opens_to(Access.ANYONE)
    async def sign_in(request: Request, response: Response, body: SignIn) -> Who:
        """Sign in. After five failures within a minute an address or a name has to wait."""
        address = request.client.host if request.client else "?"
        keys = (f"address {address}", f"name {body.name}")
        wait = web.sign_ins.attempt(*keys)
        if wait > 0:
            seconds = math.ceil(wait)
            raise RefusedRequest(
                429,
                f"too many failed attempts; try again in {seconds} s",
                "sign_in_waits",
                {"Retry-After": str(seconds)},
                n=seconds,
            )
        async with hashing:
            account = await asyncio.to_thread(web.accounts.verify, body.name, body.password)
        if account is None:
            log.warning("sign-in failed from %s", address)
            raise RefusedRequest(403, "name and password do not belong together", "wrong_sign_in")
        web.sign_ins.succeeded(*keys)
        session = web.sessions.begin(account)
        set_session(web, request, response, session)
        log.info("%s signed in from %s", account.name, address)
        return who(session, account.role.word, account.name)

    @router.delete("", status_code=204)
    @opens_to(Access.ANYONE)
    def sign_out(request: Request, response: Response) -> None:
        """End the session and forget its cookie."""
        web.sessions.end(visitor_of(request).session)
        response.delete_cookie(COOKIE)

    return router


def set_session(web: Web, request: Request, response: Response, session: Session) -> None:
    """Give the browser the session's cookie: no script reads it, no other site sends it."""
    response.set_cookie(
        COOKIE,
        web.sessions.write(session),
        max_age=LIFETIME_S,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
