"""The overlay's picture, and that it never gives up."""

import re
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, WebSocketRoute, expect

from referee.cards import Card
from referee.table.commands import NameCard
from tests.browser.conftest import Open, Server
from tests.browser.deals import open_match, play

LAYOUTS = ("full", "lower-third", "score", "seat")


def picture(page: Page) -> NDArray[np.uint8]:
    """The page with its transparency, (height, width, BGRA)."""
    png = page.screenshot(omit_background=True)
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    return np.asarray(pixels, np.uint8)


def shown(open_page: Open, address: str) -> Page:
    page = open_page(address, 1920, 1080, reduced_motion="reduce")
    expect(page.locator("body[data-ready]")).to_be_attached()
    # a fade that has begun would go on at its own length
    page.add_style_tag(content=":root { --fade: 0ms; } .fade { transition: none !important; }")
    page.wait_for_load_state("load")
    # the page's policy lets no function be waited for that is not true at once
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
    return page


@pytest.mark.parametrize("layout", LAYOUTS)
def test_it_is_transparent_but_for_its_plates(open_page: Open, server: Server, layout: str) -> None:
    play(server.desk)
    alpha = picture(shown(open_page, f"/overlay?layout={layout}&hold=0"))[..., 3]
    assert alpha.shape == (1080, 1920)
    # the middle, where the table is, stays free
    assert not alpha[300:560, 600:1300].any()
    assert 0.005 < (alpha > 0).mean() < 0.45
    assert not alpha[:10].any() and not alpha[-10:].any()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_plates_stay_in_the_picture_and_apart(open_page: Open, server: Server, layout: str) -> None:
    play(server.desk)
    page = shown(open_page, f"/overlay?layout={layout}&hold=0&lang=fr")
    plates = page.locator(".plate.on, #score").all()
    boxes = [box for plate in plates if (box := plate.bounding_box())]
    assert boxes
    for box in boxes:
        assert box["x"] >= 20 and box["x"] + box["width"] <= 1900
        assert box["y"] >= 20 and box["y"] + box["height"] <= 1060
    for one, other in pairwise(sorted(boxes, key=lambda b: (b["x"], b["y"]))):
        apart = (
            one["x"] + one["width"] <= other["x"]
            or one["y"] + one["height"] <= other["y"]
            or other["y"] + other["height"] <= one["y"]
        )
        assert apart, (one, other)


def test_it_shows_each_hand_its_name_and_what_it_won(open_page: Open, server: Server) -> None:
    play(server.desk)
    page = shown(open_page, "/overlay?hold=0&lang=es")
    seat = page.locator("#seat-C")
    expect(seat).to_contain_text("duples gallegos")
    expect(seat.locator("li.best")).to_have_text(
        ["chicarey 3 2 as★", "paresduples de reyes y ases★"]
    )
    expect(seat.locator("img")).to_have_count(4)
    expect(page.locator("#score")).to_contain_text("juegos 0/2")
    expect(page.locator("#settlement li")).to_have_count(4)


def test_hands_and_settlement_go_and_the_score_stays(open_page: Open, server: Server) -> None:
    play(server.desk)
    page = open_page("/overlay?hold=1", 1920, 1080)
    expect(page.locator("#settlement li")).to_have_count(4)
    expect(page.locator("#settlement")).to_have_class("plate fade")
    expect(page.locator("#seat-A")).to_have_class("seat plate fade")
    expect(page.locator("#score")).to_be_visible()


def test_what_has_gone_comes_back_with_a_correction_and_not_with_the_line(
    open_page: Open, server: Server
) -> None:
    play(server.desk)
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page = open_page("/overlay/setup", 1920, 1080)
    page.route_web_socket("**/overlay/feed*", connect)
    page.goto(f"{server.url}/overlay?hold=1")
    plates = page.locator(".seat.on, #settlement.on")
    expect(page.locator("body[data-ready]")).to_be_attached()
    expect(plates).to_have_count(0)
    lines[-1].close()
    while len(lines) < 2:
        page.wait_for_timeout(50)
    expect(page.locator("body[data-line=open]")).to_be_attached()
    assert plates.count() == 0
    server.desk.submit(NameCard("A1", Card.parse("5O")), "test")
    expect(plates).to_have_count(5)
    expect(plates).to_have_count(0)


def test_nothing_of_a_running_deal_is_shown(open_page: Open, server: Server) -> None:
    open_match(server.desk)
    page = shown(open_page, "/overlay?hold=0")
    assert page.locator(".seat.on").count() == 0
    expect(page.locator("#score")).to_contain_text("Mus?", ignore_case=True)


def test_it_connects_again_for_ever(open_page: Open, server: Server) -> None:
    page = shown(open_page, "/overlay?hold=0")
    page.context.set_offline(True)
    play(server.desk)
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#seat-C")).to_contain_text("duples gallegos")


def test_the_addresses_for_obs(open_page: Open, server: Server) -> None:
    page = open_page("/overlay/setup")
    expect(page.locator(".url input").first).to_have_value(
        f"{server.url}/overlay?layout=full&lang=en"
    )
    page.fill("#label", "OBS")
    page.click("#issue button")
    token = page.locator(".url input").first
    expect(token).to_have_value(re.compile("&token="))
    expect(token).to_have_value(f"{server.url}/overlay?layout=full&lang=en&token=" + _token(server))
    page.click(".url button >> nth=0")
    expect(page.locator(".toast")).to_contain_text("Copied")


def _token(server: Server) -> str:
    [token] = server.accounts.tokens
    return server.accounts.text_of(token)
