"""Say which cards lie in a frame: what the finder finds, named by an ONNX model, no torch."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision.confidence import Temperatures, stated_temperatures
from referee.vision.finder import CardFinder, FoundCards
from referee.vision.ghosts import without_ghosts
from referee.vision.models import Faces, ModelError, ModelFile, load_model
from referee.vision.network import open_network
from referee.vision.rectify import rectify
from referee.vision.second_look import cuts_about, joint_odds
from referee.vision.sighting import Candidate, CardSighting

DETECTOR = "cards-detector"

_SURE = 0.8
"""Readings below this confidence get a second look."""
_PLAIN = 0.98
"""A card named with these odds one way up is not looked at the other way up."""
_BACK, _NO_CARD = "back", "none"


def _names(session: ort.InferenceSession, path: Path) -> list[str]:
    written = session.get_modelmeta().custom_metadata_map.get("names")
    if written is None:
        raise ModelError(f"{path}: no class names in its metadata; export it with ultralytics")
    names: dict[int, str] = ast.literal_eval(written)
    return [names[i] for i in range(len(names))]


@dataclass(frozen=True)
class Looks:
    """What the networks say of the cards of a frame, before it is made probabilities.

    Corners (n, 4, 2) px, detector scores (n,), class odds (n, classes), and which cards were
    looked at again (n,).
    """

    quads: NDArray[np.float64]
    scores: NDArray[np.float64]
    odds: NDArray[np.float32]
    again: NDArray[np.bool_]


class CardReader:
    """Reads every card of a frame. Holds two ONNX sessions; use one reader for all frames."""

    def __init__(
        self,
        detector: ModelFile,
        classifier: ModelFile,
        threads: int | None = None,
        temperatures: Temperatures | None = None,
    ):
        self._temperatures = temperatures or Temperatures()
        threads = threads or min(4, os.cpu_count() or 1)
        self._finder = CardFinder(detector, threads)
        self._classifier = open_network(classifier, threads)
        self._names = _names(self._classifier, classifier.path)
        self._cards = [
            None if name in (_BACK, _NO_CARD) else Card.parse(name) for name in self._names
        ]
        for needed in (_BACK, _NO_CARD):
            if needed not in self._names:
                raise ModelError(f"{classifier.path}: lacks the class {needed!r}")
        self._no_card = self._names.index(_NO_CARD)

    @classmethod
    def load(
        cls,
        folder: Path | None = None,
        threads: int | None = None,
        *,
        faces: Faces = Faces.SPANISH,
    ) -> CardReader:
        """The models that ship with the project, or those in `folder`. Raises ModelError."""
        classifier = load_model(faces.classifier, folder)
        temperatures = stated_temperatures(classifier.path)
        return cls(load_model(DETECTOR, folder), classifier, threads, temperatures)

    @property
    def names(self) -> tuple[str, ...]:
        """The classes of the classifier, in the order of its odds."""
        return tuple(self._names)

    def look(self, frame: Frame) -> Looks:
        """Everything found, and what the classifier says of it, for fitting temperatures."""
        return self._name(frame, self._finder.find(frame.image))

    def read(
        self, frame: Frame, enough: Callable[[Sequence[CardSighting]], bool] | None = None
    ) -> tuple[CardSighting, ...]:
        """All cards, the most clearly found first.

        They are looked for upright and upside down. Where `enough` accepts what the first look has
        found, the second, which takes as long again, is left out.
        """
        if enough is None:
            return self._sightings(self.look(frame))
        cards: tuple[CardSighting, ...] = ()
        for found in self._finder.finds(frame.image):
            cards = self._sightings(self._name(frame, found))
            if enough(cards):
                break
        return cards

    def _sightings(self, looks: Looks) -> tuple[CardSighting, ...]:
        odds = self._temperatures.probabilities(looks.odds, looks.again)
        return without_ghosts(
            self._sighting(quad, float(score), odd)
            for quad, score, odd in zip(looks.quads, looks.scores, odds, strict=True)
            if odd[self._no_card] < 0.5
        )

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> tuple[CardSighting, ...]:
        """The cards at known places of another frame of a table that lies still.

        Only the classifier looks again, which takes a fraction of the time of finding them; a
        place where it sees no card any more is left out.
        """
        if not cards:
            return ()
        looks = self._look_at(frame.image, np.stack([card.quad for card in cards]))
        odds = self._temperatures.probabilities(*looks)
        return tuple(
            self._sighting(card.quad, card.found, odd)
            for card, odd in zip(cards, odds, strict=True)
            if odd[self._no_card] < 0.5
        )

    def _sighting(
        self, quad: NDArray[np.float64], found: float, odds: NDArray[np.float32]
    ) -> CardSighting:
        order = [int(i) for i in np.argsort(-odds)[:6] if int(i) != self._no_card]
        candidates = tuple(Candidate(self._cards[i], float(odds[i])) for i in order)
        return CardSighting(quad, candidates, found)

    def _name(self, frame: Frame, found: FoundCards) -> Looks:
        if not len(found.quads):
            nothing = np.zeros((0, len(self._names)), np.float32)
            return Looks(found.quads, found.scores, nothing, np.zeros(0, bool))
        return Looks(found.quads, found.scores, *self._look_at(frame.image, found.quads))

    def _look_at(
        self, image: NDArray[np.uint8], quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Class odds (n, classes) at `quads` (n, 4, 2), and which cards were looked at again (n,).

        Those are the doubtful ones.
        """
        odds = self._odds(image, quads)
        again = (odds.max(axis=1) < _SURE) & (odds[:, self._no_card] < 0.5)
        for i in np.flatnonzero(again):
            odds[i] = joint_odds(self._odds(image, cuts_about(quads[i])))
        return odds, again

    def _odds(self, image: NDArray[np.uint8], quads: NDArray[np.float64]) -> NDArray[np.float32]:
        """Class odds (n, classes) of the cards at `quads` (n, 4, 2).

        The mean of both ways up, unless one way up leaves no doubt.
        """
        crops = np.stack([rectify(image, quad) for quad in quads])
        batch = np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32)
        batch /= 255
        odds = self._named(batch)
        unclear = np.flatnonzero(odds.max(axis=1) < _PLAIN)
        if len(unclear):
            odds[unclear] = (odds[unclear] + self._named(batch[unclear][:, :, ::-1, ::-1])) / 2
        return odds

    def _named(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        name = self._classifier.get_inputs()[0].name
        odds, *_ = self._classifier.run(None, {name: np.ascontiguousarray(batch)})
        return np.array(odds, np.float32).reshape(len(batch), -1)
