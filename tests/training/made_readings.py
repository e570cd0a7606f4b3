"""Labelled cards and what became of them, made up for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from referee.cards import Card, Rank
from referee.training.conditions import Conditions
from referee.training.evaluate import Reading
from referee.training.labels import LabelledCard, LabelledPicture
from tests.vision.table_views import sighting

QUAD = np.array([(20, 20), (50, 20), (50, 66), (20, 66)], np.float64)
PLAIN = Conditions(80, 1.0, 200)


def reading(
    truth: str | Rank,
    read: str | None,
    confidence: float = 0.9,
    *,
    visible: float | None = 0.9,
    laid: str = "row",
    conditions: Conditions = PLAIN,
    groups: Mapping[str, str] | None = None,
    path: Path = Path("one.png"),
    counts: bool = True,
) -> Reading:
    """A card that was read so; `read` None was missed."""
    card = Card.parse(truth) if isinstance(truth, str) else truth
    label = LabelledCard(card, QUAD, visible, None, counts, laid)
    picture = LabelledPicture(path, (label,), groups or {}, None)
    seen = None if read is None else sighting(QUAD + 4, (read, confidence))
    return Reading(picture, label, seen, conditions)
