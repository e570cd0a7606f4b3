"""The web server as every table runs it."""

import gc

from fastapi import FastAPI

from referee.web.server import server_for


def test_what_is_loaded_by_then_is_not_looked_through_for_garbage_again() -> None:
    loaded = [[] for _ in range(1000)]
    gc.unfreeze()
    server_for(FastAPI())
    assert gc.get_freeze_count() > len(loaded)
