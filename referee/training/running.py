"""What both trainings ask of ultralytics in the same way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ultralytics import YOLO

from referee.training.cpu_speed import fast_on_cpu

_COMMON: dict[str, Any] = dict(
    amp=False, optimizer="AdamW", cos_lr=True, exist_ok=True, plots=False, val=True,
    deterministic=False,
)  # fmt: skip


def last_weights(out: Path) -> Path:
    """The checkpoint that a training in `out` resumes from."""
    return out / "weights" / "last.pt"


def run(
    model: YOLO, out: Path, *, resume: bool, trainer: type[Any] | None = None, **settings: Any
) -> Path:
    """Train `model` into `out`, or resume what is there; returns the best weights.

    A resumed training keeps the settings that it was started with.
    """
    model.add_callback("on_train_start", fast_on_cpu)
    if resume:
        model.train(trainer=trainer, resume=True)
    else:
        place = {"project": str(out.parent), "name": out.name}
        model.train(trainer=trainer, **place, **_COMMON, **settings)
    return out / "weights" / "best.pt"
