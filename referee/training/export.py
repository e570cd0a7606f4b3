"""Export trained weights to the ONNX files that the table needs."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

from ultralytics import YOLO

from referee.vision.rectify import CROP_SIZE

_SHA256_LINE = re.compile(r"^sha256: .*$", re.MULTILINE)


def export_onnx(weights: Path, out: Path) -> Path:
    """`best.pt` to ONNX: free picture size for the detector, free batch size for the classifier."""
    model = YOLO(str(weights))
    size = CROP_SIZE if model.task == "classify" else 640
    produced = model.export(format="onnx", simplify=True, dynamic=True, imgsz=size, device="cpu")
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(str(produced), out)
    return out


def write_sha256(model: Path) -> str:
    """Put the hash of a model file into the model card beside it; returns the hash."""
    card = model.with_suffix(".md")
    digest = hashlib.sha256(model.read_bytes()).hexdigest()
    text = card.read_text(encoding="utf-8") if card.is_file() else f"# {model.stem}\n\nsha256: -\n"
    card.write_text(_SHA256_LINE.sub(f"sha256: {digest}", text), encoding="utf-8")
    return digest
