"""One session through the whole workbench: ask, edit, compare, prompts, golden case, bundle."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ROOT
from tests.browser.pictures import picture
from tests.browser.test_ask import ready, settled
from tests.browser.test_prompts import is_drawn, write
from tests.support.overview_model import INVENTED, QUESTION, SOURCES_ONLY

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
NAME = "grounded.en.jinja"
LIT_EDGES = """async (canvas) => {
    for (let frame = 0; frame < 300 && !canvas.workbenchLitEdges().length; frame++)
        await new Promise(requestAnimationFrame)
    return canvas.workbenchLitEdges()
}"""
"""The edges that are lit, once there are any."""
TEMPLATE = f"Mode: strictly grounded, each sentence with its marker. {SOURCES_ONLY}"


def test_a_question_is_taken_apart_and_its_bundle_verified_elsewhere(
    open_modelled: Open, tmp_path: Path
) -> None:
    page = open_modelled("/?w=insurance", locale="en-GB")
    ask(page)
    replace_the_entity(page)
    filter_the_plan(page)
    compare_with_the_parent(page)
    follow_a_claim_to_its_edge(page)
    edit_the_template(page)
    save_as_golden_case(page)
    bundle = export_bundle(page, tmp_path)
    verify_in_a_fresh_clone(bundle, tmp_path)


def answer(page: Page) -> Locator:
    return page.locator("[class*='st-key-wb_panel_answer']")


def ask(page: Page) -> None:
    page.get_by_test_id("stChatInput").get_by_role("textbox").fill(QUESTION)
    page.keyboard.press("Enter")
    ready(page)
    expect(answer(page)).to_contain_text("Hire vehicle")
    expect(answer(page).locator('a[href$="-not_in_sources"]')).to_have_text(INVENTED)


def replace_the_entity(page: Page) -> None:
    page.locator("[class*='st-key-wb_icon_candidates_0_'] button").click()
    page.get_by_label("Search by name").fill("Travel")
    found = page.get_by_role("radiogroup", name="Matching entities")
    expect(found).not_to_contain_text("Home Insurance")  # what is not searched for has gone
    found.get_by_text("Travel Insurance", exact=True).click()
    page.get_by_role("button", name="Re-run with this entity").click()
    expect(answer(page)).to_contain_text("Trip cancellation")
    expect(found).to_have_count(0)  # the popover does not stay open over the answer
    ready(page)


def filter_the_plan(page: Page) -> None:
    settled(page)
    form = page.get_by_text("Form", exact=True)
    expect(form).to_have_count(1)  # the panel of the parent has gone
    form.click()
    filters = page.get_by_role("combobox", name="Filters")
    filters.click()
    filters.fill("Property")
    page.get_by_role("option", name="Property benefits").click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Draft: not run yet")).to_be_visible()
    page.get_by_role("button", name="Run from here").click()
    expect(page.locator(".wb-badges", has_text="Fork")).to_be_visible()
    expect(answer(page)).not_to_contain_text("Trip cancellation")
    ready(page)


def compare_with_the_parent(page: Page) -> None:
    settled(page)
    page.get_by_role("button", name="2 forks").click()
    page.get_by_role("dialog").get_by_role("button", name="Compare with the parent").click()
    effect = page.locator(".wb-effect")
    expect(effect).to_have_text(re.compile(r"Property benefits” added: \d+ facts? removed"))
    picture(page, "compare")
    settled(page)
    page.locator('.wb-compared a[href^="#run-"]').last.click()
    expect(page.locator(".wb-badges", has_text="Fork")).to_be_visible()


def follow_a_claim_to_its_edge(page: Page) -> None:
    ready(page)
    page.locator('.stMarkdown a[href*="#claim-"]').first.click()
    expect(page.locator('[data-call="0"].wb-lit')).to_be_visible()
    expect(page.locator(".wb-entity.wb-lit")).to_have_count(1)
    assert len(page.locator(".canvas").evaluate(LIT_EDGES)) == 1
    picture(page, "claim")


def edit_the_template(page: Page) -> None:
    page.get_by_role("link", name="Prompts").click()
    page.locator(".st-key-wb_prompt_choice").get_by_text("Answer", exact=True).click()
    template = page.get_by_role("combobox", name="Template")
    expect(template).not_to_have_value("Planning rules")
    is_drawn(page)
    template.fill("Mode: grounded · EN")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    write(page, NAME, TEMPLATE)
    expect(page.locator(".stCode").first).to_contain_text(SOURCES_ONLY)
    page.get_by_role("button", name="Save version").click()
    version = page.get_by_role("combobox", name="Version")
    expect(version).to_have_value(re.compile("Version 1 · draft"))
    page.get_by_role("tab", name="Trial").click()
    page.get_by_role("button", name="Compare: 2 answers").click()
    expect(page.get_by_role("button", name="Open the comparison")).to_be_visible()
    picture(page, "prompts")
    page.get_by_role("button", name="Make live").click()
    expect(version).to_have_value(re.compile("Version 1 · live"))
    page.get_by_role("button", name="Roll back").click()
    expect(version).to_have_value("Built-in template · live")


def save_as_golden_case(page: Page) -> None:
    page.get_by_role("link", name="Runs").click()
    page.get_by_label(f"Select: {QUESTION}").nth(-1).check()
    page.get_by_role("button", name="Golden case").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The answer must contain", exact=True).fill("Hire vehicle")
    dialog.get_by_label("The answer must not contain", exact=True).fill("two working days")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Golden case written to insurance.jsonl")).to_be_visible()


def export_bundle(page: Page, folder: Path) -> Path:
    page.get_by_role("link", name="Ask", exact=True).click()
    ready(page)
    settled(page)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("button", name="bundle").wait_for()
    settled(page)
    page.wait_for_timeout(1_500)  # a click is lost while the menu is still being drawn
    with page.expect_download() as download:
        page.get_by_role("button", name="bundle").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def verify_in_a_fresh_clone(bundle: Path, folder: Path) -> None:
    """Verify it with the committed code, without keys, settings or stored runs."""
    clone, home = folder / "clone", folder / "empty"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = {**kept, "PYTHONPATH": str(clone), "WORKBENCH_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "verify-bundle", str(bundle)],
        cwd=clone, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same     execute" in done.stdout
    assert "differs" not in done.stdout
