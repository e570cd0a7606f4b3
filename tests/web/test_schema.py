"""Whatever the API's description allows is answered as it says, and never with a fault."""

import tempfile
from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.mouche.ruleset import Ruleset
from referee.web.access import CSRF_HEADER
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory
from referee.web.mouche_view import MoucheFace
from referee.web.sessions import COOKIE, Sessions
from tests.browser.deals import play
from tests.table.mouche_tables import OPENED, SAID, intents
from tests.web.conftest import FAST

ACCOUNTS = Accounts(hasher=FAST)
SESSIONS = Sessions(ACCOUNTS)
SESSION = SESSIONS.begin()
DESK = Desk(Memory())
play(DESK)
APP = create_app(DESK, ACCOUNTS, WebSettings(Path(tempfile.gettempdir()), names=("testserver",)))
schema = schemathesis.openapi.from_asgi("/api/openapi.json", APP)
MOUCHE_DESK = Desk(Memory(), face=MoucheFace(Ruleset()))
for intent in (OPENED, *intents(f"ante, {SAID}, P1 Kh")):
    MOUCHE_DESK.submit(intent, "test")
MOUCHE_APP = create_app(
    MOUCHE_DESK, ACCOUNTS, WebSettings(Path(tempfile.gettempdir()), names=("testserver",))
)
mouche_schema = schemathesis.openapi.from_asgi("/api/openapi.json", MOUCHE_APP)
FEW = settings(
    max_examples=4,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@schema.exclude(path="/api/v1/accounts", method="POST").parametrize()
@FEW
def test_every_operation_answers_as_described(case: schemathesis.Case) -> None:
    answers_as_described(case)


@mouche_schema.include(path_regex="^/api/v1/mouche/").parametrize()
@FEW
def test_every_operation_of_mouche_answers_as_described(case: schemathesis.Case) -> None:
    answers_as_described(case)


def answers_as_described(case: schemathesis.Case) -> None:
    """Signed in as nobody on a machine that trusts everybody; an account would end that."""
    response = case.call(
        headers={CSRF_HEADER: SESSIONS.csrf_token(SESSION)},
        cookies={COOKIE: SESSIONS.write(SESSION)},
    )
    case.validate_response(
        response,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ],
    )
