"""What the training verbs refuse before they ask for the extra `train`."""

from pathlib import Path

import pytest

from referee.cli import main

FACES = Path(__file__).parents[2] / "datasets" / "deck" / "faces"


def _refusal(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What `referee train WORDS` says of it, in one line, with status 2."""
    with pytest.raises(SystemExit) as ended:
        main(["train", *map(str, words)])
    captured = capsys.readouterr()
    assert (ended.value.code, captured.out) == (2, "")
    assert len(captured.err.splitlines()) == 1
    return captured.err


def test_data_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ("--out", tmp_path / "out")
    said = _refusal(capsys, "detector", tmp_path / "data.yaml", *out)
    assert "data.yaml: no such file or folder; `referee data synth` makes one" in said
    said = _refusal(capsys, "classifier", tmp_path / "crops", "--deck", FACES, *out)
    assert "val: no such file or folder; `referee data synth` makes one" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("verb", ["detector", "classifier"])
def test_weights_that_are_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    (tmp_path / "val").mkdir()
    words: tuple[object, ...] = (verb, tmp_path, "--out", tmp_path / "out")
    if verb == "classifier":
        words += ("--deck", FACES)
    said = _refusal(capsys, *words, "--start", tmp_path / "best.pt")
    assert "best.pt: no such file or folder; --start takes weights (.pt)" in said
    said = _refusal(capsys, *words, "--resume")
    assert "last.pt: no such file or folder; leave out --resume to begin a training" in said


def test_exporting_what_are_no_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _refusal(capsys, "export", tmp_path / "best.pt", tmp_path / "model.onnx")
    assert "best.pt: no such file or folder; give weights/best.pt of a training" in said
    said = _refusal(capsys, "export", Path(__file__), tmp_path / "model.onnx")
    assert "no weights of a training; give its weights/best.pt" in said
    assert not (tmp_path / "model.onnx").exists()


def test_averaging_what_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _refusal(capsys, "average", tmp_path / "last.pt", "--out", tmp_path / "mean.pt")
    assert "last.pt: no such file or folder; give weights/last.pt of a training" in said
