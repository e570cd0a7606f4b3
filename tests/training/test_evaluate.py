"""The measurements, against counts made by hand over a few made-up pictures."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest

from referee.cards import Card
from referee.errors import UnreadableError
from referee.frames.frame import Frame, FrameError
from referee.seats import Seat
from referee.training.confusions import confusions
from referee.training.evaluate import Report, evaluate
from referee.training.evaluate_report import report_json, report_lines
from referee.training.labels import LabelError, LabelledCard, read_labels
from referee.training.matching import match
from referee.vision.detector import CardReader
from referee.vision.sighting import CardSighting
from tests.vision.table_views import Laid, sighting, view

SEEN = view({seat: Laid() for seat in Seat})
CODES = ["12O", "12C", "7E", "1B", "3O", "3C", "4E", "5B", "10O", "11C", "11E", "6B", "2O", "1C"]
CODES += ["2E", "7B"]
SURE = 0.99


class Told:
    """Stands in for the card reader: sees in each picture what a test says."""

    def __init__(self, seen: Mapping[str, Sequence[CardSighting]]) -> None:
        self.seen = seen

    def read(
        self, frame: Frame, enough: object = None, patient: bool = True
    ) -> tuple[CardSighting, ...]:
        return tuple(self.seen[Path(frame.source).name])


def measured(folder: Path, seen: Mapping[str, Sequence[CardSighting]]) -> Report:
    return evaluate(folder, cast(CardReader, Told(seen)))


def pairs_of(report: Report) -> dict[tuple[str, str], int]:
    """How often each card was read as which other."""
    return {(c.truth, c.read_as): len(c.readings) for c in confusions(report.readings)}


def picture(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((64, 64, 3), 90, np.uint8))


# --- composed reveals --------------------------------------------------------------------------


def reveal_entry(deck: str, hidden: tuple[int, ...] = ()) -> dict[str, Any]:
    """Labels of the sixteen cards; those `hidden` show a fifth of themselves."""
    corners = {
        "A": [[560, 1140], [960, 540], [1360, 1140]],
        "B": [[1360, 1140], [960, 540], [1360, -60]],
        "C": [[1360, -60], [960, 540], [560, -60]],
        "D": [[560, -60], [960, 540], [560, 1140]],
    }
    cards = [
        {
            "code": code,
            "seat": str(owner),
            "quad": quad.tolist(),
            "visible": 0.2 if i in hidden else 0.9,
        }
        for i, (code, owner, quad) in enumerate(zip(CODES, SEEN.owners, SEEN.quads, strict=True))
    ]
    return {
        "deck": deck,
        "difficulty": "easy",
        "camera": "overhead",
        "layout": "row",
        "size": [1920, 1080],
        "cards": cards,
        "calib": {"seat_polygons": corners},
    }


@pytest.fixture
def reveals(tmp_path: Path) -> Path:
    """Three tables: `clear.png`, `misread.png` and `partial.png` (where B1 hardly shows)."""
    entries = {
        "images/clear.png": reveal_entry("gnu"),
        "images/misread.png": reveal_entry("gnu"),
        "images/partial.png": reveal_entry("classic", hidden=(4,)),
    }
    for name in entries:
        picture(tmp_path / name)
    (tmp_path / "labels.json").write_text(json.dumps({"version": 1, "images": entries}))
    return tmp_path


def all_right() -> list[CardSighting]:
    return [sighting(q, (c, SURE)) for q, c in zip(SEEN.quads, CODES, strict=True)]


def what_is_seen() -> dict[str, list[CardSighting]]:
    """One card misread; then one missed that hardly shows, one doubtful, and one made up at D."""
    misread = all_right()
    misread[1] = sighting(SEEN.quads[1], ("4C", SURE))
    partial = all_right()
    partial[8] = sighting(SEEN.quads[8], ("10O", 0.5))
    made_up = sighting(SEEN.quads[14] + np.array([-84, 0]), ("4O", SURE))
    return {
        "clear.png": all_right(),
        "misread.png": misread,
        "partial.png": [*partial[:4], *partial[5:], made_up],
    }


def test_three_tables_are_counted_as_by_hand(reveals: Path) -> None:
    tally = measured(reveals, what_is_seen()).tally("all", "all")
    assert asdict(tally) == {
        "cards": 16 + 16 + 15,
        "found": 16 + 16 + 15,
        "read": 16 + 15 + 15,
        "certain_read": 16 + 15 + 14,
        "predicted": 16 + 16 + 16,
        "predicted_right": 16 + 15 + 15,
        "certain": 16 + 16 + 15,
        "certain_right": 16 + 15 + 14,
        "hands": 12,
        "exact_hands": 4 + 3 + 2,
        "reveals": 3,
        "exact_reveals": 1,
        "committed": 2,
        "committed_right": 1,
    }


def test_tables_are_counted_by_deck_and_kind_too(reveals: Path) -> None:
    report = measured(reveals, what_is_seen())
    assert next(iter(report.tallies)) == ("all", "all")
    assert set(report.tallies) == {
        ("all", "all"),
        ("deck", "gnu"),
        ("deck", "classic"),
        ("difficulty", "easy"),
        ("camera", "overhead"),
        ("layout", "row"),
    }
    assert report.tally("deck", "gnu").cards == 32
    assert report.tally("deck", "gnu").exact_reveals == 1
    assert report.tally("deck", "classic").cards == 15
    assert report.tally("layout", "row") == report.tally("all", "all")


def test_confusions_and_predictions_are_kept(reveals: Path) -> None:
    report = measured(reveals, what_is_seen())
    assert pairs_of(report) == {("12C", "4C"): 1}
    assert report.predictions["images/misread.png"] == {
        "A": ["12O", "4C", "7E", "1B"],
        "B": ["3O", "3C", "4E", "5B"],
        "C": ["10O", "11C", "11E", "6B"],
        "D": ["2O", "1C", "2E", "7B"],
    }
    assert report.predictions["images/partial.png"]["B"] == ["3C", "4E", "5B"]


def test_a_reader_that_sees_nothing_scores_nothing(reveals: Path) -> None:
    blind: dict[str, list[CardSighting]] = {name: [] for name in what_is_seen()}
    tally = measured(reveals, blind).tally("all", "all")
    assert (tally.cards, tally.found, tally.read, tally.predicted) == (47, 0, 0, 0)
    assert (tally.exact_hands, tally.exact_reveals, tally.committed) == (0, 0, 0)


def test_cards_are_weighed_together_or_one_at_a_time(reveals: Path) -> None:
    """10O is thought to be 12O, which surely lies at A."""
    seen = {name: all_right() for name in what_is_seen()}
    seen["clear.png"][8] = sighting(SEEN.quads[8], ("12O", 0.5), ("10O", 0.45))
    for joint, read in ((True, 47), (False, 46)):
        report = evaluate(reveals, cast(CardReader, Told(seen)), joint=joint)
        assert report.tally("all", "all").read == read


def test_what_lies_at_no_seat_is_no_reading(reveals: Path) -> None:
    seen = what_is_seen()
    seen["clear.png"].append(sighting(SEEN.quads[14] + np.array([-600, 0]), ("4O", SURE)))
    assert measured(reveals, seen).tallies == measured(reveals, what_is_seen()).tallies


def test_a_back_is_no_reading_of_a_face(reveals: Path) -> None:
    seen = what_is_seen()
    seen["clear.png"][0] = sighting(SEEN.quads[0], (None, SURE))
    tally = measured(reveals, seen).tally("all", "all")
    assert (tally.found, tally.predicted) == (46, 47)


def test_the_table_for_people(reveals: Path) -> None:
    report = measured(reveals, what_is_seen())
    header, first, *rest = report_lines(report)
    columns = header.split()
    assert columns[:4] == ["cards", "found", "read", "precis"]
    values = dict(zip(columns, first.removeprefix("all all").split(), strict=True))
    assert values == {
        "cards": "47",
        "found": "100.0",
        "read": "97.9",
        "precis": "95.8",
        "sure": "95.7",
        "sureOK": "95.7",
        "hands": "75.0",
        "exact": "33.3",
        "settled": "66.7",
        "wrong": "1",
    }
    assert any("confidence 0.80" in line for line in rest)


def test_the_report_for_machines(reveals: Path) -> None:
    data = json.loads(json.dumps(report_json(measured(reveals, what_is_seen()))))
    assert data["groups"]["deck gnu"]["cards"] == 32
    assert data["mistaken"] == [["12C", "4C", 1]]
    assert set(data["predictions"]) == {f"images/{name}" for name in what_is_seen()}


# --- photographs -------------------------------------------------------------------------------

BOX = {"7C": (10, 10, 50, 70), "12O": (100, 10, 140, 70), "3B": (200, 10, 240, 70)}


def photo_card(code: str, box: Sequence[int], **changed: object) -> dict[str, object]:
    return {
        "code": code,
        "box": list(box),
        "readable": True,
        "doubtful": False,
        "visible": 1.0,
    } | changed


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photographs, of which one is of no use; a joker, and cards that do not count."""
    cards = [
        photo_card("7C", BOX["7C"]),
        photo_card("12O", BOX["12O"], readable=False),
        photo_card("3B", BOX["3B"], doubtful=True),
        photo_card("J", (300, 10, 340, 70)),
        photo_card("1E", (400, 10, 440, 70)),
    ]
    labels = [
        {"tile": "one.png", "usable": True, "cards": cards},
        {"tile": "lost.png", "usable": False, "cards": [photo_card("1O", (0, 0, 9, 9))]},
    ]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    picture(tmp_path / "one.png")
    return tmp_path


def in_box(code: str, box: Sequence[int], confidence: float = SURE) -> CardSighting:
    x0, y0, x1, y1 = box
    quad = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)
    return sighting(quad, (code, confidence))


def test_photographs_are_counted_as_by_hand(photos: Path) -> None:
    seen = [
        in_box("7C", BOX["7C"]),
        in_box("11O", BOX["12O"]),
        in_box("3B", BOX["3B"], 0.6),
        in_box("5E", (600, 10, 640, 70)),
    ]
    report = measured(photos, {"one.png": seen})
    tally = report.tally("all", "all")
    assert (tally.cards, tally.found, tally.read) == (2, 1, 1), "7C and 1E count, 7C was seen"
    assert (tally.predicted, tally.predicted_right) == (3, 2), "what lies on no label is unknown"
    assert (tally.certain, tally.certain_right, tally.certain_read) == (2, 1, 1)
    assert tally.reveals == tally.hands == 0
    assert pairs_of(report) == {("12O", "11O"): 1}
    assert list(report.tallies) == [("all", "all")]


def test_boxes_need_not_fit_closely(photos: Path) -> None:
    loose = in_box("7C", (10, 10, 90, 100))
    far = in_box("1E", (430, 60, 470, 130))
    tally = measured(photos, {"one.png": [loose, far]}).tally("all", "all")
    assert (tally.found, tally.read, tally.predicted, tally.predicted_right) == (1, 1, 2, 1)


# --- matching ----------------------------------------------------------------------------------


def labelled(*quads: np.ndarray) -> list[LabelledCard]:
    return [LabelledCard(Card.parse("1O"), quad, 1.0, None, True) for quad in quads]


def test_cards_are_matched_one_to_one_best_first() -> None:
    first, second = SEEN.quads[0], np.add(SEEN.quads[0], (12, 0))
    seen = [
        sighting(np.add(second, (1, 0)), ("1O", SURE)),
        sighting(np.add(first, (8, 0)), ("1O", SURE)),
    ]
    assert match(labelled(first, second), seen, boxes=False) == {0: 1, 1: 0}
    assert match(labelled(first), seen, boxes=False) == {0: 1}
    assert match(labelled(first, second), seen[:1], boxes=False) == {1: 0}


def test_what_hardly_overlaps_is_no_match() -> None:
    quad = SEEN.quads[0]
    width = float(np.linalg.norm(quad[1] - quad[0]))
    for share, matched in ((0.25, True), (0.40, False)):
        seen = [sighting(np.add(quad, (share * width, 0)), ("1O", SURE))]
        assert bool(match(labelled(quad), seen, boxes=False)) is matched


def test_no_labels_or_no_sightings_match_nothing() -> None:
    assert match([], all_right(), boxes=False) == {}
    assert match(labelled(SEEN.quads[0]), [], boxes=True) == {}


# --- labels that cannot be read ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        "3",
        "[]",
        '{"images": {}}',
        '{"images": {"a.png": {}}}',
        "[3]",
        '[{"usable": true}]',
        "null",
    ],
)
def test_labels_in_another_format_are_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.json").write_text(text)
    with pytest.raises(LabelError) as caught:
        read_labels(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'labels.json'}: ")
    assert str(caught.value).endswith("; expected the labels of a card benchmark")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, UnreadableError)


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"labels\.json: .*No such file"):
        read_labels(tmp_path)


def test_a_labelled_picture_that_is_missing_is_named(reveals: Path) -> None:
    (reveals / "images" / "clear.png").unlink()
    with pytest.raises(FrameError, match=r"clear\.png: No such file"):
        measured(reveals, what_is_seen())
