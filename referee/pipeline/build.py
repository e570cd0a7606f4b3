"""From a table's configuration to its pipeline."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from referee.config import CameraSection, TableConfig
from referee.errors import UnreadableError
from referee.frames.camera import Camera
from referee.frames.device import Clock, Sleep
from referee.frames.frame import Frame
from referee.frames.opening import camera
from referee.mus.ruleset import Ruleset
from referee.pipeline.eyes import CardEyes, Eyes, HandEyes
from referee.pipeline.pipeline import Pipeline, Watched
from referee.pipeline.reports import Report
from referee.pipeline.reveal_cue import RevealCue
from referee.pipeline.trick_eyes import TrickCue, TrickEyes
from referee.vision.calibration import Calibration, read_calibration
from referee.vision.detector import CardReader
from referee.vision.either_pack import EitherPack
from referee.vision.hand_watch import HandWatch
from referee.vision.models import Faces
from referee.vision.reveal_watch import Reader, RevealWatch
from referee.vision.taught_files import find_decks

_NEWEST_S = 0.5
"""A frame older than this says nothing of the table as it is."""

FaceEyes = Callable[[str, CameraSection, Calibration | None], Eyes]
"""Makes what looks at a camera of faces: its name, its settings and its face boxes."""


def build_pipeline(
    config: TableConfig,
    folder: Path,
    emit: Callable[[Report], None],
    *,
    clock: Clock,
    sleep: Sleep,
    reader: Reader | None = None,
    face_eyes: FaceEyes | None = None,
    deals: Callable[[], int] = lambda: 0,
    tricks: Callable[[], TrickCue | None] = lambda: None,
    reveals: Callable[[], RevealCue] = RevealCue,
) -> Pipeline:
    """The pipeline of a table, not yet started; `folder` is where its configuration lies.

    `deals` counts how often the cards of the table were gathered; `tricks` says which cards a
    table of Mouche waits for, `reveals` whether one of Mus waits for any.
    Cameras of faces are left out without `face_eyes`, or when the table has no signals.
    Raises UnreadableError for a calibration or a model that cannot be used.
    """
    reads = [c for c in config.cameras.values() if c.role != "faces"]
    card_reader = (reader or _card_reader(config, folder)) if reads else None
    french = cache(partial(CardReader.load, faces=Faces.FRENCH))
    watched = []
    for name, section in config.cameras.items():
        path = section.calibration
        calibration = read_calibration(folder / path) if path else None
        eyes: Eyes
        if section.role == "faces" and (face_eyes is None or not config.signals.enabled):
            continue
        address = section.address(folder)
        source = camera(
            address,
            name,
            clock=clock,
            sleep=sleep,
            wanted=section.wanted,
            loop=section.loop or address.still,
        )
        if section.role == "faces":
            assert face_eyes is not None
            eyes = face_eyes(name, section, calibration)
        elif config.table.plays_mouche:
            assert card_reader is not None
            eyes = TrickEyes(name, card_reader, tricks)
        else:
            assert card_reader is not None
            shown = card_reader if reader else _either_pack(config, card_reader, french)
            newest = newest_of(source)
            eyes = card_eyes(name, section, calibration, config, shown, deals, reveals, newest)
        watched.append(Watched(source, eyes, calibration.landscape if calibration else None))
    return Pipeline(watched, emit, clock, card_reader)


def _card_reader(config: TableConfig, folder: Path) -> CardReader:
    said, deck = config.table.faces, config.table.deck
    faces = Faces(said) if said else None
    decks = find_decks(deck, faces, folder) if deck else ()
    if decks:
        faces = decks[0].faces
    return CardReader.load(faces=faces or Faces.SPANISH, decks=decks)


def _either_pack(config: TableConfig, own: Reader, french: Callable[[], Reader]) -> Reader:
    """Reads a French pack too, unless the table has a deck of its own or says what it plays with.

    Each camera has its own: what one of them takes for the pack, on a thread of its own, is not
    what another is reading just then.
    """
    if config.table.deck or config.table.faces:
        return own
    return EitherPack({Faces.SPANISH: lambda: own, Faces.FRENCH: french})


def newest_of(source: Camera) -> Callable[[], Frame | None]:
    """The frame that a live camera shows by now; a recording shows none before it is taken."""
    return partial(source.latest, _NEWEST_S) if source.live else lambda: None


def card_eyes(
    name: str,
    section: CameraSection,
    calibration: Calibration | None,
    config: TableConfig,
    reader: Reader,
    deals: Callable[[], int],
    reveals: Callable[[], RevealCue],
    newest: Callable[[], Frame | None],
) -> Eyes:
    """What looks at a camera of the table or at a hand camera."""
    if section.of_seat is not None:
        return HandEyes(name, HandWatch(section.of_seat, reader), deals)
    if calibration is not None and not calibration.seats:
        raise UnreadableError(
            f"camera {name}: {section.calibration} knows no seats; "
            "calibrate the camera of the table with the mat or with four corners"
        )
    profile = calibration.profile if calibration else None
    pack = Ruleset.preset(config.table.ruleset).pack
    return CardEyes(name, RevealWatch(reader, profile, pack=pack, newest=newest), reveals)
