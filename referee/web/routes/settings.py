"""A table's settings: what counts now, and what shall count from the next start. For admins."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from referee.table.events import Noticed
from referee.web.access import Access, opens_to, visitor_of
from referee.web.context import Web
from referee.web.refused import RefusedRequest
from referee.web.routes.bodies import Body, Name
from referee.web.settings import Settings, SettingsKeeper


class SettingsBody(Body):
    """What may be changed."""

    ruleset: Name = Field(description="House rules of new matches; see `referee rulesets`.")
    signals: Name | None = Field(description="The list of signals; null for the ruleset's own.")
    cards_only: bool = Field(description="No camera is turned to a face.")
    retention_days: Annotated[float, Field(gt=0, le=3650)]


class SettingsOut(SettingsBody):
    """What is kept, and whether the table runs with it."""

    waits_for_restart: bool
    lists: tuple[str, ...]
    text: str


def settings_routes(web: Web) -> APIRouter:
    """/settings."""
    router = APIRouter(prefix="/api/v1/settings", tags=["settings"])

    def keeper() -> SettingsKeeper:
        if web.settings is None:
            raise RefusedRequest(
                404, "this table has no configuration file; start it with one", "no_config_file"
            )
        return web.settings

    def shown(kept: SettingsKeeper) -> SettingsOut:
        now = kept.read()
        return SettingsOut(
            **asdict(now),
            waits_for_restart=now != kept.running,
            lists=kept.lists(),
            text=kept.text(),
        )

    @router.get("")
    @opens_to(Access.ADMIN)
    def get_settings() -> SettingsOut:
        """What is kept now."""
        return shown(keeper())

    @router.put("")
    @opens_to(Access.ADMIN)
    def put_settings(request: Request, body: SettingsBody) -> SettingsOut:
        """Keep others; they count from the next start of the table, and the log notes them."""
        kept = keeper()
        before = asdict(kept.read())
        wanted = Settings(body.ruleset, body.signals, body.cards_only, body.retention_days)
        changed = [f"{k}: {v}" for k, v in asdict(wanted).items() if v != before[k]]
        text = f"settings for the next start were changed: {', '.join(changed)}"
        if changed:
            kept.write(wanted, lambda: web.desk.submit(Noticed(text), visitor_of(request).name))
        return shown(kept)

    return router
