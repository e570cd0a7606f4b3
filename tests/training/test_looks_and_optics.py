"""What print and camera do to a picture: something, but never so much that the truth is lost."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from referee.training.decks import prepare_face
from referee.training.looks import Look, apply_look
from referee.training.optics import photograph
from tests.training.made_decks import CORNER_COLOURS, PLAIN_LOOK, quartered

FACE = prepare_face(quartered())


def test_a_plain_look_changes_next_to_nothing() -> None:
    printed = apply_look(FACE, "1O", PLAIN_LOOK, default_rng(0))
    assert np.abs(printed.astype(int) - FACE).max() <= 6, "rounding of the hue"
    assert np.array_equal(printed[..., 3], FACE[..., 3])


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), code=st.sampled_from(["1O", "4C", "12B", None]))
def test_any_look_keeps_shape_and_outline_and_the_face_itself(seed: int, code: str | None) -> None:
    before = FACE.copy()
    rng = default_rng(seed)
    printed = apply_look(FACE, code, Look.random(rng), rng)
    assert (printed.shape, printed.dtype) == (FACE.shape, FACE.dtype)
    assert np.array_equal(printed[..., 3], FACE[..., 3])
    assert np.array_equal(FACE, before), "the deck is shared by all scenes"


def test_a_seed_gives_the_same_look() -> None:
    def printed(seed: int) -> bytes:
        rng = default_rng(seed)
        return apply_look(FACE, "4C", Look.random(rng), rng).tobytes()

    assert printed(1) == printed(1)
    assert printed(1) != printed(2)


def changed(look: Look, code: str | None, face: np.ndarray = FACE) -> np.ndarray:
    """Where a printing differs from the plain one, (height, width)."""
    plain = apply_look(face, code, PLAIN_LOOK, default_rng(0)).astype(int)
    printed = apply_look(face, code, look, default_rng(0)).astype(int)
    return np.abs(printed - plain).max(axis=2) > 12


@pytest.mark.parametrize("index", ["none", "new"])
@pytest.mark.parametrize("code", ["1O", "12B"])
def test_a_new_index_touches_only_two_opposite_corners(index: str, code: str) -> None:
    white = prepare_face(np.full((304, 195, 3), 250, np.uint8))
    white[20:30, 8:16, :3] = 0
    white[-30:-20, -16:-8, :3] = 0
    touched = changed(replace(PLAIN_LOOK, index=index, index_scale=1.0), code, white)
    height, width = touched.shape
    corner = np.zeros_like(touched)
    corner[: round(0.17 * height), : round(0.31 * width)] = True
    assert touched[corner].any()
    assert touched[corner[::-1, ::-1]].any()
    assert not touched[~corner & ~corner[::-1, ::-1]].any()
    if index == "new":
        assert np.array_equal(touched, touched[::-1, ::-1])


def test_a_back_has_no_index_to_change() -> None:
    assert not changed(replace(PLAIN_LOOK, index="new"), None).any()


def test_tiny_faces_keep_their_index() -> None:
    tiny = FACE[::8, ::8].copy()
    assert not changed(replace(PLAIN_LOOK, index="none"), "1O", tiny).any()


@pytest.mark.parametrize("mark", ["text", "emblem", "sprigs"])
def test_makers_print_marks_on_even_number_cards_only(mark: str) -> None:
    look = replace(PLAIN_LOOK, mark=mark)

    def marked(code: str) -> int:
        plain = apply_look(FACE, code, PLAIN_LOOK, default_rng(0))
        return sum(
            not np.array_equal(apply_look(FACE, code, look, default_rng(s)), plain)
            for s in range(8)
        )

    assert marked("4C") > 0
    assert marked("12O") == marked("3B") == marked("1E") == 0


def test_a_mirrored_drawing_keeps_its_four_corners() -> None:
    face = prepare_face(default_rng(0).integers(0, 255, (304, 195, 3), np.uint8))
    touched = changed(replace(PLAIN_LOOK, mirrored=True), "12B", face)
    assert touched[60:240].mean() > 0.8
    for corner in (touched[:30, :35], touched[:30, -35:], touched[-30:, :35], touched[-30:, -35:]):
        assert not corner.any()
    assert not changed(replace(PLAIN_LOOK, mirrored=True), None, face).any(), "a back has no front"


def test_a_redrawn_face_strays_a_little() -> None:
    lines = np.full((304, 195, 3), 250, np.uint8)
    lines[:, ::16] = 0
    face = prepare_face(lines)
    touched = changed(replace(PLAIN_LOOK, redrawn=0.01), "12B", face)
    assert 0.02 < touched.mean() < 0.4
    assert not changed(replace(PLAIN_LOOK, redrawn=0.01), None, face).any()


# --- optics ------------------------------------------------------------------------------------

SCENE = np.kron(quartered()[::4, ::4], np.ones((2, 2, 1), np.uint8))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), detail=st.sampled_from([0.5, 1.0, 2.5]))
def test_a_photograph_keeps_its_size_and_where_things_are(seed: int, detail: float) -> None:
    before = SCENE.copy()
    stored = photograph(default_rng(seed), SCENE, detail)
    assert (stored.shape, stored.dtype) == (SCENE.shape, np.uint8)
    assert np.array_equal(SCENE, before)
    assert stored.max() > 25, "a black picture teaches nothing"


def test_most_photographs_still_tell_the_quarters_apart() -> None:
    height, width = SCENE.shape[:2]
    told = 0
    for seed in range(40):
        stored = photograph(default_rng(seed), SCENE, 0.6).astype(float)
        spots = [
            stored[round(y * height) - 4 : round(y * height) + 4, round(x * width)].mean(axis=0)
            for x, y in ((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7))
        ]
        strongest = [int(np.argmax(spot)) for spot in spots[:3]]
        told += strongest == [int(np.argmax(colour)) for colour in CORNER_COLOURS[:3]]
    assert told >= 34


def test_a_seed_gives_the_same_photograph() -> None:
    assert np.array_equal(
        photograph(default_rng(3), SCENE, 1.0), photograph(default_rng(3), SCENE, 1.0)
    )
    assert not np.array_equal(
        photograph(default_rng(3), SCENE, 1.0), photograph(default_rng(4), SCENE, 1.0)
    )


def test_another_makers_colours_change_the_inks_and_not_the_paper() -> None:
    other = apply_look(FACE, "1O", replace(PLAIN_LOOK, recolour=(25.0, 0.0)), default_rng(0))
    grey = np.ptp(FACE[..., :3].astype(int), axis=2) < 3
    change = np.abs(other[..., :3].astype(int) - FACE[..., :3]).max(axis=2)
    assert change[grey].max(initial=0) <= 6
    assert change[~grey].max() > 40
