"""The Explain page in a browser: a remembered claim, the stage to blame, the plan's stability."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Modelled
from tests.browser.test_ask import clipped, overflow, settled

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
TWO_LINES = 34
"""Height of a chip of two lines in pixels."""


def way(page: Page, name: str) -> None:
    """Choose a way to explain the run."""
    page.get_by_role("radiogroup").get_by_text(name, exact=True).click()


def start(page: Page, name: str) -> None:
    settled(page)
    page.get_by_role("button", name=name).click()


def result(page: Page) -> Locator:
    return page.locator(".st-key-wb_explain .wb-verdict")


def test_a_claim_that_outlives_its_fact_is_from_memory(
    open_modelled: Open, modelled: Modelled
) -> None:
    page = open_modelled(f"/explain?run={modelled.runs['home']}", locale="en-GB")
    panel = page.locator(".st-key-wb_explain")
    expect(panel).to_contain_text("openai:gpt-4o")
    expect(panel).to_contain_text("$")
    expect(result(page)).to_have_count(0)
    start(page, "Start")
    expect(result(page)).to_contain_text("did not come from the facts")
    remembered = panel.locator(".wb-reasons").first
    expect(remembered).to_contain_text("Keys and locks: Basic $250")
    expect(remembered).not_to_contain_text("Buildings")


def test_the_stage_with_the_planted_fault_is_named(open_modelled: Open, modelled: Modelled) -> None:
    page = open_modelled(f"/explain?run={modelled.runs['wrong']}", locale="en-GB")
    way(page, "Stage to blame")
    page.get_by_role("combobox", name="The right answer").click()
    page.get_by_role("option").first.click()
    expect(page.get_by_text("No model is called")).to_be_visible()
    start(page, "Start")
    expect(result(page)).to_have_text("The stage to blame: Plan")


def test_the_field_on_which_plans_differ_is_named(open_modelled: Open, modelled: Modelled) -> None:
    page = open_modelled(f"/explain?run={modelled.runs['rough']}", locale="en-GB")
    way(page, "Plan stability")
    start(page, "Start")
    expect(result(page)).to_have_text("4 of 5 plans are the same")
    expect(page.locator(".wb-listing")).to_contain_text("10 × 4")


@pytest.mark.parametrize("name", ["Опора на факты", "Устойчивость плана"])
def test_an_explanation_fits(open_page: Open, name: str) -> None:
    page = open_page("/explain")
    way(page, name)
    start(page, "Выполнить")
    expect(result(page)).to_be_visible()
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page)["across"] == 0, width
        for chip in page.locator(".wb-listing summary .wb-chip").all()[:3]:
            box = chip.bounding_box()
            assert box is not None
            assert box["height"] < TWO_LINES, "not broken, let alone within a word"
        assert clipped(page) == [], width
