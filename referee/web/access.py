"""Who may use which route. A route that does not say so is open to admins alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

from starlette.exceptions import WebSocketException
from starlette.requests import HTTPConnection
from starlette.status import WS_1008_POLICY_VIOLATION

from referee.web.accounts import Accounts, Role, Token, TokenKind
from referee.web.refused import RefusedRequest
from referee.web.sessions import COOKIE, Session, Sessions
from referee.web.words import phrase

CSRF_HEADER = "X-CSRF-Token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_DECLARED = "__referee_access__"


class Access(IntEnum):
    """What a route asks of its visitor."""

    ANYONE = 0
    VIEWER = 1
    SCOREKEEPER = 2
    REFEREE = 3
    ADMIN = 4
    OVERLAY = 10
    """A viewer, or an overlay or hands token in the URL."""
    HANDS = 11
    """A hands token and nothing else: not even an admin sees unrevealed hands here."""
    METRICS = 12
    """A viewer, or a metrics token."""


@dataclass(frozen=True)
class Visitor:
    """Who is asking: a person with a role, the bearer of a token, or nobody known."""

    session: Session
    role: Role | None = None
    token: Token | None = None
    is_new: bool = False
    """Whether the session has just begun, so that its cookie must be set."""

    @property
    def name(self) -> str:
        """The account's name; `local` on a machine without accounts."""
        if self.session.account:
            return self.session.account.name
        return "local" if self.role else "nobody"

    def may(self, access: Access) -> bool:
        """Whether the visitor meets what a route asks."""
        kind = self.token.kind if self.token else None
        match access:
            case Access.ANYONE:
                return True
            case Access.HANDS:
                return kind is TokenKind.HANDS
            case Access.OVERLAY:
                return self.role is not None or kind in (TokenKind.OVERLAY, TokenKind.HANDS)
            case Access.METRICS:
                return self.role is not None or kind is TokenKind.METRICS
        return self.role is not None and self.role >= access.value


class NotSignedInError(RefusedRequest):
    """The visitor may come back after signing in."""

    def __init__(self) -> None:
        super().__init__(401, "sign in first, at /login", "sign_in")


Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def opens_to(access: Access) -> Callable[[Endpoint], Endpoint]:
    """Declare what an endpoint asks; without it, only admins get in."""

    def declare(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _DECLARED, access)
        return endpoint

    return declare


def access_of(endpoint: object) -> Access:
    """What an endpoint asks."""
    declared = getattr(endpoint, _DECLARED, Access.ADMIN)
    assert isinstance(declared, Access)
    return declared


class Guard:
    """The dependency of every route. With `open_locally` and no account everybody is admin,
    which `referee run` allows on the loopback address only."""

    def __init__(self, accounts: Accounts, sessions: Sessions, *, open_locally: bool) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._open_locally = open_locally

    async def __call__(self, connection: HTTPConnection) -> None:
        """Let the visitor through and leave it in `connection.state.visitor`, or raise."""
        visitor = self.visitor(connection)
        connection.state.visitor = visitor
        access = access_of(connection.scope.get("endpoint"))
        websocket = connection.scope["type"] == "websocket"
        if not visitor.may(access):
            if websocket:
                raise WebSocketException(WS_1008_POLICY_VIOLATION, "not allowed")
            if visitor.role is None and visitor.token is None:
                raise NotSignedInError
            role = access.name.lower()
            raise RefusedRequest(
                403, f"this needs the role {role}", "needs_role", role=phrase(f"role.{role}")
            )
        if not websocket and connection.scope["method"] not in SAFE_METHODS:
            sent = connection.headers.get(CSRF_HEADER)
            if not self._sessions.is_csrf_token(visitor.session, sent):
                raise RefusedRequest(
                    403,
                    f"the header {CSRF_HEADER} is missing or belongs to another session; "
                    "read it with GET /api/v1/session",
                    "stale_page",
                )

    def admits(self, connection: HTTPConnection) -> bool:
        """Whether the visitor would still get in: accounts and tokens change while pages watch."""
        return self.visitor(connection).may(access_of(connection.scope.get("endpoint")))

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Who is asking, by cookie, token or address."""
        known = self._sessions.read(connection.cookies.get(COOKIE))
        session = known or self._sessions.begin()
        is_new = known is None
        text = connection.query_params.get("token") or _bearer(connection)
        token = self._accounts.token_of(text) if text else None
        if text:
            # a token says all that its bearer may do, even on a machine that trusts everybody
            return Visitor(session, token=token)
        if session.account:
            return Visitor(session, session.account.role)
        if self._open_locally and not len(self._accounts):
            return Visitor(session, Role.ADMIN, is_new=is_new)
        return Visitor(session, is_new=is_new)


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who the guard let through."""
    visitor = connection.state.visitor
    assert isinstance(visitor, Visitor)
    return visitor


def _bearer(connection: HTTPConnection) -> str | None:
    scheme, _, text = connection.headers.get("Authorization", "").partition(" ")
    return text.strip() or None if scheme.lower() == "bearer" else None
