"""What every request passes before it reaches a route: Host, Origin, size, and safe headers.

The Host check stops a web page elsewhere from pointing its own name at this machine (DNS
rebinding); a name is known, or it is an address, which no page can take over. The Origin check
stops a page elsewhere from sending commands or opening the event stream with a visitor's cookie.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.access import SAFE_METHODS
from referee.web.problems import problem

MOST_BYTES = 256 * 1024
"""Of a request's body."""
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Gate:
    """ASGI middleware. `names` are the host names this server answers to besides addresses."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal})
            else:
                status = 413 if refusal.startswith("the body") else 400
                await problem(status, refusal)(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    sent.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely)

    def _refusal(self, scope: Scope, headers: Headers) -> str | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._knows(_name(hosts[0])):
            return (
                "this server does not answer to that host name; open it by address, or start it "
                "with `referee run --name HOST`"
            )
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and origin is not None and _split(origin).netloc.lower() != hosts[0].lower():
            return "the request comes from a page of another site"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return f"the body is larger than {MOST_BYTES} bytes"
        if changes and "transfer-encoding" in headers:
            return "the body must say its length"
        return None

    def _knows(self, name: str) -> bool:
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _name(host: str) -> str:
    """The host without its port; an IPv6 address without its brackets."""
    return (_split(f"//{host}").hostname or "").lower()


def _split(address: str) -> SplitResult:
    """The parts of an address; all are empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
