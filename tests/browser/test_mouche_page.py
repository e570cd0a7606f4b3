"""A deal of Mouche entered on the page, corrected and ruled on; the overlay; a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.mouche.events import Anted
from referee.mouche.ruleset import Ruleset
from referee.table.mouche_commands import NameLaid
from referee.table.mouche_events import CardLaid, TrickSwept
from referee.web.desk import Desk, Memory
from referee.web.mouche_view import MoucheFace
from tests.browser.conftest import Open, Server, serving
from tests.mouche.table import TRICKS, card
from tests.table.mouche_tables import OPENED, SAID, doubtful, intents
from tests.table.test_mouche_table import REVOKED

LAID = [part.split()[1] for part in TRICKS.split(",")]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A table of Mouche at which three players are expected."""
    face = MoucheFace(Ruleset(), ("Ane", "Beñat", "Miren"))
    with serving(Desk(Memory(), face=face), tmp_path) as running:
        yield running


def play(server: Server, text: str) -> None:
    """A deal that has come so far."""
    for intent in (OPENED, Anted(), *intents(text)):
        server.desk.submit(intent, "test")


def press(page: Page, button: str) -> None:
    """Press a button and wait for the table to have moved on."""
    seq = page.evaluate("fetch('/api/v1/table').then(r => r.json()).then(r => r.seq)")
    page.click(button)
    page.wait_for_function(
        "seq => fetch('/api/v1/table').then(r => r.json()).then(r => r.seq > seq)", arg=seq
    )


def test_a_whole_deal_from_the_ante_to_the_settlement(open_page: Open, server: Server) -> None:
    page = open_page("/")
    expect(page.locator("#player-P2")).to_have_value("Beñat")
    press(page, "#do-open")
    press(page, "#do-ante")
    expect(page.locator("#pool")).to_have_text("5")
    press(page, "#do-deal-3\\+2")
    press(page, "#pick-8s")
    expect(page.locator("#trump")).to_contain_text("spades")
    press(page, "#do-stick")
    expect(page.locator("#turn")).to_have_text("P2 · Beñat: pass, stick or exchange?")
    press(page, "#do-exchange-2")
    press(page, "#do-exchange-5")
    for code in LAID:
        press(page, f"#pick-{code}")
    expect(page.locator("#ledger .entries li")).to_have_count(4)
    expect(page.locator("#ledger")).to_contain_text("P2 took 3 tricks, each a fifth of the pool")
    expect(page.locator("#ledger")).to_contain_text("P1 · Ane deals next; the pool holds 5.")
    game = server.desk.state.mouche[-1]
    assert game.stakes.purses == (1002, 1003, 990)


def test_only_what_is_legal_is_offered(open_page: Open, server: Server) -> None:
    play(server, f"{SAID}, P1 Kh, P2 9h")
    page = open_page("/")
    expect(page.locator("#controls .pick")).to_have_count(25)
    expect(page.locator("#controls #pick-8s")).to_have_count(0)
    expect(page.locator("#controls .big")).to_have_count(0)
    press(page, "#undo")
    expect(page.locator("#controls #pick-9h")).to_be_visible()


def test_a_mouche_is_asked_for_and_declared(open_page: Open, server: Server) -> None:
    play(server, "deal 3+2, turn 8s, P1 stick")
    page = open_page("/")
    page.click("#more-steps summary")
    page.click("#do-ask-P1")
    page.click("#asker-P2")
    press(page, "#answer-evasion")
    expect(page.locator("#undo")).to_contain_text("P2 asked P1: evades")
    page.click("#more-steps summary")
    page.click("#do-mouche-P1")
    for code in ("Kh", "Qh", "Jh", "9h", "8h"):
        page.click(f"#more-steps #pick-{code}")
    press(page, "#do-declare")
    press(page, "#do-uncontested")
    expect(page.locator("#ledger")).to_contain_text(
        "P1 has the mouche and takes the pool of 5: P1’s K♥ Q♥ J♥ 9♥ 8♥"
    )


def test_a_card_that_was_read_wrong_is_put_right(open_page: Open, server: Server) -> None:
    play(server, f"{SAID}, P1 Kh, P2 9h, P3 Th, P1 Qh")
    page = open_page("/")
    seq = server.desk.state.mouche[-1].deal.laid[1].seq  # type: ignore[union-attr]
    page.click(f"#fix-{seq}")
    press(page, "#tricks #pick-8h")
    expect(page.locator(".tricks li").nth(1)).to_contain_text("P3")
    expect(page.locator(".tricks li").first).to_contain_text("won by P3")


def test_a_doubtful_card_and_a_missed_one_are_questions(open_page: Open, server: Server) -> None:
    play(server, f"{SAID}, P1 Kh")
    server.desk.submit(doubtful("9h"), "camera:top")
    server.desk.submit(TrickSwept("top"), "camera:top")
    page = open_page("/")
    expect(page.locator("#question")).to_contain_text("P2’s card is doubtful: which is it?")
    expect(page.locator("#question")).to_contain_text("1 more seen since")
    press(page, "#name-9h")
    expect(page.locator("#question")).to_contain_text("swept before P3’s card was seen")
    press(page, "#question #pick-Th")
    expect(page.locator("#question")).to_have_count(0)
    expect(page.locator("#turn")).to_have_text("P1 · Ane plays")


def test_enter_takes_the_likeliest_card(open_page: Open, server: Server) -> None:
    play(server, f"{SAID}, P1 Kh")
    server.desk.submit(doubtful("9h"), "camera:top")
    page = open_page("/")
    expect(page.locator("#question button.main")).to_have_id("name-9h")
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_count(0)
    expect(page.locator("#turn")).to_contain_text("P3")


def test_a_revoke_is_asked_about_at_once_and_ruled_on(open_page: Open, server: Server) -> None:
    play(server, REVOKED.removesuffix(", P3 Jh"))
    page = open_page("/")
    expect(page.locator("#turn")).to_have_text("P3 plays")
    expect(page.locator("#flags-panel")).to_be_hidden()
    server.desk.submit(CardLaid(card("Jh"), camera="top"), "camera:top")
    expect(page.locator("#flags")).to_contain_text(
        "P3 laid 8♦ in trick 2, but held J♥: did not follow suit?"
    )
    press(page, "#rule-2-not_followed-P3-2-not_allowed")
    expect(page.locator("#flags .note")).to_contain_text("Not allowed")


def test_the_tokens_are_put_to_what_lies_on_the_table(open_page: Open, server: Server) -> None:
    play(server, f"{SAID},{TRICKS}")
    page = open_page("/")
    page.click("text=Set the tokens")
    page.fill("#purse-P1", "-3")
    page.fill("#basket", "10")
    press(page, "#do-stakes")
    expect(page.locator("#pool")).to_have_text("10")
    expect(page.locator(".debt")).to_contain_text("owes 3")


def test_keys_press_the_buttons(open_page: Open, server: Server) -> None:
    play(server, "deal 3+2, turn 8s")
    page = open_page("/")
    expect(page.locator("#do-stick")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#turn")).to_contain_text("Beñat")
    page.keyboard.press("2")
    expect(page.locator("#turn")).to_contain_text("P3")
    page.keyboard.press("u")
    expect(page.locator("#turn")).to_contain_text("Beñat")


@pytest.mark.parametrize("language", ["eu", "es", "fr", "en"])
def test_nothing_is_wider_than_a_phone(open_page: Open, server: Server, language: str) -> None:
    play(server, REVOKED)
    page = open_page(f"/?lang={language}", width=360, height=740)
    expect(page.locator("#flags .flag")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.eval_on_selector_all(
        "#controls button", "all => all.filter(b => b.offsetHeight < 44).length"
    )
    assert small == 0


def test_the_overlay_shows_pool_trump_tricks_and_what_came_of_it(
    open_page: Open, server: Server
) -> None:
    play(server, f"{SAID}, P1 Kh, P2 9h")
    page = open_page("/overlay", width=1920, height=1080)
    expect(page.locator("#bar .points")).to_have_text("5")
    expect(page.locator("#bar")).to_contain_text("spades")
    expect(page.locator("#trick figure")).to_have_count(2)
    expect(page.locator("#settlement.on")).to_have_count(0)
    for intent in intents(TRICKS)[2:]:
        server.desk.submit(intent, "test")
    expect(page.locator("#settlement.on li")).to_have_count(4)
    expect(page.locator("#trick.on")).to_have_count(0)
    page.reload()
    expect(page.locator("#settlement.on li")).to_have_count(4)


def test_a_settlement_that_has_gone_comes_back_when_it_is_corrected(
    open_page: Open, server: Server
) -> None:
    play(server, f"{SAID},{TRICKS}")
    page = open_page("/overlay?hold=1", width=1920, height=1080)
    settlement = page.locator("#settlement.on")
    expect(page.locator("#settlement li")).to_have_count(4)
    expect(settlement).to_have_count(0)
    server.desk.submit(NameLaid(22, card("Tc")), "test")
    expect(settlement).to_have_count(1)
    expect(settlement).to_have_count(0)


def test_addresses_of_the_overlay_are_those_of_the_game(open_page: Open) -> None:
    page = open_page("/overlay/setup")
    expect(page.locator(".url")).to_have_count(2)


def test_history_shows_deals_replays_the_log_and_undoes(open_page: Open, server: Server) -> None:
    play(server, f"{SAID},{TRICKS}")
    page = open_page("/history")
    page.click("text=Deal 1, for 5")
    expect(page.locator("#matches .entries li")).to_have_count(4)
    expect(page.locator("#replay-felt .place")).to_have_count(3)
    page.locator("#replay-at").fill("9")
    expect(page.locator("#replay-event")).to_contain_text("card 9♥")
    expect(page.locator("#replay-felt .laid")).to_have_count(2)
    page.click("#undo-22")
    expect(page.locator("#events")).to_contain_text("undone")
    assert server.desk.state.mouche[-1].deal is not None


def test_the_log_of_a_game_is_told_in_the_language_of_the_page(
    open_page: Open, server: Server
) -> None:
    play(server, f"{SAID}, P1 Kh")
    page = open_page("/history?lang=eu")
    expect(page.locator("#events tbody tr").first).to_contain_text("K♥ karta")
    expect(page.locator("#replay-event")).to_contain_text("K♥ karta")


def test_a_correction_after_the_deal_says_what_had_been_told(
    open_page: Open, server: Server
) -> None:
    play(server, f"{SAID},{TRICKS}")
    page = open_page("/")
    expect(page.locator("#ledger .note")).to_have_count(0)
    page.click("#fix-22")
    press(page, "#tricks #pick-Tc")
    expect(page.locator("#ledger .note")).to_have_text(
        "Corrected: the purses had been told as P1 1002, P2 1003, P3 990."
    )
    expect(page.locator("#ledger")).to_contain_text("P2 took 4 tricks")
