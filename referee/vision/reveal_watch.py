"""Read the reveals of one camera: votes over frames while the table lies still, one commit each.

Recordings and live cameras take the same way; only who hands in the frames differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.cards import SPANISH_40, Card, Pack
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.hands_in_view import HAND_SIZE
from referee.vision.reveal import CERTAIN, FaultKind, Reveal, read_reveal
from referee.vision.seats_in_view import TableProfile
from referee.vision.sighting import CardSighting
from referee.vision.stillness import Still, Stillness
from referee.vision.tracks import StillTable

LOOK_AFTER_S = 0.05
"""The first reading begins with the first frame without motion: finding the cards takes longer
than the pauses of hands, and what is read of a pause is forgotten."""
STILL_S = 0.3
"""Nothing is committed before this long without motion."""
READ_EVERY_S = 0.1
"""Time between two readings of a still table."""
VOTES = 3
"""Readings that must agree before a reveal is committed."""
VOTES_TO_ASK = 2
"""Readings that must be certain of the same cards before a person is asked about the others."""
ASK_AFTER_S = 0.5
"""A reveal that stays doubtful for this long is handed to a person: what the first readings of a
table that lies still leave in doubt, more of them seldom clear."""
_PATIENT = 8
"""Readings of one still table after which the next ones can wait."""
_PATIENT_EVERY_S = 1.0
_SWEPT = 4
"""At most so many of the committed cards in view, and the table has been cleared."""
_SAME_REVEAL = 8
"""Cards at their seats that two readings of one reveal share at least."""

_TO_ASK = {
    FaultKind.DOUBTFUL,
    FaultKind.SAME_CARD_TWICE,
    FaultKind.NOT_IN_PACK,
    FaultKind.NOT_OF_DECK,
}


class Reader(Protocol):
    """Reads cards; `referee.vision.detector.CardReader` is one."""

    def read(
        self,
        frame: Frame,
        enough: Callable[[Sequence[CardSighting]], bool] | None = None,
        *,
        patient: bool = True,
    ) -> Sequence[CardSighting]:
        """All cards of a frame.

        No more effort is made once `enough` accepts them, and less without patience.
        """

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        """The cards at known places of another frame, which is much faster than finding them."""


@dataclass(frozen=True)
class CommittedReveal:
    """A reveal, the frame at which it was committed, and how many readings agreed on it.

    `reveal.complete` is False when a person must name some of its cards; the readings then agreed
    on the others.
    """

    reveal: Reveal
    frame: Frame
    votes: int


Hands = Mapping[Seat, frozenset[Card]]


class _GivenUp(Exception):
    """What is being read is no longer what lies on the table; passes through any reader."""


class RevealWatch:
    """Takes the frames of a camera and commits each reveal once.

    After a commit the cards may be moved, covered and swept away; the next reveal is one after
    the table was seen cleared, or one of other cards.
    """

    def __init__(
        self,
        reader: Reader,
        profile: TableProfile | None = None,
        *,
        pack: Pack = SPANISH_40,
        threshold: float = CERTAIN,
        ask_after_s: float | None = ASK_AFTER_S,
        newest: Callable[[], Frame | None] = lambda: None,
    ) -> None:
        """`ask_after_s` None never commits a doubtful reveal.

        `newest` is the frame that a live camera shows by now: a reading whose first look leaves a
        question is given up where that one shows motion. Of a recording, whose frames wait, there
        is none.
        """
        self._reader = reader
        self._profile = profile
        self._pack = pack
        self._threshold = threshold
        self._ask_after_s = ask_after_s
        self._newest = newest
        self._stillness = Stillness()
        self._committed: Hands | None = None
        self._begin(-1)
        self.seen: Reveal | None = None
        """The last reading, to be drawn; not certain and not committed."""
        self.best: CommittedReveal | None = None
        """The fullest doubtful reading so far, for a recording that ends without more."""
        self._best_stretch = -1

    def _begin(self, stretch: int) -> None:
        self._stretch = stretch
        self._table = StillTable()
        self._agreed = 0
        """Readings in a row of the same cards."""
        self._hands: Hands | None = None
        self._steady = 0
        """Readings in a row that were certain of the same cards."""
        self._certain: Hands | None = None
        self._read_s: float | None = None
        self._settled = False
        """Whether nothing more can be learnt from this still table."""

    @property
    def lies_there(self) -> bool:
        """Whether the cards that were committed last have been seen since anything last moved."""
        return self._committed is not None and self._settled

    @property
    def is_gone(self) -> bool:
        """Whether the reveal that was committed last was cleared away, or there was none."""
        return self._committed is None

    def feed(self, frame: Frame) -> CommittedReveal | None:
        """Take the next frame; a reveal when this frame is the one that decides it.

        Raises ProfileError when the seats are known for another size of picture.
        """
        if self._profile is not None:
            self._profile.require_size(frame)
        still = self._stillness.feed(frame)
        if still.stretch != self._stretch:
            self._begin(still.stretch)
        if still.for_s < LOOK_AFTER_S or self._settled or not self._due(frame):
            return None
        reveal = self._read(frame)
        if reveal is None or (self._committed is not None and not self._is_next(reveal)):
            return None
        return self._decide(reveal, frame, still)

    def _due(self, frame: Frame) -> bool:
        if self._read_s is None:
            return True
        waited_s = frame.time_s - self._read_s
        patient = self._table.readings >= _PATIENT
        return waited_s >= (_PATIENT_EVERY_S if patient else READ_EVERY_S) - 1e-6

    def _read(self, frame: Frame) -> Reveal | None:
        """One more reading, joined with those before it; None where it was given up."""
        known = self._table.sightings()
        found = self._reader.reread(frame, known) if self._all_found else self._found(frame)
        if found is None:
            return None
        self._table.add(found)
        self._read_s = frame.time_s
        reveal = self._reveal(self._table.sightings())
        hands, certain = hands_of(reveal), _certain(reveal)
        self._agreed = self._agreed + 1 if hands == self._hands else 1
        self._steady = self._steady + 1 if certain == self._certain else 1
        self._hands, self._certain = hands, certain
        self.seen = reveal
        return reveal

    def _found(self, frame: Frame) -> Sequence[CardSighting] | None:
        """The cards of a frame, looked for anew; None where the table has moved meanwhile."""

        def enough(cards: Sequence[CardSighting]) -> bool:
            if self._reveal(cards).complete:
                return True
            newest = self._newest()
            if newest is not None and self._stillness.is_left_by(newest):
                raise _GivenUp
            return False

        try:
            return self._reader.read(frame, enough, patient=False)
        except _GivenUp:
            return None

    def _reveal(self, cards: Sequence[CardSighting]) -> Reveal:
        return read_reveal(cards, self._profile, pack=self._pack, threshold=self._threshold)

    @property
    def _all_found(self) -> bool:
        """Whether the reading before found every card, so that only their faces are in question."""
        return self.seen is not None and self._agreed > 0 and self._shows_all(self.seen)

    def _shows_all(self, reveal: Reveal) -> bool:
        """Whether no card has to be looked for any more.

        Where nobody can be asked, a doubtful card is looked for anew: it may be found better.
        """
        return reveal.complete or (self._ask_after_s is not None and _only_doubtful(reveal))

    def _is_next(self, reveal: Reveal) -> bool:
        """Whether the committed reveal is over: swept away, or other cards lie there."""
        assert self._committed is not None
        if self._agreed < 2:
            return False
        now = hands_of(reveal)
        if self._shows_all(reveal) and are_one_reveal(now, self._committed):
            self._settled = True
            return False
        if not reveal.complete:
            before = frozenset().union(*self._committed.values())
            if len(before & frozenset().union(*now.values())) > _SWEPT:
                return False
        self._committed = None
        return True

    def _decide(self, reveal: Reveal, frame: Frame, still: Still) -> CommittedReveal | None:
        """Commit a reveal on which enough readings agree."""
        agreed = self._agreed if reveal.complete else self._steady
        candidate = CommittedReveal(reveal, frame, agreed)
        self._keep(candidate, still)
        if still.for_s < STILL_S:
            return None
        certain = reveal.complete and self._agreed >= VOTES
        if not (certain or self._asks(reveal, still)):
            return None
        self._committed = hands_of(reveal)
        self._settled = True
        return candidate

    def _keep(self, candidate: CommittedReveal, still: Still) -> None:
        """Of one still table the last reading, which rests on all before, then the fullest.

        Never a complete one: what too few readings agree on is not to be scored.
        """
        if not candidate.reveal.labels or candidate.reveal.complete:
            return
        same = self.best is not None and self._best_stretch == still.stretch
        if same or self.best is None or _lacks(candidate.reveal) <= _lacks(self.best.reveal):
            self.best, self._best_stretch = candidate, still.stretch

    def _asks(self, reveal: Reveal, still: Still) -> bool:
        """Whether a person is to name what stays doubtful."""
        waited = self._ask_after_s is not None and still.for_s >= self._ask_after_s
        agreed = self._steady >= VOTES_TO_ASK
        return waited and agreed and not reveal.complete and _only_doubtful(reveal)


def hands_of(reveal: Reveal) -> Hands:
    """The cards at each seat, as they are most likely read."""
    return {seat: frozenset(reveal.cards(seat)) for seat in Seat}


def are_one_reveal(one: Hands, other: Hands) -> bool:
    """Whether two readings are of one reveal, some of whose cards may be covered or misread."""
    return sum(len(one[seat] & other[seat]) for seat in Seat) >= _SAME_REVEAL


def _certain(reveal: Reveal) -> Hands:
    """The cards that a reading leaves no doubt about."""
    return {
        seat: frozenset(
            seated.card
            for seated in reveal.hands[seat]
            if seated.card is not None and seated.certain(reveal.threshold)
        )
        for seat in Seat
    }


def _lacks(reveal: Reveal) -> tuple[int, int]:
    """How many cards are missing or too many, then how many faults there are."""
    wrong = sum(abs(len(hand) - HAND_SIZE) for hand in reveal.hands.values())
    return wrong, len(reveal.faults)


def _only_doubtful(reveal: Reveal) -> bool:
    """Whether four cards lie at each seat and a person can name those that are unclear."""
    return all(fault.kind in _TO_ASK for fault in reveal.faults) and all(
        len(hand) == HAND_SIZE for hand in reveal.hands.values()
    )
