"""The Graph page in a real browser: drawing, keyboard, path, and it fits every screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_ask import overflow
from tests.support.sample_run import PROJECT

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def items(page: Page) -> Locator:
    return page.locator(".st-key-wb_graph_find .items")


def ready(page: Page) -> Page:
    page.wait_for_selector(".canvas[data-drawn]")
    return page


def drawn(page: Page) -> int:
    return int(page.locator(".canvas").get_attribute("data-drawn") or 0)


def labels(page: Page) -> int:
    """How many nodes and edges are named on the drawing."""
    found: int = page.locator(".canvas").evaluate("canvas => canvas.workbenchLabels().length")
    return found


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_it_fits_and_most_labels_are_drawn(
    open_page: Open, locale: str, size: tuple[int, int]
) -> None:
    page = ready(open_page(f"/graph?node={PROJECT}", locale=locale, size=size))
    assert overflow(page)["across"] == 0
    assert labels(page) >= drawn(page) / 2
    expect(page.locator(".wb-node")).to_be_visible()
    card = page.locator(".wb-node").bounding_box()
    assert card is not None
    assert size[0] < 640 or card["y"] < size[1] / 2, "what is chosen is seen beside the drawing"


def test_nine_of_ten_nodes_of_a_dense_drawing_are_named(open_real: Open) -> None:
    page = ready(open_real("/graph?w=portfolio", locale="en-GB", size=(1024, 768)))
    page.wait_for_timeout(500)
    assert labels(page) >= 0.9 * drawn(page)


def test_the_list_is_used_with_the_keyboard(open_page: Open) -> None:
    page = ready(open_page("/graph"))
    items(page).focus()
    page.keyboard.press("ArrowDown")
    second = items(page).locator(".row").nth(1)
    page.keyboard.press("Enter")
    expect(second).to_have_attribute("aria-selected", "true")
    expect(page.locator(".wb-node")).to_have_text(second.locator(".text").inner_text())
    page.wait_for_url("**node=**")


def test_a_double_click_expands_a_node(open_page: Open) -> None:
    page = ready(open_page(f"/graph?node={PROJECT}"))
    before = drawn(page)
    place = page.locator(".canvas").evaluate("(c, id) => c.workbenchPlace(id)", PROJECT)
    page.locator(".canvas").dblclick(position=place)
    expect(page.locator(".canvas")).not_to_have_attribute("data-drawn", str(before))
    assert drawn(page) > before


def test_a_path_is_shown_in_words(open_page: Open) -> None:
    page = ready(open_page(f"/graph?node={PROJECT}"))
    page.locator(".st-key-wb_graph_path_find button:visible").click()
    expect(page.get_by_role("status")).to_contain_text("Путь от")
    page.locator(".st-key-wb_graph_search input").fill("компания Астон")
    expect(items(page).locator(".title").first).to_contain_text("Найден")
    items(page).locator(".row", has_text="Aston").click()
    expect(page.get_by_role("status")).to_contain_text("Путь: ")
    assert page.locator(".canvas").evaluate("c => c.workbenchLit().length") == 1


def test_an_edit_counts_at_once_and_is_undone(open_real: Open) -> None:
    page = ready(open_real("/graph?w=portfolio&node=company:aston"))
    page.get_by_role("button", name="Изменить").click()
    aliases = page.get_by_label("Другие имена, через точку с запятой")
    aliases.fill("Астон; Новый псевдоним")
    aliases.press("Tab")
    page.get_by_role("button", name="Сохранить").click()
    details = page.locator(".st-key-wb_graph_card .wb-facts")
    expect(details).to_contain_text("Новый псевдоним")
    page.get_by_role("button", name="Правки").click()
    page.get_by_role("button", name="Отменить").click()
    expect(details).not_to_contain_text("Новый псевдоним")


def test_details_of_a_tapped_node_come_into_sight_on_a_phone(open_page: Open) -> None:
    page = ready(open_page(f"/graph?node={PROJECT}", size=(390, 844)))
    page.locator(".canvas").scroll_into_view_if_needed()
    place = page.locator(".canvas").evaluate("(c, id) => c.workbenchPlace(id)", PROJECT)
    page.locator(".canvas").click(position=place)
    heading = page.locator(".st-key-wb_graph_card .wb-node")
    expect(heading).to_be_in_viewport()
    expect(page.locator(".canvas")).to_be_in_viewport(ratio=0.1)
