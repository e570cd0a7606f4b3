"""The web server as every table runs it."""

from __future__ import annotations

import gc

import uvicorn
from fastapi import FastAPI


def server_for(app: FastAPI) -> uvicorn.Server:
    """A server that says nothing about itself and writes no address down.

    Make it once the table is loaded. What is there by then stays: looking through all of it for
    garbage would stop every page for a tenth of a second, again and again.
    """
    gc.collect()
    gc.freeze()
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,
            # its access log would write whole addresses, and overlays carry tokens in theirs
            access_log=False,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=2,
            # packing each message anew for every viewer costs more than a short cable saves
            ws_per_message_deflate=False,
        )
    )
