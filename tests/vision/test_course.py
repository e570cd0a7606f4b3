"""A deck while it is taught: what is seen, missing and doubtful, and what a person says of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.cards import Card
from referee.errors import NotAllowedError
from referee.vision.course import MOST_SHOWINGS, Course
from referee.vision.showing import Watching
from tests.vision.test_teaching import CARDS, CLASSES, Shown, singly

CODES = [card.code for card in CARDS]


def course(codes: Sequence[str], **read_as: str) -> Course:
    return Course(CARDS, tuple(CLASSES)).looked(singly(codes, **read_as))


def missing(course: Course) -> list[str]:
    return [card.code for card in course.lesson.missing]


def test_before_anything_was_shown_everything_is_missing() -> None:
    empty = Course(CARDS, tuple(CLASSES))
    assert missing(empty) == CODES
    assert not empty.lesson.complete and not empty.full


def test_cards_are_seen_one_after_the_other() -> None:
    reader = Shown([[(code, 100.0, None)] for code in ("7O", "1O", "back", "7O")])
    watching, taught, left = Watching(reader, moving=False), Course(CARDS, tuple(CLASSES)), []
    for frame in reader.frames():
        assert watching.feed(frame)
        taught = taught.looked(watching.shown)
        left.append(len(taught.lesson.missing))
    assert left == [5, 4, 4, 4]
    assert missing(taught) == ["12O", "1C", "7C", "12C"]
    assert "back" in taught.lesson.plates


def test_a_course_does_not_change_with_the_showing() -> None:
    shown = singly(["7O"])
    before = Course(CARDS, tuple(CLASSES)).looked(shown)
    plates = len(before.shown[0].plates)
    shown[0].join(singly(["7O"])[0])
    assert len(before.shown[0].plates) == plates == 1


def test_a_doubt_is_settled_by_a_person() -> None:
    doubtful = course(CODES, c7O="7C")
    assert {doubt.number for doubt in doubtful.lesson.doubts} == {2, 5}
    named = doubtful.name(2, Card.parse("7O"))
    assert named.lesson.complete
    assert named.lesson.names[2] == "7O"
    assert doubtful.lesson.doubts, "the course before is what it was"


def test_a_person_may_change_their_mind() -> None:
    named = course(CODES, c7O="7C").name(2, Card.parse("1C")).name(2, Card.parse("7O"))
    assert named.lesson.complete


def test_what_is_no_card_of_the_deck_is_left_out_with_all_its_views() -> None:
    taught = course([*CODES, "8O", "8O"])
    (extra,) = taught.lesson.extras
    assert extra.foreign
    rest = taught.leave_out(extra.number)
    assert rest.lesson.complete and rest.left_out == {7, 8}


def test_a_card_left_out_is_missing_until_it_is_shown_again() -> None:
    taught = course(CODES).name(2, Card.parse("7O")).leave_out(2)
    assert missing(taught) == ["7O"] and taught.named == {}
    assert taught.looked(singly([*CODES, "7O"])).lesson.complete


@pytest.mark.parametrize(
    ("number", "card", "message"),
    [
        (2, "8O", "8O is not in this pack of 6"),
        (9, "7O", "card 9 is not there any more"),
    ],
)
def test_names_that_mean_nothing_are_refused(number: int, card: str, message: str) -> None:
    with pytest.raises(NotAllowedError, match=message):
        course(CODES).name(number, Card.parse(card))


def test_a_card_that_was_joined_to_another_has_no_number_of_its_own() -> None:
    taught = course([*CODES, "7O"])
    with pytest.raises(NotAllowedError, match="card 7 is not there any more"):
        taught.leave_out(7)


def test_there_is_an_end_to_what_is_looked_at() -> None:
    assert course(["7O"] * MOST_SHOWINGS).full
