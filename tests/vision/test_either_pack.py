"""Which pack lies on the table, and cards of the other among them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.cards import Card
from referee.frames.frame import Frame
from referee.vision.either_pack import EitherPack
from referee.vision.models import Faces
from referee.vision.photograph import read_photograph
from referee.vision.reveal import FaultKind
from referee.vision.reveal_watch import RevealWatch
from referee.vision.sighting import Candidate, CardSighting
from tests.vision.films import StubReader, film, reading, table

Cards = list[CardSighting]


class Remembering(StubReader):
    """What is known of a card stays known when it is looked at again."""

    def reread(self, frame: Frame, cards: Sequence[CardSighting]) -> Sequence[CardSighting]:
        return cards


def packs(spanish: Cards, french: Cards) -> tuple[EitherPack, StubReader, StubReader]:
    """A reader of both packs, and what stands for each."""
    first, second = StubReader(spanish), StubReader(french)
    return EitherPack({Faces.SPANISH: lambda: first, Faces.FRENCH: lambda: second}), first, second


def doubted(cards: Cards, *places: int) -> Cards:
    """The cards, those at some places read with little confidence."""
    return [
        CardSighting(c.quad, (Candidate(c.card, 0.4),), c.found) if i in places else c
        for i, c in enumerate(cards)
    ]


def test_a_table_that_is_surely_read_is_not_shown_to_the_other_reader() -> None:
    reader, first, second = packs(reading(), [])
    assert read_photograph(table(0.0), reader).complete
    assert (len(first.asked), len(second.asked)) == (1, 0)
    assert reader.lying is Faces.SPANISH


def test_the_pack_that_more_is_surely_read_of_lies_there() -> None:
    reader, first, second = packs(reading(0.3), reading())
    assert read_photograph(table(0.0), reader).complete
    assert reader.lying is Faces.FRENCH
    assert read_photograph(table(1.0), reader).complete
    assert (len(first.asked), len(second.asked)) == (1, 2), "it is remembered"


@pytest.mark.parametrize("french", [reading(0.3), []], ids=["as little", "nothing"])
def test_what_neither_reads_stays_with_the_first(french: Cards) -> None:
    reader, _, _ = packs(reading(0.3), french)
    cards = reader.read(table(0.0), patient=False)
    assert reader.lying is Faces.SPANISH
    assert {c.confidence for c in cards} == {0.3}


def test_an_empty_table_is_not_looked_at_twice() -> None:
    reader, _, second = packs([], reading())
    assert reader.read(table(0.0)) == ()
    assert second.asked == []


def test_a_mixed_table_is_a_fault() -> None:
    spanish = doubted(reading(), 0, 5)
    king = CardSighting(spanish[0].quad, (Candidate(Card.parse("12C"), 0.95),), 0.9)
    reader, _, second = packs(spanish, [king])
    reveal = read_photograph(table(0.0), reader)
    faults = {fault.kind: fault for fault in reveal.faults}
    assert set(faults) == {FaultKind.NOT_OF_DECK, FaultKind.DOUBTFUL}
    assert faults[FaultKind.NOT_OF_DECK].message.endswith("is not of the spanish pack")
    assert len(second.reread_at) == 1


def test_a_card_that_the_other_reader_doubts_as_well_is_only_doubtful() -> None:
    spanish = doubted(reading(), 3)
    reader, _, _ = packs(spanish, [doubted(reading(), 3)[3]])
    kinds = {fault.kind for fault in read_photograph(table(0.0), reader).faults}
    assert kinds == {FaultKind.DOUBTFUL}


@pytest.mark.parametrize(("doubts", "asked"), [(4, 1), (5, 0)])
def test_without_patience_only_a_few_doubtful_cards_are_shown_to_the_other_reader(
    doubts: int, asked: int
) -> None:
    reader, _, second = packs(doubted(reading(), *range(doubts)), reading())
    reader.read(table(0.0), patient=False)
    assert len(second.reread_at) == asked


def test_a_running_table_says_that_a_card_is_of_the_other_pack() -> None:
    spanish = doubted(reading(), 5)
    king = CardSighting(spanish[5].quad, (Candidate(Card.parse("12C"), 0.95),), 0.9)
    own, other = Remembering(spanish), StubReader([king])
    reader = EitherPack({Faces.SPANISH: lambda: own, Faces.FRENCH: lambda: other})
    watch = RevealWatch(reader)
    committed = [seen for frame in film((2, False)) if (seen := watch.feed(frame))]
    (fault,) = committed[0].reveal.faults
    assert fault.kind is FaultKind.NOT_OF_DECK
