"""Read the reveal of one picture."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import SPANISH_40, Pack
from referee.frames.frame import Frame
from referee.vision.reveal import CERTAIN, Reveal, read_reveal
from referee.vision.reveal_watch import Reader
from referee.vision.seats_in_view import TableProfile
from referee.vision.sighting import CardSighting


def read_photograph(
    frame: Frame,
    reader: Reader,
    profile: TableProfile | None = None,
    *,
    pack: Pack = SPANISH_40,
    threshold: float = CERTAIN,
    joint: bool = True,
) -> Reveal:
    """The hands in one picture, and what is doubtful; `joint` is explained at `read_reveal`.

    The reader makes its full effort only where less leaves a question.
    """

    def reveal(cards: Sequence[CardSighting]) -> Reveal:
        return read_reveal(cards, profile, pack=pack, threshold=threshold, joint=joint)

    judged: list[tuple[Sequence[CardSighting], Reveal]] = []

    def enough(cards: Sequence[CardSighting]) -> bool:
        judged.append((cards, reveal(cards)))
        return judged[-1][1].complete

    cards = reader.read(frame, enough)
    already = (known for seen, known in judged if seen is cards)
    return next(already, None) or reveal(cards)
