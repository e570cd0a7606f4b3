"""The verbs about signals. Heavy imports happen inside each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.errors import UnreadableError
from referee.mus.keinuak import Moment, vocabulary
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset, Signals
from referee.outputs import refuse_overwriting
from referee.signals.sources import frames_of, is_clip, looks_of
from referee.signals.stretches import Stretch, parse_stretch

if TYPE_CHECKING:
    from referee.frames.frame import Frame
    from referee.signals.box import Box
    from referee.signals.film import Film
    from referee.signals.gesture import GestureEvent
    from referee.signals.judge import Judge, Ruling
    from referee.signals.needs import Needs
    from referee.signals.neutral import Neutral
    from referee.signals.session import Step
    from referee.signals.templates import Templates

FaceBox = Annotated[
    str | None, typer.Option("--face", help="Where the face is: left,top,width,height in px.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


@dataclass(frozen=True)
class _Watched:
    """Who is watched, and how."""

    player: str
    judge: Judge
    box: Box | None
    needs: Needs
    templates: Templates


def signals(
    source: Annotated[str, typer.Argument(metavar="CLIP", help="A recording, or a camera.")],
    ruleset: Annotated[
        str, typer.Option(help="House rules; see `referee rulesets`.")
    ] = DEFAULT_PRESET,
    allowed: Annotated[
        Signals | None,
        typer.Option("--signals", help="The list of signals, where it is not the house's."),
    ] = None,
    hand: Annotated[
        str | None, typer.Option(help="The hand that the player held, as in '12O 3C 1E 7B'.")
    ] = None,
    moment: Annotated[
        Moment, typer.Option(help="Where the deal stood when the gestures were made.")
    ] = Moment.LATER,
    player: Annotated[str, typer.Option(help="Seat or name of the player.")] = "player",
    face: FaceBox = None,
    neutral: Annotated[
        str | None, typer.Option(help="Seconds of a recording with the face at rest, as in 0-0.5.")
    ] = None,
    match: Annotated[
        Path | None, typer.Option(help="Folder of the match, with what `referee enrol` learnt.")
    ] = None,
    show: Annotated[Path | None, typer.Option(help="Write the annotated film here (.mp4).")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="How long to watch a camera; until Ctrl-C.")
    ] = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="Watch hands at the face too, even if none is a signal.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show the signals that a player passed, and what the referee would be asked about them."""
    from referee.mus.hands import Hand
    from referee.signals.box import Box
    from referee.signals.judge import Judge
    from referee.signals.needs import Needs
    from referee.signals.templates import NOTHING_SHOWN, MatchTemplates

    refuse_overwriting(show, Path(source), *(match.glob("*.json") if match else ()))
    rules = Ruleset.preset(ruleset)
    judge = Judge(rules, vocabulary(allowed)) if allowed else Judge.of(rules)
    held = Hand.parse(hand) if hand else None
    rest = parse_stretch(neutral) if neutral else None
    who = _Watched(
        player,
        judge,
        Box.parse(face) if face else None,
        Needs.of(judge.listed, hands_to_face=hands),
        MatchTemplates(match).load(player) if match else NOTHING_SHOWN,
    )
    at_rest = _neutral_of(source, who, rest) if rest else None
    watched = _follow(frames_of(source, seconds), who, at_rest)
    rulings: list[Ruling] = []
    past: list[GestureEvent] = []
    last: Step | None = None
    told: dict[str, int] = {}
    with ExitStack() as stack:
        film = _Shown(show, stack)
        for frame, last in watched:
            for event in last.ended:
                ruling = judge.judge(event, moment)
                rulings.append(judge.reveal(ruling, held) if held else ruling)
                past.append(event)
                if not as_json:
                    print("\n".join(rulings[-1].lines()), flush=True)
            if frame is not None:
                state = _told_state(last)
                told[state] = told.get(state, 0) + 1
                film.add(frame, last, past)
    _conclude(source, rulings, told, last, as_json)


def evaluate_signals(
    data: Annotated[Path, typer.Argument(help="Folder with labels.json and observations/.")],
    signals: Annotated[str, typer.Option(help="The list of signals in force.")] = "classic13",
    from_pixels: Annotated[
        bool, typer.Option("--from-pixels", help="Watch the recordings themselves (slow).")
    ] = False,
    only: Annotated[str, typer.Option(help="Only recordings with this in their name.")] = "",
    as_json: Json = False,
) -> None:
    """Watch every labelled recording of a folder; report what is found and what is invented.

    Works from what MediaPipe saw, stored beside the recordings, or from their pixels. Once with
    the generic thresholds only, once with templates from the other recordings of the same person.
    """
    from referee.signals.evaluate import evaluate, evaluate_photos
    from referee.signals.judge import listed_in
    from referee.signals.recorded import read_recordings
    from referee.signals.report import report_json, report_lines

    listed = listed_in(signals)
    recordings = tuple(r for r in read_recordings(data) if only in r.name)
    if not recordings:
        raise UnreadableError(f"{data}: no recording has {only!r} in its name")
    if from_pixels:
        from referee.signals.pixels import from_pixels as watched

        recordings = watched(data, recordings)
    reports = {
        "generic thresholds": evaluate(recordings, listed),
        "with personal templates": evaluate(recordings, listed, with_templates=True),
    }
    photos = evaluate_photos(recordings)
    if as_json:
        print(json.dumps(report_json(reports, photos), indent=2))
    else:
        print("\n".join(report_lines(reports, photos)))


def _follow(
    frames: Iterator[Frame], who: _Watched, neutral: Neutral | None
) -> Iterator[tuple[Frame | None, Step]]:
    from referee.signals.recogniser import Recogniser
    from referee.signals.session import finish, recognise

    recogniser = Recogniser(who.player, who.judge.listed, neutral, who.templates)
    last = None
    for frame, view in looks_of(who.player, who.box, who.needs, frames):
        last = recognise(recogniser, view)
        yield frame, last
    if last is not None:
        yield None, finish(recogniser, last)


def _neutral_of(source: str, who: _Watched, rest: Stretch) -> Neutral:
    """A recording's start is looked at once more where its neutral must be known."""
    from itertools import takewhile

    from referee.signals.neutral import Neutral
    from referee.signals.session import between

    if not is_clip(source):
        raise UnreadableError(f"{source}: --neutral names seconds of a recording, not of a camera")
    frames = takewhile(lambda frame: frame.time_s <= rest[1], frames_of(source))
    views = [view for _, view in looks_of(who.player, who.box, who.needs, frames)]
    return Neutral.of(between(views, *rest))


class _Shown:
    """The annotated film, begun with its first picture: a source that gives none leaves what lies
    at the target alone."""

    def __init__(self, path: Path | None, stack: ExitStack) -> None:
        self._path, self._stack = path, stack
        self._film: Film | None = None

    def add(self, frame: Frame, step: Step, past: list[GestureEvent]) -> None:
        if self._path is None:
            return
        from referee.signals.film import Film
        from referee.signals.show import draw_step

        if self._film is None:
            self._film = self._stack.enter_context(Film(self._path))
        self._film.add(draw_step(frame, step, past), frame.time_s)


def _told_state(step: Step) -> str:
    """Of a frame: what keeps it from being read, where something does."""
    from referee.signals.observation import FaceState
    from referee.signals.recogniser import WatchState

    state = step.view.observation.state
    hidden = state is FaceState.SEEN and step.state is WatchState.CANNOT_TELL
    return "not_well_seen" if hidden else state.value


def _conclude(
    source: str, rulings: list[Ruling], told: dict[str, int], last: Step | None, as_json: bool
) -> None:
    from referee.signals.recogniser import WatchState

    calibrated = last.calibrated_percent if last else 0
    if as_json:
        print(
            json.dumps(
                {
                    "source": source,
                    "calibrated_percent": calibrated,
                    "frames": told,
                    "rulings": [_ruling_json(ruling) for ruling in rulings],
                },
                ensure_ascii=False,
                indent=2,
            )
        )
        return
    questions = sum(ruling.needs_answer for ruling in rulings)
    print(f"{len(rulings)} gestures, {questions} questions for the referee")
    unread = [
        f"{count} {state.replace('_', ' ')}" for state, count in told.items() if state != "seen"
    ]
    if unread:
        print(f"cannot tell: {', '.join(unread)} of {sum(told.values())} frames")
    if last is not None and last.state is WatchState.CALIBRATING:
        print(
            f"calibrating {calibrated} %: too short to learn how the face rests; name a stretch "
            "at rest, as in --neutral 0-0.5"
        )


def _ruling_json(ruling: Ruling) -> dict[str, Any]:
    event = ruling.event
    return {
        "player": event.player,
        "gesture": event.gesture,
        "side": event.side,
        "description": event.description or None,
        "start_s": round(event.start_s, 3),
        "recognised_s": round(event.recognised_s, 3),
        "end_s": None if event.end_s is None else round(event.end_s, 3),
        "strength": round(event.strength, 3),
        "visibility": round(event.visibility, 3),
        "verdict": ruling.verdict,
        "truth": ruling.truth,
        "rule": ruling.rule,
        "reason": ruling.reason,
        "question": ruling.question,
    }
