"""`python -m datasets.samples` composes the pictures and films of this folder again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import av
import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from datasets.samples import face, mouche_film, table
from referee.signals.film import Film
from referee.training.decks import Deck, load_deck
from referee.training.layouts import Placement
from referee.training.scene import BACK, SceneCard, lay_cards
from referee.training.surfaces import draw_hand

Image = NDArray[np.uint8]

FOLDER = Path(__file__).parent
FACES = FOLDER.parent / "deck" / "faces"
FRENCH = FOLDER.parents[1] / "referee" / "web" / "static" / "french"
FPS = 12

PHOTO = {
    "A": ("12O", "12C", "1E", "1B"),
    "B": ("11E", "10O", "7C", "4B"),
    "C": ("12E", "3B", "6O", "5C"),
    "D": ("7O", "7E", "2C", "4O"),
}
CLIP = {
    "A": ("12B", "11O", "10C", "7B"),
    "B": ("3O", "12C", "12O", "1C"),
    "C": ("6E", "5O", "4C", "1E"),
    "D": ("10B", "10E", "7O", "7C"),
}


def fan(step: float) -> list[Placement]:
    """Four cards about a point below them, the right one on top."""
    angles = [(1.5 - i) * step for i in range(4)]
    return [Placement(-170 * math.sin(a), 170 * (math.cos(a) - 1), a) for a in angles]


def row(step_mm: float, slope_mm: float = 0.0) -> list[Placement]:
    """Four cards side by side, the right one on top."""
    return [
        Placement((i - 1.5) * step_mm, slope_mm * (i - 1.5), 0.02 * (-1) ** i) for i in range(4)
    ]


def stock(x: float, y: float) -> list[SceneCard]:
    """What is left of the pack, face down and squared up."""
    return [SceneCard(BACK, Placement(x + 0.3 * i, y + 0.3 * i, 0.5)) for i in range(6)]


LAYOUTS = {"A": fan(0.17), "B": row(40, 3), "C": row(66), "D": fan(0.2)}


def photo(deck: Deck) -> Image:
    """The reveal as a photograph, 1920 x 1080."""
    rng = default_rng(7)
    view = table.camera(1920, 1080, 118)
    picture = table.draw_table(rng, view)
    cards = stock(-60, 20)
    for seat, codes in PHOTO.items():
        cards += table.hand_at(seat, codes, LAYOUTS[seat])
    lay_cards(rng, picture, deck, cards, view, look=table.AS_PRINTED, light=table.LIGHT)
    return table.expose(rng, picture)


def clip(deck: Deck) -> Iterator[Image]:
    """The reveal as it happens, 1280 x 720: each hand is pushed forward, then all lie still."""
    view = table.camera(1280, 720, 79)
    cloth = table.draw_table(default_rng(11), view)
    arrivals = {"B": 0.3, "C": 0.9, "D": 1.6, "A": 2.2}
    noise = default_rng(12)
    for frame in range(round(5.5 * FPS)):
        now = frame / FPS
        picture = cloth.copy()
        cards = stock(-60, 20)
        arms = []
        for seat, start in arrivals.items():
            if now >= start:
                away = 190 * max(0.0, 1 - (now - start) / 0.6) ** 2
                hand = table.hand_at(seat, CLIP[seat], LAYOUTS[seat], away)
                cards += hand
                withdrawn = max(0.0, now - start - 0.7) * 700
                if withdrawn < 420:
                    arms.append((seat, away + 20 + withdrawn))
        rng = default_rng(13)
        _, ids = lay_cards(
            rng, picture, deck, cards, view, look=table.AS_PRINTED, light=table.LIGHT, warp_mm=0
        )
        for seat, away in arms:
            placed = table.hand_at(seat, ("1O",), [Placement(0, -60, 0)], away)[0].placement
            at = view.project(np.array([(placed.x, placed.y)]))[0]
            outwards = at - np.array([view.width / 2, view.height / 2])
            draw_hand(default_rng(20 + ord(seat)), picture, ids, at, 0.83, towards=outwards)
        yield table.expose(noise, picture)


def write_film(
    path: Path, images: Iterator[Image], fps: int, *, crf: int, size: tuple[int, int] = (1280, 720)
) -> None:
    """H.264 of `size` px; a smaller `crf` is a better picture."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=fps, options={"crf": str(crf)})
        (stream.width, stream.height), stream.pix_fmt = size, "yuv420p"
        for image in images:
            for packet in stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


def main() -> None:
    """Write all samples."""
    deck = load_deck(FACES)
    cv2.imwrite(str(FOLDER / "reveal.jpg"), photo(deck), [cv2.IMWRITE_JPEG_QUALITY, 90])
    write_film(FOLDER / "reveal.mp4", clip(deck), FPS, crf=24)
    mouche = mouche_film.film(load_deck(FRENCH))
    write_film(FOLDER / "mouche.mp4", mouche, mouche_film.FPS, crf=26, size=mouche_film.SIZE)
    with Film(FOLDER / "face.mp4") as film:
        for image, time_s in face.film():
            film.add(image, time_s)
    print(f"reveal.jpg, reveal.mp4, mouche.mp4 and face.mp4 written to {FOLDER}")


if __name__ == "__main__":
    main()
