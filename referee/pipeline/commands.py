"""The verb `referee replay`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UnreadableError
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset
from referee.seats import Seat
from referee.yaml_file import GameName

NOTHING_SEEN = 1


def replay(
    recording: Annotated[Path, typer.Argument(help="A recording, or a folder of pictures.")],
    table: Annotated[
        Path | None, typer.Option(help="Calibration or table profile (JSON) of the camera.")
    ] = None,
    ruleset: Annotated[
        str, typer.Option("--ruleset", help="House rules; see `referee rulesets`.")
    ] = DEFAULT_PRESET,
    hand: Annotated[
        str | None, typer.Option("--hand", help="A hand camera: whose, A, B, C or D.")
    ] = None,
    deck: Annotated[
        str | None, typer.Option(help="A taught deck: its name or file, or auto.")
    ] = None,
    camera: Annotated[str, typer.Option(help="Name of the camera in the events.")] = "replay",
    game: Annotated[
        GameName,
        typer.Option(help="Of Mouche: the French card turned up, then those of the tricks."),
    ] = GameName.MUS,
) -> None:
    """Read a recording as a camera of the table would, and print what it makes known as JSON.

    The same recording and the same models give the same lines, byte for byte.
    """
    from referee.frames.address import SourceAddress, SourceKind
    from referee.frames.playback import read_pictures
    from referee.frames.recording import read_clip
    from referee.pipeline.eyes import CardEyes, Eyes, HandEyes
    from referee.pipeline.replay import replay as replayed
    from referee.pipeline.trick_eyes import DealAlone, TrickEyes
    from referee.vision.hand_watch import HandWatch
    from referee.vision.models import Faces
    from referee.vision.readers import reader_for
    from referee.vision.reveal_watch import RevealWatch
    from referee.vision.seats_in_view import TableProfile

    address = SourceAddress.parse(str(recording))
    if address.live:
        raise UnreadableError(f"{recording}: only a recording can be replayed")
    clip = address.kind is SourceKind.RECORDING
    frames = read_clip(recording) if clip else read_pictures(recording)
    profile = TableProfile.read(table) if table else None
    pack = Ruleset.preset(ruleset).pack
    eyes: Eyes
    deal = DealAlone()
    if game is GameName.MOUCHE:
        if hand is not None or table is not None:
            raise UnreadableError("a deal of Mouche is read without --hand and --table")
        eyes = TrickEyes(camera, reader_for(Faces.FRENCH, deck), deal)
    elif hand is not None:
        eyes = HandEyes(camera, HandWatch(Seat.parse(hand), reader_for(deck=deck)))
    else:
        eyes = CardEyes(camera, RevealWatch(reader_for(deck=deck), profile, pack=pack))
    seen = 0
    for report in replayed({camera: (frames, eyes)}):
        seen += 1
        deal.heard(report)
        print(json.dumps(report_json(report), ensure_ascii=False, sort_keys=True))
    if not seen:
        print(
            f"referee: {recording}: nothing lay still and certain long enough to be told; "
            "`referee read` reads a single picture and lists what is doubtful",
            file=sys.stderr,
        )
        raise typer.Exit(NOTHING_SEEN)


def report_json(report: object) -> dict[str, object]:
    """Plain data of a report: the event that it becomes and when; of a hand, its cards."""
    from referee.pipeline.reports import HandSeen, event_of
    from referee.table.codec import event_to_json

    time_s = round(report.time_s, 3)  # type: ignore[attr-defined]
    if isinstance(report, HandSeen):
        codes = [card.code for card in report.cards]
        return {"time_s": time_s, "kind": "hand_seen", "seat": report.seat.value, "cards": codes}
    event = event_of(report)  # type: ignore[arg-type]
    assert event is not None
    return {"time_s": time_s, **event_to_json(event)}
