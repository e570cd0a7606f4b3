"""Train the face classifier with ultralytics, on crops that are composed as they are needed."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import Dataset, get_worker_info
from ultralytics import YOLO
from ultralytics.models.yolo.classify import ClassificationTrainer

from referee.training.crops import Crop, endless_crops, labels_of
from referee.training.reopen import reopen
from referee.training.running import last_weights, run
from referee.training.scene import Ingredients
from referee.vision.rectify import CROP_SIZE

ARCHITECTURE = "yolo26s-cls.yaml"


def _rgb(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1))


class EndlessCrops(Dataset[dict[str, Any]]):
    """`per_epoch` fresh crops an epoch, never the same twice; each worker has its own seed."""

    def __init__(self, ingredients: Ingredients, per_epoch: int, seed: int) -> None:
        self.samples = range(per_epoch)
        self._ingredients = ingredients
        self._seed = seed
        self._source: Iterator[Crop] | None = None
        self._numbers = {label: number for number, label in enumerate(labels_of(ingredients.decks))}

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, index: int) -> dict[str, Any]:
        if self._source is None:
            cv2.setNumThreads(1)
            worker = get_worker_info()
            self._source = endless_crops(
                (self._seed, worker.id if worker else 0), self._ingredients
            )
        crop = next(self._source)
        return {
            "img": torch.from_numpy(_rgb(crop.picture)).float() / 255,
            "cls": self._numbers[crop.label],
        }


def _trainer(ingredients: Ingredients, per_epoch: int, seed: int) -> type[ClassificationTrainer]:
    class CropTrainer(ClassificationTrainer):
        """ultralytics' classification trainer with endless training crops."""

        def build_dataset(self, img_path: str, mode: str = "train", batch: Any = None) -> Any:
            if mode == "train":
                return EndlessCrops(ingredients, per_epoch, seed)
            return super().build_dataset(img_path, mode, batch)

    return CropTrainer


def epochs_done(out: Path) -> int:
    """Epochs that `out/results.csv` records."""
    results = out / "results.csv"
    if not results.is_file():
        return 0
    with results.open(newline="", encoding="utf-8") as file:
        return sum(1 for _ in csv.DictReader(file))


def _begin(start: str, data: Path) -> YOLO:
    if not start.endswith(".onnx"):
        return YOLO(start, task="classify")
    pictures = (cv2.imread(str(path)) for path in sorted(data.glob("val/*/*.jpg"))[::5])
    samples = [torch.from_numpy(_rgb(p)).float()[None] / 255 for p in pictures if p is not None]
    return reopen(Path(start), ARCHITECTURE, "classify", torch.cat(samples).split(64))


def train_classifier(
    data: Path,
    out: Path,
    ingredients: Ingredients,
    *,
    start: str = ARCHITECTURE,
    per_epoch: int = 25_600,
    epochs: int = 20,
    batch: int = 128,
    device: str = "cpu",
    resume: bool = False,
    hours: float | None = None,
    workers: int = 2,
    seed: int = 0,
    lr0: float = 2e-3,
    freeze: int = 0,
) -> Path:
    """Run or resume a training in `out`; `data` holds the val crops (and a few train crops).

    `start` is a model yaml for a fresh network, or weights to go on from: a checkpoint (.pt) or a
    shipped model (.onnx). Returns the best weights.
    """
    trainer = _trainer(ingredients, per_epoch, seed + 1000 * epochs_done(out))
    model = YOLO(str(last_weights(out)), task="classify") if resume else _begin(start, data)
    return run(
        model,
        out,
        resume=resume,
        trainer=trainer,
        data=str(data),
        epochs=epochs,
        imgsz=CROP_SIZE,
        batch=batch,
        nbs=batch,
        device=device,
        workers=workers,
        time=hours,
        lr0=lr0,
        freeze=freeze or None,
        lrf=0.01,
        warmup_epochs=0.5,
        weight_decay=0.02,
        seed=seed,
        scale=1.0,
        fliplr=0.0,
        erasing=0.0,
        hsv_h=0.0,
        hsv_s=0.0,
        hsv_v=0.0,
        auto_augment=None,
    )
