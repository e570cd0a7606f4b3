"""What `referee evaluate taught` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.training.decks import Deck
from referee.training.evaluate import evaluate
from referee.training.evaluate_report import report_lines
from referee.training.labels import read_labels
from referee.training.taught import (
    CropTally,
    DeckwiseReader,
    Image,
    forty,
    read_crops,
    strangers,
    teach_composed,
)
from referee.vision.detector import CardReader
from referee.vision.taught import TaughtDeck

_STRANGERS = 20
"""Single cards of each deck that are held against every other."""


def report_taught(
    folders: Sequence[Deck],
    textures: Sequence[Image],
    reveals: Path | None,
    crops: int,
    models: Path | None,
    seed: int,
    threads: int | None,
) -> Iterator[str]:
    """Teach every deck, read composed cards of it, then the reveals, then strangers."""
    reader = CardReader.load(models, threads)
    learnt: dict[str, tuple[Deck, TaughtDeck]] = {}
    for deck in map(forty, folders):
        told = teach_composed(deck, reader, textures, seed)
        yield (
            f"deck {deck.name}: {told.named_right} of {told.cards} cards named right in any order, "
            f"{told.doubts} doubts; fitted in {told.seconds:.0f} s of processor time"
        )
        yield from (f"  {fault}" for fault in told.faults)
        if told.deck is None:
            continue
        learnt[deck.name] = deck, told.deck
        yield f"  sharpness {told.deck.sharpness}, strangers below {told.deck.floor:.2f}"
        if crops:
            tally = read_crops(deck, told.deck, reader, textures, count=crops, seed=seed)
            yield from crop_lines(tally)
    if reveals is not None:
        yield from _reveal_lines(reveals, reader, {name: t for name, (_, t) in learnt.items()})
    found = strangers(learnt, reader, textures, count=_STRANGERS, seed=seed)
    for (of, to), (called, cards) in found.items():
        yield f"single cards of {of} strange to the taught {to}: {called} of {cards}"


def crop_lines(tally: CropTally) -> Iterator[str]:
    """A table for people; percentages."""
    yield f"  {'':16s}{'cards':>6s} {'read':>6s} {'sure':>6s} {'sureOK':>6s}"
    for (when, group), (cards, right, sure, sure_right) in sorted(
        tally.counts.items(), key=lambda item: (item[0][1], item[0][0] == "after")
    ):
        precision = f"{100 * sure_right / sure:6.1f}" if sure else "     -"
        yield (
            f"  {group + ' ' + when:16s}{cards:6d} {100 * right / cards:6.1f} "
            f"{100 * sure_right / cards:6.1f} {precision}"
        )


def _reveal_lines(folder: Path, reader: CardReader, decks: dict[str, TaughtDeck]) -> Iterator[str]:
    on = {
        str(picture.path): decks[picture.groups["deck"]]
        for picture in read_labels(folder)
        if picture.groups.get("deck") in decks
    }
    for when, taught in (("before", {}), ("after", on)):
        yield f"reveals, {when} teaching"
        yield from report_lines(evaluate(folder, DeckwiseReader(reader, taught)))
