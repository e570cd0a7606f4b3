"""The network that names a card which was cut out and turned upright."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from referee.cards import Card
from referee.weights import ModelError

if TYPE_CHECKING:
    import onnxruntime as ort

BACK, NO_CARD = "back", "none"
"""The classes that are no faces."""
_AT_ONCE = 32
"""Crops in one call, where there are hundreds."""


class Classifier:
    """Odds and features of crops. Raises ModelError for a network that is no reader of cards.

    `names` are its classes in their order, `cards` the same with None for what is no face.
    """

    def __init__(self, session: ort.InferenceSession, path: Path) -> None:
        self._session = session
        self._path = path
        self.names = _names(session, path)
        for needed in (BACK, NO_CARD):
            if needed not in self.names:
                raise ModelError(f"{path}: lacks the class {needed!r}")
        self.no_card = self.names.index(NO_CARD)
        self.cards = [None if name in (BACK, NO_CARD) else Card.parse(name) for name in self.names]

    def answers(
        self, crops: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
        """Odds (n, classes) and features (n, D) of crops (n, side, side, 3) BGR as they are.

        Without features where the network gives none.
        """
        batch = np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2), np.float32)
        batch /= 255
        feed = {self._session.get_inputs()[0].name: batch}
        odds, *more = self._session.run(None, feed)
        named = np.array(odds, np.float32).reshape(len(crops), -1)
        return named, np.asarray(more[0], np.float32) if more else None

    def features(self, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """Features (n, D) of crops as they are, one way up. Raises ModelError."""
        starts = range(0, len(crops), _AT_ONCE)
        batches = (np.stack(crops[start : start + _AT_ONCE]) for start in starts)
        return np.concatenate([self.required(self.answers(batch)[1]) for batch in batches])

    def required(self, features: NDArray[np.float32] | None) -> NDArray[np.float32]:
        """The features, where there are some. Raises ModelError."""
        if features is None:
            raise ModelError(
                f"{self._path}: gives no features, by which a deck is taught; "
                f"export it again: referee train export WEIGHTS {self._path}"
            )
        return features


def _names(session: ort.InferenceSession, path: Path) -> list[str]:
    written = session.get_modelmeta().custom_metadata_map.get("names")
    if written is None:
        raise ModelError(f"{path}: no class names in its metadata; export it with ultralytics")
    names: dict[int, str] = ast.literal_eval(written)
    return [names[i] for i in range(len(names))]
