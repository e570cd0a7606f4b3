"""A deal of Mouche followed card by card from what a camera sees of the table."""

from pathlib import Path

from referee.cards import Card
from referee.mouche.deal import Deal, Stage
from referee.mouche.events import Anted, Dealt, TurnedUp
from referee.mouche.ruleset import DealPattern
from referee.mouche.tricks import Play
from referee.mouche_file import read_mouche
from referee.vision.tricks import CardLaid, Swept, TrickWatch
from tests.vision.test_tricks import seen, tricks_on_the_table

SAMPLE = Path(__file__).parents[1] / "datasets" / "samples" / "mouche.yaml"
FILE = read_mouche(SAMPLE.read_text(encoding="utf-8"))
LAID = [" ".join(card.french for card in trick.cards) for trick in FILE.tricks]


def before_the_tricks() -> Deal:
    """The sample's deal when all have decided."""
    deal = FILE.start.apply(Anted()).apply(Dealt(DealPattern.THREE_TWO))
    deal = deal.apply(TurnedUp(FILE.trump))
    for said, _ in FILE.said:
        deal = deal.apply(said)
    return deal


def test_the_cards_seen_settle_the_deal_and_raise_the_question_in_time() -> None:
    deal, watch = before_the_tricks(), TrickWatch([Card.parse("8s")])
    asked: list[str] = []
    swept = 0
    for number, reading in enumerate(tricks_on_the_table(LAID)):
        for event in watch.see(seen(f"8s@d {reading}"), float(number)):
            if isinstance(event, CardLaid):
                assert deal.play and event.card and event.certain and event.order_known
                deal = deal.apply(Play(deal.play.next_to_play, event.card))
                if deal.flags and not asked:
                    asked = [event.card.french, str(deal.flags[0])]
            elif isinstance(event, Swept):
                swept += 1
                assert deal.play and len(deal.play.closed) == swept
    assert deal.stage is Stage.OVER
    assert deal.settlement == FILE.play().settlement
    assert asked[0] == "As"
    assert asked[1].startswith("P4 laid 8d on 9s in trick 2, but held As, seen in trick 4")
