"""A deck that was taught: by what the reader tells its cards apart, kept in one file.

What the classifier's last layer is given (its features) is projected so that views of one card
scatter alike in all directions; there a card is told by the nearest mean of the views of each
(linear discriminant analysis with one shared covariance; R. A. Fisher 1936). No picture is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.errors import UnreadableError
from referee.vision.classifier import BACK, NO_CARD
from referee.vision.models import Faces

SUFFIX = ".deck"
AUTO = "auto"
"""In place of a deck's name: whichever taught deck lies on the table."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_VERSION = 1
_LEAST = 1e-4
"""Odds of the classifier below this do not speak against a card any more."""


class DeckError(UnreadableError):
    """A taught deck that cannot be used."""


@dataclass(frozen=True)
class TaughtDeck:
    """What is kept of one deck.

    `labels` are the K codes of its cards, and `back` where a back was shown; `mean` (D,) and
    `basis` (D, P) lead from D features to the P dimensions in which `centres` (K, P) lie.
    `sharpness` makes the odds as sure as they are right, `floor` is the likeness below which a
    card that lies wholly in sight is of another deck. `classifier` is the sha256 of the model
    whose features these are.
    """

    name: str
    classifier: str
    faces: Faces
    labels: tuple[str, ...]
    mean: NDArray[np.float32]
    basis: NDArray[np.float32]
    centres: NDArray[np.float32]
    sharpness: float
    floor: float

    def __post_init__(self) -> None:
        checked_name(self.name)
        for label in self.labels:
            if label != BACK:
                Card.parse(label)
        if len(set(self.labels)) != len(self.labels) or len(self.labels) < 2:
            raise DeckError(f"deck {self.name}: its cards must be two or more, each once")
        wanted = (len(self.mean), self.centres.shape[1] if self.centres.ndim == 2 else 0)
        if self.basis.shape != wanted or len(self.centres) != len(self.labels):
            raise DeckError(f"deck {self.name}: its numbers do not fit together")
        numbers = (self.mean, self.basis, self.centres, [self.sharpness, self.floor])
        if not all(np.isfinite(part).all() for part in numbers) or self.sharpness <= 0:
            raise DeckError(f"deck {self.name}: holds what is no number")

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its faces."""
        return tuple(Card.parse(label) for label in self.labels if label != BACK)

    def odds(
        self,
        plain: NDArray[np.floating],
        features: NDArray[np.floating],
        classes: Sequence[str],
    ) -> NDArray[np.float32]:
        """The classifier's odds (n, classes), those of the cards of this deck told anew.

        They are the geometric mean of what the deck says and what the classifier says: of hidden
        cards, of which it has seen far more, the classifier knows things that no lesson shows.
        Whether there is a card at all, and a back that was not taught, stay as the classifier says.
        """
        placed = self._placed(features)
        scores = placed @ self.centres.T - 0.5 * (self.centres**2).sum(axis=1)
        columns = [classes.index(label) for label in self.labels]
        known = np.log(np.maximum(np.asarray(plain)[:, columns], _LEAST))
        scores = 0.5 * self.sharpness * (scores - scores.max(axis=1, keepdims=True)) + 0.5 * known
        taught = np.exp(scores - scores.max(axis=1, keepdims=True))
        taught /= taught.sum(axis=1, keepdims=True)
        out = np.zeros(np.shape(plain), np.float32)
        kept = [NO_CARD] if BACK in self.labels else [NO_CARD, BACK]
        for label in kept:
            column = classes.index(label)
            out[:, column] = plain[:, column]
        out[:, columns] = taught * (1 - out.sum(axis=1, keepdims=True))
        return out

    def likeness(self, features: NDArray[np.floating]) -> NDArray[np.float64]:
        """How much each of (n, D) looks like the likest card of this deck: a cosine, up to 1."""
        placed = self._placed(features)
        lengths = np.linalg.norm(placed, axis=1)[:, None] * np.linalg.norm(self.centres, axis=1)
        return np.asarray((placed @ self.centres.T / np.maximum(lengths, 1e-9)).max(axis=1))

    def require(self, classifier: str, classes: Sequence[str]) -> None:
        """Raises DeckError unless this deck belongs to a classifier (sha256) with these classes."""
        self.require_reader(classifier)
        strange = [label for label in self.labels if label not in classes]
        if strange:
            raise DeckError(f"deck {self.name}: the reader knows no {', '.join(strange)}")

    def require_reader(self, classifier: str) -> None:
        """Raises DeckError unless `classifier` (a sha256) is the one that this deck belongs to."""
        if self.classifier != classifier:
            raise DeckError(
                f"deck {self.name}: was taught to another version of the reader "
                f"({self.classifier[:12]}..., this one is {classifier[:12]}...); teach it again: "
                f"referee teach SOURCE --deck {self.name}"
            )

    def _placed(self, features: NDArray[np.floating]) -> NDArray[np.float64]:
        return np.asarray((features - self.mean) @ self.basis, np.float64)

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all. Raises DeckError."""
        head = {
            "version": _VERSION,
            "name": self.name,
            "classifier": self.classifier,
            "faces": self.faces.value,
            "labels": self.labels,
            "sharpness": self.sharpness,
            "floor": self.floor,
        }
        part = path.with_name(f"{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                np.savez_compressed(
                    file,
                    head=np.frombuffer(json.dumps(head).encode(), np.uint8),
                    mean=self.mean,
                    basis=self.basis,
                    centres=self.centres,
                )
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise DeckError(f"{path}: cannot be written: {error.strerror or error}") from None

    @classmethod
    def load(cls, path: Path) -> TaughtDeck:
        """Read a file that `save` wrote. Raises DeckError."""
        try:
            data = BytesIO(path.read_bytes())
            with np.load(data, allow_pickle=False) as stored:
                head = json.loads(stored["head"].tobytes())
                numbers = [stored[key].astype(np.float32) for key in ("mean", "basis", "centres")]
            if head["version"] != _VERSION:
                raise DeckError(f"version {head['version']}; allowed: {_VERSION}")
            return cls(
                head["name"],
                head["classifier"],
                Faces(head["faces"]),
                tuple(head["labels"]),
                *numbers,
                float(head["sharpness"]),
                float(head["floor"]),
            )
        except FileNotFoundError:
            raise DeckError(f"{path}: no such file; `referee teach --list` names decks") from None
        except Exception as error:  # of damaged bytes zipfile, zlib and numpy raise all kinds
            why = " ".join(str(error).split()) or type(error).__name__
            raise DeckError(f"{path}: not a taught deck: {why}; teach it again") from None


def checked_name(name: str) -> str:
    """The name of a deck, which is that of its file as well. Raises DeckError."""
    if not _NAME.fullmatch(name) or name == AUTO:
        raise DeckError(
            f"{name!r} cannot name a deck; allowed: up to 32 small letters, digits, - and _, "
            f"but not {AUTO!r}",
            "deck_name",
            name=name,
        )
    return name
