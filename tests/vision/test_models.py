"""Weights are used only when they are the ones that their model card describes."""

import hashlib
from pathlib import Path

import pytest

from referee.errors import UnreadableError
from referee.weights import ModelError, load_model, model_dir

WEIGHTS = b"a few bytes that stand for a network"
DIGEST = hashlib.sha256(WEIGHTS).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model and its card."""
    (tmp_path / "tiny.onnx").write_bytes(WEIGHTS)
    (tmp_path / "tiny.md").write_text(f"# Tiny\n\nsha256: {DIGEST}\n\nTrained on nothing.\n")
    return tmp_path


def refusal(folder: Path) -> str:
    with pytest.raises(ModelError) as caught:
        load_model("tiny", folder)
    assert isinstance(caught.value, UnreadableError)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_model_that_matches_its_card_is_loaded(folder: Path) -> None:
    model = load_model("tiny", folder)
    assert (model.path, model.data) == (folder / "tiny.onnx", WEIGHTS)


@pytest.mark.parametrize("missing", ["tiny.onnx", "tiny.md"])
def test_a_missing_file_is_named_with_the_way_to_get_it(folder: Path, missing: str) -> None:
    (folder / missing).unlink()
    assert refusal(folder) == (
        f"{folder / missing}: missing; restore it with `git checkout -- models` "
        "or install the referee again"
    )


def test_a_missing_folder_reads_as_a_missing_model(tmp_path: Path) -> None:
    assert "nowhere/tiny.onnx: missing" in refusal(tmp_path / "nowhere")


@pytest.mark.parametrize("altered", [WEIGHTS + b"!", WEIGHTS[:-1], b""])
def test_an_altered_model_is_refused_with_both_hashes(folder: Path, altered: bytes) -> None:
    (folder / "tiny.onnx").write_bytes(altered)
    text = refusal(folder)
    assert text.startswith(f"{folder / 'tiny.onnx'}: altered: ")
    assert hashlib.sha256(altered).hexdigest()[:12] in text
    assert DIGEST[:12] in text
    assert "git checkout -- models" in text


@pytest.mark.parametrize(
    "card",
    [
        "# Tiny\n\nno hash here\n",
        f"sha256 {DIGEST}\n",
        f"sha256: {DIGEST[:-1]}\n",
        f"sha256: {DIGEST.upper().replace('0', 'A')}\n",
        "sha256: -\n",
        f"The sha256: {DIGEST}\n",
    ],
)
def test_a_card_must_say_which_file_it_is_of(folder: Path, card: str) -> None:
    (folder / "tiny.md").write_text(card)
    assert refusal(folder).startswith(f"{folder / 'tiny.md'}: no line `sha256: ...`")


def test_a_card_that_is_no_text_is_refused_too(folder: Path) -> None:
    (folder / "tiny.md").write_bytes(b"\xff\xfe\x80 sha")
    assert "no line `sha256: ...`" in refusal(folder)


def test_models_lie_beside_or_inside_the_package() -> None:
    assert model_dir().name == "models"
