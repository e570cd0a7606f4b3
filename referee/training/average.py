"""One network out of several that trained on from one another: the mean of their weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from referee.errors import UnreadableError


def average(checkpoints: Sequence[Path], out: Path) -> Path:
    """Write a checkpoint whose every weight is the mean of those in `checkpoints`; returns `out`.

    Each counts alike. Raises UnreadableError for checkpoints of different networks.
    """
    kept = [_load(path) for path in checkpoints]
    networks = [(one.get("ema") or one["model"]).float() for one in kept]
    states = [network.state_dict() for network in networks]
    for path, state in zip(checkpoints[1:], states[1:], strict=True):
        if {k: v.shape for k, v in state.items()} != {k: v.shape for k, v in states[0].items()}:
            raise UnreadableError(f"{path}: another network than that of {checkpoints[0]}")
    mean = {
        name: torch.stack([state[name] for state in states]).mean(dim=0)
        if tensor.is_floating_point()
        else tensor
        for name, tensor in states[0].items()
    }
    networks[0].load_state_dict(mean)
    torch.save({**kept[0], "model": networks[0].half(), "ema": None, "optimizer": None}, out)
    return out


def _load(path: Path) -> dict[str, Any]:
    """A checkpoint of ultralytics, which holds whole modules; only one's own are opened."""
    checkpoint: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=False)
    return checkpoint
