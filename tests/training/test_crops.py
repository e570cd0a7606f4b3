"""Crops for the classifier: one card each, upright or upside down, and what is no card."""

import itertools
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from referee.training.crops import (
    LABELS,
    MIN_VISIBLE,
    NO_CARD,
    Crop,
    crops_of,
    endless_crops,
    hand_scene,
    write_crops,
)
from referee.training.decks import CODES
from referee.training.scene import BACK, Ingredients, PlacedCard, Scene
from referee.vision.rectify import CROP_SIZE
from tests.training.made_decks import CORNER_COLOURS, made_deck, quartered

INGREDIENTS = Ingredients((made_deck(),), ())
CLEAN = Ingredients((made_deck(),), (), hard=0.0)


def test_labels_are_the_faces_the_back_and_no_card_in_the_order_of_folders() -> None:
    assert set(LABELS) == {*CODES, BACK, NO_CARD}
    assert len(LABELS) == 50
    assert list(LABELS) == sorted(LABELS)


def quad_at(x: float, y: float) -> NDArray[np.float64]:
    return np.array([(x, y), (x + 100, y), (x + 100, y + 156), (x, y + 156)], np.float64)


def drawn(*cards: PlacedCard, clutter: tuple[NDArray[np.float64], ...] = ()) -> Scene:
    """A picture of 400 x 300 px in which every card of the scene is drawn."""
    picture = np.full((300, 400, 3), 120, np.uint8)
    face = cv2.resize(quartered(), (100, 156), interpolation=cv2.INTER_AREA)
    for card in cards:
        x, y = card.quad[0].astype(int)
        if 0 <= x <= 300 and 0 <= y <= 144:
            picture[y : y + 156, x : x + 100] = face
    return Scene(picture, cards, clutter)


def labels(crops: list[Crop]) -> Counter[str]:
    return Counter(crop.label for crop in crops)


def crops(scene: Scene, seed: int = 0) -> list[Crop]:
    """Without the stray piece of table that is cut out now and then."""
    found = list(crops_of(default_rng(seed), scene))
    return [c for c in found if c.label != NO_CARD or scene.clutter]


def test_every_card_in_view_is_cut_out_square() -> None:
    scene = drawn(PlacedCard("7C", quad_at(20, 20), 1.0), PlacedCard("12O", quad_at(200, 40), 1.0))
    found = crops(scene)
    assert set(labels(found)) == {"7C", "12O"}
    for crop in found:
        assert (crop.picture.shape, crop.picture.dtype) == ((CROP_SIZE, CROP_SIZE, 3), np.uint8)


def test_crops_show_the_card_upright_or_upside_down_and_both_happen() -> None:
    scene = drawn(PlacedCard("7C", quad_at(20, 20), 1.0))
    seen = set()
    for seed in range(12):
        for crop in crops(scene, seed):
            top_left = crop.picture[40, 40].astype(int)
            gaps = [np.abs(top_left - colour).max() for colour in CORNER_COLOURS]
            assert min(gaps) < 30
            seen.add(int(np.argmin(gaps)))
    assert seen == {0, 2}


def test_crops_are_as_imprecise_as_a_detector() -> None:
    scene = drawn(PlacedCard("7C", quad_at(20, 20), 1.0))
    cut = [crop.picture for seed in range(5) for crop in crops(scene, seed)]
    assert len({picture.tobytes() for picture in cut}) == len(cut)


@pytest.mark.parametrize(
    "card, kept",
    [
        (PlacedCard("7C", quad_at(20, 20), MIN_VISIBLE), True),
        (PlacedCard("7C", quad_at(20, 20), MIN_VISIBLE - 0.01), False),
        (PlacedCard("7C", quad_at(-30, 20), 0.7), False),
        (PlacedCard("7C", quad_at(320, 20), 0.7), False),
        (PlacedCard(BACK, quad_at(20, 20), 1.0), True),
    ],
    ids=["just in view", "hardly in view", "out to the left", "out to the right", "face down"],
)
def test_only_cards_that_can_be_told_are_cut_out(card: PlacedCard, kept: bool) -> None:
    assert set(labels(crops(drawn(card)))) == ({card.code} if kept else set())


def test_clutter_is_no_card_unless_a_card_lies_on_it() -> None:
    card = PlacedCard("7C", quad_at(20, 20), 1.0)
    beside = drawn(card, clutter=(quad_at(220, 60),))
    assert labels(crops(beside))[NO_CARD] >= 1
    below = drawn(card, clutter=(quad_at(60, 60),))
    cut = [crops(below, seed) for seed in range(10)]
    assert min(labels(found)[NO_CARD] for found in cut) == 0


def test_a_hand_scene_is_small_and_has_cards() -> None:
    for seed in range(5):
        scene = hand_scene(default_rng(seed), INGREDIENTS, (40.0, 60.0))
        height, width = scene.picture.shape[:2]
        assert height == width
        assert 2.6 * 40 <= height <= 2.8 * 60
        assert scene.cards


def test_crops_come_for_ever_and_a_seed_gives_the_same_again() -> None:
    def first(seed: tuple[int, ...]) -> list[tuple[str, bytes]]:
        source = endless_crops(seed, INGREDIENTS, card_px=(38.0, 50.0), shuffle=8)
        return [(c.label, c.picture.tobytes()) for c in itertools.islice(source, 25)]

    ours = first((5, 0))
    assert len(ours) == 25
    assert ours == first((5, 0))
    assert ours != first((5, 1))
    assert {label for label, _ in ours} <= set(LABELS)


def test_crops_lie_in_ultralytics_folders(tmp_path: Path) -> None:
    write_crops(tmp_path, CLEAN, train=6, val=3, seed=2)
    for name, count in (("train", 6), ("val", 3)):
        assert sorted(p.name for p in (tmp_path / name).iterdir()) == list(LABELS)
        pictures = list((tmp_path / name).rglob("*.jpg"))
        assert len(pictures) == count
        for path in pictures:
            assert cv2.imread(str(path)).shape == (CROP_SIZE, CROP_SIZE, 3)
