"""The configuration of one table: `table.yaml`, checked as a whole, secrets kept outside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, MutableMapping
from io import StringIO
from operator import itemgetter
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from referee.config_table import Section, TableSection
from referee.errors import RefereeError, UnreadableError
from referee.frames.address import SourceAddress, without_credentials
from referee.frames.device import Automatic, CameraSettings
from referee.mus.ruleset import Ruleset, Signals
from referee.seats import Seat

MAX_BYTES = 1_000_000
_SECRET = re.compile(r"\$\{([^}]*)\}")
_COMMENT = re.compile(r"#.*")
_NAME = r"^[a-z][a-z0-9_-]{0,31}$"

_LISTS = ", ".join(signals for signals in Signals if signals is not Signals.AGREED)

SeatName = Literal["A", "B", "C", "D"]
CameraName = Annotated[str, Field(pattern=_NAME)]


class ConfigError(UnreadableError):
    """A configuration that cannot be used: a line for every fault."""


class CameraSection(Section):
    """One source of pictures."""

    source: str = Field(
        description="0, /dev/v4l/by-id/..., rtsp://, http://, a recording, a folder of pictures, "
        "test:pattern, or gst: and a pipeline."
    )
    role: Literal["cards", "faces", "hand"] = Field(
        description="cards: sees the table. faces: sees players. hand: a player lifts cards to it."
    )
    seat: SeatName | None = Field(
        None, description="Whose hand camera, or whose face when it shows one player only."
    )
    calibration: Path | None = Field(
        None, description="Made by `referee calibrate`; says where seats and faces are."
    )
    width: int | None = Field(None, ge=64, le=8192, description="Asked of the camera, px.")
    height: int | None = Field(None, ge=64, le=8192, description="Asked of the camera, px.")
    fps: float | None = Field(None, gt=0, le=240, description="Asked of the camera, frames/s.")
    fourcc: str | None = Field(
        None, min_length=4, max_length=4, description="Format asked of the camera, such as MJPG."
    )
    lock: tuple[Literal["exposure", "focus", "white balance"], ...] = Field(
        (), description="What the camera shall not adjust by itself."
    )
    loop: bool = Field(
        False, description="Play a recording or a folder for ever, as one picture is anyway."
    )

    @field_validator("source", mode="before")
    @classmethod
    def _number_of_a_camera(cls, value: object) -> object:
        """`source: 0` is a camera's number, which YAML reads as one."""
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

    @model_validator(mode="after")
    def _fits_together(self, info: ValidationInfo) -> CameraSection:
        if (self.width is None) != (self.height is None):
            raise ValueError("width and height are given together")
        if self.role == "hand" and self.seat is None:
            raise ValueError("a hand camera needs a seat: seat: A")
        if self.role == "cards" and self.seat is not None:
            raise ValueError("a camera of the table has no seat; use role: hand for a hand camera")
        folder = info.context["folder"] if info.context else Path()
        self.address(folder)
        if self.calibration and not (folder / self.calibration).is_file():
            raise ValueError(
                f"calibration {self.calibration}: no such file; make it with "
                f"`referee calibrate SOURCE --out {quote(str(self.calibration))}`"
            )
        return self

    def address(self, folder: Path) -> SourceAddress:
        """The source; names of files count from `folder`, where the configuration lies."""
        beside = folder / self.source
        if not self.source.isdecimal() and "://" not in self.source and beside.exists():
            return SourceAddress.parse(str(beside))
        return SourceAddress.parse(self.source)

    @property
    def wanted(self) -> CameraSettings:
        """What is asked of the camera."""
        locked = tuple(Automatic(name) for name in self.lock)
        return CameraSettings(self.width, self.height, self.fps, self.fourcc, locked)

    @property
    def of_seat(self) -> Seat | None:
        """Whose camera it is."""
        return Seat(self.seat) if self.seat else None


class SignalsSection(Section):
    """What is done with faces."""

    enabled: bool = Field(True, description="False: only cards are read, no face is looked at.")
    allowed: Signals | None = Field(
        None, description="List of signals, where the ruleset leaves it to the pairs; else its own."
    )
    enrolled_dir: Path = Field(
        Path("enrolled"), description="Of `referee enrol --match`; emptied when a match closes."
    )
    clip_retention_days: float = Field(7, gt=0, le=3650, description="Clips are deleted after.")

    @field_validator("allowed")
    @classmethod
    def _a_list(cls, allowed: Signals | None) -> Signals | None:
        if allowed is Signals.AGREED:
            raise ValueError(f"{allowed.value} names no list; allowed: {_LISTS}")
        return allowed


class WebSection(Section):
    """The dashboard."""

    host: str = Field("127.0.0.1", description="Wider than this computer demands an account.")
    port: int = Field(8000, ge=1, le=65535)
    language: Literal["eu", "es", "fr", "en"] = Field("en", description="Of new visitors.")


class HiddenHandsSection(Section):
    """Hands before the reveal, from hand cameras, on an overlay of its own."""

    enabled: bool = Field(False, description="Off unless a broadcast needs it.")
    delay_minutes: float = Field(15, ge=0, le=1440, description="How late they are shown.")


class TableConfig(Section):
    """One table."""

    version: Literal[1] = Field(description="Of this format.")
    table: TableSection = TableSection()
    cameras: dict[CameraName, CameraSection] = Field(default_factory=dict)
    signals: SignalsSection = SignalsSection()
    web: WebSection = WebSection()
    hidden_hands: HiddenHandsSection = HiddenHandsSection()

    @model_validator(mode="after")
    def _one_hand_camera_a_seat(self) -> TableConfig:
        seats = [camera.seat for camera in self.cameras.values() if camera.role == "hand"]
        twice = sorted({seat for seat in seats if seat and seats.count(seat) > 1})
        if twice:
            raise ValueError(f"two hand cameras for seat {', '.join(twice)}")
        return self

    @model_validator(mode="after")
    def _watches_what_is_played(self) -> TableConfig:
        if not self.table.plays_mouche:
            return self
        for name, camera in self.cameras.items():
            if camera.role != "cards":
                raise ValueError(
                    f"camera {name}: role {camera.role} is for Mus; allowed for Mouche: cards"
                )
        if self.hidden_hands.enabled:
            raise ValueError("hidden_hands are for Mus; leave them out for Mouche")
        return self

    @model_validator(mode="after")
    def _knows_the_signals(self) -> TableConfig:
        if self.table.plays_mouche:
            return self
        agreed = Ruleset.preset(self.table.ruleset).signals is Signals.AGREED
        if self.watches_faces and agreed and self.signals.allowed is None:
            raise ValueError(
                f"under {self.table.ruleset} the pairs agree on the signals, and a camera of faces "
                f"must know them: write signals: {{allowed: LIST}} with one of {_LISTS}"
            )
        return self

    @property
    def watches_faces(self) -> bool:
        """Whether any face is looked at."""
        faces = any(camera.role == "faces" for camera in self.cameras.values())
        return faces and self.signals.enabled


def load_config(path: Path, environment: Mapping[str, str] | None = None) -> TableConfig:
    """Read and check a configuration. Raises ConfigError with a line for every fault.

    `${REFEREE_NAME}` in a text stands for that environment variable.
    """
    written = read_yaml(path)
    secrets = os.environ if environment is None else environment
    if not isinstance(written, Mapping):
        raise ConfigError(
            f"{path}: holds no configuration; begin with `version: 1`, as calibration/table.yaml "
            "does in the project's source"
        )
    faults: list[str] = []
    data = _filled(written, secrets, (), faults, path, written)
    if faults:
        raise ConfigError("\n".join(faults))
    try:
        return TableConfig.model_validate(data, context={"folder": path.resolve().parent})
    except ValidationError as error:
        told = sorted(_faults(path, written, error), key=itemgetter(0))
        raise ConfigError("\n".join(fault for _, fault in told)) from None


def public_text(path: Path) -> str:
    """The file for people to read: with the names of secrets, without them; raises ConfigError.

    Values are hidden as they are read: one that is folded over lines or written with escapes
    looks like no URL in the file. Comments are hidden line by line.
    """
    text = StringIO()
    yaml_writer().dump(_hidden(read_yaml(path)), text)
    shown = _COMMENT.sub(lambda comment: without_credentials(comment[0]), text.getvalue())
    return shown.rstrip("\n")


def _hidden(value: Any) -> Any:
    """The same with every text in it shown without its secrets, in place."""
    if isinstance(value, str):
        shown = without_credentials(value)
        return value if shown == value else shown
    if isinstance(value, MutableMapping):
        for key in list(value):
            value[key] = _hidden(value[key])
    elif isinstance(value, list):
        value[:] = [_hidden(item) for item in value]
    return value


def yaml_writer() -> YAML:
    """Keeps comments and quotes, and folds nothing."""
    yaml = YAML(typ="rt", pure=True)
    yaml.preserve_quotes = True
    yaml.width = MAX_BYTES
    return yaml


def read_yaml(path: Path) -> Any:
    """The file as it is written, with its comments; raises ConfigError."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    if len(text) > MAX_BYTES:
        raise ConfigError(f"{path}: larger than {MAX_BYTES} bytes; this is no configuration")
    try:
        return yaml_writer().load(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a text in UTF-8") from None
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigError(f"{path}:{line}: {error.problem or 'not YAML'}") from None
    except (YAMLError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        # ruamel lets through whatever Python says of a value that looks like a date or a number
        raise ConfigError(f"{path}: not YAML: {' '.join(str(error).split())}") from None


def _filled(
    value: Any,
    secrets: Mapping[str, str],
    at: tuple[str | int, ...],
    faults: list[str],
    path: Path,
    whole: Any,
) -> Any:
    """Plain data with the secrets put in."""
    if isinstance(value, Mapping):
        return {
            str(key): _filled(item, secrets, (*at, str(key)), faults, path, whole)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_filled(v, secrets, (*at, i), faults, path, whole) for i, v in enumerate(value)]
    if not isinstance(value, str):
        return value

    def put_in(match: re.Match[str]) -> str:
        name = match[1]
        if not name.startswith("REFEREE_"):
            faults.append(_fault(path, whole, at, match[0], "names beginning with REFEREE_"))
        elif name not in secrets:
            faults.append(
                _fault(path, whole, at, match[0], f"a variable that is set; export {name}=...")
            )
        return secrets.get(name, "")

    return _SECRET.sub(put_in, str(value))


def _faults(path: Path, written: Any, error: ValidationError) -> Iterator[tuple[int, str]]:
    """Each with its line, 1 for what is written nowhere."""
    for fault in error.errors(include_url=False, include_input=False):
        at = tuple(part for part in fault["loc"] if part != "[key]")
        yield _line(written, at) or 1, _told(path, written, at, fault)


def _told(path: Path, written: Any, at: tuple[str | int, ...], fault: Any) -> str:
    cause = fault.get("ctx", {}).get("error")
    if fault["type"] == "extra_forbidden":
        return _fault(path, written, at, "this key", _keys_beside(at))
    if fault["type"] == "missing":
        key = "version: 1" if at == ("version",) else f"{at[-1]}: ..."
        return f"{_place(path, written, at)} is missing; write `{key}`"
    if cause is not None:
        return f"{_place(path, written, at)}: {without_credentials(str(cause))}"
    return _fault(path, written, at, _shown(_at(written, at)), _allowed(fault["msg"]))


def _allowed(message: str) -> str:
    """What pydantic says should be there, without its "Input should be"."""
    return message.removeprefix("Input should be ")


def _keys_beside(at: tuple[str | int, ...]) -> str:
    """The keys that may stand where an unknown one stands."""
    model: Any = TableConfig
    for part in at[:-1]:
        field = model.model_fields.get(part) if hasattr(model, "model_fields") else None
        if field is not None:
            model = CameraSection if part == "cameras" else field.annotation
    return ", ".join(model.model_fields)


def _fault(path: Path, written: Any, at: tuple[str | int, ...], value: str, allowed: str) -> str:
    return f"{_place(path, written, at)}: {value} is not allowed; allowed: {allowed}"


def _place(path: Path, written: Any, at: tuple[str | int, ...]) -> str:
    line = _line(written, at)
    where = ".".join(map(str, at))
    return f"{path}{f':{line}' if line else ''}" + (f": {where}" if where else "")


def _line(written: Any, at: tuple[str | int, ...]) -> int | None:
    """The line of the deepest part of a place that was written down."""
    line: int | None = None
    inner: Any = written
    for part in at:
        marks = getattr(inner, "lc", None)
        if marks is None:
            break
        try:
            mark = marks.key(part) if isinstance(inner, Mapping) else marks.item(part)
            line, inner = mark[0] + 1, inner[part]
        except (KeyError, IndexError, TypeError):
            break
    return line


def _at(written: Any, at: tuple[str | int, ...]) -> Any:
    for part in at:
        try:
            written = written[part]
        except (KeyError, IndexError, TypeError):
            return None
    return written


def _shown(value: Any) -> str:
    """A value as it was written, secrets by their names."""
    text = without_credentials(repr(value) if isinstance(value, str) else str(value))
    return text if len(text) <= 80 else f"{text[:77]}..."


__all__ = [
    "CameraSection",
    "ConfigError",
    "RefereeError",
    "TableConfig",
    "load_config",
    "public_text",
    "read_yaml",
    "yaml_writer",
]
