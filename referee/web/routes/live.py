"""The event stream: a snapshot of the table, then numbered changes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from fastapi import APIRouter, WebSocket
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocketDisconnect

from referee.web.access import Access, Guard, opens_to
from referee.web.context import Web
from referee.web.feed import Dropped, Listener, Message

PING_S = 10.0
"""The longest silence: pages take a longer one for a lost connection."""
SEND_S = 10.0
"""A page that does not take a message for this long is dropped."""
RECHECK_S = 5.0
"""How often it is asked whether a page may still watch."""
TRY_AGAIN_LATER = 1013


def live_routes(web: Web) -> APIRouter:
    """/api/v1/events."""
    router = APIRouter()

    @router.websocket("/api/v1/events")
    @opens_to(Access.VIEWER)
    async def events(websocket: WebSocket) -> None:
        """`?since=N` asks only for what came after event N, if it is still here."""
        await websocket.accept()
        listener, first = web.feed.listen(_since(websocket), datetime.now(UTC).isoformat())
        gone = asyncio.create_task(until_gone(websocket, web.guard))
        try:
            for message in first:
                await _send(websocket, message.text)
            await _pass_on(websocket, listener, gone, web)
        except (Dropped, TimeoutError):
            await websocket.close(TRY_AGAIN_LATER, "too slow; connect again")
        except (WebSocketDisconnect, RuntimeError):
            pass  # it went, or was shown out, while a message was on its way
        finally:
            listener.close()
            gone.cancel()

    return router


async def _pass_on(
    websocket: WebSocket, listener: Listener, gone: asyncio.Task[None], web: Web
) -> None:
    waiting: asyncio.Task[Message] | None = None
    try:
        while True:
            waiting = waiting or asyncio.create_task(listener.next())
            await asyncio.wait({waiting, gone}, timeout=PING_S, return_when="FIRST_COMPLETED")
            if gone.done():
                return
            if waiting.done():
                message, waiting = waiting.result(), None
                await _send(websocket, message.text)
            else:
                await _send(websocket, f'{{"seq":{web.feed.seq},"type":"ping","data":{{}}}}')
    finally:
        if waiting is not None:
            waiting.cancel()


async def _send(websocket: WebSocket, text: str) -> None:
    async with asyncio.timeout(SEND_S):
        await websocket.send_text(text)


async def until_gone(websocket: WebSocket, guard: Guard) -> None:
    """Until the page goes, or is shown out because its account or token is no longer good.

    Pages say nothing here; whatever comes is ignored, and puts off no look at who they are.
    """
    clock = asyncio.get_running_loop().time
    due = clock() + RECHECK_S
    while True:
        try:
            async with asyncio.timeout_at(due):
                message = await websocket.receive()
        except TimeoutError:
            pass
        else:
            if message["type"] == "websocket.disconnect":
                return
        if clock() >= due:
            if not guard.admits(websocket):
                await websocket.close(WS_1008_POLICY_VIOLATION, "no longer allowed")
                return
            due = clock() + RECHECK_S


def _since(websocket: WebSocket) -> int | None:
    text = websocket.query_params.get("since", "")
    return int(text) if text.isdecimal() and len(text) < 16 else None
