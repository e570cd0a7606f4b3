"""From raw network output to sightings, with stand-ins for the two networks."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision import detector as detector_module
from referee.vision.detector import CardReader, _above, _merged
from referee.vision.models import ModelError, ModelFile
from referee.vision.quads import half_turned, keypoints_of_quads, quads_of_keypoints
from referee.vision.sighting import Candidate, CardSighting
from tests.vision.table_views import card_at

Array = NDArray[Any]

NAMES = ["10C", "12O", "7O", "back", "none"]
DETECTOR = ModelFile(Path("cards-detector.onnx"), b"")
CLASSIFIER = ModelFile(Path("cards-classifier.onnx"), b"")


def upright(x: float, y: float, length: float = 95.0, turn: float = 0.0) -> Array:
    """A card in a picture, px, its centre at (x, y); turned counter-clockwise."""
    return card_at(0, 0, turn) * (length / 95, -length / 95) + (x, y)


def raw_rows(*found: tuple[Array, float]) -> Array:
    """Ultralytics' pose output (17, anchors) for quads and scores."""
    rows = []
    for quad, score in found:
        low, high = quad.min(axis=0), quad.max(axis=0)
        points = np.column_stack([keypoints_of_quads(quad), np.ones(4)])
        rows.append([*(low + high) / 2, *(high - low), score, *points.ravel()])
    return np.array(rows, np.float32).reshape(-1, 17).T


# --- rows over the threshold -------------------------------------------------------------------


def test_rows_over_the_threshold_come_best_first() -> None:
    raw = raw_rows((upright(100, 100), 0.4), (upright(300, 100), 0.29), (upright(500, 100), 0.9))
    keypoints, scores = _above(raw, 0.3)
    assert scores == pytest.approx([0.9, 0.4])
    assert keypoints.shape == (2, 4, 2)
    assert keypoints[:, 0] == pytest.approx(np.array([(500, 100), (100, 100)]), abs=1e-3)


def test_nothing_over_the_threshold_is_nothing() -> None:
    keypoints, scores = _above(raw_rows((upright(100, 100), 0.2)), 0.3)
    assert (keypoints.shape, scores.shape) == ((0, 4, 2), (0,))
    assert [len(part) for part in _merged(keypoints, scores)] == [0, 0]


# --- one detection a card ----------------------------------------------------------------------


def merged_quads(quads: list[Array], scores: list[float]) -> tuple[Array, Array]:
    keypoints, merged = _merged(keypoints_of_quads(np.array(quads)), np.array(scores))
    return quads_of_keypoints(keypoints), merged


def test_ten_noisy_detections_of_a_card_become_one_with_the_mean_corners() -> None:
    rng = np.random.default_rng(7)
    true = upright(400, 300, 120, turn=0.4)
    noisy = [true + rng.normal(0, 2, (4, 2)) for _ in range(10)]
    quads, scores = merged_quads(noisy, list(np.linspace(0.9, 0.6, 10)))
    assert scores == pytest.approx([0.9])
    assert np.abs(quads[0] - true).max() < 2.0
    assert np.abs(quads[0] - true).mean() < np.mean([np.abs(n - true).mean() for n in noisy])


def test_better_detections_weigh_more() -> None:
    quads, scores = merged_quads([upright(100, 100), upright(104, 100)], [0.9, 0.3])
    assert scores == pytest.approx([0.9])
    assert quads[0].mean(axis=0) == pytest.approx([100.4, 100], abs=0.01)


@pytest.mark.parametrize("turn", [0.0, 0.7, 1.57, 3.0])
def test_two_cards_that_overlap_by_seventy_per_cent_stay_two(turn: float) -> None:
    step = 0.3 * 61
    first = upright(300, 300, turn=turn)
    second = upright(300 + step * np.cos(turn), 300 - step * np.sin(turn), turn=turn)
    quads, scores = merged_quads([first, second], [0.9, 0.8])
    assert scores == pytest.approx([0.9, 0.8])
    assert np.allclose(quads.mean(axis=1), [first.mean(axis=0), second.mean(axis=0)])


def test_two_cards_across_each_other_stay_two_although_their_centres_meet() -> None:
    quads, _ = merged_quads([upright(300, 300), upright(302, 300, turn=np.pi / 2)], [0.9, 0.8])
    assert len(quads) == 2


def test_a_hand_of_noisy_detections_becomes_its_four_cards() -> None:
    rng = np.random.default_rng(3)
    hand = [upright(300 + 24 * i, 300 + 2 * i, turn=-0.05 * i) for i in range(4)]
    noisy = [card + rng.normal(0, 1.0, (4, 2)) for card in hand for _ in range(6)]
    order = rng.permutation(len(noisy))
    quads, scores = merged_quads([noisy[i] for i in order], list(np.linspace(0.9, 0.4, 24)))
    assert len(quads) == len(scores) == 4
    left_to_right = quads[np.argsort(quads.mean(axis=1)[:, 0])]
    assert np.abs(left_to_right - np.array(hand)).max() < 3


def test_half_a_turn_makes_no_second_card() -> None:
    card = upright(300, 300, turn=0.2)
    quads, _ = merged_quads([card, np.roll(card, 2, axis=0)], [0.9, 0.8])
    assert len(quads) == 1


# --- sightings ---------------------------------------------------------------------------------


def candidates(*pairs: tuple[str | None, float]) -> tuple[Candidate, ...]:
    return tuple(Candidate(Card.parse(code) if code else None, p) for code, p in pairs)


def test_a_sighting_is_its_best_candidate() -> None:
    sighting = CardSighting(upright(50, 80), candidates(("12O", 0.7), (None, 0.2)), 0.9)
    assert sighting.card == Card.parse("12O")
    assert sighting.confidence == 0.7
    assert not sighting.face_down
    assert sighting.centre == pytest.approx([50, 80])


def test_a_sighting_may_lie_face_down() -> None:
    sighting = CardSighting(upright(50, 80), candidates((None, 0.7), ("12O", 0.2)), 0.9)
    assert sighting.face_down
    assert sighting.card is None


@pytest.mark.parametrize(
    "quad, given, says",
    [
        (np.zeros((3, 2)), (("12O", 0.9),), r"four corners \(4, 2\), not \(3, 2\)"),
        (np.zeros(8), (("12O", 0.9),), "four corners"),
        (np.zeros((4, 2)), (), "best first"),
        (np.zeros((4, 2)), (("12O", 0.2), ("7O", 0.7)), "best first"),
    ],
)
def test_a_sighting_refuses_what_cannot_be(
    quad: Array, given: tuple[tuple[str, float], ...], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        CardSighting(quad, candidates(*given), 0.9)


# --- the reader --------------------------------------------------------------------------------


@dataclass
class Named:
    """What onnxruntime calls an input."""

    name: str = "images"


@dataclass
class Network:
    """Stands in for an onnxruntime session: answers from a function, remembers its inputs."""

    answer: Callable[[Array], Array]
    names: str | None = None
    inputs: list[Array] = field(default_factory=list)

    def get_inputs(self) -> list[Named]:
        return [Named()]

    def get_modelmeta(self) -> Network:
        return self

    @property
    def custom_metadata_map(self) -> dict[str, str]:
        return {} if self.names is None else {"names": self.names}

    def run(self, outputs: None, feed: dict[str, Array]) -> list[Array]:
        (blob,) = feed.values()
        self.inputs.append(blob)
        return [self.answer(blob)]


def network_names(names: list[str]) -> str:
    written = str(dict(enumerate(names)))
    assert ast.literal_eval(written)[0] == names[0]
    return written


def both_ways_up(rows: Array, blob: Array) -> Array:
    """What the detector says of a picture, and the same of the picture upside down."""
    turned = rows.copy()
    points = turned[0, 5:].T.reshape(-1, 4, 3)
    points[..., :2] = half_turned(points[..., :2], blob.shape[3], blob.shape[2])
    turned[0, 5:] = points.reshape(-1, 12).T
    return np.concatenate([rows, turned])


Build = Callable[..., tuple[CardReader, Network, Network]]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Build:
    """A reader whose detector and classifier answer as told."""

    def make(
        find: Callable[[Array], Array], odds: list[list[float]], names: list[str] | None = None
    ) -> tuple[CardReader, Network, Network]:
        finder = Network(lambda blob: both_ways_up(find(blob[:1]), blob))
        doubtful = iter([row for row in odds if max(row) < 0.8 and row[-1] < 0.5])

        def name(crops: Array) -> Array:
            first_look = len(namer.inputs) == 1
            rows = odds if first_look else [next(doubtful)] * (len(crops) // 2)
            return np.tile(np.array(rows, np.float32), (2, 1))

        namer = Network(name, network_names(names or NAMES))
        sessions = {DETECTOR.path: finder, CLASSIFIER.path: namer}
        monkeypatch.setattr(detector_module, "_session", lambda model, _: sessions[model.path])
        return CardReader(DETECTOR, CLASSIFIER), finder, namer

    return make


def frame(width: int = 640, height: int = 480) -> Frame:
    image = np.zeros((height, width, 3), np.uint8)
    image[:] = (10, 20, 30)
    return Frame(image, 0.0, "test")


def test_cards_come_back_in_px_of_the_picture_with_their_candidates(build: Build) -> None:
    quads = [upright(200, 200), upright(420, 260, turn=0.5)]
    reader, _, _ = build(
        lambda _: raw_rows((quads[0], 0.9), (quads[1], 0.8))[None],
        [[0.02, 0.9, 0.05, 0.02, 0.01], [0.1, 0.1, 0.1, 0.6, 0.1]],
    )
    king, back = reader.read(frame())
    assert np.abs(king.quad - quads[0]).max() < 0.01
    assert np.abs(back.quad - quads[1]).max() < 0.01
    assert king.card == Card.parse("12O")
    assert king.confidence == pytest.approx(0.9)
    assert king.found == pytest.approx(0.9)
    assert [c.card.code if c.card else None for c in king.candidates][:2] == ["12O", "7O"]
    assert back.face_down
    for sighting in (king, back):
        assert len(sighting.candidates) == 4, "that it may be no card is no candidate"
        assert sum(c.confidence for c in sighting.candidates) <= 1


def test_what_the_classifier_calls_no_card_is_left_out(build: Build) -> None:
    reader, _, _ = build(
        lambda _: raw_rows((upright(200, 200), 0.9), (upright(420, 260), 0.8))[None],
        [[0.3, 0.1, 0.0, 0.0, 0.6], [0.3, 0.2, 0.1, 0.0, 0.4]],
    )
    (left,) = reader.read(frame())
    assert left.centre == pytest.approx([420, 260], abs=0.01)
    assert left.card == Card.parse("10C")


def test_only_a_doubtful_card_gets_a_second_look(build: Build) -> None:
    reader, _, namer = build(
        lambda _: raw_rows((upright(200, 200), 0.9), (upright(420, 260), 0.8))[None],
        [[0.01, 0.95, 0.02, 0.01, 0.01], [0.3, 0.5, 0.1, 0.0, 0.1]],
    )
    reader.read(frame())
    assert [len(crops) for crops in namer.inputs] == [2 * 2, 2 * 9]


def test_an_empty_table_has_no_cards_and_asks_the_classifier_nothing(build: Build) -> None:
    reader, _, namer = build(lambda _: np.zeros((1, 17, 5), np.float32), [])
    assert reader.read(frame()) == ()
    assert namer.inputs == []


def test_networks_get_rgb_between_0_and_1_padded_to_whole_cells(build: Build) -> None:
    reader, finder, namer = build(
        lambda _: raw_rows((upright(100, 80), 0.9))[None], [[0.0, 1.0, 0.0, 0.0, 0.0]]
    )
    reader.read(frame(330, 200))
    blob = finder.inputs[0]
    assert (blob.shape, blob.dtype) == ((2, 3, 224, 352), np.float32)
    assert blob[0, :, 50, 50] * 255 == pytest.approx([30, 20, 10])
    assert blob[0, :, 210, 50] * 255 == pytest.approx([114] * 3)
    assert blob[0, :, 50, 340] * 255 == pytest.approx([114] * 3)
    assert np.array_equal(blob[1], blob[0, :, ::-1, ::-1])
    crops = namer.inputs[0]
    assert crops.shape == (2, 3, 128, 128)
    assert np.array_equal(crops[1], crops[0, :, ::-1, ::-1])
    assert crops[0, :, 64, 64] * 255 == pytest.approx([30, 20, 10])


def scale_of(blob: Array, width: int) -> float:
    """How much the picture was shrunk: its columns, without the grey padding, over its width."""
    return float((np.abs(blob[0, 0, 0] * 255 - 114) > 1).sum()) / width


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2000, 3000), (4000, 3000)])
def test_large_pictures_are_shrunk_and_corners_scaled_back(
    build: Build, size: tuple[int, int]
) -> None:
    truth = upright(size[0] * 0.6, size[1] * 0.4, length=size[0] / 24, turn=0.3)

    def find(blob: Array) -> Array:
        scale = scale_of(blob, size[0])
        return raw_rows((truth * scale + (scale - 1) / 2, 0.9))[None]

    reader, finder, _ = build(find, [[0.0, 1.0, 0.0, 0.0, 0.0]])
    (card,) = reader.read(frame(*size))
    height, width = finder.inputs[0].shape[2:]
    assert width % 32 == height % 32 == 0
    assert max(width, height) <= min(max(size), detector_module._LONG_SIDE) + 31
    assert np.abs(card.quad - truth).max() < 0.5


def test_small_pictures_are_not_enlarged(build: Build) -> None:
    reader, finder, _ = build(lambda _: np.zeros((1, 17, 5), np.float32), [])
    reader.read(frame(320, 256))
    assert finder.inputs[0].shape[2:] == (256, 320)


def test_cards_too_large_for_the_detector_are_looked_for_in_a_smaller_picture(
    build: Build,
) -> None:
    truth = upright(640, 360, length=600)

    def find(blob: Array) -> Array:
        scale = scale_of(blob, 1280)
        score = 0.4 if scale == 1.0 else 0.9
        return raw_rows((truth * scale + (scale - 1) / 2, score))[None]

    reader, finder, _ = build(find, [[0.0, 1.0, 0.0, 0.0, 0.0]])
    (card,) = reader.read(frame(1280, 720))
    assert len(finder.inputs) == 2
    assert card.found == pytest.approx(0.9)
    assert np.abs(card.quad - truth).max() < 2


def test_what_only_one_of_two_looks_finds_counts_half() -> None:
    rows = raw_rows((upright(200, 200), 0.9), (upright(420, 260), 0.8))
    points, scores = _above(rows, 0.3)
    both = np.concatenate([points, points[:1]])
    merged, found = _merged(both, np.append(scores, 0.7), np.array([0, 0, 1]))
    assert len(merged) == 2
    assert found == pytest.approx([0.8, 0.4])


def test_a_classifier_must_say_its_class_names(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = Network(lambda blob: blob, None)
    monkeypatch.setattr(detector_module, "_session", lambda *_: silent)
    with pytest.raises(ModelError, match=r"^cards-classifier\.onnx: no class names"):
        CardReader(DETECTOR, CLASSIFIER)


@pytest.mark.parametrize("lacking", ["back", "none"])
def test_a_classifier_must_know_backs_and_what_is_no_card(build: Build, lacking: str) -> None:
    with pytest.raises(ModelError, match=f"^cards-classifier.onnx: lacks the class '{lacking}'"):
        build(lambda blob: blob, [], [name for name in NAMES if name != lacking])


def test_bytes_that_are_no_network_are_refused_with_their_path() -> None:
    model = ModelFile(Path("odd.onnx"), b"not a network")
    with pytest.raises(ModelError, match=r"^odd\.onnx: not a usable ONNX model"):
        CardReader(model, model)
