"""What people type to name a source of frames, and how it is shown without its secrets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from referee.errors import UnreadableError
from referee.frames.photo import PICTURE_SUFFIXES
from referee.frames.recording import is_clip

_STREAM = re.compile(r"(rtsps?|https?|rtmps?|udp|tcp|srt)://\S+", re.IGNORECASE)
_GSTREAMER = "gst:"
_PATTERN = "test:pattern"
_ALLOWED = (
    "a number (0), a device (/dev/v4l/by-id/...), rtsp:// or http:// of a network camera, "
    f"a recording, a picture or a folder of pictures, {_PATTERN}, or {_GSTREAMER} and a pipeline"
)

_USER_INFO = re.compile(r"(?<=://)[^\s'\"]*@")
_HIDDEN_HOST = re.compile(r"(?<=://)[^\s'\"]*\?[^\s'\"]*@[^\s'\"]*")
"""Where `?` comes before the last `@`, nobody can tell a password from a host."""
_QUERY = re.compile(r"(://[^\s'\"?]*\?)[^\s'\"]+")
_NAMED_SECRET = re.compile(
    r"([\w-]*(?:user|login|pass|pwd|pw|token|key|secret|auth|session)[\w-]*=)(\"[^\"]*\"|[^&\s!'\"]*)",
    re.IGNORECASE,
)


class AddressError(UnreadableError):
    """A text that names no source of frames."""


class SourceKind(Enum):
    """What stands behind an address."""

    DEVICE = "device"
    STREAM = "stream"
    GSTREAMER = "GStreamer pipeline"
    PATTERN = "test pattern"
    RECORDING = "recording"
    PICTURES = "pictures"


@dataclass(frozen=True, repr=False)
class SourceAddress:
    """Where frames come from. `str()` and `repr()` of it may be shown: they hold no secret."""

    kind: SourceKind
    target: str
    """What the vendor is given: an index, a path, a URL or a pipeline, secrets included."""

    @classmethod
    def parse(cls, text: str) -> SourceAddress:
        """Raises AddressError, which lists what is allowed and shows no secret."""
        text = text.strip()
        if text.isdecimal() or text.startswith("/dev/"):
            return cls(SourceKind.DEVICE, text)
        if text.lower().startswith(_GSTREAMER):
            return cls._gstreamer(text[len(_GSTREAMER) :].strip())
        if text.lower() == _PATTERN:
            return cls(SourceKind.PATTERN, _PATTERN)
        if _STREAM.fullmatch(text):
            return cls(SourceKind.STREAM, text)
        if text and "://" not in text and not text.lower().startswith("test:"):
            return cls._file(Path(text))
        raise AddressError(f"{without_credentials(text)!r} names no camera; write {_ALLOWED}")

    @classmethod
    def _gstreamer(cls, pipeline: str) -> SourceAddress:
        if not re.search(r"\bappsink\b", pipeline):
            raise AddressError(
                f"{without_credentials(_GSTREAMER + pipeline)!r}: the pipeline must end in appsink"
            )
        return cls(SourceKind.GSTREAMER, pipeline)

    @classmethod
    def _file(cls, path: Path) -> SourceAddress:
        if path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES:
            kind = SourceKind.PICTURES
        elif is_clip(path):
            kind = SourceKind.RECORDING
        else:
            shown = without_credentials(str(path))
            raise AddressError(f"{shown!r} names no camera; write {_ALLOWED}")
        if not path.exists():
            raise AddressError(f"{path}: No such file or folder")
        return cls(kind, str(path))

    @property
    def live(self) -> bool:
        """Whether frames come in their own time: only the newest counts."""
        return self.kind not in (SourceKind.RECORDING, SourceKind.PICTURES)

    @property
    def still(self) -> bool:
        """Whether it is one picture, which is looked at for ever where a camera stands for it."""
        return self.kind is SourceKind.PICTURES and not Path(self.target).is_dir()

    def __str__(self) -> str:
        prefix = _GSTREAMER if self.kind is SourceKind.GSTREAMER else ""
        return prefix + without_credentials(self.target)

    def __repr__(self) -> str:
        return f"SourceAddress({self})"


def without_credentials(text: str) -> str:
    """The text with every user, password and token of the URLs in it replaced by `***`.

    Hides too much rather than too little: in a URL everything up to the last `@` goes, and the
    whole query, whose parts every maker of cameras names differently.
    """
    hosts = _USER_INFO.sub("***@", _HIDDEN_HOST.sub("***", text))
    return _NAMED_SECRET.sub(r"\1***", _QUERY.sub(r"\1***", hosts))
