"""Prompt templates in a real browser: edited, completed, checked, previewed, tried, promoted."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import looks
from tests.browser.test_ask import overflow
from tests.support.portfolio_model import QUESTION

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
NAME = "grounded.ru.jinja"


def editor(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=re.compile(re.escape(name) + "$"))


def choose_template(page: Page, role: str, name: str) -> None:
    page.locator(".st-key-wb_prompt_choice").get_by_text(role, exact=True).click()
    template = page.get_by_role("combobox", name="Шаблон")
    expect(template).not_to_have_value("Правила плана")
    is_drawn(page)
    template.fill(name)
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(template).to_have_value(name)


def is_drawn(page: Page) -> None:
    """Wait until nothing is redrawn, which would close an open menu or forget its choice."""
    app = page.locator('[data-testid="stApp"]')
    expect(app).to_have_attribute("data-test-script-state", "notRunning")


def write(page: Page, name: str, text: str) -> None:
    """Replace the text of a template."""
    editor(page, name).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.keyboard.press("Control+Enter")


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_the_page_fits(open_modelled: Open, locale: str) -> None:
    page = open_modelled("/prompts?w=portfolio", locale=locale)
    for look in looks(page):
        expect(page.locator(".stCode").first).to_be_visible()
        expect(page.locator(".cm-content")).to_be_visible()
        assert overflow(page)["across"] == 0, look
        scroller = page.locator(".cm-scroller").evaluate("s => s.scrollHeight > s.clientHeight")
        assert scroller, f"the editor scrolls by itself: {look}"


def test_a_template_is_edited_tried_promoted_and_rolled_back(open_modelled: Open) -> None:
    page = open_modelled("/prompts?w=portfolio")
    choose_template(page, "Ответ", "Режим: по источникам · RU")
    save = page.get_by_role("button", name="Сохранить версию")
    expect(save).to_be_disabled()

    write(page, NAME, "Режим: одной фразой, с меткой {{ mdoe }}")
    expect(page.get_by_text("Нет такой переменной: mdoe")).to_be_visible()
    write(page, NAME, "Режим: одной фразой, с меткой.")
    expect(page.locator(".stCode").first).to_contain_text("Режим: одной фразой, с меткой.")
    page.get_by_role("tab", name="Отличия").click()
    expect(page.locator(".wb-diff ins")).to_contain_text("Режим: одной фразой")

    version = page.get_by_role("combobox", name="Версия")
    save.click()
    expect(version).to_have_value(re.compile("Версия 1 · черновик"))
    page.get_by_role("button", name="В кандидаты").click()
    expect(version).to_have_value(re.compile("Версия 1 · кандидат"))

    page.get_by_role("tab", name="Проба").click()
    page.get_by_role("button", name="Сравнить: 2 ответа").click()
    expect(page.get_by_role("button", name="Открыть сравнение")).to_be_visible()
    expect(page.locator(".wb-table").last).to_contain_text("Обоснованность")

    page.get_by_role("button", name="Сделать действующей").click()
    expect(version).to_have_value(re.compile("Версия 1 · действующая"))
    page.get_by_role("button", name="Вернуть прежнюю").click()
    expect(version).to_have_value("Встроенный шаблон · действующая")
    expect(editor(page, NAME)).to_contain_text("Режим: строго по источникам")
    page.get_by_role("button", name="Ответить на этот вопрос").click()
    expect(page.locator(".wb-question")).to_have_text(QUESTION)


def test_variables_are_completed_with_their_meaning(open_modelled: Open) -> None:
    page = open_modelled("/prompts?w=portfolio")
    choose_template(page, "Ответ", "Источники и вопрос · RU")
    write(page, "question.ru.jinja", "{{ sou")
    editor(page, "question.ru.jinja").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("r")
    option = page.locator(".cm-tooltip-autocomplete li", has_text="sources")
    expect(option).to_contain_text("Пронумерованные источники")


def test_the_runs_of_a_trial_stay_chosen_and_the_comparison_names_the_template(
    open_modelled: Open,
) -> None:
    page = open_modelled("/prompts?w=insurance", locale="en-GB")
    page.locator(".st-key-wb_prompt_choice").get_by_text("Answer", exact=True).click()
    template = page.get_by_role("combobox", name="Template")
    expect(template).not_to_have_value("Planning rules")
    is_drawn(page)
    template.fill("Mode: grounded · EN")
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    write(page, "grounded.en.jinja", "Mode: each sentence with its marker. Be brief.")
    expect(page.locator(".stCode").first).to_contain_text("Be brief.")
    is_drawn(page)
    page.get_by_role("tab", name="Trial").click()
    runs = page.get_by_role("combobox", name="Runs")
    runs.click()
    page.get_by_role("option").first.click()
    page.keyboard.press("Escape")
    is_drawn(page)
    page.get_by_role("button", name="Compare: 4 answers").click()
    expect(page.get_by_role("button", name="Open the comparison")).to_have_count(2)
    expect(page.get_by_role("button", name="Compare: 4 answers")).to_be_visible()
    page.get_by_role("button", name="Open the comparison").first.click()
    expect(page.locator(".wb-effect")).to_contain_text("Prompt templates of the answer changed")
