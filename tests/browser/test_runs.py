"""The list of runs in a real browser: it fits, shows whole questions, sorts and ticks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import SMALL, WIDE, looks
from tests.browser.test_ask import overflow
from tests.support import long_run
from tests.support.sample_run import QUESTION, RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def rows(page: Page) -> Locator:
    return page.locator("tbody tr")


def row(page: Page, run_id: str) -> Locator:
    return page.locator(f'tr[data-id="{run_id}"]')


def ids(page: Page) -> list[str]:
    """The runs from top to bottom."""
    return [one.get_attribute("data-id") or "" for one in rows(page).all()]


def cut_off(page: Page) -> list[str]:
    """Cells and headings whose text goes beyond them."""
    found: list[str] = page.locator("table").evaluate(
        """table => [...table.querySelectorAll("th, td")]
        .filter((cell) => cell.offsetParent && cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.className + ": " + cell.textContent)"""
    )
    return found


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_the_table_fits(open_page: Open, locale: str) -> None:
    page = open_page("/runs", locale=locale)
    for look in looks(page, [WIDE, SMALL]):
        expect(row(page, long_run.RUN_ID)).to_be_visible()
        assert overflow(page)["across"] == 0, look
        table = page.locator("table")
        assert table.evaluate("t => t.scrollWidth - t.parentNode.clientWidth") <= 0, look
        assert cut_off(page) == [], look


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_a_long_question_ends_in_an_ellipsis_and_is_told_whole(
    open_page: Open, size: tuple[int, int]
) -> None:
    question = row(open_page("/runs", size=size), long_run.RUN_ID).locator(".words")
    expect(question).to_have_attribute("title", long_run.QUESTION)
    assert question.evaluate("q => q.scrollHeight > q.clientHeight"), "it is longer than two lines"
    assert question.evaluate("q => getComputedStyle(q).webkitLineClamp") == "2"


def test_a_small_screen_tells_below_the_question_what_it_has_no_column_for(
    open_page: Open,
) -> None:
    page = open_page("/runs", size=(1024, 768))
    below = row(page, long_run.RUN_ID).locator(".under")
    time = row(page, long_run.RUN_ID).locator("td.created").text_content()
    expect(below).to_have_text(f"{time} · Портфолио инженера · openai:gpt-4o")
    expect(below).to_be_visible()
    question = row(page, long_run.RUN_ID).locator(".words").bounding_box()
    assert question is not None and question["width"] > 240, "most of the room is the question's"
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(below).to_be_hidden()


def test_it_sorts_both_ways_and_as_it_came(open_page: Open) -> None:
    page = open_page("/runs")
    expect(row(page, RUN_ID)).to_be_visible()
    as_it_came = ids(page)
    time = page.get_by_role("button", name="Время")
    head = page.locator("th.created")
    time.click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert ids(page)[0] == long_run.RUN_ID
    page.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert ids(page)[-1] == long_run.RUN_ID
    page.keyboard.press("Enter")
    expect(head).not_to_have_attribute("aria-sort", "descending")
    assert ids(page) == as_it_came


def test_a_click_opens_and_one_step_back_is_the_same_place(open_page: Open) -> None:
    page = open_page("/runs", size=(1440, 420))
    expect(row(page, RUN_ID)).to_be_visible()
    questions = rows(page).locator("a.words").all_inner_texts()
    page.get_by_placeholder("Найти по вопросу").fill("о")
    expect(rows(page)).to_have_count(sum("о" in one.lower() for one in questions))
    page.get_by_role("button", name="Время").click()
    frame = page.locator(".frame")
    top = frame.evaluate("one => { one.scrollTop = 60; return one.scrollTop }")
    order = ids(page)
    row(page, RUN_ID).locator(".confidence").click()
    expect(page.locator(".wb-question")).to_have_text(QUESTION)

    page.go_back()

    expect(row(page, RUN_ID)).to_be_visible()
    expect(page.get_by_placeholder("Найти по вопросу")).to_have_value("о")
    expect(page.locator("th.created")).to_have_attribute("aria-sort", "ascending")
    assert ids(page) == order
    assert frame.evaluate("one => one.scrollTop") == top


def test_a_question_opens_by_keyboard_and_ticks_do_not(open_page: Open) -> None:
    page = open_page("/runs")
    deletes = page.get_by_role("button", name="Удалить")
    expect(deletes).to_be_disabled()
    page.get_by_label("Выбрать все").check()
    expect(page.get_by_text(f"Выбрано: {rows(page).count()}")).to_be_visible()
    expect(deletes).to_be_enabled()
    page.get_by_label("Выбрать все").uncheck()
    row(page, long_run.RUN_ID).locator("a.words").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".wb-question")).to_have_text(long_run.QUESTION)


def test_a_run_is_tagged_rated_and_found_again(open_page: Open) -> None:
    page = open_page("/runs")
    page.get_by_label(f"Выбрать: {long_run.QUESTION}").check()
    page.get_by_role("button", name="Метки и заметки").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Метки").fill("проверено")
    page.keyboard.press("Enter")
    dialog.get_by_label("Заметка").fill("Нет суммы")
    dialog.get_by_role("button", name="Сохранить").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Фильтры").click()
    date = page.get_by_test_id("stDateInput")
    expect(date.get_by_role("spinbutton")).to_have_count(6)
    named = date.get_by_role("spinbutton").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::before').content)"
    )
    assert named == ['"дд"', '"мм"', '"гггг"'] * 2, "not in English"
    page.get_by_label("Метка").click()
    page.get_by_role("option", name="проверено").click()
    expect(rows(page)).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Столбцы").click()
    page.get_by_role("button", name="Заметка").click()
    expect(row(page, long_run.RUN_ID).locator(".note")).to_have_text("Нет суммы")


def test_a_run_becomes_a_golden_case_with_a_correction(open_page: Open) -> None:
    page = open_page("/runs")
    page.get_by_label(f"Выбрать: {QUESTION}").first.check()  # other tests fork this run
    page.get_by_role("button", name="В эталон").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Должно быть в ответе", exact=True).fill("62 %")
    dialog.get_by_role("button", name="Сохранить").click()
    expect(page.get_by_text("Эталонный вопрос записан в portfolio.jsonl")).to_be_visible()
