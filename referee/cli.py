"""The verbs of the command line. Heavy imports happen inside the commands that need them."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee import __version__
from referee.arguments import at, parse_corrections, parse_score, read_at, read_deal_at
from referee.config_commands import check_config
from referee.errors import RefereeError, UnreadableError
from referee.frames.commands import cameras
from referee.mouche import ruleset as mouche_rules
from referee.mouche_file import read_mouche
from referee.mouche_report import mouche_json, mouche_rulesets_text, mouche_text
from referee.mus.ruleset import DEFAULT_PRESET, Ruleset, preset_names
from referee.mus.score import Score
from referee.mus.showdown import FourHands
from referee.outputs import refuse_overwriting
from referee.pipeline.commands import replay
from referee.pipeline.forgetting import forget
from referee.report import SCHEMA, rulesets_text, settlement_json, settlement_text
from referee.run import run, users_app
from referee.seats import Seat
from referee.signals.commands import evaluate_signals, signals
from referee.signals.enrolling import enrol
from referee.table.verbs import log_app
from referee.training.commands import data_app, evaluate_app, train_app
from referee.typed_bets import settle_typed
from referee.vision.commands import calibrate
from referee.vision.models import Faces
from referee.vision.teach_verb import teach
from referee.yaml_file import GameName, game_of

if TYPE_CHECKING:
    from referee.table_reading import TableReading

NOT_SCORED = 1
"""Exit status when cards are missing or doubtful: the picture was read, but nothing is scored."""
BAD_INPUT = 2

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Referee a card table with a camera: read, settle, and give the reason for every point.",
)
app.add_typer(log_app, name="log")
app.add_typer(data_app, name="data")
app.add_typer(train_app, name="train")
evaluate_app.command("signals")(evaluate_signals)
app.add_typer(evaluate_app, name="evaluate")
app.command()(cameras)
app.add_typer(users_app, name="users")
app.command()(run)
app.command()(calibrate)
app.command()(teach)
app.command("check-config")(check_config)
app.command()(replay)
app.command()(signals)
app.command()(enrol)
app.command()(forget)

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Cards = Annotated[
    list[str] | None, typer.Option("--card", help="Name a card that was read wrong, as in A2=7O.")
]
Table = Annotated[
    Path | None, typer.Option(help="Table profile (JSON) that says where each seat lies.")
]
FacesShown = Annotated[
    Faces | None,
    typer.Option("--faces", help="What is printed on the cards; left out: what lies there."),
]
Deck = Annotated[
    str | None,
    typer.Option("--deck", help="A deck taught by `referee teach`: name, file, or auto."),
]
Image = Annotated[Path | None, typer.Option(help="Write the annotated picture to this file.")]
Rules = Annotated[
    str | None, typer.Option("--ruleset", help="House rules; see `referee rulesets`.")
]


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line; bad input ends it with a line for each fault and status 2."""
    try:
        app(args=args, prog_name="referee")
    except RefereeError as error:
        for line in str(error).splitlines():
            print(f"referee: {line}", file=sys.stderr)
        sys.exit(BAD_INPUT)


@app.command()
def settle(
    source: Annotated[Path, typer.Argument(help="A deal file (.yaml), a photograph or a clip.")],
    bets: Annotated[
        Path | None, typer.Option(help="Deal file with the bets, for a photograph or a clip.")
    ] = None,
    mano: Annotated[str | None, typer.Option(help="Who was mano: A, B, C or D.")] = None,
    score: Annotated[
        str | None, typer.Option(help="Points before the deal, as in AC=12,BD=7; 0-0 if left out.")
    ] = None,
    ruleset: Rules = None,
    card: Cards = None,
    table: Table = None,
    faces: FacesShown = None,
    deck: Deck = None,
    image: Image = None,
    as_json: Json = False,
) -> None:
    """Settle a deal: who takes which points, and why.

    What the command line says goes before what the deal file says.
    """
    typed = source.suffix.lower() in (".yaml", ".yml")
    if typed:
        only_of_pictures = {"bets": bets, "card": card, "table": table, "faces": faces}
        _refuse_with_deal_file({**only_of_pictures, "deck": deck, "image": image})
    if typed and read_at(source, game_of) is GameName.MOUCHE:
        _refuse_with_mouche({"mano": mano, "score": score})
        _settle_mouche(source, ruleset, as_json)
        return
    path = source if typed else bets
    if path is None:
        raise UnreadableError(
            f"{source}: the bets are missing; write them into a deal file and add --bets FILE"
        )
    deal = read_deal_at(path)
    if typed and deal.hands is None:
        raise UnreadableError(f"{path}: has no hands; add them, or settle a photograph")
    if not typed and deal.hands is not None:
        raise UnreadableError(f"{path}: has hands, but {source} shows them; remove them")
    try:
        first = Seat.parse(mano) if mano else deal.mano
    except UnreadableError as error:
        raise UnreadableError(f"--mano: {error}") from None
    if first is None:
        raise UnreadableError(f"{path}: does not say who was mano; add it, or --mano A")
    rules = Ruleset.preset(ruleset or deal.ruleset or DEFAULT_PRESET)
    before = parse_score(score) if score else deal.score or Score()
    refuse_overwriting(image, source, bets, table)

    reading = None if typed else _read_table(source, rules, card, table, faces, deck)
    if reading and not reading.reveal.complete:
        _write_image(reading, image)
        _print_reading(reading, as_json)
        raise typer.Exit(NOT_SCORED)
    try:
        hands = reading.hands if reading else FourHands.of(deal.hands or {})
        settlement = settle_typed(deal, rules, hands, first, before)
    except RefereeError as error:
        raise at(path, error) from None
    if reading:
        _write_image(reading, image)
    if as_json:
        _print_json(
            reading=_reading_json(reading), settlement=settlement_json(settlement, hands, deal)
        )
    else:
        print(settlement_text(settlement, hands, deal))


@app.command()
def read(
    source: Annotated[Path, typer.Argument(help="A photograph or a clip of the reveal.")],
    ruleset: Rules = None,
    card: Cards = None,
    table: Table = None,
    faces: FacesShown = None,
    deck: Deck = None,
    image: Image = None,
    as_json: Json = False,
) -> None:
    """Read the cards of a reveal, and say what is missing or doubtful."""
    refuse_overwriting(image, source, table)
    rules = Ruleset.preset(ruleset or DEFAULT_PRESET)
    reading = _read_table(source, rules, card, table, faces, deck)
    _write_image(reading, image)
    _print_reading(reading, as_json)


@app.command()
def rulesets(
    game: Annotated[GameName, typer.Option(help="The game.")] = GameName.MUS,
    as_json: Json = False,
) -> None:
    """List the house rules that can be chosen by name."""
    if game is GameName.MOUCHE:
        houses = [mouche_rules.Ruleset.preset(name) for name in mouche_rules.preset_names()]
        text, data = mouche_rulesets_text(houses), [rules.to_mapping() for rules in houses]
    else:
        presets = [Ruleset.preset(name) for name in preset_names()]
        text, data = rulesets_text(presets), [rules.to_mapping() for rules in presets]
    if as_json:
        _print_json(rulesets=data)
    else:
        print(text)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Take what is said before the verb; the version is printed as soon as it is read."""


def _refuse_with_deal_file(options: dict[str, object]) -> None:
    given = [f"--{name}" for name, value in options.items() if value]
    if given:
        raise UnreadableError(
            f"{', '.join(given)}: only with a photograph or a clip; a deal file has its own hands"
        )


def _refuse_with_mouche(options: dict[str, object]) -> None:
    given = [f"--{name}" for name, value in options.items() if value]
    if given:
        raise UnreadableError(
            f"{', '.join(given)}: only for mus; mouche has dealer, pool and purses in its file"
        )


def _settle_mouche(path: Path, ruleset: str | None, as_json: bool) -> None:
    deal = read_at(path, lambda text: read_mouche(text, ruleset).play())
    if as_json:
        _print_json(reading=None, settlement=mouche_json(deal))
    else:
        print(mouche_text(deal))


def _read_table(
    source: Path,
    rules: Ruleset,
    card: list[str] | None,
    table: Path | None,
    faces: Faces | None,
    deck: str | None,
) -> TableReading:
    corrections = parse_corrections(card or (), rules.pack)
    from referee.table_reading import read_table

    return read_table(source, rules.pack, table, corrections, faces, deck)


def _write_image(reading: TableReading, path: Path | None) -> None:
    if path is None:
        return
    from referee.vision.annotate import draw_reveal, write_image

    write_image(path, draw_reveal(reading.frame, reading.reveal))


def _print_reading(reading: TableReading, as_json: bool) -> None:
    from referee.table_reading import reading_text

    if as_json:
        _print_json(reading=_reading_json(reading), settlement=None)
    else:
        print(reading_text(reading))


def _reading_json(reading: TableReading | None) -> dict[str, Any] | None:
    if reading is None:
        return None
    from referee.table_reading import reading_json

    return reading_json(reading)


def _print_json(**parts: object) -> None:
    print(json.dumps({"schema": SCHEMA, **parts}, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
