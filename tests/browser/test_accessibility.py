"""Every page, at any size, in either theme and language: axe-core finds nothing serious, nothing is
wider than the window, no label is cut, no text is below 12 pixels, and Tab leads through."""

from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from tests.browser.test_ask import clipped, overflow
from tests.support.long_run import RUN_ID as OTHER_ID
from tests.support.sample_run import RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
SIZES = ((1920, 1080), (1440, 900), (1024, 768), (390, 844))
PAGES = {
    "/": ".stHtml h1",
    f"/?run={RUN_ID}": ".wb-terms",
    "/documents": "table",
    "/runs": "tbody tr",
    f"/compare?runs={RUN_ID},{OTHER_ID}": ".wb-compared",
    "/matrix": ".st-key-wb_matrix_axes",
    f"/explain?run={RUN_ID}": ".st-key-wb_explain",
    "/graph": "canvas",
    "/registry": "h1",
    "/prompts": ".cm-content",
    "/models": "h1",
    "/?view=demo": "details.more",
}
"""Pages with what is there when each is drawn."""
CHOSEN = "button[aria-checked='true']:has-text('{}')"
"""A view that is chosen, by its name."""
OPENED = {
    "plan as JSON": (f"/?run={RUN_ID}", "JSON", ".cm-content"),
    "plan as form": (f"/?run={RUN_ID}", "Form", "[class*='st-key-wb_form_call_']"),
    "formula": (f"/?run={RUN_ID}", "Formula", ".wb-table"),
    "menu of the run": (f"/?run={RUN_ID}", "Run", "[data-testid='stDownloadButton'] button"),
    "options": ("/", "Options", "[data-testid='stPopoverBody'] label"),
    "search tester": ("/documents", "Search tester", CHOSEN),
    "graph gaps": ("/runs", "Graph gaps", CHOSEN),
    "changes": ("/runs", "Changes", CHOSEN),
    "corrections": ("/registry", "Corrections", CHOSEN),
    "messages of a trial": ("/prompts", "Trial", "[role='tabpanel'] p"),
}
"""What is opened on a page by the text that is clicked, with what is there then."""
COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules that depend on the theme. Contrast takes nine tenths of the time of axe."""
THEMES = ("light", "dark")
DISTINCT = ((1440, 900), (390, 844))
"""Sizes at which widgets are drawn differently; in between they only stand elsewhere."""
SERIOUS = """async (options) => {
    const found = await axe.run({ resultTypes: ["violations"], ...options })
    return found.violations
        .filter((one) => ["serious", "critical"].includes(one.impact))
        .flatMap((one) => one.nodes.map((node) =>
            `${one.id}: ${node.target.flat().join(" ")} ${node.html.slice(0, 160)}`))
}"""
"""The serious and critical violations: rule, place and element."""
MOST_TABS = 150
"""Times that Tab is pressed; the focus of a longer page has been no trap until then."""
FOCUSED = """() => {
    let node = document.activeElement
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
    if (!node || node === document.body) return null
    window.wbFocused ??= new Map()
    if (!window.wbFocused.has(node)) window.wbFocused.set(node, window.wbFocused.size)
    const probe = document.querySelector(".stApp").appendChild(document.createElement("i"))
    probe.style.color = "var(--wb-primary)"
    const accent = getComputedStyle(probe).color
    probe.remove()
    const rings = []
    for (let at = node, up = 0; at instanceof Element && up < 4; at = at.parentElement, up++)
        rings.push(getComputedStyle(at))
    const isRinged = node.tagName === "IFRAME" || rings.some((style) =>
        (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
        || style.boxShadow !== "none" || style.borderTopColor === accent)
    const told = node.outerHTML.slice(0, 120)
    return { place: window.wbFocused.get(node), told, isRinged }
}"""
"""The focused element: its number in the order of the first visits, and whether its focus is seen:
by a ring, or by a border in the accent as fields have it."""
SMALLEST_TEXT = 12
SMALL_TEXTS = """(smallest) => {
    const found = []
    const walk = (node) => {
        if (node.shadowRoot) walk(node.shadowRoot)
        for (const child of node.childNodes) {
            if (child.nodeType === Node.ELEMENT_NODE) walk(child)
            if (child.nodeType !== Node.TEXT_NODE || !child.data.trim()) continue
            const size = parseFloat(getComputedStyle(node).fontSize)
            if (size < smallest && node.checkVisibility())
                found.push(`${size} px: ${child.data.trim().slice(0, 60)}`)
        }
    }
    walk(document.body)
    return found
}"""
"""The visible texts below a size in pixels."""


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_violation(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.locator(PAGES[path]).first.wait_for()
    assert violations(page, SIZES) == {}


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_violation_in_english(open_page: Open, path: str) -> None:
    page = open_page(path, locale="en-GB")
    page.locator(PAGES[path]).first.wait_for()
    assert violations(page, SIZES, themes=()) == {}, "colours are those of the Russian page"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_timeout(400)
    assert walked(page) == []


@pytest.mark.parametrize("name", OPENED)
def test_nothing_that_is_opened_has_a_serious_violation(open_page: Open, name: str) -> None:
    path, text, there = OPENED[name]
    page = open_page(path, locale="en-GB")
    named = page.locator("[data-testid='stMain']").get_by_text(text, exact=True)
    named.locator("visible=true").first.click()
    page.locator(there.format(text)).first.wait_for()
    assert violations(page, SIZES[1:2]) == {}


def violations(
    page: Page, sizes: tuple[tuple[int, int], ...], *, themes: tuple[str, ...] = THEMES
) -> dict[str, list[str]]:
    """The serious violations and misfits by size and theme, where there are any."""
    page.wait_for_load_state("networkidle")
    page.evaluate(AXE)
    found: dict[str, list[str]] = {}
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(400)  # the columns have changed
        others = {"rules": {rule: {"enabled": False} for rule in COLOUR}}
        found[f"{size[0]}"] = page.evaluate(SERIOUS, others) + misfits(page)
        for theme in themes if size in DISTINCT else ():
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(400)  # the theme has changed
            found[f"{size[0]} {theme}"] = page.evaluate(SERIOUS, {"runOnly": COLOUR})
    return {place: serious for place, serious in found.items() if serious}


def misfits(page: Page) -> list[str]:
    """What does not fit a size: small texts, cut labels, and a page wider than its window."""
    across = overflow(page)["across"]
    wider = [f"{across} px wider than the window"] if across else []
    small: list[str] = page.evaluate(SMALL_TEXTS, SMALLEST_TEXT)
    return wider + small + [f"cut: {one}" for one in clipped(page)]


def walked(page: Page) -> list[str]:
    """What is wrong on the way of the Tab key through a page: a trap, or a focus that is not seen.

    The way ends where it began, or outside the page.
    """
    page.evaluate("document.activeElement.blur()")
    unseen: dict[str, None] = {}
    last = -1
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None or found["place"] == 0 < last:
            return list(unseen)
        if found["place"] <= last:
            return [*unseen, f"trap: {found['told']}"]
        last = found["place"]
        if not found["isRinged"]:
            page.wait_for_timeout(250)  # a border changes its colour gradually
            found = page.evaluate(FOCUSED)
        if not found["isRinged"]:
            unseen[f"no focus ring: {found['told']}"] = None
    return list(unseen)
