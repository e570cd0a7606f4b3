"""From cards that were shown to a deck: any order, given order, and everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision.models import Faces
from referee.vision.showing import LEAST_ODDS, Showing, watch
from referee.vision.sighting import Candidate, CardSighting
from referee.vision.teach_sheet import draw_sheet
from referee.vision.teaching import Lesson, lesson

CARDS = tuple(Card.parse(code) for code in ("1O", "7O", "12O", "1C", "7C", "12C"))
CLASSES = [card.code for card in CARDS] + ["8O", "back", "none"]


class Shown:
    """A reader that sees in each picture the cards told; a card is its class, a place and odds."""

    def __init__(self, pictures: Sequence[Sequence[tuple[str, float, str | None]]]) -> None:
        """Each card: what it is, where (px), and what it is read as (None: as it is)."""
        self._pictures = pictures

    def frames(self, step_s: float = 1.0) -> Iterator[Frame]:
        """One grey picture a step; its number is its time."""
        for i in range(len(self._pictures)):
            yield Frame(np.full((200, 900, 3), 99, np.uint8), i * step_s, f"{i}.png")

    def read(self, frame: Frame) -> list[CardSighting]:
        """Places only."""
        self._now = self._pictures[int(frame.time_s)]
        return [CardSighting(quad_at(x), (Candidate(None, 0.5),), 0.9) for _, x, _ in self._now]

    def features_at(self, image: np.ndarray, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Odds of 0.9 for what it is read as; a feature of its own for each card."""
        odds = np.full((len(quads), len(CLASSES)), 0.1 / (len(CLASSES) - 1), np.float32)
        features = np.zeros((len(quads), 2, len(CLASSES)), np.float32)
        for row, (code, _, read) in enumerate(self._now):
            odds[row, CLASSES.index(read or code)] = 0.9
            features[row, :, CLASSES.index(code)] = 1
        return odds, features


def quad_at(x: float) -> np.ndarray:
    return np.array([(x, 50.0), (x + 61, 50), (x + 61, 145), (x, 145)])


def shown(*pictures: Sequence[tuple[str, float, str | None]]) -> list[Showing]:
    reader = Shown(pictures)
    return list(watch(reader, reader.frames(), moving=False))[-1]


def singly(codes: Sequence[str], **read_as: str) -> list[Showing]:
    """One picture for each card; `read_as` c7O="7C" reads the 7O as 7C."""
    return shown(*[[(code, 100.0, read_as.get(f"c{code}"))] for code in codes])


def read_as(showing: Showing, **odds: float) -> None:
    """Cards are written c7O; what is left is shared among all others."""
    rest = (1 - sum(odds.values())) / (len(CLASSES) - len(odds))
    told = [odds.get(f"c{name}", rest) for name in CLASSES]
    showing.odds = np.log(np.maximum(told, LEAST_ODDS))


def names(learnt: Lesson) -> list[str]:
    return sorted(learnt.plates)


def test_every_card_once_in_any_order() -> None:
    learnt = lesson(singly(["12C", "1O", "7C", "7O", "1C", "12O"]), CARDS, CLASSES)
    assert learnt.complete
    assert names(learnt) == sorted(card.code for card in CARDS)


def test_fanned_cards_are_as_many_cards() -> None:
    fan = [(card.code, 80.0 * i, None) for i, card in enumerate(CARDS)]
    assert lesson(shown(fan), CARDS, CLASSES).complete


def test_several_views_and_a_back_are_kept() -> None:
    codes = ["1O", "1O", "back", "7O", "12O", "1C", "7C", "12C", "1O"]
    learnt = lesson(singly(codes), CARDS, CLASSES)
    assert learnt.complete
    assert len(learnt.plates["1O"]) == 3
    assert len(learnt.plates["back"]) == 1


def test_a_card_that_is_read_wrong_gets_the_name_that_is_left() -> None:
    """One is read as another that is there as well: together they can only be one thing."""
    learnt = lesson(singly([c.code for c in CARDS], c7O="7C"), CARDS, CLASSES)
    assert not learnt.faults
    assert set(learnt.plates) == {card.code for card in CARDS}
    assert {doubt.number for doubt in learnt.doubts} == {2, 5}, "either may be the 7C"
    told = lesson(singly([c.code for c in CARDS], c7O="7C"), CARDS, CLASSES, named={2: CARDS[1]})
    assert told.complete


def test_a_doubt_says_which_card_where_and_what_it_may_be() -> None:
    (first, _) = lesson(singly([c.code for c in CARDS], c7O="7C"), CARDS, CLASSES).doubts
    assert str(first).startswith("card 2 (in 1.png) may be 7")
    assert "(7 de " in str(first)


def test_a_missing_card_is_told() -> None:
    learnt = lesson(singly(["1O", "7O", "12O", "1C", "12C"]), CARDS, CLASSES)
    assert not learnt.complete
    (fault,) = learnt.faults
    assert fault.startswith("5 of 6 cards were seen; missing, as far as they are told apart: 7C;")


def test_a_face_that_is_taken_for_a_back_is_told_while_cards_are_missing() -> None:
    shown = singly(["1O", "back", "7O", "12O", "1C", "7C", "12C"], c7C="back")
    learnt = lesson(shown, CARDS, CLASSES)
    assert learnt.faults[1:] == (
        "cards 2 and 6 were taken for backs; if one is a face, name it, as in --card 2=7C",
    )
    assert [back.number for back in learnt.backs] == [2, 6]
    told = lesson(shown, CARDS, CLASSES, named={6: CARDS[4]})
    assert told.complete and len(told.plates["back"]) == 1
    (_, fault) = lesson(shown[:2], CARDS, CLASSES).faults
    assert fault.startswith("card 2 was taken for a back; if one")


def test_the_sheet_shows_the_number_of_what_is_taken_for_a_back() -> None:
    shown = singly(["1O", "back", "7C"], c7C="back")
    sheet = draw_sheet(lesson(shown, CARDS, CLASSES))
    assert sheet.shape[1] == 3 * 110, "the one face and both"


def test_a_card_twice_is_told() -> None:
    """Another print of the same card: it looks different, and is read the same."""
    learnt = lesson(singly(["1O", "7O", "12O", "1C", "7C", "12C", "8O"], c8O="7O"), CARDS, CLASSES)
    (fault,) = learnt.faults
    assert fault.startswith("card 7 (in 6.png) is one too many: it looks like 7O, as card 2 does;")
    assert "--card 7=7O" in fault
    again = lesson(
        singly(["1O", "7O", "12O", "1C", "7C", "12C", "8O"], c8O="7O"),
        CARDS,
        CLASSES,
        named={7: CARDS[1], 2: CARDS[1]},
    )
    assert again.complete
    assert len(again.plates["7O"]) == 2


def test_a_card_of_no_such_pack_is_told_as_foreign() -> None:
    learnt = lesson(singly(["1O", "7O", "12O", "1C", "7C", "12C", "8O"]), CARDS, CLASSES)
    (extra,) = learnt.extras
    assert (extra.number, extra.card.code, extra.foreign) == (7, "8O", True)
    assert str(extra).endswith("looks like 8O, which is not in this pack; take it out")
    assert learnt.faults == (str(extra),)


def test_a_doubtful_card_that_plainly_is_of_another_pack_says_so() -> None:
    """While cards are missing, it could as well be one of them."""
    (doubt,) = lesson(singly(["8O", "1O", "7O"]), CARDS, CLASSES).doubts
    assert doubt.number == 1 and doubt.foreign == Card.parse("8O")
    assert str(doubt).endswith("; it looks like 8O, of another pack")
    (plain, _) = lesson(singly([c.code for c in CARDS], c7O="7C"), CARDS, CLASSES).doubts
    assert plain.foreign is None


def test_a_foreign_card_in_place_of_one_that_is_lost_is_asked_about() -> None:
    """No other name is free for it, and it is not taken for the lost one without a question."""
    learnt = lesson(singly(["12C", "1O", "7C", "8O", "1C", "12O"]), CARDS, CLASSES)
    (doubt,) = learnt.doubts
    assert (doubt.number, doubt.foreign) == (4, Card.parse("8O"))
    assert doubt.candidates[0].code == "7O"
    assert not learnt.complete
    told = lesson(learnt.shown, CARDS, CLASSES, named={4: CARDS[1]})
    assert told.complete, "a person knows better"


def test_a_card_whose_name_a_person_gave_to_another_is_asked_about() -> None:
    """The 7O was named 7C by mistake, and the 7C, well read, would be kept as 7O."""
    shown = singly([card.code for card in CARDS])
    learnt = lesson(shown, CARDS, CLASSES, named={2: CARDS[4]})
    (doubt,) = learnt.doubts
    assert (doubt.number, [card.code for card in doubt.candidates[:2]]) == (5, ["7O", "7C"])
    assert lesson(shown, CARDS, CLASSES, named={2: CARDS[1]}).complete
    insisted = lesson(shown, CARDS, CLASSES, named={2: CARDS[4], 5: CARDS[1]})
    assert insisted.complete, "who names both is not asked again"


def test_a_card_shown_in_two_prints_in_place_of_one_that_is_lost_is_asked_about() -> None:
    shown = singly([card.code for card in CARDS])
    read_as(shown[1], c7O=0.99, c7C=0.0001)
    read_as(shown[4], c7O=0.98, c7C=0.004)
    (doubt,) = lesson(shown, CARDS, CLASSES).doubts
    assert (doubt.number, [card.code for card in doubt.candidates[:2]]) == (5, ["7C", "7O"])
    assert lesson(shown, CARDS, CLASSES, named={5: CARDS[4]}).complete


def test_cards_that_are_told_apart_as_a_whole_are_not_asked_about() -> None:
    """All copas are read as oros, but the oros, hardly read, cannot be the copas."""
    shown = singly([card.code for card in CARDS])
    for i in range(3):
        oros, copas, other = CARDS[i].code, CARDS[i + 3].code, CARDS[(i + 1) % 3].code
        read_as(shown[i], **{f"c{oros}": 0.75, f"c{other}": 0.2, f"c{copas}": 0.0001})
        read_as(shown[i + 3], **{f"c{oros}": 0.95, f"c{copas}": 0.045})
    learnt = lesson(shown, CARDS, CLASSES)
    assert learnt.complete
    assert learnt.names == {i + 1: card.code for i, card in enumerate(CARDS)}


def test_what_is_missing_and_what_each_was_taken_for() -> None:
    learnt = lesson(singly(["1O", "12C", "1O"]), CARDS, CLASSES)
    assert [card.code for card in learnt.missing] == ["7O", "12O", "1C", "7C"]
    assert learnt.names == {1: "1O", 2: "12C"}
    assert [(s.number, s.also) for s in learnt.shown] == [(1, [3]), (2, [])]
    assert lesson([], CARDS, CLASSES).missing == CARDS


def test_what_is_told_of_a_french_pack_is_written_as_its_faces_are() -> None:
    shown = singly(["1O", "7O", "12O", "1C", "12C", "8O"])
    learnt = lesson(shown, CARDS, CLASSES, named={6: CARDS[4]}, faces=Faces.FRENCH)
    assert learnt.complete
    learnt = lesson(shown, CARDS, CLASSES, faces=Faces.FRENCH)
    (doubt,) = map(str, learnt.doubts)
    assert doubt.startswith("card 6 (in 5.png) may be 7h or ")
    assert doubt.endswith("; it looks like 8d, of another pack")
    learnt = lesson(shown[:1], CARDS, CLASSES, named={1: Card.parse("8O")}, faces=Faces.FRENCH)
    assert learnt.faults == ("8d is not in this pack",)


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ({40: CARDS[0]}, "card 40 was not shown"),
        ({1: Card.parse("8O")}, "8O is not in this pack"),
    ],
)
def test_names_that_mean_nothing_are_told(named: dict[int, Card], fault: str) -> None:
    learnt = lesson(singly([c.code for c in CARDS]), CARDS, CLASSES, named=named)
    assert learnt.faults == (fault,)


def test_nothing_was_shown() -> None:
    assert lesson(shown([]), CARDS, CLASSES).faults == ("no card was seen lying still",)


def test_in_a_known_order_the_reader_is_not_asked() -> None:
    codes = [card.code for card in CARDS]
    wrong = {f"c{code}": codes[i - 1] for i, code in enumerate(codes)}
    learnt = lesson(singly(codes, **wrong), CARDS, CLASSES, in_order=True)
    assert learnt.complete
    assert names(learnt) == sorted(codes)


def test_a_card_left_out_of_the_order_is_told_where() -> None:
    learnt = lesson(singly(["1O", "7O", "1C", "7C", "12C"]), CARDS, CLASSES, in_order=True)
    assert not learnt.complete
    assert any("card 3 (in 2.png) should be 12O" in fault for fault in learnt.faults)


def test_a_name_that_goes_against_the_order_is_a_fault() -> None:
    shown_in_order = singly([card.code for card in CARDS])
    learnt = lesson(shown_in_order, CARDS, CLASSES, named={2: CARDS[2]}, in_order=True)
    assert learnt.faults == (
        "card 2 (in 1.png) should be 7O by the order, but was named 12O; leave out one of the two",
    )
    assert lesson(shown_in_order, CARDS, CLASSES, named={2: CARDS[1]}, in_order=True).complete


def test_of_a_recording_only_what_lies_still_is_looked_at_twice_a_second() -> None:
    asked = []

    class Reader(Shown):
        def read(self, frame: Frame) -> list[CardSighting]:
            asked.append(frame.time_s)
            return []

    reader = Reader([])
    still = np.full((90, 160, 3), 90, np.uint8)
    frames = [Frame(still, i / 10, "x") for i in range(16)]
    list(watch(reader, frames, moving=True))
    assert asked == pytest.approx([0.3, 0.8, 1.3])


def test_a_card_that_lies_on_is_one_showing() -> None:
    class Still(Shown):
        def frames(self, step_s: float = 1.0) -> Iterator[Frame]:
            for i in range(30):
                yield Frame(np.full((200, 900, 3), 99, np.uint8), i / 10, "clip")

        def read(self, frame: Frame) -> list[CardSighting]:
            self._now = [("1O", 100.0, None), ("7O", 300.0 if frame.time_s < 1.5 else 500, None)]
            return [CardSighting(quad_at(x), (Candidate(None, 0.5),), 0.9) for _, x, _ in self._now]

    reader = Still([])
    seen = list(watch(reader, reader.frames(), moving=True))[-1]
    assert [(s.number, s.views > 1) for s in seen] == [(1, True), (2, True), (3, True)]
