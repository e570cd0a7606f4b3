"""Where the pips of a number card lie, in millimetres from the centre of the card."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.deck.style import Eight, Layout, Nine

Spot = tuple[float, float]


@dataclass(frozen=True)
class Place:
    """One pip: centre, printed size (width of coins, length of the others), turn, colour."""

    x: float
    y: float
    size: float
    angle: float = 0.0
    colour: int = 0
    long: bool = False


def coins(rank: int, layout: Layout) -> tuple[Place, ...]:
    """Coins of ranks 2 to 9."""
    sizes = {2: 30.0, 3: 24.5, 4: 20.0, 5: 19.5, 6: 19.5, 7: 18.0, 8: 17.0, 9: 16.5}
    return _rows(rank, sizes[rank], 26.0, layout, layout.eight_coins, layout.nine_coins)


def cups(rank: int, layout: Layout) -> tuple[Place, ...]:
    """Cups of ranks 2 to 9."""
    sizes = {2: 34.0, 3: 26.5, 4: 23.0, 5: 22.0, 6: 21.5, 7: 19.5, 8: 18.5, 9: 18.5}
    return _rows(rank, sizes[rank], 26.0, layout, layout.eight_cups, layout.nine_cups)


def _rows(
    rank: int, size: float, centre_size: float, layout: Layout, eight: Eight, nine: Nine
) -> tuple[Place, ...]:
    if rank == 7 and layout.seven == "centre":
        size *= 0.86
    if rank == 9 and nine == "three by three":
        size *= 0.93
    middle = centre_size if rank == 5 and layout.big_centre else size
    return tuple(
        Place(x * layout.spread_x, y * layout.spread_y, middle if (x, y) == (0, 0) else size)
        for x, y in _grid(rank, layout, eight, nine)
    )


def _grid(rank: int, layout: Layout, eight: Eight, nine: Nine) -> tuple[Spot, ...]:
    if rank == 2:
        return ((0, -20.0), (0, 20.0))
    if rank == 3:
        side = {"zigzag": 9.5, "zagzig": -9.5, "column": 0.0}[layout.three]
        return ((-side, -26.5), (side, 0.0), (-side, 26.5))
    if rank == 7:
        return _seven(layout)
    if (rank == 8 and eight == "two by four") or (rank == 9 and nine != "three by three"):
        ladder = _columns(14.5, (-31.5, -10.5, 10.5, 31.5))
        if rank == 8:
            return ladder
        return (*ladder, (0.0, 0.0 if nine == "middle" else -21.0))
    if rank == 9:
        return tuple((x, y) for y in (-28.0, 0.0, 28.0) for x in (-16.5, 0.0, 16.5))
    pairs = {4: (-29.0, 29.0), 5: (-29.0, 29.0), 6: (-29.0, 0.0, 29.0), 8: (-29.0, 0.0, 29.0)}
    middles = {5: (0.0,), 8: (-14.5, 14.5)}.get(rank, ())
    return (*_columns(15.0 if rank == 8 else 13.5, pairs[rank]), *((0.0, y) for y in middles))


def _seven(layout: Layout) -> tuple[Spot, ...]:
    if layout.seven == "centre":
        return (*_columns(17.0, (-29.0, 0.0, 29.0)), (0.0, 0.0))
    return (*_columns(15.0, (-29.0, 4.5, 29.5)), (0.0, -16.0))


def _columns(reach: float, rows: tuple[float, ...]) -> tuple[Spot, ...]:
    return tuple((x, y) for y in rows for x in (-reach, reach))


def swords(rank: int, layout: Layout) -> tuple[Place, ...]:
    """Swords of ranks 2 to 9; a sword at angle 0 points down."""
    if rank == 2:
        return _long_pair(layout.two_swords, 76.0, point_down=True)
    if rank == 3:
        return _long_three(layout.three_swords, 76.0)
    if rank == 4 and layout.four_slant:
        return _slanting(37.0, layout.tips_inward, turn=26.0)
    columns = {4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4}[rank]
    odd = rank % 2 == 1
    size = 34.0 if odd else 37.0
    places = []
    for row, y in enumerate((-21.5, 21.5)):
        down = (row == 0) == layout.tips_inward
        for x in _across(columns, {2: 30.0, 3: 32.0, 4: 36.0}[columns]):
            at_y = y + (0 if not odd else (-1.5 if row == 0 else 1.5))
            places.append(Place(x * layout.spread_x, at_y, size, 0 if down else 180))
    if odd:
        places.append(Place(0, 0, 36.0, 90 if layout.lying_left else -90))
    return tuple(places)


def clubs(rank: int, layout: Layout) -> tuple[Place, ...]:
    """Cudgels of ranks 2 to 9; one at angle 0 has its broad end up."""
    shift = layout.colour_shift
    if rank == 2:
        places = _long_pair(layout.two_clubs, 76.0, point_down=False)
    elif rank == 3:
        places = _three_clubs(layout.three_clubs)
    elif rank == 4:
        places = _slanting(34.0, not layout.tips_inward, turn=26.0)
    elif rank == 5 and layout.five_clubs == "slant":
        places = _slanting(32.0, not layout.tips_inward, turn=-24.0)
    else:
        places = _club_columns(rank, layout)
    if rank in (5, 7, 9):
        lying = Place(0, 0, 34.0, 90 if layout.lying_left else -90, 2)
        places = (*places, lying)
    return tuple(
        Place(p.x * layout.spread_x, p.y, p.size, p.angle, (p.colour + shift) % 3, p.long)
        for p in places
    )


def _club_columns(rank: int, layout: Layout) -> tuple[Place, ...]:
    columns = {5: 2, 6: 3, 7: 3, 8: 4, 9: 4}[rank]
    size = 32.0 if rank % 2 else 35.0
    places = []
    for row, y in enumerate((-23.0, 23.0) if rank % 2 else (-20.5, 20.5)):
        for at, x in enumerate(_across(columns, {2: 28.0, 3: 30.0, 4: 35.0}[columns])):
            upright = (row == 0) if not layout.clubs_alternate else (at + row) % 2 == 0
            places.append(Place(x, y, size, 0 if upright else 180, (at + row) % 2))
    return tuple(places)


def _across(columns: int, breadth: float) -> list[float]:
    return [breadth * (at / (columns - 1) - 0.5) for at in range(columns)]


def _slanting(size: float, tips_inward: bool, turn: float) -> tuple[Place, ...]:
    """Four in a cross; each sword points down at angle 0, so inward is down at the top."""
    places = []
    for at, (x, y) in enumerate(((-12, -21.5), (12, -21.5), (-12, 21.5), (12, 21.5))):
        angle = -turn if x < 0 else turn
        if y > 0:
            angle = 180 - angle
        if not tips_inward:
            angle += 180
        places.append(Place(x, y, size, angle, (at + at // 2) % 2))
    return tuple(places)


def _long_pair(kind: str, size: float, point_down: bool) -> tuple[Place, ...]:
    if kind == "crossed":
        turn = 24.0
        return (
            Place(0, 0, size, turn + 180 * point_down, 0, True),
            Place(0, 0, size, -turn + 180 * point_down, 1, True),
        )
    second = 180.0 if kind == "opposed" else 0.0
    return Place(-12.5, 0, size, 0, 0, True), Place(12.5, 0, size, second, 1, True)


def _long_three(kind: str, size: float) -> tuple[Place, ...]:
    if kind == "crossed":
        return (Place(0, 0, size, 180, 0, True), Place(0, 0, size, 26, 1, True),
                Place(0, 0, size, -26, 2, True))  # fmt: skip
    middle = 180.0 if kind == "alternate" else 0.0
    return (Place(-15, 0, size, 0, 0, True), Place(0, 0, size, middle, 1, True),
            Place(15, 0, size, 0, 2, True))  # fmt: skip


def _three_clubs(kind: str) -> tuple[Place, ...]:
    if kind == "crossed":
        return (Place(0, 0, 74.0, 180, 1, True), Place(0, 0, 78.0, 27, 0, True),
                Place(0, 0, 78.0, -27, 2, True))  # fmt: skip
    return _long_three(kind, 76.0)
