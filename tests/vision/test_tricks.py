"""Cards laid one at a time, in order, and swept, from sightings alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.cards import Card
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.tricks import (
    ASK_AFTER,
    SWEPT_AFTER,
    VOTES,
    CardLaid,
    NotSwept,
    Swept,
    TrickEvent,
    TrickWatch,
)

PLACES = {
    "a": (400.0, 300.0),
    "on_a": (415.0, 335.0),
    "b": (600.0, 300.0),
    "c": (500.0, 420.0),
    "d": (900.0, 700.0),
}
"""Where cards lie, px; a card is 60 by 95."""


def seen(text: str) -> list[CardSighting]:
    """`Kh@a 9h@b:0.6 #@c`: cards at places, how sure the reader is, and # for a back."""
    found = []
    for part in text.split():
        code, place = part.split("@")
        place, _, confidence = place.partition(":")
        card = None if code == "#" else Card.parse(code)
        quad = _quad(*PLACES[place])
        found.append(CardSighting(quad, (Candidate(card, float(confidence or 0.95)),), 0.9))
    return found


def _quad(x: float, y: float) -> NDArray[np.float64]:
    return np.array([(x - 30, y - 47), (x + 30, y - 47), (x + 30, y + 47), (x - 30, y + 47)])


def watched(watch: TrickWatch, *readings: str) -> list[str]:
    """What is said of the readings: `Kh`, `9h?` doubtful, `Kh~` order unknown, `swept 2`."""
    said = []
    for number, reading in enumerate(readings):
        for event in watch.see(seen(reading), float(number)):
            said.append(_spoken(event))
    return said


def _spoken(event: TrickEvent) -> str:
    if isinstance(event, CardLaid):
        card = event.card.french if event.card else "#"
        return card + ("" if event.certain else "?") + ("" if event.order_known else "~")
    return f"{'swept' if isinstance(event, Swept) else 'not swept'} {len(event.trick)}"


A, AB, ABC = "Kh@a", "Kh@a 9h@b", "Kh@a 9h@b Th@c"
CLEAR = ("",) * SWEPT_AFTER


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ((A,) * VOTES, ["Kh"]),
        ((A,) * (VOTES - 1), []),
        ((A, "", A), []),
        ((A, A, AB, AB, ABC, ABC), ["Kh", "9h", "Th"]),
        ((A, A, AB, AB, *CLEAR), ["Kh", "9h", "swept 2"]),
        ((A, A, AB, AB, *CLEAR[1:], AB), ["Kh", "9h"]),
        ((AB, AB), ["Kh~", "9h~"]),
        ((A, A, ABC, ABC), ["Kh", "9h~", "Th~"]),
        ((A, AB, AB, ABC, ABC), ["Kh", "9h", "Th"]),
        (("Kh@a:0.6",) * (ASK_AFTER - 1), []),
        (("Kh@a:0.6",) * ASK_AFTER, ["Kh?"]),
        (("Kh@a:0.6", "Qh@a", "Kh@a", "Kh@a"), ["Kh"]),
        (("#@a",) * 9, []),
        ((*("8s@d",) * 4, *("8s@d Kh@a",) * VOTES), ["Kh"]),
    ],
)
def test_what_readings_say(readings: Sequence[str], said: list[str]) -> None:
    assert watched(TrickWatch([Card.parse("8s")]), *readings) == said


def test_a_later_card_waits_for_one_that_is_still_doubtful() -> None:
    readings = ["Kh@a:0.5"] * 2 + ["Kh@a:0.5 9h@b"] * 4
    assert watched(TrickWatch(), *readings) == []
    assert watched(TrickWatch(), *readings, "Kh@a 9h@b", "Kh@a 9h@b") == ["Kh", "9h"]


@pytest.mark.parametrize("place", ["a", "on_a"])
def test_a_covered_card_stays_in_the_trick(place: str) -> None:
    """The 9 lies on the middle of the king, which is not seen any more."""
    watch = TrickWatch()
    assert watched(watch, A, A, *[f"9h@{place}"] * SWEPT_AFTER) == ["Kh", "9h"]
    assert [laid.card.french for laid in watch.trick if laid.card] == ["Kh", "9h"]


def test_a_card_that_is_moved_is_not_laid_again() -> None:
    assert watched(TrickWatch(), A, A, "Kh@c", "Kh@c", "Kh@c") == ["Kh"]


def test_the_next_lead_is_laid_after_the_sweep_although_it_is_seen_before() -> None:
    said = watched(TrickWatch(), A, A, AB, AB, *("Qd@c",) * 4)
    assert said == ["Kh", "9h", "swept 2", "Qd"]


def test_a_card_of_an_earlier_trick_is_not_laid_again() -> None:
    watch = TrickWatch()
    said = watched(watch, A, A, *CLEAR, "Kh@d", "Kh@d", "Kh@d Qd@b", "Kh@d Qd@b")
    assert said == ["Kh", "swept 1", "Qd"]


def test_a_trick_that_was_only_covered_goes_on() -> None:
    watch = TrickWatch()
    assert watched(watch, A, A, *CLEAR, A, AB, AB) == ["Kh", "swept 1", "not swept 1", "9h"]
    assert len(watch.trick) == 2
    assert watched(watch, *CLEAR) == ["swept 2"]


FULL = ("{lead}", "{lead} 9h@b", "{lead} 9h@b Th@c")


@pytest.mark.parametrize(
    ("lead", "next_lead", "said"),
    [
        ("Kh@a:0.5", "9d@a", "9d"),
        ("Kh@a", "Qd@a:0.5", "Qd?"),
        ("Kh@a", "9d@a", "9d"),
        ("Kh@a:0.5", "Qd@a:0.5", "Qd?"),
    ],
)
def test_a_lead_where_the_last_one_lay_is_laid_although_the_table_was_never_seen_bare(
    lead: str, next_lead: str, said: str
) -> None:
    watch = TrickWatch()
    for reading in FULL:
        watched(watch, *[reading.format(lead=lead)] * ASK_AFTER)
    assert len(watch.trick) == 3
    assert watched(watch, *[next_lead] * ASK_AFTER) == ["swept 3", said]
    assert watched(watch, *[f"{next_lead} Jd@b"] * VOTES) == ["Jd"]


def test_a_card_half_covered_and_read_as_another_is_not_laid_again() -> None:
    watch = TrickWatch()
    assert watched(watch, A, A, *["Qd@a:0.5 9h@on_a"] * ASK_AFTER) == ["Kh", "9h"]


def test_a_doubtful_lead_that_looks_like_the_last_one_does_not_undo_the_sweep() -> None:
    watch = TrickWatch()
    said = watched(watch, *["Kh@a:0.5"] * ASK_AFTER, *CLEAR, *["Kh@a:0.6"] * ASK_AFTER)
    assert said == ["Kh?", "swept 1", "Kh?"]


def test_two_doubtful_cards_that_lie_where_they_lay_were_only_covered() -> None:
    both = ["Kh@a:0.5 9h@b:0.5"] * ASK_AFTER
    assert watched(TrickWatch(), *both, *CLEAR, both[0]) == [
        "Kh?~",
        "9h?~",
        "swept 2",
        "not swept 2",
    ]


def test_cards_outside_the_playing_area_are_not_played() -> None:
    area = np.array([(300.0, 200.0), (300, 500), (700, 500), (700, 200)])
    for polygon in (area, area[::-1]):
        assert watched(TrickWatch(area=polygon), "Kh@a Qd@d", "Kh@a Qd@d") == ["Kh"]


def test_events_carry_the_reading_that_decided_them() -> None:
    watch = TrickWatch()
    events = [
        event
        for number, reading in enumerate((A, A, *CLEAR, A))
        for event in watch.see(seen(reading), number / 2)
    ]
    laid, swept, back = events
    assert isinstance(laid, CardLaid) and laid.time_s == 0.5
    assert isinstance(swept, Swept) and (swept.trick, swept.time_s) == ((laid,), 2.0)
    assert isinstance(back, NotSwept) and (back.trick, back.time_s) == ((laid,), 2.5)


def tricks_on_the_table(tricks: Sequence[str]) -> Iterator[str]:
    """The readings of whole tricks, each card for a while, then taken away."""
    for trick in tricks:
        cards = [f"{code}@{place}" for code, place in zip(trick.split(), "abc", strict=True)]
        for count in range(1, len(cards) + 1):
            yield from [" ".join(cards[:count])] * 3
        yield from CLEAR


def test_whole_tricks_are_read_in_order() -> None:
    tricks = ["Kh 9h Th", "Qh 9s 8d", "Kd 9d Ad", "Js As Ks", "Qs Qd Ts"]
    watch = TrickWatch([Card.parse("8s")])
    read = []
    for number, reading in enumerate(tricks_on_the_table(tricks)):
        for event in watch.see(seen(f"8s@d {reading}"), float(number)):
            if isinstance(event, Swept):
                read.append(" ".join(laid.card.french for laid in event.trick if laid.card))
    assert read == tricks
