"""What the review page asks for when it is looked at: every flag, and the curves of clips."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException

from referee.errors import NotAllowedError
from referee.web.access import Access, opens_to
from referee.web.context import Web
from referee.web.flag_view import flags_view


def review_routes(web: Web) -> APIRouter:
    """/flags and /evidence/NAME/curve."""
    router = APIRouter(prefix="/api/v1", tags=["review"])

    @router.get("/flags")
    @opens_to(Access.VIEWER)
    def get_flags() -> list[dict[str, Any]]:
        """Every flag of every match, in the order in which they were raised."""
        return flags_view(web.desk.state, web.desk.state.flags)

    @router.get("/evidence/{name}/curve")
    @opens_to(Access.VIEWER)
    def get_curve(name: str) -> dict[str, Any] | None:
        """How strong a gesture was over a clip; null where no curve was kept."""
        try:
            return web.desk.evidence.curve(name)
        except NotAllowedError as error:
            raise HTTPException(404, str(error)) from None

    return router
