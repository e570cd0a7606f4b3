"""A whole deal of Mouche as a camera above the table sees it: `mouche.mp4`."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from datasets.samples import table
from referee.cards import Card, Notation
from referee.training.camera import TableCamera
from referee.training.decks import Deck
from referee.training.layouts import Placement
from referee.training.scene import BACK, SceneCard, lay_cards
from referee.training.surfaces import draw_hand

Image = NDArray[np.uint8]

FPS = 6
SIZE = (640, 480)
TRUMP = "8s"
TRICKS = ("Kh 9h Ah", "Qh 9s 8d", "Kd Td Ad", "Ks Jh Js", "Qd Tc Qs")
LEADERS = (0, 0, 1, 1, 1)
"""Who leads each trick: 0 sits nearest to the camera, the others counter-clockwise."""
PLAYERS = 3
_MOVING, _STILL, _WHOLE, _GONE = 2, 3, 7, 4
"""Frames in which a hand is over the table, a card lies, all lie besides, the trick is away."""
_STOCK = (-150.0, 40.0)
_CARD_PX = 104.0


def film(deck: Deck) -> Iterator[Image]:
    """`SIZE` px at `FPS` frames a second."""
    view = table.camera(*SIZE, _CARD_PX)
    cloth = table.draw_table(default_rng(21), view)
    noise = default_rng(22)
    lying: list[SceneCard] = []

    def frames(count: int, arm: float | None = None) -> Iterator[Image]:
        for number in range(count):
            yield table.expose(noise, _picture(deck, view, cloth, lying, arm, number))

    yield from frames(_STILL)
    lying += [*_stock(), SceneCard(_code(TRUMP), Placement(_STOCK[0] + 70, _STOCK[1], 0.06))]
    yield from frames(_MOVING, math.pi)
    yield from frames(_STILL + _WHOLE)
    standing = list(lying)
    for number, (cards, leader) in enumerate(zip(TRICKS, LEADERS, strict=True)):
        for turn, code in enumerate(cards.split()):
            seat = (leader + turn) % PLAYERS
            yield from frames(_MOVING, _angle(seat))
            lying.append(SceneCard(_code(code), _place(seat, 10 * number + turn)))
            yield from frames(1, _angle(seat))
            yield from frames(_STILL)
        yield from frames(_WHOLE)
        yield from frames(_MOVING, _angle(leader))
        lying[:] = standing
        yield from frames(_GONE)


def _code(french: str) -> str:
    return Card.parse(french, Notation.FRENCH).code


def _angle(seat: int) -> float:
    """From the middle to a seat, counter-clockwise from the camera's side."""
    return -math.pi / 2 + 2 * math.pi * seat / PLAYERS


def _place(seat: int, seed: int) -> Placement:
    """Before its player, a little crooked."""
    rng = default_rng(seed)
    angle, away = _angle(seat), 78 + rng.uniform(-8, 8)
    x, y = 40 + away * math.cos(angle), -20 + away * math.sin(angle)
    return Placement(x, y, angle + math.pi / 2 + rng.uniform(-0.25, 0.25))


def _stock() -> list[SceneCard]:
    x, y = _STOCK
    return [SceneCard(BACK, Placement(x + 0.3 * i, y + 0.3 * i, 0.04)) for i in range(6)]


def _picture(
    deck: Deck,
    view: TableCamera,
    cloth: Image,
    lying: list[SceneCard],
    arm: float | None,
    number: int,
) -> Image:
    picture = cloth.copy()
    rng = default_rng(23)
    _, ids = lay_cards(
        rng, picture, deck, lying, view, look=table.AS_PRINTED, light=table.LIGHT, warp_mm=0
    )
    if arm is not None:
        reach = 110 + 40 * number
        spot = np.array([(40 + reach * math.cos(arm), -20 + reach * math.sin(arm))])
        at = view.project(spot)[0]
        outwards = at - np.array([view.width / 2, view.height / 2])
        draw_hand(default_rng(30 + number), picture, ids, at, _CARD_PX / 95, towards=outwards)
    return picture
