"""The deal that plays itself, whose cards are read from the shipped recording."""

from playwright.sync_api import expect

from referee.demo import CAMERA, Demo
from referee.seats import Seat
from tests.browser.conftest import Open, Server

SHOWN = {
    "A": {"12B", "11O", "10C", "7B"},
    "B": {"3O", "12C", "12O", "1C"},
    "C": {"6E", "5O", "4C", "1E"},
    "D": {"10B", "10E", "7O", "7C"},
}
"""The hands in the recording, as datasets/samples composes them."""


def test_the_page_follows_a_deal_read_from_the_recording(open_page: Open, server: Server) -> None:
    page = open_page("/")
    demo = Demo(server.desk, pause_s=0)
    demo.start()
    demo.wait()
    server.camera.shown = demo.picture(CAMERA)
    expect(page.locator("#ledger")).to_contain_text("BD wins the game by the órdago in juego")
    expect(page.locator("#flags")).to_contain_text("Wink was seen: is it allowed?")
    expect(page.locator("#board")).to_contain_text("games 1/2")
    match = server.desk.state.match
    assert match and match.last_deal and match.last_deal.hands
    for seat, codes in SHOWN.items():
        assert {card.code for card in match.last_deal.hands[Seat(seat)].cards} == codes
