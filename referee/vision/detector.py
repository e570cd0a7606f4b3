"""Say which cards lie in a frame: what the finder finds, named by an ONNX model, no torch."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.frames.frame import Frame
from referee.vision.classifier import Classifier
from referee.vision.confidence import Temperatures, stated_temperatures
from referee.vision.deck_in_view import likeliest, stranger, strangers_named
from referee.vision.finder import CardFinder, FoundCards
from referee.vision.ghosts import seen_better, without_ghosts
from referee.vision.models import Faces
from referee.vision.network import open_network
from referee.vision.rectify import rectify
from referee.vision.second_look import cuts_about, joint_odds
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.taught import TaughtDeck
from referee.weights import ModelFile, load_model

DETECTOR = "cards-detector"

_SURE = 0.8
"""Readings below this confidence get a second look."""
_HOPELESS = 0.15
"""Readings below this confidence get none: nine cuts make no card of a ghost, and take long."""
_FEW = 3
"""More doubtful cards than this get second looks only from the patient."""
_SAME_PLACE = 0.05
"""Cards whose corners are nearer than this share of their length on average are one, seen twice."""
_PLAIN = 0.98
"""A card named with these odds one way up is not looked at the other way up."""


@dataclass(frozen=True)
class Looks:
    """What the networks say of the cards of a frame, before it is made probabilities.

    Corners (n, 4, 2) px, detector scores (n,), class odds (n, classes), which cards were looked at
    again (n,), and the taught deck that they were compared with.
    """

    quads: NDArray[np.float64]
    scores: NDArray[np.float64]
    odds: NDArray[np.float32]
    again: NDArray[np.bool_]
    deck: TaughtDeck | None = None

    def plain_at(self, quads: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which of `quads` (n, 4, 2) are where a card lies that leaves no doubt, and which card."""
        plain = np.flatnonzero((self.odds.max(axis=1) >= _PLAIN) & ~self.again)
        gaps = np.linalg.norm(quads[:, None] - self.quads[plain][None], axis=3).mean(axis=2)
        lengths = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
        near = np.flatnonzero(gaps.min(axis=1, initial=np.inf) < _SAME_PLACE * lengths)
        return near, plain[gaps[near].argmin(axis=1)] if len(near) else plain[:0]


class CardReader:
    """Reads every card of a frame. Holds two ONNX sessions; use one reader for all frames."""

    def __init__(
        self,
        detector: ModelFile,
        classifier: ModelFile,
        threads: int | None = None,
        temperatures: Temperatures | None = None,
        faces: Faces = Faces.SPANISH,
    ):
        self.faces = faces
        self._temperatures = temperatures or Temperatures()
        threads = threads or min(4, os.cpu_count() or 1)
        self._finder = CardFinder(detector, threads)
        self.classifier = Classifier(open_network(classifier, threads), classifier.path)
        self.classifier_sha256 = classifier.sha256
        self._decks: tuple[TaughtDeck, ...] = ()

    @classmethod
    def load(
        cls,
        folder: Path | None = None,
        threads: int | None = None,
        *,
        faces: Faces = Faces.SPANISH,
        decks: Sequence[TaughtDeck] = (),
    ) -> CardReader:
        """The models that ship with the project, or those in `folder`. Raises ModelError.

        Cards are compared with a taught deck; of several, with the one that lies on the table.
        """
        classifier = load_model(faces.classifier, folder)
        temperatures = stated_temperatures(classifier.path)
        reader = cls(load_model(DETECTOR, folder), classifier, threads, temperatures, faces)
        reader.use_decks(decks)
        return reader

    def use_decks(self, decks: Sequence[TaughtDeck]) -> None:
        """Compare cards with these from now on. Raises DeckError for one of another reader."""
        for deck in decks:
            deck.require(self.classifier_sha256, self.names)
        self._decks = tuple(decks)

    @property
    def decks(self) -> tuple[TaughtDeck, ...]:
        """Those that cards are compared with."""
        return self._decks

    @property
    def names(self) -> tuple[str, ...]:
        """The classes of the classifier, in the order of its odds."""
        return tuple(self.classifier.names)

    def look(self, frame: Frame) -> Looks:
        """Everything found, and what the classifier says of it, for fitting temperatures."""
        return self._name(frame, self._finder.find(frame.image), patient=True)

    def read(
        self,
        frame: Frame,
        enough: Callable[[Sequence[CardSighting]], bool] | None = None,
        *,
        patient: bool = True,
    ) -> tuple[CardSighting, ...]:
        """All cards, the most clearly found first.

        They are looked for several times, and no more once `enough` accepts what was found. Without
        patience a table full of doubtful cards is left as it is: a person has to be asked, or the
        next frame.
        """
        cards: tuple[CardSighting, ...] = ()
        looks: Looks | None = None
        for found in self._finder.finds(frame.image):
            if enough is None and not found.final:
                continue
            looks = self._name(frame, found, looks, patient=patient and found.final)
            cards = self._sightings(frame, looks)
            if enough is not None and not found.final and enough(cards):
                break
        return cards

    def _sightings(self, frame: Frame, looks: Looks) -> tuple[CardSighting, ...]:
        odds = self._probabilities(looks)
        cards = without_ghosts(
            self._sighting(quad, float(score), odd)
            for quad, score, odd in zip(looks.quads, looks.scores, odds, strict=True)
            if odd[self.classifier.no_card] < 0.5
        )

        def features(quads: NDArray[np.float64]) -> NDArray[np.float32]:
            return self.features_at(frame.image, quads)[1]

        return strangers_named(cards, looks.deck, features)

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> tuple[CardSighting, ...]:
        """The cards at known places of another frame of a table that lies still.

        Only the classifier looks again, which takes a fraction of the time of finding them; a
        place where it sees no card any more is left out.
        """
        if not cards:
            return ()
        quads = np.stack([card.quad for card in cards])
        found = FoundCards(quads, np.array([card.found for card in cards]))
        odds = self._probabilities(self._name(frame, found, patient=False))
        return tuple(
            stranger(self._sighting(card.quad, card.found, odd), card.not_of)
            for card, odd in zip(cards, odds, strict=True)
            if odd[self.classifier.no_card] < 0.5
        )

    def features_at(
        self, image: NDArray[np.uint8], quads: NDArray[np.float64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What the classifier says of the cards at `quads` (n, 4, 2) with no taught deck in mind.

        Odds (n, classes), the mean of both ways up, and features (n, 2, D), one for each way.
        Raises ModelError for a classifier that gives none.
        """
        crops = np.stack([rectify(image, quad) for quad in quads])
        ways = [self.classifier.answers(turned) for turned in (crops, crops[:, ::-1, ::-1])]
        odds = np.mean([odds for odds, _ in ways], axis=0, dtype=np.float32)
        features = [self.classifier.required(features) for _, features in ways]
        return odds, np.stack(features, axis=1)

    def features(self, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Features (n, D) of crops (128, 128, 3) BGR as they are. Raises ModelError."""
        return self.classifier.features(crops)

    def _probabilities(self, looks: Looks) -> NDArray[np.float32]:
        """A taught deck brings odds that are probabilities; those of the classifier become so."""
        if looks.deck is not None:
            return looks.odds
        return self._temperatures.probabilities(looks.odds, looks.again)

    def _sighting(
        self, quad: NDArray[np.float64], found: float, odds: NDArray[np.float32]
    ) -> CardSighting:
        order = [int(i) for i in np.argsort(-odds)[:6] if int(i) != self.classifier.no_card]
        candidates = tuple(Candidate(self.classifier.cards[i], float(odds[i])) for i in order)
        return CardSighting(quad, candidates, found)

    def _name(
        self, frame: Frame, found: FoundCards, before: Looks | None = None, *, patient: bool
    ) -> Looks:
        """A card that was plain `before`, at the same place of this frame, is not asked again."""
        if not len(found.quads):
            nothing = np.zeros((0, len(self.names)), np.float32)
            return Looks(found.quads, found.scores, nothing, np.zeros(0, bool))
        deck = self._deck_of(frame, found)
        known = before if before is not None and before.deck is deck else None
        odds = self._odds(frame.image, found.quads, deck, known)
        odds, again = self._look_again(frame.image, found.quads, odds, deck, patient=patient)
        return Looks(found.quads, found.scores, odds, again, deck)

    def _deck_of(self, frame: Frame, found: FoundCards) -> TaughtDeck | None:
        """The taught deck that lies there."""
        if len(self._decks) > 1:
            return likeliest(self._decks, self.features_at(frame.image, found.quads)[1])
        return self._decks[0] if self._decks else None

    def _look_again(
        self,
        image: NDArray[np.uint8],
        quads: NDArray[np.float64],
        odds: NDArray[np.float32],
        deck: TaughtDeck | None,
        *,
        patient: bool,
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """The odds (n, classes) at `quads` (n, 4, 2) made better in place, and of which cards (n,).

        Those are the doubtful ones that are no second detection of a card, every second cut of them
        the other way up; without patience only where they are few.
        """
        best = odds.max(axis=1)
        again = (best >= _HOPELESS) & (best < _SURE) & (odds[:, self.classifier.no_card] < 0.5)
        again &= ~seen_better(quads, odds.argmax(axis=1), best >= _SURE)
        if not patient and again.sum() > _FEW:
            again[:] = False
        for i in np.flatnonzero(again):
            crops = np.stack([rectify(image, cut) for cut in cuts_about(quads[i])])
            crops[1::2] = crops[1::2, ::-1, ::-1].copy()
            odds[i] = joint_odds(self._named(crops, deck))
        return odds, again

    def _odds(
        self,
        image: NDArray[np.uint8],
        quads: NDArray[np.float64],
        deck: TaughtDeck | None,
        before: Looks | None,
    ) -> NDArray[np.float32]:
        """Class odds (n, classes) of the cards at `quads` (n, 4, 2), some known from `before`."""
        odds = np.zeros((len(quads), len(self.names)), np.float32)
        known = np.zeros(len(quads), bool)
        if before is not None:
            plain, where = before.plain_at(quads)
            odds[plain], known[plain] = before.odds[where], True
        if not known.all():
            odds[~known] = self.odds_of(np.stack([rectify(image, q) for q in quads[~known]]), deck)
        return odds

    def odds_of(
        self, crops: NDArray[np.uint8], deck: TaughtDeck | None = None
    ) -> NDArray[np.float32]:
        """Class odds (n, classes) of one look at upright cards (n, 128, 128, 3) BGR.

        The mean of both ways up, unless one way up leaves no doubt.
        """
        odds = self._named(crops, deck)
        unclear = np.flatnonzero(odds.max(axis=1) < _PLAIN)
        if len(unclear):
            turned = self._named(crops[unclear][:, ::-1, ::-1], deck)
            odds[unclear] = (odds[unclear] + turned) / 2
        return odds

    def _named(self, crops: NDArray[np.uint8], deck: TaughtDeck | None) -> NDArray[np.float32]:
        odds, features = self.classifier.answers(crops)
        if deck is None:
            return odds
        return deck.odds(odds, self.classifier.required(features), self.names)
