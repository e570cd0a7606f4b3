"""How to find cards: one stage or two, oriented boxes or key points, YOLOv5 or YOLO26.

`python -m tests.bench.bench_detectors VIEWS LABELLED --out OUT [--epochs N] [--start yolov5n.pt]`
trains every way on the same views (VIEWS is `views/` of `referee data synth`), for the same number
of epochs, then finds the cards of LABELLED (a folder with labels.json) at 1920 px with one look and
prints a row for each. Needs the extra `train`. The model card says what came out.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from ultralytics import YOLO
from ultralytics.utils import YAML

from referee.frames.photo import read_photo
from referee.training.crops import LABELS
from referee.training.labels import LabelledCard, read_labels
from referee.training.running import run
from referee.training.synth import MIN_VISIBLE
from referee.training.train_detector import ARCHITECTURE, NO_GEOMETRY, coco_yolov5_tensors
from referee.vision.detector import CardReader
from referee.vision.finder import _merged
from referee.vision.ghosts import quad_overlap
from referee.vision.quads import keypoints_of_quads, quads_of_keypoints
from referee.vision.rectify import rectify

_OVERLAP = 0.5


@dataclass(frozen=True)
class Way:
    """One way of finding cards; `backbone` says whether COCO weights of YOLOv5n begin it."""

    name: str
    task: str
    head: tuple[object, ...]
    yaml: str | None = None
    faces: bool = False
    backbone: bool = True


_POINTS, _BOXES = ("Pose", ["nc", "kpt_shape"]), ("OBB", ["nc", 1])
WAYS = (
    Way("key points, YOLOv5n", "pose", _POINTS),
    Way("oriented boxes, YOLOv5n", "obb", _BOXES),
    Way("one stage, YOLOv5n", "pose", _POINTS, faces=True),
    Way("key points, YOLOv5n from nothing", "pose", _POINTS, backbone=False),
    Way("key points, YOLO26n from nothing", "pose", (), "yolo26n-pose.yaml", backbone=False),
)


def _label(way: Way, code: str, quad: NDArray[np.float64], size: int) -> str:
    """A card of a square view, in ultralytics' layout for the task."""
    low, high = np.clip(quad.min(axis=0), 0, size), np.clip(quad.max(axis=0), 0, size)
    number = str(LABELS.index(code) if way.faces else 0)
    if way.task == "obb":
        return " ".join([number, *(f"{v:.6f}" for v in np.clip(quad / size, 0, 1).ravel())])
    words = [f"{v:.6f}" for v in np.concatenate([(low + high) / 2, high - low]) / size]
    for x, y in keypoints_of_quads(quad) / size:
        inside = 0 <= x <= 1 and 0 <= y <= 1
        words += [f"{x:.6f}", f"{y:.6f}", "2"] if inside else ["0", "0", "0"]
    return " ".join([number, *words])


def write_data(way: Way, views: Path, out: Path) -> Path:
    """The pictures of `views` with labels for one way of finding cards; returns data.yaml."""
    for name in ("train", "val"):
        pictures = out / "images" / name
        for folder in (pictures, out / "labels" / name):
            folder.mkdir(parents=True, exist_ok=True)
        # ultralytics resolves a linked folder, and would look for the labels beside its target
        for picture in (views / "images" / name).iterdir():
            if not (pictures / picture.name).exists():
                (pictures / picture.name).symlink_to(picture.resolve())
        size = cv2.imread(str(next(pictures.iterdir()))).shape[0]
        for truth in (views / "truth" / name).iterdir():
            cards = json.loads(truth.read_text(encoding="utf-8"))
            shown = [(c["code"], np.array(c["quad"])) for c in cards if c["visible"] >= MIN_VISIBLE]
            lines = [_label(way, code, quad, size) for code, quad in shown if _in_view(quad, size)]
            (out / "labels" / name / f"{truth.stem}.txt").write_text("\n".join(lines) + "\n")
    names = dict(enumerate(LABELS if way.faces else ["card"]))
    data = out / "data.yaml"
    data.write_text(
        f"path: {out.resolve()}\ntrain: images/train\nval: images/val\nnames: {names}\n"
        "kpt_shape: [4, 3]\nkpt_oks_sigmas: [0.06, 0.08, 0.08, 0.06]\n",
        encoding="utf-8",
    )
    return data


def _in_view(quad: NDArray[np.float64], size: int) -> bool:
    low, high = np.clip(quad.min(axis=0), 0, size), np.clip(quad.max(axis=0), 0, size)
    return bool(np.all(high - low >= 3))


def new_model(way: Way, out: Path, start: Path | None) -> YOLO:
    """A network for one way, with COCO weights where the way says so."""
    if way.yaml is not None:
        written = YOLO(way.yaml, task=way.task).model.yaml
        written = {**written, "nc": 1, "kpt_shape": [4, 3]}
    else:
        written = YAML.load(ARCHITECTURE)
        written["head"][-1] = [[17, 20, 23], 1, *way.head]
        written["nc"] = len(LABELS) if way.faces else 1
    file = out / f"{'yolo26n' if way.yaml else 'yolov5n'}-cards.yaml"
    YAML.save(file, {k: v for k, v in written.items() if k not in ("ch", "yaml_file", "scale")})
    model = YOLO(str(file), task=way.task)
    if way.backbone and start is not None:
        own = model.model.state_dict()
        coco = coco_yolov5_tensors(start).items()
        fits = {n: t for n, t in coco if n in own and own[n].shape == t.shape}
        model.model.load_state_dict(fits, strict=False)
    model.ckpt = {"model": model.model}
    return model


def find(way: Way, model: YOLO, image: NDArray[np.uint8]) -> tuple[NDArray[Any], list[str]]:
    """Corners (n, 4, 2) px of the cards in a picture and, from one stage, their names."""
    if way.task == "obb":
        found = model.predict(image, imgsz=1920, conf=0.3, verbose=False)[0].obb
        return _long_edge_first(found.xyxyxyxy.numpy()), []
    found = model.predict(image, imgsz=1920, conf=0.3, iou=0.95, verbose=False)[0]
    scores = found.boxes.conf.numpy().astype(np.float64)
    points = found.keypoints.xy.numpy().reshape(-1, 4, 2).astype(np.float64)
    merged, _ = _merged(points, scores)
    gaps = np.linalg.norm(merged[:, None] - points[None], axis=3).mean(axis=2)
    names = [LABELS[int(found.boxes.cls[i])] for i in _best_near(gaps, scores)]
    return quads_of_keypoints(merged), names if way.faces else []


def _best_near(gaps: NDArray[Any], scores: NDArray[Any]) -> list[int]:
    near = gaps <= gaps.min(axis=1, keepdims=True, initial=np.inf) + 3
    return [int(np.argmax(np.where(row, scores, 0))) for row in near]


def _long_edge_first(quads: NDArray[Any]) -> NDArray[np.float64]:
    """Corners in clockwise order, turned so that the first edge is a short one."""
    quads = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    across, along = quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 1]
    counter = across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0] < 0
    quads = np.where(counter[:, None, None], quads[:, ::-1], quads)
    first = np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1)
    second = np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    quads = np.where((first > second)[:, None, None], np.roll(quads, 1, axis=1), quads)
    return quads


def _corner_error(quad: NDArray[Any], card: LabelledCard) -> float:
    length = float(np.linalg.norm(card.quad[0] - card.quad[3]))
    turns = (np.roll(quad, 2 * k, axis=0) for k in range(2))
    return min(float(np.linalg.norm(t - card.quad, axis=1).mean()) for t in turns) / length


def measure(way: Way, model: YOLO, labelled: Path, reader: CardReader) -> str:
    """A row: cards found, mean corner error, cards named right, time a picture."""
    total = hit = right = 0
    errors, seconds = [], []
    for picture in read_labels(labelled):
        image = read_photo(picture.path).image
        begun = perf_counter()
        quads, names = find(way, model, image)
        seconds.append(perf_counter() - begun)
        if not way.faces and len(quads):
            odds = reader.odds_of(np.stack([rectify(image, quad) for quad in quads]))
            names = [reader.names[int(i)] for i in odds.argmax(axis=1)]
        for card in picture.cards:
            total += card.counts
            if not card.counts or not len(quads):
                continue
            overlaps = [quad_overlap(quad, card.quad) for quad in quads]
            best = int(np.argmax(overlaps))
            if overlaps[best] >= _OVERLAP:
                hit += 1
                errors.append(_corner_error(quads[best], card))
                right += names[best] == card.card.code
    return (
        f"| {way.name} | {100 * hit / total:.1f} % | {100 * float(np.mean(errors or [1])):.1f} % "
        f"| {100 * right / total:.1f} % | {1000 * float(np.median(seconds)):.0f} ms |"
    )


def main() -> None:
    """Train and measure every way, or those named by --only."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_detectors")
    parser.add_argument("views", type=Path)
    parser.add_argument("labelled", type=Path)
    parser.add_argument("--out", type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("--start", type=Path, help="YOLOv5n weights trained on COCO")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--only", type=int, choices=range(len(WAYS)), nargs="*")
    options = parser.parse_args()
    reader = CardReader.load()
    rows = ["| way | found | corners off by | read | a picture | training |"]
    for number in options.only or range(len(WAYS)):
        way, out = WAYS[number], options.out / str(number)
        out.mkdir(parents=True, exist_ok=True)
        begun = perf_counter()
        best = run(
            new_model(way, out, options.start),
            out / "run",
            resume=False,
            data=str(write_data(way, options.views, out / "data")),
            epochs=options.epochs,
            imgsz=416,
            batch=16,
            nbs=16,
            device="cpu",
            workers=0,
            lr0=2e-3,
            lrf=0.02,
            warmup_epochs=0.3,
            **NO_GEOMETRY,
        )
        trained = perf_counter() - begun
        rows.append(measure(way, YOLO(str(best)), options.labelled, reader) + f" {trained:.0f} s |")
        print(rows[-1], flush=True)
    print("\n".join(rows))


if __name__ == "__main__":
    main()
