"""What the routes of one server share; made once by `create_app`, passed to every route module."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import jinja2

from referee.web.access import Guard
from referee.web.accounts import Accounts
from referee.web.calibration import Calibrator
from referee.web.cameras import Cameras
from referee.web.desk import Desk
from referee.web.feed import Feed
from referee.web.metrics import Metrics
from referee.web.rate_limit import RateLimit
from referee.web.sessions import Sessions
from referee.web.settings import SettingsKeeper
from referee.web.teaching import Teacher


@dataclass(frozen=True)
class Web:
    """Collaborators of the routes."""

    accounts: Accounts
    sessions: Sessions
    guard: Guard
    sign_ins: RateLimit
    desk: Desk
    feed: Feed
    """The view of the table for signed-in people."""
    cameras: Cameras
    metrics: Metrics
    templates: jinja2.Environment
    folder: Path
    """Where log and clips lie."""
    config_text: str
    """The table's configuration without secrets, for the settings page."""
    hands_delay_s: float | None
    """How late hands before the reveal are shown; None while they are off."""
    calibrator: Calibrator | None
    """None at a table without cameras of its own."""
    teacher: Teacher | None
    """None at a table whose cards no camera reads."""
    settings: SettingsKeeper | None
    """None at a table without a configuration file."""
    language: str
    """Of visitors whose browser asks for none that there is."""
