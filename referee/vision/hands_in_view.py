"""Which cards of a picture form a hand, from where they lie and nothing else."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

HAND_SIZE = 4
HANDS = 4

_CARD_SHAPE = 61 / 95
"""Width of a card in card lengths."""

# What a partition costs, in card lengths of distance between the cards of one hand.
_HAND_COST = 0.7
"""Cards further apart than this are two hands rather than one, as long as there are four seats."""
_EXTRA_CARD_COST = 0.5
"""A hand may have a fifth card, but not for the sake of a small gap."""
_ANGLE_GAIN = 1.0
"""For each radian between two hands, seen from the middle of the table."""
_WIDEST = 9
"""Hands end at one of this many widest gaps."""


def hands_by_layout(quads: NDArray[np.floating]) -> list[list[int]]:
    """Cards (n, 4, 2) px, TL TR BR BL, to one to four hands of indices, counter-clockwise.

    Seen from the middle of the table the cards of a hand are neighbours, so a partition is a few
    cuts in the circle of cards. The best one has the cards of each hand close together, wide
    angles between hands, and hands of four.
    """
    if not len(quads):
        return []
    flat = as_from_above(quads)
    gaps = _gaps(flat)
    centres = flat.mean(axis=1)
    middle, _ = cv2.minEnclosingCircle(centres.astype(np.float32))
    hands: list[list[int]] = []
    for _ in range(3):
        found = _best_hands(centres - middle, gaps)
        if found == hands:
            break
        hands = found
        middle = np.mean([centres[hand].mean(axis=0) for hand in hands], axis=0)
    return hands


def as_from_above(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """The quads (n, 4, 2) with the slant of the view undone; a card is about one unit long.

    All cards have one shape, so the linear map that gives them this shape, found by least
    squares, is the one that straightens the table. What is left is perspective: near cards stay
    larger than far ones.
    """
    quads = np.asarray(quads, np.float64)
    up = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    side = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    wanted = np.repeat([1.0, _CARD_SHAPE**2, 0.0], len(quads))
    rows = np.concatenate([_products(up, up), _products(side, side), _products(up, side)])
    xx, xy, yy = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    squares, axes = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    if squares[0] <= 0:  # cards seen edge-on or misshapen: only the size can be had
        return quads / max(1e-9, float(np.linalg.norm(up, axis=1).mean()))
    return np.asarray(quads @ (axes * np.sqrt(squares)) @ axes.T)


def _products(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows r with r @ (xx, xy, yy) = a' M b for the symmetric matrix M of xx, xy, yy."""
    return np.stack(
        [a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]], 1
    )


def _gaps(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distance between the outlines of every two cards (n, n), in lengths of these two cards."""
    along = np.roll(quads, -1, axis=1) - quads
    to_corner = quads[:, None, :, None] - quads[None, :, None]
    squares = np.maximum((along**2).sum(axis=-1), 1e-12)
    share = (to_corner * along[None, :, None]).sum(axis=-1) / squares[None, :, None]
    nearest = np.clip(share, 0, 1)[..., None] * along[None, :, None]
    gaps = np.linalg.norm(to_corner - nearest, axis=-1).min(axis=(2, 3))
    outlines = quads.astype(np.float32)
    lengths = np.sqrt([max(1e-12, cv2.contourArea(o)) / _CARD_SHAPE for o in outlines])
    gaps = np.minimum(gaps, gaps.T) / ((lengths[:, None] + lengths) / 2)
    for i, j in itertools.combinations(range(len(quads)), 2):
        if cv2.intersectConvexConvex(outlines[i], outlines[j])[0] > 0:
            gaps[i, j] = gaps[j, i] = 0
    return gaps


@dataclass(frozen=True)
class _Partition:
    """Runs (first place in the circle of cards, size), and what speaks against and for them."""

    runs: tuple[tuple[int, int], ...]
    cost: float
    open_angle: float


def _best_hands(offsets: NDArray[np.float64], gaps: NDArray[np.float64]) -> list[list[int]]:
    """The cheapest partition of cards at `offsets` from the middle, hands counter-clockwise."""
    n = len(offsets)
    angles = np.arctan2(-offsets[:, 1], offsets[:, 0])
    order = np.argsort(angles, kind="stable")
    wide = np.diff(angles[order], append=angles[order[0]] + 2 * math.pi)
    ends = sorted(int(i) for i in np.argsort(-wide, kind="stable")[:_WIDEST])
    # plain numbers from here on: thousands of small sums, for which numpy takes far longer
    circle, turns, apart = order.tolist(), wide.tolist(), gaps.tolist()
    costs: dict[tuple[int, int], float] = {}

    def run_of(first: int, size: int) -> list[int]:
        return [circle[place % n] for place in range(first, first + size)]

    def cost(first: int, size: int) -> float:
        if (first, size) not in costs:
            extra = max(0, size - HAND_SIZE)
            spread = _spread(apart, run_of(first, size))
            costs[first, size] = _HAND_COST + spread + _EXTRA_CARD_COST * extra
        return costs[first, size]

    def partition(cuts: tuple[int, ...]) -> _Partition:
        runs = tuple(_runs(cuts, n))
        return _Partition(runs, sum(cost(*run) for run in runs), sum(turns[cut] for cut in cuts))

    best = _Partition(((0, n),), cost(0, n), 0.0)
    for count in range(2, min(HANDS, n) + 1):
        partitions = map(partition, itertools.combinations(ends, count))
        found = min(partitions, key=lambda p: p.cost - _ANGLE_GAIN * p.open_angle)
        # the angle outside a lone hand is wide wherever it is cut, so it says nothing on how many
        if found.cost < best.cost:
            best = found
    return [run_of(*run) for run in best.runs]


def _runs(cuts: Sequence[int], n: int) -> Iterator[tuple[int, int]]:
    """First place and size of each run between cuts, which come after the places named."""
    for cut, following in zip(cuts, (*cuts[1:], cuts[0] + n), strict=True):
        yield (cut + 1) % n, following - cut


def _spread(apart: Sequence[Sequence[float]], hand: Sequence[int]) -> float:
    """Length of the shortest tree that joins the cards of a hand; `apart` are their distances."""
    nearest = {card: apart[hand[0]][card] for card in hand[1:]}
    total = 0.0
    while nearest:
        joined = min(nearest, key=nearest.__getitem__)
        total += nearest.pop(joined)
        distances = apart[joined]
        nearest = {card: min(near, distances[card]) for card, near in nearest.items()}
    return total
