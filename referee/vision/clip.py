"""Read the reveal of a recording."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards import SPANISH_40, Pack
from referee.frames.frame import Frame
from referee.vision.reveal import CERTAIN
from referee.vision.reveal_watch import CommittedReveal, Reader, RevealWatch
from referee.vision.seats_in_view import TableProfile


def read_reveal_clip(
    frames: Iterable[Frame],
    reader: Reader,
    profile: TableProfile | None = None,
    *,
    pack: Pack = SPANISH_40,
    threshold: float = CERTAIN,
) -> CommittedReveal | None:
    """The first complete reveal on which enough readings of a still table agree.

    Without one, the fullest doubtful reading, or None when the table never lay still for long
    enough with cards on it. Raises ProfileError when the profile is for another size of picture.
    """
    watch = RevealWatch(reader, profile, pack=pack, threshold=threshold, ask_after_s=None)
    for frame in frames:
        committed = watch.feed(frame)
        if committed is not None:
            return committed
    return watch.best
