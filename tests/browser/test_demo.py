"""The deal that plays itself, whose gestures and cards are read from the shipped recordings."""

from pathlib import Path

from playwright.sync_api import expect

from referee.demo import FACE_CAMERA, TABLE_CAMERA, Demo
from referee.seats import Seat
from tests.browser.conftest import Open, Server

SHOWN = {
    "A": {"12B", "11O", "10C", "7B"},
    "B": {"3O", "12C", "12O", "1C"},
    "C": {"6E", "5O", "4C", "1E"},
    "D": {"10B", "10E", "7O", "7C"},
}
"""The hands in the recording, as datasets/samples composes them."""


def test_the_page_follows_a_deal_read_from_the_recordings(
    open_page: Open, server: Server, tmp_path: Path
) -> None:
    page = open_page("/")
    demo = Demo(server.desk, tmp_path, live=False)
    demo.start()
    demo.wait()
    assert demo.picture(FACE_CAMERA)
    server.camera.shown = demo.picture(TABLE_CAMERA)
    expect(page.locator("#ledger")).to_contain_text("BD wins the game by the órdago in juego")
    expect(page.locator("#board")).to_contain_text("games 1/2")
    # the wink of B is a signal and true, so nobody is asked about it
    expect(page.locator("#flags .flag")).to_have_count(1)
    expect(page.locator("#flags")).to_contain_text("not a signal of this house?")
    page.goto(server.url + "/review")
    clip = page.locator("#flags video")
    expect(clip).to_have_js_property("readyState", 4)
    assert clip.evaluate("video => video.duration") > 3
    expect(page.locator("#flags .curve")).to_be_visible()
    match = server.desk.state.match
    assert match and match.last_deal and match.last_deal.hands
    for seat, codes in SHOWN.items():
        assert {card.code for card in match.last_deal.hands[Seat(seat)].cards} == codes
