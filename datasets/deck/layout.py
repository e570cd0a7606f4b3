"""Where the pips of a number card lie, in millimetres from the centre of the card."""

from __future__ import annotations

from dataclasses import dataclass

from datasets.deck.style import Layout

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
    sizes = {2: 30.0, 3: 24.5, 4: 20.0, 5: 19.5, 6: 19.5, 7: 18.5, 8: 17.0, 9: 16.5}
    return _rows(rank, sizes[rank], 26.0, layout)


def cups(rank: int, layout: Layout) -> tuple[Place, ...]:
    """Cups of ranks 2 to 9."""
    sizes = {2: 34.0, 3: 26.5, 4: 23.0, 5: 22.0, 6: 22.0, 7: 20.5, 8: 18.5, 9: 18.0}
    return _rows(rank, sizes[rank], 26.0, layout)


def _rows(rank: int, size: float, centre_size: float, layout: Layout) -> tuple[Place, ...]:
    middle = size
    if rank == 5 and layout.big_centre:
        middle = centre_size
    grid = _grid(rank, layout)
    places = []
    for x, y in grid:
        narrow = 0.86 if rank == 9 and layout.nine == "three by three" else 1.0
        here = middle if (x, y) == (0, 0) else size
        places.append(Place(x * layout.spread_x, y * layout.spread_y, here * narrow))
    return tuple(places)


def _grid(rank: int, layout: Layout) -> tuple[Spot, ...]:
    column, top = 13.0, 30.0
    pair = ((-column, -top), (column, -top), (-column, top), (column, top))
    six = (*pair, (-column, 0.0), (column, 0.0))
    if rank == 2:
        return ((0, -20.5), (0, 20.5))
    if rank == 3:
        side = {"zigzag": 9.5, "zagzig": -9.5, "column": 0.0}[layout.three]
        return ((-side, -27.5), (side, 0.0), (-side, 27.5))
    if rank == 4:
        return pair
    if rank == 5:
        return (*pair, (0.0, 0.0))
    if rank == 6:
        return six
    if rank == 7:
        if layout.seven == "centre":
            return (*six, (0.0, 0.0))
        return (*pair[:2], (0.0, -16.0), (-column, 6.0), (column, 6.0), (-column, 31.0),
                (column, 31.0))  # fmt: skip
    if rank == 8 and layout.eight == "two middles":
        return (*six, (0.0, -15.0), (0.0, 15.0))
    if rank == 9 and layout.nine == "three by three":
        return tuple((x, y) for y in (-29.0, 0.0, 29.0) for x in (-16.0, 0.0, 16.0))
    ladder = tuple((x, y) for y in (-33.0, -11.0, 11.0, 33.0) for x in (-column, column))
    if rank == 8:
        return ladder
    if rank == 9:
        return (*ladder, (0.0, 0.0 if layout.nine == "middle" else -22.0))
    raise ValueError(f"rank {rank} has no pips in rows: give 2 to 9")


def swords(rank: int, layout: Layout) -> tuple[Place, ...]:
    """Swords of ranks 2 to 9; a sword at angle 0 points down."""
    if rank == 2:
        return _long_pair(layout.two_swords, 76.0, point_down=True)
    if rank == 3:
        return _long_three(layout.three_swords, 76.0)
    if rank == 4 and layout.four_slant:
        return _slanting(37.0, layout.tips_inward, turn=30.0)
    columns = {4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4}[rank]
    odd = rank % 2 == 1
    size = 35.0 if odd else 38.0
    places = []
    for row, y in enumerate((-22.5, 22.5)):
        down = (row == 0) == layout.tips_inward
        for x in _across(columns, 40.0 if columns > 2 else 32.0):
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
    elif rank == 4 or (rank == 5 and layout.five_clubs == "slant"):
        places = _slanting(34.0, not layout.tips_inward, turn=30.0)
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
    size = 33.5 if rank % 2 else 37.0
    places = []
    for row, y in enumerate((-23.5, 23.5)):
        for at, x in enumerate(_across(columns, 38.0 if columns > 2 else 30.0)):
            upright = (row == 0) if not layout.clubs_alternate else (at + row) % 2 == 0
            places.append(Place(x, y, size, 0 if upright else 180, (at + row) % 2))
    return tuple(places)


def _across(columns: int, breadth: float) -> list[float]:
    return [breadth * (at / (columns - 1) - 0.5) for at in range(columns)]


def _slanting(size: float, tips_inward: bool, turn: float) -> tuple[Place, ...]:
    """Four in a cross; each sword points down at angle 0, so inward is down at the top."""
    places = []
    for at, (x, y) in enumerate(((-12.5, -22.5), (12.5, -22.5), (-12.5, 22.5), (12.5, 22.5))):
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
