"""The Entities page in a real browser: it fits every size."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import looks
from tests.browser.test_ask import overflow

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def test_the_page_fits(open_real: Open) -> None:
    page = open_real("/registry?w=portfolio")
    for look in looks(page):
        expect(page.locator(".st-key-wb_registry").get_by_role("option").first).to_be_visible()
        assert overflow(page)["across"] == 0, look


def test_an_alias_is_added_used_and_taken_back(open_real: Open) -> None:
    page = open_real("/registry?w=portfolio&lang=en")
    page.get_by_placeholder("Search by name").fill("LangGraph")
    row = page.locator(".st-key-wb_registry").get_by_role("option", name="LangGraph").first
    row.click()
    expect(page.locator(".wb-entity-name")).to_have_text("LangGraph")

    alias = page.get_by_placeholder("Words that people use for it")
    expect(alias).to_have_count(1)
    alias.fill("the flowchart library")
    page.get_by_role("button", name="Add", exact=True).click()
    details = page.locator(".st-key-wb_registry_details")
    expect(details.get_by_text("the flowchart library")).to_be_visible()

    page.locator(".st-key-wb_corrected_undo button").click()
    expect(details.get_by_text("the flowchart library")).to_have_count(0)
