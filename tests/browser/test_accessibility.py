"""axe-core finds no serious violation on these pages, at any size, in either theme."""

from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from tests.support.long_run import RUN_ID as OTHER_ID
from tests.support.sample_run import RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
SIZES = ((1920, 1080), (1440, 900), (1024, 768), (390, 844))
PAGES = {
    "/": ".stHtml h1",
    "/documents": "table",
    "/runs": "tbody tr",
    f"/compare?runs={RUN_ID},{OTHER_ID}": ".wb-compared",
    "/matrix": ".st-key-wb_matrix_axes",
    f"/explain?run={RUN_ID}": ".st-key-wb_explain",
    "/graph": "canvas",
    "/registry": "h1",
    "/models": "h1",
}
"""Pages with what is there when each is drawn."""
SERIOUS = """async () => {
    const found = await axe.run({ resultTypes: ["violations"] })
    return found.violations
        .filter((one) => ["serious", "critical"].includes(one.impact))
        .flatMap((one) => one.nodes.map((node) =>
            `${one.id}: ${node.target.flat().join(" ")} ${node.html.slice(0, 160)}`))
}"""
"""The serious and critical violations: rule, place and element."""


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_serious_violation(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.locator(PAGES[path]).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(AXE)
    found: dict[str, list[str]] = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(400)  # the theme and the columns have changed
            if violations := page.evaluate(SERIOUS):
                found[f"{width} {theme}"] = violations
    assert found == {}
