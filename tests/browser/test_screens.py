"""Faults of the screens that were mended: zoom, long questions, contrast, focus, the Tab order."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.test_ask import RUN, overflow, ready

pytestmark = pytest.mark.browser
Open = Callable[..., Page]

CONTRAST = """node => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
    const rgba = (color) => {
        canvas.clearRect(0, 0, 1, 1)
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const light = (color) => {
        const [r, g, b] = color.slice(0, 3).map((one) => one / 255)
            .map((one) => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
        return .2126 * r + .7152 * g + .0722 * b
    }
    const over = (top, below) => {
        const share = top[3] / 255
        return [0, 1, 2].map((i) => top[i] * share + below[i] * (1 - share)).concat(255)
    }
    const behind = []
    for (let one = node; one; one = one.parentElement) {
        const color = rgba(getComputedStyle(one).backgroundColor)
        if (color[3]) behind.push(color)
        if (color[3] === 255) break
    }
    const white = [255, 255, 255, 255]
    const background = behind.reverse().reduce((below, top) => over(top, below), white)
    const text = over(rgba(getComputedStyle(node).color), background)
    const [a, b] = [light(text), light(background)].sort((x, y) => y - x)
    return (a + .05) / (b + .05)
}"""
"""The contrast of an element's text with what is behind it."""


@pytest.mark.parametrize("path", ["/", RUN])
def test_it_can_be_used_at_twice_the_size(open_page: Open, path: str) -> None:
    """1440 x 900 at 200 % is a window of 720 x 450."""
    page = open_page(path, size=(720, 450))
    page.wait_for_selector(".stHtml h1")
    assert overflow(page)["across"] == 0
    field = page.get_by_test_id("stChatInput").bounding_box()
    assert field is not None
    assert field["width"] > 240
    title = page.locator(".stHtml h1").first.bounding_box()
    assert title is not None
    assert title["width"] > 200, "not a letter a line"


def test_the_button_of_the_sidebar_does_not_stand_on_the_title(open_page: Open) -> None:
    page = ready(open_page(RUN, size=(700, 900)))
    button = page.get_by_test_id("stExpandSidebarButton").bounding_box()
    title = page.locator(".wb-question").bounding_box()
    assert button and title
    assert button["y"] + button["height"] <= title["y"]


def test_a_question_that_is_too_long_is_told_its_limit(open_page: Open) -> None:
    page = open_page()
    field = page.get_by_placeholder("Задайте вопрос")
    field.fill("а" * 2500)
    assert len(field.input_value()) == 2500
    field.press("Enter")
    alert = page.get_by_role("alert").filter(has_text="2500")
    expect(alert).to_contain_text("не больше 2000")
    expect(field).to_have_value("а" * 2500)
    assert "run=" not in page.url
    field.fill("Где применял RAG?")
    field.press("Enter")
    ready(page)
    expect(alert).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_stand_out_from_what_is_behind_them(open_page: Open, theme: str) -> None:
    page = ready(open_page(RUN, theme=theme))
    for place in (
        'button[kind="primary"] p',
        '[data-testid="stSidebar"] button[aria-checked="true"] p',
        ".wb-terms span",
        ".wb-claims small",
        ".wb-sources small",
        ".wb-small",
        ".wb-chip",
        ".wb-dependents summary",
        ".legend .state",
    ):
        for one in page.locator(place).all()[:4]:
            if one.is_visible():
                assert one.evaluate(CONTRAST) >= 4.5, (place, one.inner_text())


def test_the_links_of_the_navigation_show_where_the_focus_is(open_page: Open) -> None:
    page = ready(open_page(RUN))
    link = page.get_by_role("link", name="Запуски")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    ring = link.evaluate(
        "node => { const s = getComputedStyle(node); return s.outlineStyle + s.boxShadow }"
    )
    assert ring not in ("nonenone", "none")


def test_the_question_box_is_one_key_away(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.locator(".wb-question").click()
    page.keyboard.press("/")
    field = page.get_by_placeholder("Задайте вопрос")
    assert field.evaluate("node => node === document.activeElement")
    field.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_keys_are_listed_and_open_the_editor(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.locator(".wb-question").click()
    page.keyboard.press("p")
    editor = page.locator(".st-key-wb_panel_plan_large")
    expect(editor.get_by_label("План запроса в JSON")).to_be_visible()
    box = editor.bounding_box()
    assert box is not None
    assert box["width"] > 700 and box["height"] > 500, "the room of source and diagnostics too"
    assert not editor.locator("[data-tag-index]").evaluate_all(
        "tags => tags.filter(tag => tag.getBoundingClientRect().right > "
        "tag.closest('[role=group]:has([role=combobox])').getBoundingClientRect().right).length"
    )
    editor.get_by_label("Пунктов").fill("3")
    page.keyboard.press("Enter")
    expect(editor.get_by_label("План запроса в JSON")).to_contain_text('"max_items": 3')
    editor.get_by_label("План запроса в JSON").get_by_text("3", exact=True).last.dblclick()
    assert overflow(page)["page"] == 0
    page.locator(".wb-question").click()
    page.keyboard.press("Shift+Slash")
    expect(page.get_by_role("dialog")).to_contain_text("Перейти к полю вопроса")


def test_a_key_pressed_beside_all_controls_draws_no_ring_around_the_page(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.locator(".wb-question").click()
    page.keyboard.press("p")
    assert page.locator('[data-testid="stMain"]:focus-visible').count() == 0


def test_a_call_opens_to_its_facts_and_its_json_behind_a_link(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.locator(".wb-calls summary").first.click()
    call = page.locator(".wb-calls details").first
    expect(call.locator(".wb-found li").first).to_be_visible()
    call.get_by_role("link", name="Показать JSON").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Что вернулось")
    expect(dialog.locator("code").first).to_contain_text("PROJECT_ACHIEVEMENTS")


def boxes_at_rest(page: Page, found: Locator) -> list[FloatRect | None]:
    """Return where elements are once that no longer changes."""
    before: list[FloatRect | None] = []
    while (now := [one.bounding_box() for one in found.all()]) != before:
        before = now
        page.wait_for_timeout(200)
    return now


def test_the_reason_of_a_claim_in_focus_moves_no_line(open_page: Open) -> None:
    page = ready(open_page(RUN))
    claims = page.locator('[class*="st-key-wb_panel_answer"] a[href*="#claim-"]')
    claims.first.focus()
    page.keyboard.press("Shift+Tab")
    before = boxes_at_rest(page, claims)
    page.keyboard.press("Tab")
    expect(claims.first).to_be_focused()
    shown = claims.first.evaluate("node => getComputedStyle(node, '::after').content")
    assert shown not in ("none", "normal", '""')
    assert boxes_at_rest(page, claims) == before
