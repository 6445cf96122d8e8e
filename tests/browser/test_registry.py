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


def test_a_merge_closes_its_window_and_is_undone(open_real: Open) -> None:
    page = open_real("/registry?w=portfolio&lang=en")
    page.get_by_placeholder("Search by name").fill("Redis")
    page.locator(".st-key-wb_registry").get_by_role("option", name="Redis").first.click()
    expect(page.locator(".wb-entity-name")).to_have_text("Redis")
    page.locator("[class*='st-key-wb_entity_merge'] button").click()
    field = page.get_by_role("combobox", name="Entity to merge into this one")
    field.fill("ClickHouse")
    page.get_by_role("option", name="ClickHouse").click()
    page.locator(".st-key-wb_merge_now button").click()
    expect(page.get_by_text("ClickHouse is now part of Redis")).to_be_visible()
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    aliases = page.locator(".st-key-wb_registry_details [data-testid='stButtonGroup']")
    expect(aliases.get_by_text("ClickHouse", exact=True)).to_be_visible()
    page.locator(".st-key-wb_corrected_undo button").click()
    expect(aliases.get_by_text("ClickHouse", exact=True)).to_have_count(0)


def test_the_entity_that_is_chosen_comes_into_sight_on_a_phone(open_real: Open) -> None:
    page = open_real("/registry?w=portfolio&lang=en", size=(390, 844))
    page.locator(".st-key-wb_registry").get_by_role("option").nth(3).click()
    expect(page.locator(".wb-entity-name")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Aliases")).to_be_in_viewport()
