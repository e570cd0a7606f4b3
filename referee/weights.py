"""The weights that ship with the project, and the check that they are the ones described."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from referee.errors import UnreadableError

_PACKAGE = Path(__file__).resolve().parent
_SHA256 = re.compile(r"^sha256: *([0-9a-f]{64})\s*$", re.MULTILINE)


class ModelError(UnreadableError):
    """A model file is missing or is not the one its card describes."""


@dataclass(frozen=True)
class ModelFile:
    """Verified ONNX bytes and where they came from."""

    path: Path
    data: bytes

    @property
    def sha256(self) -> str:
        """The hash that the model card states."""
        return hashlib.sha256(self.data).hexdigest()


def model_dir() -> Path:
    """The folder of models: inside an installed package, or beside it in a checkout."""
    inside, beside = _PACKAGE / "models", _PACKAGE.parent / "models"
    return inside if inside.is_dir() else beside


def load_model(name: str, folder: Path | None = None) -> ModelFile:
    """Read `NAME.onnx` and check it against the sha256 in its model card `NAME.md`."""
    folder = folder or model_dir()
    path, card = folder / f"{name}.onnx", folder / f"{name}.md"
    for needed in (path, card):
        if not needed.is_file():
            raise ModelError(
                f"{needed}: missing; restore it with `git checkout -- models` "
                "or install the referee again"
            )
    data = path.read_bytes()
    written = _SHA256.search(card.read_text(encoding="utf-8", errors="replace"))
    if written is None:
        raise ModelError(
            f"{card}: no line `sha256: ...`; a model card must say which file it is of"
        )
    model = ModelFile(path, data)
    actual = model.sha256
    if actual != written.group(1):
        raise ModelError(
            f"{path}: altered: sha256 {actual[:12]}..., its model card says "
            f"{written.group(1)[:12]}...; restore it with `git checkout -- models`, or write the "
            f"new sha256 into {card.name} if the change is meant"
        )
    return model
