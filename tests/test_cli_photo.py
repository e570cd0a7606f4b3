"""Photographs on the command line, read by a stand-in reader that sees what a test lays down."""

import json
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cards import Card
from referee.deal_file import read_deal
from referee.frames.frame import Frame
from referee.seats import Seat
from referee.vision.detector import CardReader
from referee.vision.sighting import Candidate, CardSighting
from referee.weights import model_dir
from tests.conftest import GOLDEN, Run

Referee = Callable[..., Run]

SURE = 0.99
MODELS = model_dir()
CENTRES = {Seat.A: (400, 500), Seat.B: (700, 300), Seat.C: (400, 100), Seat.D: (100, 300)}
ALONG = {Seat.A: (1, 0), Seat.B: (0, -1), Seat.C: (-1, 0), Seat.D: (0, 1)}
"""From the owner's left to the owner's right."""
CARD = np.array([(-20, -30), (20, -30), (20, 30), (-20, 30)], np.float64)


@dataclass
class Laid:
    """Stands in for the card reader: the cards that a test laid on the table."""

    sightings: list[CardSighting] = field(default_factory=list)

    def lay(self, seat: Seat, place: int, *candidates: tuple[str | None, float]) -> None:
        """A card at a seat, 1 to 4 from the owner's left; None lies face down."""
        middle = np.add(CENTRES[seat], np.multiply(ALONG[seat], 45 * (place - 2.5)))
        self.sightings.append(
            CardSighting(
                CARD + middle,
                tuple(Candidate(Card.parse(c) if c else None, p) for c, p in candidates),
                SURE,
            )
        )

    def read(
        self, frame: Frame, enough: object = None, patient: bool = True
    ) -> tuple[CardSighting, ...]:
        """What CardReader.read would find."""
        return tuple(self.sightings)

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> tuple[CardSighting, ...]:
        """The same cards again."""
        return tuple(self.sightings)


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> Laid:
    reader = Laid()
    monkeypatch.setattr(CardReader, "load", lambda **_: reader)
    return reader


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((600, 800, 3), 90, np.uint8))
    return path


@pytest.fixture
def bets(tmp_path: Path) -> Path:
    path = tmp_path / "bets.yaml"
    path.write_text(BETS, encoding="utf-8")
    return path


BETS = """
mano: A
score: {AC: 12, BD: 7}
bets:
  grande: A envido 2, B quiero
  pares: [C envido 2, B 5 más, C no quiero]
"""
HANDS = {
    seat: [card.code for card in hand.cards]
    for seat, hand in (read_deal((GOLDEN / "raised.yaml").read_text()).hands or {}).items()
}


def lay_all(laid: Laid, but: tuple[str, ...] = ()) -> None:
    """The hands of the golden deal, every card read surely, but for some labels."""
    for seat, codes in HANDS.items():
        for place, code in enumerate(codes, 1):
            if f"{seat}{place}" not in but:
                laid.lay(seat, place, (code, SURE))


def test_a_photograph_settles_like_the_typed_deal(
    referee: Referee, laid: Laid, photo: Path, bets: Path
) -> None:
    lay_all(laid)
    run = referee("settle", photo, "--bets", bets)
    assert (run.status, run.err) == (0, "")
    assert run.out == referee("settle", GOLDEN / "raised.yaml").out


def test_the_reading_is_part_of_the_json(
    referee: Referee, laid: Laid, photo: Path, bets: Path
) -> None:
    lay_all(laid)
    data = json.loads(referee("settle", photo, "--bets", bets, "--json").out)
    typed = json.loads(referee("settle", GOLDEN / "raised.yaml", "--json").out)
    assert data["settlement"] == typed["settlement"]
    reading = data["reading"]
    assert (reading["complete"], reading["size"], reading["faults"]) == (True, [800, 600], [])
    first = reading["hands"]["A"][0]
    assert (first["label"], first["code"], first["confidence"]) == ("A1", "12O", SURE)
    assert first["quad"][0] == [312.5, 470.0]


def test_a_doubtful_card_is_never_scored(
    referee: Referee, laid: Laid, photo: Path, bets: Path, golden: Callable[[str, str], None]
) -> None:
    lay_all(laid, but=("A2", "C4"))
    laid.lay(Seat.A, 2, ("7C", 0.6), ("7E", 0.3), ("6C", 0.05))
    laid.lay(Seat.C, 4, (None, 0.9), ("1O", 0.1))
    run = referee("settle", photo, "--bets", bets)
    assert (run.status, run.err) == (1, "")
    golden("doubtful.txt", run.out.replace(str(photo), "table.png"))
    data = json.loads(referee("settle", photo, "--bets", bets, "--json").out)
    assert data["settlement"] is None
    assert [(f["kind"], f["cards"]) for f in data["reading"]["faults"]] == [
        ("doubtful", ["A2"]),
        ("face_down", ["C4"]),
    ]


def test_named_cards_are_scored(referee: Referee, laid: Laid, photo: Path, bets: Path) -> None:
    lay_all(laid, but=("A2", "C4"))
    laid.lay(Seat.A, 2, ("7O", 0.6), ("7C", 0.3))
    laid.lay(Seat.C, 4, (None, 0.9))
    named = ("--card", "a2=7C", "--card", "C4=as de oros")
    run = referee("settle", photo, "--bets", bets, *named)
    assert run.out == referee("settle", GOLDEN / "raised.yaml").out


def test_all_faults_of_a_reveal_are_told(
    referee: Referee, laid: Laid, photo: Path, bets: Path
) -> None:
    lay_all(laid, but=("A2", "B1", "D4"))
    laid.lay(Seat.A, 2, ("8C", SURE))
    laid.lay(Seat.B, 1, ("12O", SURE))
    run = referee("settle", photo, "--bets", bets)
    assert run.status == 1
    for told in ("D shows 3 cards", "8C", "not in the pack", "read 2 times: A1, B1"):
        assert told in run.out


def test_reading_alone_succeeds_whatever_was_read(
    referee: Referee, laid: Laid, photo: Path
) -> None:
    lay_all(laid, but=("D4",))
    run = referee("read", photo)
    assert run.status == 0
    assert "D shows 3 cards" in run.out
    assert json.loads(referee("read", photo, "--json").out)["reading"]["complete"] is False


@pytest.mark.parametrize("sure", [True, False])
def test_the_annotated_picture_is_written(
    referee: Referee, laid: Laid, photo: Path, bets: Path, tmp_path: Path, sure: bool
) -> None:
    lay_all(laid, but=() if sure else ("A1",))
    out = tmp_path / "annotated.png"
    assert referee("settle", photo, "--bets", bets, "--image", out).status == (0 if sure else 1)
    drawn = cv2.imread(str(out))
    assert drawn is not None and drawn.shape == (600, 800, 3)
    assert (drawn != 90).any()


def test_a_picture_that_cannot_be_written_leaves_nothing(
    referee: Referee, laid: Laid, photo: Path, bets: Path, tmp_path: Path
) -> None:
    lay_all(laid)
    before = sorted(tmp_path.rglob("*"))
    for out in (tmp_path / "missing" / "a.png", tmp_path / "a.gif"):
        run = referee("settle", photo, "--bets", bets, "--image", out)
        assert (run.status, run.out) == (2, "")
        assert len(run.err.splitlines()) == 1 and str(out) in run.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """A second and a half of a table on which nothing moves."""
    path = tmp_path / "table.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (800, 600))
    for _ in range(15):
        writer.write(np.full((600, 800, 3), 90, np.uint8))
    writer.release()
    return path


def test_a_clip_settles_like_a_photograph(
    referee: Referee, laid: Laid, clip: Path, bets: Path
) -> None:
    lay_all(laid)
    run = referee("settle", clip, "--bets", bets)
    assert (run.status, run.err) == (0, "")
    assert run.out == referee("settle", GOLDEN / "raised.yaml").out
    assert 0 < json.loads(referee("read", clip, "--json").out)["reading"]["time_s"] < 1.5


def test_a_clip_with_a_doubtful_card_is_not_scored(
    referee: Referee, laid: Laid, clip: Path, bets: Path
) -> None:
    lay_all(laid, but=("A2",))
    laid.lay(Seat.A, 2, ("7C", 0.6), ("7E", 0.3))
    run = referee("settle", clip, "--bets", bets)
    assert run.status == 1
    assert "A2 is doubtful: 7C 60 %, 7E 30 %" in run.out
    named = referee("settle", clip, "--bets", bets, "--card", "A2=7C")
    assert named.out == referee("settle", GOLDEN / "raised.yaml").out


def test_a_clip_without_cards(referee: Referee, laid: Laid, clip: Path, bets: Path) -> None:
    run = referee("settle", clip, "--bets", bets)
    assert (run.status, run.out) == (2, "")
    assert "the table never lies still for long enough with cards on it" in run.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--card", "A9=7O"), "--card A9: no such card; read were A1, A2, A3, A4, B1"),
        (("--card", "A9=7O", "--card", "B8=6O"), "--card A9, B8: no such card; read were"),
        (("--card", "A2"), "--card 'A2' cannot be read; write a label and a card, as in A2=7O"),
        (("--card", "A2=13O"), "cannot read '13O' as a card"),
        (("--card", "A2=8O"), "--card A2: 8O (8 de oros) is not in the"),
        (("--card", "A2=7O", "--card", "A2=7C"), "--card names A2 twice"),
        (("--table", "no.json"), "no.json: No such file or directory"),
    ],
)
def test_bad_options_of_a_photograph(
    referee: Referee,
    laid: Laid,
    photo: Path,
    bets: Path,
    arguments: tuple[str, ...],
    says: str,
) -> None:
    lay_all(laid)
    run = referee("settle", photo, "--bets", bets, *arguments)
    assert (run.status, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    assert says in run.err


def test_every_card_that_is_named_wrongly_is_told(
    referee: Referee, photo: Path, bets: Path
) -> None:
    cards = [word for text in ("A2", "A3=13O", "A4=8O") for word in ("--card", text)]
    run = referee("settle", photo, "--bets", bets, *cards)
    assert (run.status, run.out) == (2, "")
    said = run.err.splitlines()
    assert "--card 'A2' cannot be read" in said[0]
    assert "--card A3: cannot read '13O'" in said[1]
    assert "--card A4: 8O" in said[2]


def test_a_photograph_without_cards(referee: Referee, laid: Laid, photo: Path, bets: Path) -> None:
    run = referee("settle", photo, "--bets", bets)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"referee: {photo}: no cards found; ")


def jpeg(width: int, height: int) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3)).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", noise)[1])


def png_that_claims(width: int, height: int) -> bytes:
    """A whole small file whose header declares an enormous picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(3 * width + 1) * 4)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", rows), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


BAD_PICTURES = {
    "notes.jpg": (b"this is no picture", "not an image that can be read"),
    "empty.jpg": (b"", "the file is empty"),
    "cut.jpg": (jpeg(320, 240)[:4000], "the file is cut short"),
    "dot.png": (bytes(cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1]), "1x1 px"),
    "huge.png": (png_that_claims(20_000, 10_000), "20000x10000 px is 200 megapixels"),
    "clip.mp4": (b"no recording either", "not a recording that can be read"),
    "empty.mp4": (b"", "the file is empty"),
}


@pytest.mark.parametrize("name", BAD_PICTURES)
@pytest.mark.parametrize("verb", ["settle", "read"])
def test_bad_pictures(
    referee: Referee,
    laid: Laid,
    tmp_path: Path,
    bets: Path,
    verb: str,
    name: str,
) -> None:
    data, says = BAD_PICTURES[name]
    path = tmp_path / name
    path.write_bytes(data)
    out = tmp_path / "annotated.png"
    more = ("--bets", bets) if verb == "settle" else ()
    run = referee(verb, path, *more, "--image", out)
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"referee: {path}: ")
    assert len(run.err.splitlines()) == 1
    assert says in run.err
    assert not out.exists()


def test_missing_models_are_named(
    referee: Referee, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.weights.model_dir", lambda: tmp_path / "nowhere")
    run = referee("read", photo)
    assert (run.status, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    assert "missing; restore it" in run.err


@pytest.mark.parametrize(
    "faces, classifier", [("spanish", "cards-classifier"), ("french", "cards-french")]
)
def test_faces_are_read_by_the_model_made_for_them(
    referee: Referee,
    photo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    faces: str,
    classifier: str,
) -> None:
    for suffix in ("onnx", "md"):
        (tmp_path / f"cards-detector.{suffix}").symlink_to(MODELS / f"cards-detector.{suffix}")
    monkeypatch.setattr("referee.weights.model_dir", lambda: tmp_path)
    run = referee("read", photo, "--faces", faces)
    assert (run.status, run.out) == (2, "")
    assert f"{classifier}.onnx: missing" in run.err


def test_altered_models_are_refused(
    referee: Referee, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("cards-detector", "cards-classifier"):
        (tmp_path / f"{name}.onnx").write_bytes(b"other weights")
        (tmp_path / f"{name}.md").write_text(f"sha256: {'0' * 64}\n")
    monkeypatch.setattr("referee.weights.model_dir", lambda: tmp_path)
    run = referee("read", photo)
    assert (run.status, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    assert "altered" in run.err
