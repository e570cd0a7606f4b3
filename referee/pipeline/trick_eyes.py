"""What looks at a table where cards are laid one at a time, and when it shall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from referee.cards import Card, Notation
from referee.frames.frame import Frame, Image
from referee.mouche.deal import Stage
from referee.pipeline.reports import Report, Witnessed
from referee.table import mouche_game
from referee.table.mouche_events import CardLaid as CardEvent
from referee.table.mouche_events import TrickSwept
from referee.table.seen import Alternative
from referee.table.state import TableState
from referee.vision.annotate import draw_cards
from referee.vision.reveal_watch import LOOK_AFTER_S, READ_EVERY_S, Reader
from referee.vision.sighting import CardSighting
from referee.vision.stillness import Stillness
from referee.vision.tricks import CardLaid, NotSwept, Swept, TrickEvent, TrickWatch

_PATIENT = 10
"""Readings of one still table after which the next ones can wait: more than decide any card."""
_PATIENT_EVERY_S = 1.0


@dataclass(frozen=True)
class TrickCue:
    """Which cards are awaited now."""

    deal: int
    """Number of the deal's first event in the log."""
    in_tricks: bool
    """False while the card is awaited that is turned up."""
    standing: tuple[Card, ...] = ()
    """Cards that lie open, or have lain there, and are not to be reported."""


def cue_of(state: TableState) -> TrickCue | None:
    """What a table of Mouche waits for a camera to see; None for nothing."""
    game = mouche_game.running(state.mouche)
    deal = game.deal if game else None
    if deal is None or deal.play.stage not in (Stage.TURN_UP, Stage.TRICKS):
        return None
    in_tricks = deal.play.stage is Stage.TRICKS
    return TrickCue(deal.seq, in_tricks, tuple(one.card for one in deal.laid))


class DealAlone:
    """What to await of a recording of one deal without a table: the card turned up, then tricks."""

    def __init__(self) -> None:
        self._cue = TrickCue(0, False)

    def __call__(self) -> TrickCue:
        """What is awaited now."""
        return self._cue

    def heard(self, report: Report) -> None:
        """After something was reported."""
        event = report.event if isinstance(report, Witnessed) else None
        if isinstance(event, CardEvent) and event.card and not self._cue.in_tricks:
            self._cue = TrickCue(0, True, (event.card,))


class TrickEyes:
    """Reads cards as they are laid; the one turned up, once the table was seen without others.

    `cue` says what the table waits for. A sweep is reported with the first card after it: until
    then the trick may come back into view. A card that a person has entered meanwhile is not
    reported as another one.
    """

    secret = False

    def __init__(self, camera: str, reader: Reader, cue: Callable[[], TrickCue | None]) -> None:
        self._camera = camera
        self._reader = reader
        self._cue = cue
        self._stillness = Stillness()
        self._stretch = -1
        self._begin(None)
        self._seen: Sequence[CardSighting] = ()

    def _begin(self, cue: TrickCue | None) -> None:
        self._now = cue
        self._watch = TrickWatch(cue.standing) if cue else None
        self._clear = bool(cue and cue.in_tricks)
        """Whether the last trick of the deal before is known to be gone."""
        self._ask = False
        """Whether the next card may be one of that trick after all."""
        self._swept = False
        self._known = set(cue.standing) if cue else set()
        """Cards that count already, as far as they came from here or lay there from the start."""
        self._readings = 0
        self._read_s: float | None = None

    def look(self, frame: Frame) -> Sequence[Report]:
        """Cards that this frame decides."""
        still = self._stillness.feed(frame)
        cue = self._cue()
        if not _same(cue, self._now):
            self._begin(cue)
        if still.stretch != self._stretch:
            self._stretch, self._readings = still.stretch, 0
        if self._watch is None or still.for_s < LOOK_AFTER_S or not self._due(frame):
            return ()
        self._read_s, self._readings = frame.time_s, self._readings + 1
        self._seen = self._reader.read(frame)
        if not self._clear:
            there = self._watch.in_play(self._seen)
            # one that lies alone for long was most likely turned up before the deal was entered
            self._ask = len(there) == 1 and self._readings >= _PATIENT
            self._clear = self._ask or not there
        if not self._clear:
            return ()
        events = self._watch.see(self._seen, frame.time_s)
        typed = set(cue.standing) - self._known if cue else set()
        return [report for event in events for report in self._reports(event, typed)]

    def _due(self, frame: Frame) -> bool:
        if self._read_s is None:
            return True
        every_s = _PATIENT_EVERY_S if self._readings >= _PATIENT else READ_EVERY_S
        return frame.time_s - self._read_s >= every_s - 1e-6

    def _reports(self, event: TrickEvent, typed: set[Card]) -> Sequence[Report]:
        """What becomes of an event when a person has entered the `typed` cards."""
        match event:
            case Swept():
                self._swept = True
                return ()
            case NotSwept():
                self._swept = False
                return ()
        if event.card:
            self._known.add(event.card)
        if event.card in typed:
            # with the card the person has begun the next trick, too
            self._swept = False
            return ()
        told = card_event(self._camera, replace(event, certain=event.certain and not self._ask))
        self._ask = False
        laid = Witnessed(self._camera, told, event.time_s)
        if not self._swept:
            return (laid,)
        self._swept = False
        return (Witnessed(self._camera, TrickSwept(self._camera), event.time_s), laid)

    def finish(self) -> Sequence[Report]:
        """A card that does not lie still yet is none."""
        return ()

    def draw(self, frame: Frame) -> Image:
        """The cards as they were last read, while any are awaited."""
        if not self._watch:
            return frame.image
        return draw_cards(frame, self._seen, notation=Notation.FRENCH)

    def close(self) -> None:
        """Nothing to release."""


def card_event(camera: str, laid: CardLaid) -> CardEvent:
    """A card as the table writes it down."""
    sighting = laid.sighting
    others = tuple(
        Alternative(candidate.card, _share(candidate.confidence))
        for candidate in sighting.candidates[1:]
        if candidate.card is not None
    )
    return CardEvent(
        laid.card,
        _share(sighting.confidence),
        others,
        camera,
        laid.certain and laid.card is not None,
        laid.order_known,
    )


def _share(confidence: float) -> float:
    return round(min(1.0, max(0.0, confidence)), 4)


def _same(one: TrickCue | None, two: TrickCue | None) -> bool:
    """Whether the same watch goes on."""
    if one is None or two is None:
        return one is two
    return (one.deal, one.in_tricks) == (two.deal, two.in_tricks)
