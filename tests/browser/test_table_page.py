"""A deal entered on the page, by finger, by key and afterwards; corrections; a ruling."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from referee.mus.betting import Call
from referee.mus.keinuak import Gesture, Infraction
from referee.mus.score import Score
from referee.mus.talk import MusCall, MusWord
from referee.seats import Seat
from referee.table.commands import StartDeal
from referee.table.events import FlagRaised, Noticed
from referee.table.seen import Evidence
from referee.table.verdict import Verdict
from referee.web.cameras import StillPicture
from tests.browser.conftest import Open, Server
from tests.browser.deals import open_match, play, press, reveal, type_hands


def test_a_whole_deal_call_by_call(open_page: Open, server: Server) -> None:
    page = open_page("/")
    page.fill("#player-A", "Mano")
    page.click("#do-match")
    page.click("#do-deal")
    expect(page.locator("#turn")).to_have_text("A · Mano: mus or no mus?")
    for word in ("no_mus", "bet", "accept", "pass", "pass", "pass", "pass"):
        press(page, word)
    for answer in ("yes", "yes", "yes", "no"):
        press(page, answer)
    for _ in range(3):
        press(page, "pass")
    for answer in ("no", "yes", "no", "yes"):
        press(page, answer)
    expect(page.locator("#turn")).to_have_text("All show their cards")
    type_hands(page)
    expect(page.locator("#ledger .entries li")).to_have_count(4)
    expect(page.locator("#ledger")).to_contain_text("A (rey 3 7 as) beats D (rey sota 7 4)")
    expect(page.locator("#score-AC")).to_have_text("7")
    expect(page.locator("#score-BD")).to_have_text("5")
    expect(page.locator("#board")).to_contain_text("1 amarraco 2 tantos")
    assert server.desk.state.score == Score(7, 5)


def test_only_legal_calls_are_offered(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    page = open_page("/")

    def offered() -> list[str]:
        expect(page.locator(".calls button").first).to_be_visible()
        ids = page.locator(".calls > button, .amount > button").evaluate_all(
            "buttons => buttons.map(button => button.id)"
        )
        return [str(one).removeprefix("do-") for one in ids]

    assert offered() == ["mus", "no_mus", "misdeal"]
    press(page, "no_mus")
    assert offered() == ["pass", "bet", "ordago"]
    press(page, "ordago")
    assert offered() == ["accept", "refuse"]


def test_the_keyboard_presses_the_same_buttons(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    page = open_page("/")
    turn = page.locator("#turn")
    expect(turn).to_contain_text("mus or no mus")
    page.keyboard.press("n")
    expect(turn).to_have_text("A speaks")
    page.keyboard.press("+")
    page.keyboard.press("e")
    expect(turn).to_have_text("B or D speaks")
    expect(page.locator("#felt")).to_contain_text("AC offers 3")
    page.keyboard.press("d")
    page.keyboard.press("q")
    expect(page.locator("#felt")).to_contain_text("3 accepted")
    assert str(server.desk.table.recorded[-1].event) == "D accept"
    page.keyboard.press("u")
    expect(page.locator("#felt")).to_contain_text("AC offers 3")


@pytest.mark.parametrize("focus", ["body", "#do-pass"])
@pytest.mark.parametrize("key", ["p", "Enter"])
def test_a_key_that_is_held_presses_once(
    open_page: Open, server: Server, key: str, focus: str
) -> None:
    open_match(server.desk)
    server.desk.submit(MusCall(Seat.A, MusWord.NO_MUS), "test")
    page = open_page("/")
    expect(page.locator("#turn")).to_have_text("A speaks")
    page.locator(focus).focus()
    pressed = key == "p" or focus != "body"
    for _ in range(4):
        page.keyboard.down(key)
        page.wait_for_timeout(200)
    expect(page.locator("#turn")).to_have_text("B speaks" if pressed else "A speaks")
    page.keyboard.up(key)
    assert server.desk.events == (4 if pressed else 3)


def test_bets_afterwards_in_one_screen(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    page = open_page("/")
    page.click("#do-bets-afterwards")
    page.click("#bet-grande-accepted")
    for _ in range(2):
        page.click("#bet-grande-more")
    page.click("#bet-chica-refused")
    page.click("#bet-chica-BD")
    page.click("#do-bets")
    expect(page.locator("#felt")).to_contain_text("4 accepted")
    type_hands(page)
    expect(page.locator("#ledger")).to_contain_text("the bet of 4 in grande")
    expect(page.locator("#ledger")).to_contain_text("BD refused the first bet of 2 in chica")


def test_the_form_of_bets_holds_what_was_said_while_it_was_closed(
    open_page: Open, server: Server
) -> None:
    open_match(server.desk)
    server.desk.submit(MusCall(Seat.A, MusWord.NO_MUS), "test")
    page = open_page("/")
    page.click("#do-bets-afterwards")
    page.click("#bet-juego-ordago")
    page.click("#do-bets-afterwards")
    for call in ("A bet 2", "B raise 3", "A accept"):
        server.desk.submit(Call.parse(call), "test")
    expect(page.locator("#felt")).to_contain_text("5 accepted")
    page.click("#do-bets-afterwards")
    expect(page.locator("#bet-grande-accepted")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#bet-grande-amount")).to_have_text("5")
    expect(page.locator("#bet-juego-ordago")).to_have_attribute("aria-pressed", "true")


def asked_about_a3(open_page: Open, server: Server) -> Page:
    """The table's page with all passed and a reveal whose third card of A is doubtful."""
    open_match(server.desk)
    page = open_page("/")
    page.click("#do-bets-afterwards")
    page.click("#do-bets")
    expect(page.locator("#felt")).to_contain_text("reveal")
    server.desk.submit(reveal(doubtful="A3"), "camera:top")
    return page


def test_a_doubtful_card_is_confirmed_with_one_tap(open_page: Open, server: Server) -> None:
    page = asked_about_a3(open_page, server)
    choices = page.locator(".doubt button")
    expect(choices).to_have_text(
        [re.compile("6 of copas.*52 %"), re.compile("7 of copas.*44 %"), "Another card"]
    )
    assert server.desk.state.deal is not None
    page.click("#name-A3-7C")
    expect(page.locator("#ledger .entries li").first).to_be_visible()
    expect(page.locator("#reading")).to_contain_text("Sixteen certain cards")


def test_enter_takes_the_likeliest_card_unless_something_has_the_focus(
    open_page: Open, server: Server
) -> None:
    page = asked_about_a3(open_page, server)
    page.locator("#other-A3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".picker")).to_be_visible()
    page.click(".reading .picker + .row .plain")
    page.locator("#other-A3").blur()
    page.keyboard.press("Enter")
    expect(page.locator(".doubt")).to_have_count(0)
    expect(page.locator("#fix-A3")).to_have_attribute("aria-label", re.compile("6 of copas"))


def test_a_correction_recomputes_what_follows(open_page: Open, server: Server) -> None:
    play(server.desk)
    page = open_page("/")
    expect(page.locator("#score-AC")).to_have_text("6")
    page.click("summary")
    page.click("#fix-A1")
    page.click("#pick-5O")
    expect(page.locator("#ledger")).to_contain_text("Corrected: it had been told as 6–5")
    expect(page.locator("#score-AC")).to_have_text("5")


def test_an_undo_can_be_undone(open_page: Open, server: Server) -> None:
    play(server.desk)
    page = open_page("/")
    expect(page.locator("#undo")).to_contain_text("16 cards are read")
    page.click("#undo")
    expect(page.locator("#felt")).to_contain_text("reveal")
    history = open_page("/history")
    newest = history.locator("#events tbody tr").first
    expect(newest).to_contain_text("is undone")
    expect(history.locator("#events s").first).to_be_visible()


def test_the_log_is_replayed_event_by_event(open_page: Open, server: Server) -> None:
    play(server.desk)
    page = open_page("/history")
    event, felt = page.locator("#replay-event"), page.locator("#replay-felt")
    expect(event).to_contain_text("The deal is settled")
    expect(felt.locator("img[alt='rey of oros']")).to_have_count(1)
    for _ in range(3):
        page.click("#replay-back")
    expect(event).to_contain_text("2. ")
    expect(event).to_contain_text("A deal begins, mano A")
    expect(felt.locator("img[alt='face down']")).to_have_count(16)
    page.click("#replay-on")
    expect(event).to_contain_text("All bets are entered")


def test_the_history_is_not_loaded_again_while_only_cameras_speak(
    open_page: Open, server: Server
) -> None:
    play(server.desk)
    page = open_page("/history")
    expect(page.locator("#replay-event")).to_contain_text("The deal is settled")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for n in range(3):
        server.desk.feed.tell("cameras", "2026-11-30T18:00:00+00:00", {"cameras": [], "n": n})
    server.desk.submit(StartDeal(), "test")
    for n in range(5):
        server.desk.submit(Noticed(f"remark {n}"), "test")
    expect(page.locator("#events")).to_contain_text("remark 4")
    assert 1 <= len([url for url in asked if "/matches" in url]) <= 2, "not once an event"


def test_a_ruling_on_a_flag(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    flag = FlagRaised(
        Seat.B,
        "a wink before the mus was cut",
        gesture=Gesture.WINK,
        infraction=Infraction.WRONG_MOMENT,
        confidence=0.9,
    )
    [raised] = server.desk.submit(flag, "signals")
    page = open_page("/review")
    card = page.locator(f"#flag-{raised.seq}")
    expect(card).to_contain_text("Wink was seen: a signal at the wrong moment?")
    expect(card).to_contain_text("by this list (the five basic ones) it may say 31")
    page.fill(f"#note-{raised.seq}", "seen by all")
    page.click(f"#rule-{raised.seq}-not_allowed")
    expect(card).to_be_hidden()
    page.select_option("#by-state", "closed")
    expect(card).to_contain_text("Not allowed: seen by all")
    page.select_option("#by-seat", "A")
    expect(page.locator("#flags")).to_contain_text("No question here")
    ruling = server.desk.state.flags[0].ruling
    assert ruling and (ruling.verdict, ruling.note) == (Verdict.NOT_ALLOWED, "seen by all")


def test_the_curve_of_a_movement_is_named_in_the_language_of_the_page(
    open_page: Open, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "one.mp4").write_bytes(b"film")
    record = {"from_s": 0.0, "flagged_s": 3.0, "curve": [[0.0, 0.1], [6.0, 0.8]]}
    said = {"flag": "B: was this meant for the partner?"}
    (tmp_path / "one.json").write_text(json.dumps(record | said), encoding="utf-8")
    open_match(server.desk)
    flag = FlagRaised(
        Seat.B,
        "B: was this meant for the partner?",
        gesture=Gesture.OTHER,
        infraction=Infraction.UNLISTED_SIGNAL,
        evidence=Evidence("one.mp4", "0" * 64),
    )
    server.desk.submit(flag, "signals")
    for language, question in (
        ("eu", "Beste keinu bat ikusi da: ez da etxeko keinua?: indarra 6.0 s-tan"),
        ("fr", "Vu : Un autre geste : "),
    ):
        page = open_page(f"/review?lang={language}")
        caption = page.locator("#flags .curve figcaption")
        expect(caption).to_contain_text(question)
        expect(caption).not_to_contain_text("partner")


def test_no_page_needs_a_reload(open_page: Open, server: Server) -> None:
    one, other = open_page("/"), open_page("/")
    one.click("#do-match")
    one.click("#do-deal")
    one.click("#do-no_mus")
    expect(other.locator("#turn")).to_have_text("A speaks")


def test_a_refusal_says_why(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    page = open_page("/")
    expect(page.locator("#do-mus")).to_be_visible()
    page.evaluate(
        "import('/static/js/api.js')"
        ".then(api => api.send('POST', '/calls', {seat: 'C', word: 'pass'}))"
    )
    expect(page.locator(".toast")).to_contain_text("is not possible now")


def test_the_camera_and_its_loss_are_shown(open_page: Open, server: Server) -> None:
    page = open_page("/cameras")
    expect(page.locator("#camera")).to_contain_text("NO SIGNAL")
    server.camera.shown = StillPicture(1, _jpeg(page))
    expect(page.locator("#cameras")).to_contain_text("Picture is live")
    expect(page.locator("#cameras")).to_contain_text("3 overtaken by a newer one")
    expect(page.locator("#cameras")).not_to_contain_text("unreadable")
    expect(page.locator("#camera .note")).to_have_count(0)


@pytest.mark.parametrize("language", ["eu", "es", "fr", "en"])
def test_every_page_fits_a_phone(open_page: Open, server: Server, language: str) -> None:
    play(server.desk)
    page = open_page(f"/?lang={language}", 360, 740, has_touch=True)
    expect(page.locator("#ledger .entries li").first).to_be_visible()
    pages = ("/", "/review", "/history", "/cameras", "/settings", "/users", "/overlay/setup")
    for path in (*pages, "/teach"):
        page.goto(f"{server.url}{path}?lang={language}")
        page.wait_for_load_state("networkidle") if path == "/users" else None
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, (path, width)


@pytest.mark.parametrize("language", ["eu", "es", "fr", "en-US"])
def test_the_log_fits_a_phone(open_page: Open, server: Server, language: str) -> None:
    play(server.desk)
    server.desk.submit(Noticed("w" * 80), "Maria Angeles Etxeberria-Gorostiza")
    page = open_page("/history", 360, 740, has_touch=True, locale=language)
    expect(page.locator("#events button").first).to_be_visible()
    wide, room = page.locator("#events").evaluate("box => [box.scrollWidth, box.clientWidth]")
    assert wide <= room
    panel = page.locator("#events").bounding_box()
    for button in page.locator("#events button").all():
        box = button.bounding_box()
        assert box and panel and box["x"] + box["width"] <= panel["x"] + panel["width"]


def test_all_pages_are_in_view_on_a_phone(open_page: Open) -> None:
    page = open_page("/?lang=eu", 360, 740, has_touch=True)
    for link in page.locator(".top nav a").all():
        box = link.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["height"] >= 40


def test_without_its_line_a_page_offers_nothing_to_press(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    lines: list[WebSocketRoute] = []
    cut = False

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        if not cut:
            line.connect_to_server()

    page = open_page("/")
    page.route_web_socket("**/api/v1/events*", connect)
    page.reload()
    expect(page.locator("#do-mus")).to_be_enabled()
    cut = True
    lines[-1].close()
    expect(page.locator("#line-state")).to_have_text("no connection")
    expect(page.locator("#do-mus")).to_be_disabled()
    page.keyboard.press("m")
    before = server.desk.events
    while len(lines) < 2:
        page.wait_for_timeout(50)
    cut = False
    lines[-1].close()
    expect(page.locator("#line-state")).to_have_text("live")
    expect(page.locator("#do-mus")).to_be_enabled()
    assert server.desk.events == before == 2


def test_buttons_are_large_enough_for_a_thumb(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    page = open_page("/", 360, 740, has_touch=True)
    expect(page.locator("#do-mus")).to_be_visible()
    for box in page.locator(".calls button").all():
        size = box.bounding_box()
        assert size and size["height"] >= 48 and size["width"] >= 44
    # the first call is on the first screen
    first = page.locator("#do-mus").bounding_box()
    assert first and first["y"] + first["height"] < 740


def _jpeg(page: Page) -> bytes:
    return page.screenshot(type="jpeg", clip={"x": 0, "y": 0, "width": 160, "height": 90})
