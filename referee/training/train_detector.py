"""Train the card detector with ultralytics: one class, four key points, resumable."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from ultralytics import YOLO

from referee.training.reopen import reopen
from referee.training.running import last_weights, run

ARCHITECTURE = Path(__file__).with_name("yolov5n-cards-pose.yaml")

NO_GEOMETRY: dict[str, Any] = dict(
    mosaic=0.0,
    mixup=0.0,
    fliplr=0.0,
    flipud=0.0,
    degrees=0.0,
    shear=0.0,
    perspective=0.0,
    scale=0.0,
    translate=0.0,
    erasing=0.0,
)
"""The synthesis varies geometry itself, and key points with doubled angles do not survive flips."""


def coco_yolov5_tensors(path: Path) -> dict[str, Tensor]:
    """State of a legacy YOLOv5 checkpoint, read with empty stand-ins for its pickled classes."""
    stand_ins = {
        "models.common": ("Conv", "C3", "Bottleneck", "SPPF", "Concat"),
        "models.yolo": ("Model", "Detect"),
    }
    modules = {"models": types.ModuleType("models")}
    for name, classes in stand_ins.items():
        modules[name] = types.ModuleType(name)
        for cls in classes:
            setattr(modules[name], cls, type(cls, (nn.Module,), {}))
    shadowed = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        checkpoint = torch.load(path, map_location="cpu", weights_only=False)
    finally:
        for name, module in shadowed.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module
    state: dict[str, Tensor] = checkpoint["model"].state_dict()
    return {name: tensor.float() for name, tensor in state.items()}


def new_detector(start: Path | None) -> YOLO:
    """A fresh model, with every tensor of a YOLOv5n checkpoint that fits by name and shape."""
    model = YOLO(str(ARCHITECTURE), task="pose")
    if start is not None:
        own = model.model.state_dict()
        fits = {
            name: tensor
            for name, tensor in coco_yolov5_tensors(start).items()
            if name in own and own[name].shape == tensor.shape
        }
        model.model.load_state_dict(fits, strict=False)
    return model


def train_detector(
    data: Path,
    out: Path,
    *,
    start: Path | None = None,
    architecture: str | None = None,
    epochs: int = 10,
    size: int = 416,
    batch: int = 16,
    device: str = "cpu",
    resume: bool = False,
    hours: float | None = None,
    workers: int = 2,
    lr0: float = 2e-3,
) -> Path:
    """Run or resume a training in `out`; returns the best weights (`weights/best.pt`).

    `start` is a YOLOv5n checkpoint, a checkpoint of ours, or a shipped model (.onnx).
    """
    if resume:
        model = YOLO(str(last_weights(out)))
    elif start is not None and start.suffix == ".onnx":
        model = reopen(start, str(ARCHITECTURE), "pose", _samples(data))
    elif start is not None and _is_own_checkpoint(start):
        model = YOLO(str(start))
    else:
        model = YOLO(architecture, task="pose") if architecture else new_detector(start)
        model.ckpt = {"model": model.model}  # keeps the fitted tensors through .train()
    return run(
        model,
        out,
        resume=resume,
        data=str(data),
        epochs=epochs,
        imgsz=size,
        batch=batch,
        nbs=batch,
        device=device,
        workers=workers,
        time=hours,
        lr0=lr0,
        lrf=0.02,
        warmup_epochs=0.3,
        weight_decay=5e-4,
        pose=25.0,
        kobj=0.1,
        seed=0,
        hsv_h=0.02,
        hsv_s=0.4,
        hsv_v=0.3,
        **NO_GEOMETRY,
    )


def _samples(data: Path) -> list[Tensor]:
    paths = sorted((data.parent / "images" / "val").iterdir())[:32]
    views = (np.ascontiguousarray(cv2.imread(str(path))[..., ::-1]) for path in paths)
    return [torch.from_numpy(view).permute(2, 0, 1).float()[None] / 255 for view in views]


def _is_own_checkpoint(start: Path) -> bool:
    """Weights of an earlier training of ours, as ultralytics names them, not a YOLOv5 release."""
    return start.parent.name == "weights" and start.name in ("best.pt", "last.pt")
