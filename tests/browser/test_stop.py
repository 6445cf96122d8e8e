"""Stop, pressed in a real browser on the real app, hangs up on the model and keeps the run."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Profiles, served, watched
from tests.modelserver.answers import begin, drip, hang
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.run import RunStatus, Stage
from workbench.settings import Settings

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
STOPPED_S = 2.0
"""A second for hanging up, as in tests.pipeline.test_stop, and one for the click's own way."""


@pytest.fixture(scope="module")
def models() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stop")


@pytest.fixture(scope="module")
def address(models: ModelServer, home: Path) -> Iterator[str]:
    """The app itself, its answers written by a model of the server."""
    settings = {"COMPATIBLE_BASE_URL": models.openai_url, "ANSWER_MODEL": "compatible:any"}
    with served("app.py", home, **settings) as found:
        yield found


@pytest.fixture
def open_modelled(address: str, profiles: Profiles) -> Iterator[Open]:
    with watched(address, profiles) as open_address:
        yield open_address


def seen(happened: Callable[[], bool], page: Page) -> None:
    """Wait for something outside the page, up to a minute: a loaded machine is slow."""
    for _ in range(3000):
        if happened():
            return
        page.wait_for_timeout(20)
    raise TimeoutError


@pytest.mark.parametrize(("answer", "said"), [(hang, ""), (drip, "drop")], ids=["hang", "drip"])
def test_stop_hangs_up_and_the_run_is_kept_with_its_stages(
    answer: Answer, said: str, models: ModelServer, home: Path, open_modelled: Open
) -> None:
    models.always(answer)
    asked = len(models.requests)
    page = open_modelled("/?w=portfolio")
    page.get_by_placeholder("Задайте вопрос").fill("Достижения на проекте АЛОР")
    page.keyboard.press("Enter")
    seen(lambda: len(models.requests) > asked, page)
    expect(page.locator(".wb-strip .running")).to_contain_text("Ответ")
    expect(page.locator("[class*='st-key-wb_panel_answer']")).to_contain_text(said)

    page.get_by_role("button", name="Остановить").click()
    pressed = time.monotonic()
    seen(lambda: models.requests[-1].hung_up_at is not None, page)
    assert (models.requests[-1].hung_up_at or 0) - pressed < STOPPED_S

    expect(page.locator(".wb-badges")).to_contain_text("Остановлен")
    expect(page.locator(".st-key-wb_notice")).to_be_visible()
    expect(page.get_by_role("button", name="Остановить")).to_have_count(0)
    expect(page.locator(".wb-strip .done")).to_have_count(4)
    run_id = parse_qs(urlsplit(page.url).query)["run"][0]
    run = Workbench.open(Settings(workbench_home=home)).sync.runs.get(run_id)
    assert run is not None
    assert run.status is RunStatus.CANCELLED
    assert run.stages[-1].name is (Stage.WRITE if said else Stage.RENDER)
    assert run.is_answer_stopped == bool(said)

    page.reload()
    expect(page.locator(".wb-badges")).to_contain_text("Остановлен")
    expect(page.locator(".st-key-wb_panel_calls")).to_contain_text("АЛОР")
    shown = page.locator("[class*='st-key-wb_panel_answer']")
    expect(shown).to_contain_text("Ответ не дописан и не проверен" if said else "Ответа нет")
    expect(shown).to_contain_text(said)


def test_unfinished_markdown_is_never_seen(models: ModelServer, open_modelled: Open) -> None:
    models.always(begin("Главное [Источник 1].\n\n- Время **сократилось втрое"))
    page = open_modelled("/?w=portfolio")
    page.get_by_placeholder("Задайте вопрос").fill("Что сделано на проекте АЛОР?")
    page.keyboard.press("Enter")
    shown = page.locator("[class*='st-key-wb_panel_answer']")
    expect(shown.locator("strong").first).to_have_text("сократилось втрое")
    expect(shown.locator("a[href^='#cite-']").first).to_have_text("[1]")
    expect(shown).not_to_contain_text("**")

    page.get_by_role("button", name="Остановить").click()

    expect(page.locator(".wb-badges")).to_contain_text("Остановлен")
    expect(shown).to_have_count(1)
    expect(shown.locator("strong").first).to_have_text("сократилось втрое")
    expect(shown).not_to_contain_text("**")
