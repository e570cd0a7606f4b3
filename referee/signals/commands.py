"""The verbs about signals. Heavy imports happen inside each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def evaluate_signals(
    data: Annotated[Path, typer.Argument(help="Folder with labels.json and observations/.")],
    signals: Annotated[str, typer.Option(help="The list of signals in force.")] = "classic13",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Watch every labelled recording of a folder; report what is found and what is invented.

    Works from what MediaPipe saw, stored beside the recordings. Once with the generic thresholds
    only, once with templates from the other recordings of the same person.
    """
    from referee.signals.evaluate import evaluate, evaluate_photos
    from referee.signals.judge import listed_in
    from referee.signals.recorded import read_recordings
    from referee.signals.report import report_json, report_lines

    listed = listed_in(signals)
    recordings = read_recordings(data)
    reports = {
        "generic thresholds": evaluate(recordings, listed),
        "with personal templates": evaluate(recordings, listed, with_templates=True),
    }
    photos = evaluate_photos(recordings)
    if as_json:
        print(json.dumps(report_json(reports, photos), indent=2))
    else:
        print("\n".join(report_lines(reports, photos)))
