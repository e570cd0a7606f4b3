"""What `referee run` puts together, and whom it lets in."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cards import parse_cards
from referee.errors import NotAllowedError
from referee.pipeline.reports import CameraTold, HandSeen, Witnessed
from referee.run import attend
from referee.seats import Seat
from referee.table.seen import CameraStatus
from referee.web.accounts import Accounts, Role
from referee.web.desk import Desk, Memory
from tests.browser.deals import open_match, reveal
from tests.conftest import Run
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
