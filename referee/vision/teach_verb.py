"""The verb `referee teach`. Heavy imports happen inside it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cards import Card, parse_cards
from referee.errors import NotAllowedError, RefereeError, UnreadableError
from referee.outputs import refuse_overwriting, require_writable
from referee.vision.models import Faces
from referee.vision.packs import pack_of

if TYPE_CHECKING:
    from referee.frames.address import SourceAddress
    from referee.frames.frame import Frame
    from referee.vision.detector import CardReader
    from referee.vision.showing import Watching
    from referee.vision.taught import TaughtDeck
    from referee.vision.teaching import Doubt, Lesson

NOT_TAUGHT = 1
"""Exit status when cards are missing or doubtful: nothing is kept."""
BY_SUITS = "suits"
_MOST_TOLD = 16
"""Reasons told of a deck that is not kept; with what is around them they fit on a screen."""
_NAMED = re.compile(r"\s*(\d+)\s*=\s*(.+)")


def teach(
    source: Annotated[
        str | None, typer.Argument(help="A camera, a recording, a picture or a folder of them.")
    ] = None,
    deck: Annotated[str | None, typer.Option(help="Name of the deck, as in azul.")] = None,
    cards: Annotated[
        int, typer.Option(help="How many faces the deck has: 40 or 48; French 32, 40 or 52.")
    ] = 40,
    order: Annotated[
        str | None,
        typer.Option(
            help="The order in which they are shown: 'suits' (as to rey of oros, copas, espadas, "
            "bastos), or a list of cards. Left out: any order."
        ),
    ] = None,
    card: Annotated[
        list[str] | None,
        typer.Option("--card", help="Name a card by its number, as in 17=7O; French 17=7d."),
    ] = None,
    faces: Annotated[Faces, typer.Option(help="What is printed on the cards.")] = Faces.SPANISH,
    sheet: Annotated[
        Path | None, typer.Option(help="Write a picture of all cards with their names.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write this file (.deck) instead of the usual one.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=1, help="Of a camera: look for so long at most.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the taught decks.")] = False,
) -> None:
    """Teach the reader a deck: show its cards one by one or fanned, each lying still for a second.

    Show a back as well. From then on `--deck NAME` compares cards with this very deck.
    """
    from referee.vision.taught import SUFFIX, DeckError, checked_name
    from referee.vision.taught_files import deck_path

    if listed:
        _list()
        return
    if source is None or deck is None:
        raise UnreadableError("say what to look at and a name: referee teach SOURCE --deck NAME")
    path = out or deck_path(deck)
    checked_name(deck)
    if path.suffix != SUFFIX:
        raise DeckError(f"{path}: a deck is kept in a file NAME{SUFFIX}")
    refuse_overwriting(path, Path(source), sheet)
    refuse_overwriting(sheet, Path(source))
    shown_cards = order_of(order, cards, faces)
    named = parse_named(card or (), faces)

    from referee.frames.address import SourceAddress
    from referee.vision.detector import CardReader
    from referee.vision.showing import Watching
    from referee.vision.teaching import lesson

    address = SourceAddress.parse(source)
    require_writable(path, "--out")
    reader = CardReader.load(faces=faces)
    watching = Watching(reader, moving=_moves(address))
    in_order = order is not None
    learn = partial(
        lesson, cards=shown_cards, classes=reader.classifier.names, in_order=in_order, faces=faces
    )
    more = True
    while more:
        look_at(address, watching, len(shown_cards), seconds)
        learnt = learn(watching.shown, named=named)
        while learnt.doubts and not learnt.faults and sys.stdin.isatty():
            named |= ask(learnt.doubts, shown_cards, faces, named)
            learnt = learn(watching.shown, named=named)
        more = address.live and not in_order and shows_more(learnt)
    taught = None
    try:  # a showing takes minutes: neither deck nor sheet is lost with the other
        if sheet:
            _draw(sheet, learnt, faces)
    finally:
        if learnt.complete:
            taught = _fit(deck, reader, faces, learnt)
            taught.save(path)
    if taught is None:
        _tell_why_not(learnt, faces)
        raise typer.Exit(NOT_TAUGHT)
    with_back = "and its back" if len(taught.labels) > len(taught.cards) else "no back was shown"
    print(f"{path}: {len(taught.cards)} cards, {with_back}")
    which = "" if faces is Faces.SPANISH else f" --faces {faces}"
    print(f"next: referee read PICTURE --deck {quote(str(path)) if out else deck}{which}")


def order_of(order: str | None, count: int, faces: Faces) -> tuple[Card, ...]:
    """The cards of the pack, in the order in which they are shown. Raises UnreadableError."""
    try:
        by_suits = pack_of(count, faces)
    except NotAllowedError as error:
        raise UnreadableError(f"--cards {error}") from None
    if order is None or order == BY_SUITS:
        return by_suits
    try:
        listed = parse_cards(order, faces.notation)
    except RefereeError as error:
        raise UnreadableError(f"--order: {error}") from None
    twice = sorted({faces.code(card) for card in listed if listed.count(card) > 1})
    missing = [faces.code(card) for card in by_suits if card not in listed]
    strange = [faces.code(card) for card in listed if card not in by_suits]
    for what, codes in (("twice", twice), ("missing", missing), ("not in it", strange)):
        if codes:
            raise UnreadableError(
                f"--order: a pack of {count} has each card once; {what}: {', '.join(codes)}"
            )
    return listed


def parse_named(texts: Sequence[str], faces: Faces = Faces.SPANISH) -> dict[int, Card]:
    """`17=7O`: cards named by a person as the faces are, by number. Raises UnreadableError."""
    named: dict[int, Card] = {}
    for text in texts:
        match = _NAMED.fullmatch(text)
        if match is None:
            raise UnreadableError(
                f"--card {text!r} cannot be read; write a number and a card, "
                f"as in 17={faces.code(Card.parse('7O'))}"
            )
        number = int(match[1])
        if number in named:
            raise UnreadableError(f"--card names card {number} twice; name it once")
        named[number] = Card.parse(match[2], faces.notation)
    return named


def _list() -> None:
    from referee.vision.taught import DeckError
    from referee.vision.taught_files import deck_folder, stored_decks

    decks = stored_decks()
    if not decks:
        print(f"no deck was taught yet; they are kept in {deck_folder()}")
    for file, deck in decks.items():
        if isinstance(deck, DeckError):
            print(f"{file.stem}  damaged  {deck}")
        else:
            print(f"{deck.name}  {len(deck.cards)} {deck.faces} cards  {file}")


def look_at(address: SourceAddress, watching: Watching, count: int, seconds: float | None) -> None:
    """Everything shown until the source ends, or `seconds` of a camera, or Ctrl+C.

    Raises FrameError where a source cannot be read and nothing was shown before.
    """
    from referee.frames.frame import FrameError

    told = len(watching.shown)
    watching.pause()
    try:
        for frame in _frames(address, seconds):
            watching.feed(frame)
            if len(watching.shown) > told and sys.stdout.isatty():
                told = len(watching.shown)
                print(f"\r{told} cards seen, {count} wanted; Ctrl+C when all were shown", end="")
    except KeyboardInterrupt:
        pass  # it ends the showing, most often in the middle of a look, and loses nothing
    except FrameError as error:
        if not watching.shown:
            raise
        print(error)
    if told:
        print()


def shows_more(learnt: Lesson) -> bool:
    """Whether the person before a camera goes on to show what is missing."""
    if not learnt.missing or not sys.stdin.isatty():
        return False
    for fault in learnt.faults[:_MOST_TOLD]:
        print(f"  {fault}")
    return typer.confirm("Show what is missing now?", default=True)


def _moves(address: SourceAddress) -> bool:
    from referee.frames.address import SourceKind

    return address.kind is not SourceKind.PICTURES


def _frames(address: SourceAddress, seconds: float | None) -> Iterator[Frame]:
    import time

    from referee.frames.address import SourceKind
    from referee.frames.opening import camera_frames
    from referee.frames.photo import read_photo
    from referee.frames.playback import read_pictures
    from referee.frames.recording import read_clip

    path = Path(address.target)
    if address.kind is SourceKind.RECORDING:
        return read_clip(path)
    if address.kind is SourceKind.PICTURES:
        return read_pictures(path) if path.is_dir() else iter([read_photo(path)])
    return camera_frames(address, "deck", seconds, clock=time.monotonic, sleep=time.sleep)


def ask(
    doubts: Sequence[Doubt],
    cards: Sequence[Card],
    faces: Faces = Faces.SPANISH,
    before: Mapping[int, Card] | None = None,
) -> dict[int, Card]:
    """Which of `cards` each doubtful one is; what cannot be is asked for again, not kept.

    `before` are those that were named before, by number.
    """
    taken = {card: number for number, card in (before or {}).items()}
    named: dict[int, Card] = {}
    for doubt in doubts:
        while doubt.number not in named:
            answer = typer.prompt(f"{doubt}; which is it?", default=faces.code(doubt.candidates[0]))
            try:
                card = Card.parse(answer, faces.notation)
            except RefereeError as error:
                print(error)
                continue
            if card not in cards:
                print(
                    f"{faces.code(card)} is not in this pack of {len(cards)}; Ctrl+C keeps nothing"
                )
            elif card in taken:
                print(
                    f"{faces.code(card)} was named already, as card {taken[card]}; "
                    "each card is there once"
                )
            else:
                named[doubt.number] = card
                taken[card] = doubt.number
    return named


def _tell_why_not(learnt: Lesson, faces: Faces = Faces.SPANISH) -> None:
    print("Nothing is kept: the deck is not complete")
    why = [*learnt.faults, *map(str, learnt.doubts)]
    for one in why[:_MOST_TOLD]:
        print(f"  {one}")
    if len(why) > _MOST_TOLD:
        print(f"  and {len(why) - _MOST_TOLD} more")
    if learnt.doubts:
        first = learnt.doubts[0]
        print(
            "Name them and teach again, as in "
            f"--card {first.number}={faces.code(first.candidates[0])}; --sheet FILE.png shows them"
        )


def _draw(sheet: Path, learnt: Lesson, faces: Faces) -> None:
    from referee.vision.annotate import write_image
    from referee.vision.teach_sheet import draw_sheet

    write_image(sheet, draw_sheet(learnt, faces))


def _fit(name: str, reader: CardReader, faces: Faces, learnt: Lesson) -> TaughtDeck:
    from referee.vision.fitting import fit_deck

    return fit_deck(
        name, reader.classifier_sha256, faces, learnt.plates, reader.classifier.features
    )
