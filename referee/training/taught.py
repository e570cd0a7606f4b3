"""Measure what teaching a deck is worth: teach it from composed pictures, then read it.

The pictures that teach show single cards on other tables than those that are read. Everything is
composed from a seed; only reveals come from elsewhere, made by another compositor.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from referee.cards import SPANISH_40, Card
from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.training.camera import random_camera
from referee.training.crops import MIN_VISIBLE, _imprecise, hand_scene
from referee.training.decks import CARD_HEIGHT_MM, Deck
from referee.training.layouts import Placement
from referee.training.looks import Look
from referee.training.optics import photograph
from referee.training.scene import BACK, Ingredients, Light, SceneCard, lay_cards
from referee.training.surfaces import table_top
from referee.vision.detector import CardReader
from referee.vision.fitting import fit_deck
from referee.vision.models import Faces
from referee.vision.reveal import CERTAIN
from referee.vision.showing import watch
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.taught import TaughtDeck
from referee.vision.teaching import lesson

Image = NDArray[np.uint8]

PICTURES = 3
"""Pictures of each card that teach."""
SHARES = (0.2, 0.3, 0.5, 0.98, 1.01)
"""Bounds of the groups by share in view."""
_NOT_IN_NAMES = re.compile(r"[^a-z0-9_-]")
_SIDE = 416
_CARD_PX = (110.0, 220.0)


@dataclass(frozen=True)
class Taught:
    """A deck that was taught, the seconds it took, and how many of its cards got their name."""

    deck: TaughtDeck | None
    named_right: int
    cards: int
    doubts: int
    faults: tuple[str, ...]
    seconds: float


@dataclass
class CropTally:
    """Cards read before and after teaching, by group: all, read right, sure, sure and right."""

    counts: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def add(self, when: str, group: str, right: bool, sure: bool) -> None:
        """Count one card."""
        row = self.counts.setdefault((when, group), [0, 0, 0, 0])
        for i, counted in enumerate((True, right, sure, sure and right)):
            row[i] += counted


def forty(deck: Deck) -> Deck:
    """The deck without eights and nines."""
    codes = {card.code for card in SPANISH_40.cards}
    faces = {code: face for code, face in deck.faces.items() if code in codes}
    if len(faces) < len(codes):
        raise UnreadableError(f"deck {deck.name}: lacks {', '.join(sorted(codes - set(faces)))}")
    return Deck(deck.name, faces, deck.backs)


def teaching_pictures(
    deck: Deck, textures: Sequence[Image], seed: int, pictures: int = PICTURES
) -> Iterator[tuple[str, Image]]:
    """Single cards in good light, BGR (416, 416, 3), every card several times, in any order."""
    rng = default_rng((seed, 1))
    codes = [*sorted(deck.faces), *([BACK] if deck.backs else [])]
    for code in rng.permutation(np.repeat(codes, pictures)):
        yield str(code), _single(rng, deck, str(code), textures)


def _single(rng: Generator, deck: Deck, code: str, textures: Sequence[Image]) -> Image:
    px = math.exp(rng.uniform(*np.log(_CARD_PX)))
    camera = random_camera(rng, (0.0, 0.0), px, (_SIDE, _SIDE))
    picture = table_top(rng, (_SIDE, _SIDE), textures)
    light = Light(rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 2.2), rng.uniform(0.1, 0.5))
    card = SceneCard(code, Placement(0.0, 0.0, rng.uniform(-math.pi, math.pi)))
    lay_cards(rng, picture, deck, [card], camera, look=Look(), light=light)
    return photograph(rng, picture, 0.4 * px / CARD_HEIGHT_MM)


def teach_composed(deck: Deck, reader: CardReader, textures: Sequence[Image], seed: int) -> Taught:
    """Teach the reader a deck as `referee teach` does with a folder of pictures, in no order."""
    truth: dict[str, str] = {}

    def frames() -> Iterator[Frame]:
        for i, (code, picture) in enumerate(teaching_pictures(deck, textures, seed)):
            truth[f"in {i}"] = code
            yield Frame(picture, float(i), str(i))

    reader.use_decks(())
    shown = list(watch(reader, frames(), moving=False))[-1]
    began = time.process_time()
    cards = SPANISH_40.ordered
    classes = reader.classifier.names
    learnt = lesson(shown, cards, classes)
    doubts, faults = learnt.doubts, learnt.faults
    right = _named_right(learnt.plates, shown, truth)
    if not learnt.complete:  # as a person would: by name, from the list that is printed
        names = {s.number: truth[s.where] for s in shown}
        learnt = lesson(
            [s for s in shown if names[s.number] != BACK],
            cards,
            classes,
            named={number: Card.parse(code) for number, code in names.items() if code != BACK},
        )
    taught = None
    if learnt.complete:
        sha256 = reader.classifier_sha256
        name = f"measured-{_NOT_IN_NAMES.sub('-', deck.name.lower())}"[:32]
        taught = fit_deck(
            name, sha256, Faces.SPANISH, learnt.plates, reader.classifier.features, seed=seed
        )
    spent = time.process_time() - began
    return Taught(taught, right, len(cards), len(doubts), (*faults, *learnt.faults), spent)


def _named_right(plates: Mapping[str, Sequence[Image]], shown: Sequence, truth: Mapping) -> int:
    """How many labels got a picture of their own card first."""
    owner = {id(s.plates[0]): truth[s.where] for s in shown}
    return sum(owner.get(id(p[0])) == label for label, p in plates.items() if label != BACK)


def read_crops(
    deck: Deck,
    taught: TaughtDeck,
    reader: CardReader,
    textures: Sequence[Image],
    *,
    count: int,
    seed: int,
) -> CropTally:
    """Read `count` cards of composed hands at roughly known places, before and after teaching."""
    rng = default_rng((seed, 2))
    tally = CropTally()
    ingredients = Ingredients((deck,), textures)
    done = 0
    while done < count:
        scene = hand_scene(rng, ingredients, (60.0, 190.0))
        height, width = scene.picture.shape[:2]
        cards = [
            card
            for card in scene.cards
            if card.code != BACK
            and card.visible >= MIN_VISIBLE
            and np.all((card.quad > -2) & (card.quad < (width + 2, height + 2)))
        ]
        quads = [_imprecise(rng, card.quad, 1 - card.visible) for card in cards]
        done += len(cards)
        for when, decks in (("before", ()), ("after", (taught,))):
            reader.use_decks(decks)
            seen = _read_at(reader, scene.picture, quads)
            for card, sighting in zip(cards, seen, strict=True):
                right = sighting is not None and str(sighting.card) == card.code
                sure = sighting is not None and sighting.confidence >= CERTAIN
                for group in ("all", _group(card.visible)):
                    tally.add(when, group, right, sure)
    return tally


def _group(visible: float) -> str:
    low = max(bound for bound in SHARES[:-1] if bound <= visible)
    high = SHARES[SHARES.index(low) + 1]
    return "whole" if low == SHARES[-2] else f"{low:.0%}-{high:.0%}"


def _read_at(
    reader: CardReader, picture: Image, quads: Sequence[NDArray[np.float64]]
) -> list[CardSighting | None]:
    if not quads:
        return []
    unknown = (Candidate(None, 0.0),)
    seen = reader.reread(
        Frame(picture, 0.0, "composed"), [CardSighting(quad, unknown, 1.0) for quad in quads]
    )
    return [next((s for s in seen if s.quad is quad), None) for quad in quads]


class DeckwiseReader:
    """Reads each labelled picture with the deck that lies on it, as `CardReader.read` does."""

    def __init__(self, reader: CardReader, decks: Mapping[str, TaughtDeck]) -> None:
        """`decks` by path of the picture, as frames name it."""
        self._reader = reader
        self._decks = decks

    def read(
        self, frame: Frame, enough: Callable[[Sequence[CardSighting]], bool] | None = None
    ) -> Sequence[CardSighting]:
        """All cards of a frame."""
        deck = self._decks.get(frame.source)
        self._reader.use_decks((deck,) if deck else ())
        return self._reader.read(frame, enough)


def strangers(
    decks: Mapping[str, tuple[Deck, TaughtDeck]],
    reader: CardReader,
    textures: Sequence[Image],
    *,
    count: int,
    seed: int,
) -> dict[tuple[str, str], tuple[int, int]]:
    """How many single cards of one deck another calls strange: (of, to) -> (called, all)."""
    cv2.setNumThreads(1)
    out = {}
    for of, (deck, _) in decks.items():
        rng = default_rng((seed, 3))
        codes = rng.permutation(sorted(deck.faces))[:count]
        seen = []
        for code in codes:
            picture = _single(rng, deck, str(code), textures)
            frame = Frame(picture, 0.0, "composed")
            reader.use_decks(())
            found = reader.read(frame)
            seen += [reader.features_at(picture, found[0].quad[None])[1][0]] if found else []
        features = np.stack(seen)
        for to, (_, taught) in decks.items():
            like = np.max([taught.likeness(features[:, way]) for way in range(2)], axis=0)
            out[of, to] = (int((like < taught.floor).sum()), len(like))
    return out
