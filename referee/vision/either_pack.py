"""Read Spanish or French faces, whichever lie on the table, and say when both do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.frames.frame import Frame
from referee.vision.deck_in_view import stranger
from referee.vision.models import Faces
from referee.vision.reveal import CERTAIN
from referee.vision.reveal_watch import Reader
from referee.vision.sighting import CardSighting

_FEW = 4
"""More doubtful cards than these are shown to the other pack's reader only with patience."""
_PLAIN = 0.9
"""Confidence of the other pack's reader in a card that its own leaves in doubt, from which the
card is not of the pack. Of 780 composed Spanish cards, none came to this."""


class EitherPack:
    """A reader for each pack, made when it is first needed; the first is asked first.

    The other takes over when it surely reads more of the cards than the first, which surely reads
    less than half of them. What only the other can name is called not of the pack.
    """

    def __init__(self, readers: Mapping[Faces, Callable[[], Reader]]) -> None:
        """Two packs, the likelier one first."""
        self._make = readers
        self._made: dict[Faces, Reader] = {}
        self.lying, _ = readers
        """The pack that lies on the table, as far as was seen."""

    def read(
        self,
        frame: Frame,
        enough: Callable[[Sequence[CardSighting]], bool] | None = None,
        *,
        patient: bool = True,
    ) -> Sequence[CardSighting]:
        """All cards of a frame, as at `Reader.read`."""
        cards = self._reader(self.lying).read(frame, enough, patient=patient)
        sure = _surely_read(cards)
        if 2 * sure < sum(not card.face_down for card in cards):
            other = self._other
            others = self._reader(other).read(frame, enough, patient=patient)
            if _surely_read(others) > sure:
                self.lying = other
                cards = others
        doubtful = [c for c in cards if not c.face_down and c.confidence < CERTAIN]
        if not doubtful or not (patient or len(doubtful) <= _FEW):
            return tuple(cards)
        return self._strangers_named(frame, cards, doubtful)

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        """The cards at known places of another frame, as at `Reader.reread`."""
        return self._reader(self.lying).reread(frame, cards)

    @property
    def _other(self) -> Faces:
        return next(faces for faces in self._make if faces is not self.lying)

    def _reader(self, faces: Faces) -> Reader:
        if faces not in self._made:
            self._made[faces] = self._make[faces]()
        return self._made[faces]

    def _strangers_named(
        self, frame: Frame, cards: Sequence[CardSighting], doubtful: Sequence[CardSighting]
    ) -> tuple[CardSighting, ...]:
        seen = self._reader(self._other).reread(frame, doubtful)
        named = [s for s in seen if not s.face_down and s.confidence >= _PLAIN]
        strange = {s.quad.tobytes() for s in named} & {c.quad.tobytes() for c in doubtful}
        pack = f"{self.lying} pack"
        return tuple(stranger(c, pack) if c.quad.tobytes() in strange else c for c in cards)


def _surely_read(cards: Sequence[CardSighting]) -> int:
    return sum(not card.face_down and card.confidence >= CERTAIN for card in cards)
