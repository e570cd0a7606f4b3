"""The drawn French deck: 52 cards that can be told apart, right way up either way."""

import itertools
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from datasets.french import CODES, draw_face
from referee.cards import Card, Notation
from tests.test_deck import parts, raster


def test_there_is_a_face_for_every_card_that_mouche_is_played_with() -> None:
    assert len({Card.parse(code, Notation.FRENCH) for code in CODES}) == 52


@pytest.mark.parametrize("code", CODES)
def test_a_card_shows_its_number_of_signs_and_two_indices(code: str) -> None:
    svg = draw_face(code)
    pips = {"A": 1, "T": 10, **{str(n): n for n in range(2, 10)}}.get(code[0], 0)
    assert len(parts(svg, "pip")) == pips
    assert len(parts(svg, "court")) == (pips == 0)
    assert len(parts(svg, "index")) == 2
    assert not {e.tag.split("}")[1] for e in ET.fromstring(svg).iter()} - {
        "svg",
        "g",
        "path",
        "circle",
    }


def test_no_card_looks_like_another_when_it_is_small() -> None:
    small = {code: raster(draw_face(code)) for code in CODES}
    for one, two in itertools.combinations(CODES, 2):
        assert np.abs(small[one] - small[two]).mean() > 1.0, (one, two)


@pytest.mark.parametrize("code", ["Kh", "Qs", "Jd", "Tc", "4h"])
def test_a_card_is_the_same_either_way_up(code: str) -> None:
    upright = raster(draw_face(code), 190)
    assert np.abs(upright - upright[::-1, ::-1]).mean() < 2.0


def test_what_is_no_card_has_no_face() -> None:
    with pytest.raises(ValueError, match="no card '1h'; allowed: 2h to Ac"):
        draw_face("1h")
