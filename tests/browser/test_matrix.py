"""The Matrix page in a browser: its price first, cells as they come, then runs to compare."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_ask import clipped, overflow

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
CAR, HOME = "What does Car Insurance cover?", "What does Home Insurance cover?"


def test_the_price_is_said_and_the_cells_come_one_by_one(open_modelled: Open) -> None:
    page = open_modelled("/matrix?w=insurance", locale="en-GB")
    questions = page.get_by_label("Questions")
    questions.fill(f"{CAR}\n{HOME}")
    questions.press("Control+Enter")
    models = page.get_by_role("combobox", name="Models")
    for name in ("no model", "openai:gpt-4o"):
        models.fill(name)
        page.get_by_role("option").filter(has_text=name).first.click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("at most $")).to_be_visible()
    page.get_by_role("button", name="Start 4 runs").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("4 runs will be made.")
    expect(dialog).to_contain_text("$")
    cells = page.locator(".wb-matrix td")
    expect(cells).to_have_count(0)

    dialog.get_by_role("button", name="Start").click()
    expect(cells.locator('a[href^="#run-"]')).to_have_count(4)

    picks = page.locator(".wb-matrix [role=checkbox]")
    picks.nth(0).click()
    picks = page.locator(".wb-matrix [role=checkbox][aria-checked=false]")
    expect(picks).to_have_count(3)
    picks.nth(0).click()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".wb-effect")).to_be_visible()
    page.go_back()
    expect(cells.locator('a[href^="#run-"]')).to_have_count(4)
    cells.locator('a[href^="#run-"]').last.click()
    expect(page.locator(".wb-question")).to_have_text(HOME)


def test_a_grid_fits(open_page: Open) -> None:
    page = open_page("/matrix")
    questions = page.get_by_label("Вопросы")
    questions.fill("Где применял RAG?\nДостижения на проекте АЛОР")
    questions.press("Control+Enter")
    page.get_by_role("button", name="Запустить: 2 запуска").click()
    expect(page.locator('.wb-matrix a[href^="#run-"]')).to_have_count(2)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page)["across"] == 0, width
        assert clipped(page) == [], width


def test_a_click_on_the_text_of_a_cell_opens_its_run(open_page: Open) -> None:
    page = open_page("/matrix")
    questions = page.get_by_label("Вопросы")
    questions.fill("Где применял RAG?\nДостижения на проекте АЛОР")
    questions.press("Control+Enter")
    page.get_by_role("button", name="Запустить: 2 запуска").click()
    cells = page.locator(".wb-matrix td:has(a[href^='#run-'])")
    expect(cells).to_have_count(2)
    cells.first.get_by_role("checkbox").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    text = cells.first.locator("p").bounding_box()
    assert text is not None
    page.mouse.click(text["x"] + text["width"] / 2, text["y"] + text["height"] / 2)
    expect(page.locator(".wb-question")).to_have_text("Где применял RAG?")


def test_a_model_that_is_typed_is_offered_in_the_language_of_the_interface(open_page: Open) -> None:
    page = open_page("/matrix")
    page.get_by_role("combobox", name="Модели").fill("openai:new")
    option = page.get_by_role("option").last.locator("div")
    expect(option).to_have_css("font-size", "0px")
    told = option.evaluate("node => getComputedStyle(node, '::before').content")
    assert told == '"Взять введённое"'
