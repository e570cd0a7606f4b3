"""Data sets on disk: repeatable, in ultralytics' layout, with labels that hold in the picture."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.training.decks import CODES
from referee.training.scene import BACK, Ingredients, PlacedCard, Scene
from referee.training.synth import MIN_VISIBLE, ViewRecipe, _pose_lines, write_views
from referee.vision.quads import quads_of_keypoints
from tests.training.made_decks import made_deck

INGREDIENTS = Ingredients((made_deck(),), ())
TINY = ViewRecipe(train=4, val=2, size=160, card_px=(30.0, 60.0), seed=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of six views."""
    return write_views(tmp_path_factory.mktemp("views"), TINY, INGREDIENTS, processes=1).parent


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "data.yaml"
    }


def label_lines(folder: Path) -> list[list[float]]:
    lines = []
    for path in sorted((folder / "labels").rglob("*.txt")):
        lines += [[float(v) for v in line.split()] for line in path.read_text().split("\n") if line]
    return lines


def test_a_data_set_has_ultralytics_layout(folder: Path) -> None:
    stems = {"train": [f"{i:06d}" for i in range(4)], "val": [f"{i:06d}" for i in range(2)]}
    for split, names in stems.items():
        for part, suffix in (("images", "jpg"), ("labels", "txt"), ("truth", "json")):
            found = sorted(p.name for p in (folder / part / split).iterdir())
            assert found == [f"{name}.{suffix}" for name in names]
    yaml = (folder / "data.yaml").read_text()
    assert f"path: {folder.resolve()}\n" in yaml
    for line in ("train: images/train", "val: images/val", "names: {0: card}", "kpt_shape: [4, 3]"):
        assert f"\n{line}\n" in yaml


def test_pictures_have_the_asked_size(folder: Path) -> None:
    for path in (folder / "images").rglob("*.jpg"):
        assert cv2.imread(str(path)).shape == (160, 160, 3)


def test_a_line_is_a_class_a_box_and_four_key_points_all_in_the_picture(folder: Path) -> None:
    lines = label_lines(folder)
    assert len(lines) > 5
    for line in lines:
        assert len(line) == 17
        assert line[0] == 0
        assert all(0 <= value <= 1 for value in line[1:5])
        x, y, width, height = line[1:5]
        assert x - width / 2 >= -1e-5 and x + width / 2 <= 1 + 1e-5
        assert y - height / 2 >= -1e-5 and y + height / 2 <= 1 + 1e-5
        for point_x, point_y, known in np.reshape(line[5:], (4, 3)):
            assert known in (0, 2)
            assert 0 <= point_x <= 1 and 0 <= point_y <= 1
            if known == 0:
                assert (point_x, point_y) == (0, 0)


def test_truth_holds_the_code_corners_and_share_of_every_card(folder: Path) -> None:
    for path in (folder / "truth").rglob("*.json"):
        for card in json.loads(path.read_text()):
            assert card["code"] in {*CODES, BACK}
            assert np.shape(card["quad"]) == (4, 2)
            assert 0 <= card["visible"] <= 1


def test_labels_are_of_the_cards_in_the_truth(folder: Path) -> None:
    for path in (folder / "truth").rglob("*.json"):
        truth = [np.array(card["quad"]) for card in json.loads(path.read_text())]
        labels = folder / "labels" / path.parent.name / f"{path.stem}.txt"
        for line in filter(None, labels.read_text().split("\n")):
            numbers = np.array(line.split(), float)
            points = numbers[5:].reshape(4, 3)
            if (points[:, 2] == 2).all():
                quad = quads_of_keypoints(160 * points[:, :2])
                same = [np.abs(quad - np.roll(t, k, axis=0)).max() for t in truth for k in (0, 2)]
                assert min(same) < 0.5


def test_a_seed_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = write_views(tmp_path / "again", TINY, INGREDIENTS, processes=2).parent
    assert files(again) == files(folder)


def test_another_seed_gives_other_pictures_and_no_two_are_alike(
    folder: Path, tmp_path: Path
) -> None:
    recipe = ViewRecipe(train=4, val=2, size=160, card_px=(30.0, 60.0), seed=4)
    other = files(write_views(tmp_path / "other", recipe, INGREDIENTS, processes=1).parent)
    ours = files(folder)
    pictures = [data for name, data in (*ours.items(), *other.items()) if name.endswith(".jpg")]
    assert len(pictures) == len(set(pictures)) == 12


@pytest.mark.parametrize(
    "wrong", [{"train": 0}, {"val": 0}, {"size": 100}, {"size": 0}, {"seed": -1}]
)
def test_a_recipe_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="counts must be positive, the size a multiple of 32"):
        ViewRecipe(**wrong)


@pytest.mark.parametrize("wrong", [(0.0, 50.0), (-3.0, 50.0), (60.0, 50.0)])
def test_lengths_of_cards_that_cannot_be_are_refused(wrong: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="the least length of a card is above 0"):
        ViewRecipe(card_px=wrong)


# --- single lines ------------------------------------------------------------------------------


def scene(*cards: tuple[NDArray[np.float64], float]) -> Scene:
    placed = tuple(PlacedCard("1O", quad, visible) for quad, visible in cards)
    return Scene(np.zeros((200, 100, 3), np.uint8), placed, ())


def upright(x: float, y: float) -> NDArray[np.float64]:
    return np.array([(x - 10, y - 15), (x + 10, y - 15), (x + 10, y + 15), (x - 10, y + 15)])


def test_a_line_in_numbers() -> None:
    (line,) = _pose_lines(scene((upright(50, 100), 1.0)))
    assert line == (
        "0 0.500000 0.500000 0.200000 0.150000 "
        "0.500000 0.500000 2 0.350000 0.500000 2 0.600000 0.500000 2 0.500000 0.500000 2"
    )


def test_a_face_down_card_is_a_card_like_any_other() -> None:
    up = scene((upright(50, 100), 1.0))
    down = Scene(up.picture, (PlacedCard(BACK, upright(50, 100), 1.0),), ())
    assert list(_pose_lines(down)) == list(_pose_lines(up))


@pytest.mark.parametrize("visible, lines", [(MIN_VISIBLE - 0.01, 0), (MIN_VISIBLE + 0.01, 1)])
def test_cards_hardly_in_view_are_not_asked_for(visible: float, lines: int) -> None:
    assert len(list(_pose_lines(scene((upright(50, 100), visible))))) == lines


def test_a_card_across_the_edge_has_a_clipped_box_and_points_beyond_are_unknown() -> None:
    (line,) = _pose_lines(scene((upright(4, 100), 0.7)))
    numbers = [float(v) for v in line.split()]
    assert numbers[1:5] == pytest.approx([0.07, 0.5, 0.14, 0.15])
    centre, up, left, keystone = np.reshape(numbers[5:], (4, 3)).tolist()
    assert centre == keystone == pytest.approx([0.04, 0.5, 2])
    assert up == [0, 0, 0], "it lies 15 px to the left, outside"
    assert left == pytest.approx([0.14, 0.5, 2])


def test_a_card_out_of_the_picture_has_no_line() -> None:
    assert list(_pose_lines(scene((upright(-40, 100), 0.5)))) == []
