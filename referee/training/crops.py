"""Rectified crops for the face classifier: a card as the detector would hand it over."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from referee.errors import UnreadableError
from referee.training.camera import random_camera
from referee.training.decks import CARD_HEIGHT_MM, Deck, codes_of
from referee.training.scene import BACK, Ingredients, Scene, compose, deal_hands
from referee.vision.rectify import CROP_SIZE, rectify

Image = NDArray[np.uint8]

NO_CARD = "none"
"""The label of a crop that shows no card."""
MIN_VISIBLE = 0.2
_CUTS = 2
"""Crops from each card, each with corners of its own: composing costs more than cutting."""
_AT_ONCE = 16
"""Crops in a batch that is drawn."""


def labels_of(decks: Iterable[Deck]) -> tuple[str, ...]:
    """Class names in the order of a sorted folder, as ultralytics numbers them."""
    return tuple(sorted((*codes_of(decks), BACK, NO_CARD)))


LABELS = labels_of(())
"""The classes of a reader of Spanish decks."""


@dataclass(frozen=True)
class Crop:
    """A square BGR picture of a card and its label."""

    picture: Image
    label: str


def _imprecise(
    rng: Generator, quad: NDArray[np.float64], hidden: float = 0.0
) -> NDArray[np.float64]:
    """Corners as a detector finds them, in either of the two upright orders.

    Those of a card of which a share is `hidden` are further off.
    """
    long_edge = float(np.linalg.norm(quad[0] - quad[3]))
    error = rng.choice([0.008, 0.02, 0.04, 0.07], p=[0.3, 0.4, 0.25, 0.05]) * (1 + hidden)
    shift = rng.normal(0, error * long_edge, 2)
    corners = quad + shift + rng.normal(0, 0.7 * error * long_edge, (4, 2))
    return np.roll(corners, 2, axis=0) if rng.random() < 0.5 else corners


def _no_card_quads(rng: Generator, scene: Scene) -> Iterator[NDArray[np.float64]]:
    yield from scene.clutter
    height, width = scene.picture.shape[:2]
    if rng.random() < 0.15:
        side = rng.uniform(0.15, 0.4) * width
        turned = (
            (rng.uniform(0, width), rng.uniform(0, height)),
            (side * 0.64, side),
            rng.uniform(0, 180),
        )
        yield cv2.boxPoints(turned).astype(np.float64)


def _touches_a_card(quad: NDArray[np.float64], scene: Scene) -> bool:
    outline = quad.astype(np.float32)
    area = max(1.0, cv2.contourArea(outline))
    return any(
        cv2.intersectConvexConvex(outline, card.quad.astype(np.float32))[0] > 0.12 * area
        for card in scene.cards
    )


def hand_scene(rng: Generator, ingredients: Ingredients, card_px: tuple[float, float]) -> Scene:
    """One hand, sometimes with a neighbour's cards near, in a small picture of its own."""
    deck = ingredients.decks[int(rng.integers(len(ingredients.decks)))]
    px = math.exp(rng.uniform(math.log(card_px[0]), math.log(card_px[1])))
    side = round(2.7 * px)
    camera = random_camera(rng, (0.0, 0.0), px, (side, side))
    spots = [(0.0, 0.0)]
    if rng.random() < 0.3:
        angle = rng.uniform(0, 2 * math.pi)
        reach = 1.3 * CARD_HEIGHT_MM
        spots.insert(0, (reach * math.cos(angle), reach * math.sin(angle)))
    cards = deal_hands(rng, deck, spots)
    return compose(rng, ingredients, deck, cards, camera, px, clutter_rate=0.5)


def crops_of(rng: Generator, scene: Scene) -> Iterator[Crop]:
    """Every card of a scene that shows enough of itself, then what is no card."""
    height, width = scene.picture.shape[:2]
    for card in scene.cards:
        inside = np.all((card.quad > -2) & (card.quad < (width + 2, height + 2)))
        if card.visible >= MIN_VISIBLE and inside:
            for _ in range(_CUTS):
                picture = rectify(scene.picture, _imprecise(rng, card.quad, 1 - card.visible))
                yield Crop(picture, card.code)
    for quad in _no_card_quads(rng, scene):
        if not _touches_a_card(quad, scene):
            yield Crop(rectify(scene.picture, _imprecise(rng, quad)), NO_CARD)


def endless_crops(
    seed: tuple[int, ...],
    ingredients: Ingredients,
    card_px: tuple[float, float] = (38.0, 190.0),
    shuffle: int = 256,
) -> Iterator[Crop]:
    """Crops for ever, mixed over about `shuffle` of them; the same seed gives the same crops."""
    rng = default_rng(seed)
    pool: list[Crop] = []
    while True:
        while len(pool) < shuffle:
            pool.extend(crops_of(rng, hand_scene(rng, ingredients, card_px)))
        i = int(rng.integers(len(pool)))
        pool[i], pool[-1] = pool[-1], pool[i]
        yield pool.pop()


def write_crops(out: Path, ingredients: Ingredients, *, train: int, val: int, seed: int) -> Path:
    """Write `train/LABEL/*.jpg` and `val/LABEL/*.jpg`, ultralytics' classification layout."""
    for split, (name, count) in enumerate((("train", train), ("val", val))):
        for label in labels_of(ingredients.decks):
            (out / name / label).mkdir(parents=True, exist_ok=True)
        source = endless_crops((seed, split), ingredients)
        for index in range(count):
            crop = next(source)
            path = out / name / crop.label / f"{index:06d}.jpg"
            cv2.imwrite(str(path), crop.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return out


def drawn_crops(folder: Path, count: int, seed: int = 0) -> list[NDArray[np.float32]]:
    """`count` of the crops under `folder` (LABEL/*.jpg), drawn at random, as the network sees them.

    Batches (n, 3, h, w), RGB 0..1. Raises UnreadableError for a folder without crops and for a
    picture that is none.
    """
    paths = sorted(folder.rglob("*.jpg"))
    if not paths:
        raise UnreadableError(f"{folder}: no crops LABEL/*.jpg; `referee data synth` makes some")
    drawn = [paths[i] for i in default_rng(seed).permutation(len(paths))[:count]]
    crops = np.stack([_as_seen(path) for path in drawn])
    return np.array_split(crops, max(1, len(crops) // _AT_ONCE))


def as_crop(path: Path) -> Image:
    """A crop that was written to a file, BGR. Raises UnreadableError for what is none."""
    picture = cv2.imread(str(path))
    if picture is None or picture.shape != (CROP_SIZE, CROP_SIZE, 3):
        raise UnreadableError(f"{path}: no crop of {CROP_SIZE} x {CROP_SIZE} px; make it anew")
    return np.asarray(picture, np.uint8)


def _as_seen(path: Path) -> NDArray[np.float32]:
    return np.asarray(as_crop(path)[..., ::-1].transpose(2, 0, 1), np.float32) / 255
