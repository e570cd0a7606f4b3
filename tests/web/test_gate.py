"""Host, Origin, size and headers."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from referee.web.gate import MOST_BYTES, Gate
from tests.web.conftest import SignIn


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("mahaia.local", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8000", False),
        ("", False),
        ("127.0.0.1:8000@evil.example", False),
        ("[::1", False),
        ("[localhost]", False),
    ],
)
def test_only_known_names_and_addresses_are_answered(host: str, known: bool) -> None:
    app = FastAPI()
    app.get("/")(lambda: "ok")
    app.add_middleware(Gate, names=["mahaia.local"])
    answer = TestClient(app).get("/", headers={"host": host})
    assert answer.status_code == (200 if known else 400)
    assert known or "referee run --name HOST" in answer.text


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 201),
        ("http://127.0.0.1:8000", 201),
        ("http://evil.example", 400),
        ("null", 400),
        ("http://[", 400),
    ],
)
def test_changes_from_pages_of_other_sites_are_refused(
    sign_in: SignIn, origin: str | None, status: int
) -> None:
    client = sign_in("scorekeeper")
    headers = {"Origin": origin} if origin else {}
    assert client.post("/api/v1/matches", json={}, headers=headers).status_code == status


def test_large_bodies_are_refused(sign_in: SignIn) -> None:
    body = b"x" * (MOST_BYTES + 1)
    assert sign_in("admin").post("/api/v1/notes", content=body).status_code == 413


def test_bodies_say_their_length(sign_in: SignIn) -> None:
    answer = sign_in("admin").post("/api/v1/notes", content=iter([b"{}"]))
    assert answer.status_code == 413 and "length" in answer.text


def test_pages_load_nothing_from_elsewhere(sign_in: SignIn) -> None:
    answer = sign_in("viewer").get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'self'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
