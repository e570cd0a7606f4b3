"""Where a command writes: not over what it reads, and into a folder that can be made."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.errors import NotAllowedError, UnreadableError


def refuse_overwriting(output: Path | None, *sources: Path | None) -> None:
    """Raises NotAllowedError when `output` is a source, or a file in a source folder.

    A link or another spelling of a path is the same file. Call it before anything is opened for
    writing; None stands for an option that was not given.
    """
    if output is None:
        return
    for source in filter(None, sources):
        for file in _files(source):
            if _same(output, file):
                raise NotAllowedError(
                    f"{output}: is the same file as {file}, which would be lost; "
                    "write to another file"
                )


def made_folder(folder: Path, option: str = "--data") -> Path:
    """The folder, made if it is missing; `option` is what names it on the command line.

    Raises UnreadableError where that cannot be.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise UnreadableError(
            f"{folder}: no folder can be made there ({why}); name another with {option} FOLDER"
        ) from None
    return folder


def require_writable(path: Path, option: str) -> None:
    """Make the folder of a file that is written later, and see that it can be.

    `option` is what names the file on the command line. Raises UnreadableError.
    """
    probe = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        why = error.strerror or str(error)
        raise UnreadableError(
            f"{path}: cannot be written there ({why}); name another file with {option} FILE"
        ) from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises UnreadableError naming the path."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises UnreadableError naming the path."""
    if path.is_dir():
        raise UnreadableError(f"{path}: is a folder; name a file to write")
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise UnreadableError(f"{path}: {error.strerror or error}") from None


@contextmanager
def put_back(file: Path) -> Iterator[None]:
    """The file is what it was, or is not there again, where the block fails."""
    before = file.read_bytes() if file.exists() else None
    try:
        yield
    except BaseException:
        if before is None:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(before)
        raise


def _files(source: Path) -> Iterator[Path]:
    yield source
    if os.path.isdir(source):
        yield from source.rglob("*")


def _same(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:  # one of them does not exist yet: only its name can be compared
        return os.path.realpath(one) == os.path.realpath(other)
