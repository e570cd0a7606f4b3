"""A training in miniature: make data, train both networks, export them, read a picture back; then
train both that ship further.

Run as ``python -m tests.train_smoke`` where the extra ``train`` is installed. It proves that the
recipe runs from end to end on a CPU, not that a reader trained for a minute can read.
"""

import os
import sys
import tempfile
from pathlib import Path

# ultralytics looks at these when it is imported: no downloads, no installing, no settings at home
os.environ |= {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}

import numpy as np
import onnx
import onnxruntime as ort

from referee.cli import main
from referee.frames.photo import read_photo
from referee.training.crops import LABELS
from referee.training.reopen import float_tensors
from referee.vision.detector import CardReader
from referee.vision.models import FEATURES
from referee.weights import load_model

ROOT = Path(__file__).resolve().parents[1]
DECK, SHIPPED = ROOT / "datasets" / "deck" / "faces", ROOT / "models"


def referee(*arguments: object) -> None:
    """One command of the command line; any status but 0 ends the run."""
    words = [str(argument) for argument in arguments]
    print("referee", *words, flush=True)
    try:
        main(words)
    except SystemExit as ended:
        if ended.code:
            sys.exit(f"referee {words[0]} {words[1]} ended with status {ended.code}")


def smoke(work: Path) -> None:
    """Everything a training does, with a handful of pictures."""
    data, models = work / "data", work / "models"
    sizes = ("--views", 8, "--val-views", 4, "--crops", 2, "--val-crops", 16)
    referee("data", "synth", "--deck", DECK, "--out", data, *sizes, "--size", 160)
    views, crops = data / "views" / "data.yaml", data / "crops"
    training = ("--epochs", 1, "--batch", 4)
    referee("train", "detector", views, "--out", work / "detector", *training, "--size", 160)
    referee(
        *("train", "classifier", crops, "--deck", DECK, "--out", work / "classifier"),
        *("--start", "yolo26n-cls.yaml", "--per-epoch", 8, *training),
    )
    weights = {stage: work / stage / "weights" / "best.pt" for stage in ("detector", "classifier")}
    referee("train", "export", weights["detector"], models / "cards-detector.onnx")
    referee("train", "export", weights["classifier"], work / "exported.onnx")
    referee(
        *("train", "quantise", work / "exported.onnx", models / "cards-classifier.onnx"),
        *("--crops", crops / "val", "--count", 16),
    )
    exported, stored = (
        float_tensors(onnx.load(str(file)))
        for file in (work / "exported.onnx", models / "cards-classifier.onnx")
    )
    weights_of = [name for name in exported if name.endswith(".conv.weight")]
    for name in weights_of:
        step = np.abs(exported[name]).max() / 63
        assert np.abs(stored[name] - exported[name]).max() <= step, name
    assert (
        weights_of
        and (models / "cards-classifier.onnx").stat().st_size
        < (work / "exported.onnx").stat().st_size / 2
    )
    named = ort.InferenceSession(load_model("cards-classifier", models).data)
    assert FEATURES in [output.name for output in named.get_outputs()]
    picture = next((data / "views" / "images" / "train").iterdir())
    for sighting in CardReader.load(models).read(read_photo(picture)):
        assert sighting.card is None or sighting.card.code in LABELS
    further = work / "further"
    referee(
        *("train", "detector", views, "--out", further / "detector", *training, "--size", 160),
        *("--start", SHIPPED / "cards-detector.onnx"),
    )
    referee(
        *("train", "classifier", crops, "--deck", DECK, "--out", further / "classifier"),
        *("--start", SHIPPED / "cards-classifier.onnx", "--per-epoch", 8, "--freeze", 5, *training),
    )
    mean = work / "mean.pt"
    referee("train", "average", weights["classifier"], weights["classifier"], "--out", mean)
    referee("train", "export", mean, work / "mean.onnx")
    again = float_tensors(onnx.load(str(work / "mean.onnx")))
    for name in weights_of:
        assert np.allclose(again[name], exported[name], atol=1e-3), name
    print(f"trained, exported and read back {picture.name}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["YOLO_CONFIG_DIR"] = folder
        smoke(Path(folder))
