"""The subgraph of the Ask page: readable, searchable, by keyboard, as a text, and its claims."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_ask import RUN, ready
from tests.support.sample_run import PROJECT, RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def labels(page: Page) -> list[dict[str, Any]]:
    """The labels of nodes that are drawn, with their boxes in pixels of the screen."""
    found: list[dict[str, Any]] = page.locator(".canvas").evaluate("c => c.workbenchLabels()")
    return found


def test_full_screen_shows_the_whole_graph_at_once(open_page: Open) -> None:
    page = ready(open_page(RUN))
    before = len(labels(page))
    page.get_by_role("button", name="На весь экран").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.wait_for_timeout(500)
    inside = page.locator(".canvas").evaluate(
        """(canvas, ids) => ids.every((id) => {
        const { x, y } = canvas.workbenchPlace(id)
        return x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight
        })""",
        [label["id"] for label in labels(page)],
    )
    spread = page.locator(".canvas").evaluate(
        """(canvas, ids) => {
        const xs = ids.map((id) => canvas.workbenchPlace(id).x)
        return (Math.max(...xs) - Math.min(...xs)) / canvas.clientWidth
        }""",
        [label["id"] for label in labels(page)],
    )
    assert inside
    assert spread > 0.4, "it fills the screen"
    assert len(labels(page)) >= before


def test_a_label_stands_off_the_edges_where_there_is_room(open_page: Open) -> None:
    drawn = labels(ready(open_page(RUN, size=(390, 844))))
    on_edges = [one["id"] for one in drawn if one["lies"]]
    assert len(drawn) > 5
    assert len(on_edges) < len(drawn) / 2


def test_labels_are_readable_and_apart(open_page: Open) -> None:
    drawn = labels(ready(open_page(RUN)))
    assert len(drawn) > 5
    for one in drawn:
        assert (one["bottom"] - one["top"]) / len(one["lines"]) >= 12
        for other in drawn:
            apart = (
                one["right"] <= other["left"]
                or other["right"] <= one["left"]
                or one["bottom"] <= other["top"]
                or other["bottom"] <= one["top"]
            )
            assert apart or one["id"] == other["id"] or PROJECT in (one["id"], other["id"])


def test_a_search_names_what_it_finds_and_types_can_be_hidden(open_page: Open) -> None:
    page = ready(open_page(RUN))
    search = page.get_by_placeholder("Найти")
    search.fill("алор")
    page.wait_for_timeout(300)  # the next frame draws the labels
    assert {PROJECT} <= {one["id"] for one in labels(page)}
    lit = page.locator(".canvas").evaluate("node => node.workbenchLit()")
    others = [" ".join(one["lines"]) for one in labels(page) if one["id"] not in lit]
    assert all("алор" in one.lower() for one in others), "what is lit for its source is named too"
    search.press("Enter")
    expect(page.locator("aside.card")).to_contain_text("АЛОР Брокер")
    search.fill("")
    toggle = page.locator(".legend button", has_text="Проект")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(300)
    assert not [one for one in labels(page) if one["id"].startswith("project:")]


def test_the_details_stand_beside_the_drawing(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.locator(".canvas").evaluate("(c, id) => c.workbenchShow(id)", PROJECT)
    card = page.locator("aside.card")
    expect(card).to_be_visible()
    box, canvas = card.bounding_box(), page.locator(".canvas").bounding_box()
    assert box and canvas
    assert canvas["x"] + canvas["width"] <= box["x"], "nothing is covered"
    tools = page.locator(".tools").bounding_box()
    assert tools and tools["y"] + tools["height"] <= canvas["y"], "nor by the tools"


def test_the_graph_is_read_by_keyboard_and_as_a_text(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.locator(".wb-question").click()
    page.keyboard.press("g")
    page.keyboard.press("ArrowRight")
    card = page.locator("aside.card")
    expect(card).to_be_visible()
    first = card.get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    expect(card).not_to_have_attribute("aria-label", first or "")
    page.keyboard.press("Enter")
    assert card.evaluate("node => node === node.getRootNode().activeElement")
    page.get_by_role("button", name="Списком").click()
    rows = page.locator(".list li")
    expect(rows.first).to_contain_text("процитировано")
    rows.first.get_by_role("button").click()
    expect(card).to_contain_text("→")


def test_an_edge_lights_the_claims_that_rest_on_it(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.get_by_role("button", name="Списком").click()
    page.locator(".list li.cited button").first.click()
    card = page.locator("aside.card")
    claims = card.locator("a.claim")
    expect(claims.first).to_be_visible()
    lit = page.locator(f'.stMarkdown a.wb-lit[href*="#claim-{RUN_ID}-"]')
    expect(lit.first).to_be_visible()


def test_a_double_click_adds_the_neighbours(open_page: Open) -> None:
    page = ready(open_page(RUN))
    page.wait_for_load_state("networkidle")
    canvas = page.locator(".canvas")
    before = int(canvas.get_attribute("data-drawn") or 0)
    box = canvas.bounding_box()
    place = canvas.evaluate("(c, id) => c.workbenchPlace(id)", PROJECT)
    assert box is not None
    page.mouse.dblclick(box["x"] + place["x"], box["y"] + place["y"])
    expect(page.locator(".legend .state", has_text="добавлено вами")).to_be_visible()
    assert int(canvas.get_attribute("data-drawn") or 0) > before
