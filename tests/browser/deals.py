"""Deals that tests play at a desk or type on a page."""

from playwright.sync_api import Page, expect

from referee.cards import Card
from referee.mus.ruleset import Ruleset
from referee.seats import Seat
from referee.table.commands import EnterBets, StartDeal
from referee.table.events import BetsEntered, MatchOpened, RevealCommitted
from referee.table.seen import Alternative, CardRead
from referee.web.desk import Desk

HANDS = {
    "A": ("12O", "3E", "7C", "1B"),
    "B": ("11C", "11O", "10E", "4B"),
    "C": ("12E", "3B", "2C", "1O"),
    "D": ("12B", "10C", "7O", "4E"),
}


def open_match(desk: Desk) -> None:
    """A match with a deal begun, mano A."""
    desk.submit(MatchOpened(Ruleset.preset(), Seat.D), "test")
    desk.submit(StartDeal(), "test")


def reveal(doubtful: str | None = None) -> RevealCommitted:
    """What a camera read; one card may be doubtful, with the card read for it second."""
    cards = []
    for seat, codes in HANDS.items():
        for place, code in enumerate(codes, 1):
            label, card = f"{seat}{place}", Card.parse(code)
            if label == doubtful:
                wrong = Card.parse("6C")
                cards.append(CardRead(label, wrong, 0.52, (Alternative(card, 0.44),)))
            else:
                cards.append(CardRead(label, card, 0.99))
    return RevealCommitted(tuple(cards), "top")


def play(desk: Desk) -> None:
    """A whole deal that all passed: AC 6, BD 5."""
    open_match(desk)
    desk.submit(EnterBets(BetsEntered()), "test")
    desk.submit(reveal(), "camera:top")


def press(page: Page, word: str) -> None:
    """Press a button and wait for the table to have moved on."""
    before = page.locator("#undo").inner_text()
    page.click(f"#do-{word}")
    expect(page.locator("#undo")).not_to_have_text(before)


def type_hands(page: Page) -> None:
    """Tap sixteen cards and commit them."""
    page.click("#do-type-hands")
    for seat, codes in HANDS.items():
        page.click(f"#type-{seat}")
        for code in codes:
            page.click(f"#pick-{code}")
    page.click("#do-reveal")
