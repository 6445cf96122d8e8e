"""A claim lights up what it rests on; steps open; nothing is clipped on the Compare page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Modelled
from tests.browser.looks import looks
from tests.browser.test_ask import clipped, overflow, settled
from tests.support.long_run import RUN_ID as OTHER_ID
from tests.support.sample_run import RUN_ID

pytestmark = pytest.mark.browser
Open = Callable[..., Page]


def test_a_claim_lights_up_its_call_step_and_entity(open_page: Open) -> None:
    page = open_page(f"/?run={RUN_ID}")
    page.wait_for_selector(".wb-terms")
    page.locator(f'.stMarkdown a[href*="#claim-{RUN_ID}-0-"]').first.click()
    expect(page.locator('[data-call="0"].wb-lit')).to_be_visible()
    expect(page.locator('[data-step="0"].wb-lit')).to_be_visible()
    expect(page.locator(".wb-entity.wb-lit")).to_have_count(1)
    expect(page.locator(".wb-asked mark.wb-lit")).to_have_text(re.compile("^АЛОР"))


def test_a_step_of_the_strip_opens_by_keyboard(open_page: Open) -> None:
    page = open_page(f"/?run={RUN_ID}", locale="en-GB")
    page.wait_for_selector(".wb-terms")
    page.locator('a[href="#stage-tools"]').focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Re-run the answer")).to_be_disabled()
    dialog.get_by_role("button", name="Drop fact 1", exact=True).click()
    expect(dialog.get_by_role("button", name="Re-run the answer")).to_be_enabled()


@pytest.mark.parametrize(
    ("locale", "replace", "other", "add", "first"),
    [
        ("ru-RU", "Заменить «АЛОР Брокер»", "Что значит «АЛОР»?", "Добавить сущность", "Тип"),
        ("en-GB", "Replace “АЛОР Брокер”", "What does “АЛОР” mean?", "Add an entity", "Type"),
    ],
)
def test_the_step_of_the_entities_leads_to_their_editors(
    open_page: Open, locale: str, replace: str, other: str, add: str, first: str
) -> None:
    page = open_page(f"/?run={RUN_ID}", locale=locale)
    page.wait_for_selector(".wb-terms")
    editor = page.get_by_test_id("stPopoverBody")
    for name, shown in ((replace, other), (add, first)):
        page.locator('a[href="#stage-entities"]').click()
        page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(editor).to_contain_text(shown)
        expect(page.get_by_test_id("stDialog")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(editor).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "edit", "draft"),
    [
        ("ru-RU", "Изменить план", "Черновик плана"),
        ("en-GB", "Edit the plan", "Draft of the plan"),
    ],
)
def test_the_step_of_the_plan_leads_to_its_editor(
    open_page: Open, locale: str, edit: str, draft: str
) -> None:
    page = open_page(f"/?run={RUN_ID}", locale=locale)
    page.wait_for_selector(".wb-terms")
    page.locator('a[href="#stage-plan"]').click()
    page.get_by_role("dialog").get_by_role("button", name=edit).click()
    expect(page.get_by_role("heading", name=draft)).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("PROJECT_ACHIEVEMENTS")
    expect(page.get_by_test_id("stDialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "options", "model", "none", "again", "told"),
    [
        ("ru-RU", "Параметры", "Ответ", "без модели", "с новыми параметрами", "модель (ответ)"),
        ("en-GB", "Options", "Answer", "no model", "with the new options", "model of the answer"),
    ],
)
def test_a_step_runs_again_with_another_model(
    open_modelled: Open,
    modelled: Modelled,
    locale: str,
    options: str,
    model: str,
    none: str,
    again: str,
    told: str,
) -> None:
    page = open_modelled(f"/?run={modelled.runs['home']}", locale=locale)
    page.wait_for_selector(".wb-terms")
    page.get_by_role("button", name=options).click()
    page.get_by_role("combobox", name=model, exact=True).click()
    page.get_by_role("option", name=none).click()
    settled(page)
    page.keyboard.press("Escape")
    page.locator('a[href="#stage-answer"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"{told}: openai:gpt-4o → {none}")
    dialog.get_by_role("button", name=again).click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".wb-badges a")).to_be_visible()
    expect(page.locator(".wb-badges")).not_to_contain_text("$")


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_the_comparison_fits(open_page: Open, locale: str) -> None:
    page = open_page(f"/compare?runs={RUN_ID},{OTHER_ID}", locale=locale)
    for look in looks(page):
        expect(page.locator(".wb-compared").first).to_be_visible()
        assert overflow(page)["across"] == 0, look
        assert clipped(page) == [], look


def test_a_compared_run_opens(open_page: Open) -> None:
    page = open_page(f"/compare?runs={RUN_ID},{OTHER_ID}")
    page.locator(f'.wb-compared a[href="#run-{RUN_ID}"]').first.click()
    expect(page.locator(".wb-question")).to_be_visible()
    page.wait_for_url(f"**run={RUN_ID}**")


def test_the_subgraph_says_that_the_calls_make_it_and_runs_from_there(open_page: Open) -> None:
    page = open_page(f"/?run={RUN_ID}", locale="en-GB")
    page.wait_for_selector(".wb-terms")
    settled(page)
    page.locator('a[href="#stage-subgraph"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("the calls make it")).to_be_visible()
    expect(dialog.get_by_role("button", name="Run again from here")).to_be_enabled()
    dialog.get_by_role("button", name="Drop fact 1", exact=True).click()
    dialog.get_by_role("button", name="Re-run the answer").click()
    expect(page.locator(".wb-badges", has_text="Fork")).to_be_visible()


def test_three_runs_are_compared_on_a_phone_one_answer_at_a_time(
    open_modelled: Open, modelled: Modelled
) -> None:
    runs = ",".join(modelled.runs[name] for name in ("right", "wrong", "rough"))
    page = open_modelled(f"/compare?runs={runs}", size=(390, 844), locale="en-GB")
    answers = page.locator("[class*='st-key-wb_compare_answer_']:has(.stMarkdown)")
    expect(answers).to_have_count(3)
    expect(answers.locator("visible=true")).to_have_count(1)
    expect(page.locator(".wb-folded summary").first).to_contain_text("more differences")
    length = page.get_by_test_id("stMain").evaluate("one => one.scrollHeight")
    assert length < 4_500, "it was 10,400"
    page.locator(".st-key-wb_compare_answer_of").get_by_text("C", exact=True).click()
    expect(answers.nth(2)).to_be_visible()
    expect(answers.nth(0)).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(answers.locator("visible=true")).to_have_count(3)
    expect(page.locator(".st-key-wb_compare_answer_of")).to_be_hidden()


def test_the_chosen_runs_have_the_letters_of_their_columns(open_page: Open) -> None:
    page = open_page(f"/compare?runs={RUN_ID},{OTHER_ID}")
    chosen = page.locator(".st-key-wb_compared [data-tag-index]")
    expect(chosen).to_have_count(2)
    letters = [
        one.evaluate("node => getComputedStyle(node, '::before').content") for one in chosen.all()
    ]
    assert letters == ['"A"', '"B"']
