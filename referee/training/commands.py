"""The verbs for data, training and measurement. Heavy imports happen inside each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.errors import UnreadableError
from referee.outputs import made_folder, refuse_overwriting, write_text
from referee.vision.models import Faces

if TYPE_CHECKING:
    from referee.training.scene import Ingredients

data_app = typer.Typer(no_args_is_help=True, help="Make training data.")
train_app = typer.Typer(no_args_is_help=True, help="Train and export the networks (extra train).")
evaluate_app = typer.Typer(no_args_is_help=True, help="Measure on labelled pictures.")

Decks = Annotated[
    list[Path],
    typer.Option(
        "--deck",
        help="Folder of faces CODE.png|jpg|svg (12O; or all French: Kd), or a French sheet .svgz; "
        "twice weighs it twice.",
    ),
]
Textures = Annotated[Path | None, typer.Option(help="Folder of pictures of table tops.")]
Out = Annotated[Path, typer.Option(help="Folder to write to.")]
Start = Annotated[Path | None, typer.Option(help="Weights to begin with.")]
Epochs = Annotated[int, typer.Option(min=1)]
Device = Annotated[str, typer.Option(help="cpu, or the number of a GPU.")]
Models = Annotated[Path | None, typer.Option(help="Folder of models to measure.")]
FacesRead = Annotated[Faces, typer.Option(help="What is printed on the cards.")]
Chart = Annotated[
    Path | None, typer.Option(help="Write a reliability diagram to this picture file.")
]
Rate = Annotated[float, typer.Option("--lr", min=0.0, help="Learning rate at the start.")]
_SYNTH = "`referee data synth` makes one"
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the training in --out.")]


def _ingredients(decks: list[Path], textures: Path | None) -> Ingredients:
    from referee.training.decks import load_decks, load_textures
    from referee.training.scene import Ingredients

    if textures and not textures.is_dir():
        raise UnreadableError(f"{textures}: no such folder; name one with pictures of table tops")
    return Ingredients(load_decks(decks), load_textures(textures) if textures else ())


def _need(path: Path, what_else: str) -> None:
    """Refuse in one line what ultralytics would try to download."""
    if not path.exists():
        raise UnreadableError(f"{path}: no such file or folder; {what_else}")


def _need_start(out: Path, start: Path | None, resume: bool) -> None:
    if resume:
        _need(out / "weights" / "last.pt", "leave out --resume to begin a training")
    elif start is not None:
        _need(start, "--start takes weights (.pt) or a shipped model (.onnx)")


def _need_training_extra() -> None:
    try:
        import ultralytics  # noqa: F401
    except ImportError:
        raise UnreadableError(
            "training needs the extra `train`, which is not installed; "
            "run `pip install torch==2.14.1 torchvision==0.29.1 'referee[train]'`"
        ) from None


@data_app.command("synth")
def synth(
    deck: Decks,
    out: Out,
    textures: Textures = None,
    views: Annotated[int, typer.Option(min=1, help="Training views for the detector.")] = 8000,
    val_views: Annotated[int, typer.Option(min=1)] = 200,
    crops: Annotated[int, typer.Option(min=1, help="Training crops written to disk.")] = 500,
    val_crops: Annotated[int, typer.Option(min=1)] = 3000,
    size: Annotated[int, typer.Option(help="Side of a view, px, a multiple of 32.")] = 416,
    card_px: Annotated[
        tuple[float, float], typer.Option(help="Least and greatest length of a card in a view, px.")
    ] = (26.0, 210.0),
    seed: Annotated[int, typer.Option(min=0)] = 0,
    processes: Annotated[int, typer.Option(min=1)] = 2,
) -> None:
    """Compose labelled views (OUT/views) and crops (OUT/crops). A seed gives the same again."""
    from referee.training.crops import write_crops
    from referee.training.synth import ViewRecipe, write_views

    ingredients = _ingredients(deck, textures)
    try:
        recipe = ViewRecipe(views, val_views, size, card_px, seed)
    except ValueError as error:
        raise UnreadableError(str(error)) from None
    for part in ("views", "crops"):
        made_folder(out / part, "--out")
    data = write_views(out / "views", recipe, ingredients, processes)
    write_crops(out / "crops", ingredients, train=crops, val=val_crops, seed=seed)
    print(f"views for `referee train detector {data}`")
    print(f"crops for `referee train classifier {out / 'crops'}`")


@train_app.command("detector")
def detector(
    data: Annotated[Path, typer.Argument(help="data.yaml of `referee data synth`.")],
    out: Out,
    start: Start = None,
    epochs: Epochs = 10,
    size: Annotated[int, typer.Option(help="Side of a training view, px.")] = 416,
    batch: Annotated[int, typer.Option(min=1)] = 16,
    device: Device = "cpu",
    resume: Resume = False,
    lr: Rate = 2e-3,
) -> None:
    """Train the detector of cards and their corners."""
    _need(data, _SYNTH)
    _need_start(out, start, resume)
    _need_training_extra()
    from referee.training.train_detector import train_detector

    best = train_detector(
        data,
        out,
        start=start,
        epochs=epochs,
        size=size,
        batch=batch,
        device=device,
        resume=resume,
        lr0=lr,
    )
    print(f"weights: {best}\nnext: referee train export {best} models/cards-detector.onnx")


@train_app.command("classifier")
def classifier(
    data: Annotated[Path, typer.Argument(help="Folder of crops of `referee data synth`.")],
    deck: Decks,
    out: Out,
    textures: Textures = None,
    start: Annotated[
        str, typer.Option(help="Weights (.pt), a shipped model (.onnx) or a model yaml.")
    ] = "yolo26s-cls.yaml",
    per_epoch: Annotated[int, typer.Option(min=1, help="Fresh crops an epoch.")] = 25_600,
    epochs: Epochs = 20,
    batch: Annotated[int, typer.Option(min=1)] = 128,
    device: Device = "cpu",
    resume: Resume = False,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    lr: Rate = 2e-3,
    freeze: Annotated[int, typer.Option(min=0, help="First layers that stay as they are.")] = 0,
) -> None:
    """Train the classifier of faces, on crops composed while it trains."""
    _need(data / "val", _SYNTH)
    _need_start(out, Path(start) if start.endswith((".pt", ".onnx")) else None, resume)
    _need_training_extra()
    from referee.training.train_classifier import train_classifier

    best = train_classifier(
        data,
        out,
        _ingredients(deck, textures),
        start=start,
        per_epoch=per_epoch,
        epochs=epochs,
        batch=batch,
        device=device,
        resume=resume,
        seed=seed,
        lr0=lr,
        freeze=freeze,
    )
    exported = out / "exported.onnx"
    print(
        f"weights: {best}\nnext: referee train export {best} {exported}\n"
        f"then: referee train quantise {exported} models/cards-classifier.onnx --crops {data}/val"
    )


@train_app.command("mouth")
def mouth(
    data: Annotated[Path, typer.Argument(help="Folder with labels.json and observations/.")],
    model: Annotated[Path, typer.Argument(help="ONNX file to write; its model card is updated.")],
    steps: Annotated[int, typer.Option(min=1, help="Batches of 32 mouths.")] = 250,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    check: Annotated[
        bool, typer.Option(help="First train without each person, and measure on that person.")
    ] = True,
) -> None:
    """Train the network that sees bitten lips and tongues, and export it to ONNX."""
    refuse_overwriting(model, data / "labels.json")
    _need_training_extra()
    from referee.training.export import write_sha256
    from referee.training.mouths import read_mouths
    from referee.training.train_mouth import cross_validate, export, fit

    mouths = tuple(read_mouths(data))
    if check:
        print("\n".join(cross_validate(mouths, steps=steps, seed=seed)))
    export(fit(mouths, steps=steps, seed=seed), model)
    print(f"{model}\nsha256: {write_sha256(model)}")


@train_app.command("average")
def average(
    weights: Annotated[list[Path], typer.Argument(help="weights/last.pt of each training.")],
    out: Annotated[Path, typer.Option(help="Checkpoint (.pt) to write.")],
) -> None:
    """Write the mean of the weights of trainings that went on from one another."""
    refuse_overwriting(out, *weights)
    for path in weights:
        _need(path, "give weights/last.pt of a training")
    _need_training_extra()
    from referee.training.average import average as mean_of

    print(f"weights: {mean_of(weights, out)}\nnext: referee train export {out} exported.onnx")


@train_app.command("export")
def export(
    weights: Annotated[Path, typer.Argument(help="best.pt of a training.")],
    model: Annotated[Path, typer.Argument(help="ONNX file to write; its model card is updated.")],
) -> None:
    """Export weights to ONNX and put their sha256 into the model card beside them."""
    refuse_overwriting(model, weights)
    if weights.suffix != ".pt":
        raise UnreadableError(f"{weights}: no weights of a training; give its weights/best.pt")
    _need(weights, "give weights/best.pt of a training")
    _need_training_extra()
    from referee.training.export import export_onnx, write_sha256

    export_onnx(weights, model)
    print(f"{model}\nsha256: {write_sha256(model)}")


@train_app.command("quantise")
def quantise(
    exported: Annotated[Path, typer.Argument(help="ONNX file of `referee train export`.")],
    model: Annotated[Path, typer.Argument(help="ONNX file to write; its model card is updated.")],
    crops: Annotated[
        Path, typer.Option(help="Folder of crops (LABEL/*.jpg) that the scales are taken from.")
    ],
    count: Annotated[int, typer.Option(min=1, help="How many of them.")] = 320,
) -> None:
    """Store a classifier in eight bits: a quarter of the size, and faster on a CPU."""
    refuse_overwriting(model, exported)
    _need_training_extra()
    from referee.training.crops import drawn_crops
    from referee.training.export import write_sha256
    from referee.training.quantise import quantise as in_eight_bits

    in_eight_bits(exported, model, drawn_crops(crops, count))
    print(f"{model}\nsha256: {write_sha256(model)}")


@evaluate_app.command("cards")
def cards(
    data: Annotated[
        Path, typer.Argument(help="Folder with labels.json, or pictures with Pascal VOC labels.")
    ],
    models: Models = None,
    faces: FacesRead = Faces.SPANISH,
    distinct: Annotated[
        bool,
        typer.Option(
            "--distinct/--no-distinct",
            help="Weigh the doubtful cards of a reveal by what the others surely are, or not.",
        ),
    ] = True,
    sheet: Annotated[
        Path | None, typer.Option(help="Write a picture of the worst mistakes to this file.")
    ] = None,
    reliability: Chart = None,
    predictions: Annotated[
        Path | None, typer.Option(help="Write the hands read in each reveal to this JSON file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Read every labelled picture of a folder: recall, precision, exact reveals, confusions."""
    from referee.training.evaluate import evaluate
    from referee.training.evaluate_report import report_json, report_lines
    from referee.training.labels import read_labels
    from referee.training.mistake_sheet import mistake_sheet
    from referee.training.reliability_chart import reliability_chart
    from referee.vision.annotate import write_image
    from referee.vision.detector import CardReader

    pictures = [picture.path for picture in read_labels(data)]
    for output in (predictions, sheet, reliability):
        refuse_overwriting(output, data, *pictures, models)
    report = evaluate(data, CardReader.load(models, faces=faces), joint=distinct)
    if as_json:
        print(json.dumps(report_json(report), indent=2))
    else:
        print("\n".join(report_lines(report)))
    # told before files are written, for the measuring may have taken an hour
    if predictions is not None:
        write_text(predictions, json.dumps(report.predictions, indent=1))
    if sheet is not None:
        write_image(sheet, mistake_sheet(report.readings, report.threshold))
    if reliability is not None:
        write_image(reliability, reliability_chart([report.stated(data.name)]))


@evaluate_app.command("confidence")
def confidence(
    deck: Annotated[
        list[Path] | None, typer.Option("--deck", help="Folder of faces to compose hands of.")
    ] = None,
    textures: Textures = None,
    crops: Annotated[
        Path | None,
        typer.Option(help="Instead of hands, crops/val of `referee data synth`: quick, one look."),
    ] = None,
    models: Models = None,
    faces: FacesRead = Faces.SPANISH,
    cards: Annotated[int, typer.Option(min=2, help="Cards of composed hands to read.")] = 3000,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    reliability: Chart = None,
    write: Annotated[
        bool, typer.Option("--write", help="Put the temperatures into the classifier's model card.")
    ] = False,
) -> None:
    """Fit what makes confidences probabilities, on composed hands, and say how reliable they are.

    Give decks to compose hands of, or crops. Fit again after every training.
    """
    from referee.training.confidence import crop_trials, fit, trials
    from referee.training.reliability import reliability_lines
    from referee.training.reliability_chart import reliability_chart
    from referee.vision.annotate import write_image
    from referee.vision.confidence import state_temperatures
    from referee.vision.detector import CardReader
    from referee.weights import model_dir

    if bool(deck) == bool(crops):
        raise UnreadableError("give either --deck FOLDER, once or more, or --crops FOLDER")
    refuse_overwriting(reliability, *(deck or ()), textures, crops, models)
    reader = CardReader.load(models, faces=faces)
    if crops:
        result = fit(crop_trials(reader, crops))
    else:
        result = fit(trials(reader, _ingredients(deck or [], textures), cards, seed))
    for stated in (result.before, result.after):
        print("\n".join(reliability_lines(stated)), end="\n\n")
    units = "crops" if crops else "scenes"
    print(
        f"{result.scenes} {units}, {100 * result.again:.1f} % of the cards looked at again; "
        f"log loss {result.loss_before:.4f}, with temperatures {result.loss_after:.4f}\n"
        f"temperatures: {result.temperatures.once:.3f} {result.temperatures.again:.3f}"
    )
    if reliability is not None:
        write_image(reliability, reliability_chart([result.before, result.after]))
    if write:
        state_temperatures(
            (models or model_dir()) / f"{faces.classifier}.onnx", result.temperatures
        )


@evaluate_app.command("taught")
def taught(
    deck: Decks,
    textures: Textures = None,
    reveals: Annotated[
        Path | None, typer.Option(help="Folder with labels.json of reveals of these decks.")
    ] = None,
    crops: Annotated[int, typer.Option(min=0, help="Composed cards to read of each deck.")] = 400,
    models: Annotated[Path | None, typer.Option(help="Folder of models to measure.")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    threads: Annotated[int | None, typer.Option(min=1)] = None,
) -> None:
    """Teach decks from composed pictures of single cards, and read them before and after."""
    from referee.training.decks import load_decks, load_textures
    from referee.training.taught_report import report_taught

    tops = load_textures(textures) if textures else ()
    for line in report_taught(load_decks(deck), tops, reveals, crops, models, seed, threads):
        print(line, flush=True)
