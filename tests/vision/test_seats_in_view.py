"""Whose card is it: four hands round a table, whole or not, from any side and any slant."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import UnreadableError
from referee.seats import Seat
from referee.vision.hands_in_view import as_from_above, hands_by_layout
from referee.vision.seats_in_view import ProfileError, TableProfile, seats_by_layout
from tests.vision.table_views import Laid, View, card_at, view

FULL = {seat: Laid() for seat in Seat}


def hands(seats: Sequence[Seat]) -> set[frozenset[int]]:
    """Which cards lie together, whatever the seat is called."""
    return {frozenset(i for i, s in enumerate(seats) if s is seat) for seat in set(seats)}


def assert_grouped(seen: View) -> list[Seat]:
    """The seats found, which part the cards as their owners do, counter-clockwise."""
    seats = seats_by_layout(seen.quads)
    assert hands(seats) == hands(seen.owners)
    names = list(Seat)
    turns = {
        (names.index(found) - names.index(owner)) % 4
        for found, owner in zip(seats, seen.owners, strict=True)
    }
    assert len(turns) == 1, "the seats go round in another order"
    return seats


TABLES = {
    "rows": FULL,
    "fans held tight": {seat: Laid(pitch=17) for seat in Seat},
    "spread out": {seat: Laid(pitch=76, reach=260) for seat in Seat},
    "spread wide, corners nearly touching": {seat: Laid(pitch=72, reach=205) for seat in Seat},
    "a wide table": {
        seat: Laid(pitch=60, reach=190 if seat.pair.name == "AC" else 380) for seat in Seat
    },
    "one hand far, one near": FULL | {Seat.A: Laid(reach=420), Seat.C: Laid(reach=140)},
    "rows off to the right": {seat: Laid(aside=90) for seat in Seat},
    "rows off to the left": {seat: Laid(aside=-90) for seat in Seat},
    "partners' rows towards each other's corner": FULL
    | {Seat.A: Laid(pitch=60, aside=60), Seat.B: Laid(pitch=60, aside=-20)},
    "slanted rows": {seat: Laid(pitch=45, slant=0.5) for seat in Seat},
    "three cards at a seat": FULL | {Seat.B: Laid(count=3)},
    "five cards at a seat": FULL | {Seat.B: Laid(count=5)},
    "six cards at a seat": FULL | {Seat.D: Laid(count=6)},
    "one card at a seat": FULL | {Seat.C: Laid(count=1)},
    "one card at every seat": {seat: Laid(count=1) for seat in Seat},
    "one, two, three and four": {seat: Laid(count=i) for i, seat in enumerate(Seat, 1)},
    "two, two, five and one": {
        Seat.A: Laid(count=2, reach=260, aside=-50),
        Seat.B: Laid(count=2, pitch=70, reach=160, aside=60),
        Seat.C: Laid(count=5, pitch=40, reach=210),
        Seat.D: Laid(count=1, reach=240, aside=60),
    },
    "two and five": FULL | {Seat.A: Laid(count=2), Seat.B: Laid(count=5)},
}


@pytest.mark.parametrize("degrees", [0, 17, 44, 135, 271])
@pytest.mark.parametrize("squeeze", [1.0, 0.5])
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_cards_of_a_hand_lie_together(
    table: dict[Seat, Laid], squeeze: float, degrees: int
) -> None:
    assert_grouped(view(table, turn=math.radians(degrees), squeeze=squeeze))


@pytest.mark.parametrize("away", Seat)
@pytest.mark.parametrize("degrees", [0, 20, 60, 200])
def test_a_seat_without_cards_stays_empty(away: Seat, degrees: int) -> None:
    table = {seat: Laid() for seat in Seat if seat is not away}
    seats = assert_grouped(view(table, turn=math.radians(degrees)))
    assert len(set(seats)) == 3


@pytest.mark.parametrize("pair", [(Seat.A, Seat.C), (Seat.B, Seat.D)])
def test_two_hands_face_each_other(pair: tuple[Seat, Seat]) -> None:
    seats = assert_grouped(view({seat: Laid() for seat in pair}))
    assert set(seats) == {Seat.A, Seat.C}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_one_hand_alone_is_seat_a(count: int) -> None:
    seen = view({Seat.C: Laid(count=count)}, turn=0.3)
    assert seats_by_layout(seen.quads) == [Seat.A] * count


def test_no_cards_have_no_seats() -> None:
    assert seats_by_layout(np.zeros((0, 4, 2))) == []
    assert hands_by_layout(np.zeros((0, 4, 2))) == []


laid = st.builds(
    Laid,
    count=st.just(4),
    pitch=st.floats(18, 66),
    reach=st.floats(220, 320),
    aside=st.floats(-25, 25),
    slant=st.floats(-0.25, 0.25),
)
tables = st.fixed_dictionaries({seat: laid for seat in Seat})


@settings(max_examples=30)
@given(table=tables, turn=st.floats(-math.pi, math.pi), squeeze=st.floats(0.5, 1.0))
def test_turning_the_table_keeps_the_hands(
    table: dict[Seat, Laid], turn: float, squeeze: float
) -> None:
    assert_grouped(view(table, turn=turn, squeeze=squeeze))


@settings(max_examples=30)
@given(table=tables, order=st.permutations(range(16)))
def test_the_order_of_the_cards_does_not_matter(table: dict[Seat, Laid], order: list[int]) -> None:
    seen = view(table)
    seats = seats_by_layout(seen.quads)
    assert seats_by_layout(seen.quads[order]) == [seats[i] for i in order]


@settings(max_examples=30)
@given(
    table=st.fixed_dictionaries({seat: st.builds(Laid, count=st.integers(1, 5)) for seat in Seat}),
    turn=st.floats(-math.pi, math.pi),
)
def test_hands_of_any_size_stay_whole(table: dict[Seat, Laid], turn: float) -> None:
    assert_grouped(view(table, turn=turn))


@pytest.mark.parametrize(
    "degrees, found",
    [(0, "ABCD"), (40, "ABCD"), (-40, "ABCD"), (90, "BCDA"), (180, "CDAB"), (270, "DABC")],
)
def test_the_lowest_hand_is_a_and_the_others_follow_counter_clockwise(
    degrees: int, found: str
) -> None:
    seen = view(FULL, turn=math.radians(degrees))
    seats = dict(zip(seen.owners, seats_by_layout(seen.quads), strict=True))
    assert "".join(seats[seat] for seat in Seat) == found


def test_b_is_on_the_right_of_the_picture() -> None:
    seen = view(FULL)
    right = int(np.argmax(seen.quads.mean(axis=1)[:, 0]))
    assert seats_by_layout(seen.quads)[right] is Seat.B


def test_cards_seen_edge_on_still_get_seats() -> None:
    seen = view(FULL, squeeze=0.0)
    assert len(seats_by_layout(seen.quads)) == 16
    assert len(seats_by_layout(np.zeros((5, 4, 2)))) == 5


@settings(max_examples=30)
@given(turn=st.floats(-math.pi, math.pi), squeeze=st.floats(0.3, 1.0))
def test_a_slanted_view_is_straightened_by_the_shape_of_cards(turn: float, squeeze: float) -> None:
    seen = view(FULL, turn=turn, squeeze=squeeze)
    flat = as_from_above(seen.quads)
    sides = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
    assert sides[:, 1::2] == pytest.approx(np.ones((16, 2)), abs=1e-6)
    assert sides[:, ::2] == pytest.approx(np.full((16, 2), 61 / 95), abs=1e-6)


# --- profiles ----------------------------------------------------------------------------------

QUARTERS = {
    "A": [[0, 1000], [500, 500], [1000, 1000]],
    "B": [[1000, 1000], [500, 500], [1000, 0]],
    "C": [[1000, 0], [500, 500], [0, 0]],
    "D": [[0, 0], [500, 500], [0, 1000]],
}


def written(tmp_path: Path, data: object) -> Path:
    path = tmp_path / "profile.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def test_a_profile_says_whose_place_a_point_is(tmp_path: Path) -> None:
    profile = TableProfile.read(written(tmp_path, {"image_size": [1000, 1000], "seats": QUARTERS}))
    assert profile.image_size == (1000, 1000)
    spots = {"A": (500, 900), "B": (900, 500), "C": (500, 100), "D": (100, 500)}
    for seat, spot in spots.items():
        assert profile.seat_of(np.array(spot)) is Seat(seat)
    assert profile.seat_of(np.array((500, 1200))) is None
    assert profile.seat_of(np.array((-1, 500))) is None


def test_where_places_overlap_the_deeper_one_counts() -> None:
    square = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], np.float64)
    far, beside = square + 1000, np.add(square, (60, 0))
    profile = TableProfile(
        (2000, 2000), {Seat.A: square, Seat.B: beside, Seat.C: far, Seat.D: far + 200}
    )
    assert profile.seat_of(np.array((70, 50))) is Seat.A
    assert profile.seat_of(np.array((90, 50))) is Seat.B


BAD_PROFILES = {
    "no JSON": "seats: A",
    "a list": [],
    "no size": {"seats": QUARTERS},
    "no seats": {"image_size": [1000, 1000]},
    "a seat too few": {
        "image_size": [1000, 1000],
        "seats": {s: p for s, p in QUARTERS.items() if s != "D"},
    },
    "a fifth seat": {"image_size": [1000, 1000], "seats": QUARTERS | {"E": QUARTERS["A"]}},
    "a polygon of two points": {
        "image_size": [1000, 1000],
        "seats": QUARTERS | {"A": [[0, 0], [1, 1]]},
    },
    "points of three numbers": {
        "image_size": [1000, 1000],
        "seats": QUARTERS | {"A": [[0, 0, 0]] * 3},
    },
    "ragged points": {"image_size": [1000, 1000], "seats": QUARTERS | {"A": [[0, 0], [1], [2]]}},
    "words for points": {"image_size": [1000, 1000], "seats": QUARTERS | {"A": "left"}},
    "a size of one number": {"image_size": [1000], "seats": QUARTERS},
}


@pytest.mark.parametrize("data", BAD_PROFILES.values(), ids=BAD_PROFILES)
def test_a_profile_that_cannot_be_used_is_refused_with_what_was_expected(
    tmp_path: Path, data: object
) -> None:
    path = written(tmp_path, data)
    with pytest.raises(ProfileError) as caught:
        TableProfile.read(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: not a table profile (")
    assert 'expected {"image_size": [w, h], "seats": {"A": [[x, y], ...]' in text
    assert "\n" not in text
    assert isinstance(caught.value, UnreadableError)


def test_a_missing_profile_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"nowhere\.json: No such file"):
        TableProfile.read(tmp_path / "nowhere.json")


def test_a_card_lies_where_its_middle_lies() -> None:
    assert card_at(10, 20, 0.7).mean(axis=0) == pytest.approx([10, 20])
