"""The overlay page and its feed, for viewers and for the bearers of a token.

Hands before the reveal have a page and a feed of their own, which open to a hands token alone
and are always late.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketDisconnect

from referee.web.access import Access, opens_to
from referee.web.context import Web
from referee.web.face import LAYOUTS, GamePlayed
from referee.web.routes.live import SEND_S, until_gone
from referee.web.routes.pages import words_for
from referee.web.timeline import LONGEST_DELAY_S

TEMPLATES = {GamePlayed.MUS: "overlay.html", GamePlayed.MOUCHE: "mouche_overlay.html"}
THEMES = ("dark", "light")
PERIOD_S = 0.1
PING_S = 10.0


def overlay_routes(web: Web) -> APIRouter:
    """/overlay and /overlay/hands."""
    router = APIRouter(prefix="/overlay", include_in_schema=False)

    def page(request: Request, feed: str) -> Response:
        asked = request.query_params
        layout, theme = asked.get("layout", "full"), asked.get("theme", "dark")
        seat, game = asked.get("seat", "A"), web.desk.face.game
        faults = [
            f"{name}={value} is not known; allowed: {', '.join(allowed)}"
            for name, value, allowed in (
                ("layout", layout, LAYOUTS[game]),
                ("theme", theme, THEMES),
                ("seat", seat, ("A", "B", "C", "D")),
            )
            if value not in allowed
        ]
        if faults:
            raise HTTPException(422, "; ".join(faults))
        words = words_for(web, request)
        html = web.templates.get_template(TEMPLATES[game]).render(
            t=words,
            words=words.script,
            lang=words.language,
            layout=layout,
            theme=theme,
            seats=[seat] if layout == "seat" else ["A", "B", "C", "D"],
            feed=feed,
        )
        return HTMLResponse(html, headers={"Cache-Control": "no-store"})

    @router.get("")
    @opens_to(Access.OVERLAY)
    def overlay(request: Request) -> Response:
        """What everybody at the table has seen."""
        return page(request, "/overlay/feed")

    @router.get("/hands")
    @opens_to(Access.HANDS)
    def hands(request: Request) -> Response:
        """The same and the hands before the reveal, late."""
        _require_hands(web)
        return page(request, "/overlay/hands/feed")

    @router.websocket("/feed")
    @opens_to(Access.OVERLAY)
    async def feed(websocket: WebSocket) -> None:
        """The view of the overlay, `delay` seconds late."""
        await _send(websocket, web, _delay_s(websocket, 0.0), hands=False)

    @router.websocket("/hands/feed")
    @opens_to(Access.HANDS)
    async def hands_feed(websocket: WebSocket) -> None:
        """The same with hands before the reveal, never sooner than the table allows."""
        least = web.hands_delay_s
        if least is None:
            await websocket.close(1008, "hands before the reveal are off")
            return
        await _send(websocket, web, _delay_s(websocket, least), hands=True)

    return router


def _require_hands(web: Web) -> None:
    """Refuse unless hands before the reveal are on."""
    if web.hands_delay_s is None:
        raise HTTPException(
            404,
            "hands before the reveal are off; turn them on with hidden_hands.enabled in "
            "the table's configuration",
        )


def _delay_s(websocket: WebSocket, least: float) -> float:
    """What was asked for, within an hour, but never less than `least`, however long that is."""
    try:
        asked = float(websocket.query_params.get("delay", "0"))
    except ValueError:
        asked = 0.0
    return max(least, min(asked, LONGEST_DELAY_S)) if asked == asked else least


async def _send(websocket: WebSocket, web: Web, delay_s: float, *, hands: bool) -> None:
    """A snapshot, then sections as they change, until the page goes or does not keep up."""
    await websocket.accept()
    gone = asyncio.create_task(until_gone(websocket, web.guard))
    sent: Mapping[str, Any] = {}
    seq, quiet_s = 0, 0.0
    try:
        while not gone.done():
            view = web.desk.overlay_view(delay_s, hands=hands)
            changed = {name: data for name, data in view.items() if sent.get(name) != data}
            if changed:
                kind = "snapshot" if not seq else "change"
                seq, sent, quiet_s = seq + 1, view, 0.0
                await _line(websocket, {"seq": seq, "type": kind, "data": changed})
            elif quiet_s >= PING_S:
                quiet_s = 0.0
                await _line(websocket, {"seq": seq, "type": "ping", "data": {}})
            await asyncio.wait({gone}, timeout=PERIOD_S)
            quiet_s += PERIOD_S
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        pass
    finally:
        gone.cancel()


async def _line(websocket: WebSocket, message: Mapping[str, Any]) -> None:
    async with asyncio.timeout(SEND_S):
        await websocket.send_text(json.dumps(message, ensure_ascii=False))
