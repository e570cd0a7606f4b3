"""The drawn deck: what a player reads off a card, and that no card can be taken for another."""

import itertools
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import cv2
import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.deck import CODES, Style, draw_back, draw_face
from datasets.deck.__main__ import FOLDER, main
from datasets.deck.style import Frame
from datasets.deck.svg import number, smooth, tapered

SVG = "{http://www.w3.org/2000/svg}"
PINTA = {"O": 0, "C": 1, "E": 2, "B": 3}
SMALL = 80
"""Height in pixels at which every card must still be recognisable."""


def parts(svg: str, name: str) -> list[ET.Element]:
    return [g for g in ET.fromstring(svg).iter(f"{SVG}g") if g.get("class") == name]


def raster(svg: str, height: int = SMALL) -> np.ndarray:
    png = resvg_py.svg_to_bytes(svg_string=svg, height=height, skip_system_fonts=True)
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return pixels.astype(np.float32)


def horizontal_lines(frame: ET.Element) -> list[tuple[float, float, float]]:
    """Start x, end x and y of every horizontal line of the frame."""
    lines = []
    for path in frame.iter(f"{SVG}path"):
        (x0, y0), (x1, y1) = (map(float, p.split()) for p in path.attrib["d"][1:].split("L"))
        if y0 == y1:
            lines.append((x0, x1, y0))
    return lines


def test_there_are_48_cards() -> None:
    assert len(set(CODES)) == 48
    assert CODES[0] == "1O" and CODES[-1] == "12B"


def test_the_committed_pictures_are_what_the_code_draws() -> None:
    expected = {f"{code}.svg": draw_face(code) for code in CODES} | {"back.svg": draw_back()}
    committed = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    stale = sorted(
        name for name in expected | committed if expected.get(name) != committed.get(name)
    )
    assert not stale, f"run `python -m datasets.deck`: {stale} differ from the code"


def test_the_command_writes_every_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["datasets.deck"])
    monkeypatch.setattr("datasets.deck.__main__.FOLDER", tmp_path / "faces")
    main()
    assert {path.stem for path in (tmp_path / "faces").iterdir()} == {*CODES, "back"}
    assert "48 faces and back.svg" in capsys.readouterr().out


@pytest.mark.parametrize("code", CODES)
def test_a_face_shows_its_rank_and_suit(code: str) -> None:
    svg, rank = draw_face(code), int(code[:-1])
    first, second = parts(svg, "index")
    assert "rotate(180)" not in first.attrib["transform"]
    assert second.attrib["transform"].endswith("rotate(180)")
    assert len(list(first)) == len(list(second)) == len(str(rank))
    assert len(parts(svg, "pip")) == (rank if rank < 10 else 0)
    assert len(parts(svg, "court")) == (1 if rank >= 10 else 0)


@pytest.mark.parametrize("code", CODES)
def test_the_pinta_tells_the_suit(code: str) -> None:
    (frame,) = parts(draw_face(code), "frame")
    lines = horizontal_lines(frame)
    for y in {line[2] for line in lines}:
        edge = sorted(line[:2] for line in lines if line[2] == y)
        gaps = [after[0] - before[1] for before, after in itertools.pairwise(edge)]
        assert len(gaps) == PINTA[code[-1]]
        assert all(gap > 3 for gap in gaps)


@pytest.mark.parametrize("code", CODES)
def test_only_shapes_that_every_renderer_draws_alike(code: str) -> None:
    root = ET.fromstring(draw_face(code))
    assert root.get("viewBox") == "0 0 61 95"
    assert {element.tag for element in root.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "g", "path", "circle")
    }


def test_no_two_faces_are_alike_when_small() -> None:
    small = {code: raster(draw_face(code)) for code in CODES}
    alike = [
        (one, two)
        for one, two in itertools.combinations(CODES, 2)
        if float(np.abs(small[one] - small[two]).mean()) < 6
    ]
    assert not alike


def test_the_figures_of_one_suit_differ_in_outline_not_only_in_the_index() -> None:
    for suit in PINTA:
        dark = {}
        for rank in (10, 11, 12):
            middle = raster(draw_face(f"{rank}{suit}"))[12:68, 8:44]
            dark[rank] = middle.min(axis=2) < 200
        for one, two in itertools.combinations(dark, 2):
            shared = (dark[one] & dark[two]).sum() / (dark[one] | dark[two]).sum()
            assert shared < 0.75, (suit, one, two)


def test_the_back_is_the_same_either_way_up() -> None:
    back = raster(draw_back(), 400)
    assert float(np.abs(back - back[::-1, ::-1]).mean()) < 2


@pytest.mark.parametrize("code", ["", "0O", "13C", "1X", "1o", "O1", "R0"])
def test_an_unknown_card_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="give a rank 1 to 12 and one of O C E B"):
        draw_face(code)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), code=st.sampled_from(CODES))
def test_any_maker_prints_a_whole_card(seed: int, code: str) -> None:
    style = Style.random(random.Random(seed))
    svg, rank = draw_face(code, style), int(code[:-1])
    assert svg == draw_face(code, Style.random(random.Random(seed)))
    assert len(parts(svg, "index")) == 2
    assert len(parts(svg, "pip")) == (rank if rank < 10 else 0)
    assert len(parts(svg, "frame")) == (0 if style.frame.kind == "none" else 1)
    assert raster(svg).std() > 5


def test_makers_differ() -> None:
    styles = [Style.random(random.Random(seed)) for seed in range(40)]
    assert len({draw_face("7E", style) for style in styles}) == 40
    for choices in (
        {style.pips.coin for style in styles},
        {style.pips.cup for style in styles},
        {style.pips.blade for style in styles},
        {style.pips.club for style in styles},
    ):
        assert len(choices) >= 3
    assert len({style.index.font for style in styles}) >= 5


def test_a_double_frame_has_its_gaps_in_both_lines() -> None:
    style = Style(frame=Frame(kind="double"))
    (frame,) = parts(draw_face("4C", style), "frame")
    assert len(horizontal_lines(frame)) == 8


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.0001, "0"), (10.0, "10"), (1.5, "1.5"), (-2.3456, "-2.346")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_curves_name_what_is_missing() -> None:
    with pytest.raises(ValueError, match="two points or more, got 1"):
        smooth([(0, 0)])
    with pytest.raises(ValueError, match="2 points but 1 radii"):
        tapered([(0, 0), (1, 1)], [1])
