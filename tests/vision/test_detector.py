"""From raw network output to sightings, with stand-ins for the two networks."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision import detector as detector_module
from referee.vision import finder as finder_module
from referee.vision.detector import CardReader, Looks
from referee.vision.quads import half_turned
from referee.vision.sighting import Candidate, CardSighting
from referee.weights import ModelError, ModelFile
from tests.vision.detector_rows import Array, raw_rows, upright

NAMES = ["10C", "12O", "7O", "back", "none"]
DETECTOR = ModelFile(Path("cards-detector.onnx"), b"")
CLASSIFIER = ModelFile(Path("cards-classifier.onnx"), b"")


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
    """What onnxruntime calls an input or an output."""

    name: str = "images"
    shape: tuple[object, ...] = ("batch", 13, "anchors")


@dataclass
class Network:
    """Stands in for an onnxruntime session: answers from a function, remembers its inputs."""

    answer: Callable[[Array], Array]
    names: str | None = None
    inputs: list[Array] = field(default_factory=list)

    def get_inputs(self) -> list[Named]:
        return [Named()]

    def get_outputs(self) -> list[Named]:
        return [Named("output0")]

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


def upside_down(rows: Array, blob: Array) -> Array:
    """What the detector says of the picture turned by half, from what it says of it upright."""
    turned = rows.copy()
    points = turned[0, 1:].T.reshape(-1, 4, 3)
    points[..., :2] = half_turned(points[..., :2], blob.shape[3], blob.shape[2])
    turned[0, 1:] = points.reshape(-1, 12).T
    return turned


Build = Callable[..., tuple[CardReader, Network, Network]]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Build:
    """A reader whose detector and classifier answer as told."""

    def make(
        find: Callable[[Array], Array],
        odds: list[list[float]],
        names: list[str] | None = None,
        looks: int = 1,
    ) -> tuple[CardReader, Network, Network]:
        def look(blob: Array) -> Array:
            again = any(np.array_equal(blob[:, :, ::-1, ::-1], seen) for seen in finder.inputs[:-1])
            return upside_down(find(blob[:, :, ::-1, ::-1]), blob) if again else find(blob)

        finder = Network(look)
        unclear = [row for row in odds if max(row) < 0.98]
        doubtful = [row for row in odds if max(row) < 0.8 and row[-1] < 0.5]
        answers = iter(
            looks
            * [
                odds,
                *([unclear] if unclear else []),
                *([row] * 9 for row in doubtful),
            ]
        )
        namer = Network(
            lambda _: np.array(next(answers), np.float32), network_names(names or NAMES)
        )
        sessions = {DETECTOR.path: finder, CLASSIFIER.path: namer}
        for module in (detector_module, finder_module):
            monkeypatch.setattr(module, "open_network", lambda model, _: sessions[model.path])
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
    cards_up, cards_down, cuts = (len(crops) for crops in namer.inputs)
    assert (cards_up, cards_down, cuts) == (2, 2, 9)


@pytest.mark.parametrize(("cards", "cuts"), [(3, [9] * 3), (4, [])])
def test_many_doubtful_cards_get_a_second_look_only_from_the_patient(
    build: Build, cards: int, cuts: list[int]
) -> None:
    quads = [(upright(100 + 120 * i, 200), 0.9) for i in range(cards)]
    reader, _, namer = build(lambda _: raw_rows(*quads)[None], cards * [[0.3, 0.5, 0.1, 0.0, 0.1]])
    reader.read(frame(), patient=False)
    assert [len(crops) for crops in namer.inputs] == [cards, cards, *cuts]


@pytest.mark.parametrize(("shift", "cuts"), [(15, []), (80, [9])])
def test_a_second_detection_of_a_card_gets_no_second_look(
    build: Build, shift: float, cuts: list[int]
) -> None:
    reader, _, namer = build(
        lambda _: raw_rows((upright(200, 200), 0.9), (upright(200 + shift, 200), 0.6))[None],
        [[0.0, 0.99, 0.01, 0.0, 0.0], [0.1, 0.6, 0.1, 0.1, 0.1]],
    )
    reader.read(frame())
    assert [len(crops) for crops in namer.inputs] == [2, 1, *cuts]


def test_a_ghost_gets_no_second_look(build: Build) -> None:
    reader, _, namer = build(
        lambda _: raw_rows((upright(200, 200), 0.9))[None], [[0.12, 0.14, 0.13, 0.13, 0.1]]
    )
    reader.read(frame())
    assert [len(crops) for crops in namer.inputs] == [1, 1]


def test_a_card_that_is_plain_one_way_up_is_not_looked_at_the_other(build: Build) -> None:
    reader, _, namer = build(
        lambda _: raw_rows((upright(200, 200), 0.9), (upright(420, 260), 0.8))[None],
        [[0.0, 0.99, 0.01, 0.0, 0.0], [0.0, 0.9, 0.1, 0.0, 0.0]],
    )
    reader.read(frame())
    assert [len(crops) for crops in namer.inputs] == [2, 1]


@pytest.mark.parametrize(("accepts", "looks"), [(True, 1), (False, 2)])
def test_the_second_look_is_left_out_where_the_first_is_enough(
    build: Build, accepts: bool, looks: int
) -> None:
    seen: list[int] = []

    def enough(cards: Sequence[CardSighting]) -> bool:
        seen.append(len(cards))
        return accepts

    reader, finder, namer = build(
        lambda _: raw_rows((upright(200, 200), 0.9), (upright(420, 260), 0.8))[None],
        [[0.0, 0.99, 0.01, 0.0, 0.0], [0.99, 0.0, 0.01, 0.0, 0.0]],
        looks=2,
    )
    assert len(reader.read(frame(), enough)) == 2
    whole = [blob for blob in finder.inputs if blob.shape[3] == 640]
    assert len(whole) == looks
    assert [len(crops) for crops in namer.inputs] == [2], "both are plain at the first look"
    assert seen == [2]


@pytest.mark.parametrize(
    ("best", "moved", "asked"),
    [(0.99, 0.0, [1]), (0.99, 11.0, [1, 1]), (0.95, 0.0, [1, 1, 1, 1])],
)
def test_a_card_that_stays_where_it_was_plainly_read_is_not_asked_again(
    build: Build, best: float, moved: float, asked: list[int]
) -> None:
    reader, finder, namer = build(
        lambda _: raw_rows((upright(200 + moved * (len(finder.inputs) > 2), 200), 0.9))[None],
        [[0.0, best, 1 - best, 0.0, 0.0]],
        looks=2,
    )
    (card,) = reader.read(frame(), lambda _: False)
    assert [len(crops) for crops in namer.inputs] == asked
    assert card.card == Card.parse("12O")


def test_only_plain_cards_at_the_same_place_are_known() -> None:
    quads = np.stack([upright(200, 200), upright(400, 200), upright(600, 200)])
    odds = np.array([[0.99, 0.01], [0.99, 0.01], [0.9, 0.1]], np.float32)
    looks = Looks(quads, np.ones(3), odds, np.array([False, True, False]))
    near, where = looks.plain_at(np.stack([quads[2], quads[0] + 2, quads[1], quads[0] + 9]))
    assert (near.tolist(), where.tolist()) == ([1], [0])
    for nothing, asked in (
        (looks, quads[:0]),
        (Looks(quads[:0], odds[:0, 0], odds[:0], odds[:0, 0] > 0), quads),
    ):
        assert [len(part) for part in nothing.plain_at(asked)] == [0, 0]


def test_an_empty_table_has_no_cards_and_asks_the_classifier_nothing(build: Build) -> None:
    reader, _, namer = build(lambda _: np.zeros((1, 13, 5), np.float32), [])
    assert reader.read(frame()) == ()
    assert namer.inputs == []


def test_networks_get_rgb_between_0_and_1_padded_to_whole_cells(build: Build) -> None:
    reader, finder, namer = build(
        lambda _: raw_rows((upright(100, 80), 0.9))[None], [[0.0, 0.9, 0.1, 0.0, 0.0]]
    )
    reader.read(frame(330, 200))
    blob = finder.inputs[0]
    assert (blob.shape, blob.dtype) == ((1, 3, 224, 352), np.float32)
    assert blob[0, :, 50, 50] * 255 == pytest.approx([30, 20, 10])
    assert blob[0, :, 210, 50] * 255 == pytest.approx([114] * 3)
    assert blob[0, :, 50, 340] * 255 == pytest.approx([114] * 3)
    assert np.array_equal(finder.inputs[2], blob[:, :, ::-1, ::-1])
    crops = namer.inputs[0]
    assert crops.shape == (1, 3, 128, 128)
    assert np.array_equal(namer.inputs[1], crops[:, :, ::-1, ::-1])
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
    assert max(width, height) <= min(max(size), max(finder_module._SIDES)) + 31
    assert np.abs(card.quad - truth).max() < 0.5


def test_small_pictures_are_not_enlarged(build: Build) -> None:
    reader, finder, _ = build(lambda _: np.zeros((1, 13, 5), np.float32), [])
    reader.read(frame(320, 256))
    assert finder.inputs[0].shape[2:] == (256, 320)


def test_cards_too_large_for_the_detector_are_looked_for_in_a_smaller_picture(
    build: Build,
) -> None:
    truth = upright(640, 360, length=600)

    def find(blob: Array) -> Array:
        scale = scale_of(blob, 1280)
        score = 0.4 if scale == 0.75 else 0.9
        return raw_rows((truth * scale + (scale - 1) / 2, score))[None]

    reader, finder, _ = build(find, [[0.0, 1.0, 0.0, 0.0, 0.0]])
    (card,) = reader.read(frame(1280, 720))
    assert [blob.shape[3] for blob in finder.inputs] == [960, 320, 224, 224]
    assert card.found == pytest.approx(0.9)
    assert np.abs(card.quad - truth).max() < 2


def test_a_classifier_must_say_its_class_names(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = Network(lambda blob: blob, None)
    for module in (detector_module, finder_module):
        monkeypatch.setattr(module, "open_network", lambda *_: silent)
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
