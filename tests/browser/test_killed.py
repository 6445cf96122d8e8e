"""A server killed while an answer is written: the run says where it stopped, and goes on there."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Profiles, started, watched
from tests.modelserver.answers import hang, say
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.alone]
Open = Callable[..., Page]
RUN_ADDRESS = re.compile("run=[0-9a-f]{19}")
"""With the id of the run in place of its shorter ticket, which ends with the server."""
ANSWER = "Довёл до 62 % долю обращений первой линии [Источник 1]."


def test_a_run_whose_server_was_killed_goes_on_where_it_stopped(
    browser: Browser, profiles: Profiles, tmp_path: Path
) -> None:
    Workbench.open(Settings(_env_file=None, workbench_home=tmp_path)).sync.prepare("portfolio")
    with ModelServer() as models:
        settings = {"COMPATIBLE_BASE_URL": models.openai_url, "ANSWER_MODEL": "compatible:any"}
        models.always(hang)
        with started("app.py", tmp_path, **settings) as (process, address):
            context = browser.new_context(locale="ru-RU")
            page = context.new_page()
            page.goto(f"{address}/?w=portfolio")
            page.get_by_placeholder("Задайте вопрос").fill("Достижения на проекте АЛОР")
            page.keyboard.press("Enter")
            expect(page.locator(".wb-strip .running")).to_contain_text("Ответ")
            page.wait_for_url(RUN_ADDRESS)
            run = parse_qs(urlsplit(page.url).query)["run"][0]
            process.kill()
            process.wait()
            context.close()
        models.always(say(ANSWER))
        with (
            started("app.py", tmp_path, **settings) as (_, address),
            watched(address, profiles) as open_address,
        ):
            page = open_address(f"/?run={run}")
            notice = page.locator(".st-key-wb_notice")
            expect(notice).to_contain_text("Запуск прервался на этапе «Ответ»")
            expect(page.locator(".wb-strip .done")).to_have_count(4)
            notice.get_by_role("button", name="Продолжить").click()
            expect(page.locator("[class*='st-key-wb_panel_answer']")).to_contain_text("62 %")
            expect(page.locator(".wb-badges")).to_contain_text("Ветка")
            expect(page.locator('.wb-strip [title*="взято из исходного запуска"]')).to_have_count(5)
            page.wait_for_selector(".wb-terms")
