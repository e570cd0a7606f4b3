"""What `referee run` puts together, and whom it lets in."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from referee.attending import attend
from referee.cards import parse_cards
from referee.config import TableConfig
from referee.errors import NotAllowedError
from referee.mus.ruleset import FirstHand, Ruleset
from referee.pipeline.reports import CameraTold, HandSeen, Witnessed
from referee.run import clips_of
from referee.seats import Seat
from referee.signals.box import Box
from referee.signals.evidence_store import EvidenceStore
from referee.signals.film import Film
from referee.signals.models import Models
from referee.table.commands import Rule
from referee.table.events import FlagRaised
from referee.table.holding import held
from referee.table.log import EventLog, look
from referee.table.seen import CameraStatus, Evidence
from referee.table.verdict import Verdict
from referee.web.access import CSRF_HEADER
from referee.web.accounts import Accounts, Role
from referee.web.desk import Desk, Memory
from tests.browser.deals import open_match, reveal
from tests.conftest import Run
from tests.frames.fakes import Time, eventually
from tests.pipeline.test_face_eyes import FACE, WinkingFace
from tests.pipeline.test_standing import dealt
from tests.signals.fake_models import times
from tests.signals.test_evidence import short_cut
from tests.web.conftest import FAST, PASSWORD

Referee = Callable[..., Run]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "::", "mahaia.local"])
def test_listening_wider_needs_an_account(referee: Referee, tmp_path: Path, host: str) -> None:
    ran = referee("run", "--host", host, "--data", tmp_path)
    assert ran.status == 2
    assert f"listening on {host} needs an account" in ran.err
    assert "referee users add NAME --role admin" in ran.err


def test_a_taken_port_is_told_in_one_line(referee: Referee, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = referee("run", "--port", port, "--data", tmp_path)
    assert ran.status == 2 and len(ran.err.splitlines()) == 1
    assert f"port {port}" in ran.err and "--port" in ran.err


@pytest.mark.parametrize("words", [("run", "--port", "0"), ("users", "list")])
def test_a_folder_that_cannot_be_made_is_told_in_one_line(
    referee: Referee, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("no folder")
    ran = referee(*words, "--data", tmp_path / "file" / "data")
    assert ran.status == 2 and len(ran.err.splitlines()) == 1
    assert "no folder can be made there" in ran.err and "--data FOLDER" in ran.err


def test_a_demonstration_that_is_terminated_leaves_nothing_behind(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "referee.cli", "run", "--demo", "--port", "0"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"},
    ) as demo:  # fmt: skip
        assert demo.stdout is not None
        assert "The table is at" in demo.stdout.readline()
        assert list(tmp_path.glob("referee-demo-*"))
        demo.terminate()
    assert demo.returncode == 128 + signal.SIGTERM
    assert not list(tmp_path.glob("referee-demo-*"))


def test_a_wrong_configuration_is_told_with_its_place(referee: Referee, tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("version: 1\nweb: {prot: 80}\n", encoding="utf-8")
    ran = referee("run", path)
    assert ran.status == 2 and f"{path}:2" in ran.err and "prot" in ran.err


def test_the_demonstration_takes_no_configuration(referee: Referee, tmp_path: Path) -> None:
    assert "leave out" in referee("run", "--demo", tmp_path / "table.yaml").err


def test_accounts_on_the_command_line(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.accounts.PasswordHasher", lambda: FAST)
    asked = ("--data", tmp_path, "--password", PASSWORD)
    assert (
        "first account must be an admin"
        in referee("users", "add", "ane", "--role", "viewer", *asked).err
    )
    assert referee("users", "add", "ane", *asked).out == "ane may sign in as admin\n"
    assert referee("users", "list", "--data", tmp_path).out == "ane  admin\n"
    assert "only admin" in referee("users", "remove", "ane", "--data", tmp_path).err
    account = Accounts(tmp_path / "accounts.json", FAST).verify("ane", PASSWORD)
    assert account and account.role is Role.ADMIN


def test_a_role_is_looked_at_before_anybody_types_a_password(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.accounts.PasswordHasher", lambda: FAST)
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    add = ("users", "add", "ane", "--data", tmp_path)
    assert "'king' is not a role" in referee(*add, "--role", "king").err
    assert "first account must be an admin" in referee(*add, "--role", "viewer").err
    assert referee(*add).out == "ane may sign in as admin\n"
    ran = referee("users", "add", "miren", "--data", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "referee: no password; type it in a terminal, or send it as one line\n"


def test_what_cameras_report_reaches_the_table() -> None:
    desk = Desk(Memory())
    open_match(desk)
    attend(desk, CameraTold("top", CameraStatus.LOST, "unplugged", 1.0), hidden_hands=False)
    attend(desk, Witnessed("top", reveal(), 2.0), hidden_hands=False)
    assert [(one.by, str(one.event)) for one in desk.table.recorded[2:]] == [
        ("camera:top", "camera top lost: unplugged"),
        ("camera:top", "reveal of 16 cards read by top"),
    ]


def test_a_reveal_that_nobody_waits_for_is_no_fault() -> None:
    desk = Desk(Memory())
    attend(desk, Witnessed("top", reveal(), 2.0), hidden_hands=False)
    assert desk.events == 0
    with pytest.raises(NotAllowedError):
        desk.submit(reveal(), "test")


@pytest.mark.parametrize("hidden_hands", [True, False])
def test_hands_before_the_reveal_are_kept_only_where_the_table_says_so(
    hidden_hands: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    desk = Desk(Memory())
    open_match(desk)
    cards = parse_cards("6O 6C 6E 6B")
    attend(desk, HandSeen("hand", Seat.A, cards, 1.0), hidden_hands=hidden_hands)
    assert desk.overlay_view(0.0, hands=True)["hands_live"] is hidden_hands
    assert "6O" not in caplog.text and "6O" not in repr(desk.table.recorded)


class FaceFound:
    """Finds the one face in every picture."""

    def find(self, image: object) -> tuple[Box, ...]:
        return (FACE,)

    def close(self) -> None:
        pass


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[TestClient], object]]:
    """What visitors do at the table that `referee run` serves; it closes when they have done so.

    Time passes only while a recording sleeps.
    """
    asked = list[Callable[[TestClient], object]]()

    class Server:
        def __init__(self, app: FastAPI) -> None:
            self.app = app

        def run(self, sockets: Sequence[socket.socket]) -> None:
            for listener in sockets:
                listener.close()
            with TestClient(self.app, base_url="http://127.0.0.1") as client:
                for visit in asked:
                    visit(client)

    time = Time()
    passing = SimpleNamespace(monotonic=time.clock, sleep=time.sleep)
    monkeypatch.setattr("referee.run.time", passing)
    monkeypatch.setattr("referee.web.server.server_for", Server)
    return asked


def table_file(folder: Path, text: str) -> Path:
    path = folder / "table.yaml"
    path.write_text(f"version: 1\n{text}\n", encoding="utf-8")
    return path


def test_a_signal_that_a_face_camera_sees_is_in_the_review_queue(
    referee: Referee,
    visits: list[Callable[[TestClient], object]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # fine detail everywhere: a face without any is taken to be out of focus
    rng = np.random.default_rng(3)
    detail = cv2.resize(rng.integers(40, 170, (160, 213, 3)).astype(np.uint8), (640, 480))
    with Film(tmp_path / "faces.mp4") as film:
        for time_s in times(0.0, 8.0, 15):
            film.add(np.asarray(detail + round(5 * time_s), np.uint8), time_s)
    closed = dealt("A mus", Ruleset(first_hand=FirstHand.CORRIDO))
    log = EventLog.open(tmp_path / "table.db")
    log.append([one.event for one in closed.recorded], "test")
    log.close()
    monkeypatch.setattr(
        "referee.pipeline.face_eyes.load_models",
        lambda needs: Models(WinkingFace(), FaceFound()),
    )
    found: list[Any] = []

    def flags(client: TestClient) -> list[Any]:
        found[:] = client.get("/api/v1/table").json()["data"]["flags"]
        return found

    visits.append(lambda client: eventually(lambda: flags(client)))
    visits.append(lambda client: found.append(client.get(found[0]["clip"])))
    visits.append(lambda client: found.append(client.get(found[0]["curve"]).json()))
    path = table_file(tmp_path, "cameras: {eyes: {source: faces.mp4, role: faces, seat: C}}")
    ran = referee("run", path, "--port", 0)
    assert ran.status == 0, ran.err
    flag, clip, curve = found
    assert (flag["seat"], flag["gesture"], flag["infraction"]) == ("C", "wink", "wrong_moment")
    assert curve["name"].startswith("C: was this a signal")
    assert max(curve["values"]) > 0.5
    assert clip.status_code == 200 and clip.headers["content-type"] == "video/mp4"
    assert len(list((tmp_path / "evidence").glob("*.mp4"))) == 1


@pytest.mark.parametrize(
    "faces", ["", ", eyes: {source: 9, role: faces, seat: C}}\nsignals: {enabled: false"]
)
def test_a_table_of_cards_only_loads_and_opens_nothing_for_faces(
    referee: Referee,
    visits: list[Callable[[TestClient], object]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    faces: str,
) -> None:
    for module in ("mediapipe", "referee.pipeline.face_eyes", "referee.signals.landmarks"):
        monkeypatch.setitem(sys.modules, module, None)
    names: list[str] = []
    visits.append(
        lambda client: names.extend(
            camera["name"] for camera in client.get("/api/v1/cameras").json()
        )
    )
    path = table_file(tmp_path, f"cameras: {{top: {{source: 'test:pattern', role: cards}}{faces}}}")
    ran = referee("run", path, "--port", 0)
    assert ran.status == 0, ran.err
    assert names == ["top"]


def test_old_clips_go_where_no_face_is_watched_any_longer(
    referee: Referee, visits: list[Callable[[TestClient], object]], tmp_path: Path
) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    assert store.save(short_cut(), datetime(2020, 1, 1, tzinfo=UTC))
    visits.append(lambda client: client.get("/api/v1/table"))
    path = table_file(tmp_path, "signals: {enabled: false}")
    assert referee("run", path, "--port", 0).status == 0
    assert store.all() == ()


def test_a_ruling_at_the_desk_keeps_its_clip(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    kept = store.save(short_cut(), datetime(2020, 1, 1, tzinfo=UTC))
    assert kept
    desk = Desk(Memory())
    clips = clips_of(TableConfig(version=1), tmp_path, desk)
    assert clips is not None
    assert store.all() == (), "nobody had ruled when the table opened"
    kept = store.save(short_cut(), datetime.now(UTC))
    assert kept
    open_match(desk)
    named = Evidence(f"{kept.id}.mp4", kept.sha256)
    desk.submit(FlagRaised(Seat.A, "was this meant for the partner?", evidence=named), "test")
    desk.submit(Rule(desk.state.flags[0].seq, Verdict.NOT_ALLOWED), "test")
    assert [evidence.kept for evidence in store.all()] == [True]


def test_two_tables_on_one_database_write_two_logs(
    referee: Referee, visits: list[Callable[[TestClient], object]], tmp_path: Path
) -> None:
    def open_a_match(client: TestClient) -> None:
        client.headers[CSRF_HEADER] = client.get("/api/v1/session").json()["csrf"]
        assert client.post("/api/v1/matches", json={"dealer": "D"}).status_code == 201

    visits.append(open_a_match)
    for name in ("mahai 1", "mahai 2"):
        path = table_file(tmp_path, f"table: {{name: {name}}}")
        ran = referee("run", path, "--port", 0)
        assert ran.status == 0, ran.err
    assert [len(look(tmp_path / "table.db", name).recorded) for name in ("mahai 1", "mahai 2")] == [
        1,
        1,
    ]


def test_once_is_for_the_demonstration(referee: Referee, tmp_path: Path) -> None:
    assert "add --demo" in referee("run", "--once", "--data", tmp_path).err


def test_a_table_of_mouche_serves_its_own_pages_and_keeps_its_log(
    referee: Referee, visits: list[Callable[[TestClient], object]], tmp_path: Path
) -> None:
    found: list[str] = []

    def open_a_game(client: TestClient) -> None:
        client.headers[CSRF_HEADER] = client.get("/api/v1/session").json()["csrf"]
        found.append(client.get("/").text)
        game = {"players": ["Ane", "Beñat", "Miren"], "dealer": "P3"}
        assert client.post("/api/v1/mouche/games", json=game).status_code == 201
        assert client.post("/api/v1/matches", json={"dealer": "D"}).status_code == 404

    visits.append(open_a_game)
    path = table_file(tmp_path, "table: {game: mouche, rules: {fine_cap: 20}}")
    ran = referee("run", path, "--port", 0)
    assert ran.status == 0, ran.err
    assert "/static/js/mouche/table.js" in found[0]
    (opened,) = look(tmp_path / "table.db", "table").recorded
    assert str(opened.event) == "game of Mouche opened under article, 3 players, P3 deals first"
    assert opened.event.ruleset.fine_cap == 20  # type: ignore[union-attr]


def test_a_table_that_is_served_already_is_refused(referee: Referee, tmp_path: Path) -> None:
    with held(tmp_path / "table.db", "table"):
        ran = referee("run", "--port", 0, "--data", tmp_path)
    assert ran.status == 2 and len(ran.err.splitlines()) == 1
    assert "table.db: another process" in ran.err and "look at its pages instead" in ran.err
