"""A photograph or a clip of the table, read: what people see of it, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.cards import Card, Pack
from referee.errors import UnreadableError
from referee.frames.frame import Frame
from referee.frames.photo import read_photo
from referee.frames.recording import is_clip, read_clip
from referee.mus.showdown import FourHands
from referee.seats import Seat
from referee.vision.clip import read_reveal_clip
from referee.vision.models import Faces
from referee.vision.photograph import read_photograph
from referee.vision.readers import reader_for
from referee.vision.reveal import FaultKind, Reveal, SeatedCard
from referee.vision.reveal_watch import Reader
from referee.vision.seats_in_view import TableProfile


@dataclass(frozen=True)
class TableReading:
    """A reveal and the frame that it was read from."""

    frame: Frame
    reveal: Reveal

    @property
    def hands(self) -> FourHands:
        """The hands of a complete reveal; raises FaultyHandsError for any other."""
        return FourHands.read({seat: self.reveal.cards(seat) for seat in Seat}, self.reveal.pack)


def read_table(
    path: Path,
    pack: Pack,
    profile: Path | None,
    corrections: Mapping[str, Card],
    faces: Faces | None = None,
    deck: str | None = None,
) -> TableReading:
    """Read a photograph or a clip, with some cards named by a person.

    `deck` is the name or the file of a taught deck, or `auto`, and says what the faces are unless
    they are said. Without a deck and faces, whichever pack lies there is read.
    Raises UnreadableError, in one line, for a file, a model or a profile that cannot be used, a
    picture without cards, a clip in which no reveal lies still, and a label that was not read.
    """
    reader = reader_for(faces, deck)
    reading = _read(path, pack, TableProfile.read(profile) if profile else None, reader)
    for fault in reading.reveal.faults:
        if fault.kind is FaultKind.NO_CARDS:
            raise UnreadableError(f"{path}: {fault.message}")
    unknown = sorted(set(corrections) - set(reading.reveal.labels))
    if unknown:
        raise UnreadableError(
            f"--card {', '.join(unknown)}: no such card; read were "
            f"{', '.join(reading.reveal.labels)}"
        )
    return TableReading(reading.frame, reading.reveal.with_corrections(corrections))


def _read(path: Path, pack: Pack, profile: TableProfile | None, reader: Reader) -> TableReading:
    if not is_clip(path):
        frame = read_photo(path)
        if profile:
            profile.require_size(frame)
        return TableReading(frame, read_photograph(frame, reader, profile, pack=pack))
    committed = read_reveal_clip(read_clip(path), reader, profile, pack=pack)
    if committed is None:
        raise UnreadableError(
            f"{path}: the table never lies still for long enough with cards on it; "
            "settle a photograph of the reveal instead"
        )
    return TableReading(committed.frame, committed.reveal)


def reading_text(reading: TableReading) -> str:
    """The cards at each seat with how sure they are, and every fault."""
    frame, reveal = reading.frame, reading.reveal
    when = f" at {frame.time_s:.1f} s" if is_clip(Path(frame.source)) else ""
    lines = [f"Cards read in {frame.source}{when}"]
    lines += [
        f"  {seat}  " + ("  ".join(_card_text(card) for card in reveal.hands[seat]) or "none")
        for seat in Seat
    ]
    if reveal.faults:
        lines += ["", "Not certain", *(f"  {fault.message}" for fault in reveal.faults)]
        lines += ["", _advice(reveal)]
    return "\n".join(lines)


def reading_json(reading: TableReading) -> dict[str, Any]:
    """Plain data, documented in the README."""
    frame, reveal = reading.frame, reading.reveal
    height, width = frame.image.shape[:2]
    return {
        "source": frame.source,
        "time_s": round(frame.time_s, 3) if is_clip(Path(frame.source)) else None,
        "size": [width, height],
        "complete": reveal.complete,
        "hands": {seat.value: [_card_json(card) for card in reveal.hands[seat]] for seat in Seat},
        "faults": [
            {
                "kind": fault.kind.name.lower(),
                "cards": list(fault.labels),
                "message": fault.message,
            }
            for fault in reveal.faults
        ],
    }


def _card_text(seated: SeatedCard) -> str:
    code = _code(seated.card) or "face down"
    how = "named" if seated.corrected else f"{100 * seated.sighting.confidence:.0f} %"
    return f"{seated.label} {code} {how}"


def _advice(reveal: Reveal) -> str:
    named = {
        FaultKind.DOUBTFUL,
        FaultKind.NOT_IN_PACK,
        FaultKind.NOT_OF_DECK,
        FaultKind.SAME_CARD_TWICE,
    }
    label = next((f.labels[0] for f in reveal.faults if f.kind in named and f.labels), "A2")
    return (
        f"Name a card that is read wrong by its label, as in --card {label}=7O, take the picture\n"
        "again, or type the four hands into a deal file and settle that."
    )


def _card_json(seated: SeatedCard) -> dict[str, Any]:
    return {
        "label": seated.label,
        "code": _code(seated.card),
        "named": seated.corrected is not None,
        "confidence": round(seated.sighting.confidence, 4),
        "candidates": [
            {"code": _code(c.card), "confidence": round(c.confidence, 4)}
            for c in seated.sighting.candidates
        ],
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in seated.sighting.quad],
    }


def _code(card: Card | None) -> str | None:
    """None for a card that lies face down."""
    return card.code if card else None
