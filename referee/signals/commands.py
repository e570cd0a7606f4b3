"""The verbs about signals. Heavy imports happen inside each."""

from __future__ import annotations

import json
import time
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

if TYPE_CHECKING:
    from referee.frames.frame import Frame
    from referee.signals.box import Box
    from referee.signals.gesture import GestureEvent
    from referee.signals.judge import Judge, Ruling
    from referee.signals.needs import Needs
    from referee.signals.neutral import Neutral
    from referee.signals.session import Step
    from referee.signals.templates import Templates
    from referee.signals.watcher import View

Stretch = tuple[float, float]

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
    is_clip = _is_clip(source)
    watched = _watch_clip(source, who, rest) if is_clip else _watch_camera(source, who, seconds)
    rulings: list[Ruling] = []
    past: list[GestureEvent] = []
    last: Step | None = None
    told: dict[str, int] = {}
    with ExitStack() as stack:
        film = _film(show, stack)
        for frame, last in watched:
            for event in last.ended:
                ruling = judge.judge(event, moment)
                rulings.append(judge.reveal(ruling, held) if held else ruling)
                past.append(event)
                if not as_json:
                    print("\n".join(rulings[-1].lines()), flush=True)
            if frame is not None:
                state = last.view.observation.state
                told[state] = told.get(state, 0) + 1
            if frame is not None and film is not None:
                from referee.signals.show import draw_step

                film.add(draw_step(frame, last, past), frame.time_s)
    _conclude(source, rulings, told, last, as_json)


def enrol(
    clip: Annotated[Path, typer.Argument(help="A recording in which the player shows signals.")],
    match: Annotated[Path, typer.Option(help="Folder of the match; delete it with the match.")],
    neutral: Annotated[str, typer.Option(help="Seconds with the face at rest, as in 0-2.")],
    shown: Annotated[
        list[str],
        typer.Option(
            "--show", help="A signal and its seconds, as in wink:left=3.2-4.0; name it again."
        ),
    ],
    player: Annotated[str, typer.Option(help="Seat or name of the player.")] = "player",
    face: FaceBox = None,
) -> None:
    """Learn how one player makes each signal. Nothing that tells who it is is kept."""
    from referee.frames.recording import read_clip
    from referee.signals.box import Box
    from referee.signals.needs import Needs
    from referee.signals.neutral import Neutral
    from referee.signals.recogniser import look_at
    from referee.signals.session import between
    from referee.signals.templates import MatchTemplates, Template, Templates

    wanted = [parse_showing(text) for text in shown]
    box = Box.parse(face) if face else None
    needs = Needs(hands=False)
    views = [view for _, view in _watch(player, box, needs, read_clip(clip))]
    rest = Neutral.of(between(views, *parse_stretch(neutral)))
    grouped: dict[tuple[Any, Any], list[Any]] = {}
    for gesture, side, stretch in wanted:
        looks = [look_at(o, o.face, rest) for o in between(views, *stretch) if o.face]
        grouped.setdefault((gesture, side), []).extend(looks)
    templates = Templates(
        tuple(Template.of(gesture, side, looks) for (gesture, side), looks in grouped.items())
    )
    MatchTemplates(match).save(player, templates)
    for template in templates.shown:
        side = f" {template.side}" if template.side else ""
        print(f"{template.gesture}{side}: learnt, thresholds times {1 / template.gain:.2f}")
    print(f"next: referee signals CLIP --match {match} --player {player}")


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


def parse_stretch(text: str) -> Stretch:
    """`0-0.5`: from and to, seconds; raises UnreadableError."""
    try:
        start, end = (float(part) for part in text.split("-"))
    except ValueError:
        start, end = 0.0, 0.0
    if not 0 <= start < end < float("inf"):
        raise UnreadableError(f"{text!r} is no stretch of seconds; write it as in 0.5-2")
    return start, end


def parse_showing(text: str) -> tuple[Any, Any, Stretch]:
    """`wink:left=3.2-4.0`: gesture, side or None, and its seconds; raises UnreadableError."""
    from referee.signals.gesture import Gesture, Side

    what, _, when = text.partition("=")
    gesture, _, side = what.partition(":")
    able = [g for g in Gesture if g is not Gesture.OTHER]
    if gesture not in able or (side and side not in set(Side)):
        raise UnreadableError(
            f"--show {text!r} cannot be read; write a gesture, its side if it has one, and its "
            f"seconds, as in wink:left=3.2-4.0; gestures: {', '.join(able)}"
        )
    return Gesture(gesture), Side(side) if side else None, parse_stretch(when)


def _is_clip(source: str) -> bool:
    from referee.frames.address import SourceAddress

    return not SourceAddress.parse(source).live


def _watch(
    player: str, box: Box | None, needs: Needs, frames: Iterator[Frame]
) -> Iterator[tuple[Frame, View]]:
    from referee.signals.landmarks import load_models
    from referee.signals.session import watch
    from referee.signals.watcher import Watcher

    with Watcher(player, load_models(needs), box) as watcher:
        yield from watch(watcher, frames)


def _watch_clip(
    source: str, who: _Watched, rest: Stretch | None
) -> Iterator[tuple[Frame | None, Step]]:
    """A recording: looked at once, and its start once more where its neutral must be known."""
    from referee.frames.recording import read_clip

    neutral = _neutral_of(source, who, rest) if rest else None
    yield from _follow(read_clip(Path(source)), who, neutral)


def _watch_camera(
    source: str, who: _Watched, seconds: float | None
) -> Iterator[tuple[Frame | None, Step]]:
    from referee.frames.address import SourceAddress
    from referee.frames.opening import camera

    began_s = time.monotonic()

    def clock() -> float:
        return time.monotonic() - began_s

    live = camera(SourceAddress.parse(source), "face", clock=clock, sleep=time.sleep)

    def frames() -> Iterator[Frame]:
        live.start()
        try:
            while not live.ended and (seconds is None or clock() < seconds):
                frame = live.take(0.5)
                if frame is not None:
                    yield frame
        except KeyboardInterrupt:
            return
        finally:
            live.stop()

    yield from _follow(frames(), who, None)


def _follow(
    frames: Iterator[Frame], who: _Watched, neutral: Neutral | None
) -> Iterator[tuple[Frame | None, Step]]:
    from referee.signals.recogniser import Recogniser
    from referee.signals.session import finish, recognise

    recogniser = Recogniser(who.player, who.judge.listed, neutral, who.templates)
    last = None
    for frame, view in _watch(who.player, who.box, who.needs, frames):
        last = recognise(recogniser, view)
        yield frame, last
    if last is not None:
        yield None, finish(recogniser, last)


def _neutral_of(source: str, who: _Watched, rest: Stretch) -> Neutral:
    from referee.frames.recording import read_clip
    from referee.signals.neutral import Neutral
    from referee.signals.session import between

    frames = (f for f in read_clip(Path(source)) if f.time_s <= rest[1])
    views = [view for _, view in _watch(who.player, who.box, who.needs, frames)]
    return Neutral.of(between(views, *rest))


def _film(path: Path | None, stack: ExitStack) -> Any:
    if path is None:
        return None
    from referee.signals.film import Film

    return stack.enter_context(Film(path))


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
