"""Write synthetic datasets in the layouts that ultralytics trains from. Seeds make them repeat."""

from __future__ import annotations

import json
import math
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import default_rng

from referee.training.scene import Ingredients, Scene, random_view
from referee.vision.quads import keypoints_of_quads

MIN_VISIBLE = 0.1
"""Cards that show less than this share are neither asked of the detector nor of the classifier."""

DATA_YAML = """\
# Key points 0-3 of a card are c, c+u*u/|u|, c+v*v/|v|, c+w: see referee/vision/quads.py
path: {path}
train: images/train
val: images/val
names: {{0: card}}
kpt_shape: [4, 3]
kpt_oks_sigmas: [0.06, 0.08, 0.08, 0.06]
"""


@dataclass(frozen=True)
class ViewRecipe:
    """Square views for the card detector: how many, how large, how large the cards in them."""

    train: int = 8000
    val: int = 300
    size: int = 416
    card_px: tuple[float, float] = (26.0, 210.0)
    seed: int = 0

    def __post_init__(self) -> None:
        if self.train < 1 or self.val < 1 or self.size < 32 or self.size % 32 or self.seed < 0:
            raise ValueError(f"{self}: counts must be positive, the size a multiple of 32")
        if not 0 < self.card_px[0] <= self.card_px[1]:
            raise ValueError(f"{self}: the least length of a card is above 0, the greatest no less")


def _pose_lines(scene: Scene) -> Iterator[str]:
    height, width = scene.picture.shape[:2]
    size = np.array([width, height])
    for card in scene.cards:
        low = np.clip(card.quad.min(axis=0), 0, size)
        high = np.clip(card.quad.max(axis=0), 0, size)
        if card.visible < MIN_VISIBLE or np.any(high - low < 3):
            continue
        box = np.concatenate([(low + high) / 2, high - low]) / np.tile(size, 2)
        numbers = [f"{value:.6f}" for value in box]
        for x, y in keypoints_of_quads(card.quad) / size:
            inside = 0 <= x <= 1 and 0 <= y <= 1
            numbers += [f"{x:.6f}", f"{y:.6f}", "2"] if inside else ["0", "0", "0"]
        yield " ".join(["0", *numbers])


def _truth(scene: Scene) -> list[dict[str, object]]:
    return [
        {"code": c.code, "quad": np.round(c.quad, 2).tolist(), "visible": round(c.visible, 3)}
        for c in scene.cards
    ]


def _one_view(recipe: ViewRecipe, ingredients: Ingredients, split: int, index: int) -> Scene:
    rng = default_rng([recipe.seed, split, index])
    low, high = recipe.card_px
    card_px = math.exp(rng.uniform(math.log(low), math.log(high)))
    return random_view(rng, ingredients, recipe.size, card_px)


_shared: Ingredients | None = None


def _share(ingredients: Ingredients) -> None:
    global _shared
    _shared = ingredients
    cv2.setNumThreads(1)


def _write_view(job: tuple[ViewRecipe, str, int, int, Path]) -> None:
    recipe, name, split, index, out = job
    assert _shared is not None
    scene = _one_view(recipe, _shared, split, index)
    stem = f"{index:06d}"
    picture = out / "images" / name / f"{stem}.jpg"
    cv2.imwrite(str(picture), scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (out / "labels" / name / f"{stem}.txt").write_text("\n".join(_pose_lines(scene)) + "\n")
    (out / "truth" / name / f"{stem}.json").write_text(json.dumps(_truth(scene)))


def write_views(
    out: Path, recipe: ViewRecipe, ingredients: Ingredients, processes: int = 2
) -> Path:
    """Write images/, labels/ (YOLO pose), truth/ (codes and corners) and data.yaml; return it."""
    jobs = []
    for split, (name, count) in enumerate((("train", recipe.train), ("val", recipe.val))):
        for part in ("images", "labels", "truth"):
            (out / part / name).mkdir(parents=True, exist_ok=True)
        jobs += [(recipe, name, split, index, out) for index in range(count)]
    # a fork would copy the locks of OpenCV's threads in whatever state they are
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, fresh, _share, (ingredients,)) as pool:
        for _ in pool.map(_write_view, jobs, chunksize=32):
            pass
    data = out / "data.yaml"
    data.write_text(DATA_YAML.format(path=out.resolve()), encoding="utf-8")
    return data
