"""The header of a run in a real browser: its menus stand in their place and close in time."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_ask import overflow, ready
from tests.support.sample_run import RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
RUN = f"/?run={RUN_ID}"
IDLE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
"""The app while no script runs."""


def layers(page: Page) -> Locator:
    """The menus that hang over the page."""
    return page.get_by_test_id("stPopoverBody")


def menu(page: Page) -> Locator:
    return page.get_by_role("button", name="Запуск", exact=True)


def right_edge(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"]


def test_the_menu_ends_where_the_panels_end(open_page: Open) -> None:
    page = ready(open_page(RUN))
    assert right_edge(menu(page)) == pytest.approx(right_edge(page.locator(".wb-strip")), abs=1)


def test_the_menu_folds_away_when_its_window_opens(open_page: Open) -> None:
    page = ready(open_page(RUN))
    menu(page).click()
    layers(page).get_by_role("button", name="Клавиши").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(layers(page)).to_have_count(0)


def test_a_download_can_be_clicked_as_soon_as_the_menu_opens(open_page: Open) -> None:
    page = ready(open_page(RUN))
    for form in ("Отчёт в Markdown", "Запуск в JSON", "Отчёт в Markdown"):
        with page.expect_download():
            menu(page).click()
            layers(page).get_by_role("button", name=form).click()
        page.keyboard.press("Escape")
        expect(layers(page)).to_have_count(0)


def test_the_conversation_opens_beside_the_run(open_page: Open) -> None:
    page = open_page()
    for question in ("Где применял RAG?", "Достижения на проекте АЛОР"):
        page.get_by_placeholder("Задайте вопрос").fill(question)
        page.keyboard.press("Enter")
        expect(page.locator(".wb-question")).to_have_text(question)
        ready(page)
    page.get_by_role("button", name="Разговор: 2 вопроса").click()
    column = page.locator(".st-key-wb_panel_talk")
    plan = page.locator(".st-key-wb_panel_plan")
    expect(column).to_be_visible()
    expect(plan).to_have_count(1)  # the columns move to the right, and those before them go
    for width, beside in ((1440, False), (1600, True), (1920, True)):
        page.set_viewport_size({"width": width, "height": 900})
        expect(plan).to_be_visible(visible=beside)
        assert overflow(page) == {"page": 0, "across": 0}, width
    expect(column.get_by_role("button", name="Достижения на проекте АЛОР")).to_be_disabled()
    column.get_by_role("button", name="Где применял RAG?").click()
    expect(page.locator(".wb-question")).to_have_text("Где применял RAG?")
    column.locator("summary").last.click()
    expect(column.locator("details[open]")).to_contain_text("АЛОР")
    page.keyboard.press("c")
    expect(column).to_have_count(0)


def test_the_tab_names_the_page(open_page: Open) -> None:
    expect(open_page("/runs")).to_have_title("Запуски · Workbench")
    expect(open_page("/", locale="en-US")).to_have_title("Ask · Workbench")
    expect(open_page("/?view=demo")).to_have_title("Демо · Workbench")
    expect(open_page("/?view=demo", locale="en-US")).to_have_title("Demo · Workbench")


def test_one_step_back_leaves_a_page_of_the_navigation(open_page: Open) -> None:
    page = open_page()
    menu = page.locator('[data-testid="stSidebarNav"]')
    for name, path in (("Сравнение", "/compare?"), ("Запуски", "/runs?"), ("Матрица", "/matrix?")):
        menu.get_by_role("link", name=name).click()
        page.wait_for_url(f"**{path}*")
        expect(page.locator(IDLE)).to_be_visible()  # its run may write the address once more
        page.go_back()
        page.wait_for_url("**/?w=*")
        expect(page.get_by_placeholder("Задайте вопрос")).to_be_visible()
        expect(page.locator(IDLE)).to_be_visible()


def test_an_address_written_twice_is_one_entry_of_the_history(open_page: Open) -> None:
    page = open_page("/runs")
    page.wait_for_function("window.workbenchPushes && location.search")
    entries = page.evaluate(
        """() => {
            const before = history.length
            history.pushState({}, "", location.href)
            history.pushState({}, "", location.search)
            return [before, history.length]
        }"""
    )
    assert entries[0] == entries[1]


def test_the_sidebar_has_the_name_of_the_product_and_its_mark(open_page: Open) -> None:
    page = open_page("/runs")
    head = page.locator('[data-testid="stSidebarHeader"]')
    expect(head).to_be_visible()
    page.wait_for_function(  # the style sheet comes with the first elements of the page
        """one => {
            const { content, backgroundImage } = getComputedStyle(one, "::before")
            return content === '"Workbench"' && backgroundImage.startsWith('url("data:image/svg')
        }""",
        arg=head.element_handle(),
    )
