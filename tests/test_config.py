"""`table.yaml`: what is read, and that every fault is told with its line, value and what goes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.config import ConfigError, TableConfig, load_config, public_text
from referee.frames.address import SourceKind
from referee.frames.device import Automatic
from referee.mus.ruleset import Signals
from referee.seats import Seat
from tests.conftest import Run
from tests.vision.test_taught import DECK

Referee = Callable[..., Run]

FULL = """\
# our table
version: 1
table:
  name: mahai 1
  ruleset: ehmf4_30
cameras:
  top:
    source: /dev/v4l/by-id/usb-cam
    role: cards
    calibration: top.json
    width: 1920
    height: 1080
    fps: 30
    fourcc: MJPG
    lock: [exposure, white balance]
  faces:
    source: "rtsp://${REFEREE_CAM_USER}:${REFEREE_CAM_PASS}@camera.local/main"
    role: faces
  hand_a: {source: deal.mp4, role: hand, seat: A, loop: true}
hidden_hands: {enabled: true, delay_minutes: 30}
signals: {allowed: classic13}
"""
SECRETS = {"REFEREE_CAM_USER": "me", "REFEREE_CAM_PASS": "hush"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "top.json").write_text("{}")
    (tmp_path / "deal.mp4").touch()
    return tmp_path


def written(folder: Path, text: str) -> Path:
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, text: str, secrets: dict[str, str] | None = None) -> list[str]:
    path = written(folder, text)
    with pytest.raises(ConfigError) as caught:
        load_config(path, SECRETS if secrets is None else secrets)
    lines = str(caught.value).splitlines()
    assert all(line.startswith(str(path)) for line in lines)
    return [line.removeprefix(str(path)) for line in lines]


def test_a_table_is_read(folder: Path) -> None:
    config = load_config(written(folder, FULL), SECRETS)
    top, faces, hand = config.cameras.values()
    assert (config.table.name, config.table.ruleset) == ("mahai 1", "ehmf4_30")
    assert (top.wanted.width, top.wanted.fourcc) == (1920, "MJPG")
    assert top.wanted.locked == (Automatic.EXPOSURE, Automatic.WHITE_BALANCE)
    assert faces.address(folder).target == "rtsp://me:hush@camera.local/main"
    assert hand.of_seat is Seat.A
    assert hand.address(folder).kind is SourceKind.RECORDING, "beside the configuration"
    assert config.hidden_hands.delay_minutes == 30
    assert config.signals.allowed is Signals.CLASSIC13 and config.watches_faces


def test_the_shortest_table_has_safe_settings(folder: Path) -> None:
    config = load_config(written(folder, "version: 1\n"))
    assert config.web.host == "127.0.0.1"
    assert not config.hidden_hands.enabled and config.hidden_hands.delay_minutes == 15
    assert config.cameras == {}


def test_a_table_of_mouche(folder: Path) -> None:
    text = (
        "version: 1\ntable: {game: mouche, players: [Ane, Beñat, Miren], rules: {fine_cap: 20}}\n"
    )
    table = load_config(written(folder, text)).table
    assert (table.ruleset, table.players) == ("article", ("Ane", "Beñat", "Miren"))
    assert table.mouche_rules.fine_cap == 20 and table.plays_mouche


FAULTS = {
    "an unknown key": ("version: 1\ntabel: {}\n", [":2: tabel: this key", "table, cameras, sig"]),
    "an unknown key of a camera": (
        "version: 1\ncameras:\n  top: {source: 0, role: cards, with: 4}\n",
        [":3: cameras.top.with: this key", "source, role, seat, calibration"],
    ),
    "no version": ("table: {}\n", [": version is missing; write `version: 1`"]),
    "nothing": ("# to do\n", [": holds no configuration; begin with `version: 1`"]),
    "a list": ("- 1\n", [": holds no configuration"]),
    "a later version": ("version: 2\n", [":1: version: 2 is not allowed", "1"]),
    "a role that is none": (
        "version: 1\ncameras:\n  top:\n    source: '0'\n    role: card\n",
        [":5: cameras.top.role: 'card' is not allowed", "allowed: 'cards', 'faces' or 'hand'"],
    ),
    "a source that is none": (
        "version: 1\ncameras:\n  top: {source: webcam, role: cards}\n",
        [":3: cameras.top: 'webcam' names no camera", "rtsp:// or http://"],
    ),
    "a hand camera of nobody": (
        "version: 1\ncameras:\n  h: {source: '0', role: hand}\n",
        [":3: cameras.h: a hand camera needs a seat"],
    ),
    "two hand cameras of one": (
        "version: 1\ncameras:\n  h: {source: '0', role: hand, seat: B}\n"
        "  g: {source: '1', role: hand, seat: B}\n",
        [": two hand cameras for seat B"],
    ),
    "a seat of a table camera": (
        "version: 1\ncameras:\n  h: {source: '0', role: cards, seat: B}\n",
        ["has no seat"],
    ),
    "a width alone": (
        "version: 1\ncameras:\n  h: {source: '0', role: cards, width: 640}\n",
        ["width and height are given together"],
    ),
    "a calibration that is not there": (
        "version: 1\ncameras:\n  h: {source: '0', role: cards, calibration: no.json}\n",
        ["no.json: no such file; make it with `referee calibrate"],
    ),
    "a name with blanks": (
        "version: 1\ncameras:\n  'my camera': {source: '0', role: cards}\n",
        ["cameras.my camera", "pattern"],
    ),
    "rules that are none": (
        "version: 1\ntable: {ruleset: bridge}\n",
        [":2: table: ", "bridge", "common40"],
    ),
    "rules of Mouche that are none": (
        "version: 1\ntable: {game: mouche, ruleset: common40}\n",
        [":2: table: ", "no Mouche ruleset named 'common40'", "article"],
    ),
    "a house rule of Mouche that is none": (
        "version: 1\ntable:\n  game: mouche\n  rules: {fine_cp: 20}\n",
        [":2: table: ", "unknown key 'fine_cp'", "fine_cap"],
    ),
    "too few players of Mouche": (
        "version: 1\ntable: {game: mouche, players: [Ane, Miren]}\n",
        [":2: table: 2 players; allowed: 3 to 6"],
    ),
    "too many for the house": (
        "version: 1\ntable: {game: mouche, players: [A, B, C, D, E]}\n",
        ["5 players; allowed under article: 3 to 4"],
    ),
    "players of Mus": (
        "version: 1\ntable: {players: [A, B, C]}\n",
        ["players are for Mouche; write game: mouche, or leave them out"],
    ),
    "Spanish faces for Mouche": (
        "version: 1\ntable: {game: mouche, faces: spanish}\n",
        ["Mouche is read with faces: french; leave faces out"],
    ),
    "faces that are none": (
        "version: 1\ntable: {faces: italian}\n",
        ["table.faces: 'italian' is not allowed; allowed: 'spanish' or 'french'"],
    ),
    "a game that is none": ("version: 1\ntable: {game: tarot}\n", ["'mus' or 'mouche'"]),
    "faces at a table of Mouche": (
        "version: 1\ntable: {game: mouche}\ncameras:\n  f: {source: '0', role: faces}\n",
        ["camera f: role faces is for Mus; allowed for Mouche: cards"],
    ),
    "a port out of range": ("version: 1\nweb: {port: 0}\n", [":2: web.port: 0 is not", "1"]),
    "a delay below nothing": (
        "version: 1\nhidden_hands: {delay_minutes: -1}\n",
        [":2: hidden_hands.delay_minutes: -1 is not allowed", "0"],
    ),
    "no YAML": ("version: [1\n", [":2: "]),
    "a key twice": ("version: 1\nversion: 1\n", [":2: "]),
    "an empty file": ("", [": holds no configuration"]),
}


@pytest.mark.parametrize("text, says", FAULTS.values(), ids=FAULTS)
def test_faults_are_told_with_place_value_and_what_is_allowed(
    folder: Path, text: str, says: list[str]
) -> None:
    (fault,) = faults(folder, text)
    for part in says:
        assert part in fault


def test_all_faults_are_told_at_once(folder: Path) -> None:
    text = "version: 1\nweb: {port: 0, hots: x}\ncameras:\n  t: {source: '0', role: x}\n"
    assert len(faults(folder, text)) == 3


def test_faults_come_in_the_order_of_their_lines(folder: Path) -> None:
    text = "cameras:\n  t: {source: '0', role: x}\nversion: 1\nweb:\n  hots: x\n  port: 0\n"
    lines = [int(fault.split(":")[1]) for fault in faults(folder, text)]
    assert lines == [2, 5, 6]


def test_the_pairs_list_is_asked_for_where_a_camera_must_know_it(folder: Path) -> None:
    unsaid = FULL.replace("{allowed: classic13}", "{}")
    (fault,) = faults(folder, unsaid)
    assert "under ehmf4_30 the pairs agree on the signals" in fault
    assert "signals: {allowed: LIST} with one of core5, classic13" in fault
    for text in (
        unsaid.replace("ehmf4_30", "common40"),
        FULL.replace("{allowed: classic13}", "{enabled: false}"),
    ):
        assert load_config(written(folder, text), SECRETS).signals.allowed is None


@pytest.mark.parametrize("named", ["agreed", "klasic"])
def test_only_a_list_of_signals_can_be_allowed(folder: Path, named: str) -> None:
    (fault,) = faults(folder, FULL.replace("classic13", named))
    assert fault.startswith(":21: signals.allowed: ") and named in fault
    assert "core5" in fault and "bizkaia" in fault


@pytest.mark.parametrize(
    ("text", "watched"),
    [
        ("cameras: {f: {source: 0, role: faces}}", True),
        ("cameras: {f: {source: 0, role: faces}}\nsignals: {enabled: false}", False),
        ("cameras: {f: {source: 0, role: cards}}", False),
    ],
)
def test_faces_are_looked_at_only_where_a_camera_is_for_them(
    folder: Path, text: str, watched: bool
) -> None:
    assert load_config(written(folder, f"version: 1\n{text}\n")).watches_faces is watched


def test_a_secret_that_is_not_set_is_named(folder: Path) -> None:
    (fault,) = faults(folder, FULL, {"REFEREE_CAM_USER": "me"})
    assert fault.startswith(":17: cameras.faces.source: ${REFEREE_CAM_PASS} is not allowed")
    assert "export REFEREE_CAM_PASS=..." in fault


def test_only_the_referees_own_variables_are_read(folder: Path) -> None:
    (fault,) = faults(folder, 'version: 1\ntable: {name: "${HOME}"}\n', {"HOME": "/root"})
    assert "names beginning with REFEREE_" in fault and "/root" not in fault


def test_no_fault_shows_a_secret(folder: Path) -> None:
    text = FULL.replace("role: faces", "role: fces").replace("rtsp://", "rtzp://")
    assert "hush" not in "".join(faults(folder, text))
    text = FULL.replace("rtsp://", "rtzp://")
    assert "hush" not in "".join(faults(folder, text))
    typed = FULL.replace("${REFEREE_CAM_PASS}", "hush")
    assert "hush" not in public_text(written(folder, typed))


PUBLIC = """\
# our table
version: 1
cameras:
  top:
    source: {source}
    role: cards  # sees the table
    lock: [exposure, white balance]
"""


@pytest.mark.parametrize(
    "source",
    [
        "rtsp://me:hush@camera.local/main",
        '"rtsp:\\x2f/me:hush@camera.local/main"',
        '"rtsp:/\\\n      /me:hush@camera.local/main"',
        '"rtsp://me:hu\\\n      sh-hush@camera.local/main"',
        "'http://camera.local/video?u=me&p=hush'",
        ">-\n      http://camera.local/video?u=me&p=hush",
        ">-\n      gst:rtspsrc location=rtsp://camera.local\n      user-pw=hush ! appsink",
        "0  # was rtsp://me:hush@camera.local/main",
    ],
)
def test_viewers_see_the_file_without_its_secrets(folder: Path, source: str) -> None:
    shown = public_text(written(folder, PUBLIC.format(source=source)))
    assert "hush" not in shown and "***" in shown
    assert "# our table" in shown and "role: cards  # sees the table" in shown


def test_a_file_without_secrets_is_shown_as_it_was_written(folder: Path) -> None:
    text = FULL.replace("rtsp://${REFEREE_CAM_USER}:${REFEREE_CAM_PASS}@", "rtsp://")
    assert public_text(written(folder, text)) == text.rstrip()


def test_the_example_is_a_table() -> None:
    example = Path(__file__).parents[1] / "calibration" / "table.yaml"
    assert list(load_config(example).cameras) == ["top"]


def test_missing_and_binary_files_are_named(folder: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.yaml: No such file"):
        load_config(folder / "nowhere.yaml")
    (folder / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    (folder / "date.yaml").write_text("language: !!bool x\n")
    with pytest.raises(ConfigError, match=r"date\.yaml: not YAML: "):
        load_config(folder / "date.yaml")
    with pytest.raises(ConfigError, match="not a text in UTF-8"):
        load_config(folder / "bytes.yaml")


def test_every_setting_is_described() -> None:
    for name, field in TableConfig.model_fields.items():
        section = field.annotation
        fields = getattr(section, "model_fields", {})
        for inner, setting in fields.items():
            assert setting.description or inner == "port", f"{name}.{inner}"


def test_the_verb_says_what_it_found(
    referee: Referee, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    run = referee("check-config", written(folder, FULL))
    assert run.status == 0
    assert "top     cards  /dev/v4l/by-id/usb-cam" in run.out
    assert "faces   faces  rtsp://***@camera.local/main" in run.out
    assert "hush" not in run.out


def test_the_verb_tells_no_password_of_the_log(
    referee: Referee, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_PW", "hush")
    text = 'version: 1\ntable: {log: "postgresql+psycopg://bob:${REFEREE_PW}@host/db"}\n'
    run = referee("check-config", written(folder, text))
    assert (run.status, run.err) == (0, "")
    assert "log in postgresql+psycopg://bob:***@host/db" in run.out


@pytest.mark.parametrize(
    ("log", "why"),
    [("nowhere/table.db", "there is no folder"), ("logs", "it is a folder; name a file")],
)
def test_the_verb_looks_whether_the_log_can_be_written(
    referee: Referee, folder: Path, log: str, why: str
) -> None:
    (folder / "logs").mkdir()
    run = referee("check-config", written(folder, f"version: 1\ntable: {{log: {log}}}\n"))
    assert run.status == 2 and f"table.log {log!r}: {why}" in run.err


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        ("azul", "deck 'azul' was not taught"),
        ("Az ul", "'Az ul' cannot name a deck"),
        ("nowhere.deck", "nowhere.deck: no such file"),
        ("cut.deck", "cut.deck: not a taught deck"),
        ("auto", "no deck with spanish faces was taught"),
        ("old.deck", "deck azul: was taught to another version of the reader"),
    ],
)
def test_the_verb_tells_of_a_deck_that_cannot_be_used(
    referee: Referee, folder: Path, monkeypatch: pytest.MonkeyPatch, deck: str, why: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    (folder / "cut.deck").write_bytes(b"PK\x03\x04 cut")
    replace(DECK, classifier="a" * 64).save(folder / "old.deck")
    run = referee("check-config", written(folder, f"version: 1\ntable: {{deck: {deck}}}\n"))
    assert run.status == 2 and "table.deck: " in run.err and why in run.err


def test_the_verb_passes_a_deck_of_this_reader(referee: Referee, folder: Path) -> None:
    DECK.save(folder / "new.deck")
    run = referee("check-config", written(folder, "version: 1\ntable: {deck: new.deck}\n"))
    assert (run.status, run.err) == (0, "")


def test_the_verb_says_of_one_picture_that_it_stands_still(referee: Referee, folder: Path) -> None:
    (folder / "table.png").write_bytes(b"")
    text = "version: 1\ncameras:\n  top: {source: table.png, role: cards}\n"
    run = referee("check-config", written(folder, text))
    assert run.out.rstrip().endswith("table.png, one picture, which stands still")


def test_the_verb_tells_faults_and_prints_the_schema(referee: Referee, folder: Path) -> None:
    run = referee("check-config", written(folder, "version: 3\n"))
    assert run.status == 2 and "version: 3 is not allowed" in run.err
    schema = referee("check-config", "--schema")
    assert schema.status == 0 and '"additionalProperties": false' in schema.out
