"""Compose a labelled picture: hands of cards on a table, seen by a camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from referee.training.camera import TableCamera, random_camera
from referee.training.decks import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from referee.training.layouts import LAYOUT_SHARES, LAYOUTS, Placement, lay_hand
from referee.training.looks import Look, apply_look
from referee.training.optics import photograph
from referee.training.surfaces import draw_clutter, draw_hand, table_top

Image = NDArray[np.uint8]

BACK = "back"
"""The label of a card that lies face down."""


@dataclass(frozen=True)
class PlacedCard:
    """A card of a scene: code or BACK, corners (4, 2) px TL TR BR BL of the face, share in view."""

    code: str
    quad: NDArray[np.float64]
    visible: float
    seat: str | None = None


@dataclass(frozen=True)
class Scene:
    """A composed picture (BGR) and the truth about it; `clutter` are boxes (4, 2) of no cards."""

    picture: Image
    cards: tuple[PlacedCard, ...]
    clutter: tuple[NDArray[np.float64], ...]


@dataclass(frozen=True)
class SceneCard:
    """A card to lay: which face, where on the table (mm, turn in radians), for which seat."""

    code: str
    placement: Placement
    seat: str | None = None


@dataclass(frozen=True)
class Ingredients:
    """What scenes are made from."""

    decks: Sequence[Deck]
    textures: Sequence[Image]
    hard: float = 1.0
    """0 for clean pictures, 1 for the whole range of light, blur, clutter and hands."""


_CORNERS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)


def corners_mm(placement: Placement) -> NDArray[np.float64]:
    """Corners (4, 2) in table mm, TL TR BR BL of the face."""
    cos, sin = math.cos(placement.turn), math.sin(placement.turn)
    return _CORNERS @ np.array([(cos, sin), (-sin, cos)]) + (placement.x, placement.y)


def _moved(p: Placement, x: float, y: float, turn: float) -> Placement:
    cos, sin = math.cos(turn), math.sin(turn)
    return Placement(x + cos * p.x - sin * p.y, y + sin * p.x + cos * p.y, p.turn + turn)


def _scaled_for(face: Image, quad: NDArray[np.float64]) -> Image:
    """The face at no more than twice the size it is seen at, so that warping does not alias."""
    long_edge = np.linalg.norm(quad[0] - quad[3])
    scale = 1.6 * long_edge / face.shape[0]
    if scale > 0.8:
        return face
    return np.asarray(
        cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


def _paste(
    picture: Image,
    ids: NDArray[np.int16],
    number: int,
    face: Image,
    quad: NDArray[np.float64],
    shadow: tuple[float, float, float],
) -> None:
    """Warp a face onto the picture with a soft shadow; write `number` into the id map."""
    height, width = picture.shape[:2]
    reach = math.ceil(abs(shadow[0]) + abs(shadow[1]) + 4)
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - reach, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + reach, (width, height))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    long_edge = np.linalg.norm(quad[0] - quad[3])
    h, w = face.shape[:2]
    source = np.float32([(0, 0), (w, 0), (w, h), (0, h)]) - 0.5
    target = (quad - (x0, y0)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3].astype(np.float32) / 255
    region = picture[y0:y1, x0:x1].astype(np.float32)
    if shadow[2] > 0:
        move = np.float32([[1, 0, shadow[0]], [0, 1, shadow[1]]])
        dark = cv2.warpAffine(alpha, move, size)
        dark = cv2.blur(dark, (3, 3)) if long_edge < 80 else cv2.blur(dark, (7, 7))
        region *= (1 - shadow[2] * dark)[..., None]
    safe = np.maximum(alpha, 1e-3)[..., None]
    colour = warped[..., :3] / np.where(alpha[..., None] > 1e-3, safe, 1)
    region = region * (1 - alpha[..., None]) + np.minimum(colour, 255) * alpha[..., None]
    picture[y0:y1, x0:x1] = np.clip(region, 0, 255).astype(np.uint8)
    ids[y0:y1, x0:x1][alpha > 0.5] = number


@dataclass(frozen=True)
class Light:
    """Where a lamp throws shadows: direction (radians), length (mm), darkness 0..1."""

    direction: float
    length_mm: float
    depth: float


def lay_cards(
    rng: Generator,
    picture: Image,
    deck: Deck,
    cards: Sequence[SceneCard],
    camera: TableCamera,
    *,
    look: Look,
    light: Light,
    warp_mm: float = 0.6,
) -> tuple[list[NDArray[np.float64]], NDArray[np.int16]]:
    """Paste `cards` (lowest first) into `picture`, in place.

    Returns their corners (4, 2) px and a map of which card each pixel shows (-1 for none).
    `warp_mm` is how far corners stray because cards are bent.
    """
    ids = np.full(picture.shape[:2], -1, np.int16)
    back = deck.backs[int(rng.integers(len(deck.backs)))] if deck.backs else None
    quads = []
    for number, card in enumerate(cards):
        face = back if card.code == BACK else deck.faces[card.code]
        if face is None:
            raise ValueError(f"deck {deck.name!r} has no back to lay face down")
        lift = np.maximum(rng.normal(0, warp_mm, (4, 1)), -1.5) * rng.normal(0, 1, (1, 2))
        corners = corners_mm(card.placement)
        quad = camera.project(corners + lift)
        quads.append(quad)
        mm = float(np.linalg.norm(quad[0] - quad[3])) / CARD_HEIGHT_MM
        reach = mm * light.length_mm
        shadow = (math.cos(light.direction) * reach, math.sin(light.direction) * reach, light.depth)
        code = None if card.code == BACK else card.code
        printed = apply_look(_scaled_for(face, quad), code, look, rng)
        _paste(picture, ids, number, printed, quad, shadow)
    return quads, ids


def compose(
    rng: Generator,
    ingredients: Ingredients,
    deck: Deck,
    cards: Sequence[SceneCard],
    camera: TableCamera,
    card_px: float,
    clutter_rate: float = 1.5,
) -> Scene:
    """Lay `cards` (lowest first) on some table under `camera` and photograph them."""
    mm = card_px / CARD_HEIGHT_MM
    hard = ingredients.hard
    picture = table_top(rng, (camera.width, camera.height), ingredients.textures)
    clutter = tuple(draw_clutter(rng, picture, mm) for _ in range(rng.poisson(clutter_rate * hard)))
    light = Light(rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 2.2), rng.uniform(0.1, 0.55))
    look = Look.random(rng)
    if deck.french:  # an index of another style would lack its suit sign
        look = replace(look, index="as is")
    quads, ids = lay_cards(rng, picture, deck, cards, camera, look=look, light=light)
    if quads and rng.random() < 0.22 * hard:
        for _ in range(int(rng.integers(1, 3))):
            at = quads[int(rng.integers(len(quads)))].mean(axis=0) + rng.normal(0, 45 * mm, 2)
            draw_hand(rng, picture, ids, at, mm)
    if hard:
        picture = photograph(rng, picture, max(0.5, card_px / 75))
    return Scene(picture, _placed(cards, quads, ids), clutter)


def _placed(
    cards: Sequence[SceneCard], quads: Sequence[NDArray[np.float64]], ids: NDArray[np.int16]
) -> tuple[PlacedCard, ...]:
    shown = np.bincount(ids[ids >= 0].ravel(), minlength=len(cards))
    areas = [abs(cv2.contourArea(quad.astype(np.float32))) for quad in quads]
    return tuple(
        PlacedCard(card.code, quad, float(min(1.0, seen / max(1.0, area))), card.seat)
        for card, quad, seen, area in zip(cards, quads, shown, areas, strict=True)
    )


def deal_hands(
    rng: Generator, deck: Deck, spots: Sequence[tuple[float, float]], *, back_share: float = 0.06
) -> list[SceneCard]:
    """A hand (mostly of four) at every spot (mm), from one shuffled pack, sometimes a stock too."""
    codes = [str(code) for code in rng.permutation(sorted(deck.faces))]
    cards: list[SceneCard] = []
    favourite = str(rng.choice(LAYOUTS, p=LAYOUT_SHARES))
    for x, y in spots:
        other = str(rng.choice(LAYOUTS, p=LAYOUT_SHARES))
        layout = favourite if rng.random() < 0.5 else other
        n = 4 if rng.random() < 0.75 else int(rng.integers(1, 7))
        turn = rng.uniform(-math.pi, math.pi)
        face_down = bool(deck.backs) and rng.random() < back_share
        for placement in lay_hand(rng, layout, n):
            hidden = face_down or (bool(deck.backs) and rng.random() < back_share)
            code = BACK if hidden else codes.pop()
            cards.append(SceneCard(code, _moved(placement, x, y, turn)))
            if not codes:
                return cards
    return cards


def random_view(rng: Generator, ingredients: Ingredients, size: int, card_px: float) -> Scene:
    """A square piece of a table picture: as many hands as fit at that scale."""
    deck = ingredients.decks[int(rng.integers(len(ingredients.decks)))]
    camera = random_camera(rng, (0.0, 0.0), card_px, (size, size))
    reach = 0.75 * size / (card_px / CARD_HEIGHT_MM)
    step = rng.uniform(140, 280)
    n = min(3, round(reach / step))
    around = [
        (i * step + rng.normal(0, 0.2 * step), j * step + rng.normal(0, 0.2 * step))
        for i in range(-n, n + 1)
        for j in range(-n, n + 1)
        if (i or j) and rng.random() < 0.75
    ]
    middle = tuple(rng.normal(0, 0.15 * size / (card_px / CARD_HEIGHT_MM), 2))
    spots = [middle, *rng.permutation(around)[:8]]
    return compose(rng, ingredients, deck, deal_hands(rng, deck, spots), camera, card_px)
