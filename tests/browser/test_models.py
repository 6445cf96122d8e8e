"""The Models page in a real browser: a server is named, tested and asked; every state fits."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import SMALL, WIDE, looks
from tests.browser.test_ask import SOURCE_MARK, clipped, overflow, ready
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import QUESTION, portfolio_model
from workbench.ui.session_models import ROLES

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
CANARY = "sk-canary-4711-do-not-keep"


@pytest.fixture
def models() -> Iterator[ModelServer]:
    with ModelServer() as server:
        server.choose(portfolio_model)
        yield server


def pick(page: Page, key: str, option: str) -> None:
    """Choose in a select box."""
    page.locator(f".st-key-{key}").get_by_role("combobox").click()
    page.get_by_role("option", name=option, exact=True).click()


def connect(page: Page, server: ModelServer) -> None:
    """Name the server, with a key."""
    pick(page, "wb_server", "Другой адрес")
    page.get_by_label("Адрес сервера").fill(server.openai_url)
    page.keyboard.press("Enter")
    key = page.get_by_label("Ключ: Совместимый сервер")
    key.fill(CANARY)
    key.press("Enter")
    expect(page.get_by_text("ключ введён здесь")).to_be_visible()
    expect(key).to_have_value("")


def choose(page: Page, role: str, model: str) -> None:
    """Give a role a model of the server."""
    pick(page, f"wb_role_provider_{role}", "Совместимый сервер")
    pick(page, f"wb_role_model_{role}_compatible", model)
    expect(page.locator(f".st-key-wb_role_{role}")).to_contain_text(f"compatible:{model}")


def cards(page: Page) -> list[Locator]:
    """The boxes of the roles."""
    return [page.locator(f".st-key-wb_role_{role}") for role in (*ROLES, "embedder")]


def test_a_server_is_named_tested_asked_and_replayed(open_real: Open, models: ModelServer) -> None:
    page = open_real("/models?w=portfolio")
    connect(page, models)
    for role, model in (("planner", "small"), ("answer", "large"), ("judge", "small")):
        choose(page, role, model)
    button = page.locator(".st-key-wb_try_answer").get_by_role("button").first
    places = [one.bounding_box() for one in (button, *cards(page))]
    button.click()
    expect(page.locator(".wb-tried.good").first).to_contain_text("Ответила за")
    assert [one.bounding_box() for one in (button, *cards(page))] == places
    assert CANARY not in page.content()

    page.get_by_role("link", name="Вопрос").click()
    page.get_by_placeholder("Задайте вопрос").fill(QUESTION)
    page.keyboard.press("Enter")
    ready(page)
    answer = page.locator("[class*='st-key-wb_panel_answer']")
    expect(answer).to_contain_text("с 14 минут до 3")
    expect(answer).to_contain_text("1 неподтверждённое утверждение")
    answer.locator('a[href*="#cite-"]').first.click()
    expect(page.locator(SOURCE_MARK).first).to_contain_text("с 14 минут")
    page.get_by_role("tab", name="Судья").click()
    expect(page.get_by_text("Согласие с проверкой")).to_be_visible()
    assert CANARY not in page.content()

    page.get_by_role("button", name="2 обращения к планировщику").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("1 проблема").click()
    expect(dialog).to_contain_text("$.intents[0]")
    dialog.get_by_role("tab", name="Запрос").first.click()
    expect(dialog.get_by_text("Системное сообщение").first).to_be_visible()
    page.keyboard.press("Escape")

    menu = page.get_by_role("button", name="Запуск", exact=True)
    menu.click()
    page.get_by_role("button", name="Обращения к моделям").click()
    calls = page.get_by_role("dialog", name="Обращения к моделям")  # the menu is a dialog, too
    expect(calls).to_contain_text("5. Судья")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    page.keyboard.press("Escape")

    asked = len(models.requests)
    menu.click()
    page.get_by_role("button", name="Воспроизвести по записи").click()
    expect(page.locator(".wb-badges")).to_contain_text("из записи")
    expect(answer).to_contain_text("с 14 минут до 3")
    assert len(models.requests) == asked


def test_fields_stay_in_place_when_a_key_is_typed(open_real: Open) -> None:
    page = open_real("/models?w=portfolio", locale="en-GB")
    expect(page.get_by_text("No model connected")).to_be_visible()
    key = page.get_by_label("Key: Anthropic")
    places = [one.bounding_box() for one in cards(page)]
    key.fill(CANARY)
    key.press("Enter")
    expect(page.get_by_text("Access is configured")).to_be_visible()
    assert [one.bounding_box() for one in cards(page)] == places


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_it_fits_the_screen(open_page: Open, locale: str) -> None:
    page = open_page("/models", locale=locale)
    page.wait_for_selector(".st-key-wb_spending")
    page.wait_for_selector(".st-key-wb_server [role=combobox]")
    for look in looks(page, [WIDE, SMALL]):
        assert overflow(page)["across"] == 0, look
        assert clipped(page) == [], look
        roles, access = (one.bounding_box() for one in page.locator(".wb-section").all())
        assert roles is not None and access is not None
        assert roles["y"] == access["y"], f"access stands beside the roles: {look}"


def test_the_options_fit(open_page: Open) -> None:
    page = open_page("/", size=(1024, 768))
    page.get_by_role("button", name="Параметры").click()
    options = page.locator(".st-key-wb_options_box")
    options.element_handle().wait_for_element_state("stable")
    page.wait_for_function(
        "() => document.querySelector('.st-key-wb_options_box').getBoundingClientRect().bottom"
        " <= innerHeight"
    )
    box = options.bounding_box()
    assert box is not None and box["y"] >= 0
    assert clipped(page) == []


def test_a_key_lives_as_long_as_its_tab(open_page: Open) -> None:
    page = open_page("/models")
    key = page.get_by_label("Ключ: OpenAI")
    key.fill(CANARY)
    key.press("Enter")
    given = page.get_by_text("ключ введён здесь")
    expect(given.first).to_be_visible()
    page.wait_for_function("sessionStorage.getItem('workbench-tab')")
    page.reload()
    expect(given.first).to_be_visible()
    assert CANARY not in page.content()
    assert CANARY not in str(page.evaluate("Object.entries({...sessionStorage, ...localStorage})"))
    with page.expect_popup() as copied:
        page.evaluate("open(location.href)")  # with a copy of what is stored, as a duplicated tab
    others = [open_page("/models"), copied.value]
    for other in others:
        expect(other.get_by_label("Ключ: OpenAI")).to_be_visible()
        expect(other.get_by_text("ключ введён здесь")).to_have_count(0)
    copied.value.close()
    page.reload()
    expect(given.first).to_be_visible()
