"""What looks at the frames of one camera. The signals' side attaches here with eyes of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from referee.frames.frame import Frame, Image
from referee.pipeline.reports import HandSeen, Report, RevealSeen
from referee.pipeline.reveal_cue import RevealCue
from referee.vision.annotate import draw_reveal
from referee.vision.hand_watch import HandWatch
from referee.vision.reveal_watch import RevealWatch


class Eyes(Protocol):
    """Looks at every frame that it is given, in order, on one thread."""

    @property
    def secret(self) -> bool:
        """Whether the picture shows what nobody may know yet: it is then never previewed."""

    def look(self, frame: Frame) -> Sequence[Report]:
        """What this frame gives. May take its time: a live camera drops frames meanwhile."""

    def finish(self) -> Sequence[Report]:
        """What was still open when the source ended or the table closed; called once."""

    def draw(self, frame: Frame) -> Image:
        """The picture with what is known of it, for people to watch. From any thread."""

    def close(self) -> None:
        """Release what was loaded."""


class CardEyes:
    """Reads the reveals of a table.

    `cue` says what the table awaits. Cards are often shown before anybody has entered that they
    were dealt: such a reveal is reported again once it is awaited, if it lies there still. Those of
    the last deal are never those of the next.
    """

    secret = False

    def __init__(
        self, camera: str, watch: RevealWatch, cue: Callable[[], RevealCue] = RevealCue
    ) -> None:
        self._camera = camera
        self._watch = watch
        self._cue = cue
        self._early: RevealSeen | None = None

    def look(self, frame: Frame) -> Sequence[Report]:
        """The reveal that this frame decides, if it does, or one that is awaited only now."""
        seen = self._watch.feed(frame)
        if seen is not None:
            cue = self._cue()
            report = RevealSeen(self._camera, seen.reveal, frame, seen.votes)
            self._early = report if cue.is_early(seen.reveal) else None
            return () if cue.awaited and cue.is_old(seen.reveal) else (report,)
        early = self._early
        if self._watch.is_gone:
            self._early = None
        elif early is not None and self._watch.lies_there and self._cue().awaited:
            self._early = None
            return (early,)
        return ()

    def finish(self) -> Sequence[Report]:
        """A reveal that is not decided yet is none."""
        return ()

    def draw(self, frame: Frame) -> Image:
        """The cards as they were last read."""
        reveal = self._watch.seen
        return frame.image if reveal is None else draw_reveal(frame, reveal)

    def close(self) -> None:
        """Nothing to release."""


class HandEyes:
    """Reads the hand that a player lifts to a camera.

    `deals` counts how often the cards were gathered: after that the same hand may come again.
    """

    secret = True

    def __init__(self, camera: str, watch: HandWatch, deals: Callable[[], int] = lambda: 0) -> None:
        self._camera = camera
        self._watch = watch
        self._deals = deals
        self._deal = deals()

    def look(self, frame: Frame) -> Sequence[Report]:
        """The hand that this frame decides, if it does."""
        deal = self._deals()
        if deal != self._deal:
            self._deal = deal
            self._watch.begin_deal()
        seen = self._watch.feed(frame)
        if seen is None:
            return ()
        cards = tuple(sorted(seen.cards, key=lambda card: card.code))
        return (HandSeen(self._camera, seen.seat, cards, frame.time_s),)

    def finish(self) -> Sequence[Report]:
        """A hand that is not decided yet is none."""
        return ()

    def draw(self, frame: Frame) -> Image:
        """A secret picture is not drawn for anybody."""
        raise PermissionError(f"camera {self._camera} shows a hand; it has no preview")

    def close(self) -> None:
        """Nothing to release."""
