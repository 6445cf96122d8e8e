"""Another language of the interface changes its words and none of a person's choices."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_ask import RUN, ready

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def switch(page: Page, language: str, heading: str) -> None:
    """Choose the interface's language and wait until the page is in it."""
    page.get_by_role("radio", name=language).click()
    expect(page.get_by_role("link", name=heading)).to_be_visible()


def choices(page: Page) -> list[Locator]:
    """The select boxes of the page."""
    boxes = page.locator('[data-testid="stSelectbox"] [role="combobox"]')
    expect(boxes.last).to_be_visible()
    return boxes.all()


@pytest.mark.parametrize("path", ["/runs", "/models"])
def test_every_choice_is_shown_in_the_language_of_the_page(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.wait_for_selector(".stHtml h1")
    boxes = choices(page)
    russian = [box.input_value() for box in boxes]
    assert all(CYRILLIC.search(one) for one in russian)

    html = page.locator("html")
    expect(html).to_have_attribute("lang", "ru")
    switch(page, "English", "Models")
    expect(html).to_have_attribute("lang", "en")
    for box in boxes:
        expect(box).not_to_have_value(CYRILLIC)

    switch(page, "Русский", "Модели")
    for box, said in zip(boxes, russian, strict=True):
        expect(box).to_have_value(said)


def test_the_options_keep_what_was_chosen(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Параметры").click()
    style = page.locator(".st-key-wb_option_citations").get_by_role("combobox")
    style.click()
    page.get_by_role("option", name="Сноска ¹").click()
    expect(style).to_have_value("Сноска ¹")
    page.keyboard.press("Escape")

    switch(page, "English", "Models")
    page.get_by_role("button", name="Options").click()
    expect(style).to_have_value("Footnote ¹")
    for box in choices(page):
        expect(box).not_to_have_value(CYRILLIC)


def test_a_closed_menu_outlives_two_changes_of_the_language(open_page: Open) -> None:
    page = ready(open_page(RUN, locale="en-GB"))
    page.get_by_role("button", name="Options").click()
    schema = page.locator(".st-key-wb_option_schema")
    expect(schema).to_be_visible()
    page.keyboard.press("Escape")
    for language, heading in (("Русский", "Модели"), ("English", "Models")):
        switch(page, language, heading)
        expect(page.locator(".wb-question")).to_be_visible()
    page.get_by_role("button", name="New thread").click()
    expect(page.locator(".st-key-wb_examples")).to_be_visible()
    expect(page.get_by_placeholder("Ask a question")).to_be_visible()


def test_a_search_in_a_list_that_finds_nothing_says_so_in_russian(open_page: Open) -> None:
    page = open_page("/graph")
    field = page.get_by_test_id("stMultiSelect").get_by_role("combobox").first
    field.click()
    field.press_sequentially("ъъъ")
    told = page.get_by_text("No results", exact=True)
    expect(told).to_have_count(1)
    shown = "node => [getComputedStyle(node).fontSize, getComputedStyle(node, '::before').content]"
    assert told.evaluate(shown) == ["0px", '"Ничего не найдено"']
