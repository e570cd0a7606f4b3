"""The verb `referee enrol`. Heavy imports happen inside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from referee.errors import UnreadableError
from referee.mus.keinuak import vocabulary
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset, Signals
from referee.signals.stretches import parse_showing, parse_stretch

if TYPE_CHECKING:
    from referee.signals.box import Box
    from referee.signals.cues import Look
    from referee.signals.gesture import Gesture, Side
    from referee.signals.templates import Templates


def enrol(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A camera, or a recording.")],
    match: Annotated[Path, typer.Option(help="Folder of the match; delete it with the match.")],
    player: Annotated[str, typer.Option(help="Seat or name of the player.")] = "player",
    ruleset: Annotated[
        str, typer.Option(help="House rules whose signals are asked for.")
    ] = DEFAULT_PRESET,
    allowed: Annotated[
        Signals | None,
        typer.Option("--signals", help="The list of signals, where it is not the house's."),
    ] = None,
    neutral: Annotated[
        str | None, typer.Option(help="With --show: seconds with the face at rest, as in 0-2.")
    ] = None,
    shown: Annotated[
        list[str] | None,
        typer.Option(
            "--show",
            help="Nobody is asked: a signal and its seconds in the recording, as in "
            "wink:left=3.2-4.0; name it again.",
        ),
    ] = None,
    face: Annotated[
        str | None, typer.Option("--face", help="Where the face is: left,top,width,height in px.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Give up a camera after so long.")
    ] = None,
) -> None:
    """Learn how one player makes each signal. Nothing that tells who it is is kept.

    Asks for the face at rest, then for each signal two or three times, and says why a showing
    teaches nothing. What is not shown stays with the thresholds that fit everybody.
    """
    from referee.signals.box import Box
    from referee.signals.templates import MatchTemplates

    store = MatchTemplates(match)
    store.load(player)  # an unusable name is an error before anybody winks for nothing
    box = Box.parse(face) if face else None
    if shown or neutral:
        templates = _from_stretches(source, player, box, neutral, shown or ())
    else:
        rules = Ruleset.preset(ruleset)
        listed = vocabulary(allowed or rules.signals).name
        templates = _from_showings(source, player, box, listed, seconds)
    store.save(player, templates)
    _print_learnt(templates)
    print(f"next: referee signals SOURCE --match {quote(str(match))} --player {player}")


def _from_showings(
    source: str, player: str, box: Box | None, listed: str, seconds: float | None
) -> Templates:
    from referee.signals.enrolment import Enrolment, lead
    from referee.signals.judge import listed_in
    from referee.signals.needs import Needs
    from referee.signals.sources import frames_of, looks_of

    gestures = listed_in(listed)
    views = looks_of(player, box, Needs.of(gestures), frames_of(source, seconds))
    shown = lead(
        Enrolment(player, gestures),
        (view.observation for _, view in views),
        lambda text: print(text, flush=True),
    )
    if shown.left_out:
        print(f"left out, thresholds as for everybody: {', '.join(shown.left_out)}")
    if not shown.templates.shown:
        raise UnreadableError(f"{source}: no signal was shown, so nothing is learnt of {player}")
    return shown.templates


def _from_stretches(
    source: str, player: str, box: Box | None, neutral: str | None, shown: Sequence[str]
) -> Templates:
    """What lies in named seconds of a recording."""
    from referee.signals.needs import Needs
    from referee.signals.neutral import Neutral
    from referee.signals.recogniser import look_at
    from referee.signals.session import between
    from referee.signals.sources import frames_of, is_clip, looks_of
    from referee.signals.templates import Template, Templates

    if not (shown and neutral and is_clip(source)):
        raise UnreadableError(
            "--neutral and --show go together, with a recording; leave both out to be asked"
        )
    wanted = [parse_showing(text) for text in shown]
    rest_s = parse_stretch(neutral)
    needs = Needs(hands=False)
    views = [view for _, view in looks_of(player, box, needs, frames_of(source))]
    rest = Neutral.of(between(views, *rest_s))
    grouped: dict[tuple[Gesture, Side | None], list[Look]] = {}
    for gesture, side, stretch in wanted:
        looks = [look_at(o, o.face, rest) for o in between(views, *stretch) if o.face]
        grouped.setdefault((gesture, side), []).extend(looks)
    return Templates(
        tuple(Template.of(gesture, side, looks) for (gesture, side), looks in grouped.items())
    )


def _print_learnt(templates: Templates) -> None:
    for gesture, side in dict.fromkeys((t.gesture, t.side) for t in templates.shown):
        gains = [t.gain for t in templates.shown if (t.gesture, t.side) == (gesture, side)]
        told = f"{gesture} {side}" if side else f"{gesture}"
        print(f"{told}: learnt, thresholds times {1 / median(gains):.2f}")
