"""Teaching a deck on the page: cards are seen, doubtful ones named by a tap, the deck kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.config import TableConfig, load_config
from referee.vision.taught import TaughtDeck
from referee.vision.taught_files import deck_path
from referee.web.desk import Desk, Memory
from tests.browser.conftest import Open, Server, serving
from tests.test_teacher import CODES, CONFIG, School, fans


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableConfig:
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    path = tmp_path / "table.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return load_config(path)


@pytest.fixture
def school(config: TableConfig) -> Iterator[School]:
    with School(config).open() as school:
        school.blank()
        yield school


@pytest.fixture
def server(tmp_path: Path, school: School) -> Iterator[Server]:
    with serving(Desk(Memory()), tmp_path, teacher=school.teacher) as server:
        yield server


def begin(page: Page) -> None:
    page.fill("#name", "azul")
    page.click("#start")
    expect(page.locator("#count")).to_have_text("0 of 40 cards seen · no back yet")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_deck_is_taught_on_a_phone_and_another_page_sees_it(
    open_page: Open, server: Server, school: School
) -> None:
    page = open_page("/teach", 360, 740, has_touch=True)
    expect(page.locator("#decks")).to_contain_text("No deck was taught")
    begin(page)
    expect(page.locator("#pause")).to_contain_text("this camera reads no reveals")
    for fan in fans(CODES[:30]):
        school.show(*fan)
    expect(page.locator("#count")).to_contain_text("30 of 40 cards seen")
    expect(page.locator("#sheet [data-state=missing]")).to_have_count(10)
    expect(page.locator("#keep")).to_be_disabled()
    other = open_page("/teach?lang=es")
    expect(other.locator("#count")).to_contain_text("30 de 40 cartas vistas")
    expect(other.locator("#begin")).to_be_hidden()
    school.show("back", *[("7B", "6B") if code == "7B" else code for code in CODES[30:35]])
    school.show(*[("7B", "6B") if code == "7B" else code for code in CODES[35:]])
    expect(page.locator("#doubts .doubt")).to_have_count(2)
    expect(page.locator("#count")).to_have_text("40 of 40 cards seen · back seen")
    assert fits(page)
    seven = next(d.number for d in school.lesson.doubts if d.candidates[0] == "7B")
    page.click(f"#is-{seven}-7B")
    expect(page.locator("#doubts .doubt")).to_have_count(0)
    expect(other.locator(f"#card-{seven}")).to_have_attribute("data-state", "named")
    page.click("#keep")
    expect(page.locator("#outcome")).to_contain_text("The deck azul is kept")
    expect(page.locator("#outcome")).to_contain_text("write deck: azul under table:")
    expect(page.locator("#decks tr[data-state=used]")).to_contain_text("40 Spanish cards")
    expect(other.locator("#outcome")).to_contain_text("La baraja azul está guardada")
    assert len(TaughtDeck.load(deck_path("azul")).cards) == 40
    assert "deck azul was taught with camera top" in str(server.desk.table.recorded[-1].event)
    assert fits(page)


def test_a_foreign_card_is_left_out_and_a_wrong_name_corrected(
    open_page: Open, school: School
) -> None:
    page = open_page("/teach", 360, 740, has_touch=True)
    begin(page)
    school.show("8O")
    expect(page.locator("#doubts")).to_contain_text("8 of oros, which is not in this pack")
    for fan in fans(CODES):
        school.show(*fan)
    foreign = school.lesson.too_many[0].number
    expect(page.locator("#doubts .doubt")).to_have_count(0)
    expect(page.locator("#too-many")).to_contain_text("8 of oros, which is not in this pack")
    expect(page.locator("#keep")).to_be_disabled()
    page.click(f"#out-{foreign}")
    expect(page.locator("#keep")).to_be_enabled()
    page.click("#card-4")
    expect(page.locator("#naming")).to_be_visible()
    expect(page.locator("#naming-picture")).to_have_js_property("naturalWidth", 110)
    page.click("#name-3O")
    expect(page.locator("#naming")).to_be_hidden()
    expect(page.locator("#card-4")).to_have_attribute("data-state", "named")


def test_a_second_lesson_shows_its_own_pictures(open_page: Open, school: School) -> None:
    page = open_page("/teach", 360, 740)
    pictures = []
    for code in ("1O", "2O"):
        begin(page)
        school.show(code, "3O", "4O")
        cell = page.locator(".cell img.cut, .doubt img.cut").first
        expect(cell).to_be_visible()
        pictures.append(cell.get_attribute("src"))
        assert f"?lesson={school.lesson.id}" in str(pictures[-1])
        page.click("#cancel")
        expect(page.locator("#begin")).to_be_visible()
    first, second = pictures
    assert first != second


def test_a_lost_camera_is_said_and_a_lesson_cancelled(open_page: Open, school: School) -> None:
    page = open_page("/teach?lang=eu", 360, 740, has_touch=True)
    page.fill("#name", "azul")
    page.click("#start")
    school.show("1O", "2O")
    expect(page.locator("#lost")).to_be_hidden()
    school.time.now += 10
    expect(page.locator("#lost")).to_contain_text("top kamerak ez du irudirik ematen")
    expect(page.locator("#view")).to_have_attribute("src", "/api/v1/cameras/top/preview.mjpg")
    page.click("#cancel")
    expect(page.locator("#outcome")).to_contain_text("azul irakastea amaitu da")
    expect(page.locator("#begin")).to_be_visible()
    expect(page.locator("#view[src]")).to_have_count(0)
    assert not deck_path("azul").exists()


def test_decks_that_are_there_are_listed_and_a_name_again_is_told(
    open_page: Open, school: School, config: TableConfig
) -> None:
    deck_path("roto").parent.mkdir(exist_ok=True)
    deck_path("roto").write_bytes(b"no deck")
    page = open_page("/teach", 360, 740)
    expect(page.locator("#decks tr[data-state=damaged]")).to_contain_text("roto.deck is damaged")
    page.fill("#name", "roto")
    expect(page.locator("#name-hint")).to_contain_text("it is replaced when you keep this one")


def test_a_table_without_a_card_camera_says_so(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, school: School
) -> None:
    monkeypatch.setattr(school.teacher, "_cameras", ())
    page = open_page("/teach")
    expect(page.locator("#none")).to_contain_text("No camera of this table reads cards")
    expect(page.locator("#begin")).to_be_hidden()
