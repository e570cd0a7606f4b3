"""`referee run` and `referee users`: the table's server and who may use it."""

from __future__ import annotations

import ipaddress
import logging
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from referee.errors import NotAllowedError, UnreadableError
from referee.outputs import made_folder

if TYPE_CHECKING:
    import uvicorn

    from referee.config import TableConfig
    from referee.demo import Demo
    from referee.mus.ruleset import Ruleset
    from referee.pipeline.build import FaceEyes
    from referee.pipeline.clips import Clips
    from referee.settings_file import SettingsFile
    from referee.table.holding import StillHeld
    from referee.web.accounts import Accounts
    from referee.web.app import WebSettings
    from referee.web.calibration import Calibrator
    from referee.web.cameras import Cameras
    from referee.web.desk import Desk, Journal
    from referee.web.face import Face
    from referee.web.teaching import Teacher

DATA = Path("referee-data")

Data = Annotated[
    Path, typer.Option(help="Folder of log, accounts and evidence, without a configuration.")
]

users_app = typer.Typer(no_args_is_help=True, help="Who may sign in.")


def run(
    config: Annotated[
        Path | None, typer.Argument(help="The table's configuration, table.yaml.")
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; wider than this computer needs an account."),
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="0: any free port.")] = None,
    data: Data = DATA,
    demo: Annotated[
        bool, typer.Option("--demo", help="Play the shipped deal; nothing is kept.")
    ] = False,
    once: Annotated[
        bool, typer.Option("--once", help="With --demo: end when the deal is played.")
    ] = False,
    name: Annotated[list[str] | None, typer.Option(help="Host name to answer to.")] = None,
) -> None:
    """Serve a table: its dashboard, its API and its overlay; with a configuration, its cameras."""
    from referee.config import TableConfig, load_config
    from referee.table.holding import held
    from referee.web.accounts import Accounts
    from referee.web.app import create_app
    from referee.web.server import server_for

    if demo and config:
        raise UnreadableError(f"--demo plays a deal of its own; leave out {config}")
    if once and not demo:
        raise UnreadableError("--once ends with the deal that --demo plays; add --demo")
    logging.basicConfig(level="INFO", format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    settings = load_config(config) if config else TableConfig(version=1)
    with ExitStack() as stack:
        if demo:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="referee-demo-")))
        else:
            folder = config.resolve().parent if config else data.resolve()
        made_folder(folder)
        address = host or settings.web.host
        accounts = Accounts(None if demo else folder / "accounts.json")
        local = _require_account(address, accounts, folder)
        still_held: StillHeld | None = None
        if not demo:
            still_held = stack.enter_context(held(_log(settings, folder), settings.table.name))
        listener = _listen(address, settings.web.port if port is None else port)
        desk = _desk(settings, folder, still_held)
        clips = None if demo else clips_of(settings, folder, desk)
        if clips:
            stack.enter_context(clips.expiring())
        cameras = stack.enter_context(_cameras(settings, folder, desk, clips, demo))
        web = _web_settings(settings, folder, config, tuple(name or ()), local)
        calibrator = _calibrator(settings, config, cameras)
        keeper = _settings_file(settings, config)
        teacher = _teacher(settings, cameras)
        app = create_app(
            desk, accounts, web, cameras, calibrator=calibrator, keeper=keeper, teacher=teacher
        )
        server = server_for(app)
        asked_to_end: list[int] = []

        def end(number: int, _: object) -> None:
            # an exception here could come in the middle of an import, whose lock stays taken
            asked_to_end.append(number)
            server.should_exit = True

        # uvicorn, once closed, sends the signal on; what was opened here is to be closed as well
        signal.signal(signal.SIGTERM, end)
        shown = f"[{address}]" if ":" in address else address
        print(f"The table is at http://{shown}:{listener.getsockname()[1]}/  (Ctrl+C ends it)")
        if once:
            Thread(target=_end_after, args=(cameras, server), daemon=True).start()
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            print("The table is closed")
    if asked_to_end:
        raise SystemExit(128 + asked_to_end[0])
    if once:
        _tell(desk)


def _end_after(demo: Demo, server: uvicorn.Server) -> None:
    demo.wait()
    server.should_exit = True


def _tell(desk: Desk) -> None:
    """What the pages showed of the deal."""
    match = desk.state.match
    deal = match.last_deal if match else None
    if deal and deal.settlement:
        for entry in deal.settlement.ledger:
            print(f"  {entry.pair} +{entry.points}  {entry.reason}")
        decision = deal.settlement.decision
        print(f"  {decision.reason if decision else 'The game goes on'}")
    for flag in desk.state.flags:
        print(f"  For the referee: {flag.raised}")


def _desk(config: TableConfig, folder: Path, still_held: StillHeld | None) -> Desk:
    """Of a log that is held; without one, nothing is kept."""
    from referee.table.log import EventLog
    from referee.web.desk import Desk, Memory
    from referee.web.evidence import Evidence

    journal: Journal = Memory()
    if still_held:
        where = _log(config, folder)
        journal = EventLog.open(where, config.table.name, still_held=still_held)
    return Desk(
        journal,
        config.table.name,
        Evidence(folder / config.table.evidence_dir),
        rules=_rules(config),
        face=_face(config),
    )


def _log(config: TableConfig, folder: Path) -> str | Path:
    where = config.table.log
    return where if "://" in where else folder / where


def _rules(config: TableConfig) -> Ruleset | None:
    """Of a table of Mus."""
    from referee.mus.ruleset import Ruleset

    return None if config.table.plays_mouche else Ruleset.preset(config.table.ruleset)


def _face(config: TableConfig) -> Face | None:
    """What the pages of another game show."""
    from referee.web.mouche_view import MoucheFace

    table = config.table
    return MoucheFace(table.mouche_rules, table.players) if table.plays_mouche else None


@contextmanager
def _cameras(
    config: TableConfig, folder: Path, desk: Desk, clips: Clips | None, demo: bool
) -> Iterator[Cameras | None]:
    """The cameras of the table at work; the demonstration's recording; or none."""
    if demo:
        from referee.demo import Demo

        playing = Demo(desk, folder / config.table.evidence_dir)
        playing.start()
        try:
            yield playing
        finally:
            playing.stop()
    elif config.cameras:
        from referee.attending import Attendant
        from referee.pipeline import reveal_cue, trick_eyes
        from referee.pipeline.build import build_pipeline

        attendant = Attendant(desk, hidden_hands=config.hidden_hands.enabled)
        pipeline = build_pipeline(
            config,
            folder,
            attendant,
            clock=time.monotonic,
            sleep=time.sleep,
            face_eyes=_face_eyes(config, folder, desk, clips),
            deals=lambda: desk.gathered,
            tricks=lambda: trick_eyes.cue_of(desk.state),
            reveals=lambda: reveal_cue.cue_of(desk.state),
        )
        with attendant, pipeline:
            yield pipeline
    else:
        yield None


def _calibrator(
    config: TableConfig, path: Path | None, cameras: Cameras | None
) -> Calibrator | None:
    """What calibrates the cameras of the table from a page."""
    from referee.calibrator import TableCalibrator
    from referee.pipeline.pipeline import Pipeline

    if path is None or not isinstance(cameras, Pipeline):
        return None
    return TableCalibrator(config, path, cameras)


def _teacher(config: TableConfig, cameras: Cameras | None) -> Teacher | None:
    """What teaches decks with the cameras that read cards."""
    from referee.pipeline.pipeline import Pipeline
    from referee.teacher import TableTeacher
    from referee.vision.detector import CardReader

    if not isinstance(cameras, Pipeline) or not isinstance(cameras.reader, CardReader):
        return None
    return TableTeacher(config, cameras, cameras.reader, clock=time.monotonic)


def _settings_file(config: TableConfig, path: Path | None) -> SettingsFile | None:
    from referee.settings_file import SettingsFile

    return SettingsFile(path, config) if path else None


def clips_of(config: TableConfig, folder: Path, desk: Desk) -> Clips | None:
    """The clips of the table, those that are too old deleted, even where no face is watched any
    longer; None where there are none and will be none."""
    if not (config.watches_faces or (folder / config.table.evidence_dir).is_dir()):
        return None
    from referee.pipeline.clips import Clips

    clips = Clips.of(config, folder, lambda: datetime.now(UTC))
    clips.keep_ruled(desk.state.flags)
    clips.expire()
    desk.on_events.append(lambda *_: clips.keep_ruled(desk.state.flags))
    return clips


def _face_eyes(
    config: TableConfig, folder: Path, desk: Desk, clips: Clips | None
) -> FaceEyes | None:
    """What looks at faces; its models are loaded only where a camera is for them."""
    if not config.watches_faces or clips is None:
        return None
    from referee.pipeline.face_eyes import makes_face_eyes

    return makes_face_eyes(config, clips, lambda: desk.state, folder / config.signals.enrolled_dir)


def _web_settings(
    config: TableConfig, folder: Path, path: Path | None, names: tuple[str, ...], local: bool
) -> WebSettings:
    from referee.config import public_text
    from referee.web.app import WebSettings

    hands = config.hidden_hands
    return WebSettings(
        folder,
        names,
        open_locally=local,
        config_text=public_text(path) if path else "",
        hands_delay_s=60 * hands.delay_minutes if hands.enabled else None,
        language=config.web.language,
    )


@users_app.command("add")
def add_user(
    name: Annotated[str, typer.Argument(help="Letters, digits, dot, dash, underscore.")],
    role: Annotated[str, typer.Option(help="viewer, scorekeeper, referee or admin.")] = "admin",
    data: Data = DATA,
    password: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> None:
    """Make an account; the password is asked for, or read as one line where nobody types."""
    from referee.web.accounts import Role

    chosen = Role.parse(role)
    accounts = _accounts(data)
    accounts.require_addable(name, chosen)
    account = accounts.add(name, chosen, _asked_password() if password is None else password)
    print(f"{account.name} may sign in as {account.role.word}")


def _asked_password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    line = sys.stdin.readline()
    if not line:
        raise UnreadableError("no password; type it in a terminal, or send it as one line")
    return line.rstrip("\n")


@users_app.command("list")
def list_users(data: Data = DATA) -> None:
    """Everybody who may sign in."""
    for account in _accounts(data).all:
        print(f"{account.name}  {account.role.word}")


@users_app.command("remove")
def remove_user(name: str, data: Data = DATA) -> None:
    """Take an account away."""
    _accounts(data).remove(name)
    print(f"{name} may no longer sign in")


def _accounts(data: Path) -> Accounts:
    from referee.web.accounts import Accounts

    return Accounts(made_folder(data) / "accounts.json")


def _require_account(host: str, accounts: Accounts, data: Path) -> bool:
    """Whether the address is this machine's own; raises NotAllowedError unless it is or there is
    an account."""
    local = host == "localhost" or _is_loopback(host)
    if not local and not len(accounts):
        raise NotAllowedError(
            f"listening on {host} needs an account; make one with "
            f"`referee users add NAME --role admin --data {quote(str(data))}`"
        )
    return local


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """Bound before anything else starts, so that a taken port is an error in one line."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UnreadableError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; "
            "choose another with --port"
        ) from None
