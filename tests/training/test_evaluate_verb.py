"""The verbs that measure, from labels on disk to tables and pictures."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cli import main
from referee.vision.confidence import stated_temperatures
from referee.weights import model_dir

FACES = Path(__file__).parents[2] / "datasets" / "deck" / "faces"
VOC = """<annotation><filename>{name}</filename>{objects}</annotation>"""
OBJECT = """<object><name>{rank}</name><bndbox><xmin>20</xmin><ymin>20</ymin><xmax>60</xmax>
<ymax>80</ymax></bndbox></object>"""


def referee(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    """Exit status and everything printed."""
    status = 0
    try:
        main([str(word) for word in words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def grey(path: Path) -> None:
    cv2.imwrite(str(path), np.full((96, 128, 3), 90, np.uint8))


@pytest.fixture
def voc(tmp_path: Path) -> Path:
    """A photograph with a labelled king and ace, where there is nothing to find."""
    grey(tmp_path / "one.png")
    objects = OBJECT.format(rank="king") + OBJECT.format(rank="ace")
    (tmp_path / "one.xml").write_text(VOC.format(name="one.png", objects=objects))
    return tmp_path


def test_ranks_of_french_packs_are_measured(voc: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, chart = voc / "sheet.png", voc / "chart.png"
    words = ("evaluate", "cards", voc, "--faces", "french", "--no-distinct", "--json")
    status, said = referee(capsys, *words, "--sheet", sheet, "--reliability", chart)
    assert status == 0, said
    report = json.loads(said)
    assert report["groups"]["all all"]["cards"] == 2
    assert [card["card"] for card in report["cards"]] == ["K", "A"]
    assert [card["read"] for card in report["cards"]] == [None, None]
    assert cv2.imread(str(sheet)).shape[1] > cv2.imread(str(sheet)).shape[0]
    assert cv2.imread(str(chart)) is not None


@pytest.mark.parametrize("option", ["--sheet", "--reliability", "--predictions"])
def test_labels_and_pictures_are_not_written_over(
    voc: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    status, said = referee(capsys, "evaluate", "cards", voc, option, voc / "one.xml")
    assert status != 0
    assert "would be lost" in said


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"{"])
def test_labels_that_are_no_json_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    (tmp_path / "labels.json").write_bytes(data)
    status, said = referee(capsys, "evaluate", "cards", tmp_path)
    assert status == 2
    assert re.fullmatch(
        r"referee: .*labels\.json: .*expected the labels of a card benchmark\n", said
    )


def test_data_of_a_folder_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("data", "synth", "--deck", FACES, "--out")
    status, said = referee(capsys, *words, tmp_path / "data", "--textures", tmp_path / "none")
    assert status == 2
    assert "none: no such folder; name one with pictures of table tops" in said
    assert not (tmp_path / "data").exists()
    (tmp_path / "file").touch()
    status, said = referee(capsys, *words, tmp_path / "file")
    assert status == 2
    assert "no folder can be made there (Not a directory); name another with --out" in said


@pytest.mark.parametrize("option", ["--predictions", "--sheet", "--reliability"])
def test_what_was_measured_is_told_before_a_file_that_cannot_be_written(
    voc: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    output = voc / "no" / "such" / "folder.png"
    status, said = referee(capsys, "evaluate", "cards", voc, "--faces", "french", option, output)
    assert status == 2
    assert "all all" in said
    assert said.splitlines()[-1] == f"referee: {output}: No such file or directory"


@pytest.mark.parametrize("text", ["<a>", VOC.format(name="x.png", objects=OBJECT)])
def test_other_xml_is_refused_in_one_line(
    voc: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (voc / "one.xml").write_text(text)
    status, said = referee(capsys, "evaluate", "cards", voc)
    assert status != 0
    assert re.search(r"one\.xml: .*expected Pascal VOC with objects named nine, ten", said)


def test_crops_are_enough_for_one_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for label in ("none", "12O"):
        (tmp_path / label).mkdir()
        for number in range(2):
            blank = np.full((128, 128, 3), 60 + 20 * number, np.uint8)
            cv2.imwrite(str(tmp_path / label / f"{number}.jpg"), blank)
    status, said = referee(capsys, "evaluate", "confidence", "--crops", tmp_path)
    assert status == 0, said
    assert "4 crops, 0.0 % of the cards looked at again; log loss" in said


def test_a_crop_of_another_size_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "12O").mkdir()
    for side in (128, 96):
        cv2.imwrite(str(tmp_path / "12O" / f"{side}.jpg"), np.full((side, side, 3), 60, np.uint8))
    status, said = referee(capsys, "evaluate", "confidence", "--crops", tmp_path)
    assert status != 0
    assert "96.jpg: no crop of 128 x 128 px; make it anew" in said


@pytest.mark.parametrize(
    "words, says",
    [
        ((), "give either --deck"),
        (("--deck", ".", "--crops", "."), "give either --deck"),
        (("--crops", "."), r"no crops LABEL/\*\.jpg"),
    ],
)
def test_hands_or_crops_must_be_given(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, said = referee(capsys, "evaluate", "confidence", *words)
    assert status != 0
    assert re.search(says, said)


def test_temperatures_are_fit_on_composed_hands_and_stated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, models = tmp_path / "deck", tmp_path / "models"
    deck.mkdir()
    for code in ("1O", "5C", "11E", "7B", "12O", "3C", "2E", "4B"):
        shutil.copy(FACES / f"{code}.svg", deck)
    shutil.copytree(model_dir(), models)
    chart = tmp_path / "chart.png"
    words = ("evaluate", "confidence", "--deck", deck, "--models", models, "--cards", 4)
    status, said = referee(capsys, *words, "--reliability", chart, "--write")
    assert status == 0, said
    assert "as the network says: " in said
    assert said.splitlines()[-1] == "temperatures: 1.000 1.000", "too few to fit anything"
    card = (models / "cards-classifier.md").read_text()
    assert "\ntemperatures: 1.000 1.000\n" in card
    assert stated_temperatures(models / "cards-classifier.onnx").once == 1
    assert cv2.imread(str(chart)) is not None
