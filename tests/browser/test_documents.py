"""The Documents page in a real browser: a file opens as passages beside its text; files drop."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import looks
from tests.browser.test_accessibility import misfits
from tests.browser.test_ask import overflow, settled
from tests.support import sample_run

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_the_list_fits(open_page: Open, locale: str) -> None:
    page = open_page("/documents", locale=locale)
    for look in looks(page):
        expect(page.locator("tbody tr").first).to_be_visible()
        assert overflow(page)["across"] == 0, look


def test_a_document_opens_and_a_passage_is_marked_in_its_text(open_page: Open) -> None:
    page = open_page("/documents")
    page.locator("tbody tr.opens").first.click()
    options = page.get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    options.nth(2).click()
    expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    expect(page.locator(".part.passage").first).to_have_attribute("data-number", "3")
    page.get_by_role("listbox").focus()
    page.keyboard.press("ArrowDown")
    expect(options.nth(3)).to_have_attribute("aria-selected", "true")
    page.locator('.part[data-number="1"]').first.click()
    expect(options.first).to_have_attribute("aria-selected", "true")


def test_the_runs_that_cite_a_passage_open_from_it(open_page: Open) -> None:
    page = open_page(f"/documents?doc={sample_run.DOCUMENT}")
    page.locator("button.cited").first.click()
    page.get_by_role("dialog").get_by_role("button", name=sample_run.QUESTION).first.click()
    expect(page.locator(".wb-question")).to_have_text(sample_run.QUESTION)


def test_dropped_files_become_a_workspace(open_real: Open, tmp_path: Path) -> None:
    hours = tmp_path / "hours.md"
    hours.write_text("# Reading room\n\nIt opens at nine and closes at six.\n", "utf-8")
    photo = tmp_path / "photo.heic"
    photo.write_bytes(b"x")
    page = open_real("/documents?w=portfolio", locale="en-GB")
    settled(page)
    page.get_by_text("Add files", exact=True).click()
    page.locator(".st-key-wb_add input[type=file]").set_input_files([hours, photo])
    expect(page.get_by_test_id("stFileChip")).to_have_count(2)
    assert misfits(page) == []
    expect(page.get_by_role("button", name="Create a workspace from 2 files")).to_be_visible()
    title = page.get_by_label("Title of the new workspace")
    title.fill("Reading room")
    title.press("Enter")
    page.get_by_role("button", name="Create a workspace from 2 files").click()
    expect(page.get_by_text(".heic files are not read.")).to_be_visible()
    page.get_by_role("button", name="Open the new workspace").click()
    expect(page.get_by_role("button", name="Reading room")).to_be_visible()
