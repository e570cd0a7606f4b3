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

from referee.web.access import CSRF_HEADER
from referee.web.accounts import Accounts
from referee.web.app import WebSettings, create_app
from referee.web.desk import Desk, Memory
from referee.web.sessions import COOKIE, Sessions
from tests.browser.deals import play
from tests.web.conftest import FAST

ACCOUNTS = Accounts(hasher=FAST)
SESSIONS = Sessions(ACCOUNTS)
SESSION = SESSIONS.begin()
DESK = Desk(Memory())
play(DESK)
APP = create_app(DESK, ACCOUNTS, WebSettings(Path(tempfile.gettempdir()), names=("testserver",)))
schema = schemathesis.openapi.from_asgi("/api/openapi.json", APP)


@schema.exclude(path="/api/v1/accounts", method="POST").parametrize()
@settings(
    max_examples=4,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_described(case: schemathesis.Case) -> None:
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
